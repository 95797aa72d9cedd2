#include "widgets/figure/shared_axes.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"

#include <algorithm>

namespace widgets {

namespace {

QCPAxis& axisOf(const LineChart& chart, QCPAxis::AxisType type)
{
    return *qobject_cast<QCPAxisRect*>(chart.parent())->axis(type);
}

/// Charts of lines have no name of their own: what they run over tells them apart, and their order.
QString nameOf(const LineChart& chart) { return axisOf(chart, QCPAxis::atBottom).label(); }
QString nameOf(const BarChart& chart) { return chart.name(); }

QCPRange united(const QCPAxis& a, const QCPAxis& b)
{
    QCPRange both = a.range();
    both.expand(b.range());
    return both;
}

void share(LineChart& a, LineChart& b)
{
    QCPAxis &ofA = axisOf(a, QCPAxis::atLeft), &ofB = axisOf(b, QCPAxis::atLeft);
    ofA.setRange(united(ofA, ofB));
    ofB.setRange(ofA.range());
}

void share(BarChart& a, BarChart& b)
{
    const QCPRange both = united(*a.keyAxis(), *b.keyAxis());
    a.setReach(both);
    b.setReach(both);
}

template <typename Chart>
QList<Chart*> beside(const Plot& plot, const QList<Chart*>& others)
{
    QList<Chart*> charts = plot.findChildren<Chart*>();
    charts.removeIf([&](Chart* chart) { return others.contains(chart); });
    return charts;
}

template <typename Chart>
void shareAll(const QList<Chart*>& a, QList<Chart*> b)
{
    for (Chart* const chart : a) {
        const auto same = std::find_if(b.begin(), b.end(), [&](const Chart* one) { return nameOf(*one) == nameOf(*chart); });
        if (same == b.end())
            continue;
        share(*chart, **same);
        b.erase(same); // of several of one name each has its own
    }
}

} // namespace

Charts chartsBeside(const Plot& plot, const Charts& others) { return {beside(plot, others.lines), beside(plot, others.bars)}; }

void shareAxes(const Charts& a, const Charts& b)
{
    shareAll(a.lines, b.lines);
    shareAll(a.bars, b.bars);
}

} // namespace widgets
