#include "core/base/products.h"

#include "core/base/engine_use.h"
#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/slice_scope.h"
#include "core/base/system_memory.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#if defined(CUTAWAY_ONEDNN)
#include <dnnl.hpp>
#endif

namespace core {

namespace {

constexpr Index kSliceColumns = 768;  // widest slice: 512 tokens × 768 × 4096 stay below 20 ms on one core
constexpr Index kMinColumns = 128;  // narrower ones are not worth a thread
constexpr Index kTokenTile = 512;     // most rows of one tile
constexpr Index kColumnGrain = 32;   // slices begin at multiples of this
constexpr Index kBackColumns = 128;  // inputs of one tile on the way back

/// Inputs [first, first + count) of a matrix.
struct InputRange
{
    Index first, count;
};

struct FreeAligned
{
    void operator()(float* p) const { ::operator delete(p, std::align_val_t(64)); }
};
using Buffer = std::unique_ptr<float, FreeAligned>;

/// Runs the tiles of a product of so many operations, on all threads where that pays.
void runTiles(Index count, double flops, const std::function<void(Index)>& tile, ThreadPool& pool)
{
    if (flops >= 2e5)
        return pool.run(count, tile);
    makeLibrariesSingleThreaded();
    for (Index i = 0; i < count; ++i)
        tile(i);
}

Buffer makeBuffer(std::size_t floats)
{
    return Buffer(static_cast<float*>(::operator new(std::max<std::size_t>(1, floats) * sizeof(float), std::align_val_t(64))));
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

#if defined(CUTAWAY_ONEDNN)

/// y [columns] = x [in] · W (+ bias), W [in, columns].
void multiplyOne(const float* x, Index in, const float* rows, Index columns, const float* bias, float* y)
{
    if (bias)
        std::copy_n(bias, columns, y);
    else
        std::fill_n(y, columns, 0.f);
    kernels::best().addRows(x, rows, in, columns, y);
}

const dnnl::engine& cpuEngine()
{
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

struct ProductShape
{
    Index rows, in, columns, stride;
    bool bias;
    auto operator<=>(const ProductShape&) const = default;
};

/// A primitive that several threads may run at once: its scratch memory is each thread's own.
struct Primitive
{
    explicit Primitive(const dnnl::matmul::primitive_desc& desc)
        : matmul(desc)
        , scratch(desc.scratchpad_desc())
    {
    }
    static dnnl::primitive_attr attributes()
    {
        dnnl::primitive_attr attributes;
        attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
        return attributes;
    }
    dnnl::memory scratchMemory() const
    {
        static thread_local Buffer memory;
        static thread_local std::size_t bytes = 0;
        if (scratch.get_size() > bytes) {
            bytes = scratch.get_size();
            memory = makeBuffer(bytes / sizeof(float) + 1);
        }
        return dnnl::memory(scratch, cpuEngine(), memory.get());
    }

    dnnl::matmul matmul;
    dnnl::memory::desc scratch;
};

/// The primitive of a shape; kept, since making one takes longer than a small product.
template <class MakeDesc>
std::shared_ptr<const Primitive> primitiveFor(const ProductShape& shape, MakeDesc&& desc)
{
    static std::mutex mutex;
    static std::map<ProductShape, std::shared_ptr<const Primitive>> primitives;
    const std::lock_guard lock(mutex);
    if (const auto found = primitives.find(shape); found != primitives.end())
        return found->second;
    if (primitives.size() > 500) // a long session types many lengths
        primitives.clear();
    return primitives[shape]
        = std::make_shared<const Primitive>(dnnl::matmul::primitive_desc(desc(), Primitive::attributes(), cpuEngine()));
}

/// One slice and its weights.
class Slice
{
public:
    Slice(Index columns, Index in, const float* rows)
        : m_columns(columns)
        , m_in(in)
        , m_data(makeBuffer(std::size_t(in * columns)))
    {
        // Turned over once to [in, columns]: from this layout oneDNN's kernels run at full speed for every number of rows and
        // for results whose rows are apart. The layouts that it chooses itself serve only some of these (2.6: else a plain loop).
        constexpr Index tile = 16; // numbers of a cache line, read and written while the line is in cache
        for (Index c = 0; c < columns; c += tile)
            for (Index first = 0; first < in; first += tile)
                for (Index column = c; column < std::min(c + tile, columns); ++column)
                    for (Index i = first; i < std::min(first + tile, in); ++i)
                        m_data.get()[i * columns + column] = rows[column * in + i];
    }

    std::size_t bytes() const { return std::size_t(m_in * m_columns) * sizeof(float); }

    void multiply(const float* x, Index rows, const float* bias, float* y, Index yStride) const
    {
        if (rows == 1)
            return multiplyOne(x, m_in, m_data.get(), m_columns, bias, y);
        using md = dnnl::memory::desc;
        const auto f32 = dnnl::memory::data_type::f32;
        const md xDesc({rows, m_in}, f32, dnnl::memory::format_tag::ab);
        const md yDesc({rows, m_columns}, f32, dnnl::memory::dims{yStride, 1});
        const md biasDesc({1, m_columns}, f32, dnnl::memory::format_tag::ab);
        const md wDesc({m_in, m_columns}, f32, dnnl::memory::format_tag::ab);
        const std::shared_ptr<const Primitive> primitive = primitiveFor({rows, m_in, m_columns, yStride, bias != nullptr},
            [&] { return bias ? dnnl::matmul::desc(xDesc, wDesc, biasDesc, yDesc) : dnnl::matmul::desc(xDesc, wDesc, yDesc); });
        std::unordered_map<int, dnnl::memory> arguments{
            {DNNL_ARG_SRC, dnnl::memory(xDesc, cpuEngine(), const_cast<float*>(x))},
            {DNNL_ARG_WEIGHTS, dnnl::memory(wDesc, cpuEngine(), m_data.get())},
            {DNNL_ARG_DST, dnnl::memory(yDesc, cpuEngine(), y)},
            {DNNL_ARG_SCRATCHPAD, primitive->scratchMemory()},
        };
        if (bias)
            arguments.emplace(DNNL_ARG_BIAS, dnnl::memory(biasDesc, cpuEngine(), const_cast<float*>(bias)));
        dnnl::stream stream(cpuEngine());
        primitive->matmul.execute(stream, arguments);
        stream.wait();
    }

    /// dx [row, count] += dy [row, columns] · W for inputs [first, first + count).
    void multiplyBack(const float* dy, Index dyStride, Index rows, InputRange inputs, float* dx) const
    {
        addProduct({rows, inputs.count, m_columns}, {dy, dyStride}, {m_data.get() + inputs.first * m_columns, m_columns, true},
            dx + inputs.first, m_in);
    }

private:
    Index m_columns;
    Index m_in;
    Buffer m_data;
};

#else

/// One slice, row-major as it came: [columns, in].
class Slice
{
public:
    Slice(Index columns, Index in, const float* rows)
        : m_columns(columns)
        , m_in(in)
        , m_data(makeBuffer(std::size_t(columns * in)))
    {
        std::copy(rows, rows + columns * in, m_data.get());
    }

    std::size_t bytes() const { return std::size_t(m_columns * m_in) * sizeof(float); }

    void multiply(const float* x, Index rows, const float* bias, float* y, Index yStride) const
    {
        productTransposed(rows, m_columns, m_in, 1.f, x, m_in, m_data.get(), m_in, y, yStride);
        if (bias)
            for (Index row = 0; row < rows; ++row)
                for (Index column = 0; column < m_columns; ++column)
                    y[row * yStride + column] += bias[column];
    }

    /// dx [row, count] += dy [row, columns] · W for inputs [first, first + count).
    void multiplyBack(const float* dy, Index dyStride, Index rows, InputRange inputs, float* dx) const
    {
        addProduct({rows, inputs.count, m_columns}, {dy, dyStride}, {m_data.get() + inputs.first, m_in}, dx + inputs.first, m_in);
    }

private:
    Index m_columns;
    Index m_in;
    Buffer m_data;
};

#endif

} // namespace

struct PackedMatrix::Slices
{
    std::vector<Index> starts;
    std::vector<Slice> slices;
};

PackedMatrix::PackedMatrix(Index out, Index in, const ReadRows& read)
    : m_out(out)
    , m_in(in)
    , m_slices(std::make_unique<Slices>())
{
    makeLibrariesSingleThreaded();
    keepLargeBlocksApart();
    m_slices->starts = sliceStarts(out);
    Index widest = 0;
    for (std::size_t i = 0; i + 1 < m_slices->starts.size(); ++i)
        widest = std::max(widest, m_slices->starts[i + 1] - m_slices->starts[i]);
    const Buffer rows = makeBuffer(std::size_t(widest * in));
    for (std::size_t i = 0; i + 1 < m_slices->starts.size(); ++i) {
        const Index first = m_slices->starts[i];
        const Index columns = m_slices->starts[i + 1] - first;
        read(first, columns, rows.get());
        m_slices->slices.emplace_back(columns, in, rows.get());
    }
}

PackedMatrix::~PackedMatrix() = default;
PackedMatrix::PackedMatrix(PackedMatrix&&) noexcept = default;
PackedMatrix& PackedMatrix::operator=(PackedMatrix&&) noexcept = default;

std::size_t PackedMatrix::bytes() const
{
    std::size_t bytes = 0;
    for (const Slice& slice : m_slices->slices)
        bytes += slice.bytes();
    return bytes;
}

void PackedMatrix::multiply(const float* x, Index tokens, std::span<const float> bias, float* y, Index yStride, ThreadPool& pool,
    const RunControl& control) const
{
    const Job job{this, x, bias, y, yStride};
    multiply({&job, 1}, tokens, pool, control);
}

void PackedMatrix::multiply(std::span<const Job> jobs, Index tokens, ThreadPool& pool, const RunControl& control)
{
    countEngineUse();
    struct Tile
    {
        const Job* job;
        Index slice, row;
    };
    std::vector<Tile> tiles;
    double flops = 0;
    for (Index row = 0; row < tokens; row += kTokenTile)
        for (const Job& job : jobs) {
            assert(job.bias.empty() || Index(job.bias.size()) == job.matrix->m_out);
            for (Index slice = 0; slice < Index(job.matrix->m_slices->slices.size()); ++slice)
                tiles.push_back({&job, slice, row});
            flops += 2.0 * double(std::min(kTokenTile, tokens - row)) * double(job.matrix->m_out) * double(job.matrix->m_in);
        }
    const auto run = [&](Index i) {
        if (control.stop.stop_requested())
            return;
        const auto& [job, slice, row] = tiles[std::size_t(i)];
        const Slices& all = *job->matrix->m_slices;
        const Index start = all.starts[std::size_t(slice)];
        all.slices[std::size_t(slice)].multiply(job->x + row * job->matrix->m_in, std::min(kTokenTile, tokens - row),
            job->bias.empty() ? nullptr : job->bias.data() + start, job->y + row * job->yStride + start, job->yStride);
    };
    runTiles(Index(tiles.size()), flops, run, pool);
    control.check();
}

void PackedMatrix::multiplyBack(const float* dy, Index tokens, float* dx, ThreadPool& pool, const RunControl& control) const
{
    countEngineUse();
    const Index across = (m_in + kBackColumns - 1) / kBackColumns, down = (tokens + kTokenTile - 1) / kTokenTile;
    const auto run = [&](Index i) {
        if (control.stop.stop_requested())
            return;
        makeLibrariesSingleThreaded();
        const Index row = i / across * kTokenTile, first = i % across * kBackColumns;
        for (std::size_t slice = 0; slice < m_slices->slices.size(); ++slice)
            m_slices->slices[slice].multiplyBack(dy + row * m_out + m_slices->starts[slice], m_out,
                std::min(kTokenTile, tokens - row), {first, std::min(kBackColumns, m_in - first)}, dx + row * m_in);
    };
    runTiles(across * down, 2.0 * double(tokens) * double(m_out) * double(m_in), run, pool);
    control.check();
}

void addOuterProducts(const ConstMatrixView& dy, const ConstMatrixView& x, float* dw, ThreadPool& pool, const RunControl& control)
{
    const Index out = dy.cols(), in = x.cols(), tokens = dy.rows();
    const Index down = (out + kBackColumns - 1) / kBackColumns, across = (in + kTokenTile - 1) / kTokenTile;
    const auto run = [&](Index i) {
        if (control.stop.stop_requested())
            return;
        makeLibrariesSingleThreaded();
        const Index row = i / across * kBackColumns, column = i % across * kTokenTile;
        addProduct({std::min(kBackColumns, out - row), std::min(kTokenTile, in - column), tokens},
            {dy.data() + row, dy.outerStride(), true}, {x.data() + column, x.outerStride()}, dw + row * in + column, in);
    };
    runTiles(down * across, 2.0 * double(tokens) * double(out) * double(in), run, pool);
    control.check();
}

} // namespace core
