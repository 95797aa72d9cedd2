#include "core/trace/intervention.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"
#include "core/trace/direction.h"
#include "core/trace/weight_place.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace core {

namespace {

constexpr JsonLimits interventionLimits{std::size_t(64) << 20, 8, 4'000'000};
constexpr std::size_t maxInterventions = 10'000;
constexpr std::size_t maxValueAxes = 4;
constexpr Index maxIndex = Index(1) << 40; // far beyond every axis, far from overflow

const std::array<std::pair<InterventionOp, const char*>, 6>& operations()
{
    static const std::array<std::pair<InterventionOp, const char*>, 6> table{
        {{InterventionOp::Zero, "zero"}, {InterventionOp::Mean, "mean"}, {InterventionOp::Set, "set"},
            {InterventionOp::Add, "add"}, {InterventionOp::Scale, "scale"}, {InterventionOp::From, "from"}}};
    return table;
}

bool takesValue(InterventionOp op)
{
    return op == InterventionOp::Set || op == InterventionOp::Add || op == InterventionOp::Scale;
}

constexpr std::array keys{"at", "slice", "op", "value", "source", "strength", "off"};

/// Reads one element of the list; `place` is "[2]".
class Reader
{
public:
    Reader(const std::string& file, std::string place)
        : m_file(file)
        , m_place(std::move(place))
    {
    }

    Intervention read(const Json& json) const
    {
        if (!json.is_object())
            refuse("", CUTAWAY_TR("wrong type"), CUTAWAY_TR("an object"), json.type_name());
        for (const auto& [key, member] : json.items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                refuse("", CUTAWAY_TR("unknown key"), "at, slice, op, value, source, strength, off", shownText(key, 60));
        Intervention result;
        result.list = m_file;
        result.place = m_place;
        result.at = text(json, "at");
        result.op = op(text(json, "op"));
        if (const auto slice = json.find("slice"); slice != json.end())
            result.slice = readSlice(*slice);

        if (isOfWeight(result))
            requireSwap(result);

        const bool isFrom = result.op == InterventionOp::From, isAdd = result.op == InterventionOp::Add;
        const bool hasDirection = isAdd && json.contains("source");
        const auto only = [&](const char* key, bool isNeeded) {
            if (json.contains(key) && !isNeeded)
                refuse(std::string(".") + key, CUTAWAY_TR("this operation takes none"), "", std::string(idOf(result.op)));
            if (!json.contains(key) && isNeeded)
                refuse(std::string(".") + key, CUTAWAY_TR("this operation needs it"), "", std::string(idOf(result.op)));
        };
        if (!hasDirection)
            only("value", takesValue(result.op));
        if (result.op != InterventionOp::Set && !isAdd) // whose origin is for readers alone
            only("source", isFrom);
        if (hasDirection)
            readDirection(json["source"], result);
        if (hasDirection && !json.contains("value"))
            result.value.numbers = {1.f};
        else if (takesValue(result.op)) {
            collect(json["value"], 0, result.value);
            const auto isFinite = [](float number) { return std::isfinite(number); };
            if ((result.op == InterventionOp::Scale || (hasDirection && result.value.shape.empty()))
                && !std::all_of(result.value.numbers.begin(), result.value.numbers.end(), isFinite))
                refuse(".value", CUTAWAY_TR("a factor must be finite"), "", "-inf");
            if (result.value.numbers.empty())
                refuse(".value", CUTAWAY_TR("the list is empty"), "1 number or more", "0");
        }
        if (isFrom)
            result.source = isOfWeight(result) ? readModel(json["source"]) : readSource(json["source"]);
        else if (json.contains("source") && !isAdd)
            result.origin = readOrigin(json["source"]);
        if (const auto said = json.find("strength"); said != json.end())
            result.strength = strength(*said);
        if (const auto said = json.find("off"); said != json.end()) {
            if (!said->is_boolean())
                refuse(".off", CUTAWAY_TR("wrong type"), "true, false", shownText(writeJson(*said), 60));
            result.isOff = said->get<bool>();
        }
        return result;
    }

private:
    [[noreturn]] void refuse(
        const std::string& where, const char* problem, const std::string& expected, const std::string& found) const
    {
        throw Error({ErrorKind::BadInput, m_file, m_place + where, problem, expected, found});
    }

    std::string text(const Json& object, const char* key, const std::string& where = "") const
    {
        const auto member = object.find(key);
        if (member == object.end())
            refuse(where + "." + key, CUTAWAY_TR("missing"), CUTAWAY_TR("a text"), "");
        if (!member->is_string() || member->get_ref<const std::string&>().empty())
            refuse(where + "." + key, CUTAWAY_TR("wrong type"), CUTAWAY_TR("a text"), shownText(writeJson(*member), 60));
        return member->get<std::string>();
    }

    float strength(const Json& json) const
    {
        if (!json.is_number() || !(json.get<double>() >= 0 && json.get<double>() <= 1))
            refuse(".strength", CUTAWAY_TR("not a number from 0 to 1"), "0 … 1", shownText(writeJson(json), 60));
        return float(json.get<double>());
    }

    InterventionOp op(const std::string& word) const
    {
        for (const auto& [op, id] : operations())
            if (word == id)
                return op;
        const auto wordOf = [](const auto& row) { return row.second; };
        refuse(".op", CUTAWAY_TR("unknown operation"), joinedWords(operations(), wordOf), shownText(word, 60));
    }

    std::vector<AxisRange> readSlice(const Json& json) const
    {
        if (!json.is_object())
            refuse(".slice", CUTAWAY_TR("wrong type"), CUTAWAY_TR("an object"), json.type_name());
        const auto isIndex = [](const Json& value) { return value.is_number_integer() && value >= 0 && value < maxIndex; };
        std::vector<AxisRange> slice;
        for (const auto& [axis, said] : json.items()) {
            const bool isRange
                = said.is_array() && said.size() == 2 && isIndex(said[0]) && isIndex(said[1]) && said[0] <= said[1];
            if (!isRange && !isIndex(said))
                refuse(".slice." + shownText(axis, 60), CUTAWAY_TR("not an index or a range"), "3, [0, 4]",
                    shownText(writeJson(said), 60));
            slice.push_back({axis, (isRange ? said[0] : said).get<Index>(), (isRange ? said[1] : said).get<Index>()});
        }
        return slice;
    }

    /// Numbers of a nested list in order, its shape on the way: the first element of each depth says the length.
    void collect(const Json& json, std::size_t depth, InterventionValue& value) const
    {
        if (!json.is_array()) {
            if (depth < value.shape.size())
                refuse(".value", CUTAWAY_TR("the rows are of different depth"), CUTAWAY_TR("a list"),
                    shownText(writeJson(json), 60));
            value.numbers.push_back(number(json));
            return;
        }
        if (depth == maxValueAxes)
            refuse(".value", CUTAWAY_TR("nested too deep"), "at most " + std::to_string(maxValueAxes) + " levels", "");
        const Index length = Index(json.size());
        if (depth == value.shape.size()) {
            if (!value.numbers.empty())
                refuse(".value", CUTAWAY_TR("the rows are of different depth"), CUTAWAY_TR("a number"), CUTAWAY_TR("a list"));
            value.shape.push_back(length);
        }
        if (length != value.shape[depth])
            refuse(".value", CUTAWAY_TR("the rows are of different length"), std::to_string(value.shape[depth]),
                std::to_string(length));
        for (const Json& element : json)
            collect(element, depth + 1, value);
    }

    float number(const Json& json) const
    {
        if (json.is_string() && json.get_ref<const std::string&>() == "-inf")
            return -std::numeric_limits<float>::infinity();
        if (!json.is_number() || !std::isfinite(float(json.get<double>())))
            refuse(".value", CUTAWAY_TR("not a number that float32 holds"), "0.5, \"-inf\"", shownText(writeJson(json), 60));
        return float(json.get<double>());
    }

    void requireSwap(const Intervention& what) const
    {
        if (what.op != InterventionOp::From)
            refuse(".op", CUTAWAY_TR("a weight is taken from another model"), "from", std::string(idOf(what.op)));
        if (!what.slice.empty())
            refuse(".slice", CUTAWAY_TR("a weight is taken whole"), "", what.slice.front().axis);
    }

    /// {"model": …, "name": …}: the model that a weight is taken from.
    InterventionSource readModel(const Json& json) const
    {
        if (!json.is_object())
            refuse(".source", CUTAWAY_TR("wrong type"), "{\"model\": …}", shownText(writeJson(json), 60));
        for (const auto& [key, member] : json.items())
            if (key != "model" && key != "name")
                refuse(".source", CUTAWAY_TR("unknown key"), "model, name", shownText(key, 60));
        return {text(json, "model", ".source"), json.contains("name") ? text(json, "name", ".source") : "", folder()};
    }

    InterventionSource readSource(const Json& json) const
    {
        if (json.is_string() && !json.get_ref<const std::string&>().empty())
            return {json.get<std::string>(), "", folder()};
        if (!json.is_object())
            refuse(".source", CUTAWAY_TR("wrong type"), CUTAWAY_TR("a text or an object"), shownText(writeJson(json), 60));
        for (const auto& [key, member] : json.items())
            if (key != "file" && key != "name")
                refuse(".source", CUTAWAY_TR("unknown key"), "file, name", shownText(key, 60));
        return {text(json, "file", ".source"), json.contains("name") ? text(json, "name", ".source") : "", folder()};
    }

    /// What an `add` adds in place of numbers (direction.h): a file, as `from` has it, or {"text": …, "less": …}, {"embedding":
    /// …},
    /// {"unembedding": …}.
    void readDirection(const Json& json, Intervention& result) const
    {
        const auto has = [&](const char* key) { return json.is_object() && json.contains(key); };
        const bool isDifference = has("text") || has("less");
        const bool isRow = has("embedding") || has("unembedding") || has("towards");
        if (!isDifference && !isRow) {
            result.source = readSource(json);
            return;
        }
        if (json.size() != (isRow ? 1 : 2))
            refuse(".source", CUTAWAY_TR("unknown key"), "file, name; text, less; embedding; unembedding; towards",
                shownText(writeJson(json), 60));
        if (isDifference)
            setDirection(result, {DirectionKind::Difference, text(json, "text", ".source"), text(json, "less", ".source")});
        else if (has("embedding"))
            setDirection(result, {DirectionKind::Embedding, text(json, "embedding", ".source")});
        else if (has("unembedding"))
            setDirection(result, {DirectionKind::Unembedding, text(json, "unembedding", ".source")});
        else
            setDirection(result, {DirectionKind::Towards, text(json, "towards", ".source")});
    }

    /// Of numbers that were computed: {"texts": …} that they are the mean over, or the {"text": …} of their run.
    InterventionOrigin readOrigin(const Json& json) const
    {
        if (!json.is_object() || json.size() != 1)
            refuse(".source", CUTAWAY_TR("wrong type"), "{\"texts\": …}, {\"text\": …}", shownText(writeJson(json), 60));
        const std::string key = json.items().begin().key();
        if (key != "texts" && key != "text")
            refuse(".source", CUTAWAY_TR("unknown key"), "texts, text", shownText(key, 60));
        const std::string said = text(json, key.c_str(), ".source");
        return key == "texts" ? InterventionOrigin{.texts = said} : InterventionOrigin{.text = said};
    }

    std::string folder() const { return std::filesystem::path(m_file).parent_path().generic_string(); }

    const std::string& m_file;
    std::string m_place;
};

Json numberJson(float number)
{
    return std::isinf(number) ? Json("-inf") : Json(double(number)); // nothing else that is not finite gets in
}

/// As a person writes it: 0.3 for the float nearest to it.
double shortest(float number)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    double result = 0;
    std::from_chars(text.data(), end, result);
    return result;
}

/// The numbers from `at` on as a list nested by the axes from `axis` on.
Json nested(const InterventionValue& value, std::size_t axis, std::size_t& at)
{
    if (axis == value.shape.size())
        return numberJson(value.numbers[at++]);
    Json list = Json::array();
    for (Index i = 0; i < value.shape[axis]; ++i)
        list.push_back(nested(value, axis + 1, at));
    return list;
}

/// Of `from`.
Json sourceJson(const Intervention& intervention)
{
    const auto& [file, name, folder, trace] = intervention.source;
    if (!isOfWeight(intervention) && name.empty())
        return file;
    Json json{{isOfWeight(intervention) ? "model" : "file", file}};
    if (!name.empty())
        json["name"] = name;
    return json;
}

/// Of an `add` that has one.
Json directionJson(const Intervention& intervention)
{
    const auto [kind, text, less] = directionOf(intervention);
    switch (kind) {
    case DirectionKind::Difference:
        return {{"text", text}, {"less", less}};
    case DirectionKind::Embedding:
        return {{"embedding", text}};
    case DirectionKind::Unembedding:
        return {{"unembedding", text}};
    case DirectionKind::Towards:
        return {{"towards", text}};
    default:
        return sourceJson(intervention);
    }
}

} // namespace

std::string_view idOf(InterventionOp op)
{
    for (const auto& [known, id] : operations())
        if (known == op)
            return id;
    return "";
}

std::vector<Intervention> interventionsFromJson(const Json& json, const std::string& file)
{
    if (!json.is_array())
        throw Error(
            {ErrorKind::BadInput, file, "", CUTAWAY_TR("wrong type"), CUTAWAY_TR("a list of interventions"), json.type_name()});
    if (json.size() > maxInterventions)
        throw Error({ErrorKind::BadInput, file, "", CUTAWAY_TR("too many values"), "at most " + std::to_string(maxInterventions),
            std::to_string(json.size())});
    std::vector<Intervention> result;
    for (const Json& element : json)
        result.push_back(Reader(file, "[" + std::to_string(result.size()) + "]").read(element));
    return result;
}

std::vector<Intervention> readInterventions(const std::string& path)
{
    return interventionsFromJson(readJson(path, interventionLimits), path);
}

std::vector<Intervention> interventionsIn(const std::string& file, std::vector<Intervention> interventions)
{
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(file).parent_path();
    for (Intervention& intervention : interventions) {
        InterventionSource& source = intervention.source;
        const bool isName = isOfWeight(intervention) && !isModelPath(source.file);
        if (source.file.empty() || isName || fs::path(source.file).is_absolute())
            continue;
        std::error_code failure;
        const fs::path seen = fs::proximate(fs::path(source.folder) / source.file, folder.empty() ? "." : folder, failure);
        if (failure)
            continue; // it stays where it was, and only the text is less useful
        source.file = seen.generic_string();
        if (isOfWeight(intervention) && !isModelPath(source.file))
            source.file = "./" + source.file; // a word would be a name
        source.folder = folder.generic_string();
    }
    return interventions;
}

Json toJson(const std::vector<Intervention>& interventions)
{
    Json list = Json::array();
    for (const Intervention& intervention : interventions) {
        Json json = {{"at", intervention.at}, {"op", idOf(intervention.op)}};
        for (const AxisRange& range : intervention.slice)
            json["slice"][range.axis] = range.first == range.last ? Json(range.first) : Json::array({range.first, range.last});
        std::size_t at = 0;
        const bool hasDirection = directionOf(intervention).kind != DirectionKind::None;
        const bool isOnce = hasDirection && intervention.value == InterventionValue{{}, {1.f}};
        if (takesValue(intervention.op) && !isOnce)
            json["value"] = nested(intervention.value, 0, at);
        if (intervention.op == InterventionOp::From)
            json["source"] = sourceJson(intervention);
        if (const InterventionOrigin& origin = intervention.origin; hasDirection)
            json["source"] = directionJson(intervention);
        else if (!origin.texts.empty())
            json["source"] = {{"texts", origin.texts}};
        else if (!origin.text.empty())
            json["source"] = {{"text", origin.text}};
        if (intervention.strength != 1)
            json["strength"] = shortest(intervention.strength);
        if (intervention.isOff)
            json["off"] = true;
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace core
