#include "widgets/plot/cell_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace widgets {

namespace {

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

namespace {

/// Cells that are drawn as masked: no number, +∞, or hidden by the mask.
struct Source
{
    const Grid& grid;
    const Grid* mask = nullptr; // null: none

    Source(const Grid& numbers, const Grid& hiding)
        : grid(numbers)
    {
        if (hiding.rows == numbers.rows && hiding.columns == numbers.columns && !hiding.isEmpty())
            mask = &hiding;
    }
};

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The mean of a block; nothing when all its cells are masked.
std::optional<float> meanOf(const Source& source, const CellRange& block)
{
    float sum = 0;
    int count = 0;
    for (int r = block.firstRow; r < block.firstRow + block.rows; ++r)
        for (int c = block.firstColumn; c < block.firstColumn + block.columns; ++c) {
            const float value = source.grid.at(r, c);
            if (!std::isfinite(value) || (source.mask && source.mask->at(r, c) == -infinity))
                continue;
            sum += value;
            ++count;
        }
    return count == 0 ? std::nullopt : std::optional(sum / float(count));
}

/// The cells of largest magnitude among some rows, column by column: a loop without branches over each row, because a picture of
/// millions of cells is made anew for every step of a pan.
class LargestOfRows
{
public:
    LargestOfRows(const Source& source, int firstColumn, int columns)
        : m_source(source)
        , m_first(firstColumn)
        , m_magnitudes(std::size_t(columns))
        , m_values(std::size_t(columns))
    {
    }

    void begin() { std::fill(m_magnitudes.begin(), m_magnitudes.end(), -1.F); }

    void add(int row)
    {
        const auto start = [&](const Grid& grid) { return grid.data + row * grid.rowStride + m_first * grid.columnStride; };
        const float* const cells = start(m_source.grid);
        if (m_source.mask)
            add(cells, m_source.grid.columnStride, start(*m_source.mask), m_source.mask->columnStride);
        else if (m_source.grid.columnStride == 1)
            addPlain(cells);
        else
            add(cells, m_source.grid.columnStride, cells, m_source.grid.columnStride); // −∞ is masked anyway
    }

    /// Of the columns [from, to) counted from the first; nothing when all are masked.
    std::optional<float> largest(int from, int to) const
    {
        float magnitude = -1, value = 0;
        for (auto c = std::size_t(from); c < std::size_t(to); ++c)
            if (m_magnitudes[c] > magnitude) {
                magnitude = m_magnitudes[c];
                value = m_values[c];
            }
        return magnitude < 0 ? std::nullopt : std::optional(value);
    }

private:
    void take(std::size_t column, float value, bool isHidden)
    {
        const float magnitude = std::abs(value);
        const bool isLarger = magnitude > m_magnitudes[column] && magnitude < infinity && !isHidden;
        m_magnitudes[column] = isLarger ? magnitude : m_magnitudes[column];
        m_values[column] = isLarger ? value : m_values[column];
    }

    void addPlain(const float* cells)
    {
        float* const magnitudes = m_magnitudes.data();
        float* const values = m_values.data();
        const std::size_t count = m_values.size();
#pragma omp simd
        for (std::size_t c = 0; c < count; ++c) {
            const float value = cells[c], magnitude = std::abs(value);
            const bool isLarger = (magnitude > magnitudes[c]) & (magnitude < infinity);
            magnitudes[c] = isLarger ? magnitude : magnitudes[c];
            values[c] = isLarger ? value : values[c];
        }
    }

    void add(const float* cells, core::Index stride, const float* masks, core::Index maskStride)
    {
        for (std::size_t c = 0; c < m_values.size(); ++c)
            take(c, cells[core::Index(c) * stride], masks[core::Index(c) * maskStride] == -infinity);
    }

    const Source& m_source;
    core::Index m_first;
    std::vector<float> m_magnitudes; // −1: masked
    std::vector<float> m_values;
};

/// Cell edges of the entries along one axis: entries + 1.
using Starts = std::vector<int>;

Starts evenStarts(int first, int entries, int cells)
{
    Starts starts;
    for (int i = 0; i <= entries; ++i)
        starts.push_back(first + blockStart(i, entries, cells));
    return starts;
}

/// Of the largest magnitudes. REQUIRES: raster has its sizes.
void fillWithLargest(CellRaster& raster, const Source& source, const ColorScale& scale, const Starts& rows, const Starts& columns)
{
    const Indexer indexOf(scale);
    LargestOfRows block(source, columns.front(), columns.back() - columns.front());
    std::size_t out = 0;
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
        block.begin();
        for (int r = rows[row]; r < rows[row + 1]; ++r)
            block.add(r);
        for (std::size_t column = 0; column + 1 < columns.size(); ++column) {
            const auto value = block.largest(columns[column] - columns.front(), columns[column + 1] - columns.front());
            raster.index[out++] = value ? indexOf(*value) : CellRaster::masked;
            raster.hasMasked |= !value;
        }
    }
}

void fillWithMeans(CellRaster& raster, const Source& source, const ColorScale& scale, const Starts& rows, const Starts& columns)
{
    const Indexer indexOf(scale);
    std::size_t out = 0;
    for (std::size_t row = 0; row + 1 < rows.size(); ++row)
        for (std::size_t column = 0; column + 1 < columns.size(); ++column) {
            const auto value
                = meanOf(source, {rows[row], columns[column], rows[row + 1] - rows[row], columns[column + 1] - columns[column]});
            raster.index[out++] = value ? indexOf(*value) : CellRaster::masked;
            raster.hasMasked |= !value;
        }
}

} // namespace

CellRaster rasterOf(const RasterCells& cells, const CellRange& range, QSize most, BlockValue blockValue)
{
    const auto& [grid, mask, scale] = cells;
    CellRaster raster;
    raster.range = range;
    if (grid.isEmpty() || range.rows <= 0 || range.columns <= 0 || most.isEmpty())
        return raster;
    raster.rows = std::min(range.rows, most.height());
    raster.columns = std::min(range.columns, most.width());
    raster.index.resize(std::size_t(raster.rows) * std::size_t(raster.columns));
    const Starts rows = evenStarts(range.firstRow, raster.rows, range.rows),
                 columns = evenStarts(range.firstColumn, raster.columns, range.columns);
    const auto fill = blockValue == BlockValue::Mean ? fillWithMeans : fillWithLargest;
    fill(raster, Source(grid, mask), scale, rows, columns);
    return raster;
}

CellRaster blocksOf(const RasterCells& cells, const CellRange& range, QSize most, BlockValue blockValue)
{
    const auto& [grid, mask, scale] = cells;
    CellRaster raster;
    raster.range = range;
    if (grid.isEmpty() || range.rows <= 0 || range.columns <= 0 || most.isEmpty())
        return raster;
    const auto startsOf = [](int& first, int& count, int maxEntries, int all, int& block) {
        block = (count + maxEntries - 1) / maxEntries;
        const int end = std::min(all, (first + count + block - 1) / block * block);
        first = first / block * block;
        count = end - first;
        Starts starts;
        for (int start = first; start < end; start += block)
            starts.push_back(start);
        starts.push_back(end);
        return starts;
    };
    const Starts rows = startsOf(raster.range.firstRow, raster.range.rows, most.height(), int(grid.rows), raster.block.rheight());
    const Starts columns
        = startsOf(raster.range.firstColumn, raster.range.columns, most.width(), int(grid.columns), raster.block.rwidth());
    raster.rows = int(rows.size()) - 1;
    raster.columns = int(columns.size()) - 1;
    raster.index.resize(std::size_t(raster.rows) * std::size_t(raster.columns));
    const auto fill = blockValue == BlockValue::Mean ? fillWithMeans : fillWithLargest;
    fill(raster, Source(grid, mask), scale, rows, columns);
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

std::vector<double> rasterEdges(const std::vector<double>& cellEdges, int entries, int block)
{
    std::vector<double> edges;
    const int cells = int(cellEdges.size()) - 1;
    for (int i = 0; i <= entries && cells > 0; ++i)
        edges.push_back(cellEdges[std::size_t(block > 0 ? std::min(i * block, cells) : blockStart(i, entries, cells))]);
    return edges;
}

} // namespace widgets
