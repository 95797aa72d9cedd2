#include "core/train/training_record.h"

#include "core/io/json_value.h"
#include "core/model/model_config.h"
#include "core/train/training_data.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace core {

namespace {

constexpr Index fewSteps = 220, denseSteps = 24, halfDenseSteps = 100, widePoints = 180;

/// The line of a list; where the recipe has none, names alone, which are those of every language.
WordsByLanguage purposeOf(const HistoryHead& head, const TrainingRecipe& recipe)
{
    if (!recipe.purpose.empty())
        return recipe.purpose;
    return {{"", head.model + " · " + head.text}};
}

} // namespace

bool isPoint(Index step, Index steps)
{
    if (steps <= fewSteps || step < denseSteps || step == steps || (step < halfDenseSteps && step % 4 == 0))
        return true;
    if (step < halfDenseSteps)
        return false;
    // Steps halfDenseSteps + ⌊i · (steps − halfDenseSteps) / (widePoints − 1)⌋.
    const Index way = step - halfDenseSteps, all = steps - halfDenseSteps, i = (way * (widePoints - 1) + all - 1) / all;
    return all < widePoints || i * all / (widePoints - 1) == way;
}

Json recorded(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::strtod(text, nullptr);
}

Json recorded(const std::vector<double>& values)
{
    Json list = Json::array();
    for (const double value : values)
        list.push_back(recorded(value));
    return list;
}

void TrainingRecord::add(const TrainingPoint& point)
{
    for (const auto& [name, value] : point)
        m_columns[name].push_back(value);
}

bool TrainingRecord::has(Index step) const
{
    return m_columns.contains("step") && !m_columns["step"].empty() && m_columns["step"].back() == step;
}

TrainingRecord TrainingRecord::of(const Json& columns, const std::string& file)
{
    const JsonValue object(columns, file, "points");
    std::size_t points = 0;
    for (const auto& [name, column] : object.object()) {
        const std::size_t length = object[name].arraySize(1'000'000);
        if (points > 0 && length != points)
            object[name].refuse(CUTAWAY_TR("has another length than its neighbours"), std::to_string(points), std::to_string(length));
        points = length;
    }
    TrainingRecord record;
    record.m_columns = columns;
    return record;
}

namespace {

/// The tasks of the bundled corpus, whose entropy is known; otherwise "text".
const char* taskWord(const HistoryHead& head, const ModelConfig& config)
{
    if (head.text != corpusName)
        return "text";
    const TrainingTask task = taskOf(config);
    return task == TrainingTask::NextToken ? "next" : task == TrainingTask::HiddenTokens ? "masked" : "translate";
}

} // namespace

Json historyJson(
    const HistoryHead& head, const TrainedWeights& weights, const TrainingRecipe& recipe, const TrainingRecord& record)
{
    Json training = recipeJson(recipe);
    training["task"] = taskWord(head, weights.setup().config);
    if (head.entropy)
        training["entropy"] = recorded(*head.entropy);
    training["batch_tokens"] = recipe.rows * recipe.length;
    training["data"] = head.text;
    training["made"] = head.made;
    training["warmup"] = recipe.warmupSteps();
    Json choices = Json::object();
    const Choices described = describe(weights.setup().config);
    for (const auto& [key, value] : described.all())
        if (key != "weights")
            choices[key] = value;
    Json unseen = Json::array();
    for (TokenId id = 0; Index(id) < weights.setup().config.vocabulary; ++id)
        if (!record.seen.contains(id))
            unseen.push_back(id);
    Json history{{"format", 1}, {"model", head.model}, {"parameters", weights.count()}, {"choices", std::move(choices)},
        {"training", std::move(training)}, {"seconds", std::round(record.seconds)}, {"unseen_ids", std::move(unseen)},
        {"points", record.columns()}};
    for (const auto& [language, words] : purposeOf(head, recipe))
        history[language.empty() ? "purpose" : "purpose_" + language] = words;
    return history;
}

} // namespace core
