#pragma once

// The figure of the feed-forward in its tests: data of a run, pages, a picture.

#include "tests/widgets/support/fulfilled.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/figure.h"
#include "widgets/views/feed_forward/pages.h"

namespace support {

inline widgets::FigureData feedForwardData(const widgets::RunPtr& run, const QVariantMap& options = {},
    const widgets::Selection& at = {.layer = 1, .query = 4, .dim = 3})
{
    return fulfilled(widgets::feedForwardFigure, {run, nullptr, at, options});
}

/// The options of a page, with more.
inline QVariantMap showing(const char* page, const QVariantMap& more = {})
{
    QVariantMap all = more;
    all.insert(widgets::showOption.name(), QString::fromLatin1(page));
    return all;
}

inline void drawFeedForward(widgets::Plot& plot, const widgets::FigureData& data, const QSizeF& size = {1200, 640})
{
    widgets::FigureStyle style;
    style.size = size;
    plot.resize(size.toSize());
    composeFigure(plot, widgets::feedForwardFigure, data, style);
    plot.replot();
}

} // namespace support
