#include "core/train/character_tokenizer.h"

#include "core/experiments/text_set.h"
#include "core/io/file_reader.h"
#include "core/io/utf8.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace core {

namespace {

constexpr std::uint64_t blockBytes = 1 << 20;
constexpr std::size_t maxCharacters = 16'384; // a table of the common Chinese ones fits
constexpr std::size_t longestCharacter = 4;    // bytes
constexpr char32_t byteOrderMark = 0xFEFF;
constexpr const char* specialTokens[] = {"<unk>", "<s>", "</s>", "<mask>"}; // as of the bundled models
constexpr TokenId beginId = 1, endId = 2;

using CharacterCounts = std::vector<std::uint64_t>; // [code point]

/// Counts the characters; returns how many bytes of an unfinished one are at the end.
std::size_t countIn(std::string_view text, CharacterCounts& counts)
{
    for (std::size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeChar(text, at);
        if (next.bytes == 0 && text.size() - at < longestCharacter)
            return text.size() - at;
        if (next.bytes > 0)
            ++counts[next.code];
        at += std::max<std::size_t>(1, next.bytes);
    }
    return 0;
}

void countFile(const std::string& path, CharacterCounts& counts, const RunControl& control)
{
    const FileReader file(path);
    std::string text; // begins with the unfinished character of the block before
    for (std::uint64_t from = 0; from < file.size(); from += blockBytes) {
        control.check();
        const std::size_t kept = text.size(), bytes = std::size_t(std::min(blockBytes, file.size() - from));
        text.resize(kept + bytes);
        file.readAt(from, text.data() + kept, bytes);
        text.erase(0, text.size() - countIn(text, counts));
    }
    counts[byteOrderMark] = 0; // rows leave it out
}

void countLines(TextReader& lines, CharacterCounts& counts, const RunControl& control)
{
    while (const std::optional<SetText> text = lines.next()) {
        control.check();
        countIn(text->text, counts);
        countIn(text->answer, counts);
    }
}

/// Those that occur, by code point; of too many the most frequent.
std::vector<char32_t> charactersOf(const CharacterCounts& counts)
{
    std::vector<char32_t> found;
    for (std::size_t code = 0; code < counts.size(); ++code)
        if (counts[code] > 0)
            found.push_back(char32_t(code));
    std::ranges::stable_sort(found, std::ranges::greater(), [&](char32_t code) { return counts[code]; });
    found.resize(std::min(found.size(), maxCharacters));
    std::ranges::sort(found);
    return found;
}

/// As the reference library would write it: pairs without merges are single characters.
Json tokenizerJson(const std::vector<char32_t>& characters)
{
    Json vocabulary = Json::object(), added = Json::array();
    for (const char* const special : specialTokens) {
        const std::size_t id = vocabulary.size();
        vocabulary[special] = id;
        added.push_back({{"id", id}, {"content", special}, {"single_word", false}, {"lstrip", false}, {"rstrip", false},
            {"normalized", false}, {"special", true}});
    }
    for (const char32_t character : characters) {
        const std::size_t id = vocabulary.size();
        std::string text;
        appendUtf8(text, character);
        vocabulary[text] = id;
    }
    return {{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr}, {"added_tokens", std::move(added)},
        {"normalizer", nullptr}, {"pre_tokenizer", nullptr}, {"post_processor", nullptr}, {"decoder", {{"type", "Fuse"}}},
        {"model",
            {{"type", "BPE"}, {"dropout", nullptr}, {"unk_token", specialTokens[0]}, {"continuing_subword_prefix", nullptr},
                {"end_of_word_suffix", nullptr}, {"fuse_unk", false}, {"byte_fallback", false}, {"vocab", std::move(vocabulary)},
                {"merges", Json::array()}}}};
}

} // namespace

std::shared_ptr<const Tokenizer> makeCharacterTokenizer(const std::string& nameOrPath, const RunControl& control)
{
    TextReader lines(nameOrPath);
    CharacterCounts counts(0x110000, 0);
    if (std::filesystem::path(lines.path()).extension() == ".jsonl")
        countLines(lines, counts, control);
    else
        countFile(lines.path(), counts, control);
    return makeTokenizer(tokenizerJson(charactersOf(counts)), lines.path(), {beginId, endId});
}

} // namespace core
