#pragma once

// EncodingRecord: how a text becomes tokens, noted by the stages of its tokenizer while they work: the words that the model gets,
// the tokens of each, and the steps of the model in one of them. The stages are those of Tokenizer::encode(); nothing is computed
// a second way.
// To add steps of a model: their struct here and in the WordSteps line; the model's tokenize() fills it in.

#include "core/text/tokenizer.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core {

/// A token, and the bytes of its word that it stands for. A character that is spelled in byte tokens gives each of them a byte;
/// neighbouring unknown characters are one token, and a character that nothing stands for has none.
struct TokenSpan
{
    TokenId id = 0;
    std::size_t begin = 0, end = 0; // bytes of EncodedWord::text
    bool isUnknown = false; // the vocabulary has nothing for it: the text is lost

    bool operator==(const TokenSpan&) const = default;
};

/// BPE: the pair of neighbours with the lowest rank becomes one piece, until no pair has a rank.
struct MergeSteps
{
    struct Merge
    {
        std::uint32_t rank = 0; // place in the list of merges, from 0 on
        TokenId left = 0, right = 0, result = 0;
        std::size_t begin = 0, middle = 0, end = 0; // bytes of the left and of the right piece
    };
    std::vector<TokenSpan> characters; // where it begins: a piece for each character
    std::vector<Merge> merges; // in their order
    bool isWhole = false; // the word is a token itself, and such a model then merges nothing
};

/// WordPiece: at each place the longest token that begins there.
struct MatchSteps
{
    struct Place
    {
        std::size_t begin = 0;
        std::vector<TokenSpan> found; // tokens that begin here, shortest first: the last is taken; empty: the word is unknown
    };
    std::vector<Place> places;
    bool isTooLong = false; // more characters than the model takes: unknown without a look
};

/// Unigram: of all ways through the word the one with the highest sum of scores.
struct LatticeSteps
{
    struct Edge
    {
        TokenId id = 0;
        std::size_t begin = 0, end = 0; // bytes
        double score = 0; // log-probability of the token, as the file has it
        bool isUnknown = false; // the unknown token: of a character that no token covers
    };
    std::vector<Edge> edges; // by begin, then shortest first
    bool isCut = false; // there are more than maxEdges: none is noted
    static constexpr std::size_t maxEdges = 20'000;
};

/// WordLevel: the word is a token, or it is unknown.
struct LookupSteps
{
    bool isKnown = true;
};

using WordSteps = std::variant<std::monostate, MergeSteps, MatchSteps, LatticeSteps, LookupSteps>; // monostate: none

/// What a model notes of one piece that it gets.
struct PieceRecord
{
    std::optional<std::size_t> wanted; // in: a place in `tokens`, whose word's steps are noted; may be behind their end
    std::vector<TokenSpan> tokens; // out
    std::vector<std::size_t> starts = {}; // out: bytes at which words begin, ascending, the first 0: no token, and of Unigram no
                                          // possible one, goes across
    WordSteps steps = {}; // out: bytes count from the beginning of the word

    /// The bytes of the word that holds the wanted token; nothing when there is none. REQUIRES: tokens and starts are there.
    std::optional<std::pair<std::size_t, std::size_t>> wantedWord(std::size_t pieceSize) const;
};

/// A part of a text that is cut for itself.
struct EncodedWord
{
    std::string text; // as the model sees it: normalized, of byte-level tokenizers in the byte alphabet
    std::size_t first = 0; // of EncodingRecord::ids
    std::vector<TokenSpan> tokens; // one for each id from `first` on
    bool isAdded = false; // an added token, found in the text or put around it: no model cuts it
};

struct EncodingRecord
{
    std::vector<TokenId> ids;
    std::vector<EncodedWord> words;
    std::size_t wanted = 0; // the word whose steps are noted; 0 when there is no such token
    WordSteps steps;
    bool isByteLevel = false; // words are in the byte alphabet
};

/// A tokenizer whose stages note what they do.
class RecordsEncoding
{
public:
    virtual ~RecordsEncoding() = default;

    /// As Tokenizer::encode(), with the steps in the word of token `token` of the result. Throws as that does.
    virtual EncodingRecord recordEncoding(std::string_view text, bool special, std::size_t token) const = 0;
};

/// Of any tokenizer; one that does not note its steps has a word for each token, and no steps. Throws as Tokenizer::encode().
EncodingRecord recordEncoding(const Tokenizer& tokenizer, std::string_view text, bool special, std::size_t token);

} // namespace core
