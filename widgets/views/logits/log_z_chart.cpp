#include "widgets/views/logits/log_z_chart.h"

#include "core/analysis/half_softmax.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct LogZ
{
    Q_DECLARE_TR_FUNCTIONS(LogZ)
};

/// The ticks of the axis of log Z with the penalty there.
class PenaltyTicker : public NumberTicker
{
public:
    explicit PenaltyTicker(QSharedPointer<QCPAxisTicker> logZ)
        : m_logZ(std::move(logZ))
    {
    }

protected:
    double getTickStep(const QCPRange& range) override
    {
        setTickCount(m_logZ->tickCount());
        return NumberTicker::getTickStep(range);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(core::zLoss(tick), 2); }

private:
    QSharedPointer<QCPAxisTicker> m_logZ;
};

/// How much wider the axis of positions is than the lines, so that their names end before the numbers of the right axis.
double roomOfNames(const QVector<LogZLine>& lines, const QWidget* plot, const FigureStyle& style, double width)
{
    const QFontMetricsF metrics(figureFont(style, style.tickPoints, QFont::DemiBold), plot);
    double widest = 0;
    for (const LogZLine& line : lines)
        widest = std::max(widest, line.label.isEmpty() ? 0 : metrics.horizontalAdvance(line.label) + space::l);
    const double axes = 2 * (metrics.horizontalAdvance(QStringLiteral("0.000")) + 2 * metrics.height());
    const double share = std::clamp(widest / std::max(1.0, width * style.size.width() - axes), 0.06, 0.5);
    return share / (1 - share);
}

} // namespace

LineChart* addLogZChart(QCPAxisRect* rect, const QVector<LogZLine>& lines, const FigureStyle& style, double width)
{
    auto* const chart = new LineChart(rect, style);
    for (const bool isStrong : {false, true}) // the strong ones in front
        for (const LogZLine& line : lines) {
            if (line.isStrong != isStrong)
                continue;
            QColor color = line.color.isValid() ? line.color : themeOf(style).slotA;
            if (!isStrong)
                color.setAlphaF(0.55F);
            QCPGraph* const graph = chart->addLine(line.positions, line.values, line.label,
                {.color = color, .pen = line.pen, .points = isStrong && line.values.size() <= maxLogZDots});
            graph->setName(QStringLiteral("log Z"));
        }
    chart->fitAxes(true);
    QCPRange positions = rect->axis(QCPAxis::atBottom)->range();
    positions.upper += roomOfNames(lines, rect->parentPlot(), style, width) * positions.size();
    rect->axis(QCPAxis::atBottom)->setRange(positions);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atBottom)->setLabel(LogZ::tr("position"));
    rect->axis(QCPAxis::atLeft)->setLabel(LogZ::tr("log Z, nat"));
    QCPAxis* const right = rect->axis(QCPAxis::atRight);
    right->setVisible(true);
    right->setRange(rect->axis(QCPAxis::atLeft)->range());
    QObject::connect(rect->axis(QCPAxis::atLeft), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), right,
        qOverload<const QCPRange&>(&QCPAxis::setRange)); // a comparison gives both charts one range
    right->setTicker(QSharedPointer<PenaltyTicker>::create(rect->axis(QCPAxis::atLeft)->ticker()));
    right->setLabel(LogZ::tr("penalty, nat"));
    return chart;
}

} // namespace widgets
