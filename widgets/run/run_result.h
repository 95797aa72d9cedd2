#pragma once

// RunResult: what a view draws. Immutable and shared; comes from the worker, a trace file, or a test.

#include "core/analysis/unknown_words.h"
#include "core/run/model.h"
#include "core/run/stream_ids.h"
#include "core/trace/trace.h"

#include <memory>

namespace widgets {

struct RunResult
{
    core::TracePtr trace;  // never null
    core::SetupPtr setup;  // null for a trace from a file whose model is not available

    /// Tokens of the text that the pass left out, because a table of the model ends before them.
    std::vector<std::string> leftOut = {};

    /// Ids that no text of the model's training held, ascending; null when that is not known.
    std::shared_ptr<const std::vector<core::TokenId>> unseenIds = nullptr;

    /// What the vocabulary lacks of the text; empty when the run was given ids.
    core::UnknownWords unknown = {};
};

using RunPtr = std::shared_ptr<const RunResult>;

// What the blocks and the logits of a trace are about.
using core::streamIds;
using core::streamTokens;

/// The word of a choice of the whole model, "encoder"; empty when the run does not say.
inline std::string choiceOf(const core::Trace& trace, const char* key)
{
    return trace.choices.is_object() && trace.choices.contains(key) && trace.choices.at(key).is_string()
        ? trace.choices.at(key).get<std::string>()
        : std::string();
}

} // namespace widgets
