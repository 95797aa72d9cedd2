#pragma once

// The steps of one head between q · k and the input of its softmax, of which the engine records only every second one; and
// patterns whose rows and columns are combined. All matrices are [query, key].

#include "core/base/tensor.h"

#include <span>
#include <utility>

namespace core {

/// q · k: `content` is attn.scores_content. REQUIRES: scale != 0.
Matrix unscaledScores(const ConstMatrixView& content, double scale);

/// content + bias. REQUIRES: the same shape.
Matrix biasedScores(const ConstMatrixView& content, const ConstMatrixView& bias);

/// cap · tanh(score / cap); the scores themselves for cap 0.
Matrix cappedScores(const ConstMatrixView& scores, double cap);

/// First and last of neighbours that are combined.
using IndexRange = std::pair<Index, Index>;

/// A pattern over groups of tokens: weights of a group of keys are added up, those of a group of queries averaged, so that a
/// row still sums to what it did. REQUIRES: the ranges are inside.
Matrix summedPattern(const ConstMatrixView& pattern, std::span<const IndexRange> queries, std::span<const IndexRange> keys);

/// The largest score of each group of cells: −inf only where every cell is masked.
Matrix largestScores(const ConstMatrixView& scores, std::span<const IndexRange> queries, std::span<const IndexRange> keys);

/// How far the rows of a pattern are from those of another.
struct Divergence
{
    double mean = 0;     // nats, KL(a ‖ b), over the rows where it is finite; NaN when there is none
    double largest = 0;  // of those rows
    Index row = -1;      // where; -1: no finite row
    Index infinite = 0;  // rows where b gives nothing to a key that a looks at (another mask)
};

/// What a row lacks to 1 (a learned sink) counts as one more key. REQUIRES: the same shape.
Divergence rowDivergence(const ConstMatrixView& a, const ConstMatrixView& b);

} // namespace core
