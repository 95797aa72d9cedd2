#pragma once

// The twin of the mixture of experts: one token after the other, in double precision, over a small model.

#include "core/layers/mixture_of_experts.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mixture_twins {

using namespace core;

using Vector = std::vector<double>;

inline const std::vector<TokenId> text{7, 2, 11, 0, 2, 12, 5, 9, 1};

inline Choices choicesOf(const std::string& assignments)
{
    return support::assigned("sizes.layers=2 sizes.d_model=18 sizes.heads=6 sizes.d_head=5 sizes.d_ff=11 sizes.vocab=13 "
                             "sizes.context=17 bias.feed_forward=true activation.kind=silu feed_forward.kind=mixture "
        + assignments);
}

/// A model with random numbers in every tensor; optional ones are there when `files` brings them.
inline std::shared_ptr<Setup> setupOf(const std::string& assignments, bool bringsOptional = false)
{
    auto setup = std::make_shared<Setup>();
    setup->config = resolve(choicesOf(assignments), {});
    setup->specs = plan(setup->config, 1).weights;
    for (const WeightSpec& spec : setup->specs)
        if (!spec.optional || bringsOptional)
            setup->weights.set(
                spec.name, std::make_shared<WeightTensor>(seededSource({spec.name, spec.shape, Init::Projection, 1.f}, 3)));
    return setup;
}

inline const MixtureOfExperts& mixtureOf(const Setup& setup)
{
    return std::get<MixtureOfExperts>(setup.config.block(1).feedForward);
}

inline std::shared_ptr<Trace> runAll(const Setup& setup, const std::vector<TokenId>& ids = text, std::vector<Index> starts = {})
{
    TraceRequest request;
    request.patterns = {"*"};
    return forward(setup, {ids, std::move(starts)}, request);
}

/// A pass in which `change` writes into the tensor of this name.
inline std::shared_ptr<Trace> runChanged(const Setup& setup, const std::string& name, const std::function<void(Tensor&)>& change)
{
    const std::shared_ptr<Trace> plain = forward(setup, {text, {}});
    const Tensor& before = plain->at(name);
    Tensor after(before.name(), before.axes(), before.shape());
    std::copy_n(before.data(), before.size(), after.data());
    change(after);
    TraceRequest request;
    request.interventions
        = {{.at = name, .op = InterventionOp::Set, .value = {after.shape(), {after.data(), after.data() + after.size()}}}};
    return forward(setup, {text, {}}, request);
}

// --- The naive twin: one token after the other, in double ---------------------------------------------------------------

struct Naive
{
    const Setup& setup;
    const MixtureOfExperts& mixture = mixtureOf(setup);
    const RoutingRule& rule = mixture.routing;

    Vector rowOf(const std::string& name, Index row) const
    {
        const WeightTensor* tensor = setup.weights.find(name);
        if (!tensor)
            return {};
        std::vector<float> values(std::size_t(tensor->shape().size() == 2 ? tensor->shape()[1] : 1));
        tensor->read(row, 1, values.data());
        return Vector(values.begin(), values.end());
    }
    Vector linear(const std::string& name, const Vector& x, bool bias) const
    {
        Vector y;
        for (Index o = 0; o < setup.weights.at(name + ".weight").shape()[0]; ++o) {
            const Vector w = rowOf(name + ".weight", o), b = bias ? rowOf(name + ".bias", o) : Vector();
            y.push_back(std::inner_product(w.begin(), w.end(), x.begin(), b.empty() ? 0.0 : b[0]));
        }
        return y;
    }
    Vector expert(const std::string& name, const Vector& x) const
    {
        const bool bias = setup.config.block(1).feedForwardBias;
        const Vector gate = linear(name + ".gate", x, bias), up = linear(name + ".up", x, bias);
        Vector post;
        for (std::size_t i = 0; i < gate.size(); ++i)
            post.push_back(setup.config.block(1).activation == Activation(Silu())
                    ? gate[i] / (1 + std::exp(-gate[i])) * up[i]
                    : activationValue(setup.config.block(1).activation, gate[i])
                        * linearHalf(setup.config.block(1).activation, up[i]));
        return linear(name + ".down", post, bias);
    }

    double sharedGate(const Vector& x) const
    {
        return mixture.sharedGate ? 1 / (1 + std::exp(-linear("blocks.1.mlp.shared_gate", x, false)[0])) : 1;
    }

    struct OfToken
    {
        Vector logits, probs, gates;
        std::vector<bool> chosen;
    };
    OfToken route(const Vector& x) const
    {
        const std::string router = "blocks.1.mlp.router";
        OfToken of;
        of.logits = linear(router, x, !rule.isSigmoid());
        double sum = 0;
        for (const double logit : of.logits)
            sum += std::exp(logit);
        for (const double logit : of.logits)
            of.probs.push_back(rule.isSigmoid() ? 1 / (1 + std::exp(-logit)) : std::exp(logit) / sum);

        Vector scores = rule.choosesByLogits() ? of.logits : of.probs;
        for (std::size_t e = 0; rule.isSigmoid() && e < scores.size(); ++e)
            scores[e] += rowOf(router + ".bias", Index(e))[0];
        limitGroups(scores);
        Vector sorted = scores;
        std::sort(sorted.rbegin(), sorted.rend());
        const double last = sorted[std::size_t(rule.topK) - 1];
        double ofChosen = 0;
        for (std::size_t e = 0; e < scores.size(); ++e) {
            of.chosen.push_back(std::isfinite(scores[e]) && scores[e] >= last);
            of.gates.push_back(!of.chosen[e]                ? 0
                    : rule.kind == Routing::SparseMixer     ? sparseGate(of.logits, e)
                    : rule.kind == Routing::TopKThenSoftmax ? std::exp(of.logits[e])
                                                            : of.probs[e]);
            ofChosen += of.gates[e];
        }
        const bool divides = rule.renormalise || rule.kind == Routing::TopKThenSoftmax;
        for (double& gate : of.gates)
            gate *= rule.scale / (divides ? ofChosen : 1);
        return of;
    }
    /// Of an expert that is taken when all with a larger logit are: over itself and those left that are near it.
    double sparseGate(const Vector& logits, std::size_t expert) const
    {
        double sum = 0;
        for (const double logit : logits) {
            const double distance = (logits[expert] - logit) / std::max(std::abs(logit), logits[expert]);
            if (logit <= logits[expert] && distance <= 2 * rule.jitter)
                sum += std::exp(logit - logits[expert]);
        }
        return 1 / sum;
    }
    void limitGroups(Vector& scores) const
    {
        if (rule.groups <= 1)
            return;
        const std::size_t size = std::size_t(rule.experts / rule.groups);
        Vector ofGroup;
        for (std::size_t g = 0; g < std::size_t(rule.groups); ++g) {
            Vector members(scores.begin() + std::ptrdiff_t(g * size), scores.begin() + std::ptrdiff_t((g + 1) * size));
            std::sort(members.rbegin(), members.rend());
            ofGroup.push_back(members[0] + (rule.isSigmoid() && size > 1 ? members[1] : 0));
        }
        Vector sorted = ofGroup;
        std::sort(sorted.rbegin(), sorted.rend());
        for (std::size_t e = 0; e < scores.size(); ++e)
            if (ofGroup[e / size] < sorted[std::size_t(rule.groupsTopK) - 1])
                scores[e] = -std::numeric_limits<double>::infinity();
    }
};

inline double differenceOf(const Tensor& row, Index t, const Vector& expected)
{
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        difference = std::max(difference, std::abs(expected[i] - double(row.row(t)[i])));
    }
    return difference / std::max(largest, 1e-6);
}

/// What differs between layer 1's mixture and its twin; empty when all agrees.
inline std::string difference(const Setup& setup, const Trace& trace)
{
    const Naive naive{setup};
    const RoutingRule& rule = naive.rule;
    const auto at = [&](const std::string& name) -> const Tensor& { return trace.at("blocks.1.mlp." + name); };
    const Tensor& input = at("input");
    const Index tokens = input.rows();
    const double even = double(tokens) * double(rule.topK) / double(rule.experts);
    std::vector<std::vector<float>> lists(std::size_t(rule.experts));
    std::vector<Index> taken(lists.size(), 0);
    for (Index t = 0; t < tokens; ++t) {
        const Vector x(input.row(t), input.row(t) + input.columns());
        Naive::OfToken of = naive.route(x);
        if (differenceOf(at("router_logits"), t, of.logits) > 1e-5 || differenceOf(at("router_probs"), t, of.probs) > 1e-5)
            return "the router of token " + std::to_string(t);
        Vector out(x.size(), 0.0), dropped(lists.size(), 0.0);
        const auto add = [&](const std::string& name, double gate) {
            const Vector part = naive.expert("blocks.1.mlp." + name, x);
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] += gate * part[i];
        };
        for (std::size_t e = 0; e < lists.size(); ++e) {
            if (of.chosen[e] && rule.capacity > 0 && double(++taken[e]) > std::ceil(rule.capacity * even)) {
                dropped[e] = 1;
                of.gates[e] = 0;
            } else if (of.chosen[e]) {
                lists[e].push_back(float(t));
                add("experts." + std::to_string(e), of.gates[e]);
            }
        }
        for (Index e = 0; e < naive.mixture.shared; ++e)
            add("shared." + std::to_string(e), naive.sharedGate(x));
        if (differenceOf(at("gates"), t, of.gates) > 1e-5)
            return "the gates of token " + std::to_string(t);
        if (rule.capacity > 0 && differenceOf(at("dropped"), t, dropped) > 0)
            return "what is dropped of token " + std::to_string(t);
        if (differenceOf(at("out"), t, out) > 1e-5)
            return "the output of token " + std::to_string(t);
    }
    for (std::size_t e = 0; e < lists.size(); ++e) {
        const Tensor* list = trace.find("blocks.1.mlp.experts." + std::to_string(e) + ".tokens");
        const std::span<const float> found = list ? list->values() : std::span<const float>();
        if ((list != nullptr) == lists[e].empty() || !std::equal(found.begin(), found.end(), lists[e].begin(), lists[e].end()))
            return "the list of expert " + std::to_string(e);
    }
    return trace.find("blocks.1.mlp.dropped") && rule.capacity == 0 ? "mlp.dropped without a capacity" : "";
}

} // namespace mixture_twins
