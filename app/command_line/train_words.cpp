#include "app/command_line/train_words.h"

#include "core/files/library/model_files.h"
#include "core/files/library/tokenizer_files.h"
#include "core/run/untrained.h"
#include "core/train/bundled_recipes.h"
#include "core/train/character_tokenizer.h"
#include "core/train/training_data.h"

#include <algorithm>
#include <charconv>

namespace app {

namespace {

/// An option whose value is a real number of a recipe.
struct NumberOption
{
    const char* name;
    double core::TrainingRecipe::*member;
};

constexpr NumberOption numbers[] = {{"--rate", &core::TrainingRecipe::rate},
    {"--weight-decay", &core::TrainingRecipe::weightDecay}, {"--clip", &core::TrainingRecipe::clip},
    {"--z-loss", &core::TrainingRecipe::zLoss}, {"--balance", &core::TrainingRecipe::balance},
    {"--dropout", &core::TrainingRecipe::dropout}, {"--attention-dropout", &core::TrainingRecipe::attentionDropout}};

/// Any number, also one that no training can have: that is for checkRecipe() to say.
double numberOf(const std::string& option, const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        refuse(option, CUTAWAY_TR("not a number in the legal range"), "0 or more", text);
    return value;
}

template <std::size_t N>
std::size_t wordOf(const std::string& option, const std::string& word, const std::string_view (&words)[N])
{
    const auto found = std::find(std::begin(words), std::end(words), word);
    if (found == std::end(words))
        refuse(option, CUTAWAY_TR("unknown value"), std::string(words[0]) + ", " + std::string(words[1]), word);
    return std::size_t(found - std::begin(words));
}

/// "16x128".
void setBatch(const std::string& text, core::TrainingRecipe& recipe)
{
    const char *begin = text.data(), *end = begin + text.size();
    const auto rows = std::from_chars(begin, end, recipe.rows);
    const bool hasLength = rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x';
    const auto length = hasLength ? std::from_chars(rows.ptr + 1, end, recipe.length) : rows;
    if (!hasLength || length.ec != std::errc() || length.ptr != end)
        refuse("--batch", CUTAWAY_TR("not rows and their length"), "16x128", text);
}

/// Few at first, where most happens.
std::vector<core::Index> usualSnapshots(core::Index steps)
{
    std::vector<core::Index> snapshots{0, steps / 16}; // most changes at the beginning
    for (core::Index eighth = 1; eighth < 8; ++eighth)
        snapshots.push_back(steps * eighth / 8);
    snapshots.erase(std::unique(snapshots.begin(), snapshots.end()), snapshots.end());
    return snapshots;
}

core::ModelPtr withTokenizer(
    const core::Model& model, const std::string& tokenizer, const std::string& data, const core::RunControl& control)
{
    if (model.trained)
        refuse("--tokenizer", CUTAWAY_TR("these weights belong to a tokenizer of their own"), "--fresh");
    if (tokenizer != core::characterTokenizerName)
        return core::untrained(model, core::openTokenizer(tokenizer));
    if (data == core::corpusName)
        refuse("--tokenizer", CUTAWAY_TR("the bundled corpus is made of the tokens of a model"), "--data FILE");
    return core::untrained(model, core::makeCharacterTokenizer(data, control));
}

} // namespace

core::TrainingRecipe batchOf(const Arguments& arguments)
{
    core::TrainingRecipe recipe;
    if (const auto batch = arguments.text("--batch"))
        setBatch(*batch, recipe);
    core::checkRecipe(recipe);
    return recipe;
}

core::TrainingRecipe recipeOf(const Arguments& arguments)
{
    core::TrainingRecipe recipe;
    bool hasSnapshots = false;
    if (const auto file = arguments.text("--recipe")) {
        const std::string path = core::recipePath(*file);
        const core::Json json = core::readJson(path);
        recipe = core::readRecipe(json, path);
        hasSnapshots = json.contains("snapshots");
    }
    recipe.steps = arguments.integer("--steps", recipe.steps, 1, maxSteps);
    recipe.warmup = arguments.integer("--warmup", recipe.warmup, 0, maxSteps);
    recipe.seed = std::uint64_t(arguments.integer("--seed", long(recipe.seed), 0, 0x7fffffff));
    if (const auto batch = arguments.text("--batch"))
        setBatch(*batch, recipe);
    for (const NumberOption& option : numbers)
        if (const auto text = arguments.text(option.name))
            recipe.*option.member = numberOf(option.name, *text);
    if (const auto word = arguments.text("--optimizer"))
        recipe.optimizer = core::OptimizerKind(wordOf("--optimizer", *word, core::optimizerWords));
    if (const auto word = arguments.text("--schedule"))
        recipe.schedule = core::RateSchedule(wordOf("--schedule", *word, core::scheduleWords));
    if (const auto steps = arguments.text("--snapshots")) {
        recipe.snapshots.clear();
        if (*steps != "none")
            for (const long step : integerList("--snapshots", *steps, 0, maxSteps))
                recipe.snapshots.push_back(step);
    } else if (!hasSnapshots)
        recipe.snapshots = usualSnapshots(recipe.steps);
    core::checkRecipe(recipe);
    return recipe;
}

core::SetupPtr trainingSetupOf(
    const Arguments& arguments, const core::TrainingRecipe& recipe, const core::RunControl& control)
{
    core::ModelPtr model = core::openModel(modelIn(arguments).value_or("untrained"));
    if (arguments.has("--fresh"))
        model = core::untrained(*model);
    if (const auto tokenizer = arguments.text("--tokenizer"))
        model = withTokenizer(*model, *tokenizer, arguments.required("--data"), control);
    core::Choices said;
    if (!model->trained && (arguments.has("--seed") || arguments.has("--recipe")))
        said.set("seed", recipe.seed);
    const core::Json layers = model->choices.value("sizes.layers");
    said.merge(choicesOf(arguments, layers.is_number_integer() ? layers.get<int>() : 1));
    return core::configure(model, said);
}

} // namespace app
