#include "core/analysis/stream_scale.h"

#include "core/analysis/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

bool StreamPlace::isBetweenBlocks() const { return depth == std::floor(depth); }

double meanWithoutFirst(std::span<const double> values)
{
    const std::span<const double> rest = values.size() > 1 ? values.subspan(1) : values;
    return std::accumulate(rest.begin(), rest.end(), 0.0) / double(rest.size());
}

std::vector<StreamPlace> streamPlaces(const Trace& trace, VectorLength length)
{
    std::vector<StreamPlace> places;
    for (StreamPoint& point : streamNorms(trace)) {
        if (point.norms.empty())
            continue;
        StreamPlace place;
        place.layer = point.layer;
        place.depth = double(point.layer)
            + (point.name.ends_with("resid_mid")         ? 0.5
                    : point.name.ends_with("resid_post") ? 1
                                                         : 0);
        place.lengths = std::move(point.norms);
        const auto width = double(trace.at(point.name).columns());
        if (length == VectorLength::Rms && width > 0)
            for (double& value : place.lengths)
                value /= std::sqrt(width);
        place.mean = std::accumulate(place.lengths.begin(), place.lengths.end(), 0.0) / double(place.lengths.size());
        place.rest = meanWithoutFirst(place.lengths);
        place.name = std::move(point.name);
        places.push_back(std::move(place));
    }
    return places;
}

std::vector<SlotNumbers> slotNumbers(const Trace& trace)
{
    const auto layers = std::size_t(trace.layers());
    std::vector<SlotNumbers> all;
    for (const NormEffect& effect : normEffects(trace)) {
        if (effect.slot.rfind("blocks.", 0) != 0)
            continue; // one before or after all blocks has no course over depth
        const std::size_t dot = effect.slot.find('.', 7);
        const auto layer = std::size_t(std::stoul(effect.slot.substr(7, dot - 7)));
        const std::string kind = effect.slot.substr(dot + 1);
        auto found = std::find_if(all.begin(), all.end(), [&](const SlotNumbers& slot) { return slot.slot == kind; });
        if (found == all.end()) {
            const std::vector<double> unknown(layers, std::numeric_limits<double>::quiet_NaN());
            found = all.insert(all.end(), {kind, unknown, unknown, unknown, unknown});
        }
        found->meanBefore[layer] = effect.meanBefore;
        found->rmsBefore[layer] = std::hypot(effect.meanBefore, effect.deviationBefore);
        found->meanAfter[layer] = effect.meanAfter;
        found->rmsAfter[layer] = std::hypot(effect.meanAfter, effect.deviationAfter);
    }
    return all;
}

} // namespace core
