#include "core/train/checkpoint.h"

#include "core/base/error.h"
#include "core/base/seeded_numbers.h"
#include "core/files/formats/safetensors.h"
#include "core/io/json_value.h"
#include "core/model/model_config.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace core {

namespace fs = std::filesystem;

namespace {

constexpr const char* metadataKey = "cutaway.training";
constexpr const char *weightsPrefix = "weights.", *firstPrefix = "first.", *secondPrefix = "second.";
constexpr std::size_t maxIds = 100'000'000;
constexpr Index largestStep = 100'000'000;

std::string fileOf(const std::string& folder) { return (fs::path(folder) / "checkpoint.safetensors").generic_string(); }

/// Calls visit(name, shape, numbers) for every tensor of a checkpoint.
void eachTensor(const TrainingState& state, auto&& visit)
{
    std::vector<Parameter>& parameters = state.weights.parameters();
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        const auto& [name, shape, decays, numbers] = parameters[p];
        visit(weightsPrefix + name, shape, *numbers);
        visit(firstPrefix + name, shape, state.optimizer.first()[p]);
        if (!state.optimizer.second().empty())
            visit(secondPrefix + name, shape, state.optimizer.second()[p]);
    }
}

std::vector<float> numbersOf(const StoredTensor& tensor)
{
    std::vector<float> numbers(std::size_t(elements(tensor.shape)));
    tensor.read(0, Index(numbers.size()), numbers.data());
    return numbers;
}

/// What tells a tokenizer from another with as many tokens; 0: there is none.
std::uint64_t tokenizerMark(const TrainingState& state)
{
    const ModelPtr& model = state.weights.setup().model;
    return model && model->tokenizer ? hashText(model->tokenizer->toJson()) : 0;
}

/// The recipe, the text and the model as they are compared.
Json identityJson(const TrainingState& state, const TrainingIdentity& identity)
{
    TrainingRecipe same = identity.recipe; // but for what changes no number
    same.snapshots = {};
    same.purpose = {};
    Json recipe = recipeJson(same);
    return {{"recipe", std::move(recipe)}, {"bytes", identity.text.bytes}, {"hash", identity.text.hash},
        {"choices", describe(state.weights.setup().config).toJson()}, {"tokenizer", tokenizerMark(state)}};
}

/// An earlier version of the program wrote fewer keys: of a recipe what it does not name was as it is by default.
Json withEveryKey(Json stored, const Json& own)
{
    if (stored.is_object() && !stored.contains("tokenizer"))
        stored["tokenizer"] = own["tokenizer"];
    if (stored.contains("recipe") && stored["recipe"].is_object()) {
        Json recipe = recipeJson({});
        recipe.update(stored["recipe"]);
        stored["recipe"] = std::move(recipe);
    }
    return stored;
}

/// Throws with the first thing that differs.
void requireSame(const std::string& file, const Json& stored, const Json& own)
{
    if (stored == own)
        return;
    for (const auto& [key, value] : own["recipe"].items())
        if (!stored.contains("recipe") || !stored["recipe"].contains(key) || stored["recipe"][key] != value)
            throw Error({ErrorKind::BadInput, file, key, CUTAWAY_TR("the training that was stopped had another recipe"),
                stored.contains("recipe") && stored["recipe"].contains(key) ? plainText(stored["recipe"][key]) : "",
                plainText(value)});
    const bool isOtherModel
        = stored.value("choices", Json()) != own["choices"] || stored.value("tokenizer", Json()) != own["tokenizer"];
    throw Error({ErrorKind::BadInput, file, isOtherModel ? "choices" : "data",
        isOtherModel ? CUTAWAY_TR("the training that was stopped is of another model")
                     : CUTAWAY_TR("the training that was stopped read another text"),
        "", ""});
}

} // namespace

bool hasCheckpoint(const std::string& folder)
{
    std::error_code failure;
    return fs::exists(fileOf(folder), failure);
}

void removeCheckpoint(const std::string& folder)
{
    std::error_code ignored;
    fs::remove(fileOf(folder), ignored);
}

void writeCheckpoint(const std::string& folder, const TrainingState& state, const TrainingIdentity& identity)
{
    std::vector<TensorToWrite> tensors;
    eachTensor(state, [&](const std::string& name, const Shape& shape, const std::vector<float>& numbers) {
        const Index width = shape.empty() || shape[0] == 0 ? 1 : elements(shape) / shape[0];
        tensors.push_back({name, shape, [&numbers, width](Index row, Index rows, float* out) {
                               std::copy_n(numbers.data() + row * width, rows * width, out);
                           }});
    });
    const Json metadata{{"identity", identityJson(state, identity)}, {"step", state.step}, {"before", state.optimizer.before()}, {"seconds", state.record.seconds},
        {"seen", state.record.seen}, {"points", state.record.columns()}};
    writeSafetensors(fileOf(folder), tensors, {{metadataKey, writeJson(metadata)}});
}

void readCheckpoint(const std::string& folder, TrainingState& state, const TrainingIdentity& identity)
{
    const std::string file = fileOf(folder);
    const Safetensors stored = Safetensors::open(file);
    const auto metadata = stored.metadata.find(metadataKey);
    if (metadata == stored.metadata.end())
        throw Error({ErrorKind::BadInput, file, metadataKey, CUTAWAY_TR("not a checkpoint of a training"), "", ""});
    const Json document = parseJson(metadata->second, file);
    const JsonValue json(document, file, metadataKey);
    const Json own = identityJson(state, identity);
    requireSame(file, withEveryKey(json["identity"].json(), own), own);
    TrainingRecord record = TrainingRecord::of(json["points"].json(), file);
    record.seconds = json["seconds"].number();
    for (std::size_t i = 0; i < json["seen"].arraySize(maxIds); ++i)
        record.seen.insert(TokenId(json["seen"][i].integer(0, state.weights.setup().config.vocabulary - 1)));
    const Index step = Index(json["step"].integer(0, largestStep));
    const Index before = json.has("before") ? Index(json["before"].integer(0, largestStep)) : 0;

    const StoredTensors tensors = stored.byName();
    eachTensor(state, [&](const std::string& name, const Shape& shape, const std::vector<float>&) {
        const auto found = tensors.find(name);
        if (found == tensors.end() || found->second.shape != shape || found->second.dtype != "F32")
            throw Error({ErrorKind::BadInput, file, "tensor \"" + name + "\"", CUTAWAY_TR("missing, or of another shape"), "", ""});
    });
    eachTensor(state, [&](const std::string& name, const Shape&, std::vector<float>& numbers) { // everything is there
        tensors.at(name).read(0, Index(numbers.size()), numbers.data());
    });
    state.step = step;
    state.optimizer.setBefore(before);
    state.record = std::move(record);
    state.weights.changed();
}

std::shared_ptr<const OptimizerMemory> rememberedIn(const std::string& folder)
{
    if (!hasCheckpoint(folder))
        return nullptr;
    try {
        const Safetensors stored = Safetensors::open(fileOf(folder));
        const auto metadata = stored.metadata.find(metadataKey);
        if (metadata == stored.metadata.end())
            return nullptr;
        const Json document = parseJson(metadata->second, folder);
        const JsonValue json(document, folder, metadataKey);
        const StoredTensors tensors = stored.byName();
        const StoredTensors model = Safetensors::open((fs::path(folder) / "model.safetensors").generic_string()).byName();
        auto memory = std::make_shared<OptimizerMemory>();
        memory->updates = Index(json["step"].integer(0, largestStep));
        memory->updates += json.has("before") ? Index(json["before"].integer(0, largestStep)) : 0;
        for (const auto& [name, tensor] : tensors) {
            if (!name.starts_with(weightsPrefix))
                continue;
            const std::string own = name.substr(std::string_view(weightsPrefix).size());
            const auto now = model.find(own);
            if (now == model.end() || !sameNumbers(now->second, tensor))
                return nullptr; // of other weights
            memory->names.push_back(own);
            memory->first.push_back(numbersOf(tensors.at(firstPrefix + own)));
            if (const auto second = tensors.find(secondPrefix + own); second != tensors.end())
                memory->second.push_back(numbersOf(second->second));
        }
        const bool isWhole = memory->second.empty() || memory->second.size() == memory->first.size();
        return isWhole ? memory : nullptr;
    } catch (const Error&) {
        return nullptr;
    } catch (const std::out_of_range&) { // of a tensor that it does not have
        return nullptr;
    }
}

} // namespace core
