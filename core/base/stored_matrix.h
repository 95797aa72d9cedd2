#pragma once

// A weight matrix in memory as its file stores it. Products take it from there: for many rows, tiles of a few hundred rows and
// columns are decoded into the cache and multiplied; for few rows, its quanta are multiplied as they are, or each block is decoded beside the numbers that
// it meets. The result is that of the decoded matrix, up to the order of summation.

#include "core/base/block_format.h"
#include "core/base/lane_blocks.h"
#include "core/base/lane_dots.h"
#include "core/base/products.h"

namespace core {

class StoredMatrix : public ProductMatrix
{
public:
    /// Reads rows [row, row + rows) as stored, each in / blockNumbers blocks. Called on several threads.
    using ReadBlocks = std::function<void(Index row, Index rows, std::byte* out)>;

    /// REQUIRES: `in` is a multiple of format.blockNumbers; `format` outlives the matrix.
    StoredMatrix(Index out, Index in, const BlockFormat& format, const ReadBlocks& read);

    std::size_t bytes() const override { return bytesOf(out(), in(), m_format); }

    /// Bytes that a matrix of this size takes: whole groups of sixteen rows.
    static std::size_t bytesOf(Index out, Index in, const BlockFormat& format);

private:
    void multiplySlice(const SliceProduct& product) const override;
    void multiplyInputsBack(const BackProduct& product) const override;
    BackTile backTile() const override;
    void multiplyCut(const SliceProduct& product, const CutNumbers* cut) const;
    void multiplyFew(const SliceProduct& product) const;
    void multiplyMany(const SliceProduct& product) const;

    /// Numbers [first, first + count) of sixteen rows: number i of row r to out[i · stride + r]. REQUIRES: whole blocks.
    void decode(Index group, Index first, Index count, float* out, Index stride) const;

    /// The woven blocks of sixteen rows from number `first` on. REQUIRES: m_lanes.decode.
    const unsigned char* blocksAt(Index group, Index first) const;

    const BlockFormat& m_format;
    LaneLoops m_lanes;        // without `decode`: row by row
    LaneDots::Dot m_dot;      // nullptr: few rows are decoded, too
    std::size_t m_groupBytes; // of sixteen rows
    AlignedBytes m_blocks;    // group by group; woven when there is a lane decoder, else row by row
};

} // namespace core
