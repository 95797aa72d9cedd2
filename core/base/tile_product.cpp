#include "core/base/tile_product.h"

#include "core/base/aligned_memory.h"

#include <algorithm>

#if defined(CUTAWAY_ONEDNN)
#include <dnnl.hpp>
#include <map>
#include <memory>
#include <mutex>
#endif

namespace core {

#if defined(CUTAWAY_ONEDNN)

namespace {

const dnnl::engine& cpuEngine()
{
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

struct ProductShape
{
    Index rows, in, columns, xStride, weightsStride, yStride;
    bool isTransposed, bias, adds;
    auto operator<=>(const ProductShape&) const = default;
};

/// A primitive that several threads may run at once: its scratch memory is each thread's own.
struct Primitive
{
    Primitive(const dnnl::matmul::desc& desc, bool adds)
        : description(desc, attributes(adds), cpuEngine())
        , matmul(description)
        , scratch(description.scratchpad_desc())
    {
    }
    static dnnl::primitive_attr attributes(bool adds)
    {
        dnnl::primitive_attr attributes;
        attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
        if (adds) {
            dnnl::post_ops sum;
            sum.append_sum(1.f);
            attributes.set_post_ops(sum);
        }
        return attributes;
    }
    dnnl::memory scratchMemory() const
    {
        static thread_local AlignedFloats memory;
        static thread_local std::size_t bytes = 0;
        if (scratch.get_size() > bytes) {
            bytes = scratch.get_size();
            memory = alignedFloats(bytes / sizeof(float) + 1);
        }
        return dnnl::memory(scratch, cpuEngine(), memory.get());
    }

    dnnl::matmul::primitive_desc description;
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
    return primitives[shape] = std::make_shared<const Primitive>(desc(), shape.adds);
}

} // namespace

void multiplyTile(const TileProduct& tile)
{
    using md = dnnl::memory::desc;
    using dims = dnnl::memory::dims;
    const auto f32 = dnnl::memory::data_type::f32;
    const md xDesc({tile.rows, tile.in}, f32, dims{tile.xStride, 1});
    const Index stride = tile.weights.stride;
    const md wDesc({tile.in, tile.columns}, f32, tile.weights.isTransposed ? dims{1, stride} : dims{stride, 1});
    const md yDesc({tile.rows, tile.columns}, f32, dims{tile.yStride, 1});
    const md biasDesc({1, tile.columns}, f32, dnnl::memory::format_tag::ab);
    const bool hasBias = tile.bias != nullptr;
    const ProductShape shape{
        tile.rows, tile.in, tile.columns, tile.xStride, stride, tile.yStride, tile.weights.isTransposed, hasBias, tile.adds};
    const std::shared_ptr<const Primitive> primitive = primitiveFor(shape,
        [&] { return hasBias ? dnnl::matmul::desc(xDesc, wDesc, biasDesc, yDesc) : dnnl::matmul::desc(xDesc, wDesc, yDesc); });
    std::unordered_map<int, dnnl::memory> arguments{
        {DNNL_ARG_SRC, dnnl::memory(xDesc, cpuEngine(), const_cast<float*>(tile.x))},
        {DNNL_ARG_WEIGHTS, dnnl::memory(wDesc, cpuEngine(), const_cast<float*>(tile.weights.numbers))},
        {DNNL_ARG_DST, dnnl::memory(yDesc, cpuEngine(), tile.y)},
        {DNNL_ARG_SCRATCHPAD, primitive->scratchMemory()},
    };
    if (hasBias)
        arguments.emplace(DNNL_ARG_BIAS, dnnl::memory(biasDesc, cpuEngine(), const_cast<float*>(tile.bias)));
    dnnl::stream stream(cpuEngine());
    primitive->matmul.execute(stream, arguments);
    stream.wait();
}

#else

void multiplyTile(const TileProduct& tile)
{
    for (Index row = 0; row < tile.rows; ++row) {
        float* const y = tile.y + row * tile.yStride;
        if (!tile.adds)
            std::fill_n(y, tile.columns, 0.f);
        for (Index column = 0; tile.bias && column < tile.columns; ++column)
            y[column] += tile.bias[column];
    }
    addProduct({tile.rows, tile.columns, tile.in}, {tile.x, tile.xStride}, tile.weights, tile.y, tile.yStride);
}

#endif

float* tileMemory(std::size_t floats)
{
    static thread_local AlignedFloats memory;
    static thread_local std::size_t size = 0;
    if (floats > size) {
        memory = alignedFloats(floats);
        size = floats;
    }
    return memory.get();
}

} // namespace core
