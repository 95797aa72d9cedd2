#include "app/runs/growing_run.h"

#include <utility>

namespace app {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 150ms; // what takes less shows nothing on the way, and no part follows the one before sooner

} // namespace

void GrowingRun::layerDone(const std::function<widgets::RunPtr()>& soFar, const core::RunControl& control)
{
    computeNeeds(control);
    if (Clock::now() - m_since < patience)
        return;
    widgets::RunPtr part;
    {
        const std::scoped_lock lock(m_mutex);
        if (std::exchange(m_isOnItsWay, true))
            return;
        part = soFar();
        m_trace = part->trace;
    }
    m_since = Clock::now();
    m_out.onPart(part);
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
    for (const widgets::Need& need : needs)
        if (need.isPart && !need.run && !need.id.a.owner_before(m_trace) && !m_trace.owner_before(need.id.a))
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
