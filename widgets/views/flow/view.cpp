#include "widgets/views/flow/view.h"

#include "core/analysis/attribution.h"
#include "core/analysis/logit_lens.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/figure.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

constexpr int clickTolerance = 4; // px

} // namespace

FlowView::FlowView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
{
}

const FigureInfo& FlowView::figure() const { return flowFigure; }

QList<FlowGrid*> FlowView::grids() const
{
    QList<FlowGrid*> found;
    for (CellPlottable* const map : plot()->cellMaps())
        if (auto* const grid = qobject_cast<FlowGrid*>(map))
            found << grid;
    return found;
}

/// The position that the picture is about.
int FlowView::position() const
{
    const FigureData now = figureData();
    return shownPosition(*shownRun(now), now.selection);
}

void FlowView::hoverCell(const QString&, int row, int column, Selection& hovered)
{
    const QList<FlowGrid*> all = grids();
    if (all.isEmpty() || row >= int(all.front()->layers().size()))
        return;
    const int layer = all.front()->layers()[std::size_t(row)];
    hovered.layer = std::max(layer, 0);
    hovered.query = column;
    hovered.key = -1;
    const LensTokens* best = lensTokens(figureData().results, run(), {layer, column});
    if (!best || !underMouse())
        return;
    QStringList lines;
    for (const core::TokenProbability& token : *best)
        lines << QStringLiteral("%1  %2").arg(probabilityText(token.probability), tokenText(*run(), token.id));
    QToolTip::showText(QCursor::pos(), lines.join(QLatin1Char('\n')), plot());
}

void FlowView::clickCell(const QString&, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const QList<FlowGrid*> all = grids();
    if (all.isEmpty() || row >= int(all.front()->layers().size()))
        return;
    const int layer = all.front()->layers()[std::size_t(row)];
    // The first click looks at a place, the second opens what is behind it: the stream there, on top what it says.
    if (pinned.query == column && layer >= 0 && pinned.layer == layer && !plot()->zoom().isZoomed()) // else it shows all
        emit viewWanted(row == 0 ? QStringLiteral("output") : QStringLiteral("residual"));
    if (layer >= 0)
        pinned.layer = layer;
    if (pinned.query != column)
        pinned.key = -1;
    pinned.query = column;
}

void FlowView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    if (chart == QLatin1String("next")) {
        pinned.query = position();
        emit viewWanted(QStringLiteral("output"));
    } else if (const int head = headOf(chart, bar); head >= 0) {
        // The first click shows a head here, the second opens it.
        if (head == pinned.head)
            emit viewWanted(QStringLiteral("attention"));
        pinned.head = head;
    }
}

int FlowView::headOf(const QString& chart, int bar) const
{
    for (int i = 0; chart == QLatin1String("heads") && i < plot()->plottableCount(); ++i)
        if (const auto* heads = qobject_cast<BarChart*>(plot()->plottable(i)); heads && heads->name() == chart)
            return fromCounted(heads->bars().value(bar).name.mid(1).toInt());
    return -1;
}

/// A head is what it puts out at all tokens, a next token its logit.
QString FlowView::barPart(const QString& chart, int bar, Selection& at)
{
    const FigureData now = figureData();
    const FlowShown shown(now, run());
    at.layer = shown.layer;
    at.key = -1;
    if (const int head = headOf(chart, bar); head >= 0) {
        at.head = head;
        at.query = at.dim = -1;
        return QString::fromStdString(core::blockName(at.layer, "attn.z"));
    }
    const std::vector<core::TokenProbability> next = shown.next();
    if (chart != QLatin1String("next") || std::size_t(bar) >= next.size())
        return {};
    at.query = shown.position;
    at.dim = int(next[std::size_t(bar)].id);
    return QStringLiteral("logits");
}

QString FlowView::handling() const
{
    constexpr std::size_t many = 32; // tokens, whose words have no room beside each other
    return run() && streamTokens(*run()->trace).size() > many ? zoomHandling() : QString();
}

/// What is read out after a layer: the stream, and after the last one the logits that the pass has made of it.
QString FlowView::readAfter(int layer) const
{
    if (!run())
        return {};
    const bool isOfLogits = layer == layersOf(*run()) - 1 && hasAllLogits(*run()->trace);
    return isOfLogits ? QStringLiteral("logits") : streamAfter(layer);
}

QString FlowView::streamAfter(int layer) const
{
    const core::Tensor* const stream = core::streamAfter(*run()->trace, layer);
    return stream ? QString::fromStdString(stream->name()) : QString();
}

QString FlowView::markedTensor() const { return readAfter(selectionModel()->pinned().layer); }

QString FlowView::tensorOf(const QString&, int row, int column, Selection& at) const
{
    const QList<FlowGrid*> all = grids();
    if (all.isEmpty() || std::size_t(row) >= all.front()->layers().size())
        return {};
    const int layer = all.front()->layers()[std::size_t(row)];
    const QString tensor = readAfter(layer);
    if (const LensTokens* const best = lensTokens(figureData().results, run(), {layer, column});
        best && !best->empty() && tensor == QLatin1String("logits"))
        at.dim = int(best->front().id);
    return tensor;
}

/// The logits are changed in the stream that they are made of.
QString FlowView::partOf(const QString&, int row, int, Selection&) const
{
    const QList<FlowGrid*> all = grids();
    if (all.isEmpty() || std::size_t(row) >= all.front()->layers().size())
        return {};
    return streamAfter(all.front()->layers()[std::size_t(row)]);
}

void FlowView::showHover(const Selection& hovered)
{
    for (const FlowGrid* const grid : grids()) {
        const int row = grid->rowOf(hovered.layer);
        plot()->setHovered(grid->name(), hovered.query >= 0 && row >= 0 ? Cell{row, hovered.query} : Cell());
        break;
    }
}

bool FlowView::clickBeside(const QPointF& pixel)
{
    Selection pinned = selectionModel()->pinned();
    for (FlowGrid* const grid : grids())
        if (const int arc = grid->arcAt(pixel); arc >= 0) {
            pinned.query = position();
            pinned.key = grid->arcs()[std::size_t(arc)].key;
            selectionModel()->pin(pinned);
            emit viewWanted(QStringLiteral("attention"));
            return true;
        }
    const int row = rowBeside(pixel);
    if (row < 0)
        return false;
    const int layer = std::max(0, grids().front()->layers()[std::size_t(row)]);
    if (pinned.layer == layer)
        emit viewWanted(QStringLiteral("residual"));
    pinned.layer = layer;
    selectionModel()->pin(pinned);
    return true;
}

int FlowView::rowBeside(const QPointF& pixel) const
{
    for (int i = 0; i < plot()->plottableCount(); ++i)
        if (const auto* parts = qobject_cast<FlowParts*>(plot()->plottable(i)); parts && parts->rowAt(pixel) >= 0)
            return parts->rowAt(pixel);
    return -1;
}

/// The dark bar of a row is above the pale one.
bool FlowView::offerBranch(const QPoint& pixel, const QPoint& where)
{
    const QList<FlowGrid*> all = grids();
    const int row = isUpToDate() && !all.isEmpty() ? rowBeside(pixel) : -1;
    if (row < 0)
        return false;
    const int layer = all.front()->layers()[std::size_t(row)];
    const bool isUpper = pixel.y() < all.front()->cellRect({row, 0}).center().y();
    const auto& names = isUpper ? std::array{"attn_out", "mixer_out", "mlp_out"} : std::array{"mlp_out", "attn_out", "mixer_out"};
    std::string tensor = layer < 0 ? "embed" : std::string();
    for (const char* const name : names)
        if (tensor.empty() && run()->trace->find(core::blockName(layer, name)))
            tensor = core::blockName(layer, name);
    Selection at = selectionModel()->pinned();
    at.layer = std::max(0, layer);
    at.query = position();
    at.key = at.dim = -1;
    emit placeAsked(QString::fromStdString(tensor), at, where);
    return true;
}

bool FlowView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease)) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        if (event->type() == QEvent::MouseButtonPress)
            m_pressed = mouse->pos();
        else if (mouse->button() == Qt::LeftButton && (mouse->pos() - m_pressed).manhattanLength() <= clickTolerance
            && clickBeside(mouse->position()))
            return true;
    } else if (watched == plot() && event->type() == QEvent::ContextMenu) {
        const auto* const asked = static_cast<QContextMenuEvent*>(event);
        if (asked->reason() == QContextMenuEvent::Mouse && offerBranch(asked->pos(), asked->globalPos()))
            return true;
    } else if (watched == plot() && event->type() == QEvent::MouseMove) {
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        const QList<FlowGrid*> all = grids();
        const bool isArc = std::any_of(all.begin(), all.end(), [&](const FlowGrid* grid) { return grid->arcAt(at) >= 0; });
        plot()->setCursor(isArc ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    return FigureView::eventFilter(watched, event);
}

/// What the embedding and each branch add stands beside their rows, where the logits are sums of it.
bool FlowView::openTensor(const QString&)
{
    return run() && run()->setup && core::attributionGap(*run()->setup, *run()->trace) == core::NoAttribution::Possible;
}

static constexpr ShownTensors flowTensors[] = {{"embed", Shown::Effect}, {"attn_out", Shown::Among}, {"cross_attn_out", Shown::Among},
    {"mixer_out", Shown::Among}, {"mlp_out", Shown::Among}};

const ViewInfo flowView{.id = "flow",
    .title = QT_TRANSLATE_NOOP("views", "Flow"),
    .create = createView<FlowView>,
    .families = {"norm.placement", "position.kind", "feed_forward.kind"},
    .figures = {&flowFigure},
    .shows = flowTensors};

} // namespace widgets
