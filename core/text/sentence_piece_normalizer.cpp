#include "core/text/sentence_piece_normalizer.h"

#include "core/base/error.h"
#include "core/base/stop_scope.h"
#include "core/text/unicode.h"

namespace core {

namespace {

constexpr const char* replacement = "\xEF\xBF\xBD";

} // namespace

SentencePieceNormalizer::SentencePieceNormalizer(const SentencePieceModel& model)
    : m_map(model.charsmap.empty() ? nullptr : std::make_shared<const Charsmap>(model.charsmap))
    , m_addsPrefix(model.addsPrefix)
    , m_removesSpaces(model.removesSpaces)
    , m_escapesSpaces(model.escapesSpaces)
    , m_putsSpaceLast(model.putsSpaceLast)
{
    for (const SentencePieceModel::Piece& piece : model.pieces)
        if (piece.type == SentencePieceModel::UserDefined)
            m_userPieces.insert(piece.text, 0);
}

std::size_t SentencePieceNormalizer::userPiece(std::string_view text) const
{
    std::size_t longest = 0;
    m_userPieces.eachPrefix(text, 0, [&](std::size_t length, std::int32_t) { longest = length; });
    return longest;
}

SentencePieceNormalizer::Step SentencePieceNormalizer::step(std::string_view text) const
{
    if (const std::size_t own = userPiece(text))
        return {own, text.substr(0, own)};
    if (m_map)
        if (const auto found = m_map->findLongest(text))
            return {found->first, found->second};
    // A rule of the map may end inside a character.
    const std::size_t bytes = decodeChar(text, 0).bytes;
    return bytes == 0 ? Step{1, replacement} : Step{bytes, text.substr(0, bytes)};
}

std::string SentencePieceNormalizer::apply(std::string_view text) const
{
    const std::size_t most = 64 * text.size() + (std::size_t(1) << 20);
    const std::string space = m_escapesSpaces ? spaceMark : " ";
    for (Step next; m_removesSpaces && !text.empty(); text.remove_prefix(next.bytes)) {
        next = step(text);
        if (next.fresh != " ")
            break;
    }
    if (text.empty())
        return {};
    std::string result;
    if (m_addsPrefix && !m_putsSpaceLast)
        result += space;
    bool isAfterSpace = m_removesSpaces;
    while (!text.empty()) {
        checkStop();
        Step next = step(text);
        while (isAfterSpace && next.fresh.starts_with(' '))
            next.fresh.remove_prefix(1);
        for (const char c : next.fresh)
            if (c == ' ')
                result += space;
            else
                result += c;
        if (!next.fresh.empty())
            isAfterSpace = m_removesSpaces && next.fresh.ends_with(' ');
        text.remove_prefix(next.bytes);
        if (result.size() > most)
            throw Error({.problem = CUTAWAY_TR("a replacement of the tokenizer makes the text too long")});
    }
    while (m_removesSpaces && result.ends_with(space))
        result.resize(result.size() - space.size());
    if (m_addsPrefix && m_putsSpaceLast)
        result += space;
    return result;
}

} // namespace core
