#pragma once

// TraceRequest: the tensors that a run records and changes: shell patterns over names ('*', '?'), heads in
// brackets at the end.

#include "core/base/tensor.h"
#include "core/layers/scope.h"
#include "core/trace/intervention.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// What to record. Patterns are shell patterns over names with heads in brackets: "blocks.*.attn.pattern[5,7]".
struct TraceRequest
{
    std::vector<std::string> patterns; // empty: everything that is not "on request"
    bool nothing = false;              // record nothing (generation, timing)
    bool isTape = false;               // everything usual besides, with all heads: a way back follows
    std::size_t maxBytes = 0;          // for the trace, and for weights that stay after use; 0: half of the machine's memory
    std::vector<Index> logitTokens = {}; // tokens whose logits are computed, ascending: "logits" then has a row for each of them,
                                         // and there is no log_z. Empty: all tokens where they are recorded, else the last one

    /// Ablation and patching: applied in this order to every tensor they name, recorded or not, before it is used next.
    /// The run goes on from there.
    std::vector<Intervention> interventions = {};
    RunOpener openRun = nullptr; // REQUIRED where one of them names a file
    bool skipsUnfit = false; // one that does not fit the model or the text is left out (core/run/intervention_list.h says which); else refused
};

/// One tensor that a pass would make.
struct PlannedTensor
{
    std::string name;
    Axes axes;
    Shape shape;
    bool onRequest = false; // recorded only when a pattern asks for it
    bool recorded = false;  // under the given request
    std::string aliasOf;    // the same numbers as this tensor: takes no memory of its own where that one is recorded
    std::string changeInstead; // where nothing of the pass is computed from it: the names that an intervention may change
};

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
    bool m_isTape = false;
    std::vector<Pattern> m_patterns;
};

/// The tensor as it is kept under these patterns: of a tensor with heads those that are asked for.
TraceEntry keptEntry(const Tensor& tensor, std::vector<Index> heads, bool replaced = false);

} // namespace core
