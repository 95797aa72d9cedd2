#pragma once

// A model file of SentencePiece (tokenizer.model, spiece.model): pieces with scores, and what happens to a text before. It is a
// message of protocol buffers; read here by position, without recursion, every length checked against what is left.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct SentencePieceModel
{
    enum class Kind
    {
        Unigram = 1,
        Bpe = 2,
        Word = 3,
        Char = 4
    };

    enum PieceType
    {
        Normal = 1,
        Unknown = 2,
        Control = 3,
        UserDefined = 4,
        Unused = 5,
        Byte = 6
    };

    struct Piece
    {
        std::string text;
        float score = 0.0f;
        int type = Normal;
    };

    std::vector<Piece> pieces; // never empty
    Kind kind = Kind::Unigram;
    std::int64_t unknownId = 0;
    bool hasByteFallback = false;
    bool addsPrefix = true;      // a space before the text
    bool removesSpaces = true;   // at both ends, and all but one of several
    bool escapesSpaces = true;   // as U+2581
    bool putsSpaceLast = false;  // the space that is added is behind the text
    std::string unknownSurface = " \xE2\x81\x87 "; // what the unknown piece itself is decoded to
    std::string unknownPiece = "<unk>", beginPiece = "<s>", endPiece = "</s>";
    std::string charsmap; // empty: none
};

/// Throws Error{BadInput} naming `file` and the byte: for what is no such message, text that is not UTF-8, scores that are not
/// finite, an unknown kind, no pieces, a piece that stands twice, an id of the unknown piece that is not one.
SentencePieceModel parseSentencePiece(std::string_view bytes, const std::string& file);

/// The same from a file of at most 64 MiB.
SentencePieceModel readSentencePiece(const std::string& path);

} // namespace core
