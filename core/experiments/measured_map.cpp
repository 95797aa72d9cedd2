#include "core/experiments/measured_map.h"

#include "core/trace/tensor_slice.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {

namespace {

MeasuredPlace placeOf(const PlannedTensor& tensor)
{
    const NameParts parts = partsOfName(tensor.name);
    return {.at = tensor.name,
        .isOfEncoder = parts.isOfEncoder,
        .layer = parts.layer,
        .branch = std::string(parts.rest.substr(0, parts.rest.find('.'))),
        .value = std::numeric_limits<double>::quiet_NaN()};
}

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(); }

/// The parts of a place that are numbers, with their words.
std::vector<std::pair<const char*, Index>> numbersOf(const MeasuredPlace& place)
{
    return {{"layer", place.layer}, {"head", place.head}, {"expert", place.expert}, {"neuron", place.neuron},
        {"token", place.token}};
}

} // namespace

std::string numberText(double value)
{
    if (!std::isfinite(value))
        return "";
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

Json toJson(const MeasuredPlace& place)
{
    Json json = {{"at", place.at}};
    for (const AxisRange& range : place.slice)
        json["slice"][range.axis] = range.first == range.last ? Json(range.first) : Json::array({range.first, range.last});
    if (place.isOfEncoder)
        json["stack"] = "encoder";
    if (!place.branch.empty())
        json["branch"] = place.branch;
    for (const auto& [word, number] : numbersOf(place))
        if (number >= 0)
            json[word] = number;
    json["value"] = numberJson(place.value);
    return json;
}

Json toJson(const MeasuredMap& map)
{
    Json json = {{"metric", map.metric.text}, {"untouched", numberJson(map.untouched)}, {"rows", Json::array()}};
    for (const MeasuredPlace& place : map.places)
        json["rows"].push_back(toJson(place));
    return json;
}

std::string toCsv(const MeasuredMap& map)
{
    std::string text = "at,stack,branch,layer,head,expert,neuron,token,value\n";
    for (const MeasuredPlace& place : map.places) {
        const bool isQuoted = place.at.find(',') != std::string::npos;
        text += (isQuoted ? "\"" + place.at + "\"" : place.at) + (place.isOfEncoder ? ",encoder," : ",,") + place.branch;
        for (const auto& [word, number] : numbersOf(place))
            text += "," + (number >= 0 ? std::to_string(number) : "");
        text += "," + numberText(place.value) + "\n";
    }
    return text;
}

std::string labelOf(const MeasuredPlace& place)
{
    std::string text = (place.isOfEncoder ? "encoder L" : "L") + std::to_string(place.layer);
    if (place.head >= 0)
        text += (place.branch == "cross_attn" ? " cross H" : " H") + std::to_string(place.head);
    else if (place.expert >= 0)
        text += " E" + std::to_string(place.expert);
    else if (place.neuron >= 0)
        text += " N" + std::to_string(place.neuron);
    else if (!place.branch.empty())
        text += " " + place.branch;
    return place.token >= 0 ? text + " @" + std::to_string(place.token) : text;
}

std::vector<MeasuredPlace> headsIn(std::span<const PlannedTensor> planned)
{
    std::vector<MeasuredPlace> places;
    for (const PlannedTensor& tensor : planned) {
        const std::string_view rest = partsOfName(tensor.name).rest;
        if (rest != "attn.z" && rest != "cross_attn.z")
            continue;
        const Index heads = tensor.shape[std::size_t(headAxis(tensor.axes))];
        for (Index head = 0; head < heads; ++head) {
            MeasuredPlace place = placeOf(tensor);
            place.head = head;
            place.at += "[" + std::to_string(head) + "]";
            places.push_back(std::move(place));
        }
    }
    return places;
}

std::vector<MeasuredPlace> branchesIn(std::span<const PlannedTensor> planned)
{
    std::vector<MeasuredPlace> places;
    for (const PlannedTensor& tensor : planned)
        for (const char* branch : {"attn_out", "cross_attn_out", "mixer_out", "mlp_out"})
            if (partsOfName(tensor.name).layer >= 0 && partsOfName(tensor.name).rest == branch)
                places.push_back(placeOf(tensor));
    return places;
}

std::vector<MeasuredPlace> expertsIn(std::span<const PlannedTensor> planned)
{
    constexpr std::string_view prefix = "mlp.experts.";
    std::vector<MeasuredPlace> places;
    for (const PlannedTensor& tensor : planned) {
        const std::string_view rest = partsOfName(tensor.name).rest;
        if (!rest.starts_with(prefix) || !rest.ends_with(".out"))
            continue;
        MeasuredPlace place = placeOf(tensor);
        place.branch.clear();
        std::from_chars(rest.data() + prefix.size(), rest.data() + rest.size(), place.expert);
        places.push_back(std::move(place));
    }
    return places;
}

std::vector<MeasuredPlace> neuronsIn(std::span<const PlannedTensor> planned, Index layer)
{
    std::vector<MeasuredPlace> places;
    for (const PlannedTensor& tensor : planned) {
        if (partsOfName(tensor.name).layer != layer || partsOfName(tensor.name).rest != "mlp.post")
            continue;
        for (Index neuron = 0; neuron < tensor.shape.back(); ++neuron) {
            MeasuredPlace place = placeOf(tensor);
            place.branch.clear();
            place.neuron = neuron;
            place.slice = {{axis::dMlp, neuron, neuron}};
            places.push_back(std::move(place));
        }
    }
    return places;
}

} // namespace core
