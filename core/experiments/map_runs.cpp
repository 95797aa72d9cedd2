#include "core/experiments/map_runs.h"

#include "core/trace/trace.h"

namespace core {

MeasuredMap measured(
    const ChangedRuns& runs, const MapRuns& of, RunWay way, const std::function<void(const MeasuredMap&)>& onPlace)
{
    MeasuredMap map = of.map;
    runs.values(of.changes, way, [&](std::size_t i, double value) {
        map.places[i].value = value;
        if (onPlace)
            onPlace(map);
    });
    return map;
}

MapParts::MapParts(SetupPtr setup, ChangedRuns runs, MapRuns of, std::size_t maxParts)
    : m_setup(std::move(setup))
    , m_runs(std::move(runs))
    , m_all(std::move(of))
{
    const std::vector<std::vector<std::size_t>> passes = m_runs.passes(m_all.changes);
    const std::size_t each = (passes.size() + maxParts - 1) / maxParts;
    for (std::size_t pass = 0; pass < passes.size(); ++pass) {
        if (pass % each == 0)
            m_parts.emplace_back();
        m_parts.back().insert(m_parts.back().end(), passes[pass].begin(), passes[pass].end());
    }
}

std::vector<double> MapParts::values(std::size_t part, const RunControl& control) const
{
    std::vector<Changes> runs;
    for (const std::size_t place : m_parts[part])
        runs.push_back(m_all.changes[place]);
    return m_runs.under(control).values(runs);
}

std::size_t MapParts::bytes() const
{
    const Trace* source = nullptr; // of patching: the same of every run
    for (const Changes& changes : m_all.changes)
        for (const Intervention& what : changes)
            source = what.source.trace ? what.source.trace.get() : source;
    return m_runs.base()->bytes() + (source ? source->bytes() : 0)
        + m_all.changes.size() * (sizeof(MeasuredPlace) + sizeof(Intervention));
}

} // namespace core
