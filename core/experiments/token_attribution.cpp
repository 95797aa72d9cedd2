#include "core/experiments/token_attribution.h"

#include "core/run/gradient_trace.h"
#include "core/run/metric_gradient.h"
#include "core/run/stream_ids.h"

#include <functional>

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

/// The run of a text from another stream into the first block on.
class RunFromStream
{
public:
    RunFromStream(const Measurement& measured, const Trace& base, const RunControl& control)
        : m_measured(measured)
        , m_control{control.stop, {}, {}}
        , m_targets(targetsOf(measured.setup.config, streamIds(base)))
        , m_untouched(base.at("logits"))
    {
    }

    double value(const Tensor& stream) const
    {
        const auto trace = forward(m_measured.setup, inputFrom(stream), {.patterns = {"logits"}}, m_control);
        return valueOf(m_measured.metric, {trace->at("logits"), m_targets, &m_untouched});
    }

    /// What the metric gains for each number of this stream [token, d].
    Tensor gradient(const Tensor& stream) const
    {
        const ForwardInput input = inputFrom(stream);
        const auto tape = forward(m_measured.setup, input, tapeRequest({}), m_control);
        const Tensor ofLogits = gradientOf(m_measured.metric, {tape->at("logits"), m_targets, &m_untouched});
        return backward({m_measured.setup, input, *tape}, ofLogits, {.patterns = {firstStream}}, m_control).tensors.front().tensor;
    }

private:
    ForwardInput inputFrom(const Tensor& stream) const
    {
        ForwardInput input = m_measured.input;
        input.known = {.layers = 0, .stream = stream};
        return input;
    }

    const Measurement& m_measured;
    RunControl m_control;
    std::vector<TokenId> m_targets;
    Tensor m_untouched;
};

void addIntegrated(TokenAttribution& result, const RunFromStream& run, const Tensor& x, const RunControl& control)
{
    const StraightWay way(x);
    const Tensor whole = way.whole();
    result.reference = run.value(way.at(0));
    result.integrated.assign(std::size_t(x.rows()), 0.0);
    for (int step = 0; step < attributionSteps; ++step) {
        control.check();
        control.progress(double(step + 1) / double(attributionSteps + 1), "gradient");
        addRowProducts(whole, run.gradient(way.at((double(step) + 0.5) / attributionSteps)),
            [&](Index token, double sum) { result.integrated[std::size_t(token)] += sum / attributionSteps; });
    }
}

} // namespace

std::size_t TokenAttribution::bytes() const
{
    return std::size_t(stream.size()) * sizeof(float) + integrated.size() * sizeof(double) + metric.text.size();
}

TokenAttribution attributeTokens(const Measurement& measured, const RunControl& control)
{
    const Index layers = measured.setup.config.layers();
    const std::string last = blockName(layers - 1, "resid_post");
    const auto trace = traceWithGradients(measured.setup, measured.input,
        {.patterns = {"blocks.*.resid_pre", last, "logits"}}, measured.metric, {control.stop, {}, {}});

    TokenAttribution result{.metric = measured.metric, .value = trace->metricValue, .stream = {}, .integrated = {}};
    const Tensor& first = trace->at(firstStream);
    result.stream.resize(layers + 1, first.rows());
    for (Index place = 0; place <= layers; ++place) {
        const std::string name = place < layers ? blockName(place, "resid_pre") : last;
        addRowProducts(trace->at(name), trace->at("grad." + name),
            [&](Index token, double sum) { result.stream(place, token) = float(sum); });
    }
    control.progress(1.0 / (attributionSteps + 1), "gradient");
    if (!measured.setup.config.hasEncoder())
        addIntegrated(result, RunFromStream(measured, *trace, control), first, control);
    return result;
}

} // namespace core
