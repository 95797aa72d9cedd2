#pragma once

// Cutting a piece of text at matches, in the five ways that tokenizer.json knows.

#include "core/text/pattern.h"
#include "core/text/unicode.h"

#include <cstddef>
#include <string>
#include <vector>

namespace core {

/// A part of the text. Pieces are never empty between stages.
struct Piece
{
    std::string text;
    std::size_t start = 0; // how many of its bytes come from the very first character of the original text

    bool isAtStart() const { return start > 0; }
};

/// What becomes of the matches when a text is cut at them.
enum class SplitBehavior
{
    Removed,
    Isolated,
    MergedWithPrevious, // two neighbouring matches stay apart, here and in the next
    MergedWithNext,
    Contiguous // neighbouring matches are one piece
};

/// A stretch of the text and whether it is a match.
struct CutPart
{
    TextRange range;
    bool isMatch = false;
};

/// The whole text as matches and what is between them.
std::vector<CutPart> partsOf(const std::vector<TextRange>& matches, std::size_t size);

/// Each character that `isMatch` accepts is a match of its own.
template <class Predicate>
std::vector<CutPart> partsOfChars(const std::string& text, Predicate isMatch)
{
    std::vector<TextRange> matches;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeChar(text, at);
        if (isMatch(next.code))
            matches.push_back({at, at + next.bytes});
        at += next.bytes;
    }
    return partsOf(matches, text.size());
}

/// The pieces, without empty ones.
std::vector<Piece> cut(const Piece& piece, const std::vector<CutPart>& parts, SplitBehavior behavior);

/// The part of a piece that is in the range.
Piece partOf(const Piece& piece, TextRange range);

} // namespace core
