#include "core/text/cut_text.h"

#include <algorithm>

namespace core {

namespace {

/// Joins each match with the part before it, unless that is a match too.
std::vector<TextRange> mergedWithPrevious(const std::vector<CutPart>& parts)
{
    std::vector<TextRange> result;
    bool wasMatch = false;
    for (const CutPart& part : parts) {
        if (part.isMatch && !wasMatch && !result.empty())
            result.back().end = part.range.end;
        else
            result.push_back(part.range);
        wasMatch = part.isMatch;
    }
    return result;
}

std::vector<TextRange> mergedWithNext(const std::vector<CutPart>& parts)
{
    std::vector<TextRange> result;
    bool wasMatch = false;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        if (part->isMatch && !wasMatch && !result.empty())
            result.back().begin = part->range.begin;
        else
            result.push_back(part->range);
        wasMatch = part->isMatch;
    }
    std::reverse(result.begin(), result.end());
    return result;
}

std::vector<TextRange> contiguous(const std::vector<CutPart>& parts)
{
    std::vector<TextRange> result;
    bool wasMatch = false;
    for (const CutPart& part : parts) {
        if (part.isMatch == wasMatch && !result.empty())
            result.back().end = part.range.end;
        else
            result.push_back(part.range);
        wasMatch = part.isMatch;
    }
    return result;
}

std::vector<TextRange> rangesOf(const std::vector<CutPart>& parts, SplitBehavior behavior)
{
    std::vector<TextRange> result;
    switch (behavior) {
    case SplitBehavior::MergedWithPrevious:
        return mergedWithPrevious(parts);
    case SplitBehavior::MergedWithNext:
        return mergedWithNext(parts);
    case SplitBehavior::Contiguous:
        return contiguous(parts);
    case SplitBehavior::Removed:
    case SplitBehavior::Isolated:
        for (const CutPart& part : parts)
            if (!part.isMatch || behavior == SplitBehavior::Isolated)
                result.push_back(part.range);
    }
    return result;
}

} // namespace

std::vector<CutPart> partsOf(const std::vector<TextRange>& matches, std::size_t size)
{
    std::vector<CutPart> parts;
    std::size_t covered = 0;
    for (const TextRange& match : matches) {
        if (covered != match.begin)
            parts.push_back({{covered, match.begin}, false});
        parts.push_back({match, true});
        covered = match.end;
    }
    if (covered != size)
        parts.push_back({{covered, size}, false});
    return parts;
}

std::vector<Piece> cut(const Piece& piece, const std::vector<CutPart>& parts, SplitBehavior behavior)
{
    std::vector<Piece> pieces;
    for (const TextRange& range : rangesOf(parts, behavior))
        if (range.begin != range.end)
            pieces.push_back(partOf(piece, range));
    return pieces;
}

Piece partOf(const Piece& piece, TextRange range)
{
    const std::size_t size = range.end - range.begin;
    return {piece.text.substr(range.begin, size), std::min(size, piece.start - std::min(piece.start, range.begin))};
}

} // namespace core
