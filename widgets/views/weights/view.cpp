#include "widgets/views/weights/view.h"

#include "core/files/library/model_files.h"
#include "core/trace/weight_place.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/index_box.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/weight_text.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/weights/change_numbers.h"
#include "widgets/views/weights/figure.h"
#include "widgets/views/weights/numbers.h"
#include "widgets/views/weights/pages.h"

#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace widgets {

namespace {

const QString kChange = QStringLiteral("change");

/// Where an intervention at a weight is.
QString placeOf(const std::string& weight)
{
    return weight.empty() ? QString() : QString::fromStdString(std::string(core::weightPrefix) + weight);
}

QString placeOfBlock(const FigureData& data, const RunResult& run)
{
    const core::BlockPlace block = shownBlock(data, run);
    const core::ModelConfig& config = run.setup->config;
    return layerPlace(int(block.layer), int(block.isOfEncoder ? config.encoderBlocks.size() : config.blocks.size()));
}

} // namespace

WeightsView::WeightsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(weightsFigure) << kChange, this))
    , m_change(new SegmentedSwitch(changeOption.list(), this))
    , m_stack(new SegmentedSwitch(weightStackOption.list(), this))
    , m_expert(new IndexBox(this))
    , m_decay(new QPushButton(this))
    , m_dropout(new QPushButton(this))
{
    m_show->setObjectName(showOption.name());
    controls()->addWidget(m_show);
    m_change->setObjectName(changeOption.name());
    controls()->addWidget(m_change);
    m_stack->setObjectName(weightStackOption.name());
    m_stack->hide();
    controls()->addWidget(m_stack);
    m_expert->setObjectName(expertOption.name());
    m_expert->setMaximum(expertOption.most);
    m_expert->hide();
    controls()->addWidget(m_expert);
    for (const auto& [button, sibling] : {std::pair{m_decay, "no-decay"}, {m_dropout, "dropout"}}) {
        button->hide();
        controls()->addWidget(button);
        connect(
            button, &QPushButton::clicked, this, [this, name = QString::fromLatin1(sibling)] { emit modelWanted(name, true); });
    }
    connect(m_show, &SegmentedSwitch::chosen, this, &WeightsView::redraw);
    connect(m_change, &SegmentedSwitch::chosen, this, &WeightsView::redraw);
    connect(m_stack, &SegmentedSwitch::chosen, this, &WeightsView::redraw);
    connect(m_expert, &QSpinBox::valueChanged, this, &WeightsView::redraw);
    breadcrumb()->show();
    WeightsView::retranslate();
}

bool WeightsView::showsChange() const { return m_show->current() == kChange; }

const FigureInfo& WeightsView::figure() const { return showsChange() ? weightChangeFigure : weightsFigure; }

bool WeightsView::showFigure(const QString& figureId)
{
    if (figureId == QLatin1String(weightChangeFigure.id))
        m_show->setCurrent(kChange);
    else if (figureId != QLatin1String(weightsFigure.id))
        return false;
    else if (showsChange())
        m_show->setCurrent(pageIds(weightsFigure).front());
    return true;
}

QVariantMap WeightsView::options() const
{
    QVariantMap map = showsChange() ? QVariantMap{{changeOption.name(), m_change->current()}}
                                    : QVariantMap{{showOption.name(), m_show->current()}};
    if (isOfStack())
        map[weightStackOption.name()] = m_stack->current();
    if (const int all = experts(); all > 0)
        map[expertOption.name()] = std::min(m_expert->value(), all - 1);
    return map;
}

/// Of the layer that is looked at.
int WeightsView::experts() const
{
    return int(expertsOf({run(), nullptr, selectionModel()->pinned(), {{weightStackOption.name(), m_stack->current()}}}).size());
}

bool WeightsView::isOfStack() const
{
    return run() && run()->setup && run()->setup->config.hasEncoder()
        && (!showsChange() || m_change->current() == QLatin1String("spectrum"));
}

void WeightsView::retranslate()
{
    m_show->setLabel(QStringLiteral("maps"), tr("maps"), tr("The matrices of a layer, weight by weight"));
    m_show->setLabel(QStringLiteral("spectrum"), tr("spectrum"), tr("The singular values of each matrix"));
    m_show->setLabel(QStringLiteral("norms"), tr("norms"), tr("How large each matrix is in each layer"));
    m_show->setLabel(QStringLiteral("spread"), tr("spread"), tr("How many weights of each matrix are how large"));
    m_show->setLabel(kChange, tr("ΔW"), tr("How far the weights of B are from those of A"));
    m_change->setLabel(QStringLiteral("norm"), tr("norm"), tr("How large the change of each matrix is in each layer"));
    m_change->setLabel(QStringLiteral("rank"), tr("rank"), tr("In how many directions each matrix is changed"));
    m_change->setLabel(QStringLiteral("spectrum"), tr("spectrum"), tr("The singular values of the change in a layer"));
    m_stack->setLabel(QStringLiteral("decoder"), tr("decoder"), tr("The matrices of the decoder"));
    m_stack->setLabel(QStringLiteral("encoder"), tr("encoder"), tr("The matrices of the encoder"));
    m_expert->setPrefix(tr("expert "));
    m_expert->setToolTip(tr("The expert whose matrices are shown; the shared ones come last"));
    m_expert->setAccessibleName(m_expert->toolTip());
    m_decay->setText(tr("without weight decay"));
    m_decay->setToolTip(tr("The same model trained without weight decay, as B"));
    m_dropout->setText(tr("with dropout"));
    m_dropout->setToolTip(tr("The same model trained with dropout of 0.1, as B"));
}

void WeightsView::refreshControls(const FigureData& now)
{
    const RunPtr& shown = run();
    const int all = experts();
    m_change->setVisible(showsChange());
    m_stack->setVisible(isOfStack());
    m_expert->setVisible(all > 0);
    const bool hasSiblings = shown && !now.b && shown->trace->model == core::defaultModel();
    m_decay->setVisible(hasSiblings);
    m_dropout->setVisible(hasSiblings);
    if (all > 0) { // what is asked for before there is a run is kept until it comes
        const QSignalBlocker blocker(m_expert);
        m_expert->setMaximum(all - 1);
    }
    breadcrumb()->setText(shownLayer(now).toHtmlEscaped());
}

/// Whose matrices are shown; empty: those of all layers.
QString WeightsView::shownLayer(const FigureData& now) const
{
    const bool isOfLayer
        = showsChange() ? m_change->current() == QLatin1String("spectrum") : m_show->current() != QLatin1String("norms");
    return isOfLayer && run() && run()->setup ? placeOfBlock(now, *run()) : QString();
}

void WeightsView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (!showsChange()) // a weight is of no token
        return;
    const std::string weight = weightAt(figureData(), map, row, column);
    if (const core::NameParts parts = core::partsOfName(weight); parts.layer >= 0 && !parts.isOfEncoder)
        hovered = {.layer = int(parts.layer), .head = -1};
}

void WeightsView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    if (showsChange())
        mark(weightAt(figureData(), map, row, column), pinned);
}

void WeightsView::clickBar(const QString&, int bar, Selection& pinned) { mark(weightAtBar(figureData(), bar), pinned); }

void WeightsView::mark(const std::string& weight, Selection& pinned)
{
    m_weight = weight;
    if (const core::NameParts parts = core::partsOfName(weight); parts.layer >= 0 && !parts.isOfEncoder)
        pinned.layer = int(parts.layer);
    showHover(pinned);
}

/// The ring of the weight that was clicked.
void WeightsView::showHover(const Selection&)
{
    if (!showsChange())
        return;
    const FigureData data = figureData();
    for (const char* const map : {"change", "outside"})
        if (CellPlottable* const cells = plot()->cellMap(QString::fromLatin1(map))) {
            Cell marked;
            for (int row = 0; row < cells->rows() && !m_weight.empty(); ++row)
                for (int column = 0; column < cells->columns(); ++column)
                    if (weightAt(data, cells->name(), row, column) == m_weight)
                        marked = {row, column};
            plot()->setPinned(cells->name(), marked);
        }
}

/// While it has a ring.
QString WeightsView::markedTensor() const
{
    const QList<CellPlottable*> maps = showsChange() ? plot()->cellMaps() : QList<CellPlottable*>();
    return std::ranges::any_of(maps, [](const CellPlottable* map) { return !map->pinned().isNone(); }) ? placeOf(m_weight)
                                                                                                       : QString();
}

QString WeightsView::markedPart() const { return markedTensor().isEmpty() ? shownLayer(figureData()) : weightText(m_weight); }

QString WeightsView::partOf(const QString& map, int row, int column, Selection&) const
{
    return showsChange() ? placeOf(weightAt(figureData(), map, row, column)) : QString();
}

QString WeightsView::barPart(const QString&, int bar, Selection&)
{
    return showsChange() ? placeOf(weightAtBar(figureData(), bar)) : QString();
}

const ViewInfo weightsView{.id = "weights",
    .title = QT_TRANSLATE_NOOP("views", "Weights"),
    .create = createView<WeightsView>,
    .families = {"attention.kind", "feed_forward.kind"},
    .figures = {&weightsFigure, &weightChangeFigure}};

} // namespace widgets
