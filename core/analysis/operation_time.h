#pragma once

// Operation time: how long each operation of a pass takes on this machine, measured while the real pass runs: the time between
// two tensors belongs to the operation that the second comes from (RunControl::onMade).

#include "core/analysis/operation_cost.h"

#include <cstdint>
#include <vector>

namespace core {

/// So many passes have a middle half that says something; of fewer a range holds all.
inline constexpr int passesForHalf = 12;

/// Nanoseconds: the middle one of several passes, and from where to where the middle half of them goes, or all of a few.
struct TimeRange
{
    std::int64_t low = 0, middle = 0, high = 0;

    bool operator==(const TimeRange&) const = default;
};

struct OperationTimes
{
    int passes = 0;
    std::vector<TimeRange> operations; // as long as operationCosts(), and in its order
    TimeRange whole;                   // of a pass without a clock inside

    std::int64_t sum() const; // of the middle ones
    std::size_t bytes() const { return operations.size() * sizeof(TimeRange); }
};

/// A model with a text. The setup outlives the measurement.
struct TimedModel
{
    const Setup& setup;
    std::vector<TokenId> ids;
    std::vector<TokenId> decoderIds = {};
};

/// Runs passes that record logits only, one with a clock inside and one without, of all models in turns so that what else the
/// machine does meets each; until there are enough or they have taken long (for each model 0.15 s in all, 0.8 s for the first
/// five; one pass of a large model may take longer). The first, in which weights are read and packed, is not counted unless it
/// takes seconds. Throws Error as forward() does, Stopped.
std::vector<OperationTimes> measuredInTurns(const std::vector<TimedModel>& models, const RunControl& control = {});

/// The same of one.
OperationTimes measuredTimes(const TimedModel& model, const RunControl& control = {});

} // namespace core
