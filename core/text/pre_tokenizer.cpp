#include "core/text/pre_tokenizer.h"

#include "core/text/byte_level.h"
#include "core/text/reference_classes.h"
#include "core/text/stage_list.h"
#include "core/text/unicode.h"

#include <algorithm>

namespace core {

namespace {

/// A stretch of the text and whether it is a match.
struct Part
{
    TextRange range;
    bool isMatch = false;
};

/// The whole text as matches and what lies between them.
std::vector<Part> partsOf(const std::vector<TextRange>& matches, std::size_t size)
{
    std::vector<Part> parts;
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

/// Each character that `isMatch` accepts is a match of its own.
template <class Predicate>
std::vector<Part> partsOfChars(const std::string& text, Predicate isMatch)
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

/// Joins each match with the part before it, unless that is a match too.
std::vector<TextRange> mergedWithPrevious(const std::vector<Part>& parts)
{
    std::vector<TextRange> result;
    bool wasMatch = false;
    for (const Part& part : parts) {
        if (part.isMatch && !wasMatch && !result.empty())
            result.back().end = part.range.end;
        else
            result.push_back(part.range);
        wasMatch = part.isMatch;
    }
    return result;
}

std::vector<TextRange> mergedWithNext(const std::vector<Part>& parts)
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

std::vector<TextRange> contiguous(const std::vector<Part>& parts)
{
    std::vector<TextRange> result;
    bool wasMatch = false;
    for (const Part& part : parts) {
        if (part.isMatch == wasMatch && !result.empty())
            result.back().end = part.range.end;
        else
            result.push_back(part.range);
        wasMatch = part.isMatch;
    }
    return result;
}

std::vector<TextRange> rangesOf(const std::vector<Part>& parts, SplitBehavior behavior)
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
        for (const Part& part : parts)
            if (!part.isMatch || behavior == SplitBehavior::Isolated)
                result.push_back(part.range);
    }
    return result;
}

std::vector<Piece> cut(const Piece& piece, const std::vector<Part>& parts, SplitBehavior behavior)
{
    std::vector<Piece> pieces;
    for (const TextRange& range : rangesOf(parts, behavior))
        if (range.begin != range.end)
            pieces.push_back({piece.text.substr(range.begin, range.end - range.begin), piece.isAtStart && range.begin == 0});
    return pieces;
}

SplitBehavior readBehavior(const JsonValue& json)
{
    static const std::pair<const char*, SplitBehavior> names[] = {{"Removed", SplitBehavior::Removed},
        {"Isolated", SplitBehavior::Isolated}, {"MergedWithPrevious", SplitBehavior::MergedWithPrevious},
        {"MergedWithNext", SplitBehavior::MergedWithNext}, {"Contiguous", SplitBehavior::Contiguous}};
    for (const auto& [name, behavior] : names)
        if (json.string() == name)
            return behavior;
    json.refuse(CUTAWAY_TR("unknown value"), "Removed, Isolated, MergedWithPrevious, MergedWithNext or Contiguous");
}

} // namespace

namespace pre_tokenizers {

std::vector<Piece> ByteLevel::split(Piece piece) const
{
    if (addPrefixSpace && !piece.text.starts_with(' '))
        piece.text.insert(0, " ");
    std::vector<Piece> pieces;
    if (regex)
        pieces = cut(piece, partsOf(regex->findAll(piece.text), piece.text.size()), SplitBehavior::Isolated);
    else
        pieces.push_back(std::move(piece));
    for (Piece& each : pieces)
        each.text = toByteAlphabet(each.text);
    return pieces;
}

std::vector<Piece> Split::split(const Piece& piece) const
{
    std::vector<Part> parts = partsOf(pattern.findAll(piece.text), piece.text.size());
    if (isInverted)
        for (Part& part : parts)
            part.isMatch = !part.isMatch;
    return cut(piece, parts, behavior);
}

std::vector<Piece> Digits::split(const Piece& piece) const
{
    return cut(piece, partsOfChars(piece.text, isNumber), isIndividual ? SplitBehavior::Isolated : SplitBehavior::Contiguous);
}

std::vector<Piece> Punctuation::split(const Piece& piece) const
{
    return cut(piece, partsOfChars(piece.text, isReferencePunctuation), behavior);
}

std::vector<Piece> WhitespaceSplit::split(const Piece& piece) const
{
    return cut(piece, partsOfChars(piece.text, isWhiteSpace), SplitBehavior::Removed);
}

std::vector<Piece> Whitespace::split(const Piece& piece) const
{
    std::vector<Piece> pieces;
    for (const Piece& part : WhitespaceSplit().split(piece)) {
        std::vector<Piece> runs = cut(part, partsOfChars(part.text, isReferenceWordChar), SplitBehavior::Contiguous);
        std::move(runs.begin(), runs.end(), std::back_inserter(pieces));
    }
    return pieces;
}

std::vector<Piece> Metaspace::split(Piece piece) const
{
    std::string text;
    for (const char c : piece.text)
        c == ' ' ? text += replacement : text += c;
    const bool isWanted = prepend == Prepend::Always || (prepend == Prepend::First && piece.isAtStart);
    if (isWanted && !text.starts_with(replacement))
        text.insert(0, replacement);
    piece.text = std::move(text);
    if (!isSplit)
        return {std::move(piece)};
    const std::vector<TextRange> matches = Pattern::literal(replacement).findAll(piece.text);
    return cut(piece, partsOf(matches, piece.text.size()), SplitBehavior::MergedWithNext);
}

} // namespace pre_tokenizers

pre_tokenizers::Metaspace readMetaspace(const JsonValue& json)
{
    using pre_tokenizers::Metaspace;
    Metaspace result;
    const JsonValue replacement = json["replacement"];
    replacement.character();
    result.replacement = replacement.string();
    result.isSplit = json.boolean("split", /*missing=*/true);
    if (!json.has("prepend_scheme")) {
        result.prepend
            = json.boolean("add_prefix_space", /*missing=*/true) ? Metaspace::Prepend::Always : Metaspace::Prepend::Never;
        return result;
    }
    const JsonValue scheme = json["prepend_scheme"];
    if (scheme.string() == "never")
        result.prepend = Metaspace::Prepend::Never;
    else if (scheme.string() == "first")
        result.prepend = Metaspace::Prepend::First;
    else if (scheme.string() != "always")
        scheme.refuse(CUTAWAY_TR("unknown value"), "always, first or never");
    return result;
}

PreTokenizer readPreTokenizer(const JsonValue& json)
{
    using namespace pre_tokenizers;
    PreTokenizer result;
    eachStage(json, "pretokenizers", [&](const JsonValue& stage, const std::string& type) {
        if (type == "ByteLevel") {
            ByteLevel kind{.addPrefixSpace = stage["add_prefix_space"].boolean(), .regex = {}};
            if (stage.boolean("use_regex", /*missing=*/true))
                kind.regex = Pattern::regex(gpt2Regex);
            result.push_back(std::move(kind));
        } else if (type == "Split") {
            result.push_back(
                Split{Pattern::fromJson(stage["pattern"]), readBehavior(stage["behavior"]), stage["invert"].boolean()});
        } else if (type == "Digits") {
            result.push_back(Digits{stage["individual_digits"].boolean()});
        } else if (type == "Punctuation") {
            result.push_back(Punctuation{stage.has("behavior") ? readBehavior(stage["behavior"]) : SplitBehavior::Isolated});
        } else if (type == "WhitespaceSplit") {
            result.push_back(WhitespaceSplit{});
        } else if (type == "Whitespace") {
            result.push_back(Whitespace{});
        } else if (type == "BertPreTokenizer") { // words, and each sign alone
            result.push_back(WhitespaceSplit{});
            result.push_back(Punctuation{SplitBehavior::Isolated});
        } else if (type == "Metaspace") {
            result.push_back(readMetaspace(stage));
        } else {
            refuseType(stage,
                "ByteLevel, Split, Digits, Punctuation, WhitespaceSplit, Whitespace, BertPreTokenizer, Metaspace or Sequence");
        }
    });
    return result;
}

std::vector<Piece> preTokenize(const PreTokenizer& preTokenizer, Piece text)
{
    std::vector<Piece> pieces;
    if (!text.text.empty())
        pieces.push_back(std::move(text));
    for (const PreTokenizerKind& kind : preTokenizer) {
        std::vector<Piece> cutPieces;
        for (Piece& piece : pieces) {
            std::vector<Piece> parts = std::visit([&](const auto& each) { return each.split(std::move(piece)); }, kind);
            std::move(parts.begin(), parts.end(), std::back_inserter(cutPieces));
        }
        pieces = std::move(cutPieces);
    }
    return pieces;
}

} // namespace core
