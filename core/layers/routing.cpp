#include "core/layers/routing.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr float never = -std::numeric_limits<float>::infinity();

/// The k largest, largest first, equal ones by number; −∞ is never taken. k passes instead of a sort: k is small, and a NaN
/// upsets nothing.
std::vector<Index> largest(std::span<const float> values, Index k)
{
    std::vector<Index> result;
    std::vector<bool> taken(values.size(), false);
    while (Index(result.size()) < k) {
        Index best = -1;
        for (Index i = 0; i < Index(values.size()); ++i) {
            const float value = values[std::size_t(i)];
            if (!taken[std::size_t(i)] && value != never && (best < 0 || value > values[std::size_t(best)]))
                best = i;
        }
        if (best < 0)
            break;
        taken[std::size_t(best)] = true;
        result.push_back(best);
    }
    return result;
}

/// The scores with −∞ outside of the best groups.
std::vector<float> withinGroups(const RoutingRule& rule, std::span<const float> scores)
{
    const Index size = rule.experts / rule.groups; // experts of a group
    const Index counted = rule.isSigmoid() ? 2 : 1;
    std::vector<float> ofGroup;
    for (Index g = 0; g < rule.groups; ++g) {
        const std::span<const float> members = scores.subspan(std::size_t(g * size), std::size_t(size));
        float sum = 0.f;
        for (const Index e : largest(members, counted))
            sum += members[std::size_t(e)];
        ofGroup.push_back(sum);
    }
    std::vector<float> result(scores.size(), never);
    for (const Index g : largest(ofGroup, rule.groupsTopK))
        std::copy_n(scores.begin() + g * size, size, result.begin() + g * size);
    return result;
}

/// The gate of an expert with logit `top`, the largest of those that are left.
double nearShare(const RoutingRule& rule, const float* logits, const std::vector<bool>& isLeft, double top)
{
    double sum = 0;
    for (Index e = 0; e < rule.experts; ++e) {
        const double logit = double(logits[e]); // larger only outside the groups of the token
        if (isLeft[std::size_t(e)] && logit <= top && (top - logit) / std::max(std::abs(logit), top) <= 2.0 * rule.jitter)
            sum += std::exp(logit - top);
    }
    return sum > 0 ? 1.0 / sum : 1.0; // all logits are 0: no quotient, and no other near it
}

} // namespace

Index RoutingRule::chosenPerToken() const { return std::min(topK, limitsGroups() ? groupsTopK * (experts / groups) : experts); }

void routerProbabilities(const RoutingRule& rule, const float* logits, float* probs)
{
    if (rule.isSigmoid())
        kernels::best().sigmoid(logits, probs, rule.experts);
    else
        kernels::best().softmax(logits, probs, rule.experts);
}

std::vector<Index> chooseExperts(const RoutingRule& rule, std::span<const float> scores)
{
    return rule.limitsGroups() ? largest(withinGroups(rule, scores), rule.topK) : largest(scores, rule.topK);
}

void gatesOf(const RoutingRule& rule, std::span<const Index> chosen, const float* logits, const float* probs, float* gates)
{
    if (rule.kind == Routing::TopKThenSoftmax) {
        std::fill_n(gates, rule.experts, never);
        for (const Index e : chosen)
            gates[e] = logits[e];
        kernels::best().softmax(gates, gates, rule.experts);
    } else {
        std::fill_n(gates, rule.experts, 0.f);
        std::vector<bool> isLeft(std::size_t(rule.experts), true);
        double sum = rule.isSigmoid() ? 1e-20 : 0.0; // DeepSeek-V3's own code: all sigmoids may be 0
        for (const Index e : chosen) {
            gates[e] = rule.kind == Routing::SparseMixer ? float(nearShare(rule, logits, isLeft, double(logits[e]))) : probs[e];
            isLeft[std::size_t(e)] = false;
            sum += double(gates[e]);
        }
        for (const Index e : chosen)
            gates[e] = rule.renormalise ? float(double(gates[e]) / sum) : gates[e];
    }
    kernels::best().scale(gates, float(rule.scale), gates, rule.experts);
}

Index expertPlaces(const RoutingRule& rule, Index tokens)
{
    // A hair less, so that 1.2 · 5 · 2 / 4 = 3 gives 3 places and not 4.
    const double even = double(tokens) * double(rule.topK) / double(rule.experts);
    return Index(std::min(std::ceil(rule.capacity * even - 1e-9), double(tokens)));
}

Index evenShare(const RoutingRule& rule, Index routed, Index expert)
{
    return routed / rule.experts + (expert < routed % rule.experts ? 1 : 0);
}

} // namespace core
