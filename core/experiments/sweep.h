#pragma once

// Sweep: a metric, or a tensor, of one text over the values of a choice, and over seeds.

#include "core/base/run_control.h"
#include "core/io/json.h"
#include "core/run/forward.h"
#include "core/run/model.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

struct SweepRequest
{
    std::string key;                 // "sizes.layers", "rope.base@0-1"
    std::vector<std::string> values; // one or more, as --set takes them
    int seeds = 0;                   // 0: the model's own; N: `seed` 0 … N − 1 for each value
    ForwardInput input = {};
    std::vector<Intervention> inForce = {}; // of every run, without numbers; a run goes on without what does not fit its choices
    std::string measured; // a metric (core/run/metric.h), or a name of the trace with heads in brackets: its mean
};

struct SweepRow
{
    std::string value; // of the key
    std::optional<int> seed;
    double result = 0; // NaN: no number
};

/// Rows of a value over its seeds.
struct SweepBand
{
    std::string value;
    double mean = 0, least = 0, most = 0;
};

/// "KEY=V,V,…" as the first two parts of a request. Throws Error{Usage}.
SweepRequest sweepOver(const std::string& words);

/// A row a value and seed, value by value. `said` are the other choices. `onRow` sees each as it comes. Throws Error{Usage} for a
/// choice that cannot be, before anything is computed; what forward() and parseMetric() throw; Stopped. kl is that to the model
/// with `said` alone, with nothing in force.
std::vector<SweepRow> sweep(const ModelPtr& model, const Choices& said, const SweepRequest& request,
    const RunControl& control = {}, const std::function<void(const SweepRow&)>& onRow = {});

/// Throws Error{Usage} for a choice of the request that cannot be, as sweep() does before anything is computed.
void checkSweep(const Setup& setup, const SweepRequest& request);

/// What every row of `kl` is compared with: the run without the key, with its logits; null where another metric is asked for.
/// Throws what sweep() throws.
std::shared_ptr<const Trace> sweepUntouched(const Setup& setup, const SweepRequest& request, const RunControl& control = {});

/// The rows of one value of the request. `untouched` is that of sweepUntouched(). Throws what sweep() throws.
std::vector<SweepRow> sweepValue(const Setup& setup, const SweepRequest& request, std::size_t value,
    const std::shared_ptr<const Trace>& untouched, const RunControl& control = {});

/// Whether what is measured is a metric, and not a tensor of the trace.
bool isMetric(const std::string& measured);

/// The spread of each value over its seeds, of the numbers that are finite.
std::vector<SweepBand> bandsOf(const std::vector<SweepRow>& rows);

/// {"metric", "over", "rows": [{KEY, "seed", "value"}], "bands": [{KEY, "mean", "min", "max"}]}; bands with seeds only.
Json toJson(const SweepRequest& request, const std::vector<SweepRow>& rows);

/// The rows as CSV with a head.
std::string toCsv(const SweepRequest& request, const std::vector<SweepRow>& rows);

} // namespace core
