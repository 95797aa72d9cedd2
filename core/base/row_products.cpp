#include "core/base/row_products.h"

#include "core/base/kernels.h"
#include "core/base/turned_block.h"

#include <algorithm>
#include <cassert>

namespace core {

namespace {

constexpr Index columnsOfPanel = kernels::panelColumns;
constexpr Index panelDepth = 128; // 16 KiB, half of a first-level cache

/// The first rows × columns numbers of `b` times alpha, as a panel; columns beside them are 0.
void fillPanel(const Factor& b, Index rows, Index columns, float alpha, float* panel)
{
    if (!b.isTransposed) {
        for (Index row = 0; row < rows; ++row, panel += columnsOfPanel) {
            kernels::best().scale(b.numbers + row * b.stride, alpha, panel, columns);
            std::fill(panel + columns, panel + columnsOfPanel, 0.f);
        }
        return;
    }
    if (columns < columnsOfPanel)
        std::fill_n(panel, rows * columnsOfPanel, 0.f);
    turnBlock({b.numbers, b.stride, columns, rows}, alpha, panel, columnsOfPanel);
}

} // namespace

bool computesRowsAlike(Index rows)
{
#if defined(CUTAWAY_ONEDNN)
    const Index ofLastTile = rows % maxRowsOfTile;
    return rows > 0 && (ofLastTile == 0 || ofLastTile > maxFewRows);
#else
    return rows < 0;
#endif
}

void rowProduct(const ProductSize& size, const Factor& a, const Factor& b, float* c, Index stride)
{
    assert(!a.isTransposed);
    alignas(64) float panel[panelDepth * columnsOfPanel];
    for (Index column = 0; column < size.columns; column += columnsOfPanel) {
        const Index columns = std::min(columnsOfPanel, size.columns - column);
        Index first = 0;
        do { // an empty sum is 0
            const Index count = std::min(panelDepth, size.inner - first);
            const float* const numbers = b.numbers + (b.isTransposed ? column * b.stride + first : first * b.stride + column);
            fillPanel({numbers, b.stride, b.isTransposed}, count, columns, size.alpha, panel);
            kernels::best().multiplyPanel(
                {a.numbers + first, a.stride, size.rows, panel, count, c + column, stride, columns, first > 0});
            first += count;
        } while (first < size.inner);
    }
}

} // namespace core
