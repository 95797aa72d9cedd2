#include "core/files/tokenizers/translation_folder.h"

#include "core/base/error.h"
#include "core/io/limits.h"
#include "core/io/shown_text.h"
#include "core/text/sentence_piece_encoder.h"
#include "core/text/sentence_piece_json.h"
#include "core/text/sentence_piece_model.h"
#include "core/text/vocabulary.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr JsonLimits vocabularyLimits{.bytes = limits::tokenizerBytes, .values = limits::tokenizerValues};

// The languages in the order of their ids.
constexpr const char* m2m100[]
    = {"af", "am", "ar", "ast", "az", "ba", "be", "bg", "bn", "br", "bs", "ca", "ceb", "cs", "cy", "da", "de", "el", "en", "es",
        "et", "fa", "ff", "fi", "fr", "fy", "ga", "gd", "gl", "gu", "ha", "he", "hi", "hr", "ht", "hu", "hy", "id", "ig", "ilo",
        "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "lb", "lg", "ln", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr",
        "ms", "my", "ne", "nl", "no", "ns", "oc", "or", "pa", "pl", "ps", "pt", "ro", "ru", "sd", "si", "sk", "sl", "so", "sq",
        "sr", "ss", "su", "sv", "sw", "ta", "th", "tl", "tn", "tr", "uk", "ur", "uz", "vi", "wo", "xh", "yi", "yo", "zh", "zu"};
constexpr const char* wmt21[] = {"en", "ha", "is", "ja", "cs", "ru", "zh", "de"};

std::string classOf(const FolderTokens& tokens, const std::string& modelType)
{
    const std::string byType = modelType == "marian" ? "MarianTokenizer" : modelType == "m2m_100" ? "M2M100Tokenizer" : "";
    const std::string name = tokens.tokenizerClass(byType);
    return name == "MarianTokenizer" || name == "M2M100Tokenizer" ? name : "";
}

/// One folder while its tokenizer.json is made.
class Translation
{
public:
    Translation(const std::string& folder, FolderTokens& tokens, const std::string& name)
        : m_folder(folder)
        , m_file(pathOf("vocab.json"))
        , m_isMarian(name == "MarianTokenizer")
        , m_tokens(tokens)
        , m_vocabulary(readJson(m_file, vocabularyLimits))
    {
        const JsonValue json(m_vocabulary, m_file);
        const Vocabulary checked = Vocabulary::fromJson(json);
        if (checked.count() != checked.size())
            json.refuse(CUTAWAY_TR("ids of the vocabulary have gaps"), std::to_string(checked.count()) + " ids from 0",
                "ids up to " + std::to_string(checked.size() - 1));
    }

    Json converted(std::vector<std::string>& notes)
    {
        const JsonValue config = m_tokens.config();
        Json source{{"before", Json::array()}, {"pieces", readPieces(m_isMarian ? "source.spm" : "sentencepiece.bpe.model")}};
        Json target{{"before", Json::array()}, {"pieces", m_isMarian ? readPieces("target.spm") : Json()}};
        if (!m_isMarian)
            addLanguages(source["before"], target["before"], notes);
        m_tokens.collect(m_vocabulary,
            std::array<FolderTokens::Default, 7>{
                {{"bos_token", m_isMarian ? "" : "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"},
                    {"sep_token", m_isMarian ? "" : "</s>"}, {"pad_token", "<pad>"}, {"cls_token", ""}, {"mask_token", ""}}});
        const std::string& unknown = m_tokens.content("unk_token");
        if (!m_vocabulary.contains(unknown))
            JsonValue(m_vocabulary, m_file)
                .refuse(CUTAWAY_TR("the unknown token is not in the vocabulary"), shownText(unknown, 60), "none");
        Json added = m_tokens.added();
        for (Json& token : added)
            token["normalized"] = false; // the classes look for all of them in the text as it stands
        source["after"] = target["after"] = Json::array({m_tokens.idOf(m_tokens.content("eos_token"))});
        return {{"version", "1.0"}, {"added_tokens", std::move(added)},
            {"model",
                {{"type", "SentencePiece"}, {"vocab", std::move(m_vocabulary)}, {"unk_token", unknown},
                    {"cuts_language", m_isMarian}, {"spaces_special", m_isMarian},
                    {"cleans_up", config.boolean("clean_up_tokenization_spaces", false)}, {"source", std::move(source)},
                    {"target", std::move(target)}}}};
    }

private:
    std::string pathOf(const char* name) const { return (fs::path(m_folder) / name).generic_string(); }

    Json readPieces(const char* name) const
    {
        const SentencePieceModel model = readSentencePiece(pathOf(name));
        try {
            checkSentencePiece(model);
        } catch (const Error& error) {
            Error::Parts parts = error.parts();
            parts.file = pathOf(name);
            throw Error(std::move(parts));
        }
        return sentencePieceJson(model);
    }

    /// Their tokens behind the vocabulary, and the one that is before a text of each side.
    void addLanguages(Json& source, Json& target, std::vector<std::string>& notes)
    {
        const JsonValue config = m_tokens.config();
        const std::string list = config.string("language_codes", "m2m100");
        if (list != "m2m100" && list != "wmt21")
            config["language_codes"].refuse(CUTAWAY_TR("unknown value"), "m2m100 or wmt21");
        const std::span<const char* const> languages
            = list == "wmt21" ? std::span<const char* const>(wmt21) : std::span<const char* const>(m2m100);
        const auto first = static_cast<std::int64_t>(m_vocabulary.size());
        const auto idOf = [&](const char* key, const std::string& missing) {
            const std::string said = config.string(key, missing);
            const auto place = std::find(languages.begin(), languages.end(), said);
            if (place == languages.end())
                config[key].refuse(CUTAWAY_TR("unknown language"), "af, am, …, de, en, …", said);
            return first + (place - languages.begin());
        };
        for (std::size_t i = 0; i < languages.size(); ++i) {
            const std::string token = "__" + std::string(languages[i]) + "__";
            if (!m_vocabulary.emplace(token, first + std::int64_t(i)).second)
                JsonValue(m_vocabulary, m_file)[token].refuse(CUTAWAY_TR("token occurs twice in the vocabulary"));
        }
        const std::string spoken = config.string("src_lang", "en");
        source.push_back(idOf("src_lang", "en"));
        target.push_back(idOf("tgt_lang", spoken));
        if (!config.has("src_lang"))
            notes.push_back("tokenizer_config.json names no src_lang: texts are read as en");
        if (!config.has("tgt_lang"))
            notes.push_back("tokenizer_config.json names no tgt_lang: targets are read as " + spoken + " too");
    }

    std::string m_folder, m_file;
    bool m_isMarian;
    FolderTokens& m_tokens;
    Json m_vocabulary;
};

} // namespace

bool isTranslationFolder(const FolderTokens& tokens, const std::string& modelType) { return !classOf(tokens, modelType).empty(); }

std::optional<Json> readTranslationFolder(
    const std::string& folder, FolderTokens& tokens, const std::string& modelType, std::vector<std::string>& notes)
{
    const std::string name = classOf(tokens, modelType);
    const bool isMarian = name == "MarianTokenizer";
    for (const char* file : {"vocab.json", isMarian ? "source.spm" : "sentencepiece.bpe.model", isMarian ? "target.spm" : ""}) {
        std::error_code failure;
        if (*file != '\0' && !fs::exists(fs::path(folder) / file, failure)) {
            notes.push_back("the tokenizer " + name + " needs " + file + ": without it only ids can be given");
            return std::nullopt;
        }
    }
    if (isMarian && tokens.config().boolean("separate_vocabs", false)) {
        notes.push_back("source and target have vocabularies of their own: only ids can be given");
        return std::nullopt;
    }
    return Translation(folder, tokens, name).converted(notes);
}

} // namespace core
