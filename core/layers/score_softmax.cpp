#include "core/layers/score_softmax.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {
constexpr float kMasked = -std::numeric_limits<float>::infinity();
}

void ScoreSoftmax::scores(Index query, const float* content, const float* bias, float* score, Index keys) const
{
    const auto [first, last] = seen.of(query);
    if (bias)
        kernels::best().add(content + first, bias + first, score + first, last - first);
    else if (score != content)
        std::copy(content + first, content + last, score + first);
    if (in.softCap != 0.f)
        for (Index key = first; key < last; ++key)
            score[key] = in.softCap * std::tanh(score[key] / in.softCap);
    std::fill(score, score + first, kMasked);
    std::fill(score + last, score + keys, kMasked);
    for (Index key = first; seen.hasHoles() && key < last; ++key)
        if (!seen.sees(query, key))
            score[key] = kMasked;
}

float ScoreSoftmax::pattern(Index head, Index query, const float* score, float* weight, Index keys) const
{
    const auto [first, last] = seen.of(query);
    const Index count = last - first;
    float sinkWeight = 0.f;
    if (in.sinks) {
        // softmax over [scores, sink]: both are compared on the scale of their common log Σ exp.
        const bool seesAny = std::any_of(score + first, score + last, [](float s) { return s != kMasked; });
        const float ofScores = seesAny ? kernels::best().logSumExp(score + first, count) : kMasked;
        const float sink = in.sinks[head];
        const float top = std::max(ofScores, sink);
        const float both = top + std::log(std::exp(ofScores - top) + std::exp(sink - top));
        sinkWeight = std::exp(sink - both);
        for (Index key = first; key < last; ++key)
            weight[key] = std::exp(score[key] - both);
    } else
        kernels::best().softmax(score + first, weight + first, count);
    std::fill(weight, weight + first, 0.f);
    std::fill(weight + last, weight + keys, 0.f);
    return sinkWeight;
}

void ScoreSoftmax::patternBackward(const BackScope& attn, const Tensor& pattern, Tensor& gradient) const
{
    std::vector<float> along(std::size_t(pattern.rows()));
    attn.rows(pattern.rows(), 4 * seen.keys(), [&](Index row) {
        const auto [first, last] = seen.of(row % seen.queries());
        along[std::size_t(row)] = kernels::best().softmaxBack(pattern.row(row) + first, gradient.row(row) + first, last - first);
    });
    float* sinks = in.hasSinks ? attn.weightGradient("sinks.weight") : nullptr;
    for (Index row = 0; sinks && row < pattern.rows(); ++row)
        sinks[row / seen.queries()] -= attn.tape("sink_weight").data()[row] * along[std::size_t(row)];
}

void ScoreSoftmax::capBackward(const BackScope& attn, const Tensor& scores, Tensor& gradient) const
{
    const Index keys = seen.keys();
    attn.rows(scores.rows(), 4 * keys, [&](Index row) {
        for (Index key = 0; key < keys; ++key) {
            const float share = scores.row(row)[key] / in.softCap;
            gradient.row(row)[key] *= scores.row(row)[key] == kMasked ? 0.f : 1.f - share * share;
        }
    });
}

void ScoreSoftmax::maskBackward(const BackScope& attn, const std::vector<KeyRange>& read, Tensor& gradient) const
{
    attn.rows(gradient.rows(), seen.keys(), [&](Index row) {
        const Index query = row % seen.queries();
        const auto [first, last] = seen.of(query);
        const auto [from, to] = read[std::size_t(query)];
        float* const d = gradient.row(row);
        std::fill(d + std::min(from, first), d + first, 0.f);
        std::fill(d + last, d + std::max(to, last), 0.f);
        for (Index key = first; seen.hasHoles() && key < last; ++key)
            if (!seen.sees(query, key))
                d[key] = 0.f;
    });
}

} // namespace core
