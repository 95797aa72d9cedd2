#include "widgets/plot/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace widgets {

namespace {

const QChar minus(0x2212);
const QChar thinSpace(0x2009);
const QChar times(0x00d7);

QString superscript(int number)
{
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString result;
    for (const QChar c : QString::number(number))
        result += c == QLatin1Char('-') ? QChar(0x207b) : digits.at(c.digitValue());
    return result;
}

QString withMinus(QString text)
{
    if (text.startsWith(QLatin1Char('-')))
        text[0] = minus;
    return text;
}

/// 12345.5 -> "12,345.5": at the thousands of what is before the point.
QString grouped(QString text)
{
    const qsizetype point = text.indexOf(QLatin1Char('.')), first = text.startsWith(minus) || text.startsWith(QLatin1Char('-'));
    for (qsizetype i = (point < 0 ? text.size() : point) - 3; i > first; i -= 3)
        text.insert(i, QLatin1Char(','));
    return text;
}

QString powerText(double value, int decimals) { return typesetNumber(QString::number(value, 'e', decimals)); }

/// The next of …, 10, 5, 2, 1, 0.5, … that is smaller.
double roundBelow(double step)
{
    const double power = std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    for (const double factor : {5, 2, 1})
        if (factor * power < step * (1 - 1e-9))
            return factor * power;
    return power / 2;
}

int exponentOf(double value) { return int(std::floor(std::log10(std::abs(value)))); }

} // namespace

QString formatNumber(double value, int digits)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : minus + QStringLiteral("∞");
    if (value == 0)
        return QStringLiteral("0");
    if (std::abs(value) == 1)
        return withMinus(QString::number(int(value)));
    if (std::abs(value) < 1e-3 || std::abs(value) >= 1e5)
        return powerText(value, digits - 1);
    return formatFixed(value, std::max(0, digits - 1 - exponentOf(value)));
}

QString formatDifference(double value, int digits)
{
    const QString text = formatNumber(value, digits);
    return value > 0 ? QLatin1Char('+') + text : text;
}

QString formatFixed(double value, int decimals)
{
    if (!std::isfinite(value))
        return formatNumber(value);
    const QString text = QString::number(value, 'f', decimals);
    const bool isZero = std::all_of(text.begin(), text.end(),
        [](QChar c) { return c == QLatin1Char('-') || c == QLatin1Char('0') || c == QLatin1Char('.'); });
    return isZero && text.startsWith(QLatin1Char('-')) ? text.mid(1) : withMinus(text);
}

int decimalsFor(double low, double high, int digits)
{
    const double largest = std::max(std::abs(low), std::abs(high));
    if (!(largest > 0) || !std::isfinite(largest))
        return 0;
    if (largest >= 1e5 || largest < 1e-3)
        return -1;
    return std::max(0, digits - 1 - exponentOf(largest) - (exponentOf(largest) == 0 && largest <= 1 ? -1 : 0));
}

QString maskedText() { return QStringLiteral("—"); }

QString formatPercent(double fraction)
{
    const QString number = std::isfinite(fraction) ? formatFixed(100 * fraction, 1) : formatNumber(fraction);
    return QCoreApplication::translate("numbers", "%1 %", "per cent").arg(number);
}

QString formatCount(std::int64_t count) { return grouped(withMinus(QString::number(count))); }

QString formatShape(std::span<const std::ptrdiff_t> shape)
{
    QString text;
    for (const std::ptrdiff_t length : shape) {
        if (!text.isEmpty())
            (text += thinSpace) += QString(times) + thinSpace;
        text += QString::number(length);
    }
    return text;
}

QString formatMilliseconds(double milliseconds)
{
    const double magnitude = std::abs(milliseconds);
    if (magnitude >= 1000)
        return formatNumber(milliseconds / 1000) + QStringLiteral("\u00a0s");
    if (magnitude < 1 && magnitude > 0)
        return formatNumber(milliseconds * 1000) + QStringLiteral("\u00a0µs");
    return formatNumber(milliseconds) + QStringLiteral("\u00a0ms");
}

QString formatBytes(std::int64_t bytes)
{
    static const char* const units[] = {"KiB", "MiB", "GiB", "TiB"};
    if (std::abs(double(bytes)) < 1024)
        return withMinus(QString::number(bytes)) + QStringLiteral("\u00a0B");
    double value = double(bytes) / 1024;
    std::size_t unit = 0;
    for (; unit + 1 < std::size(units) && std::abs(value) >= 1024; ++unit)
        value /= 1024;
    return formatFixed(value, std::max(0, 2 - exponentOf(value))) + QChar(0x00a0) + QLatin1String(units[unit]);
}

QString typesetNumber(const QString& exact)
{
    const qsizetype e = exact.indexOf(QLatin1Char('e')); // d.ddde±xx
    return e < 0
        ? withMinus(exact)
        : withMinus(exact.left(e)) + thinSpace + times + thinSpace + QStringLiteral("10") + superscript(exact.mid(e + 1).toInt());
}

QString exactText(float value)
{
    char buffer[32];
    const std::to_chars_result end = std::to_chars(std::begin(buffer), std::end(buffer), value);
    return QString::fromLatin1(buffer, end.ptr - buffer);
}

bool fitsFloat(double value) { return std::isnan(value) || double(float(value)) == value; }

QString exactNumber(double value)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? QStringLiteral("nan") : value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    if (fitsFloat(value))
        return exactText(float(value));
    char buffer[40];
    const std::to_chars_result end = std::to_chars(std::begin(buffer), std::end(buffer), value);
    return QString::fromLatin1(buffer, end.ptr - buffer);
}

double NumberTicker::getTickStep(const QCPRange& range)
{
    m_step = QCPAxisTicker::getTickStep(range);
    const auto labels = [&] { return std::floor(range.upper / m_step) - std::ceil(range.lower / m_step) + 1; };
    for (int finer = 0; finer < 3 && tickCount() > 1 && labels() < 2; ++finer) // one label alone says nothing of the scale
        m_step = roundBelow(m_step);
    if (m_integersOnly)
        m_step = std::max(1.0, std::ceil(m_step));
    return m_step;
}

QString NumberTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    if (m_step <= 0 || std::abs(tick) < m_step * 1e-6)
        return QStringLiteral("0");
    int decimals = 0; // of the step: 2.5 needs one, 5 none
    for (double scaled = m_step; decimals < 12 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled; scaled *= 10)
        ++decimals;
    if (std::abs(tick) < 1e5 && decimals <= 3)
        return grouped(formatFixed(tick, decimals)); // as sentences write them
    return powerText(tick, std::clamp(exponentOf(tick) + decimals, 0, 2));
}

namespace {

/// At equal distances of 1, 2 or 5 times a power of ten: for less than a decade, within which few round numbers are.
QVector<double> evenTicks(const QCPRange& range, int most)
{
    QVector<double> ticks;
    double step = std::pow(10.0, std::ceil(std::log10(range.upper - range.lower)));
    const auto countOf = [&](double distance) { return std::floor(range.upper / distance) - std::ceil(range.lower / distance) + 1; };
    for (double finer = roundBelow(step); countOf(step) < 2 || countOf(finer) <= most; finer = roundBelow(step))
        step = finer;
    for (double i = std::ceil(range.lower / step); i <= std::floor(range.upper / step); ++i)
        ticks << i * step;
    return ticks;
}

} // namespace

QVector<double> LogTicker::createTickVector(double, const QCPRange& range)
{
    QVector<double> ticks;
    if (!(range.lower > 0) || !(range.upper > range.lower) || !std::isfinite(range.upper))
        return ticks;
    const double decades = std::log10(range.upper / range.lower);
    const int every = std::max(1, int(std::ceil(decades / tickCount()))); // decades between labels
    const int first = every == 1 ? exponentOf(range.lower) : int(std::ceil(std::log10(range.lower) - 1e-9));
    const auto ticksAt = [&](std::initializer_list<double> factors) {
        QVector<double> found;
        for (int e = first; e <= exponentOf(range.upper); e += every)
            for (const double factor : factors)
                if (const double tick = factor * std::pow(10.0, e); tick >= range.lower && tick <= range.upper)
                    found << tick;
        return found;
    };
    // As many as are above each other, and a single one only where no two would.
    ticks = ticksAt({1});
    for (const std::initializer_list<double> factors : {std::initializer_list<double>{1, 5}, {1, 2, 5}})
        if (const QVector<double> more = ticksAt(factors);
            decades < 2.5 && (ticks.size() < std::min(2, tickCount()) || more.size() <= tickCount()))
            ticks = more;
    return decades < 1 && ticks.size() < 2 ? evenTicks(range, std::max(2, tickCount())) : ticks;
}

QString LogTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const int exponent = int(std::floor(std::log10(tick) + 1e-9));
    const auto isWhole = [&](int digits) { // behind the first
        const double scaled = tick * std::pow(10.0, digits - exponent);
        return std::abs(scaled - std::round(scaled)) < 1e-6 * scaled;
    };
    int digits = 0;
    while (digits < 4 && !isWhole(digits))
        ++digits;
    if (exponent >= -3 && exponent <= 4)
        return grouped(formatFixed(tick, std::max(0, digits - exponent)));
    return powerText(tick, digits);
}

} // namespace widgets
