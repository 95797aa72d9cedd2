#include "widgets/plot/chart_rect.h"

#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"

#include <algorithm>
#include <limits>

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

/// Whether the labels of a low axis can be read, and say more than one number, which says nothing of the scale.
bool areReadable(const QCPAxis& axis, double line)
{
    int labels = 0;
    double before = 0, least = line;
    for (const double tick : axis.tickVector())
        if (axis.range().contains(tick)) {
            const double at = axis.coordToPixel(tick);
            least = labels++ > 0 ? std::min(least, std::abs(at - before)) : least;
            before = at;
        }
    return labels > 1 && least >= 0.8 * line; // digits are lower than a line
}

/// Whether no two labels of a horizontal axis touch.
bool areApart(const QCPAxis& axis, const QFontMetricsF& metrics)
{
    constexpr double gap = 3; // px
    double end = -std::numeric_limits<double>::infinity();
    const QVector<QString> labels = axis.tickVectorLabels();
    for (qsizetype i = 0; i < std::min(labels.size(), axis.tickVector().size()); ++i) {
        if (!axis.range().contains(axis.tickVector()[i]) || labels[i].isEmpty())
            continue;
        const double middle = axis.coordToPixel(axis.tickVector()[i]), half = metrics.horizontalAdvance(labels[i]) / 2;
        if (middle - half < end + gap)
            return false;
        end = middle + half;
    }
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
    const bool isFlat = height() < 2.5 * metrics.height(); // for many labels
    const bool isHigher = setCount(*left, std::max(2.0, height() / (2.0 * metrics.height())));
    const bool isWider = setCount(*bottom, std::max(2.0, width() / (1.5 * widest + space::s)));
    if (isHigher || isWider)
        QCPAxisRect::update(upPreparation); // makes the ticks of its axes anew
    if (!areApart(*bottom, metrics) && setCount(*bottom, 1))
        QCPAxisRect::update(upPreparation);
    if (isFlat && !areReadable(*left, metrics.height()) && setCount(*left, 1))
        QCPAxisRect::update(upPreparation);
}

} // namespace widgets
