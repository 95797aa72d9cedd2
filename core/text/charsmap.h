#pragma once

// The character map of SentencePiece ("precompiled_charsmap"): a trie of byte sequences, in the array form of the Darts
// library, and the texts that stand for them. It comes from files: every place of the trie that a text can reach is checked
// when it is read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

class Charsmap
{
public:
    /// From the bytes: the size of the trie, its units, and texts that end with a zero byte. Throws Error{BadInput} without
    /// file and place.
    explicit Charsmap(std::string_view bytes);

    /// What stands for the shortest beginning of `text` that the map knows; nothing when it knows none.
    std::optional<std::string_view> find(std::string_view text) const;

    /// The longest beginning of `text` that the map knows, as its length, and what stands for it.
    std::optional<std::pair<std::size_t, std::string_view>> findLongest(std::string_view text) const;

    /// The whole text as the reference library maps it: grapheme clusters of less than six bytes as one, others character by
    /// character. `start`: when not null, how many bytes of the text belong to its first original character; updated.
    std::string apply(std::string_view text, std::size_t* start = nullptr) const;

private:
    void checkTrie() const;
    bool beginsText(std::size_t place) const;
    std::string_view textAt(std::uint32_t unit) const;
    template <class Visitor>
    void eachMatch(std::string_view text, Visitor visit) const;

    std::vector<std::uint32_t> m_units;
    std::string m_texts;
};

} // namespace core
