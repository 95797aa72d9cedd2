#pragma once

// Patching (causal tracing, Meng et al. 2022, "Locating and editing factual associations in GPT", section 2): two texts of the
// same length, CLEAN and OTHER; OTHER runs with one place, at one token, from the run of CLEAN, and the metric says how much of
// CLEAN's answer comes back.

#include "core/experiments/map_runs.h"

#include <string>

namespace core {

enum class PatchedPart
{
    Stream, // resid_pre of each block and the last resid_post
    Attention, // attn_out, cross_attn_out or mixer_out
    MlpOut,
    Heads
};

/// "stream", "attention", "feed_forward", "heads". Throws Error{Usage}.
PatchedPart patchedPart(const std::string& word);

struct PatchRequest
{
    ForwardInput clean;
    PatchedPart part = PatchedPart::Stream;
    Changes inForce = {}; // in the run of CLEAN; what is in that of OTHER is in its Measurement
};

struct Patches
{
    MeasuredMap map;  // untouched: OTHER
    double clean = 0; // the metric of CLEAN
};

/// A map and the runs of OTHER that it is made of.
struct PatchRuns
{
    ChangedRuns runs;
    MapRuns all;
};

/// Every place of the part at every token of OTHER, and what is run: nothing where both texts have the same numbers, as before
/// the first token that differs. Each text runs once. Throws Error{BadInput} for texts of different length; what forward()
/// refuses; Stopped.
PatchRuns patchRuns(const Measurement& other, const PatchRequest& request, const RunControl& control = {});

/// The map. `onPlace` sees it as it grows. Throws what patchRuns() throws.
Patches patch(const Measurement& other, const PatchRequest& request, const RunControl& control = {}, RunWay way = RunWay::Packed,
    const std::function<void(const MeasuredMap&)>& onPlace = {});

} // namespace core
