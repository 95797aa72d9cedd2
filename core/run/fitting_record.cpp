#include "core/run/fitting_record.h"

#include "core/run/weights_in_memory.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace core {

namespace {

/// Of every layer, what is needed most in front: the stream, what is added to it, patterns.
constexpr std::array<std::string_view, 9> keptNames{"resid_pre", "resid_post", "resid_mid", "attn_out", "mixer_out", "mlp_out",
    "cross_attn_out", "attn.pattern", "cross_attn.pattern"};
constexpr std::array<std::size_t, 3> keptCounts{keptNames.size(), 7, 2}; // of these, from much to little

/// As patterns: all layers together where each of them has the tensor.
std::vector<std::string> patternsOf(const Plan& planned, std::span<const std::string_view> names)
{
    std::set<std::string> patterns;
    for (const PlannedTensor& tensor : planned.tensors)
        if (const NameParts parts = partsOfName(tensor.name);
            tensor.recorded && (parts.layer < 0 || std::ranges::find(names, parts.rest) != names.end())) {
            patterns.insert(parts.layer < 0
                    ? tensor.name
                    : std::string(parts.isOfEncoder ? "encoder." : "") + "blocks.*." + std::string(parts.rest));
        }
    return {patterns.begin(), patterns.end()};
}

std::size_t bytesOfLargestLayer(const Plan& planned)
{
    std::map<std::pair<bool, Index>, std::size_t> layers;
    std::size_t most = 0;
    for (const PlannedTensor& tensor : planned.tensors)
        if (const NameParts parts = partsOfName(tensor.name); tensor.recorded && parts.layer >= 0 && tensor.aliasOf.empty()) {
            std::size_t& bytes = layers[{parts.isOfEncoder, parts.layer}];
            most = std::max(most, bytes += std::size_t(elements(tensor.shape)) * sizeof(float));
        }
    return most;
}

} // namespace

std::optional<TraceRequest> fittingRecord(const Setup& setup, Index tokens, Index sourceTokens, const TraceRequest& request)
{
    if (!request.patterns.empty() || request.nothing || request.isTape)
        return std::nullopt;
    const Plan whole = plan(setup.config, tokens, sourceTokens, request);
    const std::size_t budget = request.maxBytes > 0 ? request.maxBytes : WeightsInMemory::ordinaryBudget();
    const std::size_t ofLayer = bytesOfLargestLayer(whole);
    TraceRequest less = request;
    for (const std::size_t count : keptCounts) {
        less.patterns = patternsOf(whole, std::span(keptNames).first(count));
        if (plan(setup.config, tokens, sourceTokens, less).traceBytes() + ofLayer <= budget)
            return less;
    }
    return std::nullopt;
}

bool lacksLayer(const Setup& setup, const Trace& trace, Index layer)
{
    const Index tokens = Index(trace.decoderIds.empty() ? trace.ids.size() : trace.decoderIds.size());
    ModelConfig config = setup.config;
    if (layer < 0 || layer >= config.layers() || tokens == 0)
        return false;
    config.blocks.resize(std::size_t(layer) + 1);
    const Plan planned = plan(config, tokens, Index(trace.ids.size()), {});
    return std::ranges::any_of(planned.tensors, [&](const PlannedTensor& tensor) {
        const bool isRouted = tensor.axes.front() == axis::routedToken; // of experts that perhaps no token went to
        return tensor.recorded && !isRouted && tensor.name.starts_with(blockName(layer, "")) && !trace.find(tensor.name);
    });
}

std::shared_ptr<const Trace> withLayer(
    const Setup& setup, const Trace& trace, Index layer, std::size_t maxBytes, const RunControl& control)
{
    const Tensor* const below = layer > 0 ? trace.find(blockName(layer - 1, "resid_post")) : nullptr;
    if (setup.config.hasEncoder() || !trace.replaced.empty() || !trace.interventions.is_null() || (layer > 0 && !below))
        throw Error({.problem = CUTAWAY_TR("this layer cannot be computed alone")});
    Setup part = setup;
    part.config.blocks.resize(std::size_t(layer) + 1);
    ForwardInput input{.ids = trace.ids};
    if (below)
        input.known = {layer, *below};
    TraceRequest request;
    request.maxBytes = maxBytes;
    for (const PlannedTensor& tensor : plan(part.config, Index(trace.ids.size()), {}).tensors)
        if (tensor.recorded && partsOfName(tensor.name).layer == layer)
            request.patterns.push_back(tensor.name);
    const std::shared_ptr<Trace> made = forward(part, input, request, control);
    std::vector<TraceEntry> entries;
    bool isPut = false;
    for (const TraceEntry& entry : trace.entries()) {
        const NameParts name = partsOfName(entry.name());
        const bool isOfLayer = !name.isOfEncoder && name.layer == layer;
        if ((isOfLayer || name.layer > layer) && !std::exchange(isPut, true))
            entries.insert(entries.end(), made->entries().begin(), made->entries().end());
        if (!isOfLayer || !made->find(entry.name()))
            entries.push_back(entry);
    }
    return std::make_shared<const Trace>(trace.withEntries(std::move(entries)));
}

} // namespace core
