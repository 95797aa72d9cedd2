#pragma once

// OpenedScan: the file of a scan with the model that it is of, and the trace that stands for it where runs are shown.

#include "core/experiments/scan.h"
#include "core/trace/trace.h"

namespace core {

struct OpenedScan
{
    Scan scan;
    SetupPtr setup; // null: there is no such model here, or another one of its name; tokens have no words then

    std::size_t bytes() const { return scan.bytes(); }
};

/// Reads the file and opens its model where that is there. Throws Error{BadInput} for a file that is cut off, or is no scan.
OpenedScan openScan(const std::string& file);

/// The only tensor of traceOfScan(): [token], the values of the unit whose largest value stands out most.
inline constexpr const char* scanValues = "scan.values";

/// What stands for the file in the place of a run: its name as `model`, the tokens of the hit that stands out most, and `scanValues`.
/// Throws as openScan() does.
TracePtr traceOfScan(const std::string& file);

/// Whether a trace is one of traceOfScan().
bool isOfScan(const Trace& trace);

/// How far the largest value of a channel is from its mean, in standard deviations; 0 where all are equal.
double peakOf(const Scan& scan, std::size_t channel);

/// The channel for which that is largest. REQUIRES: channels.
std::size_t peakChannel(const Scan& scan);

} // namespace core
