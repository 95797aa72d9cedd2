#include "core/base/stored_matrix.h"

#include "core/base/cut_inputs.h"
#include "core/base/kernels.h"
#include "core/base/row_products.h"
#include "core/base/tile_product.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace core {

namespace {

// A tile in float32 is to stay in half of a second-level cache of 1 MiB.
constexpr Index tileColumns = 256;
constexpr Index tileStride = tileColumns + laneRows; // rows of a tile must not all fall into the same lines of the cache
constexpr Index tileDepth = 512;

constexpr Index stripDepth = 256; // numbers of sixteen rows that are decoded into the first-level cache

/// The largest multiple of `block` up to `most`, at least one block.
Index wholeBlocks(Index most, Index block) { return std::max(block, most / block * block); }

} // namespace

StoredMatrix::StoredMatrix(Index out, Index in, const BlockFormat& format, const ReadBlocks& read)
    : ProductMatrix(out, in)
    , m_format(format)
    , m_lanes(laneLoops(format.lanes))
    , m_dot(laneDots() ? laneDots()->of(format.lanes) : nullptr)
{
    assert(in % Index(format.blockNumbers) == 0);
    const std::size_t rowBytes = std::size_t(in) / format.blockNumbers * format.blockBytes;
    const Index groups = (out + laneRows - 1) / laneRows;
    m_groupBytes = rowBytes * std::size_t(laneRows);
    m_blocks = alignedBytes(std::size_t(groups) * m_groupBytes);
    const auto load = [&](Index group) {
        std::byte* const place = m_blocks.get() + std::size_t(group) * m_groupBytes;
        static thread_local std::vector<std::byte> rows;
        rows.resize(m_lanes.decode ? m_groupBytes : 0);
        std::byte* const target = m_lanes.decode ? rows.data() : place;
        const Index count = std::min(laneRows, out - group * laneRows);
        if (count < laneRows)
            std::memset(target, 0, m_groupBytes);
        read(group * laneRows, count, target);
        if (m_lanes.decode)
            weaveRows(format.lanes, target, rowBytes, place);
    };
    ThreadPool::shared().run(groups, load, 4);
}

std::size_t StoredMatrix::bytesOf(Index out, Index in, const BlockFormat& format)
{
    const Index rows = (out + laneRows - 1) / laneRows * laneRows;
    return std::size_t(rows) * (std::size_t(in) / format.blockNumbers * format.blockBytes);
}

const unsigned char* StoredMatrix::blocksAt(Index group, Index first) const
{
    const std::size_t block = std::size_t(first) / m_format.blockNumbers;
    return reinterpret_cast<const unsigned char*>(
        m_blocks.get() + std::size_t(group) * m_groupBytes + block * m_format.blockBytes * std::size_t(laneRows));
}

void StoredMatrix::decode(Index group, Index first, Index count, float* target, Index stride) const
{
    const std::size_t number = std::size_t(count) / m_format.blockNumbers;
    if (m_lanes.decode)
        return m_lanes.decode(blocksAt(group, first), std::ptrdiff_t(number), target, stride);
    const std::byte* const blocks = m_blocks.get() + std::size_t(group) * m_groupBytes;
    const std::size_t firstBlock = std::size_t(first) / m_format.blockNumbers;
    static thread_local std::vector<float> row;
    row.resize(std::size_t(count));
    for (Index r = 0; r < laneRows; ++r) {
        m_format.decode(blocks + std::size_t(r) * m_groupBytes / std::size_t(laneRows) + firstBlock * m_format.blockBytes, number,
            row.data());
        for (Index i = 0; i < count; ++i)
            target[i * stride + r] = row[std::size_t(i)];
    }
}

void StoredMatrix::multiplySlice(const SliceProduct& product) const
{
    if (product.rows > maxFewRows)
        return multiplyMany(product);
    CutInputs* const inputs = m_dot ? CutInputs::current() : nullptr;
    if (const CutNumbers* const cut = inputs ? inputs->of(product.x, product.rows * in()) : nullptr)
        multiplyCut(product, cut);
    else
        multiplyFew(product);
}

void StoredMatrix::multiplyCut(const SliceProduct& product, const CutNumbers* cut) const
{
    const Index start = sliceStart(product.slice), columns = sliceColumns(product.slice);
    const Index blocks = in() / Index(m_format.blockNumbers);
    for (Index column = 0; column < columns; column += laneRows) {
        const std::byte* const group = m_blocks.get() + std::size_t((start + column) / laneRows) * m_groupBytes;
        const Index width = std::min(laneRows, columns - column);
        for (Index row = 0; row < product.rows; ++row) {
            float sums[laneRows] = {};
            m_dot(reinterpret_cast<const unsigned char*>(group), blocks, cut + row * (in() / cutNumbers), sums);
            float* const y = product.y + row * product.yStride + column;
            for (Index i = 0; i < width; ++i)
                y[i] = sums[i] + (product.bias ? product.bias[column + i] : 0.f);
        }
    }
}

void StoredMatrix::multiplyFew(const SliceProduct& product) const
{
    const auto& [slice, x, rows, bias, y, yStride] = product;
    const Index start = sliceStart(slice), columns = sliceColumns(slice);
    const Index depth = wholeBlocks(stripDepth, Index(m_format.blockNumbers));
    float* const strip = tileMemory(std::size_t(depth * laneRows));
    float sums[maxFewRows * laneRows];
    for (Index column = 0; column < columns; column += laneRows) {
        std::fill(std::begin(sums), std::end(sums), 0.f);
        for (Index first = 0; first < in(); first += depth) {
            const Index count = std::min(depth, in() - first);
            if (!m_lanes.sum)
                decode((start + column) / laneRows, first, count, strip, laneRows);
            for (Index row = 0; row < rows; ++row) {
                const float* const numbers = x + row * in() + first;
                if (m_lanes.sum) // a number is a block
                    m_lanes.sum(blocksAt((start + column) / laneRows, first), count, numbers, sums + row * laneRows);
                else
                    kernels::best().addLanes(strip, count, numbers, sums + row * laneRows);
            }
        }
        for (Index row = 0; row < rows; ++row)
            for (Index i = 0; i < std::min(laneRows, columns - column); ++i)
                y[row * yStride + column + i] = sums[row * laneRows + i] + (bias ? bias[column + i] : 0.f);
    }
}

void StoredMatrix::multiplyMany(const SliceProduct& product) const
{
    const auto& [slice, x, rows, bias, y, yStride] = product;
    const Index start = sliceStart(slice), columns = sliceColumns(slice);
    const Index depth = wholeBlocks(tileDepth, Index(m_format.blockNumbers));
    float* const tile = tileMemory(std::size_t(depth * tileStride));
    for (Index column = 0; column < columns; column += tileColumns) {
        const Index width = std::min(tileColumns, columns - column);
        for (Index first = 0; first < in(); first += depth) {
            const Index count = std::min(depth, in() - first);
            for (Index c = 0; c < width; c += laneRows)
                decode((start + column + c) / laneRows, first, count, tile + c, tileStride);
            multiplyTile({rows, count, width, x + first, in(), {tile, tileStride}, first == 0 && bias ? bias + column : nullptr,
                first > 0, y + column, yStride});
        }
    }
}

ProductMatrix::BackTile StoredMatrix::backTile() const
{
    const auto block = Index(m_format.blockNumbers);
    const BackTile tile = ProductMatrix::backTile();
    return {tile.rows, (tile.inputs + block - 1) / block * block};
}

void StoredMatrix::multiplyInputsBack(const BackProduct& product) const
{
    const auto& [dy, rows, inputs, dx] = product;
    float* const tile = tileMemory(std::size_t(inputs.count * tileStride));
    for (Index column = 0; column < out(); column += tileColumns) {
        const Index width = std::min(tileColumns, out() - column);
        for (Index c = 0; c < width; c += laneRows)
            decode((column + c) / laneRows, inputs.first, inputs.count, tile + c, tileStride);
        addProduct({rows, inputs.count, width}, {dy + column, out()}, {tile, tileStride, true}, dx + inputs.first, in());
    }
}

} // namespace core
