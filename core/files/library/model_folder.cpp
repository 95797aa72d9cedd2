#include "core/files/library/model_folder.h"

#include "core/base/error.h"
#include "core/files/families/asked_config.h"
#include "core/files/families/family.h"
#include "core/files/families/gguf_unread.h"
#include "core/files/families/language_part.h"
#include "core/files/families/leading_prefix.h"
#include "core/files/families/unknown_family.h"
#include "core/files/formats/block_scales.h"
#include "core/files/formats/gguf_latent.h"
#include "core/files/formats/gguf_shards.h"
#include "core/files/formats/safetensors.h"
#include "core/files/library/other_contents.h"
#include "core/files/tokenizers/gguf_tokenizer_data.h"
#include "core/files/tokenizers/tokenizer_folder.h"
#include "core/io/atomic_file.h"
#include "core/io/shown_text.h"
#include "core/run/forward.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr const char* nativeType = "cutaway";

std::string nameOf(const fs::path& path)
{
    return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

/// model.safetensors, else its index, else the only .safetensors there is.
Safetensors openWeights(const fs::path& folder, const std::string& weightsFile, std::vector<std::string>& notes)
{
    if (!weightsFile.empty())
        return weightsFile.ends_with(".json") ? Safetensors::openIndex(weightsFile, notes) : Safetensors::open(weightsFile);
    const fs::path single = folder / "model.safetensors";
    const fs::path index = folder / "model.safetensors.index.json";
    std::error_code failure;
    if (fs::exists(single, failure)) {
        if (fs::exists(index, failure))
            notes.push_back("there is an index beside model.safetensors: it is not used");
        return Safetensors::open(single.generic_string());
    }
    if (fs::exists(index, failure))
        return Safetensors::openIndex(index.generic_string(), notes);

    std::vector<std::string> files;
    std::string pickle;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".safetensors")
            files.push_back(entry.path().generic_string());
        if (extension == ".bin" || extension == ".pt" || extension == ".pth" || extension == ".ckpt" || extension == ".pkl"
            || extension == ".npz")
            pickle = entry.path().filename().string();
    }
    if (files.size() == 1)
        return Safetensors::open(files.front());
    if (files.empty() && !pickle.empty())
        throw Error({.file = (folder / pickle).generic_string(),
            .problem = CUTAWAY_TR("pickle formats can run code and are not supported: convert to safetensors"),
            .expected = "model.safetensors, as save_pretrained() of transformers writes it"});
    throw Error({.file = folder.generic_string(),
        .problem = CUTAWAY_TR("no weights"),
        .expected = "model.safetensors or model.safetensors.index.json",
        .found = std::to_string(files.size()) + " other .safetensors"});
}

/// A special id of config.json: one, or the first of a list.
std::optional<TokenId> readSpecialId(const ConfigSource& config, const std::string& key)
{
    std::optional<Json> value = config.value(key);
    if (value && value->is_array() && !value->empty())
        value = Json(value->front());
    const bool isId = value && value->is_number_integer() && *value >= 0 && *value <= std::numeric_limits<TokenId>::max();
    return isId ? std::optional(value->get<TokenId>()) : std::nullopt;
}

std::shared_ptr<const Tokenizer> openTokenizer(
    const fs::path& folder, const ConfigSource& config, std::vector<std::string>& notes)
{
    const std::optional<Json> type = config.value("model_type");
    const SpecialIds special{readSpecialId(config, "bos_token_id"), readSpecialId(config, "eos_token_id")};
    return openTokenizerFolder(
        folder.generic_string(), type && type->is_string() ? type->get<std::string>() : "", special, notes);
}

/// What the target begins with: as the file says, else as the class of the family does.
TokenId readDecoderStart(const ConfigSource& config, const Family& family, const Json& vocabulary)
{
    const auto last = vocabulary.get<std::int64_t>() - 1;
    const std::optional<Json> said = config.value("decoder_start_token_id");
    if (said && !(said->is_number_integer() && *said >= 0 && *said <= Json(last)))
        config.refuse("decoder_start_token_id", CUTAWAY_TR("not an integer in range"), "0 to " + std::to_string(last), said);
    return said ? said->get<TokenId>() : family.decoderStart <= last ? family.decoderStart : 0;
}

bool isArchitectureOf(const Family& family, const std::string& name)
{
    const std::vector<std::string>& others = family.otherArchitectures;
    return name == family.architecture || std::find(others.begin(), others.end(), name) != others.end();
}

/// By model_type, else by the first of `architectures`; nullptr for a model_type that is unknown, or where nothing is said.
const Family* familyOf(const ConfigSource& config, std::vector<std::string>& notes)
{
    const std::vector<Family>& families = huggingFaceFamilies();
    const std::optional<Json> type = config.value("model_type");
    if (type && !type->is_string())
        config.refuse("model_type", CUTAWAY_TR("wrong type"), "a text", type);
    const std::optional<Json> architectures = config.value("architectures");
    const bool isNamed
        = architectures && architectures->is_array() && !architectures->empty() && architectures->front().is_string();
    const std::string architecture = isNamed ? architectures->front().get<std::string>() : "";
    if (type) {
        const Family* family = findFamily(families, type->get<std::string>(), &config);
        if (family && isNamed && !isArchitectureOf(*family, architecture))
            notes.push_back("architectures names " + shownText(architecture, 80) + ", read as " + family->architecture);
        return family;
    }
    for (const Family& family : families)
        if (isNamed && isArchitectureOf(family, architecture) && (!family.suits || family.suits(config))) {
            notes.push_back("there is no model_type: read as " + family.id + ", which architectures names");
            return &family;
        }
    return nullptr;
}

[[noreturn]] void refuseUnnamed(const ConfigSource& config)
{
    const std::optional<Json> type = config.value("model_type");
    const std::string word = type && type->is_string() ? type->get<std::string>() : "";
    config.refuse("model_type",
        type ? CUTAWAY_TR("unknown family of models") : CUTAWAY_TR("missing key, and architectures does not tell the family"),
        familiesNear(huggingFaceFamilies(), word), type ? type : config.value("architectures"));
}

Choices readNativeChoices(const ConfigSource& config)
{
    const std::optional<Json> choices = config.value("choices");
    if (!choices || !choices->is_object())
        config.refuse("choices", CUTAWAY_TR("wrong type"), "an object", choices);
    try {
        return Choices::fromJson(*choices);
    } catch (const Error& error) {
        Error::Parts parts = error.parts(); // the file is wrong, not what was typed
        parts.kind = ErrorKind::BadInput;
        throw Error(std::move(parts)).inFile(config.file());
    }
}

/// Every model opened from files has been through here: choices are resolved once and the tensors they need are there.
void finish(
    Model& model, const Family& family, const StoredTensors& stored, const ConfigSource& source, const std::string& weightsFile)
{
    const ModelConfig config = [&] {
        try {
            return resolve(model.choices, {});
        } catch (const Error& error) {
            throw inWordsOf(error, family, source);
        }
    }();
    model.weights = readWeights(family, config, stored, weightsFile, model.notes);
    model.dtype = mainDtype(model.weights);
    if (model.tokenizer && Index(model.tokenizer->vocabularySize()) > config.vocabulary)
        model.notes.push_back("the tokenizer has more tokens than the model: some texts cannot be run");
}

} // namespace

std::shared_ptr<const Tokenizer> openFolderTokenizer(const std::string& folder)
{
    const std::string file = (fs::path(folder) / "config.json").generic_string();
    std::error_code failure;
    const JsonConfig config(fs::exists(file, failure) ? readConfigDocument(file) : Json::object(), file);
    std::vector<std::string> notes;
    return openTokenizer(folder, config, notes);
}

ModelPtr openFolder(const std::string& folder, const std::string& weightsFile)
{
    const std::string configFile = (fs::path(folder) / "config.json").generic_string();
    const JsonConfig whole(readConfigDocument(configFile), configFile);
    const auto model = std::make_shared<Model>();
    model->path = folder;
    model->name = nameOf(folder);
    if (whole.value("auto_map"))
        model->notes.push_back("the folder names code of its own: that is never run");

    const bool isNative = whole.value("model_type") == Json(nativeType);
    const Family native{.id = nativeType, .architecture = {}, .fixed = {}, .keys = {}, .tensors = {}};
    const Family* family = isNative ? &native : familyOf(whole, model->notes);
    const std::optional<JsonConfig> inner = family ? std::nullopt : languageConfig(whole.document(), configFile);
    const JsonConfig& config = inner ? *inner : whole;
    if (inner)
        family = familyOf(config, model->notes);
    else if (!family && !config.value("model_type"))
        refuseUnnamed(config);

    const Safetensors weights = [&] {
        try {
            return openWeights(folder, weightsFile, model->notes);
        } catch (const Error&) {
            if (!family)
                refuseUnnamed(config); // which is the greater trouble
            throw;
        }
    }();
    refuseOtherContents(weights, folder);
    StoredTensors stored = weights.byName();
    if (inner)
        stored = languageTensors(stored, whole.value("model_type").value_or("a larger model").get<std::string>(), model->notes);
    const auto quantization = [](const auto& source) { return source.value("quantization_config").value_or(Json()); };
    undoQuantization(quantization(config).is_null() ? quantization(whole) : quantization(config), config.file(), stored);
    const bool isKnown = family && !isNative;
    if (!family) {
        family = &familyByTensors(huggingFaceFamilies(), config, stored, model->notes);
        model->guessedType = config.value("model_type").value_or("?").get<std::string>();
    }
    if (std::optional<StoredTensors> plain = withoutLeadingPrefix(*family, stored, model->notes))
        stored = std::move(*plain);
    model->family = family->id;
    const AskedConfig asked(config);
    model->choices = isNative ? readNativeChoices(config) : readChoices(*family, asked, stored, model->notes);
    if (const std::vector<std::string> unused = asked.unasked(); isKnown && !unused.empty())
        model->notes.push_back("keys of config.json that are not used by " + family->id + ": " + shownList(unused, 12));
    if (isNative)
        model->replicaOf = shownText(config.value("replica_of").value_or("").get<std::string>(), 80);
    if (isNative)
        model->trained = config.value("trained").value_or(true) != false;
    const bool isPair = !isNative && model->choices.value("topology") == "encoder_decoder";
    model->decoderStart = isPair ? readDecoderStart(config, *family, model->choices.value("sizes.vocab"))
                                 : readSpecialId(config, "decoder_start_token_id").value_or(0); // an own model may become one
    model->tokenizer = openTokenizer(folder, config, model->notes);
    finish(*model, *family, stored, config, folder);
    return model;
}

ModelPtr openGguf(const std::string& path)
{
    const Gguf gguf = openGgufModel(path);
    const GgufConfig config(gguf);
    const std::string key = "general.architecture";
    const auto architecture = gguf.string(key);
    const Family* family = architecture ? findFamily(ggufFamilies(), *architecture) : nullptr;
    if (!family)
        gguf.refuse(key, architecture ? CUTAWAY_TR("unknown family of models") : CUTAWAY_TR("missing key"),
            familiesNear(ggufFamilies(), architecture.value_or("")), architecture ? shownText(*architecture, 80) : "");

    const auto model = std::make_shared<Model>();
    model->path = gguf.path(); // of several files the first, which has the metadata
    model->name = fs::path(path).stem().string();
    model->family = family->id;
    StoredTensors stored = gguf.tensors();
    joinLatentMatrices(stored);
    model->choices = readChoices(*family, config, stored, model->notes);
    checkUnread(config, *architecture, model->notes);
    if (const auto tokenizer = readGgufTokenizer(gguf))
        model->tokenizer = makeTokenizer(*tokenizer, path);
    else
        model->notes.push_back("the file has no tokenizer: only ids can be given");
    finish(*model, *family, stored, config, path);
    return model;
}

void saveFolder(const Setup& setup, const std::string& folder)
{
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure)
        throw Error(
            {.kind = ErrorKind::Output, .file = folder, .problem = CUTAWAY_TR("cannot be written"), .found = failure.message()});

    std::vector<TensorToWrite> tensors;
    for (const WeightSpec& spec : setup.specs) {
        const WeightPtr weight = setup.weights.share(spec.name);
        tensors.push_back({spec.name, spec.shape, [weight](Index row, Index rows, float* out) { weight->read(row, rows, out); }});
    }
    Json config = {{"model_type", nativeType}, {"choices", describe(setup.config).toJson()}};
    if (!setup.model->trained)
        config["trained"] = false;
    if (!setup.model->replicaOf.empty())
        config["replica_of"] = setup.model->replicaOf;
    if (setup.model->decoderStart != 0)
        config["decoder_start_token_id"] = setup.model->decoderStart;
    const std::string tokenizer = setup.model->tokenizer ? setup.model->tokenizer->toJson() : "";

    const fs::path target(folder);
    writeSafetensors((target / "model.safetensors").generic_string(), tensors, {{"format", "pt"}});
    const auto write = [&](const char* name, const std::string& text) {
        AtomicFile file((target / name).generic_string());
        file.write(text);
        file.commit();
    };
    if (!tokenizer.empty())
        write("tokenizer.json", tokenizer);
    write("config.json", writeJson(config, 2) + "\n");
}

} // namespace core
