#include "app/command_line/atlas_json.h"

#include "app/base/error_text.h"
#include "app/command_line/command.h"

#include "core/files/library/replica.h"
#include "core/run/cost.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <vector>

namespace app {

namespace {

/// Bytes of a number in each precision that weights and caches are kept in.
constexpr std::pair<const char*, double> precisions[] = {{"float32", 4}, {"float16", 2}, {"int8", 1}, {"int4", 0.5}};
constexpr std::size_t cachePrecisions = 3; // the first ones
constexpr core::Index firstContext = 1024;

core::Json numberOrNull(std::int64_t number) { return number > 0 ? core::Json(number) : core::Json(); }

core::Json sizesOf(const core::AtlasModel& model)
{
    core::Json sizes = core::Json::object();
    for (const char* size : {"layers", "encoder_layers", "d_model", "heads", "kv_heads", "d_head", "d_ff", "vocab", "context"})
        sizes[size] = numberOrNull(model.size(size));
    return sizes;
}

/// Null where nothing of it was published.
core::Json trainingOf(const core::AtlasModel& model)
{
    const core::AtlasTraining& training = model.training;
    if (training.certainty.empty())
        return {};
    const auto orNull = [](const std::optional<double>& number) { return number ? core::Json(*number) : core::Json(); };
    return {{"dropout", orNull(training.dropout)}, {"weight_decay", orNull(training.weightDecay)}, {"source", training.source},
        {"certainty", training.certainty}};
}

core::Json rowOf(const core::AtlasModel& model)
{
    core::Json row{{"id", model.id}, {"name", model.name}, {"organisation", model.organisation}, {"year", model.year},
        {"month", numberOrNull(model.month)}, {"parameters", numberOrNull(model.parameters)},
        {"active_parameters", numberOrNull(model.active)}, {"tokens_trained", numberOrNull(model.tokens)},
        {"licence", model.licence}, {"sizes", sizesOf(model)}, {"choices", model.choices.toJson()}, {"pattern", model.pattern},
        {"dense_layers", model.denseLayers}, {"unsupported", model.unsupported}, {"source", model.source},
        {"certainty", model.certainty}, {"sizes_from", model.sizesFrom.empty() ? core::Json() : core::Json(model.sizesFrom)},
        {"training", trainingOf(model)}, {"course", model.course}, {"tables", model.tables},
        {"check", model.check ? core::Json(*model.check) : core::Json()}, {"model", "atlas:" + model.id}};
    const auto reason = core::noReplica(model);
    row["replica"] = !reason;
    if (reason)
        row["problem"] = errorText(reason->parts()).toStdString();
    return row;
}

/// 6738415616 -> "6.74 B".
std::string shortCount(std::int64_t count)
{
    const QLocale locale;
    const double value = double(count);
    const auto [unit, letter] = value >= 1e12 ? std::pair(1e12, " T")
        : value >= 1e9                        ? std::pair(1e9, " B")
                                              : std::pair(1e6, " M");
    return locale.toString(value / unit, 'g', 3).toStdString() + letter;
}

/// Lengths that a cache is worth looking at: powers of four up to the context.
std::vector<core::Index> contexts(core::Index longest)
{
    std::vector<core::Index> lengths;
    for (core::Index length = firstContext; length < longest; length *= 4)
        lengths.push_back(length);
    lengths.push_back(longest);
    return lengths;
}

core::Json bytesOf(double numbers, std::size_t kinds)
{
    core::Json bytes = core::Json::object();
    for (std::size_t i = 0; i < kinds; ++i)
        bytes[precisions[i].first] = std::int64_t(std::llround(numbers * precisions[i].second));
    return bytes;
}

/// Parameters, FLOPs, cache and weights of a configuration.
core::Json costsOf(const core::ModelConfig& config, core::Index longest)
{
    const core::Cost cost = core::costOf(config);
    core::Json caches = core::Json::array();
    for (const core::Index tokens : contexts(longest)) {
        caches.push_back(bytesOf(double(core::cacheNumbers(config, tokens)), cachePrecisions));
        caches.back()["tokens"] = tokens;
    }
    return {
        {"parameters",
            {{"total", cost.parameters}, {"active", cost.active}, {"embedding", cost.embedding}, {"attention", cost.attention},
                {"mixer", cost.mixer}, {"feed_forward", cost.feedForward}, {"norm", cost.norm}, {"output", cost.output}}},
        {"flops_per_token", std::int64_t(cost.flopsPerToken)},
        {"attention_flops_per_token_per_position", std::int64_t(cost.attentionFlopsPerTokenPerPosition)},
        {"kv_cache_bytes_per_token", cost.cacheBytesPerToken}, {"kv_cache_bytes", caches},
        {"weight_bytes", bytesOf(double(cost.parameters), std::size(precisions))}};
}

} // namespace

core::Json atlasJson()
{
    core::Json rows = core::Json::array();
    for (const core::AtlasModel& model : core::atlas())
        rows.push_back(rowOf(model));
    return rows;
}

core::Json atlasTitles()
{
    core::Json rows = core::Json::array();
    for (const core::AtlasModel& model : core::atlas()) {
        std::string title = model.name + " · " + std::to_string(model.year);
        if (model.parameters > 0)
            title += " · " + shortCount(model.parameters);
        rows.push_back({{"id", model.id}, {"title", title}});
    }
    return rows;
}

core::Json fullSizeJson(const core::Setup& setup)
{
    const core::AtlasModel& published = *core::replicated(setup.model->name);
    core::Json full{{"name", published.name}, {"published_parameters", numberOrNull(published.parameters)},
        {"published_active_parameters", numberOrNull(published.active)}, {"certainty", published.certainty},
        {"source", published.source}, {"assumed", core::assumedChoices(published).toJson()}};
    if (const auto config = core::publishedConfig(published))
        full.update(costsOf(*config, published.size("context") > 0 ? published.size("context") : 2048));
    return full;
}

void printFullSize(const core::Setup& setup, const core::Json& full)
{
    const QLocale locale;
    const auto count
        = [&](const core::Json& number) { return locale.toString(qint64(number.get<std::int64_t>())).toStdString(); };
    const auto bytes
        = [&](const core::Json& number) { return locale.formattedDataSize(qint64(number.get<std::int64_t>())).toStdString(); };
    const auto row = [](const std::string& label, const std::string& value) { printRow(label, value); };
    print({"\n", say(QT_TRANSLATE_NOOP("commandLine", "In full size")), ": ", full["name"].get_ref<const std::string&>()});
    if (!full["published_parameters"].is_null())
        row(say(QT_TRANSLATE_NOOP("commandLine", "published parameters")), count(full["published_parameters"]));
    if (!full.contains("parameters")) {
        row(say(QT_TRANSLATE_NOOP("commandLine", "everything else")),
            say(QT_TRANSLATE_NOOP("commandLine", "not known: a size was not published")));
        return;
    }
    const core::Json replica = costsOf(setup.config, setup.config.context);
    const auto both = [&](const std::string& label, const auto& text, const char* key) {
        row(label,
            QCoreApplication::translate("commandLine", "%1 (replica %2)")
                .arg(QString::fromStdString(text(full[key])), QString::fromStdString(text(replica[key])))
                .toStdString());
    };
    const auto total = [&](const core::Json& parameters) { return count(parameters["total"]); };
    const auto active = [&](const core::Json& parameters) { return count(parameters["active"]); };
    both(say(QT_TRANSLATE_NOOP("commandLine", "parameters by the sizes")), total, "parameters");
    if (full["parameters"]["active"] != full["parameters"]["total"])
        both(say(QT_TRANSLATE_NOOP("commandLine", "a token uses")), active, "parameters");
    both(say(QT_TRANSLATE_NOOP("commandLine", "FLOPs per token")), count, "flops_per_token");
    for (const auto& [precision, size] : precisions)
        row(QCoreApplication::translate("commandLine", "weights in %1").arg(QLatin1String(precision)).toStdString(),
            bytes(full["weight_bytes"][precision]));
    for (const core::Json& cache : full["kv_cache_bytes"])
        if (cache["float16"] != 0)
            row(QCoreApplication::translate("commandLine", "cache of %1 tokens, float16")
                    .arg(locale.toString(qint64(cache["tokens"].get<std::int64_t>())))
                    .toStdString(),
                bytes(cache["float16"]));
}

} // namespace app
