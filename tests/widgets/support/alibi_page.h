#pragma once

// What the tests of the ALiBi page share: its data, its drawing and the maps in it.

#include "tests/widgets/support/fulfilled.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/grid.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/alibi/figure.h"

#include <QTest>

#include <cmath>
#include <memory>

namespace support {

inline widgets::FigureData dataOf(const widgets::RunPtr& run, const QString& show = {}, const widgets::Selection& selection = {})
{
    widgets::FigureData data{run, nullptr, selection, {}};
    if (!show.isEmpty())
        data.options[QStringLiteral("show")] = show;
    return support::fulfilled(widgets::alibiFigure, data);
}

inline std::unique_ptr<widgets::Plot> drawn(const widgets::FigureData& data, QSizeF size = {1100, 620})
{
    auto plot = std::make_unique<widgets::Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize())); // without being shown it would stay as it was made
    widgets::composeFigure(
        *plot, widgets::alibiFigure, support::fulfilled(widgets::alibiFigure, data), widgets::screenStyle(size));
    plot->replot();
    return plot;
}

inline widgets::Grid gridIn(const widgets::Plot& plot, const QString& name)
{
    const auto* map = qobject_cast<widgets::HeatmapPlottable*>(plot.cellMap(name));
    return map ? map->grid() : widgets::Grid();
}

/// Compares the drawn numbers with those of a head of a tensor, where the mask hides nothing.
inline void compare(const widgets::Plot& plot, const QString& name, const widgets::Grid& expected)
{
    const widgets::Grid shown = gridIn(plot, name);
    QVERIFY2(!shown.isEmpty(), qPrintable(name));
    QCOMPARE(shown.rows, expected.rows);
    for (core::Index query = 0; query < expected.rows; ++query)
        for (core::Index key = 0; key < expected.columns; ++key)
            if (key <= query)
                QCOMPARE(shown.at(query, key), expected.at(query, key));
            else
                QVERIFY(!std::isfinite(shown.at(query, key)));
}

} // namespace support
