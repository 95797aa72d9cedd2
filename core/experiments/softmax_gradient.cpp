#include "core/experiments/softmax_gradient.h"

#include "core/run/gradient_trace.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace core {

namespace {

/// Root mean square of the numbers of a head in a tensor [token, head, d]; the last head for one beyond (of grouped heads).
double sizeOfHead(const Tensor& tensor, Index head, Index headsPerGroup)
{
    const Index heads = tensor.dim(1), at = std::min(head / headsPerGroup, heads - 1);
    double squares = 0;
    for (Index token = 0; token < tensor.dim(0); ++token)
        for (Index d = 0; d < tensor.dim(2); ++d)
            squares += std::pow(double(tensor.row(token * heads + at)[d]), 2);
    return std::sqrt(squares / double(std::max<Index>(1, tensor.dim(0) * tensor.dim(2))));
}

/// Root mean square of the gradient of the scores over the pairs that have one: masked scores are −inf.
double sizeOfScores(const ConstMatrixView& scores, const ConstMatrixView& gradient)
{
    double squares = 0;
    Index seen = 0;
    for (Index query = 0; query < scores.rows(); ++query)
        for (Index key = 0; key < scores.cols(); ++key)
            if (std::isfinite(scores(query, key))) {
                squares += std::pow(double(gradient(query, key)), 2);
                ++seen;
            }
    return std::sqrt(squares / double(std::max<Index>(1, seen)));
}

} // namespace

std::size_t SoftmaxGradient::bytes() const
{
    return std::size_t(pattern.size()) * sizeof(float) + jacobian.size() * sizeof(double);
}

double softmaxJacobianNorm(std::span<const float> weights)
{
    // Σᵢⱼ (pᵢ δᵢⱼ − pᵢ pⱼ)² = Σ pᵢ² − 2 Σ pᵢ³ + (Σ pᵢ²)²
    double squares = 0, cubes = 0;
    for (const float weight : weights) {
        const double p = double(weight);
        squares += p * p;
        cubes += p * p * p;
    }
    return std::sqrt(std::max(0.0, squares - 2 * cubes + squares * squares));
}

SoftmaxGradient softmaxGradient(const Measurement& measured, const HeadPlace& at, const RunControl& control)
{
    const auto name = [&](const char* tensor) { return blockName(at.layer, std::string("attn.") + tensor); };
    const auto trace = traceWithGradients(measured.setup, measured.input,
        requestOf(measured, {name("pattern"), name("scores"), name("q"), name("k")}), measured.metric, control);
    const Tensor& patterns = trace->at(name("pattern"));
    SoftmaxGradient result;
    result.pattern = patterns.slice(at.head);
    for (Index query = 0; query < result.pattern.rows(); ++query)
        result.jacobian.push_back(softmaxJacobianNorm({result.pattern.row(query).data(), std::size_t(result.pattern.cols())}));
    const Tensor &q = trace->at("grad." + name("q")), &k = trace->at("grad." + name("k"));
    result.scores = sizeOfScores(trace->at(name("scores")).slice(at.head), trace->at("grad." + name("scores")).slice(at.head));
    result.query = sizeOfHead(q, at.head, 1);
    result.key = sizeOfHead(k, at.head, std::max<Index>(1, patterns.dim(0) / std::max<Index>(1, k.dim(1))));
    result.scale = measured.setup.config.blocks[std::size_t(at.layer)].scale();
    return result;
}

SoftmaxGradients softmaxGradients(const Measurement& measured, const HeadPlace& at, const RunControl& control)
{
    SoftmaxGradients result;
    Setup changed = measured.setup;
    std::optional<double>& scale = changed.config.blocks[std::size_t(at.layer)].scoreScale;
    for (const bool isDivided : {true, false}) {
        scale = isDivided ? std::nullopt : std::optional(1.0);
        (isDivided ? result.divided : result.plain)
            = softmaxGradient({changed, measured.input, measured.metric, measured.inForce}, at, control);
    }
    return result;
}

} // namespace core
