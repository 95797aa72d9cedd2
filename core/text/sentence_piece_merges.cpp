// The library's byte-pair encoding: of all neighbours that make a piece, those of the highest score are joined first.

#include "core/base/stop_scope.h"
#include "core/text/sentence_piece_encoder.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <queue>

namespace core {

using Model = SentencePieceModel;

std::vector<SentencePieceEncoder::Cut> SentencePieceEncoder::cutByMerges(std::string_view text) const
{
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Symbol
    {
        std::size_t begin, size, before, behind; // size 0: part of another
        bool isFrozen;
    };
    struct Pair
    {
        std::size_t left, right, size;
        float score;
        bool operator<(const Pair& other) const { return score < other.score || (score == other.score && left > other.left); }
    };
    std::vector<Symbol> symbols;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t own = m_normalizer.userPiece(text.substr(at));
        const std::size_t size = own > 0 ? own : std::max<std::size_t>(decodeChar(text, at).bytes, 1);
        const std::size_t index = symbols.size();
        symbols.push_back({at, size, index == 0 ? none : index - 1, at + size < text.size() ? index + 1 : none, own > 0});
        at += size;
    }
    std::priority_queue<Pair> pairs;
    std::unordered_map<std::string_view, std::size_t> leftSizes; // of the pieces that must not stay
    const auto offer = [&](std::size_t left, std::size_t right) {
        if (left == none || right == none || symbols[left].isFrozen || symbols[right].isFrozen)
            return;
        const std::size_t size = symbols[left].size + symbols[right].size;
        const std::string_view both = text.substr(symbols[left].begin, size);
        const Model::Piece* piece = size > m_longest ? nullptr : find(both);
        if (!piece || !isOfText(*piece))
            return;
        pairs.push({left, right, size, piece->score});
        if (piece->type == Model::Unused)
            leftSizes[both] = symbols[left].size;
    };
    for (std::size_t i = 1; i < symbols.size(); ++i)
        offer(i - 1, i);
    while (!pairs.empty()) {
        checkStop();
        const Pair pair = pairs.top();
        pairs.pop();
        Symbol &left = symbols[pair.left], &right = symbols[pair.right];
        if (left.size == 0 || right.size == 0 || left.size + right.size != pair.size)
            continue;
        left.size = pair.size;
        left.behind = right.behind;
        if (right.behind != none)
            symbols[right.behind].before = pair.left;
        right.size = 0;
        offer(left.before, pair.left);
        offer(pair.left, left.behind);
    }
    std::vector<Cut> cuts;
    std::vector<std::string_view> open;
    for (std::size_t i = symbols.empty() ? none : 0; i != none; i = symbols[i].behind) {
        open.push_back(text.substr(symbols[i].begin, symbols[i].size));
        while (!open.empty()) { // unused pieces fall apart again
            const std::string_view part = open.back();
            open.pop_back();
            const Model::Piece* piece = find(part);
            const bool isKnown = piece && isOfText(*piece);
            const auto leftSize = isKnown && piece->type == Model::Unused ? leftSizes.find(part) : leftSizes.end();
            if (leftSize == leftSizes.end()) {
                cuts.push_back({part, !isKnown});
                continue;
            }
            open.push_back(part.substr(leftSize->second));
            open.push_back(part.substr(0, leftSize->second));
        }
    }
    return cuts;
}

} // namespace core
