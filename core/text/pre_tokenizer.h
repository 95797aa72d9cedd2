#pragma once

// Pre-tokenizers: cut a normalized text into the pieces that the model sees one at a time.
// To add a kind: write its struct with its split(), read it in readPreTokenizer() by its `type` in
// tokenizer.json, and append it to the PreTokenizerKind line. A Sequence in the file is simply the list of
// its members.

#include "core/io/json_value.h"
#include "core/text/cut_text.h"
#include "core/text/pattern.h"
#include "core/text/unicode.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core {

/// How GPT-2 cuts a text: contractions, words, numbers and signs with the space before them, white space.
inline constexpr const char* gpt2Regex = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

/// How Qwen2 does: single digits, line ends with the signs before them.
inline constexpr const char* qwen2Regex
    = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

namespace pre_tokenizers {

/// Bytes become characters of the byte alphabet; with the regex, the text is first cut as GPT-2 does.
struct ByteLevel
{
    bool addPrefixSpace = false;
    std::optional<Pattern> regex;
    std::vector<Piece> split(Piece piece) const;
};

struct Split
{
    Pattern pattern;
    SplitBehavior behavior = SplitBehavior::Isolated;
    bool isInverted = false; // cut at what does not match
    std::vector<Piece> split(const Piece& piece) const;
};

/// Numbers of any script, each digit alone or in runs.
struct Digits
{
    bool isIndividual = false;
    std::vector<Piece> split(const Piece& piece) const;
};

struct Punctuation
{
    SplitBehavior behavior = SplitBehavior::Isolated;
    std::vector<Piece> split(const Piece& piece) const;
};

struct WhitespaceSplit
{
    std::vector<Piece> split(const Piece& piece) const;
};

/// Runs of word characters and runs of signs; white space goes.
struct Whitespace
{
    std::vector<Piece> split(const Piece& piece) const;
};

/// Cuts where this character stands, which goes.
struct CharDelimiterSplit
{
    char32_t delimiter = 0;
    std::vector<Piece> split(const Piece& piece) const;
};

/// Pieces of so many characters.
struct FixedLength
{
    std::size_t length = 5; // > 0
    std::vector<Piece> split(const Piece& piece) const;
};

/// Cuts where the script changes; Japanese and Chinese are one.
struct UnicodeScripts
{
    std::vector<Piece> split(const Piece& piece) const;
};

/// Spaces become the replacement character, which then begins a piece.
struct Metaspace
{
    enum class Prepend
    {
        Always,
        First, // only at the very start of the text
        Never
    };

    std::string replacement = spaceMark;
    Prepend prepend = Prepend::Always;
    bool isSplit = true;
    std::vector<Piece> split(Piece piece) const;
};

} // namespace pre_tokenizers

using PreTokenizerKind = std::variant<pre_tokenizers::ByteLevel, pre_tokenizers::Split, pre_tokenizers::Digits,
    pre_tokenizers::Punctuation, pre_tokenizers::WhitespaceSplit, pre_tokenizers::Whitespace, pre_tokenizers::Metaspace,
    pre_tokenizers::CharDelimiterSplit, pre_tokenizers::FixedLength, pre_tokenizers::UnicodeScripts>;
using PreTokenizer = std::vector<PreTokenizerKind>; // each cuts what the one before left; empty: no cut

/// The stage that is in the file (null: none). Throws Error{BadInput}, for a type that is not known too.
PreTokenizer readPreTokenizer(const JsonValue& json);

/// Whether some stage cuts the very beginning of the text in another way: it then has to know where that is.
bool asksForStart(const PreTokenizer& preTokenizer);

/// The pieces of a text, in order. REQUIRES: the text is UTF-8. Throws Error{BadInput} when a regex gives up.
std::vector<Piece> preTokenize(const PreTokenizer& preTokenizer, Piece text);

/// Reads `prepend_scheme` (or the older add_prefix_space) of a Metaspace, which pre-tokenizers and decoders
/// share.
pre_tokenizers::Metaspace readMetaspace(const JsonValue& json);

} // namespace core
