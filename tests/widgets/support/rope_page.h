#pragma once

// What the tests of the page "rope" share: its data, its drawing and the parts of a picture by name.

#include "widgets/views/rope/figure.h"

namespace support {

/// Two models: other pairing, other scaling, shared key heads.
inline const std::vector<std::vector<std::string>> kModels{
    {}, {"rope.pairing=interleaved", "rope.scaling=yarn", "rope.original_context=4", "attention.kind=grouped_query", "seed=7"}};

inline widgets::FigureData dataOf(const widgets::RunPtr& run, const QVariantMap& options = {},
    widgets::Selection selection = {.layer = 1, .head = 2, .query = 4, .key = 1})
{
    return {run, nullptr, selection, options};
}

inline double at(const core::Trace& trace, const char* rest, core::Index token, core::Index head, core::Index dim)
{
    return double(trace.at(core::blockName(1, rest)).at({token, head, dim}));
}

} // namespace support
