#include "widgets/views/feed_forward/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/figure.h"
#include "widgets/views/feed_forward/maps_picture.h"
#include "widgets/views/feed_forward/neuron_picture.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/shared/read_out.h"

namespace widgets {

FeedForwardView::FeedForwardView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(feedForwardFigure), this))
    , m_values(new SegmentedSwitch(valuesOption.list(), this))
    , m_of(new SegmentedSwitch({"product", "pre", "gate", "up", "out"}, this))
    , m_order(new SegmentedSwitch(orderOption.list(), this))
{
    const std::pair<SegmentedSwitch*, OptionKey> options[]
        = {{m_show, showOption}, {m_values, valuesOption}, {m_of, mapOption}, {m_order, orderOption}};
    for (const auto& [control, option] : options) {
        control->setObjectName(option.name()); // of their options
        controls()->addWidget(control);
        connect(control, &SegmentedSwitch::chosen, this, &FeedForwardView::redraw);
    }
    breadcrumb()->show();
    retranslate();
}

const FigureInfo& FeedForwardView::figure() const { return feedForwardFigure; }

QVariantMap FeedForwardView::options() const
{
    QVariantMap all{{showOption.name(), m_show->current()}, {valuesOption.name(), m_values->current()},
        {orderOption.name(), m_order->current()}};
    if (m_show->current() == QLatin1String("maps")) // the map below the curve is that of the products
        all.insert(mapOption.name(), m_of->current());
    return all;
}

void FeedForwardView::retranslate()
{
    m_show->setLabel(QStringLiteral("curve"), tr("curve"), tr("The activation with the values that it meets"));
    m_show->setLabel(
        QStringLiteral("gate"), tr("gate × up"), tr("Each neuron at each token: what the gate opens, and what it multiplies"));
    m_show->setLabel(QStringLiteral("maps"), tr("maps"), tr("Tokens by neurons"));
    m_show->setLabel(QStringLiteral("neuron"), tr("neuron"), tr("What one neuron reads and writes"));
    m_show->setLabel(QStringLiteral("activations"), tr("activations"), tr("Every activation on the same values"));
    m_show->setLabel(QStringLiteral("width"), tr("width"), tr("Why a gated feed-forward is narrower"));
    m_values->setLabel(QStringLiteral("layer"), tr("layer"), tr("All neurons of the layer"));
    m_values->setLabel(QStringLiteral("neuron"), tr("neuron"), tr("The selected neuron"));
    m_values->setLabel(QStringLiteral("all"), tr("all layers"), tr("All neurons of all layers"));
    m_of->setLabel(QStringLiteral("pre"), tr("before"), tr("Before the activation"));
    m_of->setLabel(QStringLiteral("gate"), tr("gate"), tr("The gate after its activation"));
    m_of->setLabel(QStringLiteral("up"), tr("up"), tr("What the gate multiplies"));
    m_of->setLabel(QStringLiteral("out"), tr("out"), tr("What the feed-forward adds, dimension by dimension"));
    m_order->setLabel(QStringLiteral("token"), tr("by token"), tr("Neurons sorted by the token where they are largest"));
    m_order->setLabel(QStringLiteral("neuron"), tr("by number"), tr("Neurons in the order of the weights"));
    m_order->setLabel(QStringLiteral("size"), tr("by size"), tr("Neurons sorted by their largest magnitude"));
}

QString FeedForwardView::place(const FigureData& now) const
{
    if (!whyNoFeedForward(now).isEmpty())
        return {};
    const FeedForwardLayer layer = shownFeedForward(now);
    if (m_show->current() == QLatin1String("width"))
        return layerLabel(layer.layer);
    if (const int other = otherNeuron(now); other >= 0)
        return (layer.isNeuronChosen || other == now.selection.dim ? tr("L%1 · neuron at %2: A %3, B %4")
                                                                   : tr("L%1 · largest neuron at %2: A %3, B %4"))
            .arg(counted(layer.layer))
            .arg(quotedToken(*run()->trace, layer.token))
            .arg(counted(layer.neuron))
            .arg(counted(other));
    return tr("L%1, %4 · neuron %2 · %3")
        .arg(counted(layer.layer))
        .arg(counted(layer.neuron))
        .arg(quotedToken(*run()->trace, layer.token), layer.isGated ? tr("gated") : tr("plain"));
}

/// The numbers of a neuron at a token; empty where it has none.
QString FeedForwardView::cellText(const Selection& at) const
{
    FigureData there = figureData();
    there.selection.query = at.query;
    there.selection.dim = at.dim;
    if (m_of->current() == QLatin1String("out") && m_show->current() == QLatin1String("maps"))
        return {}; // its columns are dimensions
    const std::optional<FeedForwardLayer> layer = run() ? feedForwardOf(there, *run()) : std::nullopt;
    if (!layer || !layer->isNeuronChosen || layer->token != at.query)
        return {};
    const QString token = quotedToken(*run()->trace, at.query);
    const QString before = formatNumber(layer->before(at.query)), after = formatNumber(layer->product(at.query));
    return layer->isGated ? tr("L%1 · neuron %2 · %3: gate %4, up %5, product %6")
                                .arg(counted(layer->layer))
                                .arg(counted(layer->neuron))
                                .arg(token, before, formatNumber(double(layer->up.at(at.query, layer->neuron))), after)
                          : tr("L%1 · neuron %2 · %3: %4 becomes %5")
                                .arg(counted(layer->layer))
                                .arg(counted(layer->neuron))
                                .arg(token, before, after);
}

void FeedForwardView::refreshControls(const FigureData& now)
{
    const QString show = m_show->current();
    m_values->setVisible(show == QLatin1String("curve"));
    m_of->setVisible(show == QLatin1String("maps"));
    m_order->setVisible(show == QLatin1String("maps"));
    breadcrumb()->setText(place(now).toHtmlEscaped());
    if (!whyNoFeedForward(now).isEmpty())
        return;
    const bool isGated = shownFeedForward(now).isGated;
    for (const char* word : {"gate", "up"})
        m_of->setAvailable(QLatin1String(word), isGated, tr("This layer has no gate"));
    m_of->setLabel(QStringLiteral("product"), isGated ? tr("product") : tr("after"),
        tr("What is left after the activation: what W_down reads"));
}

void FeedForwardView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    hovered.query = row;
    hovered.key = -1;
    hovered.dim = isNeuronMap(map) ? neuronOfColumn(ofNeuronMap(figureData(), map), column) : column;
    if (const QString text = cellText(hovered); !text.isEmpty())
        breadcrumb()->setText(text.toHtmlEscaped());
}

void FeedForwardView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const int key = pinned.key;
    hoverCell(map, row, column, pinned);
    pinned.key = key; // what other pages look at stays
}

void FeedForwardView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    if (chart == QLatin1String("tokens"))
        if (const int token = tokenOfNeuronBar(*plot(), bar); token >= 0)
            pinned.query = token;
}

QString FeedForwardView::barTensor(const QString& chart, int bar, Selection& at)
{
    if (chart != QLatin1String("tokens") || !whyNoFeedForward(figureData()).isEmpty())
        return {};
    at.query = tokenOfNeuronBar(*plot(), bar);
    at.dim = shownFeedForward(figureData()).neuron;
    return at.query < 0 ? QString() : QString::fromStdString(core::blockName(at.layer, "mlp.post"));
}

/// The map of it.
bool FeedForwardView::openTensor(const QString& tensor)
{
    if (!whyNoFeedForward(figureData()).isEmpty())
        return false;
    const bool isGated = shownFeedForward(figureData()).isGated;
    m_of->setCurrent(tensor.endsWith(QLatin1String(".pre"))            ? QStringLiteral("pre")
            : isGated && tensor.endsWith(QLatin1String(".pre_linear")) ? QStringLiteral("up")
            : tensor.endsWith(QLatin1String(".out"))                   ? QStringLiteral("out")
                                                                       : QStringLiteral("product"));
    m_show->setCurrent(QStringLiteral("maps"));
    redraw();
    return true;
}

/// Of a map what it shows, else what meets the activation; the drawing of widths is of no numbers of the run.
QString FeedForwardView::markedTensor() const
{
    if (m_show->current() == QLatin1String("width"))
        return {};
    const bool isMap = m_show->current() == QLatin1String("maps") && whyNoFeedForward(figureData()).isEmpty();
    return QString::fromStdString(
        core::blockName(selectionModel()->pinned().layer, isMap ? tensorOfMap(figureData()) : "mlp.pre"));
}

QString FeedForwardView::tensorOf(const QString& map, int, int column, Selection& at) const
{
    const bool isMap = isNeuronMap(map);
    at.dim = isMap ? neuronOfColumn(ofNeuronMap(figureData(), map), column) : column;
    const char* tensor = isMap ? tensorOfMap(figureData()) : map == QLatin1String("neuron") ? "mlp.pre" : "mlp.post";
    return QString::fromStdString(core::blockName(at.layer, tensor));
}

void FeedForwardView::showHover(const Selection& hovered)
{
    if (hovered == SelectionModel::nothing())
        breadcrumb()->setText(place(figureData()).toHtmlEscaped());
    for (const char* map : {"neuron", "dots"})
        plot()->setHovered(QLatin1String(map), Cell{hovered.query, hovered.dim});
    for (const char* map : {"neurons", "neurons B"})
        if (const QString name = QLatin1String(map); plot()->cellMap(name))
            plot()->setHovered(name, Cell{hovered.query, columnOfNeuron(ofNeuronMap(figureData(), name), hovered.dim)});
}

static constexpr ShownTensors feedForwardTensors[] = {{"mlp.pre", Shown::Itself}, {"mlp.pre_linear", Shown::Itself},
    {"mlp.post", Shown::Itself}, {"mlp.input", Shown::Itself}, {"mlp.out", Shown::Effect}};

const ViewInfo feedForwardView{.id = "feed_forward",
    .title = QT_TRANSLATE_NOOP("views", "Feed-forward"),
    .create = createView<FeedForwardView>,
    .families = {"activation.kind@gate,width", "feed_forward.kind@gate,width=plain,gated"},
    .figures = {&feedForwardFigure},
    .shows = feedForwardTensors};

} // namespace widgets
