#pragma once

// RunMemory: what a run of a window takes of the memory that it may have, known before it computes anything.

#include "core/run/forward.h"
#include "core/run/model.h"
#include "core/trace/trace_request.h"

#include <cstddef>
#include <optional>

namespace app {

struct RunMemory
{
    core::Index tokens = 0;
    std::size_t recorded = 0, allowed = 0; // bytes
    std::size_t weights = 0; // bytes as they are stored
    bool readsWeights = false; // each matrix is read from its file when it is used: they do not fit beside what is recorded
};

/// The request of a window, whose runs share their weights: these may have twice what one run may, besides what is recorded.
core::TraceRequest besideWeights(core::TraceRequest record, const core::Setup& setup, const core::ForwardInput& input);

/// Of a run with this request, which besideWeights() gave, where a person should know of it before it is computed: it records
/// much, or reads its weights. Nothing for all others, and where it will be refused.
std::optional<RunMemory> largeMemoryOf(
    const core::Setup& setup, const core::ForwardInput& input, const core::TraceRequest& record);

/// Of a run that is there, which was allowed so many bytes before besideWeights().
RunMemory memoryOf(const core::Setup& setup, const core::Trace& trace, std::size_t allowed);

} // namespace app
