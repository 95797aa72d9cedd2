#include "core/files/tokenizers/tokenizer_folder.h"

#include "core/files/tokenizers/byte_pair_folder.h"
#include "core/files/tokenizers/sentence_piece_folder.h"
#include "core/files/tokenizers/tokenizer_notes.h"
#include "core/files/tokenizers/translation_folder.h"
#include "core/files/tokenizers/word_piece_folder.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"

#include <filesystem>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr JsonLimits tokenizerLimits{.bytes = limits::tokenizerBytes, .values = limits::tokenizerValues};

} // namespace

std::string unreadVocabulary(const std::string& folder)
{
    std::error_code failure;
    for (const char* name : {"vocab.json", "vocab.txt"})
        if (fs::exists(fs::path(folder) / name, failure))
            return name;
    return {};
}

std::shared_ptr<const Tokenizer> openTokenizerFolder(
    const std::string& folder, const std::string& modelType, SpecialIds special, std::vector<std::string>& notes)
{
    const std::string path = (fs::path(folder) / "tokenizer.json").generic_string();
    std::error_code failure;
    if (fs::exists(path, failure)) {
        const Json json = readJson(path, tokenizerLimits);
        addTokenizerNotes(json, notes);
        return makeTokenizer(json, path, special);
    }
    FolderTokens tokens(folder);
    if (isTranslationFolder(tokens, modelType)) {
        const std::optional<Json> json = readTranslationFolder(folder, tokens, modelType, notes);
        return json ? makeTokenizer(*json, (fs::path(folder) / "vocab.json").generic_string(), special) : nullptr;
    }
    const std::optional<std::string> file = findSentencePiece(folder);
    if (const auto name = file ? classWithOwnIds(tokens) : std::nullopt) {
        notes.push_back("the ids of " + *name + " are not those of its model file: without tokenizer.json only ids can be given");
        return nullptr;
    }
    if (file)
        return makeTokenizer(readSentencePieceFolder(*file, tokens, modelType, notes), *file, special);
    if (const std::optional<Json> json = readBytePairFolder(folder, tokens, modelType))
        return makeTokenizer(*json, (fs::path(folder) / "vocab.json").generic_string(), special);
    const bool isBert = modelType == "bert" || modelType == "distilbert" || modelType == "electra";
    if (const std::optional<Json> json = readWordPieceFolder(folder, tokens, isBert))
        return makeTokenizer(*json, (fs::path(folder) / "vocab.txt").generic_string(), special);
    // A class whose files are not read, or a vocabulary that does not tell how a text is cut.
    const std::string name = tokens.tokenizerClass("");
    const std::string unread = unreadVocabulary(folder);
    std::string note = "there is no tokenizer.json";
    if (!name.empty())
        note += ", and other files of " + shownText(name, 60) + " are not read or not here";
    note += ": only ids can be given";
    notes.push_back(unread.empty() ? note : note + "; " + unread + " alone does not tell how a text is cut");
    return nullptr;
}

} // namespace core
