#include "widgets/figure/side_heading.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/plot.h"

#include <cmath>

namespace widgets {

namespace {

QCPTextElement* addTitle(
    const Drawing& drawing, Cell at, const std::pair<QString, QString>& names, Side side)
{
    const auto& [plot, data, style] = drawing;
    QCPTextElement* const title = plot.addPanelTitle(at.row, at.column, sideHeading(names, side), style);
    title->setTextColor(side == Side::Delta ? themeOf(style).text : slotPen(side, style).color);
    return title;
}

} // namespace

QCPLayoutElement* addSideHeading(const Drawing& drawing, Cell at, const std::pair<QString, QString>& names, Side side)
{
    if (side != Side::Both)
        return addTitle(drawing, at, names, side);
    auto* const both = drawing.plot.makeGrid();
    both->setColumnSpacing(0);
    for (const Side one : {Side::A, Side::B}) {
        QCPTextElement* const title = addTitle(drawing, at, names, one);
        const QFontMetricsF metrics(title->font(), &drawing.plot);
        if (one == Side::A) // the other begins where it ends
            title->setMaximumSize(int(std::ceil(metrics.horizontalAdvance(title->text()))) + space::l, QWIDGETSIZE_MAX);
        both->addElement(0, both->columnCount(), title);
    }
    drawing.plot.panel()->addElement(at.row, at.column, both);
    return both;
}

} // namespace widgets
