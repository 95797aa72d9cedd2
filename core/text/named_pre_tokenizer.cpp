#include "core/text/named_pre_tokenizer.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"
#include "core/text/pre_tokenizer.h"

#include <algorithm>
#include <vector>

namespace core {

namespace {

constexpr const char* llama3Regex
    = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* tekkenRegex
    = R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* gpt4oRegex
    = R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* deepseek3Regex
    = R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* bloomRegex = R"( ?[^(\s|[.,!?…。，、।۔،])]+)";

/// How a pre-tokenizer cuts: by one regex after the other, then to bytes.
struct Row
{
    std::vector<std::string> names;
    std::vector<const char*> regexes;
    bool hasSingleDigits = false; // before GPT-2's regex
    bool isComposed = false;
    bool ignoresMerges = false;
};

const std::vector<Row>& rows()
{
    static const std::vector<Row> table{
        {.names = {"gpt-2", "phi-2", "mpt", "olmo", "jais", "jina-es", "jina-de", "jina-v2-es", "jina-v2-de", "roberta-bpe"},
            .regexes = {gpt2Regex}},
        {.names = {"smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b"},
            .regexes = {gpt2Regex},
            .hasSingleDigits = true},
        {.names = {"llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral"},
            .regexes = {llama3Regex},
            .ignoresMerges = true},
        {.names = {"dbrx", "smaug-bpe", "glm4", "chatglm-bpe"}, .regexes = {llama3Regex}},
        {.names = {"qwen2", "deepseek-r1-qwen"}, .regexes = {qwen2Regex}, .isComposed = true},
        {.names = {"stablelm2", "hunyuan"}, .regexes = {qwen2Regex}},
        {.names = {"tekken"}, .regexes = {tekkenRegex}, .ignoresMerges = true},
        {.names = {"gpt-4o", "llama4"}, .regexes = {gpt4oRegex}},
        {.names = {"deepseek-v3"}, .regexes = {R"(\p{N}{1,3})", "[一-龥\u3040-ゟ゠-ヿ]+", deepseek3Regex}},
        {.names = {"deepseek-coder"},
            .regexes = {R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)", "[一-龥ࠀ-一가-\uD7FF]+", R"(\p{N})"}},
        {.names = {"falcon"}, .regexes = {R"([\p{P}\$\+<=>\^~\|`]+)", gpt2Regex, "[0-9][0-9][0-9]"}},
        {.names = {"bloom", "poro-chat", "gpt3-finnish"}, .regexes = {bloomRegex}},
        {.names = {"viking"}, .regexes = {bloomRegex, R"(\p{N})"}},
        {.names = {"default"}, .regexes = {R"([\p{P}\$\+<=>\^~\|]+)", gpt2Regex, R"(\p{N}+)", "[0-9][0-9][0-9]"}},
    };
    return table;
}

Json preTokenizerOf(const Row& row)
{
    if (row.hasSingleDigits) {
        const Json digits = {{"type", "Digits"}, {"individual_digits", true}};
        return {{"type", "Sequence"}, {"pretokenizers", Json::array({digits, byteLevelStage(/*usesRegex=*/true)})}};
    }
    if (row.regexes.size() == 1 && row.regexes[0] == gpt2Regex)
        return byteLevelStage(/*usesRegex=*/true);
    Json stages = Json::array();
    for (const char* regex : row.regexes)
        stages.push_back({{"type", "Split"}, {"pattern", {{"Regex", regex}}}, {"behavior", "Isolated"}, {"invert", false}});
    stages.push_back(byteLevelStage(/*usesRegex=*/false));
    return {{"type", "Sequence"}, {"pretokenizers", std::move(stages)}};
}

} // namespace

NamedPreTokenizer namedPreTokenizer(const std::string& name, const std::string& file)
{
    for (const Row& row : rows())
        if (std::find(row.names.begin(), row.names.end(), name) != row.names.end())
            return {preTokenizerOf(row), row.isComposed, row.ignoresMerges};
    throw Error({.file = file,
        .where = "tokenizer.ggml.pre",
        .problem = CUTAWAY_TR("unknown pre-tokenizer; the tokenization would be wrong"),
        .expected = joinedWords(rows(), [](const Row& row) { return joinedWords(row.names); }),
        .found = "\"" + shownText(name, 60) + "\""});
}

Json byteLevelStage(bool usesRegex, bool addsPrefix)
{
    return {{"type", "ByteLevel"}, {"add_prefix_space", addsPrefix}, {"trim_offsets", true}, {"use_regex", usesRegex}};
}

} // namespace core
