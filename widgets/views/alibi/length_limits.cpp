#include "widgets/views/alibi/length_limits.h"

#include "widgets/plot/plot.h"

#include <QCoreApplication>

#include <cmath>

namespace widgets {

namespace {

/// Where the name of a limit stands: left of its line, and so many px higher.
struct LimitLabel
{
    bool isLeft = false;
    int lift = 0;
};

/// A dashed line over the chart at a length, named at its upper end.
void addLimit(QCPAxisRect* rect, double x, const QString& name, const FigureStyle& style, LimitLabel label)
{
    const Theme& theme = themeOf(style);
    auto* line = new QCPItemStraightLine(rect->parentPlot());
    line->setClipAxisRect(rect);
    for (QCPItemPosition* point : {line->point1, line->point2}) {
        point->setAxisRect(rect);
        point->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    line->point1->setCoords(x, 0);
    line->point2->setCoords(x, 1);
    line->setPen(QPen(theme.text2, 1, Qt::DashLine));
    line->setSelectable(false);
    auto* text = new QCPItemText(rect->parentPlot());
    text->setClipToAxisRect(false);
    text->position->setAxisRect(rect);
    text->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(x, 0);
    text->setPositionAlignment(Qt::AlignBottom | (label.isLeft ? Qt::AlignRight : Qt::AlignLeft));
    text->setText(name);
    text->setFont(tickFont(style));
    text->setColor(theme.text2);
    text->setPadding({2, 0, 2, 2 + label.lift});
    text->setSelectable(false);
}

} // namespace

void addLengthLimits(Plot& plot, QCPAxisRect* rect, const TextLengths& lengths, const FigureStyle& style)
{
    const QCPAxis& axis = *rect->axis(QCPAxis::atBottom);
    const auto share = [&](double x) { // of the axis
        const QCPRange range = axis.range();
        return axis.scaleType() == QCPAxis::stLogarithmic ? std::log(x / range.lower) / std::log(range.upper / range.lower)
                                                          : (x - range.lower) / range.size();
    };
    const bool hasTrained = lengths.trained > 0 && lengths.trained <= lengths.shown;
    const bool areClose = hasTrained && std::abs(share(lengths.trained) - share(lengths.prompt)) < 0.75;
    const int line = int(std::ceil(QFontMetricsF(tickFont(style), &plot).height()));
    const int half = line / 2; // above the names of the lines, of which the highest may reach as far
    if (axis.range().contains(lengths.prompt))
        addLimit(rect, lengths.prompt, QCoreApplication::translate("plot", "prompt %1").arg(lengths.prompt), style,
            {.isLeft = share(lengths.prompt) > 0.7, .lift = half + (areClose ? line : 0)});
    if (hasTrained)
        addLimit(rect, lengths.trained, lengths.ofTraining, style,
            {.isLeft = share(lengths.trained) > 0.7, .lift = half});
    QMargins room = rect->minimumMargins();
    room.setTop((areClose ? 2 : 1) * line + half + space::xs);
    rect->setMinimumMargins(room);
}

} // namespace widgets
