#include "core/layers/dropout.h"

#include "core/base/seeded_numbers.h"

namespace core {

Tensor dropOut(
    const Scope& scope, std::string_view name, const Tensor& x, const Dropout& dropout, Recording recording)
{
    Tensor result = scope.make(name, x.axes(), x.shape(), recording);
    const std::string full = scope.nameOf(name);
    const float kept = float(1.0 / (1.0 - dropout.rate));
    const Index width = x.columns();
    scope.rows(x.rows(), 8 * width, [&](Index t) {
        const std::uint64_t stream = rowStream(dropout.seed, full, std::uint64_t(t));
        for (Index i = 0; i < width; ++i)
            result.row(t)[i] = uniformNumber(stream, std::uint64_t(i)) < dropout.rate ? 0.f : kept * x.row(t)[i];
    });
    scope.record(result, recording);
    return result;
}

} // namespace core
