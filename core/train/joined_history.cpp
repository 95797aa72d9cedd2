#include "core/train/joined_history.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>

namespace core {

namespace {

std::size_t pointsOf(const Json& history) { return history.at("points").at("step").size(); }

/// The step of the last point.
std::int64_t lastPointOf(const Json& history)
{
    return pointsOf(history) == 0 ? 0 : history.at("points").at("step").back().get<std::int64_t>();
}

} // namespace

std::int64_t lastStepOf(const Json& history)
{
    if (history.is_null())
        return 0;
    constexpr std::int64_t most = 1'000'000'000'000; // of a file that anyone may have written
    const std::int64_t last = lastPointOf(history);
    const Json& training = history.at("training");
    const auto made = training.find("made");
    return made != training.end() && made->is_number_integer() && *made <= most ? std::max(last, made->get<std::int64_t>()) : last;
}

Json joinedHistory(const Json& before, const Json& after, const std::string& change)
{
    if (before.is_null() || after.is_null())
        return after;
    const std::int64_t start = lastStepOf(before);
    const Json &first = before.at("points"), &second = after.at("points");
    const std::size_t early = pointsOf(before), late = pointsOf(after);
    const bool isMeasured = lastPointOf(before) == start;
    std::size_t skipped = 0; // the first point of the second may be the last of the first, measured once more
    while (isMeasured && skipped < late && second.at("step")[skipped].get<std::int64_t>() <= 0)
        ++skipped;
    std::set<std::string> names;
    for (const Json* const columns : {&first, &second})
        for (const auto& [name, column] : columns->items())
            names.insert(name);
    Json points = Json::object();
    for (const std::string& name : names) {
        Json column = first.contains(name) ? first.at(name) : Json(Json::array_t(early, nullptr));
        for (std::size_t i = skipped; i < late; ++i)
            column.push_back(name == "step" ? Json(second.at(name)[i].get<std::int64_t>() + start)
                    : second.contains(name) ? second.at(name)[i]
                                            : Json());
        points[name] = std::move(column);
    }
    Json joined = after;
    joined["points"] = std::move(points);
    const Json& earlier = before.at("training");
    Json changes = earlier.contains("changes") ? earlier.at("changes") : Json::array();
    changes.push_back({{"step", start}, {"change", change}});
    joined["training"]["changes"] = std::move(changes);
    joined["training"]["made"] = start + lastStepOf(after);
    if (before.contains("unseen_ids") && after.contains("unseen_ids")) {
        const Json &unseen = before.at("unseen_ids"), &unseenLater = after.at("unseen_ids"); // ascending
        Json neither = Json::array();
        std::set_intersection(unseen.begin(), unseen.end(), unseenLater.begin(), unseenLater.end(), std::back_inserter(neither));
        joined["unseen_ids"] = std::move(neither);
    }
    joined["seconds"] = before.value("seconds", 0.0) + after.value("seconds", 0.0);
    return joined;
}

} // namespace core
