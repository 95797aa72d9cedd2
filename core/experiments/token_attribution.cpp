#include "core/experiments/token_attribution.h"

#include "core/run/gradient_trace.h"
#include "core/run/metric_gradient.h"
#include "core/run/stream_ids.h"
#include "core/run/tape_names.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

namespace core {

namespace {

constexpr const char* firstStream = "blocks.0.resid_pre";

/// Σ_d a[token, d] · b[token, d].
void addRowProducts(const Tensor& a, const Tensor& b, const std::function<void(Index token, double sum)>& add)
{
    for (Index token = 0; token < a.rows(); ++token) {
        double sum = 0;
        for (Index d = 0; d < a.columns(); ++d)
            sum += double(a.row(token)[d]) * double(b.row(token)[d]);
        add(token, sum);
    }
}

/// The way from the mean of the rows of x to x.
class StraightWay
{
public:
    explicit StraightWay(const Tensor& x)
        : m_x(x)
        , m_mean(x.matrix().colwise().mean())
    {
    }

    /// At `share` of the way, 0…1.
    Tensor at(double share) const
    {
        Tensor stream(firstStream, m_x.axes(), m_x.shape());
        stream.matrix() = m_x.matrix() * float(share);
        stream.matrix().rowwise() += m_mean * float(1.0 - share);
        return stream;
    }

    /// x − x̄ [token, d].
    Tensor whole() const
    {
        Tensor way("way", m_x.axes(), m_x.shape());
        way.matrix() = m_x.matrix().rowwise() - m_mean;
        return way;
    }

private:
    const Tensor& m_x;
    Eigen::RowVectorXf m_mean;
};

/// A place on the way.
struct Place
{
    double share = 0; // 0…1
    double value = 0; // of the metric
    std::vector<double> slopes; // [token]: Σ_d (x[d] − x̄[d]) · ∂metric/∂x[d]
};

/// The runs of a text whose stream enters the first block from places on the way.
class RunsOnTheWay
{
public:
    RunsOnTheWay(const Measurement& measured, const Trace& base, const RunControl& control)
        : m_measured(measured)
        , m_control{control.stop, {}, {}}
        , m_request(tapeRequest(requestOf(measured, {})))
        , m_isChanged(std::ranges::count(base.replaced, firstStream) > 0)
        , m_targets(targetsOf(measured.metric, measured.setup.config, streamIds(base)))
        , m_untouched(untouchedLogits(measured.setup, measured.input, base, m_control))
        , m_stream(m_isChanged ? computedStream() : base.at(firstStream))
        , m_way(m_stream)
        , m_whole(m_way.whole())
        , m_end(m_isChanged ? at(1) : Place{1, base.metricValue, slopesOf(base.at("grad." + std::string(firstStream)))})
    {
    }

    /// The end of the way is the text itself, whose gradient is known.
    const Place& end() const { return m_end; }

    Place at(double share) const
    {
        m_control.check();
        ForwardInput input = m_measured.input;
        input.earlier = nullptr;
        input.known = {.layers = 0, .stream = m_way.at(share)};
        const auto tape = forward(m_measured.setup, input, m_request, m_control);
        const MetricInput ends{tape->at("logits"), m_targets, &m_untouched};
        const Gradients gradients = backward({m_measured.setup, input, *tape}, gradientOf(m_measured.metric, ends),
            {.patterns = {m_isChanged ? untouchedName(firstStream) : firstStream}}, m_control);
        return {share, valueOf(m_measured.metric, ends), slopesOf(gradients.tensors.front().tensor)};
    }

private:
    /// What the embeddings gave, before the interventions in force changed it: the tokens are what is attributed to.
    Tensor computedStream() const
    {
        ForwardInput input = m_measured.input;
        input.earlier = nullptr;
        return forward(m_measured.setup, input, m_request, m_control)->at(untouchedName(firstStream));
    }

    std::vector<double> slopesOf(const Tensor& gradient) const
    {
        std::vector<double> slopes;
        addRowProducts(m_whole, gradient, [&](Index, double sum) { slopes.push_back(sum); });
        return slopes;
    }

    const Measurement& m_measured;
    RunControl m_control;
    TraceRequest m_request;
    bool m_isChanged; // the stream, by what is in force
    std::vector<TokenId> m_targets;
    Tensor m_untouched;
    Tensor m_stream;
    StraightWay m_way;
    Tensor m_whole; // the way, x − x̄
    Place m_end;
};

/// A part of the way, whose integral is that of the parabola through its ends and its middle (Simpson's rule).
struct Part
{
    Place begin, middle, end;

    double integral(std::size_t token) const
    {
        return (end.share - begin.share) * (begin.slopes[token] + 4 * middle.slopes[token] + end.slopes[token]) / 6;
    }

    /// How far the integrals are from what the metric gains along this part.
    double missing() const
    {
        double sum = 0;
        for (std::size_t token = 0; token < begin.slopes.size(); ++token)
            sum += integral(token);
        return std::abs(sum - (end.value - begin.value));
    }
};

constexpr double floatError = 1e-5; // of a metric, as a share of it

/// How much may be missing of a share of value − reference.
double allowed(double share, const TokenAttribution& found)
{
    return share * std::abs(found.value - found.reference) + floatError * (1 + std::abs(found.value));
}

std::shared_ptr<const Trace> tracedStream(const Measurement& measured, const RunControl& control)
{
    return traceWithGradients(measured.setup, measured.input,
        requestOf(measured, {"blocks.*.resid_pre", blockName(measured.setup.config.layers() - 1, "resid_post"), "logits"}),
        measured.metric, {control.stop, {}, {}});
}

TokenAttribution streamTimesGradient(const Measurement& measured, const Trace& trace)
{
    const Index layers = measured.setup.config.layers();
    TokenAttribution result{.metric = measured.metric, .value = trace.metricValue, .stream = {}, .integrated = {}};
    result.stream.resize(layers + 1, trace.at(firstStream).rows());
    for (Index place = 0; place <= layers; ++place) {
        const std::string name = place < layers ? blockName(place, "resid_pre") : blockName(layers - 1, "resid_post");
        addRowProducts(
            trace.at(name), trace.at("grad." + name), [&](Index token, double sum) { result.stream(place, token) = float(sum); });
    }
    return result;
}

/// From the parts, in their order.
void sumUp(TokenAttribution& result, const std::vector<Part>& parts)
{
    result.reference = parts.front().begin.value;
    result.steps = 1 + 2 * parts.size(); // the ends are shared
    result.missing = 0;
    result.integrated.assign(parts.front().begin.slopes.size(), 0.0);
    for (const Part& part : parts) {
        result.missing += part.missing();
        for (std::size_t token = 0; token < result.integrated.size(); ++token)
            result.integrated[token] += part.integral(token);
    }
}

/// Takes further gradients where a part misses most.
void addIntegrated(TokenAttribution& result, const RunsOnTheWay& runs, const RunControl& control)
{
    std::vector<Part> parts{{runs.at(0), runs.at(0.5), runs.end()}};
    sumUp(result, parts);
    while (result.isCoarse() && std::isfinite(result.missing) && result.steps + 2 <= maxAttributionSteps) {
        control.progress(double(result.steps) / double(maxAttributionSteps), "gradient");
        const auto worst = std::ranges::max_element(parts, {}, &Part::missing);
        const auto between = [&](const Place& a, const Place& b) { return runs.at((a.share + b.share) / 2); };
        Part second{worst->middle, between(worst->middle, worst->end), worst->end};
        *worst = {worst->begin, between(worst->begin, worst->middle), worst->middle};
        parts.insert(worst + 1, std::move(second));
        sumUp(result, parts);
    }
}

} // namespace

std::size_t TokenAttribution::bytes() const
{
    return std::size_t(stream.size()) * sizeof(float) + integrated.size() * sizeof(double) + metric.text.size();
}

bool TokenAttribution::isCoarse() const
{
    if (integrated.empty())
        return false;
    const double sum = std::accumulate(integrated.begin(), integrated.end(), 0.0);
    return !(std::abs(sum - (value - reference)) <= allowed(attributionError, *this)
        && missing <= allowed(attributionErrorOfParts, *this)); // NaN, too
}

TokenAttribution gradientTimesStream(const Measurement& measured, const RunControl& control)
{
    return streamTimesGradient(measured, *tracedStream(measured, control));
}

TokenAttribution attributeTokens(const Measurement& measured, const RunControl& control)
{
    const auto trace = tracedStream(measured, control);
    TokenAttribution result = streamTimesGradient(measured, *trace);
    if (!measured.setup.config.hasEncoder())
        addIntegrated(result, RunsOnTheWay(measured, *trace, control), control);
    return result;
}

} // namespace core
