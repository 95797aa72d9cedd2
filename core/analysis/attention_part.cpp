#include "core/analysis/attention_part.h"

#include "core/run/stream_ids.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr std::array allParts{AttentionPart::Encoder, AttentionPart::Self, AttentionPart::Cross};

bool isOfSource(AttentionPart part, bool isQuery)
{
    return part == AttentionPart::Encoder || (part == AttentionPart::Cross && !isQuery);
}

} // namespace

std::string attentionName(AttentionPart part, Index layer, std::string_view rest)
{
    const std::string name
        = blockName(layer, std::string(part == AttentionPart::Cross ? "cross_attn." : "attn.") + std::string(rest));
    return part == AttentionPart::Encoder ? "encoder." + name : name;
}

AttentionPart partOfName(std::string_view name)
{
    const NameParts parts = partsOfName(name);
    if (parts.layer >= 0 && parts.rest.starts_with("cross_attn."))
        return AttentionPart::Cross;
    return parts.isOfEncoder && parts.rest.starts_with("attn.") ? AttentionPart::Encoder : AttentionPart::Self;
}

const char* wordOf(AttentionPart part)
{
    return part == AttentionPart::Self ? "self" : part == AttentionPart::Encoder ? "encoder" : "cross";
}

AttentionPart attentionPart(std::string_view word)
{
    const auto found = std::find_if(allParts.begin(), allParts.end(), [&](AttentionPart part) { return word == wordOf(part); });
    return found == allParts.end() ? AttentionPart::Cross : *found;
}

bool hasPart(const Trace& trace, AttentionPart part)
{
    const std::string_view attention = part == AttentionPart::Cross ? "cross_attn." : "attn.";
    return std::any_of(trace.entries().begin(), trace.entries().end(), [&](const TraceEntry& entry) {
        const NameParts name = partsOfName(entry.name());
        return name.layer >= 0 && name.isOfEncoder == (part == AttentionPart::Encoder) && name.rest.starts_with(attention)
            && (name.rest.ends_with(".pattern") || name.rest.ends_with(".scores"));
    });
}

AttentionPart partIn(const Trace& trace, AttentionPart part)
{
    if (part != AttentionPart::Encoder || hasPart(trace, part) || !trace.choices.is_object())
        return part;
    const auto topology = trace.choices.find("topology");
    return topology != trace.choices.end() && *topology == "encoder" ? AttentionPart::Self : part;
}

Index layersOf(const Trace& trace, AttentionPart part)
{
    Index layers = 0;
    for (const TraceEntry& entry : trace.entries())
        if (const NameParts name = partsOfName(entry.name()); name.isOfEncoder == (part == AttentionPart::Encoder))
            layers = std::max(layers, name.layer + 1);
    return layers;
}

const std::vector<std::string>& tokensOfPart(const Trace& trace, AttentionPart part, bool areQueries)
{
    return isOfSource(part, areQueries) ? trace.tokens : streamTokens(trace);
}

const std::vector<TokenId>& idsOfPart(const Trace& trace, AttentionPart part, bool areQueries)
{
    return isOfSource(part, areQueries) ? trace.ids : streamIds(trace);
}

const BlockConfig* blockOfPart(const Setup* setup, AttentionPart part, Index layer)
{
    if (!setup)
        return nullptr;
    const std::vector<BlockConfig>& blocks = part == AttentionPart::Encoder ? setup->config.encoderBlocks : setup->config.blocks;
    return layer >= 0 && layer < Index(blocks.size()) ? &blocks[std::size_t(layer)] : nullptr;
}

} // namespace core
