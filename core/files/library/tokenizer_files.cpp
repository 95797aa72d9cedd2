#include "core/files/library/tokenizer_files.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/files/formats/gguf_shards.h"
#include "core/files/library/built_in_models.h"
#include "core/files/library/model_files.h"
#include "core/files/library/model_folder.h"
#include "core/files/library/replica.h"
#include "core/files/tokenizers/folder_tokens.h"
#include "core/files/tokenizers/gguf_tokenizer_data.h"
#include "core/files/tokenizers/sentence_piece_folder.h"
#include "core/io/fetched_file.h"
#include "core/io/file_reader.h"
#include "core/io/json_value.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

namespace core {

namespace {

namespace fs = std::filesystem;
using TokenizerPtr = std::shared_ptr<const Tokenizer>;

constexpr const char* wanted = "tokenizer.json, a SentencePiece .model, a .gguf, or a folder with one of them";
constexpr JsonLimits tokenizerLimits{.bytes = limits::tokenizerBytes, .values = limits::tokenizerValues};
constexpr const char* families[] = {"bpe", "wordpiece", "unigram"}; // in the order of the list

[[noreturn]] void refuse(const std::string& path, const char* problem)
{
    throw Error({.file = shownText(path), .problem = problem, .expected = wanted});
}

TokenizerPtr openGgufTokenizer(const std::string& path)
{
    const Gguf gguf = openGgufModel(path);
    if (const auto data = readGgufTokenizer(gguf))
        return makeTokenizer(*data, path);
    refuse(path, CUTAWAY_TR("the file has no tokenizer"));
}

TokenizerPtr openDirectory(const fs::path& folder)
{
    if (TokenizerPtr tokenizer = openFolderTokenizer(folder.generic_string()))
        return tokenizer;
    std::set<std::string> files;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (const std::string path = entry.path().generic_string(); entry.path().extension() == ".gguf")
            files.insert(firstGgufShard(path).value_or(path));
    if (files.size() == 1)
        return openGgufTokenizer(*files.begin());
    refuse(folder.generic_string(), CUTAWAY_TR("no tokenizer in this folder"));
}

TokenizerPtr openJson(const std::string& path)
{
    const Json json = readJson(path, tokenizerLimits);
    if (!json.is_object() || !json.contains("model"))
        refuse(path, CUTAWAY_TR("not a tokenizer"));
    return makeTokenizer(json, path);
}

TokenizerPtr openFile(const fs::path& path)
{
    const FileReader file(path.generic_string());
    char magic[4] = {};
    file.readAt(0, magic, std::min<std::uint64_t>(sizeof magic, file.size()));
    if (std::string_view(magic, sizeof magic) == "GGUF" || path.extension() == ".gguf")
        return openGgufTokenizer(path.generic_string());
    const std::string folder = path.has_parent_path() ? path.parent_path().generic_string() : ".";
    const std::set<std::string> ofFolder{"vocab.json", "merges.txt", "vocab.txt", "config.json", "tokenizer_config.json"};
    if (ofFolder.contains(path.filename().string()))
        return openDirectory(folder);
    if (path.extension() == ".json")
        return openJson(path.generic_string());
    if (path.extension() == ".model") {
        FolderTokens tokens(folder);
        std::vector<std::string> notes;
        return makeTokenizer(readSentencePieceFolder(path.generic_string(), tokens, {}, notes), path.generic_string());
    }
    refuse(path.generic_string(), CUTAWAY_TR("not a tokenizer"));
}

/// "bpe-300" is of the family "bpe"; empty: of none.
std::string familyOf(const std::string& id)
{
    const std::string family = id.substr(0, id.rfind('-'));
    return std::ranges::find(families, family) == std::end(families) ? std::string() : family;
}

int sizeOf(const std::string& id)
{
    int size = 0;
    const std::size_t at = id.rfind('-') + 1;
    std::from_chars(id.data() + at, id.data() + id.size(), size);
    return size;
}

std::vector<TokenizerListing> trainedTokenizers()
{
    std::vector<TokenizerListing> found;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(bundledTokenizersFolder(), failure)) {
        const std::string id = entry.path().stem().string();
        if (entry.path().extension() == ".json" && !familyOf(id).empty())
            found.push_back({id, familyOf(id), 0});
    }
    std::ranges::sort(found, {}, [](const TokenizerListing& one) {
        return std::tuple(std::ranges::find(families, one.family) - families, sizeOf(one.id), one.id);
    });
    return found;
}

/// Of models that have the same file the first.
std::vector<TokenizerListing> bundledTokenizers(const std::vector<ModelListing>& models)
{
    std::vector<TokenizerListing> found;
    std::map<std::string, std::size_t> places; // by the text of the file
    for (const ModelListing& model : models) {
        const std::string path = (fs::path(model.path) / "tokenizer.json").generic_string();
        std::error_code failure;
        if (!model.bundled || !fs::exists(path, failure))
            continue;
        const auto [place, isNew] = places.try_emplace(readFetched(path, limits::tokenizerBytes), found.size());
        if (isNew)
            found.push_back({model.id, {}, 0});
        ++found[place->second].models;
    }
    return found;
}

} // namespace

std::string bundledTokenizersFolder() { return sharedFolder("tokenizers"); }

std::shared_ptr<const Tokenizer> openTokenizer(const std::string& nameOrPath)
{
    if (const ModelPtr model = makeBuiltInModel(nameOrPath))
        return model->tokenizer;
    if (isReplicaName(nameOrPath))
        return openTokenizer(defaultModel());
    std::error_code failure;
    if (!familyOf(nameOrPath).empty() && nameOrPath.find('/') == std::string::npos)
        if (const fs::path path = fs::path(bundledTokenizersFolder()) / (nameOrPath + ".json"); fs::exists(path, failure))
            return openJson(path.generic_string());
    const std::vector<ModelListing> models = listModels();
    if (const auto model = std::ranges::find(models, nameOrPath, &ModelListing::id); model != models.end())
        return openDirectory(model->path);
    const fs::path path(nameOrPath);
    if (fs::is_directory(path, failure))
        return openDirectory(path);
    if (fs::exists(path, failure))
        return openFile(path);
    refuse(nameOrPath, CUTAWAY_TR("no tokenizer of this name and no such file"));
}

std::vector<TokenizerListing> listTokenizers()
{
    std::vector<TokenizerListing> all = trainedTokenizers();
    const std::vector<ModelListing> models = listModels();
    const std::vector<TokenizerListing> bundled = bundledTokenizers(models);
    all.insert(all.end(), bundled.begin(), bundled.end());
    all.push_back({builtInModels().front().id, {}, 0});
    for (const ModelListing& model : models)
        if (!model.bundled && !model.path.empty())
            all.push_back({model.id, {}, 0});
    return all;
}

const std::vector<std::string>& sampleSentences(const std::string& language)
{
    static const std::map<std::string, std::vector<std::string>> all = [] {
        std::map<std::string, std::vector<std::string>> read;
        const std::string path = (fs::path(bundledTokenizersFolder()) / "sentences.json").generic_string();
        std::error_code failure;
        if (!fs::exists(path, failure))
            return read;
        const Json document = readJson(path, {.bytes = std::size_t(1) << 20});
        const JsonValue json(document, path);
        json["format"].integer(1, 1);
        for (const char* const key : {"en", "zh_CN"}) {
            const JsonValue list = json[key];
            for (std::size_t i = 0; i < list.arraySize(/*most=*/1000); ++i)
                read[key].push_back(list[i].string());
        }
        return read;
    }();
    static const std::vector<std::string> none;
    const auto found = all.find(language);
    return found == all.end() ? none : found->second;
}

} // namespace core
