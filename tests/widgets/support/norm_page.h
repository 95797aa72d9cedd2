#pragma once

// What the tests of the norm pages share: runs of a family, data and drawing of a page.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"

#include <memory>

namespace support {

inline std::vector<widgets::KindRun> kindsOf(const char* family, std::initializer_list<const char*> values)
{
    std::vector<widgets::KindRun> kinds;
    for (const char* value : values)
        kinds.push_back({value, support::tinyRun("The cat sat on the mat", {std::string(family) + "=" + value})});
    return kinds;
}

inline widgets::FigureData dataOf(
    const widgets::RunPtr& run, QVariantMap options = {}, const widgets::Selection& selection = {.layer = 1, .query = 3})
{
    return {run, nullptr, selection, std::move(options)};
}

inline std::unique_ptr<widgets::Plot> drawn(
    const widgets::FigureData& data, const widgets::FigureInfo& info = widgets::normFigure, QSizeF size = {1200, 640})
{
    auto plot = std::make_unique<widgets::Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    widgets::composeFigure(*plot, info, support::fulfilled(info, data), widgets::screenStyle(size));
    plot->replot();
    return plot;
}

} // namespace support
