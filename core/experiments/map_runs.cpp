#include "core/experiments/map_runs.h"

#include "core/trace/trace.h"

namespace core {

namespace {

/// The places that are changed, or those that are not.
std::vector<std::size_t> placesWith(const MapRuns& of, bool areChanged)
{
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < of.changes.size(); ++place)
        if (of.changes[place].empty() != areChanged)
            places.push_back(place);
    return places;
}

std::vector<Changes> changesOf(const MapRuns& of, const std::vector<std::size_t>& places)
{
    std::vector<Changes> changes;
    for (const std::size_t place : places)
        changes.push_back(of.changes[place]);
    return changes;
}

} // namespace

MeasuredMap measured(
    const ChangedRuns& runs, const MapRuns& of, RunWay way, const std::function<void(const MeasuredMap&)>& onPlace)
{
    MeasuredMap map = of.map;
    const std::vector<std::size_t> places = placesWith(of, true);
    for (const std::size_t place : placesWith(of, false))
        map.places[place].value = map.untouched;
    runs.values(changesOf(of, places), way, [&](std::size_t i, double value) {
        map.places[places[i]].value = value;
        if (onPlace)
            onPlace(map);
    });
    return map;
}

MapParts::MapParts(SetupPtr setup, ChangedRuns runs, MapRuns of, std::size_t maxParts)
    : m_setup(std::move(setup))
    , m_runs(std::move(runs))
    , m_all(std::move(of))
    , m_parts{placesWith(m_all, false)}
{
    const std::vector<std::size_t> places = placesWith(m_all, true);
    const std::vector<std::vector<std::size_t>> passes = m_runs.passes(changesOf(m_all, places));
    const std::size_t each = (passes.size() + maxParts - 1) / maxParts;
    for (std::size_t pass = 0; pass < passes.size(); ++pass) {
        if (pass > 0 && pass % each == 0)
            m_parts.emplace_back();
        for (const std::size_t run : passes[pass])
            m_parts.back().push_back(places[run]);
    }
}

std::vector<double> MapParts::values(std::size_t part, const RunControl& control) const
{
    std::vector<std::size_t> changed;
    std::vector<double> values(m_parts[part].size(), m_all.map.untouched);
    std::vector<std::size_t> at; // of a run in `values`
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const std::size_t place = m_parts[part][i]; !m_all.changes[place].empty()) {
            changed.push_back(place);
            at.push_back(i);
        }
    m_runs.under(control).values(
        changesOf(m_all, changed), RunWay::Packed, [&](std::size_t run, double value) { values[at[run]] = value; });
    return values;
}

std::size_t MapParts::bytes() const
{
    const Trace* source = nullptr; // of patching: the same of every run
    for (const Changes& changes : m_all.changes)
        for (const Intervention& what : changes)
            source = what.source.trace ? what.source.trace.get() : source;
    return m_runs.bytes() + (source ? source->bytes() : 0)
        + m_all.changes.size() * (sizeof(MeasuredPlace) + sizeof(Intervention));
}

} // namespace core
