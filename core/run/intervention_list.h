#pragma once

// The interventions of one pass: bound to the tensors that its plan lists, so that what does not fit is refused before
// anything is computed, and applied where the pass records.
//
// A number that is −inf is a masked score. It stays −inf under every operation and does not count in a mean: which cells
// are masked is the mask's to say, and the pattern is 0 there.

#include "core/trace/intervention.h"
#include "core/trace/trace_request.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class InterventionList
{
public:
    /// `interventions` must outlive this; `openRun` opens the files that they name. Throws Error{Usage} for a malformed list of
    /// heads.
    explicit InterventionList(const std::vector<Intervention>& interventions, RunOpener openRun = nullptr);

    /// Whether a name is requested by some intervention. For tensors that a plan makes only on request.
    bool asksFor(std::string_view name) const;

    /// Finds for each intervention the tensors that it changes. Throws Error with the list's file and the place in it:
    /// Usage for a name that matches nothing (with the nearest names) or only tensors of which nothing is computed (with those
    /// to change instead; a pattern that matches others too passes them over), an axis or index that a tensor does not have, an
    /// array or source of another shape, a mean without tokens; BadInput for a source that cannot be read or lacks the tensor.
    void bind(const std::vector<PlannedTensor>& tensors);

    /// Whether a tensor of this name is changed. Known after bind().
    bool touches(std::string_view name) const { return !m_actions.empty() && m_actions.find(name) != m_actions.end(); }

    /// Changes the tensor in place, one intervention after another as they are in the list.
    void apply(Tensor& tensor) const;

private:
    struct Pattern
    {
        std::string name;
        std::vector<Index> heads;
    };
    struct Action
    {
        const Intervention* what;
        std::vector<Index> heads;
        std::optional<RecordedTensor> source; // of from
    };
    using Sources = std::map<std::string, std::shared_ptr<const RecordedRun>>; // by path

    Action actionFor(const PlannedTensor& tensor, std::size_t intervention, Sources& sources) const;
    static void check(const Action& action, const Axes& axes, const Shape& shape, bool isPlanned);
    static void change(const Action& action, Tensor& tensor);

    const std::vector<Intervention>& m_interventions;
    RunOpener m_openRun;
    std::vector<Pattern> m_patterns; // one for each
    std::map<std::string, std::vector<Action>, std::less<>> m_actions; // by name of the tensor
};

} // namespace core
