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

/// Calls near(e, e^(logit − top)) for the experts that share the softmax of the one with logit `top`, itself included.
template <class Near>
void eachNear(const RoutingRule& rule, const float* logits, const std::vector<bool>& isLeft, double top, const Near& near)
{
    for (Index e = 0; e < rule.experts; ++e) {
        const double logit = double(logits[e]); // larger only outside the groups of the token
        if (isLeft[std::size_t(e)] && logit <= top && (top - logit) / std::max(std::abs(logit), top) <= 2.0 * rule.jitter)
            near(e, std::exp(logit - top));
    }
}

/// The gate of an expert with logit `top`, the largest of those that are left.
double nearShare(const RoutingRule& rule, const float* logits, const std::vector<bool>& isLeft, double top)
{
    double sum = 0;
    eachNear(rule, logits, isLeft, top, [&](Index, double part) { sum += part; });
    return sum > 0 ? 1.0 / sum : 1.0; // all logits are 0: no quotient, and no other near it
}

/// Back through the softmax of the experts in turn: `ofGates` are the gradients of their gates.
void sparseBackward(const RoutingRule& rule, std::span<const Index> chosen, const float* logits,
    const std::vector<double>& ofGates, float* dLogits)
{
    std::vector<bool> isLeft(std::size_t(rule.experts), true);
    for (const Index e : chosen) {
        const double top = double(logits[e]), share = nearShare(rule, logits, isLeft, top);
        const double pull = -ofGates[std::size_t(e)] * share * share; // share = 1 / Σ e^(l − top)
        eachNear(rule, logits, isLeft, top, [&](Index other, double part) {
            dLogits[other] += float(pull * part);
            dLogits[e] -= float(pull * part);
        });
        isLeft[std::size_t(e)] = false;
    }
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

void gatesBackward(const RoutingRule& rule, std::span<const Index> chosen, const float* logits, const float* probs,
    const GateGradient& gradient)
{
    const std::size_t experts = std::size_t(rule.experts);
    RoutingRule plain = rule; // gates before the factor
    plain.scale = 1.0;
    std::vector<float> gates(experts);
    gatesOf(plain, chosen, logits, probs, gates.data());

    std::vector<double> d(experts, 0.0); // of the gates of the chosen, then of what they were made of
    double along = 0.0, sum = rule.isSigmoid() ? 1e-20 : 0.0;
    for (const Index e : chosen) {
        d[std::size_t(e)] = double(gradient.gates[e]) * rule.scale;
        along += d[std::size_t(e)] * double(gates[std::size_t(e)]);
        sum += double(probs[e]);
    }
    std::fill_n(gradient.logits, rule.experts, 0.f);
    std::fill_n(gradient.probs, rule.experts, 0.f);
    if (rule.kind == Routing::TopKThenSoftmax) {
        for (const Index e : chosen)
            gradient.logits[e] = float(double(gates[std::size_t(e)]) * (d[std::size_t(e)] - along));
        return;
    }
    if (rule.kind == Routing::SparseMixer) {
        if (rule.renormalise) { // gate = share / Σ shares
            plain.renormalise = false;
            gatesOf(plain, chosen, logits, probs, gates.data());
            double shares = 0.0;
            for (const Index e : chosen)
                shares += double(gates[std::size_t(e)]);
            for (const Index e : chosen)
                d[std::size_t(e)] = (d[std::size_t(e)] - along) / shares;
        }
        return sparseBackward(rule, chosen, logits, d, gradient.logits);
    }
    for (const Index e : chosen)
        gradient.probs[e] = float(rule.renormalise ? (d[std::size_t(e)] - along) / sum : d[std::size_t(e)]);

    // Probabilities of all logits.
    double mean = 0.0;
    for (Index e = 0; e < rule.experts; ++e)
        mean += double(probs[e]) * double(gradient.probs[e]);
    for (Index e = 0; e < rule.experts; ++e) {
        const double p = double(probs[e]), of = double(gradient.probs[e]);
        gradient.logits[e] = float(rule.isSigmoid() ? of * p * (1.0 - p) : p * (of - mean));
    }
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
