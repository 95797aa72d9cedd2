#pragma once

// GrowingRun: the runs of a request that are shown while they are computed, one slot after the other. Parts are handed out layer
// by layer; what their picture needs of the layers that are there is computed between two layers.

#include "widgets/figure/need_store.h"
#include "widgets/run/run_result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace app {

class GrowingRun
{
public:
    /// Called on the computing thread.
    struct Out
    {
        std::function<void(const widgets::RunPtr& a, const widgets::RunPtr& b)> onPart; // b: null without a slot B
        std::function<void(const widgets::NeedResults& results)> onResults;
    };
    GrowingRun(std::shared_ptr<widgets::NeedStore> store, Out out)
        : m_store(std::move(store))
        , m_out(std::move(out))
    {
    }

    // Of the computing thread

    /// The slot whose run is computed from now on, and what is known of the other one: called once a part is handed out, null for
    /// one slot alone, and may give null.
    void beginSlot(bool isOfB, std::function<widgets::RunPtr()> other);

    /// As RunNews::onLayer. A quick run hands out nothing; then the next part waits until the one before is on screen.
    void layerDone(const std::function<widgets::RunPtr()>& soFar, const core::RunControl& control);

    // Of the thread that shows the parts

    void shown(); // the part that was handed out last

    /// What a picture needs of it, in place of what was asked before; what is no part of a picture, or of other runs, is ignored.
    void ask(const widgets::Needs& needs);

private:
    void computeNeeds(const core::RunControl& control);

    using Clock = std::chrono::steady_clock;
    const std::shared_ptr<widgets::NeedStore> m_store;
    const Out m_out;
    Clock::time_point m_since = Clock::now(); // of the run, then of the last part
    Clock::time_point m_computedTo = m_since; // the last needs
    bool m_isOfB = false;
    std::function<widgets::RunPtr()> m_askOther; // null: it has been asked
    widgets::RunPtr m_other;
    std::mutex m_mutex; // of what follows
    bool m_isOnItsWay = false; // a part
    std::vector<std::weak_ptr<const core::Trace>> m_traces; // of the last part, and of the other slot
    widgets::Needs m_asked;
};

} // namespace app
