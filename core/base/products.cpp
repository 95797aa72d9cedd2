#include "core/base/products.h"

#include "core/base/cut_inputs.h"
#include "core/base/engine_use.h"
#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/row_products.h"
#include "core/base/slice_scope.h"
#include "core/base/system_memory.h"
#include "core/base/tile_product.h"
#include "core/base/turned_block.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace core {

namespace {

constexpr Index kSliceColumns = 768; // widest slice: 512 tokens × 768 × 4096 stay below 20 ms on one core
constexpr Index kMinColumns = 128;   // narrower ones are not worth a thread
constexpr Index kColumnGrain = 32;   // slices begin at multiples of this
constexpr Index kBackColumns = 128;  // inputs of one tile on the way back
constexpr Index kOuterColumns = 768; // and of one of the gradient of a matrix

/// Runs the tiles of a product of so many operations, on all threads where that pays.
void runTiles(Index count, double flops, const std::function<void(Index)>& tile, ThreadPool& pool)
{
    if (flops >= 2e5)
        return pool.run(count, tile);
    makeLibrariesSingleThreaded();
    for (Index i = 0; i < count; ++i)
        tile(i);
}

/// First columns of the slices of a matrix with `out` columns, and the end.
std::vector<Index> sliceStarts(Index out)
{
    // One for each core, wide ones: a slice turns its share of x over for the kernel, which has to pay.
    const Index cores = std::min<Index>(sliceCores(ThreadPool::shared().threads()), std::max<Index>(1, out / kMinColumns));
    const Index slices = std::max(cores, (out + kSliceColumns - 1) / kSliceColumns);
    std::vector<Index> starts{0};
    for (Index i = 1; i < slices; ++i)
        starts.push_back(out * i / slices / kColumnGrain * kColumnGrain);
    starts.push_back(out);
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    return starts;
}

} // namespace

ProductMatrix::ProductMatrix(Index out, Index in)
    : m_starts(sliceStarts(out))
    , m_in(in)
{
    makeLibrariesSingleThreaded();
    keepLargeBlocksApart();
}

Index ProductMatrix::widestSlice() const
{
    Index widest = 0;
    for (Index slice = 0; slice < slices(); ++slice)
        widest = std::max(widest, sliceColumns(slice));
    return widest;
}

void ProductMatrix::multiply(const float* x, Index tokens, std::span<const float> bias, float* y, Index yStride, ThreadPool& pool,
    const RunControl& control) const
{
    const Job job{this, x, bias, y, yStride};
    multiply({&job, 1}, tokens, pool, control);
}

void ProductMatrix::multiply(std::span<const Job> jobs, Index tokens, ThreadPool& pool, const RunControl& control)
{
    countEngineUse();
    struct Tile
    {
        const Job* job;
        Index slice, row;
    };
    std::vector<Tile> tiles;
    double flops = 0;
    for (Index row = 0; row < tokens; row += maxRowsOfTile)
        for (const Job& job : jobs) {
            assert(job.bias.empty() || Index(job.bias.size()) == job.matrix->out());
            for (Index slice = 0; slice < job.matrix->slices(); ++slice)
                tiles.push_back({&job, slice, row});
            flops += 2.0 * double(std::min(maxRowsOfTile, tokens - row)) * double(job.matrix->out()) * double(job.matrix->in());
        }
    CutInputs inputs;
    const auto run = [&](Index i) {
        if (control.stop.stop_requested())
            return;
        const CutInputs::Use use(inputs);
        const auto& [job, slice, row] = tiles[std::size_t(i)];
        const Index start = job->matrix->sliceStart(slice);
        job->matrix->multiplySlice({slice, job->x + row * job->matrix->in(), std::min(maxRowsOfTile, tokens - row),
            job->bias.empty() ? nullptr : job->bias.data() + start, job->y + row * job->yStride + start, job->yStride});
    };
    runTiles(Index(tiles.size()), flops, run, pool);
    control.check();
}

ProductMatrix::BackTile ProductMatrix::backTile() const { return {maxRowsOfTile, kBackColumns}; }

void ProductMatrix::multiplyBack(const float* dy, Index tokens, float* dx, ThreadPool& pool, const RunControl& control) const
{
    countEngineUse();
    const auto [rows, columns] = backTile();
    const Index across = (m_in + columns - 1) / columns, down = (tokens + rows - 1) / rows;
    const auto run = [&](Index i) {
        if (control.stop.stop_requested())
            return;
        makeLibrariesSingleThreaded();
        const Index row = i / across * rows, first = i % across * columns;
        multiplyInputsBack(
            {dy + row * out(), std::min(rows, tokens - row), {first, std::min(columns, m_in - first)}, dx + row * m_in});
    };
    runTiles(across * down, 2.0 * double(tokens) * double(out()) * double(m_in), run, pool);
    control.check();
}

PackedMatrix::PackedMatrix(Index out, Index in, const ReadRows& read)
    : ProductMatrix(out, in)
{
    const AlignedFloats rows = alignedFloats(std::size_t(widestSlice() * in));
    for (Index slice = 0; slice < slices(); ++slice) {
        const Index columns = sliceColumns(slice);
        read(sliceStart(slice), columns, rows.get());
        m_slices.push_back(alignedFloats(std::size_t(in * columns)));
        // Turned over once to [in, columns]: from this layout oneDNN's kernels run at full speed for every number of rows and
        // for results whose rows are apart. The layouts that it chooses itself serve only some of these (2.6: else a plain loop).
        turnRows(rows.get(), columns, in, m_slices.back().get());
    }
}

void PackedMatrix::multiplySlice(const SliceProduct& product) const
{
    const auto& [slice, x, rows, bias, y, yStride] = product;
    const Index columns = sliceColumns(slice);
    const float* const weights = m_slices[std::size_t(slice)].get();
    if (rows == 1) {
        if (bias)
            std::copy_n(bias, columns, y);
        else
            std::fill_n(y, columns, 0.f);
        kernels::best().addRows(x, weights, in(), columns, y);
    } else
        multiplyTile({rows, in(), columns, x, in(), {weights, columns}, bias, false, y, yStride});
}

void PackedMatrix::multiplyInputsBack(const BackProduct& product) const
{
    const auto& [dy, rows, inputs, dx] = product;
    for (Index slice = 0; slice < slices(); ++slice) {
        const Index columns = sliceColumns(slice);
        multiplyTile({rows, columns, inputs.count, dy + sliceStart(slice), out(),
            {m_slices[std::size_t(slice)].get() + inputs.first * columns, columns, true}, nullptr, true, dx + inputs.first,
            in()});
    }
}

void clearEmpty(GradientSum& sum, Index count, ThreadPool& pool)
{
    if (!std::exchange(sum.isEmpty, false))
        return;
    constexpr Index block = 16 * 1024; // numbers of a thread
    pool.run((count + block - 1) / block, [&](Index i) {
        const Index first = i * block;
        std::fill_n(sum.numbers + first, std::min(block, count - first), 0.f);
    });
}

void addOuterProducts(
    const ConstMatrixView& dy, const ConstMatrixView& x, GradientSum& dw, ThreadPool& pool, const RunControl& control)
{
    const Index out = dy.cols(), in = x.cols(), tokens = dy.rows();
    if (tokens == 0)
        return;
    const bool isFirst = std::exchange(dw.isEmpty, false);
    const Index down = (out + kBackColumns - 1) / kBackColumns, across = (in + kOuterColumns - 1) / kOuterColumns;
    const auto run = [&](Index i) {
        if (control.stop.stop_requested())
            return;
        makeLibrariesSingleThreaded();
        const Index row = i / across * kBackColumns, column = i % across * kOuterColumns;
        addProduct({std::min(kBackColumns, out - row), std::min(kOuterColumns, in - column), tokens, 1.f, isFirst},
            {dy.data() + row, dy.outerStride(), true}, {x.data() + column, x.outerStride()}, dw.numbers + row * in + column, in);
    };
    runTiles(down * across, 2.0 * double(tokens) * double(out) * double(in), run, pool);
    control.check();
}

} // namespace core
