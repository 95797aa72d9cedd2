#include "core/base/row_products.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace core {

namespace {

constexpr Index columnsOfPanel = kernels::panelColumns;
constexpr Index panelDepth = 128; // 16 KiB, half of a first-level cache

using Four [[gnu::vector_size(16), gnu::aligned(4)]] = float;

/// Four numbers each of four rows, turned over into four rows of the panel.
void turnFour(const float* in, Index stride, float alpha, float* out)
{
    Four row[4];
    for (Index r = 0; r < 4; ++r) {
        std::memcpy(&row[r], in + r * stride, sizeof(Four));
        row[r] *= alpha;
    }
    const Four low = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5),
               high = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
    const Four lower = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5),
               higher = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
    const Four turned[4] = {__builtin_shufflevector(low, lower, 0, 1, 4, 5), __builtin_shufflevector(low, lower, 2, 3, 6, 7),
        __builtin_shufflevector(high, higher, 0, 1, 4, 5), __builtin_shufflevector(high, higher, 2, 3, 6, 7)};
    for (Index r = 0; r < 4; ++r)
        std::memcpy(out + r * columnsOfPanel, &turned[r], sizeof(Four));
}

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
    const Index wholeColumns = columns / 4 * 4, wholeRows = rows / 4 * 4;
    for (Index column = 0; column < wholeColumns; column += 4)
        for (Index row = 0; row < wholeRows; row += 4)
            turnFour(b.numbers + column * b.stride + row, b.stride, alpha, panel + row * columnsOfPanel + column);
    for (Index column = 0; column < columns; ++column)
        for (Index row = column < wholeColumns ? wholeRows : 0; row < rows; ++row)
            panel[row * columnsOfPanel + column] = alpha * b.numbers[column * b.stride + row];
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
