#include "app/command_line/experiment_words.h"

#include "core/experiments/text_set.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace app {

namespace {

constexpr std::size_t printedPlaces = 40; // of a table; JSON and CSV have all

std::string numberText(double value) { return QLocale().toString(value, 'f', 4).toStdString(); }

void printTable(const core::MeasuredMap& map)
{
    std::vector<std::size_t> order(map.places.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto change = [&](std::size_t i) {
        const double size = std::abs(map.places[i].value - map.untouched);
        return std::isnan(size) ? -1.0 : size;
    };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return change(a) > change(b); });
    print({map.metric.text, "  ", numberText(map.untouched)});
    for (std::size_t i = 0; i < order.size() && i < printedPlaces; ++i) {
        const core::MeasuredPlace& place = map.places[order[i]];
        const double difference = place.value - map.untouched;
        printRow(core::labelOf(place), numberText(place.value) + "  " + (difference < 0 ? "" : "+") + numberText(difference));
    }
    if (order.size() > printedPlaces)
        print(QCoreApplication::translate("commandLine", "and %1 more: --json and --csv print all")
                  .arg(order.size() - printedPlaces)
                  .toStdString());
}

} // namespace

core::Measurement measurementOf(const Arguments& arguments, const core::Setup& setup, const SlotWord& slot)
{
    core::ForwardInput input = inputOf(arguments, setup, slot);
    core::Metric metric = core::parseMetric(arguments.required("--metric"), setup);
    const auto isNone = [](core::TokenId target) { return target < 0; };
    const std::vector<core::TokenId>& ids = setup.config.hasEncoder() ? input.decoderIds : input.ids;
    if (metric.kind == core::MetricKind::Loss && std::ranges::all_of(core::targetsOf(metric, setup.config, ids), isNone))
        throw core::Error({core::ErrorKind::BadInput, {}, "--metric loss",
            CUTAWAY_TR("the loss of a single token: nothing follows it"), "a text of two tokens or more", std::to_string(ids.size())});
    return {setup, std::move(input), std::move(metric)};
}

std::vector<std::vector<core::TokenId>> textsOf(const Arguments& arguments, const core::Model& model)
{
    std::vector<std::vector<core::TokenId>> texts;
    for (const std::string& file : arguments.all("--texts"))
        std::ranges::move(core::idsOfTexts(file, model), std::back_inserter(texts));
    return texts;
}

void printMap(const Arguments& arguments, const core::MeasuredMap& map, const core::Json& more)
{
    requireOneForm(arguments);
    if (arguments.has("--json")) {
        core::Json json = core::toJson(map);
        json.update(more);
        printJson(json);
    } else if (arguments.has("--csv"))
        printText(core::toCsv(map));
    else
        printTable(map);
}

void requireOneForm(const Arguments& arguments)
{
    if (arguments.has("--json") && arguments.has("--csv"))
        refuse("--csv", CUTAWAY_TR("one form of output at a time"), "--json, --csv", "--json --csv");
}

void printText(const std::string& text) { print(std::string_view(text).substr(0, text.size() - 1)); }

} // namespace app
