#include "widgets/plot/point_ticker.h"

#include "widgets/plot/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace widgets {

constexpr double wide = 1.5; // times as far as the nearest labels, or points, are from each other

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

bool PointTicker::isEven() const
{
    const auto [least, most] = [this] {
        QVector<double> gaps;
        for (qsizetype i = 1; i < m_numbers.size(); ++i)
            gaps << m_numbers[i] - m_numbers[i - 1];
        return gaps.isEmpty() ? std::pair(1.0, 1.0) : std::pair(*std::ranges::min_element(gaps), *std::ranges::max_element(gaps));
    }();
    return most <= wide * least;
}

/// Between two labels that are much farther from each other than the nearest ones: the roundest number about halfway.
void PointTicker::splitWideParts(QVector<double>& places) const
{
    double least = double(m_numbers.size());
    for (qsizetype i = 1; i < places.size(); ++i)
        least = std::min(least, places[i] - places[i - 1]);
    QVector<double> more;
    for (qsizetype i = 1; i < places.size(); ++i) {
        const double from = places[i - 1], to = places[i], middle = (from + to) / 2;
        std::optional<double> best;
        for (double power = 1; power < numberAt(to); power *= 10)
            for (const double round : {power, 2 * power, 5 * power})
                if (const double place = placeOf(round); place > from && place < to
                    && (!best || std::abs(place - middle) < std::abs(*best - middle)))
                    best = place;
        if (to - from > wide * least && best && std::min(*best - from, to - *best) > least / 3)
            more << *best;
    }
    places += more;
    std::ranges::sort(places);
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
    splitWideParts(places);
    return places;
}

QString PointTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return formatCount(std::llround(numberAt(tick)));
}

} // namespace widgets
