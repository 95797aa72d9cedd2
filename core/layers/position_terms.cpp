#include "core/layers/position_terms.h"

#include "core/base/products.h"

namespace core {

void recordPositionTerms(const Scope& attn, const AttentionInput& in, const Tensor& q, const Tensor& k)
{
    static constexpr const char* names[]
        = {"scores_content_content", "scores_content_position", "scores_position_content", "scores_position_position"};
    bool isAsked = attn.planning();
    for (const char* name : names)
        isAsked |= attn.wants(name, Recording::OnRequest);
    if (!isAsked)
        return;

    // The parts of queries and keys that stem from positions; the rest is content.
    const BlockConfig& config = in.config;
    const auto positionOf = [&](std::string_view name, const Tensor& whole) {
        Tensor part("position", whole.axes(), whole.shape(), nullptr, nullptr);
        if (!attn.planning()) {
            part = Tensor("position", whole.axes(), whole.shape());
            attn.linear(name, *in.positionPart, in.dModel(), whole.dim(1) * whole.dim(2), false, part);
        }
        return part;
    };
    const auto contentOf = [&](const Tensor& whole, const Tensor& position) {
        if (attn.planning())
            return position;
        Tensor part("content", whole.axes(), whole.shape());
        part.matrix() = whole.matrix() - position.matrix();
        return part;
    };
    const Tensor positionQ = positionOf("q", q), positionK = positionOf("k", k);
    const Tensor contentQ = contentOf(q, positionQ), contentK = contentOf(k, positionK);

    const Index tokens = q.dim(0), d = config.dHead, perKv = config.heads / config.kvHeads;
    for (int term = 0; term < 4; ++term) {
        if (!attn.planning() && !attn.wants(names[term], Recording::OnRequest))
            continue;
        const Tensor& query = term < 2 ? contentQ : positionQ;
        const Tensor& key = term % 2 == 0 ? contentK : positionK;
        Tensor scores
            = attn.make(names[term], {axis::head, axis::query, axis::key}, {config.heads, tokens, tokens}, Recording::OnRequest);
        attn.nothingFollows(scores, {"scores_content"});
        attn.rows(config.heads, tokens * tokens, [&](Index head) {
            productTransposed(tokens, tokens, d, float(config.scale()), query.data() + head * d, config.heads * d,
                key.data() + head / perKv * d, config.kvHeads * d, scores.data() + head * tokens * tokens, tokens);
        });
        attn.record(scores, Recording::OnRequest);
    }
}

} // namespace core
