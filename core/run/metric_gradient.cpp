#include "core/run/metric_gradient.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// row [vocabulary] += share · (softmax(logits) − target).
void addSurprise(std::span<const float> logits, TokenId target, float share, float* row)
{
    std::vector<float> p(logits.size());
    kernels::best().softmax(logits.data(), p.data(), Index(logits.size()));
    for (std::size_t i = 0; i < p.size(); ++i)
        row[i] += share * p[i];
    row[target] -= share;
}

/// Of the entropy H = −Σ p log p: −p (log p + H).
void setEntropy(std::span<const float> logits, float* row)
{
    const double logZ = double(kernels::best().logSumExp(logits.data(), Index(logits.size())));
    double entropy = 0.0;
    for (const float logit : logits)
        if (const double log = double(logit) - logZ; std::isfinite(log))
            entropy -= std::exp(log) * log;
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (const double log = double(logits[i]) - logZ; std::isfinite(log))
            row[i] = float(-std::exp(log) * (log + entropy));
}

void setLoss(const MetricInput& in, Tensor& gradient)
{
    const auto counted = std::count_if(in.targets.begin(), in.targets.end(), [](TokenId target) { return target >= 0; });
    const std::size_t width = std::size_t(in.logits.columns());
    for (Index t = 0; t < in.logits.rows(); ++t)
        if (const TokenId target = in.targets[std::size_t(t)]; target >= 0)
            addSurprise({in.logits.row(t), width}, target, 1.f / float(counted), gradient.row(t));
}

/// Mean over positions of KL(untouched ‖ run): softmax of the run − that of the untouched one.
void setDivergence(const MetricInput& in, Tensor& gradient)
{
    const Index width = in.logits.columns(), rows = in.logits.rows();
    std::vector<float> ours(static_cast<std::size_t>(width)), theirs = ours;
    for (Index t = 0; t < rows; ++t) {
        kernels::best().softmax(in.logits.row(t), ours.data(), width);
        kernels::best().softmax(in.untouched->row(t), theirs.data(), width);
        for (Index i = 0; i < width; ++i)
            gradient.row(t)[i] = (ours[std::size_t(i)] - theirs[std::size_t(i)]) / float(rows);
    }
}

} // namespace

void requireGradient(const Metric& metric)
{
    if (!hasGradient(metric.kind))
        throw Error({ErrorKind::BadInput, "", "metric", CUTAWAY_TR("the metric has no gradient"), "", wordOf(metric.kind)});
}

Tensor gradientOf(const Metric& metric, const MetricInput& in)
{
    requireGradient(metric);
    Tensor gradient("grad.logits", in.logits.axes(), in.logits.shape());
    std::fill_n(gradient.data(), gradient.size(), 0.f);
    if (metric.kind == MetricKind::Loss)
        setLoss(in, gradient);
    if (metric.kind == MetricKind::Kl)
        setDivergence(in, gradient);
    if (!hasPosition(metric.kind))
        return gradient;
    const Index position = positionOf(metric, in.logits.rows());
    const std::span<const float> logits(in.logits.row(position), std::size_t(in.logits.columns()));
    float* row = gradient.row(position);
    switch (metric.kind) {
    case MetricKind::Logit:
        row[metric.token] = 1.f;
        break;
    case MetricKind::LogProb:
        addSurprise(logits, metric.token, -1.f, row);
        break;
    case MetricKind::LogitDifference:
        row[metric.token] += 1.f;
        row[metric.other] -= 1.f;
        break;
    case MetricKind::Entropy:
        setEntropy(logits, row);
        break;
    default:
        break;
    }
    return gradient;
}

} // namespace core
