#include "core/text/unigram_model.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/byte_tokens.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

constexpr double unknownPenalty = 10.0; // below the worst score of the vocabulary
constexpr TokenId unknownNode = -1;
constexpr std::size_t longWord = 48; // bytes: longer ones are noted in parts

/// The best way to write the text up to some byte: where its last token begins, and which one it is.
struct Node
{
    double score = -std::numeric_limits<double>::infinity();
    std::int32_t start = -1; // -1: no way found yet
    TokenId id = unknownNode;
};

} // namespace

UnigramModel UnigramModel::fromJson(const JsonValue& json)
{
    const JsonValue list = json["vocab"];
    const std::size_t count = list.arraySize(/*most=*/4'000'000);
    if (count == 0)
        list.refuse(CUTAWAY_TR("empty vocabulary"));
    std::vector<ScoredToken> tokens;
    tokens.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        checkStop();
        const JsonValue entry = list[i];
        if (entry.arraySize(2) != 2)
            entry.refuse(CUTAWAY_TR("wrong type"), "[piece, score]");
        tokens.push_back({entry[0].string(), entry[1].number()});
    }
    std::optional<TokenId> unknown;
    if (json.has("unk_id"))
        unknown = static_cast<TokenId>(json["unk_id"].integer(0, static_cast<std::int64_t>(count) - 1));
    return UnigramModel(tokens, unknown, json.boolean("byte_fallback", false));
}

UnigramModel::UnigramModel(const std::vector<ScoredToken>& tokens, std::optional<TokenId> unknown, bool hasByteFallback)
    : m_unknown(unknown)
    , m_hasByteFallback(hasByteFallback)
{
    std::vector<std::optional<std::string>> texts;
    double worst = std::numeric_limits<double>::infinity();
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        checkStop();
        texts.emplace_back(tokens[id].text);
        m_scores.push_back(tokens[id].score);
        m_trie.insert(tokens[id].text, static_cast<TokenId>(id));
        worst = std::min(worst, tokens[id].score);
    }
    m_unknownScore = worst - unknownPenalty;
    m_vocabulary = Vocabulary::fromRepeatingList(std::move(texts));
}

Json UnigramModel::toJson() const
{
    Json vocabulary = Json::array();
    for (std::size_t id = 0; id < m_scores.size(); ++id)
        vocabulary.push_back(Json::array({*m_vocabulary.text(static_cast<TokenId>(id)), m_scores[id]}));
    return {{"type", "Unigram"}, {"unk_id", m_unknown ? Json(*m_unknown) : Json()}, {"byte_fallback", m_hasByteFallback},
        {"vocab", std::move(vocabulary)}};
}

/// Calls visit(edge) for each token that begins at byte `at`, shortest first, and for the unknown one where none covers just its
/// character. Returns the bytes of the character.
template <class Visitor>
std::size_t UnigramModel::eachEdge(std::string_view piece, std::size_t at, Visitor visit) const
{
    const std::size_t length = std::max<std::size_t>(decodeChar(piece, at).bytes, 1);
    bool isCovered = false;
    m_trie.eachPrefix(piece, at, [&](std::size_t matched, std::int32_t id) {
        visit(LatticeSteps::Edge{id, at, at + matched, m_scores[static_cast<std::size_t>(id)], m_unknown == id});
        isCovered = isCovered || matched == length;
    });
    if (!isCovered)
        visit(LatticeSteps::Edge{m_unknown.value_or(unknownNode), at, at + length, m_unknownScore, true});
    return length;
}

LatticeSteps UnigramModel::latticeOf(std::string_view word) const
{
    LatticeSteps lattice;
    for (std::size_t at = 0; at < word.size() && !lattice.isCut;) {
        at += eachEdge(word, at, [&](const LatticeSteps::Edge& edge) { lattice.edges.push_back(edge); });
        lattice.isCut = lattice.edges.size() > LatticeSteps::maxEdges;
    }
    if (lattice.isCut)
        lattice.edges.clear();
    return lattice;
}

void UnigramModel::tokenize(std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record) const
{
    // Forward: the best way to reach each byte. The first of equals stays, as in the reference.
    std::vector<Node> best(piece.size() + 1);
    std::vector<std::size_t> breaks; // bytes that no edge goes across
    std::size_t reach = 0;
    best[0].score = 0.0;
    for (std::size_t at = 0; at < piece.size();) {
        if (record && reach <= at)
            breaks.push_back(at);
        at += eachEdge(piece, at, [&](const LatticeSteps::Edge& edge) {
            const double score = best[at].score + edge.score;
            if (best[edge.end].start < 0 || score > best[edge.end].score)
                best[edge.end] = {score, static_cast<std::int32_t>(at), edge.id};
            reach = std::max(reach, edge.end);
        });
    }

    // Backward: neighbouring unknown characters are one text.
    std::vector<TokenSpan> texts; // the id is of no use yet
    bool isLastUnknown = false;
    for (std::size_t end = piece.size(); end > 0;) {
        const auto start = static_cast<std::size_t>(best[end].start);
        const bool isUnknown = best[end].id == m_unknown.value_or(unknownNode);
        if (isUnknown && isLastUnknown)
            texts.back().begin = start;
        else
            texts.push_back({0, start, end});
        isLastUnknown = isUnknown;
        end = start;
    }
    std::vector<TokenSpan> tokens;
    for (auto text = texts.rbegin(); text != texts.rend(); ++text)
        appendText(piece, *text, tokens);
    for (const TokenSpan& token : tokens)
        ids.push_back(token.id);
    if (!record)
        return;
    // Words begin at spaces, and a long one anywhere else. An unknown text is not cut.
    auto text = texts.rbegin();
    for (const std::size_t at : breaks) {
        while (text != texts.rend() && text->begin < at)
            ++text;
        const bool isLong = record->starts.empty() || at - record->starts.back() >= longWord;
        if (text != texts.rend() && text->begin == at && (isLong || piece[at] == ' ' || piece.substr(at).starts_with(spaceMark)))
            record->starts.push_back(at);
    }
    record->tokens = std::move(tokens);
    if (const auto word = record->wantedWord(piece.size()))
        record->steps = latticeOf(piece.substr(word->first, word->second - word->first));
}

void UnigramModel::appendText(std::string_view piece, TokenSpan text, std::vector<TokenSpan>& tokens) const
{
    const std::string_view written = piece.substr(text.begin, text.end - text.begin);
    if (const std::optional<TokenId> id = m_vocabulary.find(written)) {
        tokens.push_back({*id, text.begin, text.end});
        return;
    }
    if (m_hasByteFallback) {
        if (const std::optional<std::vector<TokenId>> bytes = byteTokens(m_vocabulary, written)) {
            appendByteSpans(*bytes, text.begin, text.end, tokens);
            return;
        }
    }
    if (!m_unknown)
        throw Error({.problem = CUTAWAY_TR("the tokenizer has no token for a character of the text"),
            .found = lossyUtf8(written.substr(0, 60))});
    tokens.push_back({*m_unknown, text.begin, text.end, true});
}

} // namespace core
