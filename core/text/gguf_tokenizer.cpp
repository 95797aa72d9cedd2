#include "core/text/gguf_tokenizer.h"

#include "core/base/error.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/trie.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace core {

namespace {

constexpr const char* llama3Regex
    = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* qwen2Regex
    = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

/// What `tokenizer.ggml.token_type` says of a token.
enum TokenType
{
    Unknown = 2,
    Control = 3,
    UserDefined = 4
};

constexpr std::size_t mostMerges = 4'000'000;
constexpr std::size_t longestToken = 64 * 1024;

/// How a named pre-tokenizer of byte-level BPE works.
struct NamedPreTokenizer
{
    std::string name;
    Json preTokenizer;
    bool isComposed = false; // the text is brought to NFC first
    bool ignoresMerges = false;
};

Json byteLevel(bool usesRegex)
{
    return {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", usesRegex}};
}

/// Cut by one regex after the other, then to bytes.
Json splits(const std::vector<const char*>& regexes)
{
    Json stages = Json::array();
    for (const char* regex : regexes)
        stages.push_back({{"type", "Split"}, {"pattern", {{"Regex", regex}}}, {"behavior", "Isolated"}, {"invert", false}});
    stages.push_back(byteLevel(/*usesRegex=*/false));
    return {{"type", "Sequence"}, {"pretokenizers", std::move(stages)}};
}

const std::vector<NamedPreTokenizer>& preTokenizers()
{
    static const std::vector<NamedPreTokenizer> table = [] {
        const Json digit = {{"type", "Digits"}, {"individual_digits", true}};
        const Json digitsAndBytes = {{"type", "Sequence"}, {"pretokenizers", Json::array({digit, byteLevel(true)})}};
        return std::vector<NamedPreTokenizer>{
            {"gpt-2", byteLevel(/*usesRegex=*/true)},
            {"smollm", digitsAndBytes},
            {"llama-bpe", splits({llama3Regex}), /*isComposed=*/false, /*ignoresMerges=*/true},
            {"qwen2", splits({qwen2Regex}), /*isComposed=*/true},
            {"default", splits({R"([\p{P}\$\+<=>\^~\|]+)", gpt2Regex, R"(\p{N}+)", "[0-9][0-9][0-9]"})},
        };
    }();
    return table;
}

const NamedPreTokenizer& namedPreTokenizer(const std::string& name, const std::string& file)
{
    std::string known;
    for (const NamedPreTokenizer& each : preTokenizers()) {
        if (each.name == name)
            return each;
        known += (known.empty() ? "" : ", ") + each.name;
    }
    throw Error({.file = file,
        .where = "tokenizer.ggml.pre",
        .problem = CUTAWAY_TR("unknown pre-tokenizer; the tokenization would be wrong"),
        .expected = known,
        .found = "\"" + name.substr(0, 60) + "\""});
}

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

Vocabulary vocabularyOf(const GgufTokenizerData& data, const std::string& file)
{
    return Vocabulary::fromList({data.tokens.begin(), data.tokens.end()}, file, "tokenizer.ggml.tokens");
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
    const NamedPreTokenizer& named = namedPreTokenizer(data.pre, file);
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
        .decoder = byteLevel(/*usesRegex=*/true)};
    if (named.isComposed)
        stages.normalizer = {{"type", "NFC"}};
    return makePipelineTokenizer(BpeModel(vocabularyOf(data, file), merges, settings, file, "tokenizer.ggml.merges"),
        std::move(stages), {data.bos, data.eos}, file);
}

/// SentencePiece merges the neighbours whose joined piece has the best score. The same as ranks of merges:
/// each way to cut a piece into two pieces, the best piece first (of equals the longer left part, then the
/// longer right one).
std::vector<BpeModel::MergePair> mergesByScore(const GgufTokenizerData& data, const std::string& file)
{
    Trie pieces;
    for (std::size_t id = 0; id < data.tokens.size(); ++id)
        pieces.insert(data.tokens[id], static_cast<TokenId>(id));

    struct Cut
    {
        std::size_t left = 0;
        std::size_t right = 0;
        std::size_t whole = 0;
    };
    std::vector<Cut> cuts;
    for (std::size_t whole = 0; whole < data.tokens.size(); ++whole) {
        const std::string& text = data.tokens[whole];
        pieces.eachPrefix(text, 0, [&](std::size_t length, TokenId left) {
            if (length == text.size())
                return;
            std::optional<TokenId> right;
            pieces.eachPrefix(text, length, [&](std::size_t rest, TokenId id) {
                if (length + rest == text.size())
                    right = id;
            });
            if (right)
                cuts.push_back({static_cast<std::size_t>(left), static_cast<std::size_t>(*right), whole});
            if (cuts.size() > mostMerges)
                throw Error({.file = file,
                    .where = "tokenizer.ggml.tokens",
                    .problem = CUTAWAY_TR("too many merges"),
                    .expected = "at most " + std::to_string(mostMerges)});
        });
    }
    const auto rank = [&](const Cut& cut) {
        return std::tuple(-data.scores[cut.whole], -static_cast<std::ptrdiff_t>(data.tokens[cut.left].size()),
            -static_cast<std::ptrdiff_t>(data.tokens[cut.right].size()), cut.whole);
    };
    std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return rank(a) < rank(b); });

    std::vector<BpeModel::MergePair> merges;
    merges.reserve(cuts.size());
    for (const Cut& cut : cuts)
        merges.emplace_back(data.tokens[cut.left], data.tokens[cut.right]);
    return merges;
}

std::unique_ptr<Tokenizer> makeSentencePiece(const GgufTokenizerData& data, const std::string& file)
{
    if (data.scores.empty()
        || std::any_of(data.scores.begin(), data.scores.end(), [](float score) { return !std::isfinite(score); }))
        throw Error({.file = file, .where = "tokenizer.ggml.scores", .problem = CUTAWAY_TR("not a finite score for each token")});

    BpeSettings settings{.unknownToken = {},
        .continuingPrefix = {},
        .endSuffix = {},
        .isUnknownFused = true,
        .hasByteFallback = true,
        .ignoresMerges = false};
    if (data.unknown)
        settings.unknownToken = data.tokens[static_cast<std::size_t>(*data.unknown)];

    const std::string mark = "\xE2\x96\x81"; // ▁ stands for a space
    Json normalizers = Json::array();
    Json decoders = Json::array({{{"type", "Replace"}, {"pattern", {{"String", mark}}}, {"content", " "}},
        {{"type", "ByteFallback"}}, {{"type", "Fuse"}}});
    if (data.addSpacePrefix) {
        normalizers.push_back({{"type", "Prepend"}, {"prepend", mark}});
        decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
    }
    normalizers.push_back({{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", mark}});
    TokenizerStages stages{.addedTokens = addedTokens(data),
        .normalizer = {{"type", "Sequence"}, {"normalizers", std::move(normalizers)}},
        .preTokenizer = {},
        .postProcessor = postProcessor(data),
        .decoder = {{"type", "Sequence"}, {"decoders", std::move(decoders)}}};
    return makePipelineTokenizer(
        BpeModel(vocabularyOf(data, file), mergesByScore(data, file), settings, file, "tokenizer.ggml.tokens"), std::move(stages),
        {data.bos, data.eos}, file);
}

} // namespace

std::unique_ptr<Tokenizer> makeTokenizer(const GgufTokenizerData& data, const std::string& file)
{
    validate(data, file);
    if (data.model == "gpt2")
        return makeByteLevel(data, file);
    if (data.model == "llama")
        return makeSentencePiece(data, file);
    throw Error({.file = file,
        .where = "tokenizer.ggml.model",
        .problem = CUTAWAY_TR("unknown tokenizer; the tokenization would be wrong"),
        .expected = "gpt2 or llama",
        .found = "\"" + data.model.substr(0, 60) + "\""});
}

} // namespace core
