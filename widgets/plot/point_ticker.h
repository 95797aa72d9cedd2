#pragma once

// PointTicker: an axis along which measured points are at equal distances, as the columns of a map do, although what they were
// measured at grows unevenly (the steps of a training). Its labels are round numbers of that, where they would stand; a part that
// is wider than the others has one more, so that it is seen to be.

#include <qcustomplot.h>

namespace widgets {

class PointTicker : public QCPAxisTicker
{
public:
    /// What each point was measured at, ascending.
    explicit PointTicker(QVector<double> numbers);

    /// The number at a place, and the place of a number, between two points in proportion. REQUIRES: there are points.
    double numberAt(double place) const;
    double placeOf(double number) const;

    /// Whether equal distances along the axis are equal numbers, or nearly so.
    bool isEven() const;

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
    int getSubTickCount(double) override { return 0; }

private:
    void splitWideParts(QVector<double>& places) const;

    QVector<double> m_numbers;
};

} // namespace widgets
