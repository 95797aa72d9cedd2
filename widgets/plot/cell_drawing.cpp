// CellRaster, drawn as rectangles and hatched.

#include "widgets/plot/cell_raster.h"

#include <QPaintEngine>
#include <QPainter>
#include <QTransform>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace widgets {

namespace {

constexpr double hatchPitch = 6; // px between the lines, along x

/// On whole pixels of a device that has some: Qt rounds the edges of one column differently from row to row.
QRectF onPixels(const QPainter& painter, const QRectF& rect)
{
    const QTransform& device = painter.deviceTransform();
    const bool hasPixels = painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
    if (!hasPixels || device.type() > QTransform::TxScale)
        return rect;
    const QRectF there = device.mapRect(rect);
    const QPointF first(std::round(there.left()), std::round(there.top())),
        last(std::round(there.right()), std::round(there.bottom()));
    return device.inverted().mapRect(QRectF(first, last));
}

/// Viewers of PDF smooth every edge: where two meet, the page would shine through as a hairline. So below the entries each one
/// reaches over its neighbours that have a colour, by what a screen shows as a pixel.
QRectF overNeighbours(const CellRaster& raster, const QRect& entries, const QRectF& rect)
{
    constexpr double reach = 1; // px of the page
    const auto areColoured = [&](const QRect& beside) {
        for (int row = beside.top(); row <= beside.bottom(); ++row)
            for (int column = beside.left(); column <= beside.right(); ++column)
                if (row < 0 || column < 0 || row >= raster.rows || column >= raster.columns
                    || raster.at(row, column) == CellRaster::masked)
                    return false;
        return true;
    };
    const double across = std::min(reach, rect.width() / entries.width()),
                 down = std::min(reach, rect.height() / entries.height());
    const int rows = entries.height(), columns = entries.width();
    const int up = areColoured({entries.left(), entries.top() - 1, columns, 1}) ? 1 : 0;
    const int low = areColoured({entries.left(), entries.bottom() + 1, columns, 1}) ? 1 : 0;
    const auto isBeside = [&](int column) { return areColoured({column, entries.top() - up, 1, rows + up + low}); };
    return rect.adjusted(isBeside(entries.left() - 1) ? -across : 0, -up * down, isBeside(entries.right() + 1) ? across : 0, low * down);
}

} // namespace

void drawAsRectangles(
    QPainter& painter, const CellRaster& raster, std::span<const QRgb> table, const RasterEdges& edges, double gap)
{
    struct Run
    {
        int first, last, top; // columns [first, last), from row top on
        std::uint16_t index;
    };
    std::vector<QVector<QRectF>> rects(table.size()), grounds(table.size()); // by colour: one path a colour in files
    const bool hasSeams = gap <= 0 && painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Pdf;
    const auto flush = [&](const Run& run, int bottom) {
        const QRectF rect(QPointF(edges.x[std::size_t(run.first)], edges.y[std::size_t(run.top)]),
            QPointF(edges.x[std::size_t(run.last)], edges.y[std::size_t(bottom)]));
        rects[run.index] << onPixels(painter, rect.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2));
        if (hasSeams)
            grounds[run.index] << overNeighbours(
                raster, QRect(QPoint(run.first, run.top), QPoint(run.last - 1, bottom - 1)), rect);
    };

    std::vector<Run> open; // runs of the row above, from left to right
    for (int row = 0; row < raster.rows; ++row) {
        std::vector<Run> runs;
        for (int column = 0; column < raster.columns;) {
            const std::uint16_t index = raster.at(row, column);
            const int first = column++;
            while (gap <= 0 && column < raster.columns && raster.at(row, column) == index)
                ++column;
            if (index != CellRaster::masked)
                runs.push_back({first, column, row, index});
        }
        // A run with an equal one above it continues that one.
        std::size_t above = 0;
        for (Run& run : runs) {
            for (; above < open.size() && open[above].first < run.first; ++above)
                flush(open[above], row);
            if (gap <= 0 && above < open.size() && open[above].first == run.first && open[above].last == run.last
                && open[above].index == run.index)
                run.top = open[above++].top;
        }
        for (; above < open.size(); ++above)
            flush(open[above], row);
        open = std::move(runs);
    }
    for (const Run& run : open)
        flush(run, raster.rows);

    painter.setPen(Qt::NoPen);
    for (const std::vector<QVector<QRectF>>& layer : {std::cref(grounds), std::cref(rects)})
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (layer[i].isEmpty())
                continue;
            painter.setBrush(QColor::fromRgb(table[i]));
            painter.drawRects(layer[i]);
        }
    painter.setBrush(Qt::NoBrush);
}

void drawHatch(
    QPainter& painter, const CellRaster& raster, const std::vector<double>& x, const std::vector<double>& y, const QPen& pen)
{
    if (!raster.hasMasked)
        return;
    struct Segment
    {
        double left, right;
    };
    // Lines x + y = origin + k·pitch. From row to row the next piece of a line begins where the last one ended.
    const double origin = x.front() + y.front();
    std::map<int, Segment> open;
    QVector<QLineF> lines;
    const auto flush = [&](int k, const Segment& s) {
        const double sum = origin + k * hatchPitch;
        lines << QLineF(s.left, sum - s.left, s.right, sum - s.right);
    };
    for (int row = 0; row < raster.rows; ++row) {
        const double top = y[std::size_t(row)];
        const double bottom = y[std::size_t(row) + 1];
        std::map<int, Segment> next;
        for (int column = 0; column < raster.columns;) {
            const int first = column;
            while (column < raster.columns && raster.at(row, column) == CellRaster::masked)
                ++column;
            if (column == first) {
                ++column;
                continue;
            }
            const double left = x[std::size_t(first)];
            const double right = x[std::size_t(column)];
            for (int k = int(std::floor((left + top - origin) / hatchPitch)) + 1; origin + k * hatchPitch < right + bottom; ++k) {
                const double sum = origin + k * hatchPitch;
                Segment segment{std::max(left, sum - bottom), std::min(right, sum - top)};
                if (const auto above = open.find(k); above != open.end() && std::abs(above->second.left - segment.right) < 1e-6) {
                    segment.right = above->second.right;
                    open.erase(above);
                }
                if (const auto other = next.find(k); other != next.end())
                    flush(k, other->second);
                next[k] = segment;
            }
        }
        for (const auto& [k, segment] : open)
            flush(k, segment);
        open = std::move(next);
    }
    for (const auto& [k, segment] : open)
        flush(k, segment);

    painter.setPen(pen);
    painter.drawLines(lines);
}

} // namespace widgets
