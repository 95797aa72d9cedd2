#include "core/text/piece_merges.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/trie.h"

#include <algorithm>
#include <tuple>

namespace core {

namespace {

constexpr std::size_t maxMerges = 4'000'000;

/// Ids of two pieces and of the one that they make.
struct Cut
{
    std::size_t left = 0;
    std::size_t right = 0;
    std::size_t whole = 0;
};

std::vector<Cut> cutsOf(std::span<const std::string> pieces, const std::string& file, const std::string& where)
{
    Trie trie;
    for (std::size_t id = 0; id < pieces.size(); ++id)
        trie.insert(pieces[id], static_cast<TokenId>(id));
    std::vector<Cut> cuts;
    for (std::size_t whole = 0; whole < pieces.size(); ++whole) {
        checkStop();
        const std::string& text = pieces[whole];
        trie.eachPrefix(text, 0, [&](std::size_t length, TokenId left) {
            if (length == text.size())
                return;
            std::optional<TokenId> right;
            trie.eachPrefix(text, length, [&](std::size_t rest, TokenId id) {
                if (length + rest == text.size())
                    right = id;
            });
            if (right)
                cuts.push_back({static_cast<std::size_t>(left), static_cast<std::size_t>(*right), whole});
            if (cuts.size() > maxMerges)
                throw Error({.file = file,
                    .where = where,
                    .problem = CUTAWAY_TR("too many merges"),
                    .expected = "at most " + std::to_string(maxMerges)});
        });
    }
    return cuts;
}

template <class Rank>
std::vector<BpeModel::MergePair> sorted(std::vector<Cut> cuts, std::span<const std::string> pieces, Rank rank)
{
    std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return rank(a) < rank(b); });
    std::vector<BpeModel::MergePair> merges;
    merges.reserve(cuts.size());
    for (const Cut& cut : cuts)
        merges.emplace_back(pieces[cut.left], pieces[cut.right]);
    return merges;
}

std::ptrdiff_t characters(const std::string& text)
{
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

} // namespace

std::vector<BpeModel::MergePair> mergesByScore(
    std::span<const std::string> pieces, std::span<const float> scores, const std::string& file, const std::string& where)
{
    return sorted(cutsOf(pieces, file, where), pieces, [&](const Cut& cut) {
        return std::tuple(
            -scores[cut.whole], -std::ptrdiff_t(pieces[cut.left].size()), -std::ptrdiff_t(pieces[cut.right].size()), cut.whole);
    });
}

std::vector<BpeModel::MergePair> mergesById(
    std::span<const std::string> pieces, const std::string& file, const std::string& where)
{
    return sorted(cutsOf(pieces, file, where), pieces,
        [&](const Cut& cut) { return std::tuple(cut.whole, characters(pieces[cut.left]), characters(pieces[cut.right])); });
}

} // namespace core
