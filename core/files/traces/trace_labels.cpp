#include "core/files/traces/trace_labels.h"

#include <algorithm>

namespace core {

namespace {

constexpr std::string_view encoder = "encoder.";

/// The positions of the first tensor of this stack that has any; 0 when none has.
Index positionsOf(const std::vector<TraceFile::Item>& items, bool ofEncoder)
{
    for (const TraceFile::Item& item : items) {
        const std::string& name = item.stored.name;
        if (name.starts_with(encoder) != ofEncoder || name.find("cross_attn") != std::string::npos)
            continue; // cross-attention has positions of both stacks
        const auto token = std::find_if(item.axes.begin(), item.axes.end(),
            [](const std::string& word) { return word == axis::token || word == axis::query; });
        const std::vector<Index>& shape = item.stored.shape;
        const bool isEmpty = std::find(shape.begin(), shape.end(), Index(0)) != shape.end(); // its other sizes are only said
        if (token != item.axes.end() && !isEmpty)
            return shape[std::size_t(token - item.axes.begin())];
    }
    return 0;
}

void label(std::vector<std::string>& tokens, const std::vector<TokenId>& ids, Index positions)
{
    if (!tokens.empty())
        return;
    for (const TokenId id : ids)
        tokens.push_back("#" + std::to_string(id));
    for (Index position = 0; ids.empty() && position < positions; ++position)
        tokens.push_back(std::to_string(position));
}

} // namespace

void labelPositions(Trace& trace, const std::vector<TraceFile::Item>& items)
{
    const bool hasEncoder
        = std::any_of(items.begin(), items.end(), [](const auto& item) { return item.stored.name.starts_with(encoder); });
    label(trace.tokens, trace.ids, positionsOf(items, hasEncoder));
    if (hasEncoder || !trace.decoderIds.empty())
        label(trace.decoderTokens, trace.decoderIds, positionsOf(items, false));
}

} // namespace core
