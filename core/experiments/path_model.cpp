#include "core/experiments/path_model.h"

#include "core/analysis/attribution.h"
#include "core/trace/tensor_slice.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace core {

namespace {

std::vector<std::string> recorded(const ModelConfig& config)
{
    std::vector<std::string> names;
    for (Index layer = 0; layer < config.layers(); ++layer) {
        if (!isAttention(config.block(layer).mixer))
            throw Error({ErrorKind::BadInput, "", blockName(layer, "mixer"),
                CUTAWAY_TR("paths go through attention: this layer has none"), "", ""});
        for (const char* name : {"attn.q", "attn.k", "attn.v", "attn.z", "attn_out", "resid_post"})
            names.push_back(blockName(layer, name));
        if (hasFeedForward(config.block(layer).feedForward)) {
            names.push_back(blockName(layer, "mlp_out"));
            if (!isParallel(config.block(layer).layout))
                names.push_back(blockName(layer, "resid_mid"));
        }
    }
    return names;
}

Measurement checked(Measurement measurement, const std::optional<ReplacingText>& other)
{
    if (measurement.setup.config.hasEncoder())
        throw Error({ErrorKind::BadInput, "", "", CUTAWAY_TR("paths are of models with one stack"), "", ""});
    if (other && other->input.ids.size() != measurement.input.ids.size())
        throw Error({ErrorKind::BadInput, "", "--b-text", CUTAWAY_TR("the two texts have different numbers of tokens"),
            std::to_string(measurement.input.ids.size()), std::to_string(other->input.ids.size())});
    return measurement;
}

Tensor combined(const Tensor& a, const Tensor& b, float factor)
{
    Tensor result(a.name(), a.axes(), a.shape());
    for (Index i = 0; i < a.size(); ++i)
        result.data()[i] = a.data()[i] + factor * b.data()[i];
    return result;
}

InterventionValue numbersOf(const Tensor& tensor) { return {tensor.shape(), {tensor.data(), tensor.data() + tensor.size()}}; }

/// One head of [token, head, d_head] as numbers to set.
InterventionValue headOf(const Tensor& tensor, Index head)
{
    InterventionValue value{{tensor.dim(0), 1, tensor.dim(2)}, {}};
    for (Index t = 0; t < tensor.dim(0); ++t) {
        const float* row = tensor.data() + (t * tensor.dim(1) + head) * tensor.dim(2);
        value.numbers.insert(value.numbers.end(), row, row + tensor.dim(2));
    }
    return value;
}

Intervention setTo(const std::string& at, InterventionValue value)
{
    return {.at = at, .op = InterventionOp::Set, .value = std::move(value)};
}

std::string withHead(const std::string& name, Index head) { return name + "[" + std::to_string(head) + "]"; }

const char* tensorOf(PathInput input)
{
    return input == PathInput::Query ? "attn.q" : input == PathInput::Key ? "attn.k" : "attn.v";
}

} // namespace

PathModel::PathModel(
    Measurement measurement, const std::optional<ReplacingText>& other, const RunControl& control, std::size_t mostHeads)
    : m_control(control)
    , m_runs(checked(std::move(measurement), other), control, recorded(measurement.setup.config))
{
    const Setup& setup = m_runs.measured().setup;
    if (attributionGap(setup, *m_runs.base()) != NoAttribution::Possible)
        throw Error({ErrorKind::BadInput, setup.model ? setup.model->path : "", "norm.placement",
            CUTAWAY_TR(
                "the stream of this model is not a sum of the outputs of its blocks, so that they have no paths of their own"),
            "", ""});
    if (other)
        m_other = ChangedRuns({setup, other->input, m_runs.measured().metric, other->inForce}, control, recorded(setup.config))
                      .base();
    addEnds();
    findParts();
    if (std::ranges::any_of(m_runs.planned(), [&](const PlannedTensor& tensor) { return isStreamChanged(tensor.name); }))
        requireSum();
    if (mostHeads > 0 && mostHeads < m_heads)
        keepHeads(mostHeads);
}

/// Every sender and receiver.
void PathModel::addEnds()
{
    const ModelConfig& config = m_runs.measured().setup.config;
    m_senders.push_back({"embed", -1, -1});
    for (Index layer = 0; layer < config.layers(); ++layer) {
        const BlockConfig& block = config.block(layer);
        const auto receive = [&](PathInput input, Index heads) {
            for (Index head = 0; head < heads; ++head)
                m_receivers.push_back({withHead(blockName(layer, tensorOf(input)), head), input, layer, head});
        };
        receive(PathInput::Query, block.heads);
        receive(PathInput::Key, m_runs.base()->at(blockName(layer, "attn.k")).dim(1));
        receive(PathInput::Value, m_runs.base()->at(blockName(layer, "attn.v")).dim(1));
        for (Index head = 0; head < block.heads; ++head)
            m_senders.push_back({withHead(blockName(layer, "attn.z"), head), layer, head});
        m_heads += std::size_t(block.heads);
        if (hasFeedForward(block.feedForward)) {
            m_receivers.push_back({blockName(layer, "mlp.input"), PathInput::FeedForwardIn, layer, -1});
            m_senders.push_back({blockName(layer, "mlp_out"), layer, -1});
        }
    }
    m_receivers.push_back({"logits", PathInput::Logits, config.layers(), -1});
}

/// Leaves out the heads whose exchange changes the metric least, and what only they read.
void PathModel::keepHeads(std::size_t most)
{
    std::vector<std::size_t> heads;
    for (std::size_t i = 0; i < m_senders.size(); ++i)
        if (m_senders[i].head >= 0)
            heads.push_back(i);
    const std::vector<double> effects = totalEffects(heads);
    std::vector<std::size_t> order(heads.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return std::abs(effects[a]) > std::abs(effects[b]); });
    std::set<std::size_t> left;
    for (std::size_t i = most; i < order.size(); ++i)
        left.insert(heads[order[i]]);
    std::erase_if(m_receivers, [&](const PathReceiver& receiver) {
        return receiver.input != PathInput::Logits
            && std::ranges::all_of(nodesOf(receiver), [&](std::size_t node) { return left.contains(node); });
    });
    for (auto sender = left.rbegin(); sender != left.rend(); ++sender) {
        m_senders.erase(m_senders.begin() + std::ptrdiff_t(*sender));
        m_parts.erase(m_parts.begin() + std::ptrdiff_t(*sender));
    }
}

PathModel PathModel::under(const RunControl& control) const
{
    PathModel model = *this;
    model.m_control = control;
    model.m_runs.setControl(control);
    return model;
}

std::size_t PathModel::bytes() const
{
    std::size_t all = m_runs.bytes() + (m_other ? m_other->bytes() : 0);
    for (const Tensor& part : m_parts)
        all += std::size_t(part.size()) * sizeof(float);
    return all;
}

/// The replacement of a recorded tensor: its mean over the tokens, or that of the other text.
Tensor PathModel::replacedOf(const std::string& name) const
{
    if (m_other)
        return m_other->at(name);
    const Tensor& own = m_runs.base()->at(name);
    Tensor mean(own.name(), own.axes(), own.shape());
    const Index tokens = own.dim(0), each = own.size() / tokens;
    for (Index i = 0; i < each; ++i) {
        double sum = 0;
        for (Index t = 0; t < tokens; ++t)
            sum += double(own.data()[t * each + i]);
        for (Index t = 0; t < tokens; ++t)
            mean.data()[t * each + i] = float(sum / double(tokens));
    }
    return mean;
}

void PathModel::findParts()
{
    std::map<Index, std::vector<Tensor>> ofLayer; // of each of its heads
    for (const PathSender& sender : m_senders) {
        if (sender.head < 0) {
            const std::string name = sender.layer < 0 ? blockName(0, "resid_pre") : sender.id;
            m_parts.push_back(combined(m_runs.base()->at(name), replacedOf(name), -1.f));
            continue;
        }
        std::vector<Tensor>& parts = ofLayer[sender.layer];
        if (parts.empty()) {
            const std::string z = blockName(sender.layer, "attn.z"), out = blockName(sender.layer, "attn_out");
            const Tensor replaced = replacedOf(z);
            std::vector<Changes> runs;
            for (Index head = 0; head < replaced.dim(1); ++head)
                runs.push_back({setTo(withHead(z, head), headOf(replaced, head))});
            for (const auto& run : m_runs.tensors({out}, runs))
                parts.push_back(combined(m_runs.base()->at(out), run.at(out), -1.f));
        }
        m_parts.push_back(parts[std::size_t(sender.head)]);
    }
}

/// Whether what is in force changes the stream itself, or what a branch adds to it.
bool PathModel::isStreamChanged(const std::string& name) const
{
    const std::string_view rest = partsOfName(name).rest;
    return (rest.starts_with("resid_") || rest == "attn_out")
        && std::ranges::any_of(
            m_runs.measured().inForce, [&](const Intervention& what) { return matchesPattern(what.at, name); });
}

/// What is in force may add what is the part of no sender: a circuit of all edges would not be the run.
void PathModel::requireSum() const
{
    for (const PathReceiver& receiver : m_receivers) {
        const Tensor& stream = m_runs.base()->at(streamBefore(receiver));
        Tensor sum = replacedOf(streamBefore(receiver));
        for (std::size_t sender = 0; sender < m_senders.size(); ++sender)
            if (reaches(m_senders[sender], receiver))
                sum = combined(sum, m_parts[sender], 1.f);
        float largest = 0, lost = 0;
        for (Index i = 0; i < stream.size(); ++i) {
            largest = std::max(largest, std::abs(stream.data()[i]));
            lost = std::max(lost, std::abs(stream.data()[i] - sum.data()[i]));
        }
        if (!(lost <= 1e-3f * largest))
            throw Error({ErrorKind::BadInput, "", stream.name(),
                CUTAWAY_TR("what is in force adds to the stream what no head and no feed-forward gives: no path carries it"), "",
                ""});
    }
}

bool PathModel::reaches(const PathSender& sender, const PathReceiver& receiver) const
{
    const bool readsMiddle
        = receiver.input == PathInput::FeedForwardIn && !isParallel(m_runs.measured().setup.config.block(receiver.layer).layout);
    return sender.layer < receiver.layer || (readsMiddle && sender.layer == receiver.layer && sender.head >= 0);
}

std::vector<std::size_t> PathModel::nodesOf(const PathReceiver& receiver) const
{
    std::vector<std::size_t> nodes;
    if (receiver.input == PathInput::Logits)
        return nodes;
    const Index heads = m_runs.measured().setup.config.block(receiver.layer).heads;
    const Index width = receiver.input == PathInput::FeedForwardIn || receiver.input == PathInput::Query
        ? heads
        : m_runs.base()->at(blockName(receiver.layer, tensorOf(receiver.input))).dim(1);
    for (std::size_t i = 0; i < m_senders.size(); ++i) {
        const PathSender& sender = m_senders[i];
        const bool isOf = receiver.input == PathInput::FeedForwardIn
            ? sender.head < 0
            : sender.head >= 0 && sender.head / (heads / width) == receiver.head;
        if (sender.layer == receiver.layer && isOf)
            nodes.push_back(i);
    }
    return nodes;
}

/// The recorded stream that a receiver reads.
std::string PathModel::streamBefore(const PathReceiver& receiver) const
{
    const ModelConfig& config = m_runs.measured().setup.config;
    if (receiver.input == PathInput::Logits)
        return blockName(config.layers() - 1, "resid_post");
    const bool readsMiddle = receiver.input == PathInput::FeedForwardIn && !isParallel(config.block(receiver.layer).layout);
    return blockName(receiver.layer, readsMiddle ? "resid_mid" : "resid_pre");
}

Changes PathModel::withStream(const std::string& name, const Tensor& stream) const { return {setTo(name, numbersOf(stream))}; }

/// The runs in which one receiver reads these streams, and everything else reads its own.
std::vector<Changes> PathModel::exchanged(const std::vector<Tensor>& streams, const PathReceiver& receiver) const
{
    const std::string stream = streamBefore(receiver);
    std::vector<Changes> reading;
    for (const Tensor& one : streams)
        reading.push_back(withStream(stream, one));
    if (receiver.input == PathInput::Logits)
        return reading;
    const bool isFeedForward = receiver.input == PathInput::FeedForwardIn;
    const std::string made = blockName(receiver.layer, isFeedForward ? "mlp_out" : tensorOf(receiver.input));
    std::vector<Changes> runs;
    for (const auto& run : m_runs.tensors({made}, reading))
        runs.push_back({isFeedForward ? setTo(made, numbersOf(run.at(made)))
                                      : setTo(withHead(made, receiver.head), headOf(run.at(made), receiver.head))});
    return runs;
}

std::vector<double> PathModel::effects(const std::vector<std::size_t>& senders, const PathReceiver& receiver) const
{
    const Tensor& base = m_runs.base()->at(streamBefore(receiver));
    std::vector<Tensor> streams;
    for (const std::size_t sender : senders)
        streams.push_back(combined(base, m_parts[sender], -1.f));
    return lost(exchanged(streams, receiver));
}

std::vector<double> PathModel::totalEffects(const std::vector<std::size_t>& senders) const
{
    std::vector<Changes> runs;
    for (const std::size_t place : senders) {
        const PathSender& sender = m_senders[place];
        const std::string name = sender.layer < 0 ? blockName(0, "resid_pre")
            : sender.head < 0                     ? sender.id
                                                  : blockName(sender.layer, "attn.z");
        const Tensor replaced = replacedOf(name);
        runs.push_back({sender.head < 0 ? setTo(name, numbersOf(replaced)) : setTo(sender.id, headOf(replaced, sender.head))});
    }
    return lost(runs);
}

/// What the metric loses in each run.
std::vector<double> PathModel::lost(const std::vector<Changes>& runs) const
{
    std::vector<double> effects = m_runs.values(runs);
    for (double& effect : effects)
        effect = m_runs.untouched() - effect;
    return effects;
}

double PathModel::metricOf(const KeepsEdge& keeps) const
{
    const ModelConfig& config = m_runs.measured().setup.config;
    std::vector<Tensor> parts(m_senders.size()); // minus the replacement, in this run; empty: not yet computed
    parts[0] = m_parts[0];
    const auto streamOf = [&](std::size_t receiver) {
        Tensor stream = replacedOf(streamBefore(m_receivers[receiver]));
        for (std::size_t sender = 0; sender < m_senders.size(); ++sender)
            if (reaches(m_senders[sender], m_receivers[receiver]) && keeps(sender, receiver))
                stream = combined(stream, parts[sender], 1.f);
        return stream;
    };
    for (Index layer = 0; layer < config.layers(); ++layer) {
        m_control.check();
        std::vector<std::size_t> here, feedForward;
        for (std::size_t i = 0; i < m_receivers.size(); ++i)
            if (m_receivers[i].layer == layer && m_receivers[i].input != PathInput::Logits)
                (m_receivers[i].input == PathInput::FeedForwardIn ? feedForward : here).push_back(i);

        // Queries, keys and values, each from its own stream; then each head by itself from its three.
        const std::string q = blockName(layer, "attn.q"), k = blockName(layer, "attn.k"), v = blockName(layer, "attn.v"),
                          z = blockName(layer, "attn.z"), out = blockName(layer, "attn_out");
        std::vector<Changes> reading;
        for (const std::size_t receiver : here)
            reading.push_back(withStream(blockName(layer, "resid_pre"), streamOf(receiver)));
        const auto read = m_runs.tensors({q, k, v}, reading);
        std::vector<Changes> attending(std::size_t(config.block(layer).heads));
        for (std::size_t i = 0; i < here.size(); ++i) {
            const PathReceiver& receiver = m_receivers[here[i]];
            const std::string name = blockName(layer, tensorOf(receiver.input));
            for (const std::size_t node : nodesOf(receiver))
                attending[std::size_t(m_senders[node].head)].push_back(
                    setTo(withHead(name, receiver.head), headOf(read[i].at(name), receiver.head)));
        }
        const auto attended = m_runs.tensors({z}, attending);
        const Tensor replacedZ = replacedOf(z);
        std::vector<Changes> adding{{setTo(z, numbersOf(replacedZ))}};
        for (std::size_t head = 0; head < attended.size(); ++head)
            adding.push_back(
                {setTo(z, numbersOf(replacedZ)), setTo(withHead(z, Index(head)), headOf(attended[head].at(z), Index(head)))});
        const auto added = m_runs.tensors({out}, adding);
        for (std::size_t i = 0; i < m_senders.size(); ++i)
            if (m_senders[i].layer == layer && m_senders[i].head >= 0)
                parts[i] = combined(added[std::size_t(m_senders[i].head) + 1].at(out), added[0].at(out), -1.f);

        for (const std::size_t receiver : feedForward) {
            const std::string mlp = blockName(layer, "mlp_out");
            const auto made = m_runs.tensors({mlp}, {withStream(streamBefore(m_receivers[receiver]), streamOf(receiver))});
            parts[nodesOf(m_receivers[receiver]).front()] = combined(made[0].at(mlp), replacedOf(mlp), -1.f);
        }
    }
    const std::size_t logits = m_receivers.size() - 1;
    return m_runs.values({withStream(streamBefore(m_receivers[logits]), streamOf(logits))}).front();
}

} // namespace core
