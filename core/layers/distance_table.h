#pragma once

// What Shaw, Transformer-XL and DeBERTa share: a table with a row for each distance, by which queries or keys of a head are
// multiplied. A score looks its number up by the distance; on the way back what falls on one row is summed up first: what is left
// are products as on the way there.

#include "core/base/products.h"
#include "core/layers/position_kind.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core::distance_table {

/// The table as one head reads it.
struct Table
{
    const float* numbers = nullptr;
    Index rows = 0;
    Index stride = 0; // from one row to the next
};

/// The numbers of a weight of attention of this name and shape; null in a plan.
const float* weight(const PositionInput& in, std::string_view name, const Shape& shape);

/// A projection of a table, weight NAME of attention: [row, heads · d_head] of rows [row, d_model]; empty in a plan.
Tensor projected(const PositionInput& in, std::string_view name, const Tensor& rows, Index heads, bool bias);

/// scale · query · row of the table for the queries of a tile: [row, table row], until the thread asks again.
const float* scores(const PositionInput& in, const ScoreTile& tile, const Table& table);

/// A part of the bias that looks these scores up at rowOf(query − key).
template <class RowOf>
BiasTerm lookUp(std::string name, const PositionInput& in, std::function<Table(Index head)> tableOf, const RowOf& rowOf)
{
    return {std::move(name), [in, tableOf = std::move(tableOf), rowOf](const ScoreTile& tile, float* out, Index stride) {
                const Table table = tableOf(tile.head);
                const float* of = scores(in, tile, table);
                for (Index row = 0; row < tile.rows; ++row)
                    for (Index key = 0; key < tile.keys; ++key)
                        out[row * stride + key]
                            = of[row * table.rows + rowOf(in.queryPosition(tile.first + row) - in.keyPosition(key))];
            }};
}

/// Numbers of one head [query, key] summed up for each query (or key) and row of a table: [query, row].
struct Sums
{
    Index rows = 0; // of the table
    std::vector<float> numbers;

    template <class RowOf>
    Sums(const PositionInput& in, const float* cells, Index tableRows, bool isByKey, const RowOf& rowOf)
        : rows(tableRows)
        , numbers(std::size_t(tableRows * (isByKey ? in.places.keys() : in.places.tokens())), 0.f)
    {
        const Index keys = in.places.keys();
        for (Index query = 0; query < in.places.tokens(); ++query)
            for (Index key = 0; key < keys; ++key)
                numbers[std::size_t((isByKey ? key : query) * rows + rowOf(in.queryPosition(query) - in.keyPosition(key)))]
                    += cells[query * keys + key];
    }
};

/// A table of one head on the way back: its numbers and their gradient, which may be null.
struct TableBack
{
    const float* numbers;
    float* gradient;
    Index stride;
};

/// Back through scores = scale · x_row · tableᵀ, from their gradients summed up, of rows of x and of the table.
void through(const PositionInput& in, const Sums& d, const Factor& x, float* dx, const TableBack& table);

/// Queries and keys of a head.
Factor queriesOf(const PositionInput& in, Index head);
Factor keysOf(const PositionInput& in, Index head);

/// The numbers of one head of [head, query, key].
const float* headOf(const Tensor& matrix, Index head);

/// Calls one(head) for each head: one after the other, because they add to the same numbers, and always in the same order.
void eachHead(const PositionInput& in, const std::function<void(Index head)>& one);

} // namespace core::distance_table
