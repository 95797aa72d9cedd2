#pragma once

// Decoders: from the strings of tokens back to text.
// To add a kind: write its struct with decode() (all tokens) and reveal() (one token alone, as a person reads
// it), read it in readDecoder() by its `type` in tokenizer.json, and append it to the DecoderKind line.

#include "core/io/json_value.h"
#include "core/text/pattern.h"

#include <string>
#include <variant>
#include <vector>

namespace core {

using TokenTexts = std::vector<std::string>;

namespace decoders {

/// Characters of the byte alphabet become bytes; a token with any other character stands for itself.
struct ByteLevel
{
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const;
};

/// Runs of tokens <0xE7> become bytes; each byte of a run that is not UTF-8 becomes U+FFFD.
struct ByteFallback
{
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const;
};

/// All tokens become one.
struct Fuse
{
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const { return token; }
};

struct Replace
{
    Pattern pattern;
    std::string content;
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const;
};

/// Takes up to `start` and `stop` characters `content` from the ends of each token.
struct Strip
{
    std::string content; // one character
    std::size_t start = 0;
    std::size_t stop = 0;
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const { return token; } // stands for a space that one did not type
};

/// The replacement character becomes a space, or nothing in the first token when one was prepended.
struct Metaspace
{
    std::string replacement;
    bool isPrepended = true;
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const;
};

/// Tokens that begin with the prefix go on with the word before them, others begin a new one after a space. `cleansUp`
/// takes the spaces before English signs and contractions away again.
struct WordPiece
{
    std::string prefix; // "##"
    bool cleansUp = true;
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const { return token; } // the prefix shows that it goes on
};

/// The suffix of a token that ends a word becomes a space, and nothing in the last one.
struct Bpe
{
    std::string suffix; // "</w>"
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const;
};

/// Connectionist temporal classification: of equal neighbours one stays, the padding goes.
struct Ctc
{
    std::string padding;
    std::string wordDelimiter; // becomes a space
    bool cleansUp = true;
    TokenTexts decode(TokenTexts tokens) const;
    std::string reveal(std::string token) const { return token; }
};

} // namespace decoders

using DecoderKind = std::variant<decoders::ByteLevel, decoders::ByteFallback, decoders::Fuse, decoders::Replace, decoders::Strip,
    decoders::Metaspace, decoders::WordPiece, decoders::Bpe, decoders::Ctc>;

/// One after the other. `isMissing`: the file has none, and tokens are joined by spaces as the reference
/// does.
struct Decoder
{
    std::vector<DecoderKind> kinds;
    bool isMissing = true;
};

/// The stage that is in the file. Throws Error{BadInput}, for a type that is not known too.
Decoder readDecoder(const JsonValue& json);

/// UTF-8 text of the tokens.
std::string decodeTokens(const Decoder& decoder, TokenTexts tokens);

/// One token alone with its bytes and spaces made plain; bytes that are no character as <0xE7>.
std::string revealToken(const Decoder& decoder, std::string token);

} // namespace core
