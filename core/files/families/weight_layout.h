#pragma once

// Layout of a weight in its stored tensor: the whole, transposed, an expert of a stack, or some rows of a fused matrix.
// To add a part of a fused matrix: a word in Part (family.h) and its rows in weight_layout.cpp.

#include "core/base/weights.h"
#include "core/files/families/weight_names.h"
#include "core/files/formats/stored_tensor.h"
#include "core/model/model_config.h"

namespace core {

/// The layout of a weight in the tensor that it was found as. Throws Error{BadInput} with file and tensor when the tensor has
/// another shape than that asks for.
TensorLayout layoutOf(const StoredTensor& tensor, const Wanted& wanted, const WeightSpec& spec, const ModelConfig& config);

} // namespace core
