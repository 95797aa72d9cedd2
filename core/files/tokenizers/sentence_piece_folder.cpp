#include "core/files/tokenizers/sentence_piece_folder.h"

#include "core/base/error.h"
#include "core/files/tokenizers/sentence_piece_classes.h"
#include "core/files/tokenizers/sentence_piece_stages.h"
#include "core/io/shown_text.h"
#include "core/text/base64.h"
#include "core/text/piece_merges.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace core {

namespace {

namespace fs = std::filesystem;

/// The tokenizer.json of one model file while it is made.
class Conversion
{
public:
    Conversion(SentencePieceModel model, const std::string& file, FolderTokens& tokens, const std::string& modelType)
        : m_model(std::move(model))
        , m_file(file)
        , m_tokens(tokens)
        , m_class(findSentencePieceClass(m_tokens.tokenizerClass(""), modelType))
    {
    }

    Json converted(std::vector<std::string>& notes)
    {
        const std::string name = m_class ? m_class->name : "";
        if (m_class)
            orderPieces(m_model, *m_class, m_tokens);
        Json vocabulary = Json::object();
        for (std::size_t id = 0; id < m_model.pieces.size(); ++id)
            vocabulary[m_model.pieces[id].text] = id;
        const FolderTokens::Default own[] = {{"bos_token", m_model.beginPiece.c_str()}, {"eos_token", m_model.endPiece.c_str()},
            {"unk_token", m_model.unknownPiece.c_str()}};
        m_tokens.collect(vocabulary, m_class ? std::span<const FolderTokens::Default>(m_class->specialTokens) : own);
        addNamedPieces(name);

        Json json{{"version", "1.0"}, {"added_tokens", m_tokens.added()}};
        const bool isBpe
            = name == "LlamaTokenizer" || name == "GemmaTokenizer" || (!m_class && m_model.kind == SentencePieceModel::Kind::Bpe);
        json["model"] = isBpe ? bpe(name, std::move(vocabulary)) : unigram();
        addStages(json, name);
        if (m_class && !m_class->languages.empty() && !m_tokens.config().has("src_lang"))
            notes.push_back("tokenizer_config.json names no src_lang: texts are read as en_XX");
        return json;
    }

private:
    /// The pieces that the class finds in a text as they stand.
    void addNamedPieces(const std::string& name)
    {
        bool isMaskNamed = false;
        for (const SentencePieceModel::Piece& piece : m_model.pieces) {
            const bool isNamed = piece.type == SentencePieceModel::Control || piece.type == SentencePieceModel::UserDefined;
            isMaskNamed = isMaskNamed || (isNamed && piece.text == m_tokens.content("mask_token"));
            if (isNamed && name != "PegasusTokenizer")
                m_tokens.add(piece.text, piece.type == SentencePieceModel::Control);
        }
        if (name == "PegasusTokenizer") { // the sentinels instead
            if (!m_tokens.isRefused("mask_token_sent"))
                m_tokens.add(m_tokens.named("mask_token_sent", "<mask_1>"), true);
            for (const SentencePieceModel::Piece& piece : m_model.pieces)
                if (piece.type == SentencePieceModel::Unused && piece.text.starts_with("<unk_"))
                    m_tokens.add(piece.text, true);
        }
        if (!isMaskNamed && (name == "MBartTokenizer" || name == "MBart50Tokenizer" || name == "CamembertTokenizer"))
            m_tokens.takeSpaceBefore("mask_token");
    }

    Json bpe(const std::string& name, Json vocabulary) const
    {
        std::vector<std::string> texts;
        for (const SentencePieceModel::Piece& piece : m_model.pieces)
            texts.push_back(piece.text);
        Json merges = Json::array();
        for (const auto& [left, right] : mergesById(texts, m_file, "pieces"))
            merges.push_back(Json::array({left, right}));
        const Json unknown = name == "LlamaTokenizer" ? Json()
            : name == "GemmaTokenizer"                ? Json(m_tokens.content("unk_token"))
                                                      : Json(m_model.unknownPiece);
        return {{"type", "BPE"}, {"unk_token", unknown}, {"fuse_unk", true},
            {"byte_fallback", m_class != nullptr || m_model.hasByteFallback}, {"vocab", std::move(vocabulary)},
            {"merges", std::move(merges)}};
    }

    Json unigram() const
    {
        Json pieces = Json::array();
        for (const SentencePieceModel::Piece& piece : m_model.pieces)
            pieces.push_back(Json::array({piece.text, piece.score}));
        return {{"type", "Unigram"}, {"unk_id", unknownId()}, {"byte_fallback", !m_class && m_model.hasByteFallback},
            {"vocab", std::move(pieces)}};
    }

    /// Many classes do not ask the file.
    std::int64_t unknownId() const
    {
        if (m_class && m_class->unknownId)
            return *m_class->unknownId;
        if (!m_class || !m_class->findsUnknown)
            return m_model.unknownId;
        const std::string& text = m_tokens.content("unk_token");
        for (std::size_t id = 1; id < m_model.pieces.size(); ++id)
            if (m_model.pieces[id].text == text && m_model.pieces[id].score == 0.0f)
                return static_cast<std::int64_t>(id);
        throw Error({.file = m_file,
            .where = "pieces",
            .problem = CUTAWAY_TR("the unknown token is not in the vocabulary"),
            .expected = shownText(text, 60)});
    }

    /// Of the text that is read. Throws Error{BadInput} for one that the class does not have.
    std::string language() const
    {
        const JsonValue config = m_tokens.config();
        const std::string said = config.has("src_lang") ? config["src_lang"].string() : "en_XX";
        const std::span<const char* const> languages = m_class->languages;
        if (std::none_of(languages.begin(), languages.end(), [&](const char* one) { return said == one; }))
            config["src_lang"].refuse(CUTAWAY_TR("unknown language"), "ar_AR, cs_CZ, de_DE, en_XX, …", said);
        return said;
    }

    void addStages(Json& json, const std::string& name) const
    {
        const JsonValue config = m_tokens.config();
        Json steps = Json::array();
        if (name == "AlbertTokenizer" || name == "XLNetTokenizer") {
            steps = Json::array({replace("String", "``", "\""), replace("String", "''", "\"")});
            if (!config.boolean("keep_accents", false) || name == "XLNetTokenizer")
                steps.insert(steps.end(), {Json{{"type", "NFKD"}}, Json{{"type", "StripAccents"}}});
            if (config.boolean("do_lower_case", name == "AlbertTokenizer"))
                steps.push_back({{"type", "Lowercase"}});
        }
        if (!m_model.charsmap.empty() && name != "LlamaTokenizer" && name != "GemmaTokenizer" && name != "DebertaV2Tokenizer"
            && name != "MBartTokenizer")
            steps.push_back({{"type", "Precompiled"}, {"precompiled_charsmap", toBase64(m_model.charsmap)}});
        const Json words = {{"type", "WhitespaceSplit"}};
        const Json always = metaspace("always", true);
        json["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", Json::array({words, always})}};
        json["decoder"] = always;
        const bool addsPrefix = config.boolean("add_prefix_space", true);
        if (name == "LlamaTokenizer" || name == "GemmaTokenizer" || name.empty())
            addPlainStages(json, name, steps);
        else if (name == "T5Tokenizer")
            json["post_processor"] = around(m_tokens, {}, {"eos_token"});
        else if (name == "MBartTokenizer")
            json["post_processor"] = around(m_tokens, {}, {"eos_token"}, language());
        else if (name == "MBart50Tokenizer" || name == "XGLMTokenizer" || name == "PegasusTokenizer")
            addSpacedStages(json, name, steps, addsPrefix || name != "XGLMTokenizer");
        else if (name == "XLNetTokenizer")
            json["post_processor"] = around(m_tokens, {}, {"sep_token", "cls_token"});
        else if (name == "CamembertTokenizer")
            json["post_processor"] = around(m_tokens, {"bos_token"}, {"eos_token"});
        else
            json["post_processor"] = around(m_tokens, {"cls_token"}, {"sep_token"});
        if (name == "CamembertTokenizer" && !addsPrefix) {
            json["decoder"] = metaspace("never", true);
            json["pre_tokenizer"]["pretokenizers"][1] = json["decoder"];
        }
        if (name == "DebertaV2Tokenizer") {
            if (config.boolean("do_lower_case", false))
                steps.push_back({{"type", "Lowercase"}});
            steps.insert(steps.end(),
                {replace("Regex", "\\s{2,}|[\\n\\r\\t]", " "), Json{{"type", "NFC"}},
                    Json{{"type", "Strip"}, {"strip_left", false}, {"strip_right", true}}});
            Json cuts = Json::array({always});
            if (config.boolean("split_by_punct", false))
                cuts.insert(cuts.begin(), {{"type", "Punctuation"}, {"behavior", "Isolated"}});
            json["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", std::move(cuts)}};
        }
        if (!steps.empty())
            json["normalizer"] = normalizers(std::move(steps));
    }

    /// The classes that keep one of several spaces and cut at it.
    void addSpacedStages(Json& json, const std::string& name, Json& steps, bool addsPrefix) const
    {
        if (name == "PegasusTokenizer" && m_model.charsmap.empty())
            steps.push_back(replace("Regex", "\\n", " "));
        steps.push_back(replace("Regex", " {2,}", " "));
        json["pre_tokenizer"] = metaspace(addsPrefix ? "always" : "never", true);
        json["decoder"] = json["pre_tokenizer"];
        if (name == "PegasusTokenizer")
            json["post_processor"] = around(m_tokens, {}, {"eos_token"});
        else if (name == "XGLMTokenizer")
            json["post_processor"] = around(m_tokens, {"eos_token"}, {});
        else
            json["post_processor"] = around(m_tokens, {}, {"eos_token"}, language(), /*isLanguageFirst=*/true);
    }

    /// Llama, Gemma, and what only the model file describes: no words, the whole text is one piece.
    void addPlainStages(Json& json, const std::string& name, Json& steps) const
    {
        const JsonValue config = m_tokens.config();
        json["pre_tokenizer"] = nullptr;
        Json decoders = Json::array({replace("String", spaceMark, " ")});
        if (m_class || m_model.hasByteFallback)
            decoders.insert(decoders.end(), {Json{{"type", "ByteFallback"}}, Json{{"type", "Fuse"}}});
        if (name == "LlamaTokenizer") {
            const bool addsPrefix = config.boolean("add_prefix_space", true);
            json["pre_tokenizer"] = metaspace(!addsPrefix ? "never"
                    : config.boolean("legacy", false)     ? "always"
                                                          : "first",
                false);
            if (addsPrefix)
                decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
        } else {
            steps.push_back(replace("String", " ", spaceMark));
        }
        if (name == "GemmaTokenizer")
            json["pre_tokenizer"]
                = {{"type", "Split"}, {"pattern", {{"String", " "}}}, {"behavior", "MergedWithPrevious"}, {"invert", false}};
        json["decoder"] = {{"type", "Sequence"}, {"decoders", std::move(decoders)}};
        json["post_processor"]
            = m_tokens.aroundText(config.boolean("add_bos_token", false), config.boolean("add_eos_token", false));
    }

    SentencePieceModel m_model;
    std::string m_file;
    FolderTokens& m_tokens;
    const SentencePieceClass* m_class = nullptr; // null: none that is known
};

} // namespace

std::optional<std::string> findSentencePiece(const std::string& folder)
{
    std::error_code failure;
    for (const char* name : {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "spm.model"}) {
        const fs::path path = fs::path(folder) / name;
        if (fs::exists(path, failure))
            return path.generic_string();
    }
    return std::nullopt;
}

std::optional<std::string> classWithOwnIds(const FolderTokens& tokens)
{
    const std::string name = tokens.tokenizerClass("");
    return name == "BarthezTokenizer" || name == "NllbTokenizer" ? std::optional(name) : std::nullopt;
}

Json readSentencePieceFolder(
    const std::string& file, FolderTokens& tokens, const std::string& modelType, std::vector<std::string>& notes)
{
    SentencePieceModel model = readSentencePiece(file);
    if (model.kind != SentencePieceModel::Kind::Unigram && model.kind != SentencePieceModel::Kind::Bpe)
        throw Error({.file = file,
            .where = "trainer_spec.model_type",
            .problem = CUTAWAY_TR("unknown tokenizer; the tokenization would be wrong"),
            .expected = "unigram or bpe",
            .found = model.kind == SentencePieceModel::Kind::Word ? "word" : "char"});
    return Conversion(std::move(model), file, tokens, modelType).converted(notes);
}

} // namespace core
