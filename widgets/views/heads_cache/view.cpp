#include "widgets/views/heads_cache/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/plot.h"
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
}

void HeadsCacheView::retranslate()
{
    m_show->setLabel(
        QStringLiteral("sharing"), tr("Sharing"), tr("Which query heads use which keys and values, and what a token leaves"));
    m_show->setLabel(QStringLiteral("growth"), tr("Growth"), tr("The cache while tokens are generated, and what a step reads"));
    m_show->setLabel(QStringLiteral("latent"), tr("Latent"), tr("Latent attention: compress, keep, expand"));
    m_show->setLabel(QStringLiteral("repeated"), tr("Repeated"), tr("The keys of a group as each of its query heads uses them"));
    m_show->setLabel(QStringLiteral("blocks"), tr("Blocks"), tr("Attention within blocks of tokens, beside what the model does"));
    for (const QString& tokens : blockLengths)
        m_block->setLabel(
            tokens, QStringLiteral("m = %1").arg(tokens), tr("Tokens of a block: the cost is n²/g for g = n/m blocks"));
}

void HeadsCacheView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String("sharing")) {
        hovered.head = column;
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
    const int layer = run() ? layerWithAttention(*run(), selectionModel()->pinned()) : -1;
    return layer < 0 ? QString() : QString::fromStdString(keyTensor(*run()->trace, layer));
}

QString HeadsCacheView::tensorOf(const QString& map, int, int, Selection& at) const
{
    const int layer = run() ? layerWithAttention(*run(), at) : -1;
    if (layer < 0)
        return {};
    at.layer = layer;
    const bool isLatent = core::isLatent(run()->setup->config.block(layer).sharing);
    if (map == QLatin1String("weights"))
        return QString::fromStdString(core::blockName(layer, "attn.pattern"));
    return map == QLatin1String("kept") && isLatent ? QString::fromStdString(core::blockName(layer, "attn.c_kv"))
                                                    : QString::fromStdString(keyTensor(*run()->trace, layer));
}

void HeadsCacheView::showHover(const Selection& hovered)
{
    plot()->setHovered(QStringLiteral("sharing"), hovered.head >= 0 ? Cell{0, hovered.head} : Cell{});
    plot()->setHovered(QStringLiteral("weights"), Cell{hovered.query, hovered.key});
}

static constexpr ShownTensors headsCacheTensors[] = {{"attn.c_kv", Shown::Itself}};

const ViewInfo headsCacheView{.id = "heads_cache",
    .title = QT_TRANSLATE_NOOP("views", "Heads & cache"),
    .create = createView<HeadsCacheView>,
    .families = {"attention.kind", "mask.kind"},
    .figures = {&headsCacheFigure},
    .shows = headsCacheTensors};

} // namespace widgets
