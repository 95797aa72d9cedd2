#include "widgets/views/mixture/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/figure.h"
#include "widgets/views/mixture/flow.h"
#include "widgets/views/mixture/pages.h"
#include "widgets/views/shared/read_out.h"

#include <QContextMenuEvent>
#include <QKeyEvent>

#include <algorithm>

namespace widgets {

MixtureView::MixtureView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(mixtureFigure), this))
    , m_cells(new SegmentedSwitch(cellsOption.list(), this))
{
    m_show->setObjectName(showOption.name()); // of their options
    m_cells->setObjectName(cellsOption.name());
    controls()->addWidget(m_show);
    controls()->addWidget(m_cells);
    connect(m_show, &SegmentedSwitch::chosen, this, &MixtureView::redraw);
    connect(m_cells, &SegmentedSwitch::chosen, this, &MixtureView::redraw);
    breadcrumb()->show();
    retranslate();
}

const FigureInfo& MixtureView::figure() const { return mixtureFigure; }

QVariantMap MixtureView::options() const
{
    return {{showOption.name(), m_show->current()}, {cellsOption.name(), m_cells->current()}};
}

void MixtureView::retranslate()
{
    m_show->setLabel(QStringLiteral("token"), tr("token"), tr("One token: logits, kept experts, gates, weighted sum"));
    m_show->setLabel(QStringLiteral("map"), tr("map"), tr("Every token and every expert"));
    m_show->setLabel(QStringLiteral("route"), tr("route"), tr("One token over all layers"));
    m_show->setLabel(QStringLiteral("load"), tr("load"), tr("How evenly the experts are used"));
    m_show->setLabel(QStringLiteral("routings"), tr("routings"), tr("Every routing on the same weights"));
    m_cells->setLabel(QStringLiteral("gates"), tr("gates"), tr("The weight of a chosen expert"));
    m_cells->setLabel(QStringLiteral("probs"), tr("probabilities"), tr("The router's probability of every expert"));
    m_cells->setLabel(QStringLiteral("logits"), tr("logits"), tr("The router's output before softmax or sigmoid"));
}

QString MixtureView::place(const FigureData& now) const
{
    const RunPtr& shown = shownRun(now);
    if (!shown || mixtureLayers(*shown).empty() || streamTokens(*shown->trace).empty())
        return {};
    return tr("Layer %1 · %2").arg(counted(shownMixtureLayer(now))).arg(quotedToken(*shown->trace, shownToken(now)));
}

void MixtureView::refreshControls(const FigureData& now)
{
    m_cells->setVisible(m_show->current() == QLatin1String("map"));
    breadcrumb()->setText(place(now).toHtmlEscaped());
}

/// The numbers of the cell under the mouse.
QString MixtureView::cellText(const QString& map, int row, int column) const
{
    const FigureData now = figureData();
    const RunPtr& shown = run();
    if (!shown)
        return {};
    if (map == QLatin1String("sum"))
        return tr("dimension %1").arg(counted(column));
    int layer = shownMixtureLayer(now), token = row;
    if (map == QLatin1String("route") || map == QLatin1String("balance")) {
        const std::vector<int> layers = mixtureRows(*shown);
        if (std::size_t(row) >= layers.size())
            return {};
        layer = layers[std::size_t(row)];
        token = shownToken(now);
        if (map == QLatin1String("balance")) {
            const std::vector<double> counts = tokensOfExperts(*shown, layer);
            return std::size_t(column) < counts.size()
                ? tr("L%1 · %2: %3 tokens").arg(counted(layer)).arg(expertName(column), countText(counts[std::size_t(column)]))
                : QString();
        }
    } else if (map != QLatin1String("gates")) {
        return {};
    }
    QStringList numbers;
    for (const auto& [tensor, word] :
        {std::pair{"router_logits", tr("logit")}, std::pair{"router_probs", QStringLiteral("p")}, std::pair{"gates", tr("gate")}})
        if (const Grid grid = routerGrid(*shown, layer, tensor); token < grid.rows && column < grid.columns)
            numbers << word + QLatin1Char(' ') + formatNumber(double(grid.at(token, column)), 4);
    return tr("L%1 · %2 · %3: %4")
        .arg(counted(layer))
        .arg(quotedToken(*shown->trace, token), expertName(column), numbers.join(QStringLiteral(", ")));
}

void MixtureView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    hovered.key = -1;
    if (map == QLatin1String("gates") || map == QLatin1String("routing")) {
        hovered.query = row;
    } else if (map == QLatin1String("layers")) {
        hovered.layer = layerOnWall(wallOfLayers(int(run()->trace->layers())), row, column);
    } else if (map == QLatin1String("route") || map == QLatin1String("balance")) {
        const std::vector<int> layers = mixtureRows(*run());
        if (std::size_t(row) < layers.size())
            hovered.layer = layers[std::size_t(row)];
    } else {
        hovered.dim = column;
    }
    if (const QString text = cellText(map, row, column); !text.isEmpty())
        breadcrumb()->setText(text.toHtmlEscaped());
}

void MixtureView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const Selection before = pinned;
    hoverCell(map, row, column, pinned);
    pinned.key = before.key;
    pinned.layer = std::min(pinned.layer, std::max(0, int(run()->trace->layers()) - 1));
    // The second click on a token, or on a layer of the route, opens it.
    if (!m_byKey && pinned == before && map != QLatin1String("sum") && map != QLatin1String("layers")) {
        m_show->setCurrent(QStringLiteral("token"));
        redraw();
    }
}

void MixtureView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    if (chart != QLatin1String("similar"))
        return;
    const auto similar = similarRoutes(*run(), shownToken(figureData()), bar + 1);
    if (std::size_t(bar) < similar.size())
        pinned.query = similar[std::size_t(bar)].first;
}

/// What the map shows; elsewhere what the experts are multiplied by.
QString MixtureView::markedTensor() const
{
    const QString cells = m_show->current() == QLatin1String("map") ? m_cells->current() : QString();
    const int layer = run() ? shownMixtureLayer(figureData()) : -1;
    return layer < 0 ? QString()
                     : QString::fromStdString(core::blockName(layer,
                           cells == QLatin1String("probs")        ? "mlp.router_probs"
                               : cells == QLatin1String("logits") ? "mlp.router_logits"
                                                                  : "mlp.gates"));
}

/// What can be changed of an expert is its gate. On the page of a route a column is one of the layer that hoverCell() found.
QString MixtureView::partOf(const QString& map, int row, int column, Selection& at) const
{
    const bool isOfToken = map == QLatin1String("route");
    const bool isOfRow = isOfToken || map == QLatin1String("balance");
    if (!isOfRow && tensorOf(map, row, column, at).isEmpty())
        return {};
    if (isOfRow)
        at.query = isOfToken ? shownToken(figureData()) : -1;
    at.dim = column;
    return QString::fromStdString(core::blockName(at.layer, "mlp.gates"));
}

QString MixtureView::tensorOf(const QString& map, int, int column, Selection& at) const
{
    if (map != QLatin1String("gates"))
        return {};
    at.layer = shownMixtureLayer(figureData());
    at.dim = column; // the expert
    return markedTensor();
}

void MixtureView::showHover(const Selection& hovered)
{
    if (hovered == SelectionModel::nothing())
        breadcrumb()->setText(place(figureData()).toHtmlEscaped());
}

bool MixtureView::step(int key)
{
    if (!run())
        return false;
    if (key == Qt::Key_Backspace && m_show->current() == QLatin1String("token")) {
        m_show->setCurrent(QStringLiteral("map"));
        redraw();
        return true;
    }
    return false;
}

bool MixtureView::offerExpert(const QContextMenuEvent& event)
{
    if (event.reason() == QContextMenuEvent::Keyboard || !run() || !isUpToDate())
        return false;
    const FigureData now = figureData();
    for (const QCPLayoutElement* const element : plot()->plotLayout()->elements(true))
        if (const auto* const flow = qobject_cast<const MixtureFlow*>(element)) {
            const int expert = flow->expertAt(event.pos());
            if (expert < 0)
                continue;
            Selection at = selectionModel()->pinned();
            at.layer = shownMixtureLayer(now);
            const bool isInRow = plot()->axisRectAt(event.pos()); // whose number is no gate, and of no tensor
            at.query = isInRow ? -1 : shownToken(now);
            at.key = -1;
            at.dim = expert;
            emit placeAsked(QString::fromStdString(core::blockName(at.layer, "mlp.gates")), at, event.globalPos());
            return true;
        }
    return false;
}

bool MixtureView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && event->type() == QEvent::ContextMenu && offerExpert(*static_cast<QContextMenuEvent*>(event)))
        return true;
    if (watched == plot() && (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress)) {
        m_byKey = event->type() == QEvent::KeyPress;
        if (m_byKey && step(static_cast<QKeyEvent*>(event)->key()))
            return true;
    }
    return FigureView::eventFilter(watched, event);
}

/// What the marked token is sent to; of an expert that of the first token that it serves, where it does not serve the marked one.
bool MixtureView::openTensor(const QString& tensor)
{
    const int layer = run() ? shownMixtureLayer(figureData()) : -1;
    if (layer < 0)
        return false;
    if (tensor.contains(QLatin1String(".experts."))) {
        const std::string scope = tensor.section(QLatin1Char('.'), 0, -2).toStdString();
        const core::Tensor* const served = run()->trace->find(scope + ".tokens");
        if (!served || served->size() == 0)
            return false;
        const std::span<const float> tokens(served->data(), std::size_t(served->size()));
        Selection pinned = selectionModel()->pinned();
        if (std::ranges::find(tokens, float(shownToken(figureData()))) == tokens.end())
            pinned.query = int(tokens.front());
        selectionModel()->pin(pinned);
    }
    m_show->setCurrent(QStringLiteral("token"));
    redraw();
    return true;
}

static constexpr ShownTensors mixtureTensors[] = {{"mlp.router*", Shown::Itself}, {"mlp.gates", Shown::Itself},
    {"mlp.dropped", Shown::Itself}, {"mlp.experts.*.out", Shown::Itself}, {"mlp.experts.*.tokens", Shown::Itself},
    {"mlp.shared.*.out", Shown::Itself}, {"mlp.shared_gate", Shown::Itself}, {"mlp.out", Shown::Effect}};

const ViewInfo mixtureView{.id = "mixture",
    .title = QT_TRANSLATE_NOOP("views", "Mixture"),
    .create = createView<MixtureView>,
    .families = {"feed_forward.kind", "mixture.routing", "activation.kind"},
    .figures = {&mixtureFigure},
    .shows = mixtureTensors};

} // namespace widgets
