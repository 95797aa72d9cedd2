#pragma once

#include <algorithm>
#include <cmath>

namespace core {

/// log(1 + eˣ), exact to rounding for any x: neither the exponential nor the sum runs over.
template <class Real>
Real softplus(Real x)
{
    return std::max(x, Real(0)) + std::log1p(std::exp(-std::abs(x)));
}

} // namespace core
