#include "core/files/tokenizer_folder.h"

#include "core/files/word_piece_folder.h"

#include <filesystem>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr JsonLimits tokenizerLimits{.bytes = limits::tokenizerBytes, .values = limits::tokenizerValues};

} // namespace

std::shared_ptr<const Tokenizer> openTokenizerFolder(
    const std::string& folder, const std::string& modelType, SpecialIds special, std::vector<std::string>& notes)
{
    const std::string path = (fs::path(folder) / "tokenizer.json").string();
    std::error_code failure;
    if (fs::exists(path, failure)) {
        const Json json = readJson(path, tokenizerLimits);
        const auto asksFor = [&](const char* key) { return json.is_object() && json.contains(key) && !json[key].is_null(); };
        if (asksFor("truncation") || asksFor("padding"))
            notes.push_back("tokenizer.json cuts or fills up texts to one length: here they stay as long as they are");
        return makeTokenizer(json, path, special);
    }
    if (const std::optional<Json> json = readWordPieceFolder(folder, modelType == "bert"))
        return makeTokenizer(*json, (fs::path(folder) / "vocab.txt").string(), special);
    notes.push_back("there is no tokenizer.json: only ids can be given");
    return nullptr;
}

} // namespace core
