#pragma once

// Runs under interventions, and how two runs differ.

#include "core/run/forward.h"

#include <string>
#include <vector>

namespace support {

/// Records everything, on request or not.
core::TraceRequest everything();

/// The same under this list.
core::TraceRequest intervening(const std::string& json, const std::string& file = "list.json");

/// The same under one intervention of this operation.
core::TraceRequest intervening(
    const std::string& at, core::InterventionOp op, float value = 0.f, std::vector<core::AxisRange> slice = {});

/// Bit for bit.
bool same(const core::Tensor& a, const core::Tensor& b);

/// "" when both traces hold the same numbers, else the first name that differs.
std::string firstDifference(const core::Trace& a, const core::Trace& b);

/// Name of what a run ends in: the logits, or the stream where the model has none.
std::string endOf(const core::Trace& trace);

/// Relative difference there.
double endsDiffer(const core::Trace& a, const core::Trace& b);

} // namespace support
