#pragma once

// A model with nothing learned: what a training that begins anew begins with.

#include "core/run/model.h"

namespace core {

/// The same model with all weights seeded, and without siblings; every size may be chosen.
ModelPtr untrained(const Model& model);

/// The same, with the tokens of another tokenizer. REQUIRES: not null.
ModelPtr untrained(const Model& model, std::shared_ptr<const Tokenizer> tokenizer);

} // namespace core
