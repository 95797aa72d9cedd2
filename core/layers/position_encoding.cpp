#include "core/layers/position_encoding.h"

namespace core {

bool addsToEmbedding(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.addsToEmbedding; }, kind);
}

bool rotates(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.rotates; }, kind);
}

void settle(PositionEncoding& kind, Index context)
{
    std::visit(
        [&](auto& k) {
            if constexpr (requires { k.settle(context); })
                k.settle(context);
        },
        kind);
}

bool* directionsOf(PositionEncoding& kind)
{
    return std::visit(
        [](auto& k) -> bool* {
            if constexpr (requires { k.bidirectional; })
                return &k.bidirectional;
            else
                return nullptr;
        },
        kind);
}

bool suitsLatent(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.suitsLatent; }, kind);
}

double scoreTerms(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.scoreTerms(); }, kind);
}

std::optional<EmbeddedDistances> distanceTable(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.distanceTable(); }, kind);
}

double latentGrowth(const PositionEncoding& kind)
{
    return std::visit([](const auto& k) { return k.latentGrowth(); }, kind);
}

std::optional<Index> positionTableRow(const PositionEncoding& kind, Index position)
{
    return std::visit([&](const auto& k) { return k.tableRow(position); }, kind);
}

std::optional<Index> distanceRow(const PositionEncoding& kind, Index queryMinusKey)
{
    return std::visit([&](const auto& k) { return k.distanceRow(queryMinusKey); }, kind);
}

bool computePositionRow(const PositionEncoding& kind, Index position, std::span<float> row)
{
    return std::visit([&](const auto& k) { return k.computeRow(position, row); }, kind);
}

std::optional<TurnedPair> turnedPair(const PositionEncoding& kind, Index dim, Index dHead, Index position, Index textLength)
{
    return std::visit([&](const auto& k) { return k.turnedPair(dim, dHead, position, textLength); }, kind);
}

BiasOfCell biasOfCell(const PositionEncoding& kind, const ScoreCell& cell)
{
    return std::visit([&](const auto& k) { return k.biasOfCell(cell); }, kind);
}

std::optional<ValueRow> valueRow(const PositionEncoding& kind, Index query, Index key)
{
    return std::visit([&](const auto& k) { return k.valueRow(query, key); }, kind);
}

} // namespace core
