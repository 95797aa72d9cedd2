#pragma once

// Tokenizers: text to ids and back, exactly as the reference `tokenizers` library does it.
// A Tokenizer runs whatever tokenizer.json (or the tokenizer inside a GGUF) says: added tokens, normalizer,
// pre-tokenizer, model, post-processor, decoder. Each stage is a family in its own pair of files.

#include "core/base/token_id.h"
#include "core/io/json.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class Tokenizer
{
public:
    virtual ~Tokenizer() = default;

    /// Ids of the text. With `special`, the post-processor adds what it adds (BOS, [CLS] …).
    /// Throws Error{BadInput} for text that is not UTF-8 or larger than 8 MiB, or when a regex gives up.
    virtual std::vector<TokenId> encode(std::string_view text, bool special = true) const = 0;

    /// Ids of the text as the target of an encoder–decoder, special ones included: some tokenizers cut it with another model or
    /// put other tokens around it. Throws as encode().
    virtual std::vector<TokenId> encodeTarget(std::string_view text) const { return encode(text); }

    /// Text of the ids; bytes that do not form UTF-8 become U+FFFD. Unknown ids are left out.
    virtual std::string decode(std::span<const TokenId> ids, bool skipSpecial = false) const = 0;

    /// What one token looks like on screen: its own decoded text ("▁Paris" -> " Paris", bytes of an
    /// incomplete character as <0xE7>), never empty for a known id; "<unused 123>" beyond the vocabulary.
    virtual std::string tokenText(TokenId id) const = 0;

    virtual std::size_t vocabularySize() const = 0; // highest id + 1
    virtual bool isSpecial(TokenId id) const = 0;
    virtual std::optional<TokenId> endOfSequence() const = 0; // when the files name one
    virtual std::optional<TokenId> beginOfSequence() const = 0;

    /// The tokenizer as tokenizer.json text, for `cutaway save`. Empty when it has no such form.
    virtual std::string toJson() const = 0;
};

/// Ids that begin and end a text, as the files next to a tokenizer name them (config.json,
/// generation_config.json).
struct SpecialIds
{
    std::optional<TokenId> beginOfSequence;
    std::optional<TokenId> endOfSequence;
};

/// From a parsed tokenizer.json. `file` is named in errors. Unknown stages are errors, never skipped.
/// tokenizer.json itself names no special ids: `special` holds what the files next to it say. (One that we
/// saved marks those that are added tokens.)
std::unique_ptr<Tokenizer> makeTokenizer(const Json& tokenizerJson, const std::string& file, SpecialIds special = {});

/// The tokenizer of the built-in models: words and punctuation of its vocabulary, other text byte by byte.
std::unique_ptr<Tokenizer> makeBuiltInTokenizer();

} // namespace core
