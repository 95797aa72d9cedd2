#include "widgets/plot/chart_rect.h"

#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"

#include <algorithm>

namespace widgets {

namespace {

/// Whether that is another number of labels than before.
bool setCount(const QCPAxis& axis, double room)
{
    const int count = std::clamp(int(room), 1, 5);
    if (count == axis.ticker()->tickCount())
        return false;
    axis.ticker()->setTickCount(count);
    return true;
}

} // namespace

void ChartRect::update(UpdatePhase phase)
{
    QCPAxisRect::update(phase);
    if (phase != upLayout)
        return;
    const QCPAxis* const left = axis(QCPAxis::atLeft);
    const QCPAxis* const bottom = axis(QCPAxis::atBottom);
    const QFontMetricsF metrics(left->tickLabelFont(), parentPlot());
    const double widest = std::max(metrics.horizontalAdvance(formatNumber(bottom->range().lower)),
        metrics.horizontalAdvance(formatNumber(bottom->range().upper)));
    const bool isFlat = height() < 2.5 * metrics.height(); // for one label
    const bool isHigher = setCount(*left, isFlat ? 1 : std::max(2.0, height() / (2.0 * metrics.height())));
    const bool isWider = setCount(*bottom, std::max(2.0, width() / (1.5 * widest + space::s)));
    if (isHigher || isWider)
        QCPAxisRect::update(upPreparation); // makes the ticks of its axes anew
}

} // namespace widgets
