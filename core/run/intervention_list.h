#pragma once

// The interventions of one pass: bound to the tensors that its plan lists, so that what does not fit is refused before
// anything is computed, and applied where the pass records.
//
// A number that is −inf is a masked score. It stays −inf under every operation and does not count in a mean: which cells
// are masked is the mask's to say, and the pattern is 0 there.

#include "core/trace/intervention.h"
#include "core/trace/trace_request.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct ModelConfig;
struct TensorSlice;

class InterventionList
{
public:
    /// `interventions` must outlive this; `openRun` opens the files that they name. Throws Error{Usage} for a malformed list of
    /// heads. With `skipsUnfit` what does not fit is left out and listed in unfit(); nothing here throws Error then.
    explicit InterventionList(
        const std::vector<Intervention>& interventions, RunOpener openRun = nullptr, bool skipsUnfit = false);

    /// Whether a name is requested by some intervention. For tensors that a plan makes only on request.
    bool asksFor(std::string_view name) const;

    /// Finds for each intervention the tensors that it changes. Throws Error with the list's file and the place in it:
    /// Usage for a name that matches nothing (with the nearest names) or only tensors of which nothing is computed (with those
    /// to change instead; a pattern that matches others too passes them over), an axis or index that a tensor does not have, an
    /// array or source of another shape, a mean without tokens; BadInput for a source that cannot be read or lacks the tensor.
    void bind(const std::vector<PlannedTensor>& tensors);

    /// Whether a tensor of this name is changed. Known after bind().
    bool touches(std::string_view name) const { return !m_actions.empty() && m_actions.find(name) != m_actions.end(); }

    /// Changes the tensor in place, one intervention after another as they are in the list. `onShare` is told before each how
    /// much of each number it lets through, and for a mean with which weight, by the names of tape_names.h.
    using OnShare = std::function<void(const Tensor& share)>;
    void apply(Tensor& tensor, const OnShare& onShare = {}) const;

    /// What was left out, in the order in which it was found out. Complete after the pass: how many tokens an expert gets is
    /// not known before.
    const std::vector<UnfitIntervention>& unfit() const { return m_unfit; }

    /// Those that are neither off nor left out.
    std::vector<Intervention> inForce() const;

private:
    struct Pattern
    {
        std::string name;
        std::vector<Index> heads;
    };
    struct Action
    {
        std::size_t number; // in the list
        const Intervention* what;
        std::vector<Index> heads;
        std::optional<RecordedTensor> source; // of from
    };
    using Sources = std::map<std::string, std::shared_ptr<const RecordedRun>>; // by path

    Action actionFor(const PlannedTensor& tensor, std::size_t intervention, Sources& sources) const;
    static void check(const Action& action, const Axes& axes, const Shape& shape, bool isPlanned);
    static void change(const Action& action, Tensor& tensor);
    static void replace(const Action& action, const TensorSlice& slice, Tensor& tensor);
    static void share(const Action& action, const Tensor& tensor, std::size_t number, const OnShare& onShare);
    static Pattern patternOf(const Intervention& what);
    void bindOne(std::size_t number, const std::vector<PlannedTensor>& tensors, Sources& sources);
    template <class Step>
    void skippingUnfit(std::size_t number, Step&& step) const;
    bool isUnfit(std::size_t number) const;

    const std::vector<Intervention>& m_interventions;
    RunOpener m_openRun;
    bool m_skipsUnfit;
    mutable std::vector<UnfitIntervention> m_unfit; // apply() may add to it
    std::vector<Pattern> m_patterns; // one for each
    std::map<std::string, std::vector<Action>, std::less<>> m_actions; // by name of the tensor
};

/// What a run of so many tokens leaves out of this request's interventions under TraceRequest::skipsUnfit, in their order;
/// nothing is computed. `sourceTokens`: of an encoder–decoder. Throws Error{Usage} for a pattern to record that matches nothing.
std::vector<UnfitIntervention> unfitInterventions(
    const ModelConfig& config, Index tokens, Index sourceTokens, const TraceRequest& request);

} // namespace core
