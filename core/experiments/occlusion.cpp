#include "core/experiments/occlusion.h"

#include "core/experiments/map_runs.h"
#include "core/trace/trace.h"

#include <limits>
#include <map>

namespace core {

namespace {

constexpr const char* firstStream = "blocks.0.resid_pre";
const std::string firstOfEncoder = std::string("encoder.") + firstStream;

void addTokens(std::vector<MeasuredPlace>& places, const Trace& base, const std::string& stream)
{
    const bool isOfEncoder = stream == firstOfEncoder;
    for (Index token = 0; token < base.at(stream).rows(); ++token)
        places.push_back({.at = stream,
            .slice = {{axis::token, token, token}},
            .isOfEncoder = isOfEncoder,
            .layer = 0,
            .token = token,
            .value = std::numeric_limits<double>::quiet_NaN()});
}

InterventionValue meanRow(const Tensor& stream)
{
    InterventionValue mean{{stream.columns()}, {}};
    for (Index d = 0; d < stream.columns(); ++d) {
        double sum = 0;
        for (Index token = 0; token < stream.rows(); ++token)
            sum += double(stream.row(token)[d]);
        mean.numbers.push_back(float(sum / double(stream.rows())));
    }
    return mean;
}

} // namespace

std::vector<Changes> occlusionsOf(const Trace& base, const std::vector<MeasuredPlace>& places)
{
    std::map<std::string, InterventionValue> means; // by stream
    std::vector<Changes> changes;
    for (const MeasuredPlace& place : places) {
        InterventionValue& mean = means[place.at];
        if (mean.numbers.empty())
            mean = meanRow(base.at(place.at));
        changes.push_back({{.at = place.at, .slice = place.slice, .op = InterventionOp::Set, .value = mean}});
    }
    return changes;
}

MeasuredMap occludeTokens(const Measurement& measurement, const RunControl& control, RunWay way)
{
    const bool hasEncoder = measurement.setup.config.hasEncoder();
    const ChangedRuns runs(
        measurement, control, hasEncoder ? std::vector{firstOfEncoder} : std::vector<std::string>(), RunsFrom::Token);
    MapRuns all{.map = {measurement.metric, runs.untouched(), {}}, .changes = {}};
    if (hasEncoder)
        addTokens(all.map.places, *runs.base(), firstOfEncoder);
    addTokens(all.map.places, *runs.base(), firstStream);
    all.changes = occlusionsOf(*runs.base(), all.map.places);
    return measured(runs, all, way);
}

double broughtBy(const MeasuredMap& map, std::size_t place) { return map.untouched - map.places[place].value; }

} // namespace core
