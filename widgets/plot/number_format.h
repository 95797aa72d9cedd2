#pragma once

// Numbers as people read them: 3 significant digits, a real minus sign, powers of ten, the same in every language. Files and
// "copy value" use exactText; nothing here follows the locale of the system.

#include <qcustomplot.h>

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace widgets {

/// "0.183", "−12.4", "1.23 × 10⁻⁴" below 1e-3 and from 1e5 on; exact 0 and 1 are "0" and "1"; "NaN", "∞", "−∞".
QString formatNumber(double value, int digits = 3);

/// The same with its sign always shown, for differences: "+0.114", "−0.020".
QString formatDifference(double value, int digits = 3);

/// Fixed decimals, for numbers that are under each other; negative zero loses its sign.
QString formatFixed(double value, int decimals);

/// Decimals that tell numbers between low and high apart with about `digits` digits; −1 = powers of ten are needed.
int decimalsFor(double low, double high, int digits = 3);

/// A masked position: "—".
QString maskedText();

/// 0.123 -> "12.3 %", with the space that the language in force puts there: none in Chinese.
QString formatPercent(double fraction);

/// 12345 -> "12,345".
QString formatCount(std::int64_t count);

/// {6, 64} -> "6 × 64" with thin spaces.
QString formatShape(std::span<const std::ptrdiff_t> shape);

/// 12.4 -> "12.4 ms"; seconds from 1000 on, µs below 1.
QString formatMilliseconds(double milliseconds);

/// 1536 -> "1.50 KiB".
QString formatBytes(std::int64_t bytes);

/// Shortest text that reads back as the same float32, ASCII only: for files and the clipboard.
QString exactText(float value);

/// Whether a float32 holds the number, or it is NaN.
bool fitsFloat(double value);

/// The same of any number: that of a float32 where it holds the number; "nan", "inf", "-inf".
QString exactNumber(double value);

/// The same digits as a person reads them: "-1.5e-06" -> "−1.5 × 10⁻⁶".
QString typesetNumber(const QString& exact);

/// Axis ticks written with formatNumber, with equal decimals along the axis.
class NumberTicker : public QCPAxisTicker
{
public:
    explicit NumberTicker(bool integersOnly = false)
        : m_integersOnly(integersOnly)
    {
    }

protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    int getSubTickCount(double) override { return 0; }

private:
    bool m_integersOnly;
    double m_step = 0;
};

/// Powers of ten, 2 and 5 between them where there is room, written with formatNumber.
class LogTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    int getSubTickCount(double) override { return 0; }
};

} // namespace widgets
