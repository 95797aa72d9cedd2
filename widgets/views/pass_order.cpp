#include "widgets/views/pass_order.h"

#include "core/trace/trace_request.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <vector>

namespace widgets {

namespace {

bool isOf(const PassStop& stop, std::string_view id) { return id == stop.view->id; }

/// Every page once: the listed ones, and the others after their neighbours in the tabs.
std::vector<PassStop> allStops()
{
    std::vector<PassStop> stops(passOrder().begin(), passOrder().end());
    std::ptrdiff_t before = -1;
    for (const ViewInfo& view : allViews()) {
        auto place = std::ranges::find_if(stops, [&](const PassStop& stop) { return isOf(stop, view.id); });
        if (place == stops.end())
            place = stops.insert(stops.begin() + before + 1, PassStop{&view});
        before = place - stops.begin();
    }
    return stops;
}

bool hasPart(const PassStop& stop, std::span<const RunPtr> runs)
{
    const auto has = [&](const RunPtr& run) {
        return !run || std::ranges::any_of(run->trace->entries(), [&](const core::TraceEntry& entry) {
            return core::matchesPattern(stop.part, entry.name());
        });
    };
    return !stop.part || std::ranges::any_of(runs, has);
}

} // namespace

PassNeighbours neighboursOf(const QString& view, std::span<const RunPtr> runs)
{
    const std::vector<PassStop> stops = allStops();
    const std::string id = view.toStdString();
    const auto here = std::ranges::find_if(stops, [&](const PassStop& stop) { return isOf(stop, id); });
    if (here == stops.end())
        return {};
    const auto isShown = [&](const PassStop& stop) { return hasPart(stop, runs); };
    const auto after = std::find_if(here + 1, stops.end(), isShown);
    const auto before = std::find_if(std::make_reverse_iterator(here), stops.rend(), isShown);
    return {before == stops.rend() ? nullptr : before->view, after == stops.end() ? nullptr : after->view};
}

} // namespace widgets
