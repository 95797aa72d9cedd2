#include "core/experiments/changed_runs.h"

#include "core/files/traces/trace_file.h"
#include "core/layers/block_config.h"
#include "core/run/kept_beginning.h"
#include "core/run/kept_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

constexpr Index kPackTokens = 512; // of a pass: as many rows as a tile of a product has

bool hasTensor(const Plan& plan, const std::string& name)
{
    return std::any_of(
        plan.tensors.begin(), plan.tensors.end(), [&](const PlannedTensor& tensor) { return tensor.name == name; });
}

/// A product with weights that has a row for each token.
bool isProduct(const PlannedTensor& tensor)
{
    const std::string_view rest = partsOfName(tensor.name).rest;
    return rest == "attn.q" || rest == "attn.k" || rest == "attn.v" || rest == "attn.out" || rest == "mlp.pre"
        || rest == "mlp.pre_linear" || rest == "mlp.out";
}

std::string encoderOutput(const ModelConfig& config, const Plan& plan)
{
    const std::string ofNorm = "encoder.ln_final.out";
    return hasTensor(plan, ofNorm) ? ofNorm : "encoder." + blockName(Index(config.encoderBlocks.size()) - 1, "resid_post");
}

/// Without what is changed in blocks that a cut setup has not.
void dropBehind(PlacedChanges& changes, Index layers)
{
    changes.layer = std::min(changes.layer, layers - 1); // what changes nothing passes through the last one, too
    for (std::size_t i = changes.tensors.size(); i-- > 0;) {
        const NameParts parts = partsOfName(changes.tensors[i]->name);
        const bool isHead = parts.layer < 0
            && (parts.rest.starts_with("ln_final") || parts.rest.starts_with("head.") || parts.rest == "logits");
        if (!isHead && parts.layer < layers)
            continue;
        changes.tensors.erase(changes.tensors.begin() + std::ptrdiff_t(i));
        changes.each.erase(changes.each.begin() + std::ptrdiff_t(i));
    }
}

/// The rows of a copy; `tensor` has as many for each.
Tensor rowsOfCopy(const Tensor& tensor, Index copy, Index copies)
{
    const Index each = tensor.dim(0) / copies;
    return tensor.part(copy * each, each);
}

} // namespace

TraceRequest requestOf(const Measurement& measured, std::vector<std::string> patterns)
{
    return {.patterns = std::move(patterns), .interventions = measured.inForce, .openRun = openRecordedRun};
}

ChangedRuns::ChangedRuns(
    Measurement measurement, const RunControl& control, const std::vector<std::string>& record, RunsFrom from)
    : m_measured(std::move(measurement))
    , m_control(control)
    , m_startsAtToken(from == RunsFrom::Token && computesTokensAlike(m_measured.setup.config))
{
    const Setup& setup = m_measured.setup;
    const ModelConfig& config = setup.config;
    ForwardInput& input = m_measured.input;
    if (config.hasEncoder() && input.decoderIds.empty())
        input.decoderIds = {setup.model ? setup.model->decoderStart : 0};
    m_plan = plan(config, tokens(), Index(input.ids.size()), {});

    TraceRequest request = logitRequest();
    for (const PlannedTensor& tensor : m_plan.tensors)
        if (tensor.name.starts_with("blocks.") && (tensor.name.ends_with(".resid_pre") || (m_startsAtToken && isProduct(tensor))))
            request.patterns.push_back(tensor.name);
    request.patterns.push_back(blockName(config.layers() - 1, "resid_post"));
    if (config.hasEncoder())
        request.patterns.push_back(encoderOutput(config, m_plan));
    request.patterns.insert(request.patterns.end(), record.begin(), record.end());
    const RunControl ofOne{.stop = control.stop, .onProgress = {}};
    m_base = m_start = forward(setup, input, request, ofOne);
    m_untouchedLogits = m_start->at("logits");
    if (config.hasEncoder())
        m_source = m_start->at(encoderOutput(config, m_plan));
    bool areAll = false;
    if (!m_measured.inForce.empty()) {
        areAll = placedChanges(m_measured.inForce, m_plan.tensors, config.layers()).changesLogits;
        if (areAll)
            request.logitTokens.clear();
        request.interventions = m_measured.inForce;
        request.openRun = openRecordedRun;
        m_base = forward(setup, input, request, ofOne);
    }
    m_untouched = valueIn(m_base->at("logits"), 0, areAll);
}

std::size_t ChangedRuns::bytes() const { return m_start->bytes() + (m_base == m_start ? 0 : m_base->bytes()); }

Index ChangedRuns::tokens() const
{
    const ForwardInput& input = m_measured.input;
    return Index(m_measured.setup.config.hasEncoder() ? input.decoderIds.size() : input.ids.size());
}

bool ChangedRuns::canPack() const { return !mixesTokens(m_measured.setup.config); }

/// The stream that enters a layer; after the last one behind it.
Tensor ChangedRuns::streamInto(Index layer) const
{
    const Index layers = m_measured.setup.config.layers();
    return m_start->at(layer < layers ? blockName(layer, "resid_pre") : blockName(layers - 1, "resid_post"));
}

/// The logits that the metric needs, of one copy.
TraceRequest ChangedRuns::logitRequest() const
{
    TraceRequest request{.patterns = {"logits"}};
    if (hasPosition(m_measured.metric.kind))
        request.logitTokens = {positionOf(m_measured.metric, tokens())};
    return request;
}

/// `logits` are those that logitRequest() asks for, one copy behind the other; `areAll`: those of all tokens.
double ChangedRuns::valueIn(const Tensor& logits, Index copy, bool areAll) const
{
    const Metric& metric = m_measured.metric;
    if (hasPosition(metric.kind)) {
        const float* row = logits.row(areAll ? positionOf(metric, tokens()) : copy);
        return valueOf(metric, {row, std::size_t(logits.columns())});
    }
    const ForwardInput& input = m_measured.input;
    const bool isPair = m_measured.setup.config.hasEncoder();
    const std::vector<TokenId> targets
        = targetsOf(metric, m_measured.setup.config, isPair ? input.decoderIds : input.ids);
    return valueOf(metric, {logits.part(copy * tokens(), tokens()), targets, &m_untouchedLogits});
}

/// Copies of the text whose pass begins at the first layer that one changes, with the numbers of the untouched run.
ForwardInput ChangedRuns::packedInput(const std::vector<const PlacedChanges*>& copies) const
{
    Index layer = m_measured.setup.config.layers();
    for (const PlacedChanges* const changes : copies)
        layer = std::min(layer, changes->layer);
    ForwardInput input = m_measured.input;
    std::vector<TokenId>& ids = m_measured.setup.config.hasEncoder() ? input.decoderIds : input.ids;
    const std::vector<TokenId> once = ids;
    const Tensor from = streamInto(layer);
    Tensor stream(from.name(), from.axes(), {Index(copies.size()) * from.rows(), from.columns()});
    for (Index copy = 0; copy < Index(copies.size()); ++copy) {
        if (copy > 0)
            ids.insert(ids.end(), once.begin(), once.end());
        input.sequenceStarts.push_back(copy * tokens());
        std::copy_n(from.data(), from.size(), stream.row(copy * tokens()));
    }
    input.known = {layer, stream, m_source};
    return input;
}

/// The pass over copies of the text, which begins where they do.
std::shared_ptr<Trace> ChangedRuns::runCopies(
    const Setup& setup, const std::vector<const PlacedChanges*>& copies, const TraceRequest& request) const
{
    KnownBeginnings known;
    if (m_startsAtToken) {
        known.run = m_start;
        for (const PlacedChanges* const changes : copies)
            known.tokens.push_back(std::min(changes->token, tokens()));
    }
    return forwardFrom(
        known, setup, packedInput(copies), request, {.stop = m_control.stop, .onProgress = {}, .onMade = m_control.onMade});
}

std::shared_ptr<Trace> ChangedRuns::runPack(
    const Setup& setup, const std::vector<const PlacedChanges*>& pack, TraceRequest request) const
{
    const std::vector<Index> once = request.logitTokens;
    request.logitTokens.clear();
    for (Index copy = 0; copy < Index(pack.size()); ++copy) {
        for (Intervention& moved : movedBy(*pack[std::size_t(copy)], copy * tokens()))
            request.interventions.push_back(std::move(moved));
        for (const Index token : once)
            request.logitTokens.push_back(copy * tokens() + token);
    }
    return runCopies(setup, pack, request);
}

/// The places of runs that share a pass: those that begin at about the same layer.
std::vector<std::vector<std::size_t>> ChangedRuns::packsOf(const std::vector<PlacedChanges>& placed) const
{
    std::vector<std::size_t> order(placed.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return placed[a].layer < placed[b].layer; });
    const std::size_t most = std::size_t(std::max<Index>(1, kPackTokens / tokens()));
    std::vector<std::vector<std::size_t>> packs;
    bool isOpen = false; // the last pack takes more
    for (const std::size_t run : order) {
        const bool canShare = placed[run].canPack && canPack();
        if (!canShare || !isOpen || packs.back().size() == most)
            packs.emplace_back();
        packs.back().push_back(run);
        isOpen = canShare;
    }
    return packs;
}

Changes ChangedRuns::withInForce(const Changes& run) const
{
    Changes all = m_measured.inForce;
    all.insert(all.end(), run.begin(), run.end());
    return all;
}

std::vector<PlacedChanges> ChangedRuns::placedRuns(const std::vector<Changes>& runs) const
{
    std::vector<PlacedChanges> placed;
    placed.reserve(runs.size());
    for (const Changes& changes : runs)
        placed.push_back(placedChanges(withInForce(changes), m_plan.tensors, m_measured.setup.config.layers()));
    return placed;
}

std::vector<std::vector<std::size_t>> ChangedRuns::passes(const std::vector<Changes>& runs) const
{
    return packsOf(placedRuns(runs));
}

ChangedRuns ChangedRuns::under(const RunControl& control) const
{
    ChangedRuns runs = *this;
    runs.setControl(control);
    return runs;
}

std::vector<double> ChangedRuns::values(const std::vector<Changes>& runs, RunWay way, const OnValue& onValue) const
{
    const std::vector<PlacedChanges> placed = placedRuns(runs);
    std::vector<double> values(runs.size());
    std::size_t done = 0;
    const auto keep = [&](std::size_t run, double value) {
        values[run] = value;
        if (onValue)
            onValue(run, value);
        m_control.progress(double(++done) / double(runs.size()), "runs");
    };
    const auto runOne = [&](std::size_t run, bool isWhole) {
        TraceRequest request = logitRequest();
        request.interventions = withInForce(runs[run]);
        request.openRun = openRecordedRun;
        if (placed[run].changesLogits)
            request.logitTokens.clear();
        const auto trace = isWhole ? forward(m_measured.setup, m_measured.input, request,
                               {.stop = m_control.stop, .onProgress = {}, .onMade = m_control.onMade})
                                   : runCopies(m_measured.setup, {&placed[run]}, request);
        keep(run, valueIn(trace->at("logits"), 0, placed[run].changesLogits));
    };
    if (way == RunWay::Plain) {
        for (std::size_t run = 0; run < runs.size(); ++run)
            runOne(run, true);
        return values;
    }
    for (const std::vector<std::size_t>& pack : packsOf(placed)) {
        const bool isPacked = way == RunWay::Packed && placed[pack.front()].canPack && canPack();
        for (const std::size_t run : pack)
            if (!isPacked)
                runOne(run, !placed[run].canStart);
        if (!isPacked)
            continue;
        std::vector<const PlacedChanges*> changes;
        for (const std::size_t run : pack)
            changes.push_back(&placed[run]);
        const auto trace = runPack(m_measured.setup, changes, logitRequest());
        const Tensor& logits = trace->at("logits");
        for (std::size_t copy = 0; copy < pack.size(); ++copy) {
            const double value = valueIn(logits, Index(copy));
            if (std::isnan(value)) // perhaps a neighbour's: 0 times its numbers is NaN, too
                runOne(pack[copy], false);
            else
                keep(pack[copy], value);
        }
    }
    return values;
}

std::vector<std::map<std::string, Tensor>> ChangedRuns::tensors(
    const std::vector<std::string>& names, const std::vector<Changes>& runs) const
{
    const Setup setup = cutBehind(m_measured.setup, names.front());
    std::vector<PlacedChanges> placed = placedRuns(runs);
    for (PlacedChanges& changes : placed)
        dropBehind(changes, setup.config.layers());
    std::vector<std::map<std::string, Tensor>> tensors(runs.size());
    for (const std::vector<std::size_t>& pack : packsOf(placed)) {
        std::vector<const PlacedChanges*> changes;
        for (const std::size_t run : pack)
            changes.push_back(&placed[run]);
        const auto trace = runPack(setup, changes, {.patterns = names});
        for (std::size_t copy = 0; copy < pack.size(); ++copy)
            for (const std::string& name : names)
                tensors[pack[copy]][name] = rowsOfCopy(trace->at(name), Index(copy), Index(pack.size()));
    }
    return tensors;
}

Setup cutBehind(const Setup& setup, const std::string& name)
{
    Setup cut = setup;
    const NameParts parts = partsOfName(name);
    if (parts.layer < 0 || parts.layer >= setup.config.layers() || parts.isOfEncoder || setup.config.hasEncoder())
        return cut;
    cut.config.blocks.resize(std::size_t(parts.layer) + 1);
    cut.config.outputHead = OutputHead::None;
    cut.config.finalNorm = false;
    return cut;
}

} // namespace core
