#pragma once

// TrainingCorpus: the rows of the bundled corpus. Documents follow from a seed, a step and the number of the row, so there is no
// end to them and nothing is kept; those whose key falls into one of twenty parts are held out (corpus_held_out.h). Beside
// documents there are random sequences that repeat, as the curriculum of a recipe says: what copying heads are made of.

#include "core/run/model.h"
#include "core/train/batch_gradient.h"
#include "core/train/corpus_writer.h"
#include "core/train/recipe.h"
#include "core/train/training_text.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace core {

/// A document of the corpus and its tokens, without the one that ends a text.
struct CorpusDocument
{
    /// At the token `at` of the document those of `right` are more probable than those of `wrong`, as what stands before tells.
    struct Question
    {
        std::string test; // "agreement", "pronoun", "bracket", "tense"
        Index at = 0;
        std::vector<TokenId> right, wrong;
    };
    std::string kind, text;
    double nats = 0; // −log of the probability of the text
    std::vector<TokenId> ids;
    std::vector<Question> questions; // none where the tokenizer has no token for each of their words
};

class TrainingCorpus
{
public:
    /// Throws Error{BadInput} for a model without a tokenizer, or with one of hardly any words.
    TrainingCorpus(const ModelPtr& model, const Curriculum& curriculum);

    /// Rows that begin with a document, half of them after the token that begins a text, documents end to end; and repeated
    /// sequences, of which what cannot be known does not count. In the first part of a curriculum twice as many rows of half the
    /// length.
    std::vector<TrainingRow> rows(const RowsWanted& wanted) const;
    std::vector<TrainingRow> heldOutRows(Index count, Index length) const; // documents that are held out

    /// The same rows with the token that the last one tells: `length` + 1 ids.
    std::vector<std::vector<TokenId>> heldOutIds(Index count, Index length) const;

    /// So many documents that are held out, or only others, one after the other.
    void eachDocument(
        std::uint64_t seed, Index count, bool heldOut, const std::function<void(const CorpusDocument&)>& visit) const;

    /// A sentence and its twin in the other language: `source`, and the target behind `start`; each at most `length` tokens.
    std::vector<TrainingRow> pairs(const RowsWanted& wanted, TokenId start) const;
    std::vector<TrainingRow> heldOutPairs(Index count, Index length, TokenId start) const;

    /// Nats a token of the tokenizer, those that end a document included, over 300 documents of each kind.
    double entropy() const;

    TextMark mark() const; // of the grammar, not of the seed

private:
    std::vector<TokenId> storyIds(std::uint64_t stream, Index length, bool heldOut) const;
    TrainingRow repeatRow(std::uint64_t stream, Index length, Index pool) const;
    TrainingRow pair(std::uint64_t stream, Index length, TokenId start, bool heldOut) const;
    std::vector<TokenId> encoded(const std::string& text) const;
    void addQuestion(const corpus::CorpusQuestion& question, CorpusDocument& to) const;

    ModelPtr m_model;
    Curriculum m_curriculum;
    std::vector<TokenId> m_order; // in which ordinary ids join the pool of the sequences
};

} // namespace core
