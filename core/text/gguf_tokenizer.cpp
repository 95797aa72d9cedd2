#include "core/text/gguf_tokenizer.h"

#include "core/base/error.h"
#include "core/text/base64.h"
#include "core/text/named_pre_tokenizer.h"
#include "core/text/piece_merges.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace core {

namespace {

/// What `tokenizer.ggml.token_type` says of a token.
enum TokenType
{
    Unknown = 2,
    Control = 3,
    UserDefined = 4
};

constexpr std::size_t longestToken = 64 * 1024;

void checkLength(std::size_t found, std::size_t expected, const char* key, const std::string& file)
{
    if (found != 0 && found != expected)
        throw Error({.file = file,
            .where = key,
            .problem = CUTAWAY_TR("wrong number of elements"),
            .expected = std::to_string(expected),
            .found = std::to_string(found)});
}

void validate(const GgufTokenizerData& data, const std::string& file)
{
    checkLength(data.scores.size(), data.tokens.size(), "tokenizer.ggml.scores", file);
    checkLength(data.types.size(), data.tokens.size(), "tokenizer.ggml.token_type", file);
    if (data.tokens.empty())
        throw Error({.file = file, .where = "tokenizer.ggml.tokens", .problem = CUTAWAY_TR("empty vocabulary")});
    for (std::size_t id = 0; id < data.tokens.size(); ++id)
        if (data.tokens[id].size() > longestToken)
            throw Error({.file = file,
                .where = "tokenizer.ggml.tokens[" + std::to_string(id) + "]",
                .problem = CUTAWAY_TR("token too long"),
                .expected = "at most " + std::to_string(longestToken) + " bytes",
                .found = std::to_string(data.tokens[id].size())});
    const std::pair<const char*, std::optional<TokenId>> ids[] = {{"tokenizer.ggml.bos_token_id", data.bos},
        {"tokenizer.ggml.eos_token_id", data.eos}, {"tokenizer.ggml.unknown_token_id", data.unknown}};
    for (const auto& [key, id] : ids)
        if (id && (*id < 0 || static_cast<std::size_t>(*id) >= data.tokens.size()))
            throw Error({.file = file,
                .where = key,
                .problem = CUTAWAY_TR("token id is not in the vocabulary"),
                .expected = "0 to " + std::to_string(data.tokens.size() - 1),
                .found = std::to_string(*id)});
}

Vocabulary vocabularyOf(const GgufTokenizerData& data)
{
    return Vocabulary::fromRepeatingList({data.tokens.begin(), data.tokens.end()});
}

/// Control tokens, the unknown one, the beginning and the end are special; what a user defined is not.
Json addedTokens(const GgufTokenizerData& data)
{
    Json result = Json::array();
    for (std::size_t id = 0; id < data.tokens.size(); ++id) {
        const std::int32_t type = data.types.empty() ? 0 : data.types[id];
        const bool isEnd = data.bos == static_cast<TokenId>(id) || data.eos == static_cast<TokenId>(id);
        const bool isSpecial = type == Unknown || type == Control || isEnd;
        if (isSpecial || type == UserDefined)
            result.push_back({{"id", id}, {"content", data.tokens[id]}, {"single_word", false}, {"lstrip", false},
                {"rstrip", false}, {"normalized", false}, {"special", isSpecial}});
    }
    return result;
}

/// The template that puts the beginning and the end around a text; null when the file wants neither.
Json postProcessor(const GgufTokenizerData& data)
{
    Json parts = Json::array();
    Json specials = Json::object();
    const auto addSpecial = [&](TokenId id) {
        const std::string& name = data.tokens[static_cast<std::size_t>(id)];
        parts.push_back({{"SpecialToken", {{"id", name}, {"type_id", 0}}}});
        specials[name] = {{"id", name}, {"ids", {id}}, {"tokens", {name}}};
    };
    if (data.addBos && data.bos)
        addSpecial(*data.bos);
    parts.push_back({{"Sequence", {{"id", "A"}, {"type_id", 0}}}});
    if (data.addEos && data.eos)
        addSpecial(*data.eos);
    if (specials.empty())
        return {};
    Json pair = parts;
    pair.push_back({{"Sequence", {{"id", "B"}, {"type_id", 1}}}});
    return {{"type", "TemplateProcessing"}, {"single", std::move(parts)}, {"pair", std::move(pair)},
        {"special_tokens", std::move(specials)}};
}

std::unique_ptr<Tokenizer> makeByteLevel(const GgufTokenizerData& data, const std::string& file)
{
    const NamedPreTokenizer named = namedPreTokenizer(data.pre, file);
    std::vector<BpeModel::MergePair> merges;
    merges.reserve(data.merges.size());
    for (std::size_t i = 0; i < data.merges.size(); ++i) {
        const std::string& merge = data.merges[i];
        const std::size_t space = merge.find(' ', 1); // a part is never empty
        if (merge.empty() || space == std::string::npos || space + 1 == merge.size())
            throw Error({.file = file,
                .where = "tokenizer.ggml.merges[" + std::to_string(i) + "]",
                .problem = CUTAWAY_TR("not a merge"),
                .expected = "two parts with a space between them"});
        merges.emplace_back(merge.substr(0, space), merge.substr(space + 1));
    }
    BpeSettings settings;
    settings.ignoresMerges = named.ignoresMerges;
    TokenizerStages stages{.addedTokens = addedTokens(data),
        .normalizer = {},
        .preTokenizer = named.preTokenizer,
        .postProcessor = postProcessor(data),
        .decoder = byteLevelStage(/*usesRegex=*/true)};
    if (named.isComposed)
        stages.normalizer = {{"type", "NFC"}};
    return makePipelineTokenizer(BpeModel(vocabularyOf(data), merges, settings, file, "tokenizer.ggml.merges"), std::move(stages),
        {data.bos, data.eos}, file);
}

void checkScores(const GgufTokenizerData& data, const std::string& file)
{
    const auto wrong = std::find_if(data.scores.begin(), data.scores.end(), [](float score) { return !std::isfinite(score); });
    if (data.scores.empty() || wrong != data.scores.end())
        throw Error({.file = file,
            .where = "tokenizer.ggml.scores",
            .problem = CUTAWAY_TR("not a finite score for each token"),
            .expected = "a finite number for each token",
            .found = data.scores.empty() ? "none"
                                         : std::to_string(*wrong) + " for token " + std::to_string(wrong - data.scores.begin())});
}

std::unique_ptr<Tokenizer> makeSentencePiece(const GgufTokenizerData& data, const std::string& file)
{
    checkScores(data, file);
    BpeSettings settings{.unknownToken = {},
        .continuingPrefix = {},
        .endSuffix = {},
        .isUnknownFused = true,
        .hasByteFallback = true,
        .ignoresMerges = false};
    if (data.unknown)
        settings.unknownToken = data.tokens[static_cast<std::size_t>(*data.unknown)];

    Json normalizers = Json::array();
    Json decoders = Json::array({{{"type", "Replace"}, {"pattern", {{"String", spaceMark}}}, {"content", " "}},
        {{"type", "ByteFallback"}}, {{"type", "Fuse"}}});
    if (data.addSpacePrefix) {
        normalizers.push_back({{"type", "Prepend"}, {"prepend", spaceMark}});
        decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
    }
    normalizers.push_back({{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", spaceMark}});
    TokenizerStages stages{.addedTokens = addedTokens(data),
        .normalizer = {{"type", "Sequence"}, {"normalizers", std::move(normalizers)}},
        .preTokenizer = {},
        .postProcessor = postProcessor(data),
        .decoder = {{"type", "Sequence"}, {"decoders", std::move(decoders)}}};
    return makePipelineTokenizer(
        BpeModel(vocabularyOf(data), mergesByScore(data.tokens, data.scores, file, "tokenizer.ggml.tokens"), settings, file,
            "tokenizer.ggml.tokens"),
        std::move(stages), {data.bos, data.eos}, file);
}

/// Words begin with ▁ and others go on, the other way round than in vocab.txt.
std::unique_ptr<Tokenizer> makeWordPiece(GgufTokenizerData data, const std::string& file)
{
    bool isCased = false;
    for (std::string& token : data.tokens) {
        isCased = isCased || (token.size() == 4 && token.starts_with(spaceMark) && token[3] >= 'A' && token[3] <= 'Z');
        if (token.starts_with(spaceMark))
            token.erase(0, 3);
        else if (!token.starts_with('[') || !token.ends_with(']'))
            token.insert(0, "##");
    }
    if (!data.unknown)
        throw Error({.file = file, .where = "tokenizer.ggml.unknown_token_id", .problem = CUTAWAY_TR("missing key")});
    if (!data.eos)
        data.eos = data.separator;
    data.addBos = data.addEos = true;
    Json vocabulary = Json::object();
    for (std::size_t id = 0; id < data.tokens.size(); ++id)
        vocabulary[data.tokens[id]] = id;
    const Json model{{"type", "WordPiece"}, {"unk_token", data.tokens[static_cast<std::size_t>(*data.unknown)]},
        {"continuing_subword_prefix", "##"}, {"max_input_chars_per_word", 100}, {"vocab", std::move(vocabulary)}};
    TokenizerStages stages{.addedTokens = addedTokens(data),
        .normalizer = {{"type", "BertNormalizer"}, {"clean_text", true}, {"handle_chinese_chars", true},
            {"strip_accents", nullptr}, {"lowercase", !isCased}},
        .preTokenizer = {{"type", "BertPreTokenizer"}},
        .postProcessor = postProcessor(data),
        .decoder = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}};
    return makePipelineTokenizer(
        readTokenModel(JsonValue(model, file, "tokenizer.ggml")), std::move(stages), {data.bos, data.eos}, file);
}

/// T5 and its like.
std::unique_ptr<Tokenizer> makeUnigram(const GgufTokenizerData& data, const std::string& file)
{
    checkScores(data, file);
    std::vector<UnigramModel::ScoredToken> tokens;
    for (std::size_t id = 0; id < data.tokens.size(); ++id)
        tokens.push_back({data.tokens[id], data.scores[id]});
    const Json words = {{"type", "WhitespaceSplit"}};
    const Json metaspace = {{"type", "Metaspace"}, {"replacement", spaceMark}, {"prepend_scheme", "always"}, {"split", true}};
    TokenizerStages stages{.addedTokens = addedTokens(data),
        .normalizer = {},
        .preTokenizer = {{"type", "Sequence"}, {"pretokenizers", Json::array({words, metaspace})}},
        .postProcessor = postProcessor(data),
        .decoder = metaspace};
    if (!data.charsmap.empty())
        stages.normalizer = {{"type", "Precompiled"}, {"precompiled_charsmap", toBase64(data.charsmap)}};
    return makePipelineTokenizer(
        UnigramModel(tokens, data.unknown, /*hasByteFallback=*/false), std::move(stages), {data.bos, data.eos}, file);
}

} // namespace

std::unique_ptr<Tokenizer> makeTokenizer(const GgufTokenizerData& data, const std::string& file)
{
    validate(data, file);
    if (data.model == "gpt2")
        return makeByteLevel(data, file);
    if (data.model == "llama")
        return makeSentencePiece(data, file);
    if (data.model == "bert")
        return makeWordPiece(data, file);
    if (data.model == "t5")
        return makeUnigram(data, file);
    throw Error({.file = file,
        .where = "tokenizer.ggml.model",
        .problem = CUTAWAY_TR("unknown tokenizer; the tokenization would be wrong"),
        .expected = "gpt2, llama, bert or t5",
        .found = "\"" + data.model.substr(0, 60) + "\""});
}

} // namespace core
