#include "core/train/recipe.h"

#include "core/base/error.h"
#include "core/io/json_value.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace core {

namespace {

constexpr Index maxSteps = 100'000'000, maxRows = 65'536, longestRow = 1 << 20;

/// One key of the JSON and the place of its number in a recipe; calls visit(key, member, least, most) for each.
void eachNumber(auto&& recipe, auto&& visit)
{
    constexpr double large = 1e30;
    visit("lr", recipe.rate, 0.0, large);
    visit("floor", recipe.floor, 0.0, 1.0);
    visit("beta1", recipe.beta1, 0.0, 1.0);
    visit("beta2", recipe.beta2, 0.0, 1.0);
    visit("epsilon", recipe.epsilon, 0.0, 1.0);
    visit("momentum", recipe.momentum, 0.0, 1.0);
    visit("weight_decay", recipe.weightDecay, 0.0, large);
    visit("clip", recipe.clip, 0.0, large);
    visit("z_loss", recipe.zLoss, 0.0, large);
    visit("balance", recipe.balance, 0.0, large);
    visit("dropout", recipe.dropout, 0.0, 1.0);
    visit("attention_dropout", recipe.attentionDropout, 0.0, 1.0);
    visit("stories", recipe.curriculum.stories, 0.0, 1.0);
}

void eachInteger(auto&& recipe, auto&& visit)
{
    visit("steps", recipe.steps, Index(1), maxSteps);
    visit("rows", recipe.rows, Index(1), maxRows);
    visit("length", recipe.length, Index(1), longestRow);
    visit("passes", recipe.passes, Index(0), maxRows);
    visit("warmup", recipe.warmup, Index(-1), maxSteps);
    visit("first", recipe.curriculum.first, Index(0), maxSteps);
    visit("pool", recipe.curriculum.pool, Index(3), maxRows);
    visit("halvings", recipe.curriculum.halvings, Index(0), Index(16));
    visit("double", recipe.curriculum.doubling, Index(1), maxSteps);
    visit("blend", recipe.curriculum.blend, Index(0), maxSteps);
}

/// JSON has no words for what is not finite.
std::string numberText(double value)
{
    return std::isfinite(value) ? plainText(Json(value)) : std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

template <std::size_t N>
std::size_t wordIndex(const JsonValue& value, const std::string_view (&words)[N])
{
    const std::string word = value.string();
    const auto found = std::find(std::begin(words), std::end(words), word);
    if (found == std::end(words))
        value.refuse(CUTAWAY_TR("unknown value"), joinedWords(words, [](std::string_view one) { return std::string(one); }), word);
    return std::size_t(found - std::begin(words));
}

/// Keys that a history has besides: they follow from the others.
bool isDerived(const std::string& key) { return key == "task" || key == "batch_tokens" || key == "data" || key == "entropy"; }

/// The key with its value; false where there is no such key.
bool setKey(TrainingRecipe& recipe, const std::string& key, const JsonValue& value)
{
    bool isKnown = false;
    eachNumber(recipe, [&](const char* name, double& member, double, double) {
        if (key == name) {
            member = value.number();
            isKnown = true;
        }
    });
    eachInteger(recipe, [&](const char* name, Index& member, Index least, Index most) {
        if (key == name) {
            member = Index(value.integer(least, most));
            isKnown = true;
        }
    });
    if (isKnown || isDerived(key))
        return true;
    if (key == "seed")
        recipe.seed = std::uint64_t(value.integer(0, std::numeric_limits<std::int64_t>::max()));
    else if (key == "optimizer")
        recipe.optimizer = OptimizerKind(wordIndex(value, optimizerWords));
    else if (key == "schedule")
        recipe.schedule = RateSchedule(wordIndex(value, scheduleWords));
    else if (key == "no_decay") {
        recipe.noDecay.clear();
        for (std::size_t i = 0; i < value.arraySize(1000); ++i)
            recipe.noDecay.push_back(value[i].string());
    } else if (key == "snapshots") {
        recipe.snapshots.clear();
        for (std::size_t i = 0; i < value.arraySize(10'000); ++i)
            recipe.snapshots.push_back(Index(value[i].integer(0, maxSteps)));
    } else if (key.starts_with("purpose"))
        recipe.purpose[key == "purpose" ? "" : key.substr(std::string_view("purpose_").size())] = value.string();
    else
        return false;
    return true;
}

std::string knownKeys()
{
    std::string keys = "seed, optimizer, schedule, no_decay, snapshots, purpose";
    const TrainingRecipe recipe;
    eachInteger(recipe, [&](const char* name, Index, Index, Index) { keys.append(", ").append(name); });
    eachNumber(recipe, [&](const char* name, double, double, double) { keys.append(", ").append(name); });
    return keys;
}

} // namespace

Index TrainingRecipe::warmupSteps() const { return warmup >= 0 ? warmup : std::min<Index>(100, steps / 10); }

Index TrainingRecipe::rowsPerPass(Index tokens) const
{
    const Index most = passes > 0 ? (rows + passes - 1) / passes : tokens / length;
    return std::clamp<Index>(most, 1, rows);
}

TrainingRecipe readRecipe(const Json& json, const std::string& file, TrainingRecipe on)
{
    const JsonValue object(json, file);
    for (const auto& [key, value] : object.object())
        if (!setKey(on, key, object[key]))
            throw Error({ErrorKind::BadInput, file, shownText(key), CUTAWAY_TR("unknown key of a recipe"), knownKeys(), ""});
    checkRecipe(on, file);
    return on;
}

Json recipeJson(const TrainingRecipe& recipe)
{
    Json json{{"seed", recipe.seed}, {"optimizer", optimizerWords[std::size_t(recipe.optimizer)]},
        {"schedule", scheduleWords[std::size_t(recipe.schedule)]}, {"no_decay", recipe.noDecay},
        {"snapshots", recipe.snapshots}};
    eachInteger(recipe, [&](const char* name, Index value, Index, Index) { json[name] = value; });
    eachNumber(recipe, [&](const char* name, double value, double, double) { json[name] = value; });
    for (const auto& [language, words] : recipe.purpose)
        json[language.empty() ? "purpose" : "purpose_" + language] = words;
    return json;
}

void checkRecipe(const TrainingRecipe& recipe, const std::string& file)
{
    const auto refuse = [&](const char* key, const std::string& expected, const std::string& found) {
        throw Error({ErrorKind::BadInput, file, key, CUTAWAY_TR("no number that a training can have"), expected, found});
    };
    eachInteger(recipe, [&](const char* key, Index value, Index least, Index most) {
        if (value < least || value > most)
            refuse(key, std::to_string(least) + " to " + std::to_string(most), std::to_string(value));
    });
    eachNumber(recipe, [&](const char* key, double value, double least, double most) {
        if (!(value >= least && value <= most))
            refuse(key, most == 1.0 ? "0 to 1" : "0 to " + numberText(most), numberText(value));
    });
    if (recipe.beta1 == 1.0 || recipe.beta2 == 1.0)
        refuse(recipe.beta1 == 1.0 ? "beta1" : "beta2", "less than 1", "1"); // the mean would never begin
    if (recipe.dropout == 1.0 || recipe.attentionDropout == 1.0)
        refuse(recipe.dropout == 1.0 ? "dropout" : "attention_dropout", "less than 1", "1"); // nothing would be left
}

double learningRate(const TrainingRecipe& recipe, Index step)
{
    const Index warmup = recipe.warmupSteps();
    const double warm = warmup > 0 ? std::min(1.0, double(step + 1) / double(warmup)) : 1.0;
    if (recipe.schedule == RateSchedule::Constant)
        return recipe.rate * warm;
    const double way = std::min(1.0, double(step) / double(recipe.steps));
    return recipe.rate * warm * (recipe.floor + (1.0 - recipe.floor) * 0.5 * (1.0 + std::cos(std::numbers::pi * way)));
}

} // namespace core
