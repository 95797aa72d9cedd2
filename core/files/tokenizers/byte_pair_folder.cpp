#include "core/files/tokenizers/byte_pair_folder.h"

#include "core/base/error.h"
#include "core/io/fetched_file.h"
#include "core/io/shown_text.h"
#include "core/text/named_pre_tokenizer.h"
#include "core/text/pre_tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/vocabulary.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestMerges = std::uint64_t(256) << 20; // bytes
constexpr JsonLimits vocabularyLimits{.bytes = std::size_t(256) << 20, .values = 4'000'000};

using Defaults = std::vector<FolderTokens::Default>;

/// What makes the classes of tokenizer differ.
struct Recipe
{
    std::string name;
    std::vector<std::string> modelTypes; // that mean this class when a folder names none
    Defaults specialTokens;
};

const std::vector<Recipe>& recipes()
{
    constexpr const char* end = "<|endoftext|>";
    static const std::vector<Recipe> table{{"GPT2Tokenizer", {"gpt2", "gpt_neo", "gptj", "gpt_bigcode", "opt"},
                                               {{"bos_token", end}, {"eos_token", end}, {"unk_token", end}, {"pad_token", ""}}},
        {"CodeGenTokenizer", {"codegen", "phi"}, {{"bos_token", end}, {"eos_token", end}, {"unk_token", end}, {"pad_token", ""}}},
        {"RobertaTokenizer", {"roberta"}, fairseqTokens()}, {"BartTokenizer", {"bart"}, fairseqTokens()},
        {"BlenderbotTokenizer", {"blenderbot"}, fairseqTokens()},
        {"Qwen2Tokenizer", {"qwen2", "qwen2_moe", "qwen3", "qwen3_moe"},
            {{"bos_token", ""}, {"eos_token", end}, {"unk_token", end}, {"pad_token", end}}},
        {"OpenAIGPTTokenizer", {"openai-gpt"}, {{"unk_token", "<unk>"}}}};
    return table;
}

const Recipe* recipeOf(const FolderTokens& tokens, const std::string& modelType)
{
    const std::string name = tokens.tokenizerClass("");
    for (const Recipe& recipe : recipes())
        if (name == recipe.name
            || (name.empty()
                && std::find(recipe.modelTypes.begin(), recipe.modelTypes.end(), modelType) != recipe.modelTypes.end()))
            return &recipe;
    return nullptr;
}

/// Lines end with \n or \r\n; a line that begins with #version says nothing, nor does an empty one.
Json readMerges(const std::string& path)
{
    const std::string text = readFetched(path, largestMerges);
    if (const std::optional<std::size_t> invalid = firstInvalidByte(text))
        throw Error({.file = path, .where = "byte " + std::to_string(*invalid), .problem = CUTAWAY_TR("text is not UTF-8")});
    Json merges = Json::array();
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.ends_with('\r'))
            line.pop_back();
        if (line.empty() || line.starts_with("#version"))
            continue;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || space == 0 || space + 1 == line.size()
            || line.find(' ', space + 1) != std::string::npos)
            throw Error({.file = path,
                .where = "line " + std::to_string(number),
                .problem = CUTAWAY_TR("not a merge"),
                .expected = "two parts with one space between them",
                .found = shownText(line, 60)});
        merges.push_back(Json::array({line.substr(0, space), line.substr(space + 1)}));
    }
    return merges;
}

/// The stages around the model.
void addStages(Json& json, const Recipe& recipe, FolderTokens& tokens)
{
    const JsonValue config = tokens.config();
    const bool isBlenderbot = recipe.name == "BlenderbotTokenizer";
    const bool addsPrefix = config.boolean("add_prefix_space", isBlenderbot);
    json["pre_tokenizer"] = byteLevelStage(true, addsPrefix);
    json["decoder"] = byteLevelStage(true, true);
    const auto special = [&](const char* key) { return Json::array({tokens.content(key), tokens.idOf(tokens.content(key))}); };
    if (recipe.name == "RobertaTokenizer" || recipe.name == "BartTokenizer") {
        json["post_processor"] = {{"type", "RobertaProcessing"}, {"sep", special("sep_token")}, {"cls", special("cls_token")},
            {"trim_offsets", true}, {"add_prefix_space", addsPrefix}};
    } else if (recipe.name == "Qwen2Tokenizer") {
        const Json split = {{"type", "Split"}, {"pattern", {{"Regex", qwen2Regex}}}, {"behavior", "Isolated"}, {"invert", false}};
        json["normalizer"] = {{"type", "NFC"}};
        json["pre_tokenizer"]
            = {{"type", "Sequence"}, {"pretokenizers", Json::array({split, byteLevelStage(false, addsPrefix)})}};
    } else if (recipe.name == "OpenAIGPTTokenizer") {
        json["normalizer"] = {{"type", "BertNormalizer"}, {"clean_text", true}, {"handle_chinese_chars", true},
            {"strip_accents", nullptr}, {"lowercase", true}};
        json["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
        json["decoder"] = {{"type", "BPEDecoder"}, {"suffix", "</w>"}};
    } else if (isBlenderbot) {
        tokens.takeSpaceBefore("mask_token"); // and nothing is around the text
    } else {
        json["post_processor"] = tokens.aroundText(/*begin=*/config.boolean("add_bos_token", false),
            /*end=*/config.boolean("add_eos_token", false));
    }
}

} // namespace

std::optional<Json> readBytePairFolder(const std::string& folder, FolderTokens& tokens, const std::string& modelType)
{
    const fs::path vocabularyFile = fs::path(folder) / "vocab.json", mergesFile = fs::path(folder) / "merges.txt";
    std::error_code failure;
    if (!fs::exists(vocabularyFile, failure) || !fs::exists(mergesFile, failure))
        return {};
    const Recipe* recipe = recipeOf(tokens, modelType);
    if (!recipe)
        return {};

    const Json vocabulary = readJson(vocabularyFile.generic_string(), vocabularyLimits);
    Vocabulary::fromJson(JsonValue(vocabulary, vocabularyFile.generic_string())); // names this file when it is wrong
    const bool hasSuffix = recipe->name == "OpenAIGPTTokenizer";
    tokens.collect(vocabulary, recipe->specialTokens);
    Json json{{"version", "1.0"},
        {"model",
            {{"type", "BPE"}, {"unk_token", hasSuffix ? Json(tokens.content("unk_token")) : Json()},
                {"end_of_word_suffix", hasSuffix ? "</w>" : ""}, {"vocab", vocabulary},
                {"merges", readMerges(mergesFile.generic_string())}}}};
    addStages(json, *recipe, tokens);
    json["added_tokens"] = tokens.added();
    return json;
}

} // namespace core
