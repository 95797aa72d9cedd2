#include "widgets/views/heads_cache/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/heads_cache/figure.h"
#include "widgets/views/heads_cache/kinds.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/shared/figure_pages.h"

namespace widgets {

static const QStringList blockLengths{QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("8"), QStringLiteral("16")};

HeadsCacheView::HeadsCacheView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(headsCacheFigure), this))
    , m_block(new SegmentedSwitch(blockLengths, this))
{
    m_show->setObjectName(showOption.name()); // of its option
    controls()->addWidget(m_show);
    keepInSight(m_block);
    controls()->addWidget(m_block);
    connect(m_block, &SegmentedSwitch::chosen, this, [this](const QString& tokens) {
        m_tokens = tokens.toInt();
        redraw();
    });
    connect(m_show, &SegmentedSwitch::chosen, this, &HeadsCacheView::redraw);
    retranslate();
}

const FigureInfo& HeadsCacheView::figure() const { return headsCacheFigure; }

bool HeadsCacheView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    m_tokens = blockOption.valueIn(options).toInt();
    redraw();
    return true;
}

QVariantMap HeadsCacheView::options() const
{
    QVariantMap all{{showOption.name(), m_show->current()}};
    if (m_tokens > 0)
        all[blockOption.name()] = m_tokens;
    return all;
}

void HeadsCacheView::refreshControls(const FigureData& now)
{
    const QString tokens = QString::number(shownBlock(now));
    m_block->setVisible(m_show->current() == QLatin1String("blocks"));
    m_block->setCurrent(m_block->ids().contains(tokens) ? tokens : QString());
    const RunPtr& run = shownRun(now);
    const int length = run ? int(streamTokens(*run->trace).size()) : 0;
    for (const QString& block : blockLengths)
        m_block->setAvailable(block, !run || block.toInt() < length || block == tokens,
            tr("This text of %1 tokens fits into one such block: add some words").arg(length));
}

void HeadsCacheView::retranslate()
{
    m_show->setLabel(
        QStringLiteral("sharing"), tr("Sharing"), tr("Which query heads use which keys and values, and what a token leaves"));
    m_show->setLabel(QStringLiteral("growth"), tr("Growth"), tr("The cache while tokens are generated, and what a step reads"));
    m_show->setLabel(QStringLiteral("latent"), tr("Latent"), tr("Latent attention: compress, keep, expand"));
    m_show->setLabel(QStringLiteral("repeated"), tr("Repeated"), tr("The keys of a group as each of its query heads uses them"));
    m_show->setLabel(QStringLiteral("blocks"), tr("Local blocks"), tr("Attention within blocks of tokens, beside what the model does"));
    for (const QString& tokens : blockLengths)
        m_block->setLabel(
            tokens, QStringLiteral("m = %1").arg(tokens), tr("Tokens of a block: the cost is n²/g for g = n/m blocks"));
}

/// A query head of the page "sharing", or what is kept.
SharingLinks::Part HeadsCacheView::sharedPart(Cell cell) const
{
    const auto* const links = qobject_cast<const SharingLinks*>(plot()->cellMap(QStringLiteral("sharing")));
    return links ? links->partAt(cell) : SharingLinks::Part();
}

void HeadsCacheView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String("sharing")) {
        hovered.head = sharedPart({row, column}).head;
    } else if (map == QLatin1String("weights")) {
        hovered.query = row;
        hovered.key = column;
    } else if (map == QLatin1String("kept") || map == QLatin1String("used")) {
        hovered.query = row;
    } else if (map == QLatin1String("expanded")) {
        hovered.head = row;
    }
}

void HeadsCacheView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    hoverCell(map, row, column, pinned);
}

QString HeadsCacheView::markedTensor() const
{
    const bool isOfSizes = m_show->current() == QLatin1String("growth");
    const int layer = run() && !isOfSizes ? layerWithAttention(*run(), selectionModel()->pinned()) : -1;
    if (layer < 0)
        return {};
    const bool isOfWeights = m_show->current() == QLatin1String("blocks");
    return QString::fromStdString(
        isOfWeights ? core::blockName(layer, "attn.pattern") : keyTensor(*run()->trace, layer));
}

QString HeadsCacheView::tensorOf(const QString& map, int, int column, Selection& at) const
{
    const int layer = run() ? layerWithAttention(*run(), at) : -1;
    if (layer < 0)
        return {};
    at.layer = layer;
    const core::Trace& trace = *run()->trace;
    const auto nameOf = [](const core::Tensor* tensor) { return tensor ? QString::fromStdString(tensor->name()) : QString(); };
    const auto find = [&](const char* rest) { return trace.find(core::blockName(layer, rest)); };
    const core::Tensor *const keys = trace.find(keyTensor(trace, layer)), *const latent = find("attn.c_kv");
    at.dim = column;
    if (map == QLatin1String("input"))
        return nameOf(compressedInput(trace, layer));
    const bool isKept = map == QLatin1String("kept");
    if (!keys || (!isKept && map != QLatin1String("used") && map != QLatin1String("expanded")))
        return {};
    at.key = at.query; // it is the token that leaves them
    if (isKept && latent) { // c_KV, then the key that turns
        const bool isOfLatent = column < latent->columns();
        at.dim = isOfLatent ? column : column - int(latent->columns());
        return nameOf(isOfLatent ? latent : find("attn.k_rope"));
    }
    const auto width = int(keys->columns());
    if (map == QLatin1String("expanded")) { // of each head its key, then its value
        at.dim = column < width ? column : column - width;
        return nameOf(column < width ? keys : find("attn.v"));
    }
    const auto groups = int(keys->dim(1)), heads = queryHeads(*run(), layer);
    at.head = column / width * (isKept && groups > 0 ? heads / groups : 1);
    at.dim = column % width;
    return nameOf(keys);
}

/// Within blocks the weights are those of another mask. Of the kinds beside each other the run has its own alone.
QString HeadsCacheView::partOf(const QString& map, int row, int column, Selection& at) const
{
    if (map == QLatin1String("sharing")) {
        const std::vector<CachedKind> kinds = run() ? cachedKinds(figureData()) : std::vector<CachedKind>();
        if (row < 0 || std::size_t(row) >= kinds.size() || kinds[std::size_t(row)].slot.isEmpty()
            || !kinds[std::size_t(row)].run)
            return {};
        const CachedKind& kind = kinds[std::size_t(row)];
        const SharingLinks::Part part = sharedPart({row, column});
        at.layer = kind.layer;
        at.head = part.head;
        at.dim = -1;
        const std::vector<CachedRow> kept = part.row < 0 ? std::vector<CachedRow>() : cachedRows(kind, shownPosition(*kind.run, at));
        if (std::size_t(part.row) < kept.size()) { // of the token that leaves it
            at.query = at.key = shownPosition(*kind.run, at);
            return QString::fromStdString(kept[std::size_t(part.row)].tensor);
        }
        at.query = at.key = -1;
        return QString::fromStdString(core::blockName(at.layer, "attn.q"));
    }
    const int layer = run() && map == QLatin1String("weights") ? layerWithAttention(*run(), at) : -1;
    if (layer < 0)
        return tensorOf(map, row, column, at);
    at.layer = layer;
    return QString::fromStdString(core::blockName(layer, "attn.pattern"));
}

void HeadsCacheView::showHover(const Selection& hovered)
{
    plot()->setHovered(QStringLiteral("sharing"), hovered.head >= 0 ? Cell{0, hovered.head} : Cell{});
    plot()->setHovered(QStringLiteral("weights"), Cell{hovered.query, hovered.key});
}

bool HeadsCacheView::openTensor(const QString&)
{
    m_show->setCurrent(QStringLiteral("latent"));
    redraw();
    return true;
}

static constexpr ShownTensors headsCacheTensors[] = {{"attn.c_kv", Shown::Itself}, {"attn.k_rope", Shown::Itself}};

const ViewInfo headsCacheView{.id = "heads_cache",
    .title = QT_TRANSLATE_NOOP("views", "Heads & cache"),
    .create = createView<HeadsCacheView>,
    .families = {"attention.kind", "mask.kind"},
    .figures = {&headsCacheFigure},
    .shows = headsCacheTensors};

} // namespace widgets
