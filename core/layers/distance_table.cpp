#include "core/layers/distance_table.h"

#include "core/base/library_threads.h"
#include "core/base/row_products.h"

namespace core::distance_table {

const float* weight(const PositionInput& in, std::string_view name, const Shape& shape)
{
    const WeightTensor* stored = in.attn.weight(name, shape, Init::Projection);
    return stored ? stored->values().data() : nullptr;
}

Tensor projected(const PositionInput& in, std::string_view name, const Tensor& rows, Index heads, bool bias)
{
    Tensor out("projection", {"row", axis::dModel}, {rows.rows(), heads * in.dHead}, nullptr, nullptr);
    // The table is projected once a text. A plan counts its matrix once: as one row, or as the tokens that share it.
    if (in.attn.planning() && (name == "q" || name == "k"))
        return out;
    if (!in.attn.planning())
        out = Tensor("projection", {"row", axis::dModel}, {rows.rows(), heads * in.dHead});
    in.attn.linear(name, rows, in.dModel, heads * in.dHead, bias, out);
    return out;
}

const float* scores(const PositionInput& in, const ScoreTile& tile, const Table& table)
{
    thread_local std::vector<float> memory;
    memory.resize(std::size_t(tile.rows * table.rows));
    rowProduct({tile.rows, table.rows, in.dHead, in.scale},
        {in.q + (tile.first * in.heads + tile.head) * in.dHead, in.heads * in.dHead}, {table.numbers, table.stride, true},
        memory.data(), table.rows);
    return memory.data();
}

void through(const PositionInput& in, const Sums& d, const Factor& x, float* dx, const TableBack& table)
{
    const Index count = Index(d.numbers.size()) / d.rows;
    addProduct({count, in.dHead, d.rows, in.scale}, {d.numbers.data(), d.rows}, {table.numbers, table.stride}, dx, x.stride);
    if (table.gradient)
        addProduct({d.rows, in.dHead, count, in.scale}, {d.numbers.data(), d.rows, true}, x, table.gradient, table.stride);
}

Factor queriesOf(const PositionInput& in, Index head) { return {in.q + head * in.dHead, in.heads * in.dHead}; }

Factor keysOf(const PositionInput& in, Index head) { return {in.k + in.kvHead(head) * in.dHead, in.kvHeads * in.dHead}; }

const float* headOf(const Tensor& matrix, Index head) { return matrix.data() + head * matrix.dim(1) * matrix.dim(2); }

void eachHead(const PositionInput& in, const std::function<void(Index head)>& one)
{
    makeLibrariesSingleThreaded();
    for (Index head = 0; head < in.heads; ++head) {
        in.attn.control().check();
        one(head);
    }
}

} // namespace core::distance_table
