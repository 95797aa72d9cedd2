#include "core/text/bpe_model.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/byte_tokens.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <queue>

namespace core {

namespace {

constexpr std::size_t maxMerges = 4'000'000;

/// One token of the piece being merged: a link of a list over a vector.
struct Symbol
{
    TokenSpan token;
    int previous = -1;
    int next = -1;
    bool isGone = false;
};

/// A merge that was possible when it was queued; the lowest rank comes first, then the leftmost place.
struct Candidate
{
    std::uint32_t rank = 0;
    int place = 0;
    TokenId result = 0;

    bool operator<(const Candidate& other) const { return rank != other.rank ? rank > other.rank : place > other.place; }
};

std::uint64_t keyOf(TokenId left, TokenId right)
{
    return (std::uint64_t(static_cast<std::uint32_t>(left)) << 32) | static_cast<std::uint32_t>(right);
}

BpeModel::MergePair readMerge(const JsonValue& json)
{
    if (json.isArray()) {
        if (json.arraySize(2) != 2)
            json.refuse(CUTAWAY_TR("not a merge"), "two parts");
        return {json[0].string(), json[1].string()};
    }
    const std::string& text = json.string();
    const std::size_t space = text.find(' ');
    if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos)
        json.refuse(CUTAWAY_TR("not a merge"), "two parts with one space between them");
    return {text.substr(0, space), text.substr(space + 1)};
}

/// Where a token begins with a space mark: words of a piece that is a whole text.
std::vector<std::size_t> wordStarts(std::string_view piece, const std::vector<TokenSpan>& tokens)
{
    std::vector<std::size_t> starts{0};
    std::size_t end = 0;
    for (const TokenSpan& token : tokens) {
        if (token.begin > starts.back() && token.begin >= end && piece.substr(token.begin).starts_with(spaceMark))
            starts.push_back(token.begin);
        end = std::max(end, token.end);
    }
    return starts;
}

/// What happens between these bytes of a piece, counted from the first. No piece of a word goes across its ends.
MergeSteps ofWord(MergeSteps steps, std::size_t begin, std::size_t end)
{
    std::erase_if(steps.characters, [&](const TokenSpan& one) { return one.begin < begin || one.end > end; });
    std::erase_if(steps.merges, [&](const MergeSteps::Merge& one) { return one.begin < begin || one.end > end; });
    for (TokenSpan& one : steps.characters)
        one = {one.id, one.begin - begin, one.end - begin, one.isUnknown};
    for (MergeSteps::Merge& one : steps.merges) {
        one.begin -= begin;
        one.middle -= begin;
        one.end -= begin;
    }
    return steps;
}

} // namespace

BpeModel BpeModel::fromJson(const JsonValue& json)
{
    BpeSettings settings;
    if (json.has("unk_token"))
        settings.unknownToken = json["unk_token"].string();
    settings.continuingPrefix = json.string("continuing_subword_prefix", "");
    settings.endSuffix = json.string("end_of_word_suffix", "");
    settings.isUnknownFused = json.boolean("fuse_unk", false);
    settings.hasByteFallback = json.boolean("byte_fallback", false);
    settings.ignoresMerges = json.boolean("ignore_merges", false);

    if (json.has("dropout") && json["dropout"].number() != 0.0)
        json["dropout"].refuse(CUTAWAY_TR("random tokens (dropout) are not supported"), "0 or null");

    Vocabulary vocabulary = Vocabulary::fromJson(json["vocab"]);
    if (settings.unknownToken && !vocabulary.find(*settings.unknownToken))
        json["unk_token"].refuse(CUTAWAY_TR("token is not in the vocabulary"));

    const JsonValue list = json["merges"];
    const std::size_t count = list.arraySize(maxMerges);
    std::vector<MergePair> merges;
    merges.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        checkStop();
        merges.push_back(readMerge(list[i]));
    }
    return BpeModel(std::move(vocabulary), merges, std::move(settings), json.file(), list.path());
}

BpeModel::BpeModel(Vocabulary vocabulary, const std::vector<MergePair>& merges, BpeSettings settings, const std::string& file,
    const std::string& path)
    : m_vocabulary(std::move(vocabulary))
    , m_settings(std::move(settings))
{
    if (m_settings.unknownToken)
        m_unknown = m_vocabulary.find(*m_settings.unknownToken);
    m_merges.reserve(merges.size());
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        checkStop();
        addMerge(rank, merges[rank], file, path);
    }
}

void BpeModel::addMerge(std::size_t rank, const MergePair& pair, const std::string& file, const std::string& path)
{
    const auto idOf = [&](const std::string& token) {
        const std::optional<TokenId> id = m_vocabulary.find(token);
        if (!id)
            throw Error({.file = file,
                .where = path + "[" + std::to_string(rank) + "]",
                .problem = CUTAWAY_TR("merge names a token that is not in the vocabulary"),
                .found = "\"" + lossyUtf8(token.substr(0, 60)) + "\""});
        return *id;
    };
    const TokenId left = idOf(pair.first);
    const TokenId right = idOf(pair.second);
    const std::size_t prefix = m_settings.continuingPrefix.size();
    if (prefix > pair.second.size())
        throw Error({.file = file,
            .where = path + "[" + std::to_string(rank) + "]",
            .problem = CUTAWAY_TR("the second part of a merge is shorter than the prefix of parts that go on"),
            .expected = "at least " + std::to_string(prefix) + " bytes",
            .found = std::to_string(pair.second.size())});
    const TokenId result = idOf(pair.first + pair.second.substr(prefix));
    m_merges.insert_or_assign(keyOf(left, right), Merge{static_cast<std::uint32_t>(rank), result});
}

Json BpeModel::toJson() const
{
    std::vector<std::pair<std::uint32_t, std::uint64_t>> byRank;
    byRank.reserve(m_merges.size());
    for (const auto& [key, merge] : m_merges)
        byRank.emplace_back(merge.rank, key);
    std::sort(byRank.begin(), byRank.end());

    Json merges = Json::array();
    for (const auto& [rank, key] : byRank)
        merges.push_back(Json::array(
            {*m_vocabulary.text(static_cast<TokenId>(key >> 32)), *m_vocabulary.text(static_cast<TokenId>(key & 0xFFFFFFFFu))}));

    const auto orNull = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
    return {{"type", "BPE"}, {"dropout", nullptr}, {"unk_token", orNull(m_settings.unknownToken.value_or(""))},
        {"continuing_subword_prefix", orNull(m_settings.continuingPrefix)}, {"end_of_word_suffix", orNull(m_settings.endSuffix)},
        {"fuse_unk", m_settings.isUnknownFused}, {"byte_fallback", m_settings.hasByteFallback},
        {"ignore_merges", m_settings.ignoresMerges}, {"vocab", m_vocabulary.toJson()}, {"merges", std::move(merges)}};
}

const BpeModel::Merge* BpeModel::find(TokenId left, TokenId right) const
{
    const auto place = m_merges.find(keyOf(left, right));
    return place == m_merges.end() ? nullptr : &place->second;
}

std::vector<TokenSpan> BpeModel::characters(std::string_view piece) const
{
    std::vector<TokenSpan> tokens;
    std::optional<TokenSpan> unknown; // that is still pending
    const auto endUnknown = [&] {
        if (unknown)
            tokens.push_back(*unknown);
        unknown.reset();
    };

    for (std::size_t at = 0; at < piece.size();) {
        const std::size_t length = std::max<std::size_t>(decodeChar(piece, at).bytes, 1);
        std::string_view text = piece.substr(at, length);
        std::string decorated;
        if (!m_settings.continuingPrefix.empty() || !m_settings.endSuffix.empty()) {
            decorated = (at > 0 ? m_settings.continuingPrefix : "") + std::string(text);
            if (at + length == piece.size())
                decorated += m_settings.endSuffix;
            text = decorated;
        }
        const std::size_t begin = at;
        at += length;

        if (const std::optional<TokenId> id = m_vocabulary.find(text)) {
            endUnknown();
            tokens.push_back({*id, begin, at});
            continue;
        }
        if (m_settings.hasByteFallback) {
            // The reference lets an unknown token that is still pending are behind these bytes; so do we.
            if (const std::optional<std::vector<TokenId>> bytes = byteTokens(m_vocabulary, text)) {
                appendByteSpans(*bytes, begin, at, tokens);
                continue;
            }
        }
        if (m_unknown) {
            if (!m_settings.isUnknownFused)
                endUnknown();
            unknown = {*m_unknown, unknown ? unknown->begin : begin, at, true};
        }
    }
    endUnknown();
    return tokens;
}

std::vector<TokenSpan> BpeModel::merged(const std::vector<TokenSpan>& characters, std::vector<MergeSteps::Merge>* log) const
{
    const auto count = static_cast<int>(characters.size());
    std::vector<Symbol> symbols(characters.size());
    const auto at = [&](int place) -> Symbol& { return symbols[static_cast<std::size_t>(place)]; };
    std::vector<Candidate> found;
    for (int i = 0; i < count; ++i) {
        at(i) = {.token = characters[static_cast<std::size_t>(i)], .previous = i - 1, .next = i + 1 < count ? i + 1 : -1};
        if (i > 0)
            if (const Merge* merge = find(at(i - 1).token.id, at(i).token.id))
                found.push_back({merge->rank, i - 1, merge->result});
    }
    std::priority_queue<Candidate> queue({}, std::move(found));

    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        Symbol& left = at(best.place);
        if (left.isGone || left.next < 0)
            continue;
        Symbol& right = at(left.next);
        const Merge* merge = find(left.token.id, right.token.id);
        if (!merge || merge->result != best.result)
            continue; // queued for neighbours that are no longer there

        if (log)
            log->push_back(
                {merge->rank, left.token.id, right.token.id, best.result, left.token.begin, right.token.begin, right.token.end});
        left.token = {best.result, left.token.begin, right.token.end};
        left.next = right.next;
        right.isGone = true;
        if (right.next >= 0)
            at(right.next).previous = best.place;
        if (left.previous >= 0)
            if (const Merge* next = find(at(left.previous).token.id, left.token.id))
                queue.push({next->rank, left.previous, next->result});
        if (left.next >= 0)
            if (const Merge* next = find(left.token.id, at(left.next).token.id))
                queue.push({next->rank, best.place, next->result});
    }

    std::vector<TokenSpan> tokens;
    for (int i = count > 0 ? 0 : -1; i >= 0; i = at(i).next)
        tokens.push_back(at(i).token);
    return tokens;
}

void BpeModel::tokenize(std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record) const
{
    MergeSteps steps;
    std::vector<TokenSpan> tokens;
    const std::optional<TokenId> whole = m_settings.ignoresMerges ? m_vocabulary.find(piece) : std::nullopt;
    if (whole) {
        steps.isWhole = true;
        tokens = {{*whole, 0, piece.size()}};
    } else {
        std::vector<TokenSpan> begin = characters(piece);
        tokens = merged(begin, record && record->wanted ? &steps.merges : nullptr);
        if (record)
            steps.characters = std::move(begin);
    }
    for (const TokenSpan& token : tokens)
        ids.push_back(token.id);
    if (!record)
        return;
    record->tokens = std::move(tokens);
    record->starts = wordStarts(piece, record->tokens);
    if (const auto word = record->wantedWord(piece.size()))
        record->steps = ofWord(std::move(steps), word->first, word->second);
}

} // namespace core
