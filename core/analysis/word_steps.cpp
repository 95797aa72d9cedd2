#include "core/analysis/word_steps.h"

#include "core/io/utf8.h"
#include "core/text/byte_level.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace core {

std::vector<TokenSpan> piecesAfter(const MergeSteps& steps, std::size_t merges)
{
    std::vector<TokenSpan> pieces = steps.characters;
    for (std::size_t i = 0; i < std::min(merges, steps.merges.size()); ++i) {
        const MergeSteps::Merge& merge = steps.merges[i];
        for (std::size_t at = 0; at + 1 < pieces.size(); ++at) {
            if (pieces[at].begin != merge.begin || pieces[at].id != merge.left || pieces[at + 1].id != merge.right)
                continue;
            pieces[at] = {merge.result, merge.begin, merge.end};
            pieces.erase(pieces.begin() + std::ptrdiff_t(at) + 1);
            break;
        }
    }
    return pieces;
}

namespace {

/// A way to a byte: over which edge, and which of the ways to where that begins.
struct Arrival
{
    double score = 0;
    std::size_t edge = 0, way = 0;
};

} // namespace

std::vector<LatticePath> bestPaths(const LatticeSteps& lattice, std::size_t size, std::size_t count)
{
    std::vector<std::vector<Arrival>> arrivals(size + 1); // of each byte, best first, the first of equals in front
    arrivals[0].push_back({});
    for (std::size_t e = 0; e < lattice.edges.size(); ++e) { // by begin: all ways to where it begins are known
        const LatticeSteps::Edge& edge = lattice.edges[e];
        for (std::size_t way = 0; way < arrivals[edge.begin].size(); ++way) {
            const Arrival arrival{arrivals[edge.begin][way].score + edge.score, e, way};
            std::vector<Arrival>& there = arrivals[edge.end];
            const auto place = std::upper_bound(
                there.begin(), there.end(), arrival, [](const Arrival& a, const Arrival& b) { return a.score > b.score; });
            there.insert(place, arrival);
            if (there.size() > count)
                there.pop_back();
        }
    }
    std::vector<LatticePath> paths;
    for (std::size_t last = 0; size > 0 && last < arrivals[size].size(); ++last) {
        LatticePath path{{}, arrivals[size][last].score};
        for (std::size_t at = size, way = last; at > 0;) {
            const Arrival& arrival = arrivals[at][way];
            path.edges.push_back(arrival.edge);
            at = lattice.edges[arrival.edge].begin;
            way = arrival.way;
        }
        std::reverse(path.edges.begin(), path.edges.end());
        paths.push_back(std::move(path));
    }
    return paths;
}

double pathCount(const LatticeSteps& lattice, std::size_t size)
{
    std::vector<double> ways(size + 1);
    ways[0] = 1;
    for (const LatticeSteps::Edge& edge : lattice.edges)
        ways[edge.end] += ways[edge.begin];
    return size > 0 ? ways[size] : 0;
}

std::vector<CharacterBytes> characterBytes(const EncodedWord& word, bool isByteLevel)
{
    // Each byte with its letter and its token, then the characters that they make.
    std::string bytes;
    std::vector<CharacterByte> all;
    const auto tokenAt = [&](std::size_t at) {
        const auto token = std::find_if(
            word.tokens.begin(), word.tokens.end(), [&](const TokenSpan& one) { return at >= one.begin && at < one.end; });
        return token == word.tokens.end() ? -1 : int(token - word.tokens.begin());
    };
    for (std::size_t at = 0; at < word.text.size();) {
        const std::size_t size = isByteLevel ? std::max<std::size_t>(decodeChar(word.text, at).bytes, 1) : 1;
        const std::string letter = isByteLevel ? word.text.substr(at, size) : std::string();
        // What is no letter of the alphabet stays as it is.
        const std::string spelled = isByteLevel ? fromByteAlphabet(letter).value_or(letter) : word.text.substr(at, size);
        for (const char byte : spelled)
            all.push_back({static_cast<unsigned char>(byte), letter, tokenAt(at)});
        bytes += spelled;
        at += size;
    }
    std::vector<CharacterBytes> characters;
    for (std::size_t at = 0; at < bytes.size();) {
        const DecodedChar decoded = decodeChar(bytes, at);
        const std::size_t size = std::max<std::size_t>(decoded.bytes, 1);
        CharacterBytes character{decoded.code, decoded.bytes > 0 ? bytes.substr(at, size) : std::string(), {}};
        character.bytes.assign(all.begin() + std::ptrdiff_t(at), all.begin() + std::ptrdiff_t(at + size));
        characters.push_back(std::move(character));
        at += size;
    }
    return characters;
}

namespace {

/// ▁ of SentencePiece is a space that was typed, or one that was put before the text.
bool isSpace(char32_t code) { return code == U'\u2581' || isWhiteSpace(code); }

/// Walks over the characters of a text beside those of its words.
class Walk
{
public:
    explicit Walk(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size();) {
            const DecodedChar decoded = decodeChar(text, at);
            m_areSpaces.push_back(isSpace(decoded.code));
            at += std::max<std::size_t>(decoded.bytes, 1);
        }
    }

    /// Begin and end of the character that stands for this one of a word.
    std::pair<double, double> next(char32_t code)
    {
        const auto atSpace = [&] { return m_at < m_areSpaces.size() && m_areSpaces[m_at]; };
        if (isSpace(code) && !atSpace())
            return {double(m_at), double(m_at)};
        while (!isSpace(code) && atSpace())
            ++m_at;
        const auto begin = double(m_at);
        m_at = std::min(m_at + 1, m_areSpaces.size());
        return {begin, double(m_at)};
    }

private:
    std::vector<bool> m_areSpaces; // of each character
    std::size_t m_at = 0;
};

} // namespace

std::vector<PlacedToken> placedTokens(const EncodingRecord& record, std::string_view text)
{
    std::vector<PlacedToken> placed;
    Walk walk(text);
    double last = 0;
    for (const EncodedWord& word : record.words) {
        const std::size_t first = placed.size();
        for (const TokenSpan& token : word.tokens)
            placed.push_back({token.id, -1, -1, word.isAdded, token.isUnknown});
        const bool isTyped = !word.isAdded || text.find(word.text) != std::string_view::npos;
        for (const CharacterBytes& character :
            isTyped ? characterBytes(word, record.isByteLevel) : std::vector<CharacterBytes>()) {
            const auto [begin, end] = walk.next(character.code);
            const double share = (end - begin) / double(character.bytes.size());
            for (std::size_t i = 0; i < character.bytes.size(); ++i) {
                if (character.bytes[i].token < 0)
                    continue;
                PlacedToken& token = placed[first + std::size_t(character.bytes[i].token)];
                if (token.begin < 0)
                    token.begin = begin + share * double(i);
                token.end = begin + share * double(i + 1);
            }
            last = end;
        }
        for (std::size_t i = first; i < placed.size(); ++i) {
            if (placed[i].begin < 0)
                placed[i].begin = placed[i].end = i > first ? placed[i - 1].end : last;
        }
    }
    return placed;
}

} // namespace core
