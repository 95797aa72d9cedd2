#pragma once

// Weights of eight and four bits with a scale for each block of them, as the folders of DeepSeek-V3 (float8) and gpt-oss (MXFP4)
// have them.

#include "core/files/formats/stored_tensor.h"
#include "core/io/json.h"

#include <string>

namespace core {

/// What the key `quantization_config` of the configuration `file` says is undone: weights of float8 read as number · scale
/// (weight_scale_inv, one per block of weight_block_size), pairs NAME_blocks and NAME_scales become one tensor NAME_blocks
/// [expert, out, in] of MXFP4. Scales leave `stored`. Nothing happens when it says null. Throws Error{BadInput} for every other
/// kind of quantization and for scales that do not fit.
void undoQuantization(const Json& said, const std::string& file, StoredTensors& stored);

/// How numbers of float8 are kept in memory: 128 of a row behind their scale in float32.
const BlockFormat& float8Format();

} // namespace core
