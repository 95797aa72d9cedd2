#include "core/files/tokenizers/sentence_piece_classes.h"

#include <algorithm>
#include <span>

namespace core {

namespace {

using Special = std::vector<FolderTokens::Default>;

// The languages of mBART-50 in the order of their ids; mBART has the first 25.
constexpr const char* mbartLanguages[]
    = {"ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN", "hi_IN", "it_IT", "ja_XX", "kk_KZ",
        "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU", "si_LK", "tr_TR", "vi_VN", "zh_CN", "af_ZA",
        "az_AZ", "bn_IN", "fa_IR", "he_IL", "hr_HR", "id_ID", "ka_GE", "km_KH", "mk_MK", "ml_IN", "mn_MN", "mr_IN", "pl_PL",
        "ps_AF", "pt_XX", "sv_SE", "sw_KE", "ta_IN", "te_IN", "th_TH", "tl_XX", "uk_UA", "ur_PK", "xh_ZA", "gl_ES", "sl_SI"};

using Piece = SentencePieceModel::Piece;

/// The file without its first pieces, behind others.
void putBefore(SentencePieceModel& model, std::vector<Piece> first, std::ptrdiff_t left)
{
    first.insert(first.end(), model.pieces.begin() + std::min(left, std::ssize(model.pieces)), model.pieces.end());
    model.pieces = std::move(first);
}

/// The tokens of fairseq, then the pieces.
void putFairseq(SentencePieceModel& model, const FolderTokens&)
{
    putBefore(model,
        {{"<s>", 0.0f, SentencePieceModel::Unused}, {"<pad>", 0.0f, SentencePieceModel::Unused},
            {"</s>", 0.0f, SentencePieceModel::Unused}, {"<unk>", 0.0f, SentencePieceModel::Unused}},
        3);
}

/// Two masks and the sentinels <unk_2> to <unk_102> between the first two pieces and the rest.
void putPegasus(SentencePieceModel& model, const FolderTokens& tokens)
{
    const JsonValue config = tokens.config();
    const std::int64_t offset = config.has("offset") ? config["offset"].integer(0, 10'000) : 103;
    // The names are those of the reference: where no file names them, the first mask is first, else the second.
    const std::string mask = tokens.named("mask_token", "<mask_1>"), sentences = tokens.named("mask_token_sent", "<mask_2>");
    std::vector<Piece> first{{tokens.named("pad_token", "<pad>"), 0.0f, SentencePieceModel::Unused},
        {tokens.named("eos_token", "</s>"), 0.0f, SentencePieceModel::Unused}};
    if (!tokens.isRefused("mask_token"))
        first.push_back({mask, 0.0f, SentencePieceModel::Unused});
    if (!tokens.isRefused("mask_token_sent") && sentences != mask)
        first.push_back({sentences, 0.0f, SentencePieceModel::Unused});
    for (std::int64_t i = 2; i < offset; ++i)
        first.push_back({"<unk_" + std::to_string(i) + ">", -100.0f, SentencePieceModel::Unused});
    putBefore(model, std::move(first), 2);
}

void putCamembert(SentencePieceModel& model, const FolderTokens& tokens)
{
    putBefore(model,
        {{"<s>NOTUSED", 0.0f, SentencePieceModel::Unused}, {tokens.named("pad_token", "<pad>"), 0.0f, SentencePieceModel::Unused},
            {"</s>NOTUSED", 0.0f, SentencePieceModel::Unused},
            {tokens.named("unk_token", "<unk>"), 0.0f, SentencePieceModel::Unused},
            {"<unk>NOTUSED", -100.0f, SentencePieceModel::Unused}},
        1);
    model.pieces.push_back({tokens.named("mask_token", "<mask>"), 0.0f, SentencePieceModel::Unused});
}

/// <extra_id_99> to <extra_id_0> behind all pieces.
void putSentinels(SentencePieceModel& model, const FolderTokens& tokens)
{
    const JsonValue config = tokens.config();
    const std::int64_t count = config.has("extra_ids") ? config["extra_ids"].integer(0, 10'000) : 100;
    for (std::int64_t i = count - 1; i >= 0; --i) {
        const std::string text = "<extra_id_" + std::to_string(i) + ">";
        if (std::none_of(model.pieces.begin(), model.pieces.end(), [&](const Piece& piece) { return piece.text == text; }))
            model.pieces.push_back({text, 0.0f, SentencePieceModel::Control});
    }
}

/// Seven words of no meaning behind all.
void putXglm(SentencePieceModel& model, const FolderTokens& tokens)
{
    putFairseq(model, tokens);
    for (int i = 0; i < 7; ++i)
        model.pieces.push_back({"<madeupword" + std::to_string(i) + ">", 0.0f, SentencePieceModel::Control});
}

const std::vector<SentencePieceClass>& classes()
{
    static const Special bert{{"bos_token", "[CLS]"}, {"eos_token", "[SEP]"}, {"unk_token", "[UNK]"}, {"sep_token", "[SEP]"},
        {"pad_token", "[PAD]"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};
    static const Special fairseq = fairseqTokens();
    static const Special withoutMask(fairseq.begin(), fairseq.end() - 1), withoutBegin(fairseq.begin() + 1, fairseq.end());
    static const std::vector<SentencePieceClass> table{
        {"LlamaTokenizer", {"llama", "mistral", "mixtral", "phi3"},
            {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", ""}}},
        {"GemmaTokenizer", {"gemma", "gemma2", "gemma3", "gemma3_text"},
            {{"bos_token", "<bos>"}, {"eos_token", "<eos>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"},
                {"mask_token", "<mask>"}}},
        {.name = "T5Tokenizer",
            .modelTypes = {"t5", "mt5", "umt5"},
            .specialTokens = {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}},
            .order = putSentinels,
            .unknownId = 2},
        {.name = "XLMRobertaTokenizer",
            .modelTypes = {"xlm-roberta"},
            .specialTokens = fairseq,
            .order = putFairseq,
            .unknownId = 3,
            .hasMaskLast = true},
        {.name = "MBartTokenizer",
            .modelTypes = {"mbart"},
            .specialTokens = fairseq,
            .order = putFairseq,
            .unknownId = 3,
            .languages = std::span(mbartLanguages).first(25),
            .hasMaskLast = true},
        {.name = "MBart50Tokenizer",
            .specialTokens = withoutBegin,
            .order = putFairseq,
            .unknownId = 3,
            .languages = mbartLanguages,
            .hasMaskLast = true},
        {.name = "XGLMTokenizer", .modelTypes = {"xglm"}, .specialTokens = withoutMask, .order = putXglm, .unknownId = 3},
        {.name = "CamembertTokenizer",
            .modelTypes = {"camembert"},
            .specialTokens = fairseq,
            .order = putCamembert,
            .findsUnknown = true},
        {.name = "PegasusTokenizer",
            .modelTypes = {"pegasus"},
            .specialTokens = {{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}, {"mask_token", "<mask_2>"}},
            .order = putPegasus,
            .findsUnknown = true},
        {.name = "AlbertTokenizer",
            .modelTypes = {"albert"},
            .specialTokens = {{"bos_token", "[CLS]"}, {"eos_token", "[SEP]"}, {"unk_token", "<unk>"}, {"sep_token", "[SEP]"},
                {"pad_token", "<pad>"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}},
            .unknownId = 1},
        {"XLNetTokenizer", {"xlnet"},
            {{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"sep_token", "<sep>"}, {"pad_token", "<pad>"},
                {"cls_token", "<cls>"}, {"mask_token", "<mask>"}}},
        {"DebertaV2Tokenizer", {"deberta-v2"}, bert}};
    return table;
}

} // namespace

const SentencePieceClass* findSentencePieceClass(const std::string& name, const std::string& modelType)
{
    for (const SentencePieceClass& one : classes())
        if (name == one.name
            || (name.empty() && std::find(one.modelTypes.begin(), one.modelTypes.end(), modelType) != one.modelTypes.end()))
            return &one;
    return nullptr;
}

void orderPieces(SentencePieceModel& model, const SentencePieceClass& one, const FolderTokens& tokens)
{
    if (one.order)
        one.order(model, tokens);
    for (const char* language : one.languages)
        model.pieces.push_back({language, 0.0f, SentencePieceModel::Control});
    if (one.hasMaskLast)
        model.pieces.push_back({"<mask>", 0.0f, SentencePieceModel::Unused});
}

} // namespace core
