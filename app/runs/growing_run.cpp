#include "app/runs/growing_run.h"

#include <algorithm>
#include <utility>

namespace app {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 150ms; // what takes less shows nothing on the way, and no part follows the one before sooner

} // namespace

void GrowingRun::beginSlot(bool isOfB, std::function<widgets::RunPtr()> other)
{
    m_isOfB = isOfB;
    m_askOther = std::move(other);
    m_other.reset();
}

void GrowingRun::layerDone(const std::function<widgets::RunPtr()>& soFar, const core::RunControl& control)
{
    computeNeeds(control);
    if (Clock::now() - m_since < patience)
        return;
    {
        const std::scoped_lock lock(m_mutex);
        if (std::exchange(m_isOnItsWay, true))
            return;
    }
    const widgets::RunPtr part = soFar();
    if (m_askOther)
        m_other = std::exchange(m_askOther, nullptr)();
    {
        const std::scoped_lock lock(m_mutex);
        m_traces = {part->trace};
        if (m_other)
            m_traces.push_back(m_other->trace);
    }
    m_since = Clock::now();
    m_out.onPart(m_isOfB ? m_other : part, m_isOfB ? part : m_other);
}

void GrowingRun::shown()
{
    const std::scoped_lock lock(m_mutex);
    m_isOnItsWay = false;
}

void GrowingRun::ask(const widgets::Needs& needs)
{
    const std::scoped_lock lock(m_mutex);
    m_asked.clear();
    const auto isShown = [this](const std::weak_ptr<const core::Trace>& of) {
        return std::ranges::any_of(
            m_traces, [&](const auto& trace) { return !of.owner_before(trace) && !trace.owner_before(of); });
    };
    for (const widgets::Need& need : needs)
        if (need.isPart && !need.run && isShown(need.id.a))
            m_asked.push_back(need);
}

/// For as long as the layers since the last ones took: the pass takes twice as long at most, and its end has less to compute.
void GrowingRun::computeNeeds(const core::RunControl& control)
{
    widgets::Needs needs;
    {
        const std::scoped_lock lock(m_mutex);
        needs = std::exchange(m_asked, {});
    }
    core::RunControl stoppable;
    stoppable.stop = control.stop; // its progress is none of the pass
    const Clock::time_point start = Clock::now();
    const Clock::duration room = start - m_computedTo;
    widgets::NeedResults results;
    for (const widgets::Need& need : needs) {
        if (Clock::now() - start > room)
            break;
        results.add(need.id, widgets::keptOrCarriedOut(*m_store, need, 1, {}, stoppable));
    }
    m_computedTo = Clock::now();
    if (!results.isEmpty())
        m_out.onResults(results);
}

} // namespace app
