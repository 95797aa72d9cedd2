#pragma once

// The least time that a pass can take on a machine, operation by operation, and what a measured pass loses beside it.

#include "core/run/forward.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// What a machine reaches, measured.
struct MachineLimits
{
    double flopsPerSecond;
    double bytesPerSecond; // read from memory
};

/// One step of a plan.
struct BoundStep
{
    std::string tensor;
    double seconds; // max(operations / flopsPerSecond, bytes / bytesPerSecond)
};

/// The bound of each step of the plan, in its order. Bytes are the weights of the step in the form in which they are stored, read
/// once (of a table whose rows are looked up, these rows), and what is recorded, written once. What follows from one tensor in the
/// caches to the next costs nothing. REQUIRES: the plan of the setup's configuration.
std::vector<BoundStep> roofline(const Setup& setup, const Plan& plan, const MachineLimits& limits);

/// When the numbers of a tensor were there (RunControl::onMade), in seconds since the pass began.
struct MadeAt
{
    std::string tensor;
    double seconds;
};

/// One operation of all layers together: "blocks.*.attn.q".
struct OperationTime
{
    std::string operation;
    double seconds, bound;
    double loss() const { return seconds - bound; }
};

/// How long each operation took beside its bound, those that lose most first. The time until a tensor that the plan has no step for
/// counts to the step after it.
std::vector<OperationTime> operationTimes(std::span<const BoundStep> bounds, std::span<const MadeAt> made);

} // namespace core
