#include "widgets/figure/compose.h"

#include "widgets/figure/caveats.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chip_element.h"
#include "widgets/plot/plot.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Compose
{
    Q_DECLARE_TR_FUNCTIONS(Compose)
};

QString heading(const std::pair<QString, QString>& names, Side side)
{
    const auto& [a, b] = names;
    switch (side) {
    case Side::A:
        return a.isEmpty() ? QStringLiteral("● A") : Compose::tr("● A: %1").arg(a);
    case Side::B:
        return b.isEmpty() ? QStringLiteral("◆ B") : Compose::tr("◆ B: %1").arg(b);
    case Side::Delta:
        return QStringLiteral("Δ = B − A");
    case Side::Both:
        return a.isEmpty() ? Compose::tr("● A and ◆ B") : Compose::tr("● A: %1, ◆ B: %2").arg(a, b);
    }
    return {};
}

QColor headingColor(Side side, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    return side == Side::A ? theme.slotA : side == Side::B ? theme.slotB : theme.text;
}

QString whyNotSide(const FigureInfo& info, const FigureData& data, Side side)
{
    const FigureData now = ofSide(data, side);
    if (QString reason = info.whyNot ? info.whyNot(now) : QString(); !reason.isEmpty())
        return reason;
    if (side == Side::Delta)
        return whyNoDifference(info, now);
    return {};
}

bool drawSide(Plot& plot, const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    const QString reason = whyNotSide(info, data, data.side);
    if (reason.isEmpty())
        info.draw(plot, data, style);
    else
        plot.showMessage(reason, style);
    return reason.isEmpty();
}

} // namespace

QString whyNothing(const FigureInfo& info, const FigureData& data)
{
    QString first;
    for (const Side side : shownSides(info, data)) {
        const QString reason = whyNotSide(info, data, side);
        if (reason.isEmpty())
            return {};
        if (first.isEmpty())
            first = reason;
    }
    return first;
}

void composeFigure(Plot& plot, const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    plot.reset(style);
    const std::vector<Side> sides = shownSides(info, data);
    if (sides.size() == 1 && sides.front() != Side::Delta) {
        const FigureData only = ofSide(data, sides.front());
        if (drawSide(plot, info, only, style))
            addCaveats(plot, info, only, style);
        return;
    }
    FigureStyle panelStyle = style;
    const std::pair<QString, QString> names = slotNames(data, fairnessOf(data));
    panelStyle.size.setWidth(style.size.width() / double(sides.size()) - space::xl);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        plot.endPanels();
        QCPTextElement* title = plot.addPanelTitle(0, int(i), heading(names, sides[i]), style);
        title->setTextColor(headingColor(sides[i], style));
        plot.beginPanel(1, int(i));
        drawSide(plot, info, ofSide(data, sides[i]), panelStyle);
    }
    plot.endPanels();
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    // Above all panels, so that these stay level.
    addCaveats(plot, info, ofSide(data, Side::B), style, Compose::tr("B: %1"));
    addCaveats(plot, info, ofSide(data, Side::A), style, Compose::tr("A: %1"));
    if (!data.isLocked && sides.size() > 1) {
        plot.plotLayout()->insertRow(0);
        plot.plotLayout()->addElement(0, 0,
            new ChipElement(
                &plot, Compose::tr("Scales differ: the same colour is not the same number in A and B."), style, true));
        plot.plotLayout()->setRowStretchFactor(0, 0.001);
    }
}

QString composedCaption(const FigureInfo& info, const FigureData& data)
{
    if (!info.caption)
        return {};
    QStringList sentences;
    const std::vector<Side> sides = shownSides(info, data);
    for (const Side side : sides) {
        const FigureData now = ofSide(data, side);
        if (!whyNotSide(info, data, side).isEmpty())
            continue;
        const QString text = info.caption(now);
        if (text.isEmpty())
            continue;
        sentences << (sides.size() == 1 || side == Side::Both ? text
                : side == Side::Delta                         ? Compose::tr("Δ: %1").arg(text)
                : side == Side::A                             ? Compose::tr("A: %1").arg(text)
                                                              : Compose::tr("B: %1").arg(text));
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace widgets
