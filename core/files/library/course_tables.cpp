#include "core/files/library/course_tables.h"

#include "core/base/error.h"
#include "core/io/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

namespace core {

namespace {

constexpr JsonLimits courseTablesLimits{.bytes = std::size_t(1) << 20};
constexpr std::size_t maxTables = 100, maxTableRows = 5'000, maxTableColumns = 100;
constexpr double roundedBy = 0.08; // of a model's size in its name

using Words = std::vector<std::pair<const char*, const char*>>;

/// The course's word for a kind; empty for a kind that it has no word for.
std::string wordOf(const std::string& kind, const Words& words)
{
    const auto found = std::ranges::find_if(words, [&](const auto& pair) { return kind == pair.first; });
    return found == words.end() ? std::string() : found->second;
}

std::string numberOf(Index size) { return size > 0 ? std::to_string(size) : std::string(); }

/// 1400000000000 -> "1.4T".
std::string shortCount(std::int64_t count)
{
    if (count <= 0)
        return {};
    const double value = double(count);
    return value >= 1e12 ? fmt::format("{:.3g}T", value / 1e12) : fmt::format("{:.3g}B", value / 1e9);
}

std::string activationOf(const AtlasModel& model)
{
    const std::string kind = model.word("feed_forward.kind"), activation = model.word("activation.kind");
    const bool isGated = kind == "gated" || kind == "mixture";
    return isGated ? wordOf(activation, {{"silu", "SwiGLU"}, {"gelu", "GEGLU"}, {"gelu_tanh", "GEGLU"}, {"relu", "ReGLU"}})
                   : wordOf(activation, {{"gelu", "GELU"}, {"gelu_tanh", "GELU"}, {"relu", "ReLU"}, {"silu", "SiLU"}});
}

std::string layersOf(const AtlasModel& model)
{
    const Index encoder = model.word("topology") == "encoder_decoder" ? model.size("encoder_layers") : 0;
    return encoder > 0 ? numberOf(encoder) + " + " + numberOf(model.size("layers")) : numberOf(model.size("layers"));
}

/// Routed experts, behind them those that every token takes.
std::string expertsOf(const AtlasModel& model)
{
    const Json experts = model.choices.value("mixture.experts"), shared = model.choices.value("mixture.shared");
    if (!experts.is_number_integer())
        return {};
    const bool hasShared = shared.is_number_integer() && shared > 0;
    return numberOf(experts.get<Index>()) + (hasShared ? " + " + numberOf(shared.get<Index>()) : std::string());
}

/// Numbers per token that a layer of latent attention caches: the latent vector, behind it the rotary key.
std::string cacheOf(const AtlasModel& model)
{
    const Json rank = model.choices.value("latent.kv_rank"), rotary = model.choices.value("latent.d_rope");
    return rank.is_number_integer() && rotary.is_number_integer()
        ? numberOf(rank.get<Index>()) + " + " + numberOf(rotary.get<Index>())
        : std::string();
}

CourseTable readTable(const JsonValue& json, const std::vector<AtlasModel>& models)
{
    CourseTable table{json["id"].string(), {}, {}};
    const JsonValue columns = json["columns"], rows = json["rows"];
    for (std::size_t i = 0; i < columns.arraySize(maxTableColumns); ++i)
        table.columns.push_back(columns[i].string());
    for (std::size_t i = 0; i < rows.arraySize(maxTableRows); ++i) {
        CourseRow row{rows[i]["model"].string(), {}};
        if (std::ranges::find(models, row.model, &AtlasModel::id) == models.end())
            rows[i]["model"].refuse(CUTAWAY_TR("no such model in the atlas"), {}, row.model);
        const JsonValue cells = rows[i]["cells"];
        if (cells.arraySize(maxTableColumns) != table.columns.size())
            cells.refuse(CUTAWAY_TR("not one cell a column"));
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            row.cells.push_back(cells[column].string());
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

std::string courseFact(const std::string& column, const AtlasModel& model)
{
    static const std::vector<std::pair<std::string, std::string (*)(const AtlasModel&)>> facts{
        {"topology",
            [](const AtlasModel& m) {
                return wordOf(m.word("topology"),
                    {{"causal_decoder", "causal"}, {"prefix_decoder", "prefix"}, {"encoder_decoder", "encdec"},
                        {"encoder", "encoder"}});
            }},
        {"parameters", [](const AtlasModel& m) { return shortCount(m.parameters); }},
        {"placement",
            [](const AtlasModel& m) {
                return wordOf(m.word("norm.placement"),
                    {{"pre", "pre"}, {"post", "post"}, {"sandwich", "sandwich"}, {"branch_output", "branch output"},
                        {"deep_norm", "DeepNorm"}});
            }},
        {"norm",
            [](const AtlasModel& m) {
                return wordOf(m.word("norm.kind"), {{"layer_norm", "LayerNorm"}, {"rms_norm", "RMSNorm"}});
            }},
        {"position",
            [](const AtlasModel& m) {
                return wordOf(m.word("position.kind"),
                    {{"learned", "learned"}, {"rope", "RoPE"}, {"alibi", "ALiBi"}, {"sinusoidal", "sinusoidal"},
                        {"t5_buckets", "relative"}, {"transformer_xl", "relative"}, {"shaw", "relative"},
                        {"disentangled", "relative"}, {"none", "none"}});
            }},
        {"activation", activationOf},
        {"L", layersOf},
        {"layers", layersOf},
        {"N", [](const AtlasModel& m) { return numberOf(m.size("heads")); }},
        {"heads", [](const AtlasModel& m) { return numberOf(m.size("heads")); }},
        {"H", [](const AtlasModel& m) { return numberOf(m.size("d_model")); }},
        {"width", [](const AtlasModel& m) { return numberOf(m.size("d_model")); }},
        {"kv", [](const AtlasModel& m) { return numberOf(m.size("kv_heads")); }},
        {"ffn", [](const AtlasModel& m) { return numberOf(m.size("d_ff")); }},
        {"context", [](const AtlasModel& m) { return numberOf(m.size("context")); }},
        {"experts", expertsOf},
        {"cache", cacheOf},
        {"vocabulary", [](const AtlasModel& m) { return numberOf(m.size("vocab")); }},
        {"tokens", [](const AtlasModel& m) { return shortCount(m.tokens); }},
        {"released",
            [](const AtlasModel& m) {
                return m.year > 0 && m.month > 0 ? fmt::format("{:04}-{:02}", m.year, m.month) : std::string();
            }},
        {"attention",
            [](const AtlasModel& m) {
                return wordOf(m.word("attention.kind"),
                    {{"multi_head", "MHA"}, {"grouped_query", "GQA"}, {"multi_query", "MQA"}, {"latent", "MLA"}});
            }},
    };
    const auto found = std::ranges::find_if(facts, [&](const auto& pair) { return column == pair.first; });
    return found == facts.end() ? std::string() : found->second(model);
}

double courseNumber(const std::string& cell)
{
    double value = 0;
    const char* const last = cell.data() + cell.size();
    const auto [end, problem] = std::from_chars(cell.data(), last, value);
    const std::string unit(end, last);
    return problem != std::errc() ? std::numeric_limits<double>::quiet_NaN()
        : unit == "T"             ? value * 1e12
        : unit == "B"             ? value * 1e9
        : unit == "M"             ? value * 1e6
                                  : value;
}

std::string courseDifference(const std::string& column, const std::string& cell, const AtlasModel& model)
{
    const std::string fact = courseFact(column, model);
    if (fact.empty() || fact == cell)
        return {};
    const double said = courseNumber(cell);
    const bool isSize = column == "parameters" || column == "tokens";
    const double published = double(column == "tokens" ? model.tokens : model.parameters);
    return isSize && said > 0 && std::abs(published - said) < roundedBy * said ? std::string() : fact;
}

std::vector<CourseTable> readCourseTables(const std::string& path, const std::vector<AtlasModel>& models)
{
    const Json document = readJson(path, courseTablesLimits);
    const JsonValue json(document, path);
    json["format"].integer(1, 1);
    const JsonValue list = json["tables"];
    std::vector<CourseTable> tables;
    for (std::size_t i = 0; i < list.arraySize(maxTables); ++i)
        tables.push_back(readTable(list[i], models));
    return tables;
}

const std::vector<CourseTable>& courseTables()
{
    static const std::vector<CourseTable> tables
        = readCourseTables((std::filesystem::path(atlasFolder()) / "course.json").generic_string(), atlas());
    return tables;
}

const CourseTable* findCourseTable(const std::string& id)
{
    const auto found = std::ranges::find(courseTables(), id, &CourseTable::id);
    return found == courseTables().end() ? nullptr : &*found;
}

} // namespace core
