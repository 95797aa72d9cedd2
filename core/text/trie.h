#pragma once

// Trie of byte strings, for finding which of them begin at a place in a text.

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core {

class Trie
{
public:
    /// A word that is already there keeps the newer value. Empty words are ignored.
    void insert(std::string_view word, std::int32_t value)
    {
        if (word.empty())
            return;
        std::uint32_t node = 0;
        for (const char c : word) {
            const auto [place, isNew] = m_children.try_emplace(edge(node, c), static_cast<std::uint32_t>(m_values.size()));
            if (isNew)
                m_values.push_back(none);
            node = place->second;
        }
        m_values[node] = value;
    }

    /// Calls visit(length, value) for each word that begins at byte `at`, shortest first.
    template <class Visitor>
    void eachPrefix(std::string_view text, std::size_t at, Visitor visit) const
    {
        std::uint32_t node = 0;
        for (std::size_t i = at; i < text.size(); ++i) {
            const auto child = m_children.find(edge(node, text[i]));
            if (child == m_children.end())
                return;
            node = child->second;
            if (m_values[node] != none)
                visit(i + 1 - at, m_values[node]);
        }
    }

    bool isEmpty() const { return m_children.empty(); }

private:
    static constexpr std::int32_t none = -1;

    static std::uint64_t edge(std::uint32_t node, char c) { return (std::uint64_t(node) << 8) | static_cast<unsigned char>(c); }

    std::unordered_map<std::uint64_t, std::uint32_t> m_children; // (node, byte) -> node
    std::vector<std::int32_t> m_values{none};                    // one a node; node 0 is the root
};

} // namespace core
