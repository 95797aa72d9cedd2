#pragma once

// The SentencePiece library itself, for the tokenizers of the reference that run it (Marian, M2M-100): from a text to pieces
// and back. The stages of tokenizer.json do not give the same: the library weighs in single precision, ties fall differently,
// merges go by the scores of the results, and spaces have rules of their own.

#include "core/text/sentence_piece_model.h"
#include "core/text/sentence_piece_normalizer.h"
#include "core/text/trie.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core {

/// Throws Error{BadInput} without file: neither unigram nor bpe, not one unknown piece, an empty piece, bytes that are
/// missing, a bad character map.
void checkSentencePiece(const SentencePieceModel& model);

class SentencePieceEncoder
{
public:
    /// Throws as checkSentencePiece().
    explicit SentencePieceEncoder(SentencePieceModel model);
    SentencePieceEncoder(const SentencePieceEncoder&) = delete;
    SentencePieceEncoder& operator=(const SentencePieceEncoder&) = delete;

    /// The texts of the pieces, that of unknown characters as they stand, neighbouring ones together. REQUIRES: UTF-8.
    std::vector<std::string> encode(std::string_view text) const;

    /// The text of pieces; one that the model does not know stands for itself.
    std::string decode(std::span<const std::string> pieces) const;

    const SentencePieceModel& model() const { return m_model; }

private:
    struct Cut
    {
        std::string_view text;
        bool isUnknown = false;
    };

    static bool isOfText(const SentencePieceModel::Piece& piece); // only these are found in a text
    std::vector<Cut> cutByScores(std::string_view text) const;
    std::vector<Cut> cutByMerges(std::string_view text) const;
    const SentencePieceModel::Piece* find(std::string_view text) const;

    SentencePieceModel m_model;
    SentencePieceNormalizer m_normalizer;
    Trie m_trie;                                               // of unigram: the pieces that a text may be cut into
    std::unordered_map<std::string_view, std::size_t> m_places; // in m_model.pieces
    std::size_t m_longest = 0;                                 // bytes of a piece
    float m_unknownScore = 0.0f;
};

} // namespace core
