#pragma once

// Byte-pair encoding: a piece starts as its characters; the pair with the lowest rank is merged until none is
// left.

#include "core/io/json_value.h"
#include "core/text/encoding_record.h"
#include "core/text/vocabulary.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace core {

struct BpeSettings
{
    std::optional<std::string> unknownToken;
    std::string continuingPrefix; // put before every character but the first
    std::string endSuffix;        // put behind the last character
    bool isUnknownFused = false;  // neighbouring unknown characters are one unknown token
    bool hasByteFallback = false; // a character that is not in the vocabulary becomes its bytes <0xE7>, when those are
    bool ignoresMerges = false; // a piece that stands whole in the vocabulary is that token
};

class BpeModel
{
public:
    using MergePair = std::pair<std::string, std::string>;

    /// From `model` of tokenizer.json. Throws Error{BadInput} with the index of a merge whose parts or result
    /// are not in the vocabulary.
    static BpeModel fromJson(const JsonValue& json);

    /// The same from parts; `file` and `path` (of the merges) are for errors.
    BpeModel(Vocabulary vocabulary, const std::vector<MergePair>& merges, BpeSettings settings, const std::string& file,
        const std::string& path);

    Json toJson() const;
    const Vocabulary& vocabulary() const { return m_vocabulary; }

    /// Appends the tokens of one piece, in O(n log n). A character that nothing stands for is dropped. `record`: what is noted of
    /// it, words from space mark to space mark; null: nothing.
    void tokenize(std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record = nullptr) const;

private:
    struct Merge
    {
        std::uint32_t rank = 0;
        TokenId result = 0;
    };

    const Merge* find(TokenId left, TokenId right) const;
    void addMerge(std::size_t rank, const MergePair& pair, const std::string& file, const std::string& path);
    std::vector<TokenSpan> characters(std::string_view piece) const;
    std::vector<TokenSpan> merged(const std::vector<TokenSpan>& characters, std::vector<MergeSteps::Merge>* log) const;

    Vocabulary m_vocabulary;
    BpeSettings m_settings;
    std::optional<TokenId> m_unknown;
    std::unordered_map<std::uint64_t, Merge> m_merges; // by the ids of left and right
};

} // namespace core
