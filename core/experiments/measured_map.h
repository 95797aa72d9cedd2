#pragma once

// MeasuredMap: a metric of many runs of a text, each changed at one place. Ablations and patches are such maps; a table, a heat map
// and JSON are made of it.

#include "core/experiments/packed_changes.h"
#include "core/io/json.h"
#include "core/run/metric.h"
#include "core/trace/trace_request.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// One place of a model and the metric of the run that is changed there. A number is −1 where the place has none of the kind.
struct MeasuredPlace
{
    std::string at; // the tensor: "blocks.3.attn.z[2]"
    std::vector<AxisRange> slice = {};
    bool isOfEncoder = false;
    Index layer = -1;
    Index head = -1, expert = -1, neuron = -1, token = -1;
    std::string branch = {}; // of the block: "attn_out"; of a head "attn" or "cross_attn"
    double value = 0;        // NaN: not yet computed
};

struct MeasuredMap
{
    Metric metric;
    double untouched = 0;
    std::vector<MeasuredPlace> places;
};

/// {"at", "slice", "stack", "layer", "branch", "head", "expert", "neuron", "token", "value"}, without what the place has not; a value
/// that is no number is null. "stack" is there in encoders of encoder–decoders only: "encoder".
Json toJson(const MeasuredPlace& place);

/// {"metric", "untouched", "rows"}.
Json toJson(const MeasuredMap& map);

/// The same as CSV, one line a place, with a head.
std::string toCsv(const MeasuredMap& map);

/// The shortest text that reads back as the same double; empty for what is no number. For CSV.
std::string numberText(double value);

/// What a place is called in a table: "L3 H2", "L0 mlp_out @4".
std::string labelOf(const MeasuredPlace& place);

/// Every head (attn.z, cross_attn.z), branch (attn_out, cross_attn_out, mixer_out, mlp_out), expert (its output) or neuron of a
/// layer (mlp.post) of all stacks, in the order of computation.
std::vector<MeasuredPlace> headsIn(std::span<const PlannedTensor> planned);
std::vector<MeasuredPlace> branchesIn(std::span<const PlannedTensor> planned);
std::vector<MeasuredPlace> expertsIn(std::span<const PlannedTensor> planned);
std::vector<MeasuredPlace> neuronsIn(std::span<const PlannedTensor> planned, Index layer);

} // namespace core
