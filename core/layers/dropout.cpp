#include "core/layers/dropout.h"

#include "core/base/seeded_numbers.h"

namespace core {

DroppedRows::DroppedRows(const Scope& scope, std::string_view name, const Dropout& dropout)
    : m_name(scope.nameOf(name))
    , m_dropout(dropout)
{
}

void DroppedRows::drop(Index row, const float* from, Index count, float* to) const
{
    const float kept = float(1.0 / (1.0 - m_dropout.rate));
    const std::uint64_t stream = rowStream(m_dropout.seed, m_name, std::uint64_t(row));
    for (Index i = 0; i < count; ++i)
        to[i] = uniformNumber(stream, std::uint64_t(i)) < m_dropout.rate ? 0.f : kept * from[i];
}

Tensor dropOut(
    const Scope& scope, std::string_view name, const Tensor& x, const Dropout& dropout, Recording recording)
{
    Tensor result = scope.make(name, x.axes(), x.shape(), recording);
    const DroppedRows rows(scope, name, dropout);
    scope.rows(x.rows(), 8 * x.columns(), [&](Index t) { rows.drop(t, x.row(t), x.columns(), result.row(t)); });
    scope.record(result, recording);
    return result;
}

} // namespace core
