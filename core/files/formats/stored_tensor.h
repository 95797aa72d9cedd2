#pragma once

// A tensor as a file stores it, and the weights made from it: the whole, its transpose, or some of its rows.
// Every model format ends here, so a new format needs no TensorSource of its own.

#include "core/base/weights.h"
#include "core/files/formats/stored_numbers.h"
#include "core/io/file_reader.h"

#include <map>
#include <memory>
#include <string>

namespace core {

/// Numbers that are in the file in a way of their own, several tensors together.
class StoredNumbers
{
public:
    virtual ~StoredNumbers() = default;
    virtual void read(Index first, Index count, float* out) const = 0; // as StoredTensor::read

    /// The blocks that numbers can be kept in without becoming others; nullptr where there are none.
    virtual const BlockFormat* blocks() const { return nullptr; }

    /// Blocks [first, first + count), counted through the tensor. REQUIRES: blocks().
    virtual void readBlocks(Index first, Index count, std::byte* out) const;
};

struct StoredTensor
{
    std::string name;
    std::string dtype; // word of the file's format: "F32", "I64", "Q4_K"
    Shape shape;       // row-major, the last axis has neighbours
    std::shared_ptr<const FileReader> file;
    std::uint64_t offset = 0; // in the file
    std::uint64_t bytes = 0;
    const NumberFormat* format = nullptr; // nullptr: listed, but cannot be used as a weight
    std::shared_ptr<const StoredNumbers> numbers = nullptr; // in place of a format

    /// Numbers [first, first + count) of the tensor as float32. REQUIRES: a format, first + count <= elements(shape).
    /// Throws Error when the file became shorter.
    void read(Index first, Index count, float* out) const;

    /// The blocks that its numbers are kept in, counted through the tensor; nullptr where they are not.
    const BlockFormat* blocks() const { return numbers ? numbers->blocks() : format; }

    /// Blocks [first, first + count). REQUIRES: blocks().
    void readBlocks(Index first, Index count, std::byte* out) const;
};

/// Whether two tensors have the same shape and, read in turn, the same numbers. False where a format cannot be read.
bool sameNumbers(const StoredTensor& a, const StoredTensor& b);

using StoredTensors = std::map<std::string, StoredTensor>;

/// How a weight is in the stored tensor: some rows of a matrix, or of its transpose, that is the tensor or a part of it.
struct TensorLayout
{
    bool isTransposed = false; // stored [in, out]
    Index firstRow = 0;        // of the weight as the engine sees it, [out, in]
    Index rows = -1;           // -1: all that follow
    Index run = 0;             // rows that are together; 0: all of them
    Index stride = 0;          // from the start of a run to that of the next, in rows
    Index firstNumber = 0;     // of the matrix in the tensor: an expert among many
    Index lineLength = 0;      // numbers of a stored row of the matrix; 0: the tensor's last axis
    Shape shape = {};          // of the weight; empty: as stored, with `rows` rows

    /// The stored row, or column of a transposed matrix, that row `row` of the weight is.
    Index storedRow(Index row) const { return firstRow + (run > 0 ? row / run * stride + row % run : row); }
};

/// A weight read from the file when it is used. Throws Error{BadInput} naming file and tensor when the numbers are of an
/// unsupported type or, transposed, in blocks. REQUIRES: transposed only for rank 2, or with a `lineLength` and a `shape`; rows
/// in range.
std::shared_ptr<const TensorSource> storedSource(const StoredTensor& tensor, const TensorLayout& layout = {});

/// Rows of several sources, one after the other, as one weight of this shape. REQUIRES: rows of one length.
std::shared_ptr<const TensorSource> joinedSource(std::vector<std::shared_ptr<const TensorSource>> parts, Shape shape);

/// Each row divided by its length √Σx² (Baichuan 2's output matrix).
std::shared_ptr<const TensorSource> unitRowsSource(std::shared_ptr<const TensorSource> source);

} // namespace core
