#include "core/analysis/attention_stages.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr double kRounding = 1e-4; // what a row of float32 weights may lack to 1 without a sink

} // namespace

Matrix unscaledScores(const ConstMatrixView& content, double scale)
{
    assert(scale != 0);
    return content / float(scale);
}

Matrix biasedScores(const ConstMatrixView& content, const ConstMatrixView& bias)
{
    assert(content.rows() == bias.rows() && content.cols() == bias.cols());
    return content + bias;
}

Matrix cappedScores(const ConstMatrixView& scores, double cap)
{
    Matrix capped = scores;
    if (cap == 0)
        return capped;
    const auto limit = float(cap);
    for (Index i = 0; i < capped.size(); ++i)
        capped.data()[i] = limit * std::tanh(capped.data()[i] / limit);
    return capped;
}

Matrix summedPattern(const ConstMatrixView& pattern, std::span<const IndexRange> queries, std::span<const IndexRange> keys)
{
    Matrix sums(Index(queries.size()), Index(keys.size()));
    for (Index i = 0; i < sums.rows(); ++i)
        for (Index j = 0; j < sums.cols(); ++j) {
            const auto [top, bottom] = queries[std::size_t(i)];
            const auto [left, right] = keys[std::size_t(j)];
            double sum = 0;
            for (Index query = top; query <= bottom; ++query)
                for (Index key = left; key <= right; ++key)
                    sum += double(pattern(query, key));
            sums(i, j) = float(sum / double(bottom - top + 1));
        }
    return sums;
}

Matrix largestScores(const ConstMatrixView& scores, std::span<const IndexRange> queries, std::span<const IndexRange> keys)
{
    Matrix largest(Index(queries.size()), Index(keys.size()));
    for (Index i = 0; i < largest.rows(); ++i)
        for (Index j = 0; j < largest.cols(); ++j) {
            const auto [top, bottom] = queries[std::size_t(i)];
            const auto [left, right] = keys[std::size_t(j)];
            largest(i, j) = scores.block(top, left, bottom - top + 1, right - left + 1).maxCoeff();
        }
    return largest;
}

Divergence rowDivergence(const ConstMatrixView& a, const ConstMatrixView& b)
{
    assert(a.rows() == b.rows() && a.cols() == b.cols());
    Divergence result;
    double total = 0;
    Index finite = 0;
    for (Index row = 0; row < a.rows(); ++row) {
        double divergence = 0, restA = 1, restB = 1;
        const auto add = [&](double p, double q) {
            if (p > 0)
                divergence += q > 0 ? p * std::log(p / q) : std::numeric_limits<double>::infinity();
        };
        for (Index key = 0; key < a.cols(); ++key) {
            add(double(a(row, key)), double(b(row, key)));
            restA -= double(a(row, key));
            restB -= double(b(row, key));
        }
        if (restA > kRounding)
            add(restA, restB > kRounding ? restB : 0);
        if (!std::isfinite(divergence)) {
            ++result.infinite;
            continue;
        }
        divergence = std::max(divergence, 0.0); // rounding
        total += divergence;
        ++finite;
        if (result.row < 0 || divergence > result.largest) {
            result.largest = divergence;
            result.row = row;
        }
    }
    result.mean = finite > 0 ? total / double(finite) : std::numeric_limits<double>::quiet_NaN();
    return result;
}

} // namespace core
