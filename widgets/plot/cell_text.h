#pragma once

// CellText: the number in a cell of a map, with as many decimals as all cells have.

#include "widgets/plot/number_format.h"

#include <cmath>
#include <functional>

namespace widgets {

/// A number that these decimals would make a zero has the one digit that says what it is, where that fits; else it is said to be
/// about zero, or keeps its sign. Exact 0 and ±1 are "0" and "±1". REQUIRES: number is finite.
inline QString cellText(double number, int decimals, const std::function<bool(const QString&)>& fits)
{
    if (number == 0 || std::abs(number) == 1)
        return formatNumber(number);
    const QString usual = formatFixed(number, decimals);
    if (usual != formatFixed(0, decimals))
        return usual;
    if (const QString digit = formatNumber(number, 1); std::abs(number) >= 1e-3 && fits(digit))
        return digit;
    return decimals < 2 ? QStringLiteral("≈0") : number < 0 ? QStringLiteral("−") + usual : usual;
}

} // namespace widgets
