#pragma once

// BackwardPass: one way back through a run. It owns what layers reach through a BackScope (core/layers/back_scope.h): the tape,
// the weights, the pass that computes things again, and the gradients that are asked for.

#include "core/layers/back_scope.h"
#include "core/run/backward.h"
#include "core/run/pass.h"

#include <map>
#include <string>

namespace core {

class BackwardPass
{
public:
    /// REQUIRES: `tape` holds every usual tensor of the run, with all heads.
    BackwardPass(const Setup& setup, const Trace& tape, const GradientRequest& request, const RunControl& control);

    BackScope root() { return BackScope(*this, ""); }
    const RunControl& control() const { return m_control; }
    Gradients takeGradients();

private:
    friend class BackScope;

    bool wants(std::string_view name) const;
    GradientSum* sumOf(const std::string& name); // nullptr where the gradient is not asked for

    const Setup& m_setup;
    const Trace& m_tape;
    RunControl m_control;
    TraceMatcher m_matchesNothing;
    TraceMatcher m_wanted; // by names of tensors
    InterventionList m_noInterventions;
    Pass m_again; // for what is computed once more
    WeightsInMemory m_held;
    std::map<const WeightTensor*, std::string> m_storedNames; // of each tensor the first name that it is stored under
    Gradients m_gradients;
    std::map<std::string, GradientSum> m_sums; // in the tensors of m_gradients
    std::map<std::string, GradientSum>* m_into; // these, or those of the request
};

} // namespace core
