#include "core/text/pre_tokenizer.h"

#include "core/text/byte_level.h"
#include "core/text/reference_classes.h"
#include "core/text/stage_list.h"
#include "core/text/unicode.h"
#include "core/text/unicode_scripts.h"

#include <algorithm>

namespace core {

namespace {

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
    if (addPrefixSpace && !piece.text.starts_with(' ')) {
        piece.text.insert(0, " ");
        piece.start += piece.isAtStart() ? 1 : 0;
    }
    std::vector<Piece> pieces;
    if (regex)
        pieces = cut(piece, partsOf(regex->findAll(piece.text), piece.text.size()), SplitBehavior::Isolated);
    else
        pieces.push_back(std::move(piece));
    for (Piece& each : pieces) {
        each.start = toByteAlphabet(each.text.substr(0, each.start)).size();
        each.text = toByteAlphabet(each.text);
    }
    return pieces;
}

std::vector<Piece> Split::split(const Piece& piece) const
{
    std::vector<CutPart> parts = partsOf(pattern.findAll(piece.text), piece.text.size());
    if (isInverted)
        for (CutPart& part : parts)
            part.isMatch = !part.isMatch;
    return cut(piece, parts, behavior);
}

std::vector<Piece> Digits::split(const Piece& piece) const
{
    return cut(
        piece, partsOfChars(piece.text, isReferenceNumber), isIndividual ? SplitBehavior::Isolated : SplitBehavior::Contiguous);
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

std::vector<Piece> CharDelimiterSplit::split(const Piece& piece) const
{
    return cut(piece, partsOfChars(piece.text, [&](char32_t code) { return code == delimiter; }), SplitBehavior::Removed);
}

std::vector<Piece> FixedLength::split(const Piece& piece) const
{
    std::vector<Piece> pieces;
    std::size_t begin = 0, count = 0;
    for (std::size_t at = 0; at < piece.text.size();) {
        at += decodeChar(piece.text, at).bytes;
        if (++count == length || at == piece.text.size()) {
            pieces.push_back(partOf(piece, {begin, at}));
            begin = at;
            count = 0;
        }
    }
    return pieces;
}

std::vector<Piece> UnicodeScripts::split(const Piece& piece) const
{
    // Characters of no script go with those before them; at the very beginning they are lost, as in the reference.
    std::vector<std::size_t> begins;
    int last = anyScript;
    for (std::size_t at = 0; at < piece.text.size();) {
        const DecodedChar next = decodeChar(piece.text, at);
        const int script = referenceScript(next.code);
        if (script != anyScript && script != last)
            begins.push_back(at);
        if (script != anyScript)
            last = script;
        at += next.bytes;
    }
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < begins.size(); ++i)
        pieces.push_back(partOf(piece, {begins[i], i + 1 < begins.size() ? begins[i + 1] : piece.text.size()}));
    return pieces;
}

std::vector<Piece> Metaspace::split(Piece piece) const
{
    std::string text;
    std::size_t start = 0;
    for (std::size_t at = 0; at < piece.text.size(); ++at) {
        piece.text[at] == ' ' ? text += replacement : text += piece.text[at];
        if (at < piece.start)
            start = text.size();
    }
    const bool isWanted = prepend == Prepend::Always || (prepend == Prepend::First && piece.isAtStart());
    if (isWanted && !text.starts_with(replacement)) {
        text.insert(0, replacement);
        start += piece.isAtStart() ? replacement.size() : 0;
    }
    piece = {std::move(text), start};
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
        } else if (type == "CharDelimiterSplit") {
            result.push_back(CharDelimiterSplit{stage["delimiter"].character()});
        } else if (type == "FixedLength") {
            constexpr std::int64_t most = std::int64_t(1) << 31;
            result.push_back(FixedLength{stage.has("length") ? std::size_t(stage["length"].integer(1, most)) : 5});
        } else if (type == "UnicodeScripts") {
            result.push_back(UnicodeScripts{});
        } else {
            refuseType(stage,
                "ByteLevel, Split, Digits, Punctuation, WhitespaceSplit, Whitespace, BertPreTokenizer, Metaspace, "
                "CharDelimiterSplit, FixedLength, UnicodeScripts or Sequence");
        }
    });
    return result;
}

bool asksForStart(const PreTokenizer& preTokenizer)
{
    return std::any_of(preTokenizer.begin(), preTokenizer.end(), [](const PreTokenizerKind& kind) {
        const auto* metaspace = std::get_if<pre_tokenizers::Metaspace>(&kind);
        return metaspace && metaspace->prepend == pre_tokenizers::Metaspace::Prepend::First;
    });
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
