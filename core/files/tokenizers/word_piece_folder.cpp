#include "core/files/tokenizers/word_piece_folder.h"

#include "core/base/error.h"
#include "core/io/fetched_file.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestVocabulary = std::uint64_t(64) << 20; // bytes

// In the order in which the reference adds them; an empty default: none unless a file names one.
constexpr FolderTokens::Default specialTokens[] = {{"bos_token", ""}, {"eos_token", ""}, {"unk_token", "[UNK]"},
    {"sep_token", "[SEP]"}, {"pad_token", "[PAD]"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};

std::string trimmedRight(std::string line)
{
    for (;;) {
        std::size_t last = line.size();
        while (last > 0 && (line[last - 1] & 0xC0) == 0x80)
            --last;
        if (last == 0 || !isWhiteSpace(decodeChar(line, last - 1).code))
            return line;
        line.resize(last - 1);
    }
}

/// {"token": line, …}; of two equal lines the later counts.
Json readVocabulary(const std::string& path)
{
    const std::string text = readFetched(path, largestVocabulary);
    if (const std::optional<std::size_t> invalid = firstInvalidByte(text))
        throw Error({.file = path, .where = "byte " + std::to_string(*invalid), .problem = CUTAWAY_TR("text is not UTF-8")});
    Json vocabulary = Json::object();
    for (std::size_t at = 0, id = 0; at < text.size(); ++id) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        vocabulary[trimmedRight(text.substr(at, end - at))] = id;
        at = end + 1;
    }
    if (vocabulary.empty())
        throw Error({.file = path, .problem = CUTAWAY_TR("empty vocabulary")});
    return vocabulary;
}

} // namespace

std::optional<Json> readWordPieceFolder(const std::string& folder, FolderTokens& tokens, bool isBert)
{
    const fs::path vocabularyFile = fs::path(folder) / "vocab.txt";
    std::error_code failure;
    if (!fs::exists(vocabularyFile, failure))
        return {};

    const std::string type = tokens.tokenizerClass(isBert ? "BertTokenizer" : "");
    if (type != "BertTokenizer" && type != "DistilBertTokenizer" && type != "ElectraTokenizer")
        return {};

    Json vocabulary = readVocabulary(vocabularyFile.generic_string());
    tokens.collect(vocabulary, specialTokens);
    const std::string& unknown = tokens.content("unk_token");
    if (!vocabulary.contains(unknown))
        vocabulary[unknown] = tokens.idOf(unknown);
    const JsonValue config = tokens.config();
    const auto processor = [&](const char* key) { return Json::array({tokens.content(key), tokens.idOf(tokens.content(key))}); };
    return Json{{"version", "1.0"}, {"added_tokens", tokens.added()},
        {"normalizer",
            {{"type", "BertNormalizer"}, {"clean_text", true},
                {"handle_chinese_chars", config.boolean("tokenize_chinese_chars", true)},
                {"strip_accents", config.has("strip_accents") ? Json(config["strip_accents"].boolean()) : Json()},
                {"lowercase", config.boolean("do_lower_case", true)}}},
        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
        {"post_processor", {{"type", "BertProcessing"}, {"sep", processor("sep_token")}, {"cls", processor("cls_token")}}},
        {"decoder", {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}},
        {"model",
            {{"type", "WordPiece"}, {"unk_token", tokens.content("unk_token")}, {"continuing_subword_prefix", "##"},
                {"max_input_chars_per_word", 100}, {"vocab", vocabulary}}}};
}

} // namespace core
