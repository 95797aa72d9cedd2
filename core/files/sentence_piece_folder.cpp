#include "core/files/sentence_piece_folder.h"

#include "core/base/error.h"
#include "core/files/folder_tokens.h"
#include "core/files/sentence_piece_model.h"
#include "core/text/base64.h"
#include "core/text/piece_merges.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr const char* mark = "\xE2\x96\x81"; // ▁ stands for a space

/// A class of tokenizer: what it puts around the pieces.
struct Recipe
{
    std::string name;
    std::vector<std::string> modelTypes; // that mean this class when a folder names none
    std::vector<FolderTokens::Default> specialTokens;
};

const std::vector<Recipe>& recipes()
{
    static const std::vector<FolderTokens::Default> bert{{"bos_token", "[CLS]"}, {"eos_token", "[SEP]"}, {"unk_token", "[UNK]"},
        {"sep_token", "[SEP]"}, {"pad_token", "[PAD]"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};
    static const std::vector<FolderTokens::Default> fairseq{{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"},
        {"sep_token", "</s>"}, {"pad_token", "<pad>"}, {"cls_token", "<s>"}, {"mask_token", "<mask>"}};
    static const std::vector<Recipe> table{
        {"LlamaTokenizer", {"llama", "mistral", "mixtral", "phi3"},
            {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", ""}}},
        {"GemmaTokenizer", {"gemma", "gemma2", "gemma3", "gemma3_text"},
            {{"bos_token", "<bos>"}, {"eos_token", "<eos>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"},
                {"mask_token", "<mask>"}}},
        {"T5Tokenizer", {"t5", "mt5", "umt5"}, {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}}},
        {"XLMRobertaTokenizer", {"xlm-roberta"}, fairseq}, {"MBartTokenizer", {"mbart"}, fairseq},
        {"AlbertTokenizer", {"albert"},
            {{"bos_token", "[CLS]"}, {"eos_token", "[SEP]"}, {"unk_token", "<unk>"}, {"sep_token", "[SEP]"},
                {"pad_token", "<pad>"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}}},
        {"XLNetTokenizer", {"xlnet"},
            {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"sep_token", "<sep>"}, {"pad_token", "<pad>"},
                {"cls_token", "<cls>"}, {"mask_token", "<mask>"}}},
        {"DebertaV2Tokenizer", {"deberta-v2"}, bert}};
    return table;
}

/// Whether ids are those of fairseq, which puts four tokens of its own first.
bool isFairseq(const std::string& name) { return name == "XLMRobertaTokenizer" || name == "MBartTokenizer"; }

/// The languages of mBART; the code of a text's own stands behind it.
constexpr const char* languages[]
    = {"ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN", "hi_IN", "it_IT", "ja_XX", "kk_KZ",
        "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU", "si_LK", "tr_TR", "vi_VN", "zh_CN"};

Json replace(const char* kind, const char* from, const char* to)
{
    return {{"type", "Replace"}, {"pattern", {{kind, from}}}, {"content", to}};
}

Json metaspace(const char* scheme, bool isSplit)
{
    return {{"type", "Metaspace"}, {"replacement", mark}, {"prepend_scheme", scheme}, {"split", isSplit}};
}

Json normalizers(Json list) { return {{"type", "Sequence"}, {"normalizers", std::move(list)}}; }

/// Special tokens before and behind the text, by their names; `last` is one by its text, empty: none.
Json around(const FolderTokens& tokens, const std::vector<const char*>& before, const std::vector<const char*>& after,
    const std::string& last = {})
{
    Json parts = Json::array(), specials = Json::object();
    const auto addText = [&](const std::string& name) {
        parts.push_back({{"SpecialToken", {{"id", name}, {"type_id", 0}}}});
        specials[name] = {{"id", name}, {"ids", {tokens.idOf(name)}}, {"tokens", {name}}};
    };
    const auto add = [&](const char* key) { addText(tokens.content(key)); };
    std::for_each(before.begin(), before.end(), add);
    parts.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
    std::for_each(after.begin(), after.end(), add);
    if (!last.empty())
        addText(last);
    Json pair = parts;
    pair.push_back({{"Sequence", {{"id", "B"}, {"type_id", 1}}}});
    return {{"type", "TemplateProcessing"}, {"single", std::move(parts)}, {"pair", std::move(pair)},
        {"special_tokens", std::move(specials)}};
}

/// The tokenizer.json of one model file while it is made.
class Conversion
{
public:
    Conversion(SentencePieceModel model, const std::string& file, const std::string& modelType)
        : m_model(std::move(model))
        , m_file(file)
        , m_tokens(fs::path(file).parent_path().string())
    {
        const std::string name = m_tokens.tokenizerClass("");
        for (const Recipe& recipe : recipes())
            if (name == recipe.name
                || (name.empty()
                    && std::find(recipe.modelTypes.begin(), recipe.modelTypes.end(), modelType) != recipe.modelTypes.end()))
                m_recipe = &recipe;
    }

    Json converted()
    {
        const std::string name = m_recipe ? m_recipe->name : "";
        if (isFairseq(name))
            moveSpecialPieces(name == "MBartTokenizer");
        if (name == "T5Tokenizer")
            addSentinels();
        Json vocabulary = Json::object();
        for (std::size_t id = 0; id < m_model.pieces.size(); ++id)
            vocabulary[m_model.pieces[id].text] = id;
        const FolderTokens::Default own[] = {{"bos_token", m_model.beginPiece.c_str()}, {"eos_token", m_model.endPiece.c_str()},
            {"unk_token", m_model.unknownPiece.c_str()}};
        m_tokens.collect(vocabulary, m_recipe ? std::span<const FolderTokens::Default>(m_recipe->specialTokens) : own);
        for (const SentencePieceModel::Piece& piece : m_model.pieces)
            if (piece.type == SentencePieceModel::Control || piece.type == SentencePieceModel::UserDefined)
                m_tokens.add(piece.text, piece.type == SentencePieceModel::Control);

        Json json{{"version", "1.0"}, {"added_tokens", m_tokens.added()}};
        const bool isBpe = name == "LlamaTokenizer" || name == "GemmaTokenizer"
            || (!m_recipe && m_model.kind == SentencePieceModel::Kind::Bpe);
        json["model"] = isBpe ? bpe(name, std::move(vocabulary)) : unigram(name);
        addStages(json, name);
        return json;
    }

private:
    /// The order of fairseq: its four tokens first, then the pieces, the languages, a mask last.
    void moveSpecialPieces(bool hasLanguages)
    {
        std::vector<SentencePieceModel::Piece> pieces;
        for (const char* text : {"<s>", "<pad>", "</s>", "<unk>"})
            pieces.push_back({text, 0.0f, SentencePieceModel::Unused});
        pieces.insert(
            pieces.end(), m_model.pieces.begin() + std::min<std::ptrdiff_t>(3, std::ssize(m_model.pieces)), m_model.pieces.end());
        for (const char* language : languages)
            if (hasLanguages)
                pieces.push_back({language, 0.0f, SentencePieceModel::Control});
        pieces.push_back({"<mask>", 0.0f, SentencePieceModel::Unused});
        m_model.pieces = std::move(pieces);
    }

    /// <extra_id_99> to <extra_id_0> behind all pieces.
    void addSentinels()
    {
        const JsonValue config = m_tokens.config();
        const std::int64_t count = config.has("extra_ids") ? config["extra_ids"].integer(0, 10'000) : 100;
        for (std::int64_t i = count - 1; i >= 0; --i) {
            const std::string text = "<extra_id_" + std::to_string(i) + ">";
            if (std::none_of(m_model.pieces.begin(), m_model.pieces.end(), [&](const auto& piece) { return piece.text == text; }))
                m_model.pieces.push_back({text, 0.0f, SentencePieceModel::Control});
        }
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
            {"byte_fallback", m_recipe != nullptr || m_model.hasByteFallback}, {"vocab", std::move(vocabulary)},
            {"merges", std::move(merges)}};
    }

    Json unigram(const std::string& name) const
    {
        Json pieces = Json::array();
        for (const SentencePieceModel::Piece& piece : m_model.pieces)
            pieces.push_back(Json::array({piece.text, piece.score}));
        const std::int64_t unknown = isFairseq(name) ? 3
            : name == "T5Tokenizer"                  ? 2
            : name == "AlbertTokenizer"              ? 1
                                                     : m_model.unknownId; // these classes do not ask the file
        return {{"type", "Unigram"}, {"unk_id", unknown}, {"byte_fallback", !m_recipe && m_model.hasByteFallback},
            {"vocab", std::move(pieces)}};
    }

    /// Of the text that is read. Throws Error{BadInput} for one that mBART does not have.
    std::string language() const
    {
        const JsonValue config = m_tokens.config();
        const std::string said = config.has("src_lang") ? config["src_lang"].string() : "en_XX";
        if (std::none_of(std::begin(languages), std::end(languages), [&](const char* one) { return said == one; }))
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
        if (name == "LlamaTokenizer" || name == "GemmaTokenizer" || name.empty())
            addPlainStages(json, name, steps);
        else if (name == "T5Tokenizer")
            json["post_processor"] = around(m_tokens, {}, {"eos_token"});
        else if (name == "MBartTokenizer")
            json["post_processor"] = around(m_tokens, {}, {"eos_token"}, language());
        else if (name == "XLNetTokenizer")
            json["post_processor"] = around(m_tokens, {}, {"sep_token", "cls_token"});
        else
            json["post_processor"] = around(m_tokens, {"cls_token"}, {"sep_token"});
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

    /// Llama, Gemma, and what only the model file describes: no words, the whole text is one piece.
    void addPlainStages(Json& json, const std::string& name, Json& steps) const
    {
        const JsonValue config = m_tokens.config();
        json["pre_tokenizer"] = nullptr;
        Json decoders = Json::array({replace("String", mark, " ")});
        if (m_recipe || m_model.hasByteFallback)
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
            steps.push_back(replace("String", " ", mark));
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
    FolderTokens m_tokens;
    const Recipe* m_recipe = nullptr; // null: no class that is known
};

} // namespace

std::optional<std::string> findSentencePiece(const std::string& folder)
{
    std::error_code failure;
    for (const char* name : {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "spm.model"}) {
        const fs::path path = fs::path(folder) / name;
        if (fs::exists(path, failure))
            return path.string();
    }
    return std::nullopt;
}

std::optional<std::string> classWithOwnIds(const std::string& folder, const std::string& modelType)
{
    static const std::pair<const char*, std::vector<std::string>> classes[] = {{"PegasusTokenizer", {"pegasus"}},
        {"XGLMTokenizer", {"xglm"}}, {"M2M100Tokenizer", {"m2m_100"}}, {"MarianTokenizer", {"marian"}},
        {"CamembertTokenizer", {"camembert"}}, {"BarthezTokenizer", {}}, {"MBart50Tokenizer", {}}, {"NllbTokenizer", {}}};
    const std::string name = FolderTokens(folder).tokenizerClass("");
    for (const auto& [own, types] : classes)
        if (name == own || (name.empty() && std::find(types.begin(), types.end(), modelType) != types.end()))
            return own;
    return std::nullopt;
}

Json readSentencePieceFolder(const std::string& file, const std::string& modelType)
{
    SentencePieceModel model = readSentencePiece(file);
    if (model.kind != SentencePieceModel::Kind::Unigram && model.kind != SentencePieceModel::Kind::Bpe)
        throw Error({.file = file,
            .where = "trainer_spec.model_type",
            .problem = CUTAWAY_TR("unknown tokenizer; the tokenization would be wrong"),
            .expected = "unigram or bpe",
            .found = model.kind == SentencePieceModel::Kind::Word ? "word" : "char"});
    return Conversion(std::move(model), file, modelType).converted();
}

} // namespace core
