#pragma once

// safetensors: eight bytes of header length, a JSON header, the numbers. Nothing of the header is believed before it was
// compared with the size of the file; no byte may belong to two tensors or to none.

#include "core/files/formats/stored_tensor.h"
#include "core/io/json.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace core {

struct Safetensors
{
    std::vector<StoredTensor> tensors; // in the order of their bytes
    std::map<std::string, std::string> metadata;

    /// Reads and checks the header of one file. Throws Error{BadInput} with the file, the place (`header length`,
    /// `header: byte 17`, `tensor "x"`), what was expected and found.
    static Safetensors open(const std::string& path);

    /// All shards of NAME.safetensors.index.json, in the order of their names. Each file must be in the same folder and
    /// hold exactly what the map says; what the map does not mention goes to `notes`. Throws Error{BadInput}.
    static Safetensors openIndex(const std::string& path, std::vector<std::string>& notes);

    StoredTensors byName() const;
};

/// A float32 tensor to be written. `read` gives rows of [shape[0], rest], as TensorSource does.
struct TensorToWrite
{
    std::string name;
    Shape shape;
    std::function<void(Index row, Index rows, float* out)> read;
};

/// Writes one file, whole or not at all; the same input gives the same bytes. Throws Error{Output}.
void writeSafetensors(
    const std::string& path, const std::vector<TensorToWrite>& tensors, const std::map<std::string, std::string>& metadata);

} // namespace core
