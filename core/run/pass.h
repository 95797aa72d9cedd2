#pragma once

// Pass: one forward pass, planned or run. It owns what layers reach through a Scope (core/layers/scope.h): the interventions,
// the arenas, the weights, the pool; and it gathers the trace, or in a plan the list of everything that would be made.

#include "core/layers/scope.h"
#include "core/run/forward.h"
#include "core/run/growing_trace.h"
#include "core/run/intervention_list.h"
#include "core/run/kept_rows.h"
#include "core/run/weights_in_memory.h"
#include "core/trace/trace_request.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace core {

class Pass
{
public:
    /// A plan: tensors get no memory, loops and products are skipped.
    Pass(Plan& plan, const TraceMatcher& matcher);

    /// A run. `blockBytes` is what one block is expected to record.
    Pass(const Weights& weights, const TraceMatcher& matcher, const InterventionList& interventions, const RunControl& control,
        std::size_t blockBytes);

    /// In which form matrices are held; without it, in float32.
    void holdWeights(const WeightsInMemory& held) { m_held = held; }

    /// A way back follows: what interventions change is recorded, with what a tape keeps of it (tape_names.h).
    void setTape(bool isTape) { m_isTape = isTape; }

    /// Rows that are not computed again.
    void keep(KeptRows rows) { m_kept = std::move(rows); }

    /// Tells of each layer. REQUIRES: nothing is recorded yet.
    void watchLayers(const OnLayer& onLayer);

    /// Matrices whose names begin so come next: those that are not in memory are read from the disk meanwhile.
    void readAhead(const std::string& prefix) const;

    /// The layer, and all before, are recorded.
    void layerDone() const;

    bool planning() const { return m_plan != nullptr; }
    const RunControl& control() const { return m_control; }

    /// A new arena for what the next block records.
    void beginBlock();

    Scope root() { return Scope(*this, ""); }
    Trace& trace() { return *m_trace; }
    std::shared_ptr<Trace> takeTrace() { return std::move(m_trace); }

private:
    friend class Scope;

    float* allocate(bool recorded, Index floats, std::shared_ptr<void>* owner);
    bool intervenes(const std::string& name) const;
    void add(const Tensor& tensor, bool replaced);
    void intervene(Tensor& tensor);
    void made(const Tensor& tensor);

    Plan* m_plan = nullptr;
    std::unordered_map<std::string, std::size_t> m_plannedWeights; // name to place in the plan: mixtures have many thousands
    PlannedStep m_step; // what a plan has noted since its last step
    double m_flopsBefore[2] = {}; // of products and of attention, with that step
    const TraceMatcher& m_matcher;
    const Weights* m_weights = nullptr;
    const InterventionList* m_interventions = nullptr;
    RunControl m_control;
    std::shared_ptr<Trace> m_trace;
    std::shared_ptr<GrowingTrace> m_growing; // of m_trace; null: it is not looked at before its end
    OnLayer m_onLayer;
    std::shared_ptr<Arena> m_recorded;
    bool m_isTape = false;
    std::size_t m_blockBytes = 0;
    WeightsInMemory m_held;
    KeptRows m_kept;
};

} // namespace core
