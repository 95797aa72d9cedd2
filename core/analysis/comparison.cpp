#include "core/analysis/comparison.h"

#include <cmath>
#include <limits>

namespace core {

double relativeDifference(const Tensor& a, const Tensor& b)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    if (a.shape() != b.shape())
        return unknown;
    double difference = 0, length = 0;
    bool isAny = false;
    for (Index i = 0; i < a.size(); ++i) {
        const double x = double(a.data()[i]), y = double(b.data()[i]);
        if (!std::isfinite(x) || !std::isfinite(y))
            continue;
        isAny = true;
        difference += (y - x) * (y - x);
        length += x * x;
    }
    if (!isAny || (length == 0 && difference > 0))
        return unknown;
    return length == 0 ? 0 : std::sqrt(difference / length);
}

} // namespace core
