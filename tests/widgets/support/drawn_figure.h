#pragma once

// A figure drawn as a window draws it: composed, laid out and painted.

#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"

#include <memory>

namespace support {

inline std::unique_ptr<widgets::Plot> drawnOnScreen(
    const widgets::FigureInfo& figure, const widgets::FigureData& data, QSizeF size = {1100, 600})
{
    auto plot = std::make_unique<widgets::Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    widgets::composeFigure(*plot, figure, data, widgets::screenStyle(size));
    plot->replot();
    return plot;
}

} // namespace support
