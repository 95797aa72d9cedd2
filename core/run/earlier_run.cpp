#include "core/run/earlier_run.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

/// Whether both setups hold the same tensors under every name that begins with `prefix`.
bool sharesWeights(const Setup& a, const Setup& b, const std::string& prefix)
{
    return std::all_of(a.specs.begin(), a.specs.end(), [&](const WeightSpec& spec) {
        return !spec.name.starts_with(prefix) || a.weights.share(spec.name) == b.weights.share(spec.name);
    });
}

bool sharesEmbedding(const Setup& a, const Setup& b)
{
    return a.config.dModel == b.config.dModel && a.config.vocabulary == b.config.vocabulary
        && a.config.embeddingScale == b.config.embeddingScale && a.config.position() == b.config.position()
        && a.config.embeddingNorm == b.config.embeddingNorm && a.config.tokenTypes == b.config.tokenTypes
        && a.config.embeddingWidth == b.config.embeddingWidth && a.config.embeddingProjection == b.config.embeddingProjection
        && a.config.normsTokensFirst == b.config.normsTokensFirst && a.config.paddingId == b.config.paddingId
        && sharesWeights(a, b, "embed_in.") && (!a.config.embeddingNorm || a.config.block(0).norm == b.config.block(0).norm)
        && sharesWeights(a, b, "embed.") && sharesWeights(a, b, "pos_embed.") && sharesWeights(a, b, "token_type_embed.")
        && sharesWeights(a, b, "ln_embed.") && sharesWeights(a, b, "rel_embed.") && sharesWeights(a, b, "ln_rel.");
}

/// How many blocks have their numbers from before this tensor was made.
Index blocksBefore(std::string_view name, Index layers)
{
    if (const NameParts parts = partsOfName(name); !parts.isOfEncoder && parts.layer >= 0)
        return parts.layer;
    return name.starts_with("ln_final.") || name == "logits" || name == "log_z" ? layers : 0;
}

/// Blocks that have the same numbers with the interventions of this run and of the earlier one.
Index blocksBeforeInterventions(const Plan& planned, const InterventionList& interventions, const Trace& earlier, Index layers)
{
    Index blocks = layers;
    for (const PlannedTensor& tensor : planned.tensors)
        if (interventions.touches(tensor.name))
            blocks = std::min(blocks, blocksBefore(tensor.name, layers));
    for (const std::string& name : earlier.replaced)
        blocks = std::min(blocks, blocksBefore(name, layers));
    return blocks;
}

} // namespace

Known takeFromEarlier(const EarlierRun& run, Trace& trace)
{
    const auto& [setup, input, planned, matcher, interventions] = run;
    const Trace* earlier = input.earlier.get();
    const Setup* before = input.earlierSetup.get();
    if (!earlier || !before || earlier->ids != input.ids || !sharesEmbedding(setup, *before))
        return {};
    if (before->config.hasEncoder()) // its blocks have the same names and weights, and cross-attention besides
        return {};

    // A block counts when every tensor wanted of it is there, whole and as it was computed.
    const auto recordedAlike = [&](const std::string& prefix) {
        return std::all_of(planned.tensors.begin(), planned.tensors.end(), [&](const PlannedTensor& tensor) {
            const bool isRouted = tensor.axes.front() == axis::routedToken; // how many there are the plan cannot know
            if (!tensor.recorded || isRouted || !tensor.name.starts_with(prefix))
                return true;
            const TraceEntry* entry = earlier->findEntry(tensor.name);
            return entry && entry->tensor.shape() == tensor.shape && entry->heads.empty();
        });
    };
    const Index most
        = std::min(before->config.layers(), blocksBeforeInterventions(planned, interventions, *earlier, setup.config.layers()));
    Known known;
    while (known.layers < most) {
        const std::string prefix = blockName(known.layers, "");
        const Tensor* stream = earlier->find(prefix + "resid_post");
        if (!stream || !(setup.config.block(known.layers) == before->config.block(known.layers))
            || !sharesWeights(setup, *before, prefix) || !recordedAlike(prefix))
            break;
        known.stream = *stream;
        ++known.layers;
    }
    if (known.layers == 0)
        return {};
    for (const char* name : {"embed", "pos_embed", "token_type_embed", "ln_embed."})
        if (!recordedAlike(name))
            return {};

    std::map<std::string_view, Recording> kinds; // of what is planned; experts that the plan does not name are usual
    for (const PlannedTensor& tensor : planned.tensors)
        kinds[tensor.name] = tensor.onRequest ? Recording::OnRequest : Recording::Usual;
    for (const TraceEntry& entry : earlier->entries()) {
        const auto kind = kinds.find(entry.name());
        const bool isKnown = entry.name().starts_with("blocks.")
            ? blocksBefore(entry.name(), known.layers) < known.layers
            : entry.name() == "embed" || entry.name().ends_with("_embed") || entry.name().starts_with("ln_embed.");
        if (isKnown && matcher.wants(entry.name(), kind == kinds.end() ? Recording::Usual : kind->second))
            trace.add({entry.tensor, {}, false});
    }
    return known;
}

} // namespace core
