#pragma once

// What follows from the steps that a tokenizer noted of a word (core/text/encoding_record.h): the pieces between two merges, the
// best ways through a lattice, the bytes of each character. Functions of the notes alone.

#include "core/text/encoding_record.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The pieces of the word after the first `merges` merges, or all of them when there are fewer.
std::vector<TokenSpan> piecesAfter(const MergeSteps& steps, std::size_t merges);

/// A way from the first to the last byte of a word.
struct LatticePath
{
    std::vector<std::size_t> edges; // of LatticeSteps::edges, in order
    double score = 0;               // sum of their scores
};

/// The `count` ways with the highest sums, best first; fewer when there are not so many. Of equal sums the one that the model
/// takes is the first. `size`: bytes of the word.
std::vector<LatticePath> bestPaths(const LatticeSteps& lattice, std::size_t size, std::size_t count);

/// How many ways there are through the word.
double pathCount(const LatticeSteps& lattice, std::size_t size);

/// A byte of a character.
struct CharacterByte
{
    unsigned char byte = 0;
    std::string letter; // its character in the byte alphabet; empty: the tokenizer has none
    int token = -1;     // of the word: which of its tokens holds it; −1: none
};

/// A character of a word in UTF-8.
struct CharacterBytes
{
    char32_t code = 0;
    std::string text;   // empty: a byte that is part of no character of this word
    std::vector<CharacterByte> bytes;
};

/// The characters of a word with their bytes. `isByteLevel`: the word is in the byte alphabet.
std::vector<CharacterBytes> characterBytes(const EncodedWord& word, bool isByteLevel);

/// A token over the characters of the text that was cut.
struct PlacedToken
{
    TokenId id = 0;
    double begin = 0, end = 0; // characters of the text, white space too; between two where it is a part of one. Equal: it stands
                               // for nothing that was typed
    bool isAdded = false; // found as a whole, or put around the text
    bool isUnknown = false;
};

/// Every token of `text` over its characters. Normalizers may change, add and take away characters: where words and text differ
/// the places are those of as many characters. REQUIRES: the record is of this text.
std::vector<PlacedToken> placedTokens(const EncodingRecord& record, std::string_view text);

} // namespace core
