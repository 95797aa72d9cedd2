#pragma once

// Parts that both selective state spaces (selective_ssm, state_space_dual) share.

#include "core/layers/back_scope.h"
#include "core/layers/scope.h"

#include <algorithm>
#include <vector>

namespace core {

// Where a model without a file starts: A = −exp(0) = −1 and softplus(bias) = 0.01, the middle of Mamba's Δ of 0.001 … 0.1
// (arXiv 2312.00752, §3.6), so that a state fades by about 1 % per token; D = 1.
inline constexpr float kStartOfLogA = 0.f;
inline constexpr float kStartOfStepBias = -4.6001660f; // log(e^0.01 − 1)
inline constexpr float kStartOfD = 1.f;

/// Columns [from, from + n) of `whole` [token, more] = part [token, n].
inline void setColumns(const BackScope& mixer, const Tensor& part, Index from, Tensor& whole)
{
    const Index count = part.columns();
    mixer.rows(whole.rows(), 2 * count, [&](Index t) { std::copy_n(part.row(t), count, whole.row(t) + from); });
}

/// Sums of lanes that share numbers (B and C of a token): each lane, or bundle of lanes, adds to a copy of its own, and the copies
/// are added up in their order, so that threads do not matter.
class SharedSums
{
public:
    SharedSums(Index bundles, Index size)
        : m_size(size)
        , m_sums(std::size_t(bundles * size), 0.f)
    {
    }
    float* of(Index bundle) { return m_sums.data() + bundle * m_size; }

    /// sum [size] += the copies of bundles [first, first + count).
    void addTo(float* sum, Index first, Index count) const
    {
        for (Index bundle = first; bundle < first + count; ++bundle)
            for (Index i = 0; i < m_size; ++i)
                sum[i] += m_sums[std::size_t(bundle * m_size + i)];
    }

private:
    Index m_size;
    std::vector<float> m_sums;
};

/// part [token, n] = columns [from, from + n) of `whole` [token, more]; not recorded.
inline void copyColumns(const Scope& mixer, const Tensor& whole, Index from, Tensor& part)
{
    const Index count = part.columns();
    mixer.rows(whole.rows(), 2 * count, [&](Index t) { std::copy_n(whole.row(t) + from, count, part.row(t)); });
}

} // namespace core
