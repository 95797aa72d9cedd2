#pragma once

// What the tests of the attention pages share: a drawn figure, the maps in it, and the comparison of their numbers.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/grid.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/wall_order.h"

#include <cmath>
#include <memory>

namespace support {

inline std::unique_ptr<widgets::Plot> drawn(
    const widgets::FigureInfo& figure, const widgets::FigureData& data, QSizeF size = {1280, 720})
{
    auto plot = std::make_unique<widgets::Plot>();
    widgets::FigureStyle style;
    style.size = size;
    plot->resize(size.toSize());
    widgets::composeFigure(*plot, figure, support::fulfilled(figure, data), style);
    return plot;
}

inline bool same(const widgets::Grid& x, const widgets::Grid& y, double tolerance = 0)
{
    if (x.isEmpty() || x.rows != y.rows || x.columns != y.columns)
        return false;
    for (core::Index i = 0; i < x.rows; ++i)
        for (core::Index j = 0; j < x.columns; ++j)
            if (!(x.at(i, j) == y.at(i, j) || std::abs(double(x.at(i, j)) - double(y.at(i, j))) <= tolerance))
                return false;
    return true;
}

} // namespace support
