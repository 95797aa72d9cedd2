#pragma once

// A tensor as a file stores it, and the weights made from it: the whole, its transpose, or some of its rows.
// Every model format ends here, so a new format needs no TensorSource of its own.

#include "core/files/file_reader.h"
#include "core/files/number_format.h"
#include "core/model/weights.h"

#include <map>
#include <memory>
#include <string>

namespace core {

struct StoredTensor
{
    std::string name;
    std::string dtype; // word of the file's format: "F32", "I64", "Q4_K"
    Shape shape;       // row-major, the last axis has neighbours
    std::shared_ptr<const FileReader> file;
    std::uint64_t offset = 0; // in the file
    std::uint64_t bytes = 0;
    const NumberFormat* format = nullptr; // nullptr: listed, but cannot be used as a weight

    /// Numbers [first, first + count) of the tensor as float32. REQUIRES: a format, first + count <= elements(shape).
    /// Throws Error when the file became shorter.
    void read(Index first, Index count, float* out) const;
};

using StoredTensors = std::map<std::string, StoredTensor>;

/// How a weight lies in the stored tensor: rows [firstRow, firstRow + rows) of the tensor or of its transpose.
struct TensorLayout
{
    bool isTransposed = false; // stored [in, out]
    Index firstRow = 0;        // of the weight as the engine sees it, [out, in]
    Index rows = -1;           // -1: all that follow
};

/// A weight read from the file when it is used. Throws Error{BadInput} naming file and tensor when the numbers are of an
/// unsupported type or, transposed, in blocks. REQUIRES: transposed only for rank 2; rows in range.
std::shared_ptr<const TensorSource> storedSource(const StoredTensor& tensor, const TensorLayout& layout = {});

} // namespace core
