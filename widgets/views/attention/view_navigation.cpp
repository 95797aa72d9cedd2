// What a click, the mouse over a cell and the keys mean on the attention pages.

#include "widgets/views/attention/view.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/pen.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QKeyEvent>
#include <QToolButton>

#include <algorithm>
#include <tuple>
#include <utility>

namespace widgets {

namespace {

/// Whether the columns of a small map are dimensions.
bool hasDimensions(const QString& map)
{
    for (const AttentionStage& stage : attentionStages())
        if (map == QStringLiteral("stage_%1").arg(QLatin1String(stage.id)))
            return !isSquare(stage);
    return false;
}

/// Of the layers that have the mask of a map, "mask self 2".
int firstLayerOf(const QString& map) { return fromCounted(map.section(QLatin1Char(' '), 2).toInt()); }

} // namespace

/// As the wall is drawn: its layers may be in several parts.
WallOrder AttentionView::shownOrder() const
{
    const WallOrder plain = wallOrder(figureData());
    const CellPlottable* const wall = plot()->cellMap(QStringLiteral("wall"));
    return wall && plain.columns > 0 ? wallOrder(figureData(), wall->columns() / plain.columns) : plain;
}

void AttentionView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (!run())
        return;
    if (map == QLatin1String("wall")) {
        const HeadPlace place = shownOrder().at(row, column);
        if (place.layer < 0 || place.layer >= layersOf(*run())) // of a deeper encoder: the window counts the blocks
            return;
        hovered.layer = place.layer;
        hovered.head = place.head;
        hovered.isHeadChosen = true;
    } else if (map == QLatin1String("alignment") || map == QLatin1String("weights")) {
        hoverPair(row, column, hovered);
    } else if (map.startsWith(QLatin1String("mask "))) {
        if (map.startsWith(QLatin1String("mask self"))) {
            hovered.layer = firstLayerOf(map);
            hovered.head = -1; // it is that of every head
            hovered.query = row;
            hovered.key = column;
        }
    } else if (map == QLatin1String("head")) {
        const HeadAxes places = axes();
        hoverPair(places.queries.firstToken(row), places.keys.firstToken(column), hovered);
    } else if (map == QLatin1String("dimensions") || hasDimensions(map)) {
        hoverPair(row, hovered.key, hovered);
        hovered.dim = column;
    } else if (map.startsWith(QLatin1String("stage_"))) {
        hoverPair(row, column, hovered);
    } else {
        hovered.dim = column;
    }
}

void AttentionView::lookCloser()
{
    if (m_level == Level::Wall && !showsAlignment()) // that is of the selected head
        openHead();
}

/// From all heads: the maps of the one, whatever else was looked at last.
void AttentionView::openHead()
{
    if (stage() == QLatin1String("width"))
        m_stage->setCurrent(QStringLiteral("softmax"));
    setLevel(Level::Head);
}

void AttentionView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const Selection before = pinned;
    const Cell sourceBefore = m_source;
    hoverCell(map, row, column, pinned);
    if (pinned.head < 0)
        std::tie(pinned.layer, pinned.head) = std::tie(before.layer, before.head);
    if (map == QLatin1String("head"))
        lookAt(axes().queries.firstToken(row), axes().keys.firstToken(column), pinned);
    else if (map == QLatin1String("dimensions") || hasDimensions(map))
        lookAt(row, part() == core::AttentionPart::Self ? pinned.key : m_source.column, pinned);
    else if (map.startsWith(QLatin1String("stage_")) || map == QLatin1String("alignment") || map == QLatin1String("weights"))
        lookAt(row, column, pinned);
    if (m_byKey) // arrows walk, Enter opens
        return;
    m_opener = {map, {row, column}};
    if (map == QLatin1String("wall"))
        openHead();
    else if (map == QLatin1String("head") && before == pinned && sourceBefore == m_source
        && !plot()->zoom().isZoomed()) // the second click on a cell opens it
        setLevel(Level::Cell);
    else if (map.startsWith(QLatin1String("stage_"))) // a small map opens at its stage
        setStage(map.mid(6));
}

void AttentionView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    const FigureData now = figureData();
    if (m_level == Level::Wall) {
        const std::vector<std::pair<int, int>> heads = headsOfChart(now, chart);
        if (std::size_t(bar) < heads.size())
            std::tie(pinned.layer, pinned.head, pinned.isHeadChosen) = std::tuple_cat(heads[std::size_t(bar)], std::tuple(true));
    } else if (chart == QLatin1String("row")) {
        const std::vector<int> keys = keysOfRow(now);
        if (std::size_t(bar) < keys.size()) {
            lookAt(shownCell(now).first, keys[std::size_t(bar)], pinned);
        }
    }
}

void AttentionView::showHover(const Selection& hovered)
{
    if (!run())
        return;
    if (m_level == Level::Wall && &figure() != &attentionWallFigure) {
        const bool isOfTarget = part() != core::AttentionPart::Encoder && hovered.query >= 0;
        plot()->setHovered(QStringLiteral("alignment"), isOfTarget ? Cell{hovered.query, -1} : Cell{});
    } else if (m_level == Level::Wall) {
        plot()->setHovered(QStringLiteral("wall"), shownOrder().cellOf(hovered.layer, hovered.head));
    } else if (part() == core::AttentionPart::Encoder) {
        return; // what is hovered elsewhere is of the other text
    } else if (const int key = part() == core::AttentionPart::Self ? hovered.key : -1; showsAllStages()) {
        for (const AttentionStage& one : attentionStages())
            plot()->setHovered(QStringLiteral("stage_%1").arg(QLatin1String(one.id)),
                isSquare(one) ? Cell{hovered.query, key} : Cell{hovered.query, hovered.dim});
    } else if (m_level == Level::Head) {
        const HeadAxes places = axes();
        plot()->setHovered(QStringLiteral("head"), Cell{places.queries.placeOf(hovered.query), places.keys.placeOf(key)});
        plot()->setHovered(QStringLiteral("dimensions"), Cell{hovered.query, hovered.dim});
    }
}

/// To the next cell; false where the plot moves its own.
bool AttentionView::walk(const QKeyEvent& event)
{
    Selection pinned = selectionModel()->pinned();
    const PartPlace at = placeOf(figureData());
    const bool starts = at.query < 0 || at.key < 0; // the first step only makes the shown cell the pinned one
    if (m_level != Level::Cell && !(m_level == Level::Head && starts))
        return false;
    const auto [query, key] = shownCell(figureData());
    const auto stepped = [&](int from, int by, bool isQuery) {
        return std::clamp(from + (starts ? 0 : by), 0, int(core::tokensOfPart(*run()->trace, part(), isQuery).size()) - 1);
    };
    lookAt(stepped(query, (event.key() == Qt::Key_Down) - (event.key() == Qt::Key_Up), true),
        stepped(key, (event.key() == Qt::Key_Right) - (event.key() == Qt::Key_Left), false), pinned);
    selectionModel()->pin(pinned);
    return true;
}

bool AttentionView::step(QKeyEvent* event)
{
    if (!run())
        return false;
    switch (event->key()) {
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        if (m_level == Level::Head)
            stepStage(event->key() == Qt::Key_BracketLeft ? -1 : 1);
        return m_level == Level::Head;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_level == Level::Wall)
            openHead();
        else if (m_level == Level::Head)
            setLevel(Level::Cell);
        return true;
    case Qt::Key_Backspace:
        if (m_level == Level::Wall)
            return false; // nothing is above it: the window goes back
        setLevel(Level(int(m_level) - 1));
        return true;
    case Qt::Key_Escape:
        if (m_draw->isChecked()) {
            m_draw->setChecked(false);
            return true;
        }
        selectionModel()->unpin();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return walk(*event);
    default:
        return false;
    }
}

void AttentionView::keyPressEvent(QKeyEvent* event)
{
    if (!step(event))
        FigureView::keyPressEvent(event);
}

/// The first click of two has opened what was under the mouse. The second goes back to the small maps, which may be elsewhere by
/// now, and asks for the number of the cell that was clicked; a whole head has none. On the map of a head it opens the operands,
/// where the number comes from: nothing is to lie over them. True where nothing else is to be done.
bool AttentionView::clickTwice(const QEvent& event)
{
    if (event.type() == QEvent::MouseButtonRelease)
        return std::exchange(m_skipsRelease, false);
    const bool isSmallMap = m_opener.map.startsWith(QLatin1String("stage_"));
    const bool isHead = m_opener.map == QLatin1String("head") && !plot()->zoom().isZoomed();
    if (event.type() != QEvent::MouseButtonDblClick || !(isSmallMap || isHead || m_opener.map == QLatin1String("wall")))
        return false;
    const Opener opener = std::exchange(m_opener, Opener());
    if (isSmallMap)
        setStage(QStringLiteral("all"));
    if (isSmallMap)
        emit plot()->cellAsked(opener.map, opener.cell.row, opener.cell.column);
    if (isHead)
        setLevel(Level::Cell);
    return m_skipsRelease = true;
}

/// Whether the map is of pairs of one run's tensor, or a mask that is a choice.
bool AttentionView::canDraw() const
{
    const FigureData now = figureData();
    if (showsMasks())
        return now.mode != SlotMode::Delta && shownRun(now) && shownRun(now)->setup;
    return m_level == Level::Head && !showsAllStages() && !showsWidth() && now.mode != SlotMode::Delta && isSquare(stageOf(now))
        && (!showsWeights() || m_weighing->current() == QLatin1String("raw"));
}

/// The mode ends where there is nothing to draw in.
void AttentionView::refreshPen()
{
    const bool canDrawNow = canDraw();
    m_draw->setVisible(canDrawNow);
    if (!canDrawNow)
        m_draw->setChecked(false);
    m_pen->setOn(m_draw->isChecked());
}

void AttentionView::sayStroke(const QString& map, const std::vector<Cell>& cells)
{
    if (showsMasks()) {
        emit maskDrawn(firstLayerOf(map), cells);
        return;
    }
    QString tensor;
    std::vector<Selection> places;
    for (const Cell cell : cells) {
        Selection& at = places.emplace_back(selectionModel()->pinned());
        hoverCell(QStringLiteral("head"), cell.row, cell.column, at);
        tensor = tensorOf(QStringLiteral("head"), cell.row, cell.column, at);
    }
    // What a masked cell gives is in the weights; its score stays masked.
    const bool isMasked = run() && !maskedWords(*run()->trace, places.front()).isEmpty();
    emit cellsDrawn(tensor, places);
    if (isMasked && part() == core::AttentionPart::Self && stage() != QLatin1String("softmax"))
        setStage(QStringLiteral("softmax"));
}

bool AttentionView::eventFilter(QObject* watched, QEvent* event)
{
    const bool presses = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (watched == plot() && m_pen && (!presses || isUpToDate())
        && m_pen->take(*event, showsMasks() ? QStringLiteral("mask self") : QStringLiteral("head")))
        return true;
    if (m_pen && m_draw->isChecked() && event->type() == QEvent::ShortcutOverride
        && static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // the key ends the mode before the window hears it
        return true;
    }
    if (watched == plot() && clickTwice(*event))
        return true;
    if (watched == plot() && (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress)) {
        m_byKey = event->type() == QEvent::KeyPress;
        m_opener = {};
        if (m_byKey && step(static_cast<QKeyEvent*>(event)))
            return true;
    }
    return FigureView::eventFilter(watched, event);
}

} // namespace widgets
