#include "core/analysis/token_route.h"

#include "core/analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

std::vector<double> rowOf(const Tensor* tensor, Index row)
{
    if (!tensor || row < 0 || row >= tensor->rows())
        return {};
    return {tensor->row(row), tensor->row(row) + tensor->columns()};
}

/// The row of an expert's output that belongs to the token: null where it was not recorded.
const float* outputOf(const Trace& trace, const std::string& expert, Index token)
{
    const Tensor* tokens = trace.find(expert + ".tokens");
    const Tensor* out = trace.find(expert + ".out");
    if (!tokens || !out)
        return nullptr;
    const float* const end = tokens->data() + tokens->size();
    const float* const at = std::find(static_cast<const float*>(tokens->data()), end, float(token));
    return at == end || at - tokens->data() >= out->rows() ? nullptr : out->row(at - tokens->data());
}

void addOutput(ExpertPart& part, const float* output, Index width)
{
    part.norm = output ? statisticsOf({output, std::size_t(width)}).norm : notKnown;
    for (Index i = 0; output && i < width; ++i)
        part.weighted.push_back(float(part.gate) * output[i]);
}

std::vector<ExpertPart> chosenParts(const Trace& trace, const std::string& scope, Index token, const std::vector<double>& gates)
{
    const std::vector<double> dropped = rowOf(trace.find(scope + ".dropped"), token);
    const Tensor* out = trace.find(scope + ".out");
    std::vector<ExpertPart> parts;
    for (std::size_t e = 0; e < gates.size(); ++e) {
        ExpertPart part;
        part.expert = Index(e);
        part.gate = gates[e];
        part.isDropped = e < dropped.size() && dropped[e] != 0;
        if (part.isDropped)
            part.weighted.assign(out ? std::size_t(out->columns()) : 0, 0.f);
        else if (part.gate != 0)
            addOutput(part, outputOf(trace, scope + ".experts." + std::to_string(e), token), out ? out->columns() : 0);
        else
            continue;
        parts.push_back(std::move(part));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const ExpertPart& a, const ExpertPart& b) { return a.gate > b.gate; });
    return parts;
}

} // namespace

std::optional<TokenMixture> tokenMixture(const Trace& trace, const std::string& scope, Index token)
{
    TokenMixture mixture;
    mixture.gates = rowOf(trace.find(scope + ".gates"), token);
    mixture.probs = rowOf(trace.find(scope + ".router_probs"), token);
    mixture.logits = rowOf(trace.find(scope + ".router_logits"), token);
    if (mixture.gates.empty() || mixture.probs.size() != mixture.gates.size())
        return {};
    mixture.parts = chosenParts(trace, scope, token, mixture.gates);
    const Tensor* opening = trace.find(scope + ".shared_gate");
    for (Index e = 0;; ++e) {
        const Tensor* shared = trace.find(scope + ".shared." + std::to_string(e) + ".out");
        if (!shared || token >= shared->rows())
            break;
        ExpertPart part;
        part.expert = e;
        part.isShared = true;
        part.gate = opening && token < opening->size() ? double(opening->data()[token]) : 1;
        addOutput(part, shared->row(token), shared->columns());
        mixture.parts.push_back(std::move(part));
    }

    if (const Tensor* out = trace.find(scope + ".out"); out && token < out->rows())
        mixture.out.assign(out->row(token), out->row(token) + out->columns());
    mixture.sum.assign(mixture.out.size(), 0.f);
    for (const ExpertPart& part : mixture.parts) {
        if (part.weighted.size() != mixture.out.size()) {
            mixture.sum.clear();
            break;
        }
        for (std::size_t i = 0; i < mixture.sum.size(); ++i)
            mixture.sum[i] += part.weighted[i];
    }
    mixture.sumNorm = mixture.sum.empty() ? notKnown : statisticsOf(mixture.sum).norm;
    mixture.outNorm = mixture.out.empty() ? notKnown : statisticsOf(mixture.out).norm;
    mixture.largestError = mixture.sum.empty() ? notKnown : 0;
    for (std::size_t i = 0; i < mixture.sum.size(); ++i)
        mixture.largestError = std::max(mixture.largestError, std::abs(double(mixture.sum[i]) - double(mixture.out[i])));
    return mixture;
}

std::vector<RouteStep> routeOf(const Trace& trace, Index token)
{
    std::vector<RouteStep> route;
    for (Index layer = 0; layer < trace.layers(); ++layer) {
        const std::vector<double> gates = rowOf(trace.find(blockName(layer, "mlp.gates")), token);
        const std::vector<double> dropped = rowOf(trace.find(blockName(layer, "mlp.dropped")), token);
        if (gates.empty())
            continue;
        RouteStep step{layer, {}};
        for (std::size_t e = 0; e < gates.size(); ++e)
            if (gates[e] != 0 || (e < dropped.size() && dropped[e] != 0))
                step.experts.emplace_back(Index(e), gates[e]);
        std::stable_sort(
            step.experts.begin(), step.experts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
        route.push_back(std::move(step));
    }
    return route;
}

double sharedChoices(std::span<const RouteStep> a, std::span<const RouteStep> b)
{
    Index choices = 0, shared = 0;
    for (const RouteStep& step : a) {
        const auto other = std::find_if(b.begin(), b.end(), [&](const RouteStep& s) { return s.layer == step.layer; });
        for (const auto& [expert, gate] : step.experts) {
            ++choices;
            shared += other != b.end() && std::any_of(other->experts.begin(), other->experts.end(), [e = expert](const auto& c) {
                return c.first == e;
            });
        }
    }
    return choices == 0 ? notKnown : double(shared) / double(choices);
}

Tensor gatesUnder(const RoutingRule& rule, const Tensor& logits, std::span<const float> bias)
{
    Tensor gates("gates", logits.axes(), logits.shape());
    std::vector<float> probs(std::size_t(rule.experts));
    for (Index t = 0; t < logits.rows(); ++t) {
        const float* row = logits.row(t);
        routerProbabilities(rule, row, probs.data());
        std::vector<float> scores(probs);
        if (rule.choosesByLogits())
            scores.assign(row, row + rule.experts);
        for (std::size_t e = 0; rule.isSigmoid() && e < bias.size() && e < scores.size(); ++e)
            scores[e] += bias[e];
        const std::vector<Index> chosen = chooseExperts(rule, scores);
        gatesOf(rule, chosen, row, probs.data(), gates.row(t));
    }
    return gates;
}

} // namespace core
