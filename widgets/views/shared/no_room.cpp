#include "widgets/views/shared/no_room.h"

#include "widgets/figure/figure_export.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/title_element.h"
#include "widgets/views/shared/figure_room.h"

#include <QCoreApplication>
#include <QFontMetricsF>

namespace widgets {

namespace {

struct NoRoom
{
    Q_DECLARE_TR_FUNCTIONS(NoRoom)
};

constexpr double lineShare = 0.9; // of the page: a longer sentence would break

/// Whether a page of this style says it.
bool hasLine(const QStringList& leftOut, const FigureStyle& style)
{
    constexpr double minHeight = 100; // px of ordinary type: in less the picture needs the height of the line
    return !leftOut.isEmpty() && saysNoRoom(style) && roomOf(style).height() >= minHeight;
}

} // namespace

void sayBelow(Plot& plot, const QString& sentence, const FigureStyle& style)
{
    plot.panel()->setProperty(leftOutKey, sentence);
    if (!style.showLeftOut)
        return;
    const int row = plot.panel()->rowCount();
    auto* const words = new TitleElement(&plot, sentence, tickFont(style), themeOf(style).text2, TitleElement::OfPanel);
    plot.panel()->addElement(row, 0, words);
    plot.panel()->setRowStretchFactor(row, 0.001);
}

bool saysLeftOut(const Plot& plot) { return !leftOutOf(plot).isEmpty(); }

QString noRoomText(const Plot& plot, const QStringList& leftOut, double width, const FigureStyle& style)
{
    const QString parts = leftOut.join(NoRoom::tr(", "));
    const QString whole = NoRoom::tr("No room for %1: a larger window or page has it.").arg(parts);
    const QFontMetricsF metrics(tickFont(style), &plot);
    if (metrics.horizontalAdvance(whole) <= width)
        return whole;
    const QString some = NoRoom::tr("No room for %1.").arg(parts);
    constexpr double lines = 1.8; // two, which break between words
    return metrics.horizontalAdvance(some) <= lines * width ? some
                                                            : NoRoom::tr("No room for %n part(s).", nullptr, int(leftOut.size()));
}

bool saysNoRoom(const FigureStyle& style)
{
    constexpr double minType = 8; // pt: papers have less
    return style.tickPoints >= minType;
}

double noRoomHeight(Plot& plot, const QStringList& leftOut, const FigureStyle& style)
{
    const QString text = noRoomText(plot, leftOut, lineShare * style.size.width(), style);
    return wrappedHeight(text, tickFont(style), &plot, style.size.width()) + space::s;
}

void sayNoRoomFor(Plot& plot, const QStringList& leftOut, const FigureStyle& style)
{
    if (hasLine(leftOut, style))
        sayBelow(plot, noRoomText(plot, leftOut, lineShare * style.size.width(), style), style);
}

void leaveNoRoomLine(Plot& plot, const QStringList& leftOut, const FigureStyle& style)
{
    if (!style.showLeftOut || !hasLine(leftOut, style))
        return;
    const int row = plot.panel()->rowCount();
    auto* const line = new QCPLayoutElement(&plot);
    const double height = noRoomHeight(plot, leftOut, style);
    line->setMinimumSize(1, int(height));
    line->setMaximumSize(QWIDGETSIZE_MAX, int(height));
    plot.panel()->addElement(row, 0, line);
    plot.panel()->setRowStretchFactor(row, 0.001);
}

} // namespace widgets
