#include "core/files/library/atlas.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/io/json_value.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

namespace core {

namespace {

constexpr JsonLimits atlasLimits{.bytes = std::size_t(4) << 20};
constexpr std::size_t maxModels = 5'000, longestPattern = 64;
constexpr std::int64_t maxParameters = 1'000'000'000'000'000;
constexpr const char* certainties[] = {"config", "config_partial", "recalled", "course_only"};
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::int64_t integerOr(const JsonValue& json, const char* key, std::int64_t most)
{
    return json.has(key) ? json[key].integer(0, most) : 0;
}

std::map<std::string, std::vector<Json>> readPattern(const JsonValue& json)
{
    std::map<std::string, std::vector<Json>> pattern;
    for (const auto& [key, values] : json.object()) {
        const JsonValue list = json[key];
        if (!findChoiceKey(key) || list.arraySize(longestPattern) == 0)
            list.refuse(CUTAWAY_TR("not a choice with the values of some layers"));
        for (const Json& value : values)
            Choices().set(key, value); // legal
        pattern.emplace(key, values.get<std::vector<Json>>());
    }
    return pattern;
}

void checkCertainty(const JsonValue& json)
{
    if (std::ranges::find(certainties, json["certainty"].string()) == std::end(certainties))
        json["certainty"].refuse(CUTAWAY_TR("unknown value"), "config, config_partial, recalled, course_only");
}

AtlasTraining readTraining(const JsonValue& json)
{
    AtlasTraining training;
    const auto share = [&](const char* key) -> std::optional<double> {
        if (!json.has(key))
            return {};
        const double value = json[key].number();
        if (!(value >= 0 && value <= 1))
            json[key].refuse(CUTAWAY_TR("not a number in the legal range"), "0 – 1");
        return value;
    };
    training.dropout = share("dropout");
    training.weightDecay = share("weight_decay");
    training.source = json["source"].string();
    training.certainty = json["certainty"].string();
    checkCertainty(json);
    return training;
}

AtlasModel readModel(const JsonValue& json)
{
    AtlasModel model;
    model.id = json["id"].string();
    model.name = json["name"].string();
    model.organisation = json.string("organisation", {});
    model.year = int(json["year"].integer(1900, 2200));
    model.month = int(integerOr(json, "month", 12));
    model.parameters = integerOr(json, "parameters", maxParameters);
    model.active = integerOr(json, "active", maxParameters);
    model.tokens = integerOr(json, "tokens", maxParameters);
    model.licence = json.string("licence", {});
    model.denseLayers = integerOr(json, "dense_layers", 2048);
    model.source = json["source"].string();
    model.certainty = json["certainty"].string();
    model.course = json.string("course", {});
    if (json.has("tables"))
        for (const auto& [table, row] : json["tables"].object())
            model.tables[table] = int(json["tables"][table].integer(1, 1000));
    if (json.has("differs")) {
        model.courseSays = readWords(json["differs"], "course");
        model.fact = readWords(json["differs"], "fact");
    }
    if (json.has("check"))
        model.check = json["check"].number();
    checkCertainty(json);
    if (json.has("training"))
        model.training = readTraining(json["training"]);
    model.sizesFrom = json.string("sizes_from", {});
    try {
        model.choices = Choices::fromJson(json["choices"].object());
        if (json.has("pattern"))
            model.pattern = readPattern(json["pattern"]);
    } catch (const Error& error) {
        json["choices"].refuse(CUTAWAY_TR("not a choice of a model"), {}, error.what());
    }
    if (json.has("unsupported"))
        for (const auto& [key, word] : json["unsupported"].object())
            model.unsupported.emplace(key, json["unsupported"][key].string());
    return model;
}

} // namespace

Index AtlasModel::size(const std::string& sizeName) const
{
    const Json value = choices.value("sizes." + sizeName);
    return value.is_number_integer() ? value.get<Index>() : 0;
}

std::string AtlasModel::word(const std::string& key) const
{
    const Json value = choices.value(key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

double AtlasModel::headRatio() const
{
    const Json ofValues = choices.value("latent.d_value");
    const double width = ofValues.is_number() ? ofValues.get<double>() : double(size("d_head"));
    const double heads = double(size("heads")), dModel = double(size("d_model"));
    return heads > 0 && width > 0 && dModel > 0 ? heads * width / dModel : unknown;
}

double AtlasModel::feedForwardRatio() const
{
    return size("d_ff") > 0 && size("d_model") > 0 ? double(size("d_ff")) / double(size("d_model")) : unknown;
}

Choices AtlasModel::byLayer() const
{
    Choices all = choices;
    const std::size_t layers = std::size_t(size("layers"));
    for (const auto& [key, values] : pattern) {
        Json list = Json::array();
        for (std::size_t layer = 0; layer < layers; ++layer)
            list.push_back(values[layer % values.size()]);
        all.setLayers(key, list);
    }
    if (denseLayers > 0 && denseLayers < Index(layers))
        all.set("feed_forward.kind", 0, int(denseLayers) - 1, int(layers), "gated");
    return all;
}

std::string atlasFolder() { return sharedFolder("atlas"); }

std::vector<AtlasModel> readAtlas(const std::string& path)
{
    const Json document = readJson(path, atlasLimits);
    const JsonValue json(document, path);
    json["format"].integer(1, 1);
    const JsonValue list = json["models"];
    std::vector<AtlasModel> models;
    std::set<std::string> ids;
    for (std::size_t i = 0; i < list.arraySize(maxModels); ++i) {
        models.push_back(readModel(list[i]));
        if (!ids.insert(models.back().id).second)
            list[i]["id"].refuse(CUTAWAY_TR("two models have this id"));
    }
    for (std::size_t i = 0; i < models.size(); ++i)
        if (const std::string& from = models[i].sizesFrom; !from.empty() && !ids.contains(from))
            list[i]["sizes_from"].refuse(CUTAWAY_TR("no model has this id"), {}, from);
    return models;
}

const std::vector<AtlasModel>& atlas()
{
    static const std::vector<AtlasModel> models
        = readAtlas((std::filesystem::path(atlasFolder()) / "models.json").generic_string());
    return models;
}

const AtlasModel* findAtlasModel(const std::string& id)
{
    const auto found = std::ranges::find(atlas(), id, &AtlasModel::id);
    return found == atlas().end() ? nullptr : &*found;
}

} // namespace core
