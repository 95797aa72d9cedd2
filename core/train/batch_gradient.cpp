#include "core/train/batch_gradient.h"

#include "core/analysis/expert_load.h"
#include "core/base/kernels.h"
#include "core/base/one_thread.h"
#include "core/base/seeded_numbers.h"
#include "core/base/slice_scope.h"
#include "core/base/system_memory.h"
#include "core/base/thread_pool.h"
#include "core/run/backward.h"
#include "core/run/kept_beginning.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

constexpr Index maxLanes = 8;
constexpr Index laneNumbers = Index(1) << 26; // numbers of the gradients of all lanes: 256 MiB
constexpr Index passTokens = 256;             // enough for the products, little for the scores
constexpr Index passTokensAlone = 512;        // where the passes have one sum

/// What a token that counts adds to the loss: its share, and that of the term of (log Σ exp logits)² beside it.
struct LossTerms
{
    double share, zLoss;
};

/// What the loss gains for each logit of a pass [token, vocabulary], and the sum of −log p.
struct LogitGradient
{
    Tensor gradient;
    double surprise = 0;
};

/// `memory` holds the gradient, and serves the next pass of as many tokens.
LogitGradient throughLoss(const Trace& tape, std::span<const TokenId> targets, const LossTerms& terms, Tensor& memory)
{
    const auto [share, zLoss] = terms;
    const Tensor &logits = tape.at("logits"), &logZs = tape.at("log_z");
    if (memory.shape() != logits.shape())
        memory = Tensor("grad.logits", logits.axes(), logits.shape());
    LogitGradient result{memory};
    const Index width = logits.columns();
    std::vector<double> surprises(targets.size(), 0.0);
    ThreadPool::shared().run(logits.rows(), [&](Index t) {
        const TokenId target = targets[std::size_t(t)];
        float* row = result.gradient.row(t);
        if (target < 0) {
            std::fill_n(row, width, 0.f);
            return;
        }
        const float* const own = logits.row(t);
        const float logZ = logZs.data()[t];
        surprises[std::size_t(t)] = double(logZ) - double(own[target]);
        // p = exp(x − log Z), and ∂(log Z)² = 2 log Z · p
        kernels::best().expAbove(own, logZ, float(share * (1.0 + 2.0 * zLoss * double(logZ))), row, width);
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
        const Tensor* gates
            = name.ends_with(suffix) ? tape.find(name.substr(0, name.size() - suffix.size()) + ".gates") : nullptr;
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

/// The sums of a lane, of the shape of the parameters. The first product that goes into a matrix writes it, so that nothing is
/// cleared before.
class LaneSums
{
public:
    LaneSums(GradientList& list, const TrainedWeights& weights)
        : m_list(list)
        , m_parameters(weights.parameters())
    {
        list.resize(m_parameters.size());
        for (std::size_t p = 0; p < list.size(); ++p) {
            list[p].resize(m_parameters[p].numbers->size());
            m_sums[m_parameters[p].name] = {list[p].data(), true};
        }
    }
    std::map<std::string, GradientSum>& byName() { return m_sums; }

    /// 0 where the loss does not depend on a parameter.
    void finish()
    {
        for (std::size_t p = 0; p < m_list.size(); ++p)
            clearEmpty(m_sums.at(m_parameters[p].name), Index(m_list[p].size()), ThreadPool::shared());
    }

private:
    GradientList& m_list;
    const std::vector<Parameter>& m_parameters;
    std::map<std::string, GradientSum> m_sums;
};

/// One pass after another, its gradient added to `into`; returns the sum of −log p.
class PartGradient
{
public:
    PartGradient(const TrainedWeights& weights, const BatchRequest& request, const RunControl& control)
        : m_weights(weights)
        , m_request(request)
        , m_control(control)
    {
    }

    Index counted = 1; // of the batch, and
    Index tokens = 1;

    /// `pass`: its place in the batch. `ofLogits` is memory.
    double add(std::span<const TrainingRow> rows, std::size_t pass, LaneSums& into, Tensor& ofLogits) const
    {
        ForwardInput input = packed(rows);
        input.dropout = m_request.dropout;
        input.dropout.seed = mixBits(m_request.dropout.seed + std::uint64_t(pass + 1) * counterStep);
        std::vector<TokenId> targets;
        for (const TrainingRow& row : rows)
            targets.insert(targets.end(), row.targets.begin(), row.targets.end());
        const Setup& setup = m_weights.setup();
        const std::shared_ptr<Trace> tape = forward(setup, input, bareTapeRequest(setup.config), m_control);
        const LogitGradient of = throughLoss(*tape, targets, {1.0 / double(counted), m_request.zLoss}, ofLogits);
        if (m_request.balance > 0)
            addBalance(*tape, m_request.balance * double(input.ids.size()) / double(tokens));
        backward({setup, input, *tape}, of.gradient, {.noTensors = true, .into = &into.byName()}, m_control);
        return of.surprise;
    }

private:
    const TrainedWeights& m_weights;
    const BatchRequest& m_request;
    const RunControl& m_control;
};

/// In how many sums the passes of a batch are added up, one thread each: as many as the memory for gradients is worth. What
/// follows from model and batch only, so that any number of threads gives the same sums.
Index lanesOf(Index parameters, Index passes)
{
    const Index most = std::clamp<Index>(laneNumbers / std::max<Index>(1, parameters), 1, maxLanes);
    return passes < 2 ? 1 : std::min(passes, most);
}

/// sums[0] += the others, in their order.
void addUp(std::vector<GradientList>& sums)
{
    const std::vector<GradientBlock> blocks = blocksOf(sums.front());
    eachBlock(blocks, [&](Index i) {
        const auto& [p, first, last] = blocks[std::size_t(i)];
        float* const into = sums.front()[p].data() + first;
        for (std::size_t lane = 1; lane < sums.size(); ++lane)
            kernels::best().add(into, sums[lane][p].data() + first, into, Index(last - first));
    });
}

} // namespace

std::size_t batchBytes(const TrainedWeights& weights)
{
    return std::size_t(lanesOf(weights.count(), maxLanes) * weights.count()) * sizeof(float);
}

Index rowsPerPass(const TrainingRecipe& recipe, Index parameters)
{
    return recipe.rowsPerPass(lanesOf(parameters, maxLanes) > 1 ? passTokens : passTokensAlone);
}

Index packedRows(const ModelConfig& config, Index asked) { return mixesTokens(config) || config.hasEncoder() ? 1 : asked; }

ForwardInput packed(std::span<const TrainingRow> rows)
{
    ForwardInput input;
    if (!rows.front().source.empty()) { // two stacks take one pair at a time
        input.ids = rows.front().source;
        input.decoderIds = rows.front().ids;
        return input;
    }
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
    if (config.topology == Topology::Encoder)
        return;
    const Index tokens = Index(row.ids.size());
    for (Index t = 0; t + 1 < tokens; ++t) // the target of the last one is no token of the row
        for (const BlockConfig& block : config.blocks)
            if (isAttention(block.mixer) && maskSees(block.mask, t, t + 1))
                row.targets[std::size_t(t)] = -1;
}

BatchGradient gradientOfBatch(
    const TrainedWeights& weights, std::span<const TrainingRow> rows, const BatchRequest& request, const RunControl& control)
{
    keepFreedMemory();
    BatchGradient batch;
    batch.counted = countedIn(rows);
    if (batch.counted == 0)
        throw Error({ErrorKind::BadInput, "", "", CUTAWAY_TR("no token of the batch counts: longer rows may reach the answers"),
            "1 or more", "0"});
    PartGradient part(weights, request, control);
    part.counted = batch.counted;
    part.tokens = 0;
    for (const TrainingRow& row : rows)
        part.tokens += Index(row.ids.size());
    std::vector<std::span<const TrainingRow>> parts;
    const std::size_t step = std::size_t(packedRows(weights.setup().config, request.rowsPerPass));
    for (std::size_t first = 0; first < rows.size(); first += step)
        if (const auto some = rows.subspan(first, std::min(step, rows.size() - first)); countedIn(some) > 0)
            parts.push_back(some);
    const Index lanes = lanesOf(weights.count(), Index(parts.size()));
    BatchMemory own;
    std::vector<GradientList>& sums = (request.memory ? *request.memory : own).sums;
    std::vector<Tensor>& ofLogits = (request.memory ? *request.memory : own).ofLogits;
    sums.resize(std::size_t(lanes));
    ofLogits.resize(std::size_t(lanes));
    std::vector<double> surprises(parts.size(), 0.0);
    // A lane has the same passes in the same order on any number of threads.
    const auto run = [&](Index lane) {
        LaneSums into(sums[std::size_t(lane)], weights);
        for (Index i = lane; i < Index(parts.size()); i += lanes)
            surprises[std::size_t(i)] = part.add(parts[std::size_t(i)], std::size_t(i), into, ofLogits[std::size_t(lane)]);
        into.finish();
    };
    if (lanes == 1) {
        const FixedSlices slices;
        run(0);
    } else {
        ThreadPool::shared().run(lanes, [&](Index lane) {
            const OneThread alone;
            const FixedSlices whole(1);
            run(lane);
        });
        addUp(sums);
    }
    batch.gradients = std::move(sums.front());
    for (const double one : surprises)
        batch.loss += one / double(batch.counted);
    return batch;
}

} // namespace core
