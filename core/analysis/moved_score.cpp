#include "core/analysis/moved_score.h"

#include "core/analysis/sinusoid_terms.h"
#include "core/base/error.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"

#include <algorithm>

namespace core {

namespace {

constexpr Index steps = 16; // from the first place to the last

bool readsTable(const PositionEncoding& position)
{
    return std::visit([](const auto& kind) { return kind.tableRow(0).has_value(); }, position);
}

/// Layer 0 of the same weights with the positions that are added, each token `places` on.
Setup movedSetup(const Setup& setup, Index places)
{
    PositionEncoding added = addedPositions(setup);
    std::visit(
        [&](auto& kind) {
            if constexpr (requires { kind.offset; }) // row p + offset is that of position p
                kind.offset += places;
        },
        added);
    Setup moved = withSameWeights(setup, {.position = added, .layers = 1});
    if (readsTable(added))
        moved.config.context -= places; // the table stays as long as it is
    return moved;
}

/// The vector of a token in a head, of [token, head or key/value head, d_head].
std::span<const float> vectorOf(const Tensor& tensor, Index token, Index head, Index heads)
{
    return {tensor.row(token * tensor.dim(1) + head * tensor.dim(1) / heads), std::size_t(tensor.dim(2))};
}

/// The vector as the kind turns it at a position of a text of this length.
std::vector<double> turnedBy(const PositionEncoding& position, std::span<const float> vector, Index at, Index length)
{
    std::vector<double> turned(vector.begin(), vector.end());
    for (std::size_t dim = 0; dim < vector.size(); ++dim) {
        const std::optional<TurnedPair> pair = std::visit(
            [&](const auto& kind) { return kind.turnedPair(Index(dim), Index(vector.size()), at, length); }, position);
        if (!pair)
            continue;
        const double first = double(vector[std::size_t(pair->first)]), second = double(vector[std::size_t(pair->second)]);
        turned[dim] = Index(dim) == pair->first ? first * pair->cosine - second * pair->sine
                                                : first * pair->sine + second * pair->cosine;
    }
    return turned;
}

/// The scores with RoPE.
void addRotary(const Setup& setup, const Trace& trace, const ScoredPair& pair, std::vector<MovedScore>& scores)
{
    const PositionEncoding& own = setup.config.block(0).position;
    const PositionEncoding rotary = std::visit([](const auto& kind) { return kind.rotates; }, own) ? own : Rope{};
    const std::string q = blockName(0, "attn.q"), k = blockName(0, "attn.k");
    TracePtr vectors;
    try {
        vectors = forward(withSameWeights(setup, {.position = rotary, .layers = 1}), inputOf(trace), {.patterns = {q, k}});
    } catch (const Error&) {
        return;
    }
    const BlockConfig& block = setup.config.block(0);
    const Index length = Index(trace.ids.size());
    for (MovedScore& score : scores) {
        const std::vector<double> query
            = turnedBy(rotary, vectorOf(vectors->at(q), pair.query, pair.head, block.heads), pair.query + score.places, length),
            key = turnedBy(rotary, vectorOf(vectors->at(k), pair.key, pair.head, block.heads), pair.key + score.places, length);
        score.rotary = 0;
        for (std::size_t dim = 0; dim < query.size(); ++dim)
            score.rotary += block.scale() * query[dim] * key[dim];
    }
}

} // namespace

std::vector<MovedScore> movedScores(
    const Setup& setup, const Trace& trace, const ScoredPair& pair, const RunControl& control)
{
    const std::string name = blockName(0, sinusoidTermNames.back());
    const bool isTable = readsTable(addedPositions(setup));
    const Index most = isTable ? std::clamp<Index>(setup.config.context - Index(trace.ids.size()), 0, maxMoved) : maxMoved;
    std::vector<MovedScore> scores;
    for (Index step = 0; step <= steps; ++step) {
        const Index places = most * step / steps;
        if (!scores.empty() && scores.back().places == places)
            continue;
        try {
            const TracePtr moved = forward(movedSetup(setup, places), inputOf(trace), {.patterns = {name}}, control);
            const Tensor& all = moved->at(name);
            scores.push_back({places, double(all.data()[(pair.head * all.dim(1) + pair.query) * all.dim(2) + pair.key])});
        } catch (const Error&) {
            return {};
        }
    }
    addRotary(setup, trace, pair, scores);
    return scores;
}

} // namespace core
