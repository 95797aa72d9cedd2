#pragma once

// The normalization of the SentencePiece library: the character map with the longest match at each place (the
// `Precompiled` stage of tokenizer.json goes by grapheme clusters instead), spaces, and the mark that stands for them.

#include "core/text/charsmap.h"
#include "core/text/sentence_piece_model.h"
#include "core/text/trie.h"

#include <memory>
#include <string>
#include <string_view>

namespace core {

class SentencePieceNormalizer
{
public:
    /// Throws Error{BadInput} for a bad character map, without file and place.
    explicit SentencePieceNormalizer(const SentencePieceModel& model);

    /// REQUIRES: text is UTF-8; the result is. Throws Error{BadInput} when it grows beyond 64 times its size + 1 MiB.
    std::string apply(std::string_view text) const;

    /// Bytes of the longest piece of the user that the text begins with; 0: none.
    std::size_t userPiece(std::string_view text) const;

private:
    struct Step
    {
        std::size_t bytes = 0; // of the text
        std::string_view fresh;
    };

    Step step(std::string_view text) const;

    std::shared_ptr<const Charsmap> m_map; // null: none
    Trie m_userPieces;
    bool m_addsPrefix, m_removesSpaces, m_escapesSpaces, m_putsSpaceLast;
};

} // namespace core
