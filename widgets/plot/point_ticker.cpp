#include "widgets/plot/point_ticker.h"

#include "widgets/plot/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

PointTicker::PointTicker(QVector<double> numbers)
    : m_numbers(std::move(numbers))
{
}

double PointTicker::numberAt(double place) const
{
    const double inside = std::clamp(place, 0.0, double(m_numbers.size() - 1));
    const auto before = qsizetype(inside), after = std::min(before + 1, m_numbers.size() - 1);
    return m_numbers[before] + (inside - double(before)) * (m_numbers[after] - m_numbers[before]);
}

double PointTicker::placeOf(double number) const
{
    const auto after = std::lower_bound(m_numbers.begin(), m_numbers.end(), number);
    if (after == m_numbers.begin())
        return 0;
    if (after == m_numbers.end())
        return double(m_numbers.size() - 1);
    const double before = *(after - 1);
    return double(after - m_numbers.begin()) - (*after - number) / (*after - before);
}

QVector<double> PointTicker::createTickVector(double, const QCPRange& range)
{
    const double first = numberAt(range.lower), last = numberAt(range.upper);
    double step = 1, power = 1; // 1, 2, 5, 10, …: as many labels as the axis has room for
    for (int next = 0; (last - first) / step > tickCount(); next = (next + 1) % 3) {
        step = power * std::array{2, 5, 10}[std::size_t(next)];
        power = next == 2 ? step : power;
    }
    QVector<double> places;
    for (double number = std::ceil(first / step) * step; number <= last; number += step)
        places << placeOf(number);
    return places;
}

QString PointTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return formatCount(std::llround(numberAt(tick)));
}

} // namespace widgets
