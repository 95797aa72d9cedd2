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

void UnigramModel::tokenize(std::string_view piece, std::vector<TokenId>& ids) const
{
    // Forward: the best way to reach each byte. The first of equals stays, as in the reference.
    std::vector<Node> best(piece.size() + 1);
    best[0].score = 0.0;
    const auto offer = [&](std::size_t start, std::size_t end, double score, TokenId id) {
        if (best[end].start < 0 || score > best[end].score)
            best[end] = {score, static_cast<std::int32_t>(start), id};
    };
    for (std::size_t at = 0; at < piece.size();) {
        const std::size_t length = std::max<std::size_t>(decodeChar(piece, at).bytes, 1);
        bool isCovered = false;
        m_trie.eachPrefix(piece, at, [&](std::size_t matched, std::int32_t id) {
            offer(at, at + matched, best[at].score + m_scores[static_cast<std::size_t>(id)], id);
            isCovered = isCovered || matched == length;
        });
        if (!isCovered)
            offer(at, at + length, best[at].score + m_unknownScore, m_unknown.value_or(unknownNode));
        at += length;
    }

    // Backward: neighbouring unknown characters are one text.
    std::vector<std::string_view> texts;
    bool isLastUnknown = false;
    for (std::size_t end = piece.size(); end > 0;) {
        const auto start = static_cast<std::size_t>(best[end].start);
        const bool isUnknown = best[end].id == m_unknown.value_or(unknownNode);
        if (isUnknown && isLastUnknown)
            texts.back() = piece.substr(start, end - start + texts.back().size());
        else
            texts.push_back(piece.substr(start, end - start));
        isLastUnknown = isUnknown;
        end = start;
    }
    for (auto text = texts.rbegin(); text != texts.rend(); ++text)
        appendText(*text, ids);
}

void UnigramModel::appendText(std::string_view text, std::vector<TokenId>& ids) const
{
    if (const std::optional<TokenId> id = m_vocabulary.find(text)) {
        ids.push_back(*id);
        return;
    }
    if (m_hasByteFallback) {
        if (const std::optional<std::vector<TokenId>> bytes = byteTokens(m_vocabulary, text)) {
            ids.insert(ids.end(), bytes->begin(), bytes->end());
            return;
        }
    }
    if (!m_unknown)
        throw Error({.problem = CUTAWAY_TR("the tokenizer has no token for a character of the text"),
            .found = lossyUtf8(text.substr(0, 60))});
    ids.push_back(*m_unknown);
}

} // namespace core
