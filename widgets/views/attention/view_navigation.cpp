// What a click, the mouse over a cell and the keys mean on the attention pages.

#include "widgets/views/attention/view.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/token_groups.h"

#include <QKeyEvent>

#include <algorithm>
#include <tuple>

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
        if (place.layer < 0)
            return;
        hovered.layer = place.layer;
        hovered.head = place.head;
        hovered.isHeadChosen = true;
    } else if (map == QLatin1String("heads")) {
        if (const CellPlottable* const wall = plot()->cellMap(map)) {
            hovered.layer = wall->rows() - 1 - row;
            hovered.head = column;
            hovered.isHeadChosen = true;
        }
    } else if (map == QLatin1String("alignment") || map == QLatin1String("weights")) {
        if (m_stack->current() != QLatin1String("encoder")) // rows are tokens of the target
            hovered.query = row;
        if (m_stack->current() == QLatin1String("self"))
            hovered.key = column;
    } else if (map.startsWith(QLatin1String("mask "))) {
        if (map.startsWith(QLatin1String("mask self"))) {
            hovered.query = row;
            hovered.key = column;
        }
    } else if (map == QLatin1String("head")) {
        const TokenGroups places = groups();
        hovered.query = places.firstToken(row);
        hovered.key = places.firstToken(column);
    } else if (map == QLatin1String("dimensions") || hasDimensions(map)) {
        hovered.query = row;
        hovered.dim = column;
    } else if (map.startsWith(QLatin1String("stage_"))) {
        hovered.query = row;
        hovered.key = column;
    } else {
        hovered.dim = column;
    }
}

void AttentionView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const Selection before = pinned;
    hoverCell(map, row, column, pinned);
    if (m_byKey) // arrows walk, Enter opens
        return;
    if (map == QLatin1String("wall"))
        setLevel(Level::Head);
    else if (map == QLatin1String("heads")) // one of them opens as lines
        m_heads->setCurrent(QStringLiteral("head"));
    else if (map == QLatin1String("head") && before == pinned
        && !plot()->zoom().isZoomed()) // the second click on a cell opens it
        setLevel(Level::Cell);
    else if (map.startsWith(QLatin1String("stage_"))) // a small map opens at its stage
        m_stage->setCurrent(map.mid(6));
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
            pinned.query = shownCell(now).first;
            pinned.key = keys[std::size_t(bar)];
        }
    }
}

void AttentionView::showHover(const Selection& hovered)
{
    if (!run())
        return;
    if (m_level == Level::Wall && &figure() != &attentionWallFigure) {
        const bool isOfTarget = m_stack->current() != QLatin1String("encoder") && hovered.query >= 0;
        plot()->setHovered(QStringLiteral("alignment"), isOfTarget ? Cell{hovered.query, -1} : Cell{});
    } else if (m_level == Level::Wall) {
        plot()->setHovered(QStringLiteral("wall"), shownOrder().cellOf(hovered.layer, hovered.head));
    } else if (showsAllStages()) {
        for (const AttentionStage& one : attentionStages())
            plot()->setHovered(QStringLiteral("stage_%1").arg(QLatin1String(one.id)),
                isSquare(one) ? Cell{hovered.query, hovered.key} : Cell{hovered.query, hovered.dim});
    } else if (m_level == Level::Head) {
        const TokenGroups places = groups();
        plot()->setHovered(QStringLiteral("head"), Cell{places.placeOf(hovered.query), places.placeOf(hovered.key)});
        plot()->setHovered(QStringLiteral("dimensions"), Cell{hovered.query, hovered.dim});
    }
}

bool AttentionView::step(QKeyEvent* event)
{
    if (!run())
        return false;
    Selection pinned = selectionModel()->pinned();
    switch (event->key()) {
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        if (m_level == Level::Head)
            stepStage(event->key() == Qt::Key_BracketLeft ? -1 : 1);
        return m_level == Level::Head;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_level != Level::Cell)
            setLevel(Level(int(m_level) + 1));
        return true;
    case Qt::Key_Backspace:
        if (m_level == Level::Wall)
            return false; // nothing is above it: the window goes back
        setLevel(Level(int(m_level) - 1));
        return true;
    case Qt::Key_Escape:
        selectionModel()->unpin();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (m_level != Level::Cell && !(m_level == Level::Head && (pinned.query < 0 || pinned.key < 0)))
            return false; // the plot moves its own cell
        const auto [query, key] = shownCell(figureData());
        const int last = int(streamTokens(*run()->trace).size()) - 1;
        const bool starts = pinned.query < 0 || pinned.key < 0; // the first step only makes the shown cell the pinned one
        pinned.query = std::clamp(query + (starts ? 0 : (event->key() == Qt::Key_Down) - (event->key() == Qt::Key_Up)), 0, last);
        pinned.key = std::clamp(key + (starts ? 0 : (event->key() == Qt::Key_Right) - (event->key() == Qt::Key_Left)), 0, last);
        selectionModel()->pin(pinned);
        return true;
    }
    default:
        return false;
    }
}

void AttentionView::keyPressEvent(QKeyEvent* event)
{
    if (!step(event))
        FigureView::keyPressEvent(event);
}

bool AttentionView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress)) {
        m_byKey = event->type() == QEvent::KeyPress;
        if (m_byKey && step(static_cast<QKeyEvent*>(event)))
            return true;
    }
    return FigureView::eventFilter(watched, event);
}

} // namespace widgets
