#include "core/files/library/word_pairs.h"

#include "core/io/json_value.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

constexpr JsonLimits wordPairsLimits{.bytes = std::size_t(1) << 20};
constexpr std::size_t maxPairs = 10'000;

std::vector<std::pair<std::string, std::string>> readPairs(const JsonValue& list)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i < list.arraySize(maxPairs); ++i) {
        list[i].arraySize(2);
        pairs.emplace_back(list[i][0].string(), list[i][1].string());
    }
    return pairs;
}

std::string withoutSpaces(const std::string& token)
{
    const std::size_t first = token.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : token.substr(first, token.find_last_not_of(' ') + 1 - first);
}

} // namespace

bool WordPairs::areOne(const std::string& token, const std::string& other) const
{
    const std::string a = withoutSpaces(token), b = withoutSpaces(other);
    return std::ranges::any_of(words, [&](const auto& pair) {
        return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
    });
}

std::optional<WordPairs> wordPairs(const std::string& folder)
{
    const std::string path = (std::filesystem::path(folder) / "alignments.json").generic_string();
    std::error_code failure;
    if (!std::filesystem::exists(path, failure))
        return std::nullopt;
    const Json document = readJson(path, wordPairsLimits);
    const JsonValue json(document, path);
    json["format"].integer(1, 1);
    return WordPairs{readPairs(json["words"]), readPairs(json["sentences"])};
}

} // namespace core
