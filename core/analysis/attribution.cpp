#include "core/analysis/attribution.h"

#include "core/analysis/logit_lens.h"
#include "core/base/engine_use.h"
#include "core/run/pass.h"

#include <algorithm>

namespace core {

namespace {

/// weights · x + constant.
struct Functional
{
    std::vector<double> weights; // [d_model]
    double constant = 0;

    double linear(const float* x) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            sum += weights[i] * double(x[i]);
        return sum;
    }
};

/// Engine functions outside a pass of their own: nothing is recorded.
class Bench
{
public:
    explicit Bench(const Setup& setup)
        : m_pass(setup.weights, m_matcher, m_interventions, {}, 0)
    {
    }
    Scope root() { return m_pass.root(); }

private:
    const TraceMatcher m_matcher{TraceRequest{.patterns = {}, .nothing = true}};
    const std::vector<Intervention> m_none;
    const InterventionList m_interventions{m_none};
    Pass m_pass;
};

/// What the functional on a norm's output is on its input x, with the statistics held at those of `position`.
Functional throughNorm(const Norm& norm, const Scope& slot, const Tensor& x, Index position, const Functional& after)
{
    if (!traitsOf(norm).normalizes)
        return after;
    Frozen frozen;
    const Tensor out = applyNorm(norm, slot, x, &frozen);
    const bool byToken = frozen.scale.axes().front() != axis::dModel;
    Functional before;
    double mean = 0;
    for (std::size_t i = 0; i < after.weights.size(); ++i) {
        const double gain = frozen.gain ? double(frozen.gain[i]) + double(frozen.gainShift) : 1.0;
        const double scale = double(frozen.scale.data()[byToken ? position : Index(i)]);
        before.weights.push_back(after.weights[i] * gain / scale);
        mean += before.weights.back() / double(after.weights.size());
    }
    // The mean of a vector is the sum of the means of its parts: taking it away is linear too.
    if (traitsOf(norm).subtractsMean && !traitsOf(norm).isOverTokens)
        for (double& weight : before.weights)
            weight -= mean;
    before.constant = after.constant + after.linear(out.row(position)) - before.linear(x.row(position));
    return before;
}

/// The logit of a token as a function of the last block's stream at a position.
Functional logitOf(const Setup& setup, const Trace& trace, Index position, TokenId token)
{
    countEngineUse();
    const ModelConfig& config = setup.config;
    const WeightTensor& matrix = setup.weights.at(config.tied ? "embed.weight" : "unembed.weight");
    std::vector<float> row(std::size_t(config.tableWidth()));
    matrix.read(token, 1, row.data());
    if (config.projectsEmbedding()) { // the row as the stream meets it, through embed_out [table width, d_model]
        const Tensor& out = setup.weights.at("embed_out.weight").values();
        std::vector<float> wide(std::size_t(config.dModel), 0.f);
        for (Index i = 0; i < out.rows(); ++i)
            for (Index j = 0; j < out.columns(); ++j)
                wide[std::size_t(j)] += row[std::size_t(i)] * out.row(i)[j];
        row = std::move(wide);
    }
    Functional logit;
    for (const float weight : row)
        logit.weights.push_back(double(weight) * config.outputScale);
    if (config.outputBias)
        logit.constant = double(setup.weights.at("unembed.bias").values().data()[token]) * config.outputScale;
    if (!config.finalNorm)
        return logit;
    Bench bench(setup);
    return throughNorm(config.normAfter(config.blocks), bench.root().child("ln_final"), *streamAfter(trace, config.layers() - 1),
        position, logit);
}

std::vector<std::pair<PartOf, std::string>> branchesOf(const Setup& setup, Index layer)
{
    const BlockConfig& block = setup.config.block(layer);
    std::vector<std::pair<PartOf, std::string>> branches;
    branches.emplace_back(PartOf::Mixed, blockName(layer, isAttention(block.mixer) ? "attn_out" : "mixer_out"));
    if (setup.config.hasEncoder())
        branches.emplace_back(PartOf::Crossed, blockName(layer, "cross_attn_out"));
    if (hasFeedForward(block.feedForward))
        branches.emplace_back(PartOf::FedForward, blockName(layer, "mlp_out"));
    return branches;
}

} // namespace

NoAttribution attributionGap(const Setup& setup, const Trace& trace)
{
    if (setup.config.outputHead == OutputHead::None)
        return NoAttribution::NoLogits;
    if (setup.config.outputHead == OutputHead::MaskedLanguage)
        return NoAttribution::Head;
    for (const BlockConfig& block : setup.config.blocks) {
        const NormPlaces norms = placesOf(block.placement);
        if (block.residualFromNorm && norms.beforeBranch && traitsOf(block.norm).normalizes)
            return NoAttribution::NormCarried;
        if (isParallel(block.layout))
            continue; // added as they are
        if (norms.onStream && traitsOf(block.norm).normalizes)
            return NoAttribution::NormOnStream;
        if (block.deepFactors().alpha != 1.0)
            return NoAttribution::StreamScaled;
    }
    if (!streamAfter(trace, -1) || !streamAfter(trace, setup.config.layers() - 1))
        return NoAttribution::NotRecorded;
    for (Index layer = 0; layer < setup.config.layers(); ++layer)
        for (const auto& [of, name] : branchesOf(setup, layer))
            if (!trace.find(name))
                return NoAttribution::NotRecorded;
    return NoAttribution::Possible;
}

Attribution attribution(const Setup& setup, const Trace& trace, Index position, TokenId token)
{
    const Functional logit = logitOf(setup, trace, position, token);
    Attribution result;
    result.parts.push_back({PartOf::Embedded, -1, logit.linear(streamAfter(trace, -1)->row(position))});
    for (Index layer = 0; layer < setup.config.layers(); ++layer)
        for (const auto& [of, name] : branchesOf(setup, layer))
            result.parts.push_back({of, layer, logit.linear(trace.at(name).row(position))});
    result.parts.push_back({PartOf::Constant, -1, logit.constant});

    const Tensor& last = *streamAfter(trace, setup.config.layers() - 1);
    result.logit = logit.linear(last.row(position)) + logit.constant;
    result.rest = result.logit;
    for (const LogitPart& part : result.parts)
        result.rest -= part.value;
    return result;
}

HeadParts headParts(const Setup& setup, const Trace& trace, Index layer, Index position, TokenId token)
{
    const BlockConfig& block = setup.config.block(layer);
    const TraceEntry* z = trace.findEntry(blockName(layer, "attn.z")); // [token, head, d_value]
    const WeightTensor* matrix = setup.weights.find(blockName(layer, "attn.o.weight"));
    if (!z || !z->heads.empty() || !matrix || attributionGap(setup, trace) != NoAttribution::Possible)
        return {};

    Functional out = logitOf(setup, trace, position, token);
    out.constant = 0;
    const double factor = block.residualScale * block.deepFactors().beta;
    for (double& weight : out.weights)
        weight *= factor;
    if (placesOf(block.placement).onBranch) {
        const Tensor* raw = trace.find(blockName(layer, "attn.out"));
        if (!raw)
            return {};
        Bench bench(setup);
        out = throughNorm(block.norm, bench.root().child(blockName(layer, "ln1_post")), *raw, position, out);
    }

    // The functional on z: the rows of W^O weighted and summed, a bounded part of the matrix at a time.
    const Index width = matrix->shape()[1], rowsAtOnce = 64;
    std::vector<double> onZ(std::size_t(width), 0.0);
    std::vector<float> rows(std::size_t(rowsAtOnce * width));
    for (Index first = 0; first < matrix->shape()[0]; first += rowsAtOnce) {
        const Index count = std::min(rowsAtOnce, matrix->shape()[0] - first);
        matrix->read(first, count, rows.data());
        for (Index row = 0; row < count; ++row)
            for (Index i = 0; i < width; ++i)
                onZ[std::size_t(i)] += out.weights[std::size_t(first + row)] * double(rows[std::size_t(row * width + i)]);
    }
    HeadParts parts;
    parts.constant = out.constant;
    if (block.attentionOutputBias)
        parts.constant += out.linear(setup.weights.at(blockName(layer, "attn.o.bias")).values().data());
    const Index heads = z->tensor.dim(1), dValue = z->tensor.dim(2);
    const float* mixed = z->tensor.data() + position * heads * dValue;
    for (Index head = 0; head < heads; ++head) {
        double sum = 0;
        for (Index i = head * dValue; i < (head + 1) * dValue; ++i)
            sum += onZ[std::size_t(i)] * double(mixed[i]);
        parts.heads.push_back(sum);
    }
    return parts;
}

} // namespace core
