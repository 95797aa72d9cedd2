#include "core/files/library/curated_prompts.h"

#include "core/base/error.h"
#include "core/io/json_value.h"

#include <filesystem>

namespace core {

namespace {

constexpr JsonLimits curatedPromptsLimits{.bytes = std::size_t(1) << 20};
constexpr std::size_t maxPrompts = 200;
constexpr int largestIndex = 1 << 20;

CuratedPrompt readPrompt(const JsonValue& json)
{
    CuratedPrompt prompt;
    prompt.language = json["language"].string(); // of any country: those of another than the window speaks come last
    prompt.text = json["text"].string();
    if (prompt.text.empty())
        json["text"].refuse(CUTAWAY_TR("the text is empty: type at least one word"));
    prompt.target = json.string("target", {});
    const auto index = [&](const char* key) { return int(json[key].integer(0, largestIndex)); };
    prompt.layer = index("layer");
    prompt.head = index("head");
    prompt.query = index("query");
    prompt.key = index("key");
    prompt.weight = json["weight"].number();
    prompt.next = json.string("next", {});
    prompt.title = readWords(json, "title");
    prompt.sentence = readWords(json, "sentence");
    return prompt;
}

} // namespace

std::vector<CuratedPrompt> curatedPrompts(const std::string& folder)
{
    const std::string path = (std::filesystem::path(folder) / "prompts.json").generic_string();
    std::error_code failure;
    if (!std::filesystem::exists(path, failure))
        return {};
    const Json document = readJson(path, curatedPromptsLimits);
    const JsonValue json(document, path);
    json["format"].integer(1, 1);
    std::vector<CuratedPrompt> prompts;
    const JsonValue list = json["prompts"];
    for (std::size_t i = 0; i < list.arraySize(maxPrompts); ++i)
        prompts.push_back(readPrompt(list[i]));
    return prompts;
}

} // namespace core
