#pragma once

// What the tests of the embeddings page share: its data, its drawing and the maps in it.

#include "tests/widgets/support/fulfilled.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/figure.h"

#include <cmath>

namespace support {

inline const char* const kTwice = "so the cat saw the cat";

inline widgets::FigureData dataOf(
    const widgets::RunPtr& run, const char* show = "sum", const widgets::Selection& selection = {.query = 1})
{
    widgets::FigureData data;
    data.a = run;
    data.selection = selection;
    data.options = {{QStringLiteral("show"), QString::fromLatin1(show)}};
    return support::fulfilled(widgets::embeddingsFigure, data);
}

inline void draw(widgets::Plot& plot, const widgets::FigureData& data, const QSizeF& size = {1200, 640})
{
    widgets::FigureStyle style;
    style.size = size;
    plot.resize(size.toSize());
    widgets::composeFigure(plot, widgets::embeddingsFigure, data, style);
    plot.replot();
}

inline const widgets::HeatmapPlottable* mapOf(const widgets::Plot& plot, const char* name)
{
    return qobject_cast<const widgets::HeatmapPlottable*>(plot.cellMap(QString::fromLatin1(name)));
}

inline double lengthOf(const core::Tensor& tensor, core::Index row)
{
    double squares = 0;
    for (core::Index i = 0; i < tensor.columns(); ++i)
        squares += double(tensor.row(row)[i]) * double(tensor.row(row)[i]);
    return std::sqrt(squares);
}

} // namespace support
