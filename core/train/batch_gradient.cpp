#include "core/train/batch_gradient.h"

#include "core/analysis/expert_load.h"
#include "core/base/kernels.h"
#include "core/base/logit_distribution.h"
#include "core/base/slice_scope.h"
#include "core/base/thread_pool.h"
#include "core/run/backward.h"

#include <algorithm>

namespace core {

namespace {

constexpr const char* kWeights = "grad.weights.";

/// What the loss gains for each logit of a pass [token, vocabulary], and the sum of −log p.
struct LogitGradient
{
    Tensor gradient;
    double surprise = 0;
};

LogitGradient ofLogits(const Tensor& logits, std::span<const TokenId> targets, double share, double zLoss)
{
    LogitGradient result{Tensor("grad.logits", logits.axes(), logits.shape())};
    const Index width = logits.columns();
    std::vector<double> surprises(targets.size(), 0.0);
    ThreadPool::shared().run(logits.rows(), [&](Index t) {
        const TokenId target = targets[std::size_t(t)];
        float* row = result.gradient.row(t);
        if (target < 0) {
            std::fill_n(row, width, 0.f);
            return;
        }
        const std::span<const float> own(logits.row(t), std::size_t(width));
        surprises[std::size_t(t)] = surpriseOf(own, target);
        kernels::best().softmax(own.data(), row, width);
        const double logZ = zLoss > 0 ? logSumOf(own) : 0.0; // ∂(log Z)² = 2 log Z · p
        kernels::best().scale(row, float(share * (1.0 + 2.0 * zLoss * logZ)), row, width);
        row[target] -= float(share);
    });
    for (const double one : surprises)
        result.surprise += one;
    return result;
}

/// What `balance` · N · Σ f P of each mixture gains for its probabilities, added to the tape. P is the mean over tokens of the
/// probabilities over their sum, f the share of the tokens that chose an expert, a constant.
void addBalance(Trace& tape, double balance)
{
    std::vector<Tensor> added;
    for (const TraceEntry& entry : tape.entries()) {
        const std::string suffix = ".router_probs", &name = entry.name();
        const Tensor* gates = name.ends_with(suffix) ? tape.find(name.substr(0, name.size() - suffix.size()) + ".gates") : nullptr;
        if (!gates)
            continue;
        const Tensor& probs = entry.tensor;
        const std::vector<double> load = expertLoad(*gates, tape.find(name.substr(0, name.size() - suffix.size()) + ".dropped"));
        const double factor = balance * double(load.size()) / double(probs.rows());
        Tensor gradient(name + ".added", probs.axes(), probs.shape());
        for (Index t = 0; t < probs.rows(); ++t) {
            double sum = 0, along = 0;
            for (std::size_t e = 0; e < load.size(); ++e) {
                sum += double(probs.row(t)[e]);
                along += double(probs.row(t)[e]) * load[e];
            }
            for (std::size_t e = 0; e < load.size(); ++e)
                gradient.row(t)[e] = sum > 0 ? float(factor * (load[e] - along / sum) / sum) : 0.f;
        }
        added.push_back(gradient);
    }
    for (Tensor& gradient : added)
        tape.add({gradient, {}, false});
}

Index countedIn(std::span<const TrainingRow> rows)
{
    Index counted = 0;
    for (const TrainingRow& row : rows)
        counted += std::count_if(row.targets.begin(), row.targets.end(), [](TokenId target) { return target >= 0; });
    return counted;
}

void add(const Gradients& part, const std::vector<Parameter>& parameters, GradientList& sum)
{
    ThreadPool::shared().run(Index(parameters.size()), [&](Index p) {
        const auto found = part.weights.find(parameters[std::size_t(p)].name);
        if (found == part.weights.end())
            return;
        std::vector<float>& into = sum[std::size_t(p)];
        kernels::best().add(into.data(), found->second.data(), into.data(), Index(into.size()));
    });
}

} // namespace

Index packedRows(const ModelConfig& config, Index asked)
{
    const bool mixes = std::any_of(config.blocks.begin(), config.blocks.end(),
        [](const BlockConfig& block) { return (infoOf(block.norm).nature & MixesTokens) != 0; });
    return mixes || config.hasEncoder() ? 1 : asked;
}

ForwardInput packed(std::span<const TrainingRow> rows)
{
    ForwardInput input;
    for (const TrainingRow& row : rows) {
        input.sequenceStarts.push_back(Index(input.ids.size()));
        input.ids.insert(input.ids.end(), row.ids.begin(), row.ids.end());
    }
    if (rows.size() == 1)
        input.sequenceStarts.clear();
    return input;
}

void hideSeenTargets(const ModelConfig& config, TrainingRow& row)
{
    const Index tokens = Index(row.ids.size());
    for (Index t = 0; t + 1 < tokens; ++t) // the target of the last one is no token of the row
        for (const BlockConfig& block : config.blocks)
            if (isAttention(block.mixer) && maskSees(block.mask, t, t + 1))
                row.targets[std::size_t(t)] = -1;
}

BatchGradient gradientOfBatch(
    const TrainedWeights& weights, std::span<const TrainingRow> rows, const BatchRequest& request, const RunControl& control)
{
    const FixedSlices slices; // the same sums on any number of threads
    BatchGradient batch;
    batch.counted = countedIn(rows);
    if (batch.counted == 0)
        throw Error({ErrorKind::BadInput, "", "", CUTAWAY_TR("no token of the batch counts: longer rows may reach the answers"),
            "1 or more", "0"});
    Index tokens = 0; // of the batch
    for (const TrainingRow& row : rows)
        tokens += Index(row.ids.size());
    for (const Parameter& parameter : weights.parameters())
        batch.gradients.emplace_back(parameter.numbers->size(), 0.f);
    const GradientRequest wanted{.noTensors = true, .weights = {std::string(kWeights) + "*"}};
    const std::size_t step = std::size_t(packedRows(weights.setup().config, request.rowsPerPass));
    for (std::size_t first = 0; first < rows.size(); first += step) {
        const std::span<const TrainingRow> part = rows.subspan(first, std::min(step, rows.size() - first));
        if (countedIn(part) == 0)
            continue;
        const ForwardInput input = packed(part);
        std::vector<TokenId> targets;
        for (const TrainingRow& row : part)
            targets.insert(targets.end(), row.targets.begin(), row.targets.end());
        const std::shared_ptr<Trace> tape = forward(weights.setup(), input, tapeRequest({}), control);
        const LogitGradient of = ofLogits(tape->at("logits"), targets, 1.0 / double(batch.counted), request.zLoss);
        if (request.balance > 0)
            addBalance(*tape, request.balance * double(input.ids.size()) / double(tokens));
        add(backward({weights.setup(), input, *tape}, of.gradient, wanted, control), weights.parameters(), batch.gradients);
        batch.loss += of.surprise / double(batch.counted);
    }
    return batch;
}

} // namespace core
