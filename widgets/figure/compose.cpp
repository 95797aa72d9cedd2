#include "widgets/figure/compose.h"

#include "widgets/figure/both_sides.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/first_sentences.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/shared_axes.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/figure/side_heading.h"
#include "widgets/figure/sides.h"
#include "widgets/figure/word_room.h"
#include "widgets/plot/chip_element.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace widgets {

namespace {

struct Compose
{
    Q_DECLARE_TR_FUNCTIONS(Compose)
};

bool isSameScale(const ColorScale& a, const ColorScale& b) { return a.low == b.low && a.high == b.high && a.choice == b.choice; }

/// The colours of a map, or of all maps of a wall; null: it has no such scale.
const ColorScale* scaleOf(const CellPlottable& cells)
{
    if (const auto* const map = qobject_cast<const HeatmapPlottable*>(&cells))
        return &map->scale();
    const auto* const wall = qobject_cast<const MapWall*>(&cells);
    return wall ? &wall->scale() : nullptr;
}

bool drawPanel(Plot& plot, const ShownPanels& shown, std::size_t panel, const FigureStyle& style)
{
    const QString& reason = shown.whyNot[qsizetype(panel)];
    if (!reason.isEmpty()) {
        plot.showMessage(reason, style);
        return false;
    }
    const FigureData ofPanel = ofSide(shown.data, shown.sides[panel]);
    shown.info.draw({plot, ofPanel, style});
    return true;
}

/// Whether a picture of both runs has maps of one name in which a colour is not the same number.
bool haveOtherScales(const Plot& plot)
{
    std::map<QString, const ColorScale*> scales;
    for (const CellPlottable* const cells : plot.cellMaps())
        if (const ColorScale* const scale = scaleOf(*cells))
            if (const auto [first, isNew] = scales.try_emplace(cells->name(), scale);
                !isNew && !isSameScale(*first->second, *scale))
                return true;
    return false;
}

/// Above all panels, so that these stay level.
std::vector<Chip> addChips(Plot& plot, const ShownPanels& shown, const FigureStyle& style)
{
    const bool mayDiffer = !shown.data.isLocked && (shown.areSeveral() || shown.sides.front() == Side::Both);
    const bool differ = mayDiffer && (shown.areSeveral() || haveOtherScales(plot));
    std::vector<Chip> chips = chipsOf(shown, differ);
    if (!shown.hasChips)
        return chips;
    QCPLayoutGrid& layout = *plot.plotLayout();
    addChips(layout, chips, style);
    if (const int kept = int(std::ceil(style.room.chips - space::s)); kept > 0) {
        if (chips.empty()) {
            layout.insertRow(0);
            layout.addElement(0, 0, new QCPLayoutElement(&plot));
            layout.setRowStretchFactor(0, 0.001);
        }
        setHeight(*layout.element(0, 0), kept);
    }
    return chips;
}

/// A map with the key of its colours.
struct KeyedMap
{
    GridAxisRect* rect = nullptr;
    const ColorScale* scale = nullptr;
    ColorBar* bar = nullptr;
};

/// The keyed maps among the maps from `first` to before `end`.
std::vector<KeyedMap> keyedMaps(const QList<CellPlottable*>& maps, qsizetype first, qsizetype end)
{
    std::vector<KeyedMap> keyed;
    for (qsizetype i = first; i < end; ++i) {
        auto* const rect = qobject_cast<GridAxisRect*>(maps[i]->keyAxis()->axisRect());
        auto* const bar = rect ? rect->findChild<ColorBar*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
        if (const ColorScale* const scale = scaleOf(*maps[i]); scale && bar)
            keyed.push_back({rect, scale, bar});
    }
    return keyed;
}

/// The key of a square map is below it where the map is clearly larger so: where the panel is high.
void placeKey(const std::vector<KeyedMap>& keyed, const FigureStyle& panel)
{
    if (keyed.size() != 1 || keyed.front().rect->cellShape() != CellShape::Square)
        return;
    constexpr double clearly = 1.05;
    const auto& [rect, scale, bar] = keyed.front();
    const QFontMetricsF metrics(tickFont(panel), rect->parentPlot());
    double labels = 0;
    for (const QString& label : rect->rowLabels())
        labels = std::max(labels, metrics.horizontalAdvance(label));
    const double rows = std::max(1.0, double(rect->rowLabels().size())),
                 columns = std::max(1.0, double(rect->columnLabels().size()));
    const double width = panel.size.width() - labels - 1.5 * metrics.height(),
                 height = panel.size.height() - 3 * metrics.height();
    const double beside = std::min((width - rect->roomRight()) / columns, height / rows);
    if (std::min(width / columns, (height - bar->heightBelow()) / rows) > clearly * beside)
        bar->setBelow(true);
}

/// A and B side by side on one scale: B's key is A's too. Returns the px that are free in A without its own.
int shareKey(const std::vector<KeyedMap>& a, const std::vector<KeyedMap>& b)
{
    if (a.size() != 1 || b.size() != 1)
        return 0;
    if (!isSameScale(*a[0].scale, *b[0].scale))
        return 0;
    const int room = a[0].rect->roomRight() - a[0].rect->minimumMargins().right();
    delete a[0].bar;
    return std::max(0, room);
}

/// Maps of one shape at one place of their panels are drawn equally large, whatever their panels need beside them: square ones,
/// and those of A and B.
void shareCells(const QList<CellPlottable*>& maps, const std::vector<qsizetype>& firsts, const std::vector<Side>& sides)
{
    for (std::size_t panel = 1; panel < firsts.size(); ++panel) {
        const qsizetype end = panel + 1 < firsts.size() ? firsts[panel + 1] : maps.size();
        for (qsizetype i = 0; firsts[panel] + i < end && firsts[0] + i < firsts[1]; ++i) {
            const CellPlottable *const one = maps[firsts[0] + i], *const other = maps[firsts[panel] + i];
            auto* const rect = qobject_cast<GridAxisRect*>(one->keyAxis()->axisRect());
            auto* const otherRect = qobject_cast<GridAxisRect*>(other->keyAxis()->axisRect());
            if (!rect || !otherRect || one->name() != other->name() || one->rows() != other->rows()
                || one->columns() != other->columns() || (rect->cellShape() == CellShape::Fill && sides[panel] == Side::Delta))
                continue;
            if (!rect->sharedCells())
                rect->shareCells(std::make_shared<QSizeF>());
            otherRect->shareCells(rect->sharedCells());
        }
    }
}

/// What the numbers of a panel are called by in files.
QString sideId(Side side)
{
    return side == Side::A ? QStringLiteral("A") : side == Side::B ? QStringLiteral("B") : QStringLiteral("delta");
}

} // namespace

QString whyNothing(const FigureInfo& info, const FigureData& data)
{
    QString first;
    for (const Side side : shownSides(info, data)) {
        const QString reason = whyNotSide(info, data, side);
        if (reason.isEmpty())
            return {};
        if (side == Side::Both && loneSide(info, data))
            return {}; // which has the page
        if (first.isEmpty())
            first = reason;
    }
    return first;
}

void composeFigure(Plot& plot, const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    composeFigure(plot, shownPanels(info, data), style, 0);
}

std::vector<Chip> composeFigure(Plot& plot, const ShownPanels& wanted, const FigureStyle& style, double wordsHeight)
{
    plot.reset(style);
    const ShownPanels shown = fittingPanels(wanted, style, wordsHeight);
    if (shown.isWholePage()) {
        FigureStyle below = style;
        below.size.rheight() -= chipsHeight(shown, style);
        if (!drawPanel(plot, shown, 0, below))
            return {};
        if (plot.axisRectCount() == 1) { // nothing beside the map
            const double margins = 2 * pageMargin(style);
            below.size -= QSizeF(margins, margins + wordsHeight);
            placeKey(keyedMaps(plot.cellMaps(), 0, plot.cellMaps().size()), below);
        }
        return addChips(plot, shown, style);
    }
    const std::vector<Side>& sides = shown.sides;
    const PanelLayout layout = panelsOf(shown, style, wordsHeight);
    if (shown.areSeveral() && !layout.fits) {
        plot.showMessage(whyNoRoom(shown, style, wordsHeight), style);
        return {};
    }
    FigureStyle panelStyle = style;
    panelStyle.size = layout.panel;
    panelStyle.showTitle = false; // its height is the picture's own
    const std::pair<QString, QString> names = slotNames(shown.data, fairnessOf(shown.data));
    plot.plotLayout()->setColumnSpacing(panelSpacing(style));
    std::vector<KeyedMap> lastKeyed;
    std::vector<qsizetype> firsts; // map of each panel
    Charts ofA;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto [row, column] = layout.places[i];
        plot.endPanels();
        addSideHeading({plot, shown.data, style}, {2 * row, column}, names, sides[i]);
        plot.plotLayout()->setRowStretchFactor(2 * row, 0.001);
        plot.beginPanel(2 * row + 1, column, shown.areSeveral() ? sideId(sides[i]) : QString());
        const qsizetype before = plot.cellMaps().size();
        firsts.push_back(before);
        drawPanel(plot, shown, i, panelStyle);
        if (sides[i] == Side::A)
            ofA = chartsBeside(plot, {});
        else if (sides[i] == Side::B && shown.data.isLocked)
            shareAxes(ofA, chartsBeside(plot, ofA));
        const QList<CellPlottable*> maps = plot.cellMaps();
        const std::vector<KeyedMap> keyed = keyedMaps(maps, before, maps.size());
        if (shown.areSeveral())
            placeKey(keyed, panelStyle);
        if (i == 1 && sides[i] == Side::B && row == 0 && shown.data.isLocked)
            if (const int freed = shareKey(lastKeyed, keyed); freed > 0 && column > 0) {
                // The maps stay of one size: A's column is narrower by what its key had.
                const double count = double(sides.size());
                plot.plotLayout()->setColumnStretchFactor(0,
                    std::max(0.2, (layout.panel.width() - freed * (count - 1) / count) / (layout.panel.width() + freed / count)));
            }
        lastKeyed = keyed;
    }
    shareCells(plot.cellMaps(), firsts, sides);
    plot.endPanels();
    return addChips(plot, shown, style);
}

QString composedCaption(const FigureInfo& info, const FigureData& data) { return Captions(shownPanels(info, data)).text(); }

Captions::Captions(const ShownPanels& shown)
    : m_areSeveral(shown.areSeveral())
{
    for (std::size_t i = 0; shown.info.caption && i < shown.sides.size(); ++i) {
        if (!shown.whyNot[qsizetype(i)].isEmpty())
            continue;
        const Side side = shown.sides[i];
        const QStringList parts = partsOfBoth(shown.info.caption(ofSide(shown.data, side)));
        if (parts.size() == 1) {
            m_sides.emplace_back(side, spacedSentence(parts.front()));
        } else if (m_sides.empty()) { // else A and B have said it
            m_areSeveral = true;
            m_sides.emplace_back(Side::A, spacedSentence(parts[0]));
            m_sides.emplace_back(Side::B, spacedSentence(parts[1]));
        }
    }
}

QStringList Captions::ofSides(int maxSentences) const
{
    QStringList sentences;
    QString ofA;
    for (const auto& [side, whole] : m_sides) {
        const QString text = firstSentences(whole, maxSentences);
        if (text.isEmpty() || (side == Side::Delta && sentences.contains(text))) // the picture of both has said it
            continue;
        if (side == Side::B && m_areSeveral && text == ofA) { // said once
            sentences.back() = Compose::tr("A and B: %1").arg(text);
            continue;
        }
        if (side == Side::A)
            ofA = text;
        sentences << (!m_areSeveral || side == Side::Both ? text
                : side == Side::Delta                     ? Compose::tr("Δ: %1").arg(text)
                : side == Side::A                         ? Compose::tr("A: %1").arg(text)
                                                          : Compose::tr("B: %1").arg(text));
    }
    return sentences;
}

QString Captions::text(int maxSentences) const { return joinedSentences(ofSides(maxSentences)); }

} // namespace widgets
