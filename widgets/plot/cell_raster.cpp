#include "widgets/plot/cell_raster.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace widgets {

namespace {

constexpr double hatchPitch = 6; // px between the lines, along x

/// value -> entry of the table; the linear case without a call.
class Indexer
{
public:
    explicit Indexer(const ColorScale& scale)
        : m_scale(scale)
        , m_entries(int(colorTable(scale.choice.map).size()))
        , m_isLinear(scale.choice.transform == ScaleTransform::Linear && !isCyclic(scale.choice.map))
        , m_low(float(scale.low))
        , m_factor(float(double(m_entries - 1) / (scale.high - scale.low)))
    {
    }

    std::uint16_t operator()(float value) const
    {
        if (!m_isLinear)
            return std::uint16_t(colorIndex(m_scale.position(double(value)), m_entries));
        return std::uint16_t(std::clamp((value - m_low) * m_factor + 0.5f, 0.0f, float(m_entries - 1)));
    }

private:
    const ColorScale& m_scale;
    int m_entries;
    bool m_isLinear;
    float m_low;
    float m_factor;
};

int blockStart(int i, int blocks, int cells) { return int(std::int64_t(i) * cells / blocks); }

} // namespace

CellRaster rasterOf(
    const Grid& grid, const Grid& mask, const ColorScale& scale, const CellRange& range, QSize most, BlockValue blockValue)
{
    CellRaster raster;
    raster.range = range;
    if (grid.isEmpty() || range.rows <= 0 || range.columns <= 0 || most.isEmpty())
        return raster;
    raster.rows = std::min(range.rows, most.height());
    raster.columns = std::min(range.columns, most.width());
    raster.index.resize(std::size_t(raster.rows) * std::size_t(raster.columns));

    const Indexer indexOf(scale);
    const bool hasMask = mask.rows == grid.rows && mask.columns == grid.columns && !mask.isEmpty();
    std::size_t out = 0;
    for (int row = 0; row < raster.rows; ++row) {
        const int top = range.firstRow + blockStart(row, raster.rows, range.rows);
        const int bottom = range.firstRow + blockStart(row + 1, raster.rows, range.rows);
        for (int column = 0; column < raster.columns; ++column) {
            const int left = range.firstColumn + blockStart(column, raster.columns, range.columns);
            const int right = range.firstColumn + blockStart(column + 1, raster.columns, range.columns);
            float sum = 0, largest = 0;
            int count = 0;
            for (int r = top; r < bottom; ++r)
                for (int c = left; c < right; ++c) {
                    const float value = grid.at(r, c);
                    if (!std::isfinite(value) || (hasMask && mask.at(r, c) == -std::numeric_limits<float>::infinity()))
                        continue;
                    sum += value;
                    if (std::abs(value) > std::abs(largest))
                        largest = value;
                    ++count;
                }
            raster.index[out++] = count == 0        ? CellRaster::masked
                : blockValue == BlockValue::Largest ? indexOf(largest)
                                                    : indexOf(sum / float(count));
            raster.hasMasked |= count == 0;
        }
    }
    return raster;
}

QImage imageOf(const CellRaster& raster, std::span<const QRgb> table)
{
    QImage image(raster.columns, raster.rows, raster.hasMasked ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    for (int row = 0; row < raster.rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
        const std::uint16_t* index = raster.index.data() + std::size_t(row) * std::size_t(raster.columns);
        for (int column = 0; column < raster.columns; ++column)
            line[column] = index[column] == CellRaster::masked ? 0 : table[index[column]];
    }
    return image;
}

std::vector<double> rasterEdges(const std::vector<double>& cellEdges, int entries)
{
    std::vector<double> edges;
    const int cells = int(cellEdges.size()) - 1;
    for (int i = 0; i <= entries && cells > 0; ++i)
        edges.push_back(cellEdges[std::size_t(blockStart(i, entries, cells))]);
    return edges;
}

void drawAsRectangles(QPainter& painter, const CellRaster& raster, std::span<const QRgb> table, const std::vector<double>& x,
    const std::vector<double>& y, double gap)
{
    struct Run
    {
        int first, last, top; // columns [first, last), from row top on
        std::uint16_t index;
    };
    std::vector<QVector<QRectF>> rects(table.size()); // by colour: one path a colour in files
    const auto flush = [&](const Run& run, int bottom) {
        const QRectF rect(QPointF(x[std::size_t(run.first)], y[std::size_t(run.top)]),
            QPointF(x[std::size_t(run.last)], y[std::size_t(bottom)]));
        rects[run.index] << rect.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
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
    for (std::size_t i = 0; i < rects.size(); ++i) {
        if (rects[i].isEmpty())
            continue;
        painter.setBrush(QColor::fromRgb(table[i]));
        painter.drawRects(rects[i]);
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
