#include "app/runs/run_memory.h"

#include "core/run/stream_ids.h"
#include "core/run/weights_in_memory.h"

#include <algorithm>

namespace app {

namespace {

constexpr std::size_t largeRecord = std::size_t(256) << 20;
constexpr core::Index shortText = 128; // tokens: no record of them is large

struct Lengths
{
    core::Index tokens, source; // one stack: alike
};

Lengths lengthsOf(const core::Setup& setup, const core::ForwardInput& input)
{
    const auto source = core::Index(input.ids.size());
    return {setup.config.hasEncoder() ? std::max(core::Index(1), core::Index(input.decoderIds.size())) : source, source};
}

std::size_t recordedBytes(const core::Setup& setup, const core::ForwardInput& input, const core::TraceRequest& record)
{
    const auto [tokens, source] = lengthsOf(setup, input);
    return core::plan(setup.config, tokens, source, record).traceBytes();
}

/// With the room of the weights where they take a good part of what a run may have, and no more than twice as much.
std::size_t allowedWith(std::size_t stored, std::size_t ofRun)
{
    return stored < ofRun / 4 || stored > 2 * ofRun ? ofRun : ofRun + stored;
}

RunMemory memoryOf(const core::Setup& setup, core::Index tokens, std::size_t recorded, std::size_t allowed)
{
    RunMemory memory{tokens, recorded, allowed, core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored)};
    if (recorded <= allowed)
        memory.readsWeights = core::WeightsInMemory::of(setup, allowed - recorded).word() == "read when used";
    return memory;
}

} // namespace

core::TraceRequest besideWeights(core::TraceRequest record, const core::Setup& setup, const core::ForwardInput& input)
{
    const std::size_t ofRun = record.maxBytes;
    const std::size_t allowed = allowedWith(core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored), ofRun);
    if (allowed > ofRun && recordedBytes(setup, input, record) <= ofRun)
        record.maxBytes = allowed;
    return record;
}

std::optional<RunMemory> largeMemoryOf(
    const core::Setup& setup, const core::ForwardInput& input, const core::TraceRequest& record)
{
    const auto [tokens, source] = lengthsOf(setup, input);
    const std::size_t stored = core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored);
    if (std::max(tokens, source) < shortText && stored < record.maxBytes / 4)
        return std::nullopt;
    const RunMemory memory = memoryOf(setup, tokens, recordedBytes(setup, input, record), record.maxBytes);
    const bool isLarge = memory.recorded <= memory.allowed && (memory.readsWeights || memory.recorded >= largeRecord);
    return isLarge ? std::optional(memory) : std::nullopt;
}

RunMemory memoryOf(const core::Setup& setup, const core::Trace& trace, std::size_t allowed)
{
    const std::size_t stored = core::WeightsInMemory::bytes(setup, core::MatrixForm::Stored);
    return memoryOf(setup, core::Index(core::streamIds(trace).size()), trace.bytes(), allowedWith(stored, allowed));
}

} // namespace app
