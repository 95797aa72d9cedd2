#pragma once

// ChangedRuns: one text under many lists of interventions, with one metric of each run. Interventions that are in force anyway
// come before those of each run. A run begins at the first block that it changes, with the numbers of the untouched run; runs are
// packed as copies of the text into passes of some hundred tokens. Where no token sees later ones, a run can begin at the first
// token that it changes, too.

#include "core/base/run_control.h"
#include "core/experiments/packed_changes.h"
#include "core/run/metric.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace core {

/// How runs are computed. All three give the same values, up to rounding of sums.
enum class RunWay
{
    Packed,
    Reused, // one by one, each from the first block that it changes on
    Plain // one by one, whole
};

/// Which of the untouched run's numbers runs begin with.
enum class RunsFrom
{
    Layer, // the stream before the first block that is changed
    Token // the rows of products of the tokens before the first that is changed, too; they are kept
};

/// A text of a model and what is measured on it. The setup outlives it.
struct Measurement
{
    const Setup& setup;
    ForwardInput input;
    Metric metric;
    Changes inForce = {}; // at tensors, of every run; each that needs numbers has them (inForceOf() of steering.h)
};

/// Of the run under what is in force: these tensors.
TraceRequest requestOf(const Measurement& measured, std::vector<std::string> patterns);

/// The setup without what is computed behind the block of a tensor; as it is where that is in no block of it,
/// or there is an encoder.
Setup cutBehind(const Setup& setup, const std::string& name);

class ChangedRuns
{
public:
    /// Called with each value as soon as it is there: its place in the list, and the value.
    using OnValue = std::function<void(std::size_t, double)>;

    /// Runs the text under what is in force and records, besides what the runs begin with, what matches `record`. Throws what
    /// forward() and valueOf() throw.
    explicit ChangedRuns(Measurement measurement, const RunControl& control = {}, const std::vector<std::string>& record = {},
        RunsFrom from = RunsFrom::Layer);

    double untouched() const { return m_untouched; } // under what is in force; kl is that to the run without it
    const std::shared_ptr<const Trace>& base() const { return m_base; }
    std::size_t bytes() const; // of the numbers that runs begin with
    const Measurement& measured() const { return m_measured; }

    /// The tensors of a pass over the text.
    const std::vector<PlannedTensor>& planned() const { return m_plan.tensors; }

    /// The metric of the run under each list, in order. Throws Error{Usage} for an intervention that does not fit, Stopped.
    std::vector<double> values(const std::vector<Changes>& runs, RunWay way = RunWay::Packed, const OnValue& onValue = {}) const;

    /// The passes that packed runs take: of each the places in the list of those that share it. values() of the runs of one or of
    /// several in a row, in this order, takes the same passes.
    std::vector<std::vector<std::size_t>> passes(const std::vector<Changes>& runs) const;

    /// The same runs, watched and stopped by another control.
    ChangedRuns under(const RunControl& control) const;
    void setControl(const RunControl& control) { m_control = control; }

    /// The tensors of these names that each run makes, [token, …] of its own copy. Nothing behind them is computed.
    /// REQUIRES: all are of one block, every run begins in it or before, and all can be packed. Throws Stopped.
    std::vector<std::map<std::string, Tensor>> tensors(
        const std::vector<std::string>& names, const std::vector<Changes>& runs) const;

private:
    Index tokens() const;
    bool canPack() const;
    Tensor streamInto(Index layer) const;
    TraceRequest logitRequest() const;
    double valueIn(const Tensor& logits, Index copy, bool areAll = false) const;
    ForwardInput packedInput(const std::vector<const PlacedChanges*>& copies) const;
    std::shared_ptr<Trace> runCopies(
        const Setup& setup, const std::vector<const PlacedChanges*>& copies, const TraceRequest& request) const;
    std::shared_ptr<Trace> runPack(const Setup& setup, const std::vector<const PlacedChanges*>& pack, TraceRequest request) const;
    Changes withInForce(const Changes& run) const;
    std::vector<PlacedChanges> placedRuns(const std::vector<Changes>& runs) const;
    std::vector<std::vector<std::size_t>> packsOf(const std::vector<PlacedChanges>& placed) const;

    Measurement m_measured;
    RunControl m_control;
    Plan m_plan;
    std::shared_ptr<const Trace> m_start; // nothing is in force: what runs begin with
    std::shared_ptr<const Trace> m_base; // what is in force is; the same where nothing is
    bool m_startsAtToken = false;
    Tensor m_source; // of an encoder–decoder: the encoder's output
    Tensor m_untouchedLogits;
    double m_untouched = 0;
};

} // namespace core
