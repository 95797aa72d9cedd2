#include "core/analysis/derivation.h"

#include "core/analysis/derivation_parts.h"
#include "core/run/embedding.h"

#include <cmath>
#include <numeric>

namespace core {

namespace {

using Op = DerivationLine::Op;

/// The name taken apart; `place` with heads as the model counts them.
DerivedName partsOf(const TraceEntry& entry, std::vector<Index> place)
{
    DerivedName name;
    for (std::size_t axis = 0; axis < place.size(); ++axis)
        if (const std::string& word = entry.tensor.axes()[axis]; word == axis::head || word == axis::kvHead)
            place[axis] = entry.headOfRow(place[axis]);
    name.place = std::move(place);
    const NameParts parts = partsOfName(entry.name());
    name.stack = parts.isOfEncoder ? "encoder." : "";
    name.layer = parts.layer;
    name.rest = parts.rest;
    return name;
}

/// embed, pos_embed, token_type_embed.
bool deriveEmbedding(DerivationBuilder& to, const DerivedName& name)
{
    const ModelConfig& config = to.setup().config;
    if (name.layer >= 0)
        return false;
    const Trace& trace = to.trace();
    const std::vector<TokenId>& ids = name.stack.empty() && !trace.decoderIds.empty() ? trace.decoderIds : trace.ids;
    if (name.rest == "embed") {
        if (config.projectsEmbedding() && config.embeddingProjection == EmbeddingProjection::First)
            return true; // not yet explained
        if (std::size_t(name.place[0]) >= ids.size())
            return true;
        const std::string own = name.stack + "embed.weight";
        to.add(to.weight(
            to.setup().weights.find(own) ? own : "embed.weight", {Index(ids[std::size_t(name.place[0])]), name.place[1]}));
        const double scale = config.embeddingScaleOf(name.stack.empty() ? config.blocks : config.encoderBlocks);
        if (scale != 1)
            to.does(Op::Multiply, {DerivationBuilder::number("multiplier", scale)});
    } else if (name.rest == "pos_embed") {
        const PositionEncoding& kind = (name.stack.empty() ? config.blocks : config.encoderBlocks).front().position;
        std::vector<Index> counted(ids.size());
        std::iota(counted.begin(), counted.end(), Index(0));
        counted = countedPositions(config, ids, std::move(counted));
        const auto token = std::size_t(name.place[0]);
        const Index position = token < counted.size() ? counted[token] : name.place[0];
        std::vector<float> row(std::size_t(config.dModel), 0.f);
        if (const std::optional<Index> ofTable = positionTableRow(kind, position))
            to.add(to.weight(name.stack + "pos_embed.weight", {std::max<Index>(0, *ofTable), name.place[1]}));
        else if (computePositionRow(kind, position, row)) {
            to.note("position", double(position));
            to.add(DerivationBuilder::number("wave", double(row[std::size_t(name.place[1])])));
        }
    } else if (name.rest == "token_type_embed")
        to.add(to.weight(name.stack + "token_type_embed.weight", {0, name.place[1]}));
    else
        return false;
    return true;
}

/// logits, log_z and the head before them.
bool deriveOutput(DerivationBuilder& to, const DerivedName& name)
{
    const ModelConfig& config = to.setup().config;
    if (name.rest == "logits") {
        const bool hasHead = config.outputHead == OutputHead::MaskedLanguage;
        if (!hasHead && config.projectsEmbedding())
            return true; // not yet explained
        const std::string from = hasHead ? "head.ln.out" : stackOutput(to, "");
        to.dot(to.row(from, {name.place[0]}), to.weightRow(config.tied ? "embed.weight" : "unembed.weight", name.place[1]));
        if (config.outputBias || hasHead)
            to.add(to.weight("unembed.bias", {name.place[1]}));
        if (config.outputScale != 1)
            to.does(Op::Multiply, {DerivationBuilder::number("scale", config.outputScale)});
        if (config.outputSoftCap != 0)
            to.does(Op::Cap, {DerivationBuilder::number("cap", config.outputSoftCap)});
    } else if (name.rest == "head.pre")
        to.linear("head.dense", name.place[1], to.row(stackOutput(to, ""), {name.place[0]}), config.headBias);
    else if (name.rest == "head.post") {
        to.add(to.element("head.pre", name.place));
        const bool isGelu = config.headActivation == HeadActivation::Gelu;
        to.activate(isGelu ? Activation(Gelu{}) : config.blocks.back().activation, "head");
    } else
        return false;
    return true;
}

} // namespace

std::string stackOutput(const DerivationBuilder& to, const std::string& stack)
{
    const ModelConfig& config = to.setup().config;
    const std::vector<BlockConfig>& blocks = stack.empty() ? config.blocks : config.encoderBlocks;
    return config.finalNorm && traitsOf(blocks.back().norm).normalizes
        ? stack + "ln_final.out"
        : stack + blockName(Index(blocks.size()) - 1, "resid_post");
}

void addEmbeddings(DerivationBuilder& to, const std::string& stack, Index token, Index dim)
{
    to.add(to.element(stack + "embed", {token, dim}));
    for (const char* more : {"pos_embed", "token_type_embed"})
        if (to.has(stack + more))
            to.add(to.element(stack + more, {token, dim}));
}

Derivation derivationOf(
    const Setup& setup, const Trace& trace, const std::string& tensor, const std::vector<Index>& place, Index terms)
{
    DerivationBuilder to(setup, trace, terms);
    const TraceEntry* entry = trace.findEntry(tensor);
    if (!entry) {
        to.failMissing(tensor);
        return to.take(0);
    }
    Index offset = 0;
    for (std::size_t axis = 0; axis < place.size(); ++axis)
        offset = offset * entry->tensor.dim(int(axis)) + place[axis];
    const double recorded = double(entry->tensor.data()[offset]);
    const DerivedName name = partsOf(*entry, place);
    const std::size_t layers = (name.stack.empty() ? setup.config.blocks : setup.config.encoderBlocks).size();
    if (entry->replaced)
        to.fail(CUTAWAY_TR("An intervention put this number here."));
    else if (name.layer < Index(layers))
        for (const auto part : {deriveAttention, deriveFeedForward, deriveNorm, deriveStream, deriveEmbedding, deriveOutput})
            if (part(to, name))
                break;
    return to.take(recorded);
}

} // namespace core
