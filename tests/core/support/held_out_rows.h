#pragma once

// Texts that no training of the bundled models has seen.

#include "core/files/library/model_files.h"
#include "core/train/training_corpus.h"

#include <vector>

namespace support {

/// So many rows of 512 tokens, each with the token that its last one tells.
inline std::vector<std::vector<core::TokenId>> heldOutRows(core::Index count)
{
    return core::TrainingCorpus(core::openModel("main"), {}).heldOutIds(count, 512);
}

} // namespace support
