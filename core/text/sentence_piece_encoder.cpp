#include "core/text/sentence_piece_encoder.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/byte_tokens.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

using Model = SentencePieceModel;

constexpr float unknownPenalty = 10.0f; // below the worst score of the normal pieces
constexpr float userBonus = 0.1f;       // for each byte but the first of a piece of the user, whatever its score

std::string withSpaces(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool isMark = text.substr(at).starts_with(spaceMark);
        result += isMark ? ' ' : text[at];
        at += isMark ? 3 : 1;
    }
    return result;
}

/// Each byte that is not part of a character becomes U+FFFD.
std::string withReplacements(std::string_view bytes)
{
    std::string result;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = decodeChar(bytes, at).bytes;
        result += length > 0 ? bytes.substr(at, length) : "\xEF\xBF\xBD";
        at += std::max<std::size_t>(length, 1);
    }
    return result;
}

} // namespace

bool SentencePieceEncoder::isOfText(const SentencePieceModel::Piece& piece)
{
    return piece.type == Model::Normal || piece.type == Model::UserDefined || piece.type == Model::Unused;
}

void checkSentencePiece(const SentencePieceModel& model)
{
    if (model.kind != Model::Kind::Unigram && model.kind != Model::Kind::Bpe)
        throw Error({.problem = CUTAWAY_TR("unknown tokenizer; the tokenization would be wrong"), .expected = "unigram or bpe"});
    std::size_t unknown = 0, bytes = 0;
    for (std::size_t i = 0; i < model.pieces.size(); ++i) {
        const Model::Piece& piece = model.pieces[i];
        if (piece.text.empty())
            throw Error({.where = "pieces[" + std::to_string(i) + "]", .problem = CUTAWAY_TR("empty token")});
        unknown += piece.type == Model::Unknown;
        bytes += piece.type == Model::Byte && byteOfToken(piece.text);
    }
    if (unknown != 1)
        throw Error({.where = "pieces",
            .problem = CUTAWAY_TR("not one unknown piece"),
            .expected = "1",
            .found = std::to_string(unknown)});
    if (model.hasByteFallback && bytes != 256)
        throw Error({.where = "pieces",
            .problem = CUTAWAY_TR("byte tokens are missing"),
            .expected = "256",
            .found = std::to_string(bytes)});
    if (!model.charsmap.empty())
        const Charsmap checked(model.charsmap);
}

SentencePieceEncoder::SentencePieceEncoder(SentencePieceModel model)
    : m_model(std::move(model))
    , m_normalizer(m_model)
{
    checkSentencePiece(m_model);
    float worst = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < m_model.pieces.size(); ++i) {
        checkStop();
        const Model::Piece& piece = m_model.pieces[i];
        m_places.emplace(piece.text, i);
        if (isOfText(piece)) {
            m_trie.insert(piece.text, static_cast<std::int32_t>(i));
            m_longest = std::max(m_longest, piece.text.size());
        }
        if (piece.type == Model::Normal)
            worst = std::min(worst, piece.score);
    }
    m_unknownScore = worst - unknownPenalty;
}

const SentencePieceModel::Piece* SentencePieceEncoder::find(std::string_view text) const
{
    const auto place = m_places.find(text);
    return place == m_places.end() ? nullptr : &m_model.pieces[place->second];
}

std::vector<std::string> SentencePieceEncoder::encode(std::string_view text) const
{
    const std::string normalized = m_normalizer.apply(text);
    std::vector<std::string> result;
    bool isLastUnknown = false;
    for (const Cut& cut : m_model.kind == Model::Kind::Bpe ? cutByMerges(normalized) : cutByScores(normalized)) {
        if (cut.isUnknown && m_model.hasByteFallback)
            for (const char byte : cut.text)
                result.push_back(byteTokenText(static_cast<unsigned char>(byte)));
        else if (cut.isUnknown && isLastUnknown)
            result.back() += cut.text;
        else
            result.emplace_back(cut.text);
        isLastUnknown = cut.isUnknown;
    }
    return result;
}

std::vector<SentencePieceEncoder::Cut> SentencePieceEncoder::cutByScores(std::string_view text) const
{
    struct Node
    {
        float score = 0.0f;
        std::int64_t start = -1; // -1: no way found yet
        bool isUnknown = false;
    };
    // Single precision, as the library: the first of equal sums stays, and sums are equal that are not in double precision.
    std::vector<Node> best(text.size() + 1);
    const auto offer = [&](std::size_t start, std::size_t end, float score, bool isUnknown) {
        if (best[end].start < 0 || score > best[end].score)
            best[end] = {score, static_cast<std::int64_t>(start), isUnknown};
    };
    for (std::size_t at = 0; at < text.size();) {
        checkStop();
        const std::size_t length = std::max<std::size_t>(decodeChar(text, at).bytes, 1);
        const float before = best[at].score;
        bool isCovered = false;
        m_trie.eachPrefix(text, at, [&](std::size_t matched, std::int32_t place) {
            const Model::Piece& piece = m_model.pieces[static_cast<std::size_t>(place)];
            if (piece.type == Model::Unused)
                return;
            const float score = piece.type == Model::UserDefined ? userBonus * static_cast<float>(matched - 1) : piece.score;
            offer(at, at + matched, score + before, false);
            isCovered = isCovered || matched == length;
        });
        if (!isCovered)
            offer(at, at + length, m_unknownScore + before, true);
        at += length;
    }
    std::vector<Cut> cuts;
    for (std::size_t end = text.size(); end > 0;) {
        const auto start = static_cast<std::size_t>(best[end].start);
        cuts.push_back({text.substr(start, end - start), best[end].isUnknown});
        end = start;
    }
    std::reverse(cuts.begin(), cuts.end());
    return cuts;
}

std::string SentencePieceEncoder::decode(std::span<const std::string> pieces) const
{
    std::string result, bytes;
    bool isAtStart = true, hasTakenSpace = false; // the space that was put before the text goes again
    for (const std::string& text : pieces) {
        const Model::Piece* piece = find(text);
        if (piece && piece->type == Model::Byte) {
            bytes += byteOfToken(text).value_or(' ');
            continue;
        }
        result += withReplacements(bytes);
        bytes.clear();
        if (hasTakenSpace || !result.empty())
            isAtStart = false;
        hasTakenSpace = false;
        if (!piece)
            result += text;
        else if (piece->type == Model::Unknown)
            result += m_model.unknownSurface;
        else if (piece->type != Model::Control) {
            std::string_view rest = text;
            if (isAtStart && (m_model.addsPrefix || m_model.removesSpaces) && rest.starts_with(spaceMark)) {
                rest.remove_prefix(3);
                hasTakenSpace = !m_model.removesSpaces; // else all of them go
            }
            result += withSpaces(rest);
        }
    }
    return result + withReplacements(bytes);
}

} // namespace core
