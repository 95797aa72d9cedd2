#pragma once

// Normalizers: rewrite a text before it is cut into pieces.
// To add a kind: write its struct with its `type` in tokenizer.json, its read() and apply(), and append it to
// the NormalizerKind line. A Sequence in the file is simply the list of its members.

#include "core/io/json_value.h"
#include "core/text/charsmap.h"
#include "core/text/pattern.h"
#include "core/text/unicode_forms.h"

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core {

namespace normalizers {

/// The four Unicode normalization forms.
struct UnicodeForm
{
    UnicodeFormKind form;
    std::string apply(const std::string& text) const;
};

struct Replace
{
    Pattern pattern;
    std::string content;
    std::string apply(const std::string& text) const;
};

/// Nothing is put before an empty text.
struct Prepend
{
    std::string prepend;
    std::string apply(const std::string& text) const;
};

struct Lowercase
{
    std::string apply(const std::string& text) const;
};

/// Takes the marks away; letters that hold their accent are decomposed by an NFD before this.
struct StripAccents
{
    std::string apply(const std::string& text) const;
};

/// Takes white space from the ends.
struct Strip
{
    bool isLeft = true;
    bool isRight = true;
    std::string apply(const std::string& text) const;
};

/// Control characters go, unusual white space becomes spaces.
struct Nmt
{
    std::string apply(const std::string& text) const;
};

/// Bytes become characters of the byte alphabet.
struct ByteLevel
{
    std::string apply(const std::string& text) const;
};

/// The character map of SentencePiece.
struct Precompiled
{
    std::shared_ptr<const Charsmap> map;
    std::string apply(const std::string& text) const { return map->apply(text); }
};

/// BERT's: in this order, control characters go and white space becomes spaces, Chinese characters get spaces around them,
/// accents go (what is left stays decomposed: Hangul too), capitals become small.
struct Bert
{
    bool cleansText = true;
    bool separatesChinese = true;
    bool stripsAccents = true;
    bool lowercases = true;
    std::string apply(const std::string& text) const;
};

} // namespace normalizers

using NormalizerKind = std::variant<normalizers::UnicodeForm, normalizers::Replace, normalizers::Prepend, normalizers::Lowercase,
    normalizers::StripAccents, normalizers::Bert, normalizers::Strip, normalizers::Nmt, normalizers::ByteLevel,
    normalizers::Precompiled>;
using Normalizer = std::vector<NormalizerKind>; // one after the other; empty: the text stays as it is

/// The stage that is in the file (null: none). Throws Error{BadInput}, for a type that is not known too.
Normalizer readNormalizer(const JsonValue& json);

/// REQUIRES: text is UTF-8. Throws Error{BadInput} when the text grows beyond 64 times its size + 1 MiB.
/// `start`: when not null, how many bytes of the result come from the first character of the text (some pre-tokenizers ask).
std::string normalize(const Normalizer& normalizer, std::string text, std::size_t* start = nullptr);

} // namespace core
