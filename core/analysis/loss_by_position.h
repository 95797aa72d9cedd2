#pragma once

// The loss of a language model at each position of long texts, far beyond those of its training: −log p of the token that
// follows, mean over rows of held-out ids.

#include "core/analysis/row_runs.h"

#include <span>
#include <vector>

namespace core {

struct LossByPosition : RowsRead
{
    std::vector<double> mean; // [position], nats a token; shorter than the rows where a table of the model ends

    std::size_t bytes() const { return mean.size() * sizeof(double); }
};

/// Rows of one id more than there are positions. Throws Stopped; Error for ids outside the vocabulary.
/// REQUIRES: a causal decoder, at least one row, rows of the same length of two ids or more.
LossByPosition lossByPosition(const Setup& setup, std::span<const std::vector<TokenId>> rows, const RunControl& control = {});

/// Mean of the numbers first … last − 1; NaN when there are not so many.
double meanBetween(std::span<const double> numbers, Index first, Index last);

/// The mean around each number over `width` of them (odd), fewer at the ends.
std::vector<double> smoothed(std::span<const double> numbers, Index width);

} // namespace core
