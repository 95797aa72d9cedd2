#include "core/base/row_matrix.h"

#include "core/base/tile_product.h"
#include "core/base/turned_block.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

// Many rows run at full speed over a matrix [in, columns], so that the weights of a tile are turned over into the cache first. For each
// tile the product turns its rows over, too: the wider the better.
constexpr Index kTileNumbers = 384 * 768;
constexpr Index kLeastColumns = 128;

Index turnedColumns(Index in) { return std::max(kLeastColumns, kTileNumbers / in / kLeastColumns * kLeastColumns); }

constexpr Index kFewRows = 16; // of which turning would take longer than their product

} // namespace

RowMatrix::RowMatrix(Index out, Index in, std::shared_ptr<const float> rows)
    : ProductMatrix(out, in)
    , m_rows(std::move(rows))
{
}

void RowMatrix::multiplySlice(const SliceProduct& product) const
{
    const auto& [slice, x, rows, bias, y, yStride] = product;
    const float* const weights = m_rows.get() + sliceStart(slice) * in();
    const Index columns = sliceColumns(slice);
    if (rows <= kFewRows) {
        multiplyTile({rows, in(), columns, x, in(), {weights, in(), true}, bias, false, y, yStride});
        return;
    }
    const Index most = turnedColumns(in());
    float* const turned = tileMemory(std::size_t(std::min(columns, most) * in()));
    for (Index first = 0; first < columns; first += most) {
        const Index width = std::min(most, columns - first);
        turnRows(weights + first * in(), width, in(), turned);
        multiplyTile({rows, in(), width, x, in(), {turned, width}, bias ? bias + first : nullptr, false, y + first, yStride});
    }
}

ProductMatrix::BackTile RowMatrix::backTile() const { return {256, 384}; } // each turns its part of dy and of the matrix over

void RowMatrix::multiplyInputsBack(const BackProduct& product) const
{
    const auto& [dy, rows, inputs, dx] = product;
    addProduct({rows, inputs.count, out()}, {dy, out()}, {m_rows.get() + inputs.first, in()}, dx + inputs.first, in());
}

} // namespace core
