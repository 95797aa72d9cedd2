#include "core/train/training_measures.h"

#include "core/analysis/attention_scores.h"
#include "core/analysis/expert_load.h"
#include "core/base/logit_distribution.h"
#include "core/base/seeded_numbers.h"
#include "core/base/slice_scope.h"
#include "core/base/thread_pool.h"
#include "core/text/ordinary_ids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t copyingSeed = 38; // the same sequences at every step of every training

/// A mean that is no number when nothing was added.
struct Mean
{
    double sum = 0;
    double count = 0;
    void add(double value)
    {
        sum += value;
        ++count;
    }
    double value() const { return count > 0 ? sum / count : noNumber; }
};

double squaresOf(std::span<const float> values)
{
    double sum = 0;
    for (const float value : values)
        sum += double(value) * double(value);
    return sum;
}

std::span<const float> rowOf(const Tensor& tensor, Index row) { return {tensor.row(row), std::size_t(tensor.columns())}; }

/// −log p of what follows each row from `first` on; 0 where no target is one.
std::vector<double> surprisesOf(const Tensor& logits, Index first, std::span<const TokenId> targets)
{
    std::vector<double> surprises(targets.size(), 0.0);
    ThreadPool::shared().run(Index(targets.size()), [&](Index t) {
        if (const TokenId target = targets[std::size_t(t)]; target >= 0)
            surprises[std::size_t(t)] = surpriseOf(rowOf(logits, first + t), target);
    });
    return surprises;
}

/// What is summed up over the tokens of all passes, of each layer.
struct LayerSums
{
    Mean activation, attention, feedForward;
    double maxScore = noNumber;
    std::vector<Mean> load;

    void add(const Trace& trace, const std::string& block)
    {
        const auto find = [&](const char* name) { return trace.find(block + "." + name); };
        if (const Tensor* stream = find("resid_post"))
            for (Index t = 0; t < stream->rows(); ++t)
                activation.add(squaresOf(rowOf(*stream, t)) / double(stream->columns()));
        const Tensor *before = find("resid_pre"), *middle = find("resid_mid");
        addRatio(find("attn_out"), before, attention);
        addRatio(find("mlp_out"), middle ? middle : before, feedForward);
        if (const Tensor* scores = find("attn.scores"))
            for (const float score : scores->values())
                if (std::isfinite(score) && !(double(score) <= maxScore))
                    maxScore = double(score);
        if (const Tensor* gates = find("mlp.gates"))
            addLoad(expertLoad(*gates, find("mlp.dropped")), double(gates->rows()));
    }

    /// Shares over their mean: 1 is fair.
    std::vector<double> fairLoad() const
    {
        std::vector<double> shares;
        for (const Mean& one : load)
            shares.push_back(one.value());
        const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / double(std::max<std::size_t>(1, shares.size()));
        for (double& share : shares)
            share /= mean;
        return shares;
    }

private:
    static void addRatio(const Tensor* branch, const Tensor* stream, Mean& ratio)
    {
        if (!branch || !stream)
            return;
        for (Index t = 0; t < branch->rows(); ++t)
            ratio.add(std::sqrt(squaresOf(rowOf(*branch, t)) / std::max(1e-18, squaresOf(rowOf(*stream, t)))));
    }
    void addLoad(const std::vector<double>& shares, double tokens)
    {
        load.resize(shares.size());
        for (std::size_t e = 0; e < shares.size(); ++e) {
            load[e].sum += shares[e] * tokens;
            load[e].count += tokens;
        }
    }
};

Json layersOf(const std::vector<LayerSums>& layers, double (*valueOf)(const LayerSums&))
{
    std::vector<double> values;
    for (const LayerSums& layer : layers)
        values.push_back(valueOf(layer));
    return recorded(values);
}

/// `count` different ordinary ids in random order.
std::vector<TokenId> differentIds(const Setup& setup, Index count)
{
    const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    const TokenId end = TokenId(setup.config.vocabulary - 1);
    const IdRange range = tokenizer ? ordinaryIds(*tokenizer) : IdRange{0, end};
    std::vector<TokenId> ids;
    for (TokenId id = range.first; id <= std::min(range.last, end); ++id)
        ids.push_back(id);
    const std::uint64_t stream = rowStream(copyingSeed, "copying", std::uint64_t(count));
    for (std::size_t i = 0; i < std::min(ids.size(), std::size_t(count)); ++i)
        std::swap(ids[i], ids[i + std::size_t(uniformNumber(stream, i) * double(ids.size() - i))]);
    ids.resize(std::min(ids.size(), std::size_t(count)));
    return ids;
}

/// The scores of every head of the only stack, [layer][head], added up over several texts.
struct HeadSums
{
    std::vector<std::vector<Mean>> induction, previous;

    void add(const Trace& trace, Index layers)
    {
        induction.resize(std::size_t(layers));
        previous.resize(std::size_t(layers));
        for (Index layer = 0; layer < layers; ++layer) {
            const Tensor* pattern = trace.find("blocks." + std::to_string(layer) + ".attn.pattern");
            const std::vector<HeadScores> scores = pattern ? attentionScores(*pattern, trace.ids) : std::vector<HeadScores>();
            induction[std::size_t(layer)].resize(scores.size());
            previous[std::size_t(layer)].resize(scores.size());
            for (std::size_t head = 0; head < scores.size(); ++head) {
                induction[std::size_t(layer)][head].add(scores[head].induction);
                previous[std::size_t(layer)][head].add(scores[head].previousToken);
            }
        }
    }

    static Json json(const std::vector<std::vector<Mean>>& layers)
    {
        Json list = Json::array();
        for (const std::vector<Mean>& layer : layers) {
            std::vector<double> heads;
            for (const Mean& head : layer)
                heads.push_back(head.value());
            list.push_back(heads.empty() ? Json() : recorded(heads));
        }
        return list;
    }
};

} // namespace

TrainingPoint measuresOf(
    const TrainedWeights& weights, std::span<const TrainingRow> heldOut, Index rowsPerPass, const RunControl& control)
{
    const FixedSlices slices;
    const Setup& setup = weights.setup();
    const TraceRequest request{.patterns = {"*resid_pre", "*resid_mid", "*resid_post", "*attn_out", "*mlp_out", "*attn.scores",
                                   "*mlp.gates", "*mlp.dropped", "logits", "log_z"}};
    TraceRequest known = request; // patterns that match nothing are refused
    const std::vector<PlannedTensor> planned = plan(setup.config, 2).tensors;
    std::erase_if(known.patterns, [&](const std::string& pattern) {
        return std::none_of(planned.begin(), planned.end(), [&](const PlannedTensor& t) { return matchesPattern(pattern, t.name); });
    });
    std::vector<LayerSums> layers(setup.config.blocks.size());
    Mean loss, z;
    const std::size_t step = std::size_t(packedRows(setup.config, rowsPerPass));
    for (std::size_t first = 0; first < heldOut.size(); first += step) {
        const std::span<const TrainingRow> part = heldOut.subspan(first, std::min(step, heldOut.size() - first));
        const auto trace = forward(setup, packed(part), known, control);
        const Tensor &logits = trace->at("logits"), &logZ = trace->at("log_z");
        Index t = 0;
        for (const TrainingRow& row : part) {
            const std::vector<double> surprises = surprisesOf(logits, t, row.targets);
            for (std::size_t i = 0; i < surprises.size(); ++i, ++t) {
                if (row.targets[i] >= 0)
                    loss.add(surprises[i]);
                z.add(double(logZ.data()[t]) * double(logZ.data()[t]));
            }
        }
        ThreadPool::shared().run(
            Index(layers.size()), [&](Index layer) { layers[std::size_t(layer)].add(*trace, "blocks." + std::to_string(layer)); });
    }
    TrainingPoint point{{"held_out", recorded(loss.value())}, {"z", recorded(z.value())},
        {"activation", layersOf(layers, [](const LayerSums& l) { return std::sqrt(l.activation.value()); })},
        {"max_score", layersOf(layers, [](const LayerSums& l) { return l.maxScore; })},
        {"attention_ratio", layersOf(layers, [](const LayerSums& l) { return l.attention.value(); })},
        {"feed_forward_ratio", layersOf(layers, [](const LayerSums& l) { return l.feedForward.value(); })}};
    if (std::any_of(layers.begin(), layers.end(), [](const LayerSums& layer) { return !layer.load.empty(); })) {
        Json loads = Json::array();
        for (const LayerSums& layer : layers)
            loads.push_back(layer.load.empty() ? Json() : recorded(layer.fairLoad()));
        point["expert_load"] = std::move(loads);
    }
    return point;
}

TrainingPoint copyingOf(const TrainedWeights& weights, const RunControl& control)
{
    const FixedSlices slices;
    const Setup& setup = weights.setup();
    const ModelConfig& config = setup.config;
    const bool hasAttention = std::any_of(
        config.blocks.begin(), config.blocks.end(), [](const BlockConfig& block) { return isAttention(block.mixer); });
    const bool looksAhead = std::any_of(
        config.blocks.begin(), config.blocks.end(), [](const BlockConfig& block) { return maskSees(block.mask, 0, 1); });
    const Index most = std::min(longestText(config).value_or(config.context) / 2 - 1, config.vocabulary / 2);
    if (!hasAttention || looksAhead || config.hasEncoder() || most < 4)
        return {};
    std::vector<TokenId> beginning;
    if (const auto begin = setup.model && setup.model->tokenizer ? setup.model->tokenizer->beginOfSequence() : std::nullopt;
        begin && Index(*begin) < config.vocabulary)
        beginning = {*begin};
    HeadSums heads;
    Mean second;
    for (const Index length : {Index(25), Index(38)}) {
        const std::vector<TokenId> once = differentIds(setup, std::min(length, most));
        if (once.size() < 4)
            return {};
        ForwardInput input{beginning};
        for (int copy = 0; copy < 2; ++copy)
            input.ids.insert(input.ids.end(), once.begin(), once.end());
        const auto trace = forward(setup, input, {.patterns = {"*attn.pattern", "logits"}}, control);
        heads.add(*trace, Index(config.blocks.size()));
        const Tensor& logits = trace->at("logits");
        // The first token of the second copy is no more known than the others.
        const std::size_t begin = beginning.size() + once.size();
        for (const double surprise : surprisesOf(logits, Index(begin), std::span(input.ids).subspan(begin + 1)))
            second.add(surprise);
    }
    return {{"induction", HeadSums::json(heads.induction)}, {"previous", HeadSums::json(heads.previous)},
        {"second_copy", recorded(second.value())}};
}

std::vector<double> gradientByLayer(const TrainedWeights& weights, const GradientList& gradients)
{
    std::vector<double> layers(weights.setup().config.blocks.size(), 0.0);
    const std::vector<Parameter>& parameters = weights.parameters();
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (std::size_t layer = 0; layer < layers.size(); ++layer)
            if (parameters[p].name.starts_with("blocks." + std::to_string(layer) + "."))
                layers[layer] += squaresOf(gradients[p]);
    for (double& layer : layers)
        layer = std::sqrt(layer);
    return layers;
}

TrainingPoint normsOf(const TrainedWeights& weights, const GradientList& gradients)
{
    return {{"gradient", recorded(gradientNorm(gradients))},
        {"gradient_layers", recorded(gradientByLayer(weights, gradients))}};
}

} // namespace core
