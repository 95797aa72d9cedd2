#pragma once

// Which tensors a request asks for: shell patterns over names ('*', '?'), heads in brackets at the end.

#include "core/base/tensor.h"
#include "core/layers/pass.h"
#include "core/run/forward.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Whether the shell pattern ('*' any text, '?' one character) matches the whole name.
bool matchesPattern(std::string_view pattern, std::string_view name);

/// A pattern with the heads that stood in brackets behind it, sorted; no brackets: none, which means all.
struct NamePattern
{
    std::string name;
    std::vector<Index> heads;
};

/// Takes "blocks.*.attn.z[0,3]" apart; nothing for a malformed list of heads.
std::optional<NamePattern> parseNamePattern(const std::string& text);

class TraceMatcher
{
public:
    /// Throws Error{Usage} for a malformed head list.
    explicit TraceMatcher(const TraceRequest& request);

    bool wants(std::string_view name, Recording recording) const;

    /// Heads to keep of this tensor, sorted; empty = all. The heads of all patterns that match are joined.
    std::vector<Index> heads(std::string_view name) const;

    /// Throws Error{Usage} naming the first pattern that matches none of the names, or a head that does not exist.
    void checkAllMatch(const std::vector<PlannedTensor>& tensors) const;

private:
    struct Pattern : NamePattern
    {
        std::string text; // as given
    };
    bool m_nothing = false;
    std::vector<Pattern> m_patterns;
};

} // namespace core
