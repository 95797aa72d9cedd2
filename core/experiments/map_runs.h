#pragma once

// MapRuns: what a measured map runs, and MapParts: the same in parts that are measured one by one, so that a map is there before
// all of its runs are. A part is some of the passes that the whole map takes: its values are those of the whole, bit for bit.

#include "core/experiments/changed_runs.h"
#include "core/experiments/measured_map.h"
#include "core/run/model.h"

#include <limits>

namespace core {

/// The places of a map with the changes of the run of each. A place without changes is as in the untouched run, whose value it
/// has.
struct MapRuns
{
    MeasuredMap map;
    std::vector<Changes> changes;
    double clean = std::numeric_limits<double>::quiet_NaN(); // of patching: the metric of the clean text
};

/// The map with the value of each run. `onPlace` sees it as it grows. Throws what values() throws.
MeasuredMap measured(
    const ChangedRuns& runs, const MapRuns& of, RunWay way, const std::function<void(const MeasuredMap&)>& onPlace = {});

class MapParts
{
public:
    /// At most so many parts, in the order of computation; the first has the places without changes, too. `setup` is that of the
    /// runs.
    MapParts(SetupPtr setup, ChangedRuns runs, MapRuns of, std::size_t maxParts);

    const MapRuns& all() const { return m_all; }
    std::size_t parts() const { return m_parts.size(); }

    /// The places of a part in the map.
    const std::vector<std::size_t>& placesOf(std::size_t part) const { return m_parts[part]; }

    /// Their values, in this order. Throws what ChangedRuns::values() throws.
    std::vector<double> values(std::size_t part, const RunControl& control) const;

    /// Of the numbers that the runs begin with.
    std::size_t bytes() const;

private:
    SetupPtr m_setup; // which the runs refer to
    ChangedRuns m_runs;
    MapRuns m_all;
    std::vector<std::vector<std::size_t>> m_parts;
};

} // namespace core
