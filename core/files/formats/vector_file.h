#pragma once

// Vectors that other programs saved: one tensor of a .safetensors file, an .npy file, or a JSON list of numbers.

#include <string>
#include <vector>

namespace core {

/// The numbers of a vector, axes of length 1 left out. `name`: of a tensor of a .safetensors file; empty: its only one. Throws
/// Error{BadInput} for a file that cannot be read or is of none of these, for several tensors where none is named (with their
/// names), for what is no vector of finite numbers.
std::vector<float> readVector(const std::string& path, const std::string& name);

/// The tensors of a .safetensors file that are vectors; empty for a file of another kind, and one that cannot be read.
std::vector<std::string> vectorNames(const std::string& path);

} // namespace core
