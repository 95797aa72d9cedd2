#pragma once

// A plot of its own with one heat map, as an image.

#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"

#include <limits>

namespace support {

inline constexpr float inf = std::numeric_limits<float>::infinity();

/// A plot of its own with room for cells.
struct Page
{
    Page(QSize size, int rows, int columns, const widgets::FigureStyle& like = {})
        : style(like)
    {
        style.size = size;
        plot.reset(style);
        plot.resize(size);
        plot.setViewport(QRect(QPoint(), size));
        rect = plot.addGridRect(0, 0, style);
        rect->setCells(rows, columns);
    }

    widgets::MapWall* addWall()
    {
        return new widgets::MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    }

    QImage picture()
    {
        plot.replot();
        QImage image(style.size.toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QCPPainter painter(&image);
        plot.toPainter(&painter, image.width(), image.height());
        return image;
    }

    widgets::FigureStyle style;
    widgets::Plot plot;
    widgets::GridAxisRect* rect = nullptr;
};

/// With one map.
struct Scene : Page
{
    explicit Scene(widgets::Grid grid, widgets::ColorMapId map = widgets::ColorMapId::RdBu, QSize size = {400, 400},
        const widgets::FigureStyle& like = {})
        : Page(size, int(grid.rows), int(grid.columns), like)
    {
        heatmap = new widgets::HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        heatmap->setData(grid, widgets::makeScale({map, widgets::ScalePolicy::SymmetricMax}, grid));
        heatmap->setNumbers(false);
    }

    widgets::HeatmapPlottable* heatmap = nullptr;
};

} // namespace support
