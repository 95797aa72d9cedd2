#pragma once

// What the tests of the mixture pages share: a run with experts, the drawing of a page and the parts of a picture.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/grid.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/figure.h"

namespace support {

inline widgets::RunPtr runOf(const std::vector<std::string>& more = {}, const std::string& text = "The cat sat on the mat")
{
    std::vector<std::string> said{"feed_forward.kind=mixture", "mixture.experts=6", "mixture.top_k=2"};
    said.insert(said.end(), more.begin(), more.end());
    return support::tinyRun(text, said);
}

inline widgets::FigureData dataOf(
    const widgets::RunPtr& run, const char* show, const widgets::Selection& selection = {.layer = 1, .query = 3})
{
    widgets::FigureData data;
    data.a = run;
    data.selection = selection;
    data.options = {{QStringLiteral("show"), QString::fromLatin1(show)}};
    return data;
}

inline void draw(widgets::Plot& plot, const widgets::FigureData& data, const QSizeF& size = {1200, 640})
{
    widgets::FigureStyle style;
    style.size = size;
    plot.resize(size.toSize());
    plot.setViewport(QRect(QPoint(), size.toSize())); // a plot that is not shown does not follow its size
    widgets::composeFigure(plot, widgets::mixtureFigure, support::fulfilled(widgets::mixtureFigure, data), style);
    plot.replot();
}

template <class Chart>
Chart* chartOf(const widgets::Plot& plot, const QString& name)
{
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* const chart = qobject_cast<Chart*>(const_cast<widgets::Plot&>(plot).plottable(i));
            chart && chart->name() == name)
            return chart;
    return nullptr;
}

inline bool holds(const widgets::Grid& grid, const core::Tensor& tensor)
{
    bool same = grid.rows == tensor.rows() && grid.columns == tensor.columns();
    for (core::Index i = 0; same && i < grid.rows; ++i)
        for (core::Index j = 0; j < grid.columns; ++j)
            same &= grid.at(i, j) == tensor.row(i)[j];
    return same;
}

} // namespace support
