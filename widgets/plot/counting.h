#pragma once

// Counting: whether a person counts layers, heads, tokens and whatever else has an index from 0 or from 1. The one place that
// decides: an index goes through counted() where it becomes words or a tick. Files of numbers, the command line and names of
// tensors count from 0 (docs/contract.md). Counts and training steps are no indices.

#include "widgets/plot/number_format.h"

#include <QString>

#include <concepts>
#include <utility>

namespace widgets {

/// The number in force of what has index 0: 0 or 1. Each thread has its own, at first 0: words are made where they are drawn.
int firstNumber();

/// Sets it, any other value than 1 as 0. What is drawn already stays as it is.
void setFirstNumber(int first);

/// Counts from `first` for its lifetime: figures are drawn, and files written, as their recipe says.
class Counting
{
public:
    explicit Counting(int first)
        : m_before(firstNumber())
    {
        setFirstNumber(first);
    }
    ~Counting() { setFirstNumber(m_before); }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

private:
    int m_before;
};

/// The number of an index as a person reads it; a negative one, which is none, stays.
template <std::integral Index>
Index counted(Index index)
{
    return std::cmp_less(index, 0) ? index : Index(index + Index(firstNumber()));
}

/// The index of a number that a person reads or types. May be negative: there is no such index.
inline int fromCounted(int shown) { return shown - firstNumber(); }

/// counted() as text.
template <std::integral Index>
QString countedText(Index index)
{
    return QString::number(qlonglong(counted(index)));
}

/// "L3", "H5" and "L3 H5".
QString layerLabel(qsizetype layer);
QString headLabel(qsizetype head);
QString headLabel(qsizetype layer, qsizetype head);

/// Ticks of an axis of indices, counted: with 1 at the places of 5, 10, 15.
class IndexTicker : public NumberTicker
{
public:
    IndexTicker()
        : NumberTicker(true)
        , m_first(firstNumber())
    {
        setTickOrigin(-m_first);
    }

    /// What was in force when the axis was drawn.
    int first() const { return m_first; }

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override
    {
        return NumberTicker::getTickLabel(tick + m_first, locale, formatChar, precision);
    }

private:
    int m_first;
};

} // namespace widgets
