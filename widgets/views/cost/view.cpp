#include "widgets/views/cost/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/views/cost/figure.h"
#include "widgets/views/cost/pages.h"

namespace widgets {

CostView::CostView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(costFigure), this))
    , m_rows(new SegmentedSwitch(costRowsOption.list(), this))
{
    const std::pair<SegmentedSwitch*, OptionKey> options[] = {{m_show, showOption}, {m_rows, costRowsOption}};
    for (const auto& [control, option] : options) {
        control->setObjectName(option.name()); // of their options
        controls()->addWidget(control);
        connect(control, &SegmentedSwitch::chosen, this, &CostView::redraw);
    }
    CostView::retranslate();
}

const FigureInfo& CostView::figure() const { return costFigure; }

QVariantMap CostView::options() const
{
    return {{showOption.name(), m_show->current()}, {costRowsOption.name(), m_rows->current()}};
}

void CostView::retranslate()
{
    m_show->setLabel(QStringLiteral("operations"), tr("Operations"), tr("Parameters, FLOPs, bytes and measured time"));
    m_show->setLabel(QStringLiteral("length"), tr("Length"), tr("Attention and feed-forward against the length of the text"));
    m_show->setLabel(
        QStringLiteral("saved"), tr("Saved"), tr("What another choice saves: biases, block, heads, norm; or B beside A"));
    m_rows->setLabel(QStringLiteral("operation"), tr("by operation"), tr("Each operation, summed over the layers"));
    m_rows->setLabel(QStringLiteral("layer"), tr("by layer"), tr("Each layer, summed over its operations"));
}

void CostView::refreshControls(const FigureData&) { m_rows->setVisible(m_show->current() == QLatin1String("operations")); }

const ViewInfo costView{.id = "cost",
    .title = QT_TRANSLATE_NOOP("views", "Cost"),
    .create = createView<CostView>,
    .families = {"attention.kind", "block.layout", "norm.kind", "bias.attention"},
    .figures = {&costFigure}};

} // namespace widgets
