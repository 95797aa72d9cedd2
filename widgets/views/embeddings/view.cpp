#include "widgets/views/embeddings/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/figure.h"
#include "widgets/views/embeddings/pictures.h"
#include "widgets/views/shared/figure_pages.h"

#include <algorithm>

namespace widgets {

EmbeddingsView::EmbeddingsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(embeddingsFigure), this))
    , m_maps(new SegmentedSwitch(positionMapsOption.list(), this))
{
    m_show->setObjectName(showOption.name()); // of its option
    m_maps->setObjectName(positionMapsOption.name());
    for (SegmentedSwitch* const one : {m_show, m_maps}) {
        controls()->addWidget(one);
        connect(one, &SegmentedSwitch::chosen, this, &EmbeddingsView::redraw);
    }
    retranslate();
}

const FigureInfo& EmbeddingsView::figure() const { return embeddingsFigure; }

QString EmbeddingsView::shown() const { return m_show->current(); }

void EmbeddingsView::setShown(const QString& picture)
{
    m_show->setCurrent(picture);
    redraw();
}

QVariantMap EmbeddingsView::options() const
{
    QVariantMap options{{showOption.name(), shown()}};
    if (shown() == QLatin1String(embeddingPositionsPage.id))
        options[positionMapsOption.name()] = m_maps->current();
    return options;
}

void EmbeddingsView::refreshControls(const FigureData&)
{
    m_maps->setVisible(shown() == QLatin1String(embeddingPositionsPage.id));
}

void EmbeddingsView::retranslate()
{
    m_show->setLabel(QStringLiteral("sum"), tr("sum"), tr("The vectors that are added up, number by number"));
    m_show->setLabel(QStringLiteral("similarity"), tr("similarity"),
        tr("Similarity of each pair of tokens, before and after adding positions"));
    m_show->setLabel(QStringLiteral("plane"), tr("plane"), tr("The tokens on their first two principal components"));
    m_show->setLabel(
        QStringLiteral("positions"), tr("positions"), tr("The vectors that are added at positions, and their products"));
    m_maps->setLabel(QStringLiteral("all"), tr("all"), tr("Both maps, where they have room"));
    m_maps->setLabel(QStringLiteral("vectors"), tr("vectors"), tr("The map of the vectors alone"));
    m_maps->setLabel(QStringLiteral("products"), tr("products"), tr("The map of their products alone"));
}

/// Columns of a wide model hold several dimensions each.
int EmbeddingsView::dimensionsOfColumn(const QString& map) const
{
    const CellPlottable* drawn = plot()->cellMap(map);
    const core::Tensor* tensor
        = run() ? run()->trace->find(map == QLatin1String("rows") ? "pos_embed" : map.toStdString()) : nullptr;
    return drawn && tensor && drawn->columns() > 0 ? int((tensor->columns() + drawn->columns() - 1) / drawn->columns()) : 1;
}

void EmbeddingsView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String("rows") || map == QLatin1String("products"))
        return; // of positions, beyond the text
    if (map == QLatin1String("plane")) {
        hovered.query = column;
        hovered.key = -1;
    } else if (map == QLatin1String("before") || map == QLatin1String("after")) {
        hovered.query = row;
        hovered.key = column;
    } else {
        hovered.query = row;
        hovered.key = -1;
        hovered.dim = column * dimensionsOfColumn(map);
    }
}

void EmbeddingsView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const int key = pinned.key;
    hoverCell(map, row, column, pinned);
    if (pinned.key < 0)
        pinned.key = key; // what other pages look at stays
}

bool EmbeddingsView::openTensor(const QString& tensor)
{
    setShown(tensor == QLatin1String("pos_embed") ? QStringLiteral("positions") : QStringLiteral("sum"));
    return true;
}

QString EmbeddingsView::markedTensor() const
{
    return shown() == QLatin1String("positions") ? QStringLiteral("pos_embed") : QStringLiteral("embed");
}

/// Of the places of the text: the table has more.
QString EmbeddingsView::tensorOf(const QString& map, int row, int column, Selection& at) const
{
    if (map != QLatin1String("rows"))
        return map;
    at.query = row;
    at.key = -1;
    at.dim = column * dimensionsOfColumn(map);
    const core::Tensor* const added = run() ? run()->trace->find("pos_embed") : nullptr;
    return added && row < added->dim(0) ? QStringLiteral("pos_embed") : QString();
}

void EmbeddingsView::showHover(const Selection& hovered)
{
    for (const CellPlottable* map : plot()->cellMaps()) {
        const QString name = map->name();
        const bool isPair = name == QLatin1String("before") || name == QLatin1String("after");
        plot()->setHovered(name,
            name == QLatin1String("plane") ? Cell{hovered.query < 0 ? -1 : 0, hovered.query}
                : isPair                   ? Cell{hovered.query, hovered.key}
                                           : Cell{hovered.query, std::max(0, hovered.dim) / dimensionsOfColumn(name)});
    }
}

static constexpr ShownTensors embeddingsTensors[]
    = {{"embed", Shown::Itself}, {"pos_embed", Shown::Itself}, {"token_type_embed", Shown::Itself}};

const ViewInfo embeddingsView{.id = "embeddings",
    .title = QT_TRANSLATE_NOOP("views", "Embeddings"),
    .create = createView<EmbeddingsView>,
    .families = {"position.kind=sinusoidal,learned", "output.tied"},
    .figures = {&embeddingsFigure},
    .shows = embeddingsTensors};

} // namespace widgets
