#include "widgets/views/weights/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/weights/figure.h"
#include "widgets/views/weights/pages.h"

namespace widgets {

WeightsView::WeightsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(weightsFigure), this))
{
    m_show->setObjectName(showOption.name());
    controls()->addWidget(m_show);
    connect(m_show, &SegmentedSwitch::chosen, this, &WeightsView::redraw);
    breadcrumb()->show();
    WeightsView::retranslate();
}

const FigureInfo& WeightsView::figure() const { return weightsFigure; }

QVariantMap WeightsView::options() const { return {{showOption.name(), m_show->current()}}; }

void WeightsView::retranslate()
{
    m_show->setLabel(QStringLiteral("maps"), tr("maps"), tr("The matrices of a layer, weight by weight"));
    m_show->setLabel(QStringLiteral("spectrum"), tr("spectrum"), tr("The singular values of each matrix"));
    m_show->setLabel(QStringLiteral("norms"), tr("norms"), tr("How large each matrix is in each layer"));
}

void WeightsView::refreshControls(const FigureData& now)
{
    const RunPtr& shown = run();
    const bool isOfLayer = m_show->current() != QLatin1String("norms");
    breadcrumb()->setText(isOfLayer && shown && shown->setup
            ? layerPlace(now.selection.layer, int(shown->setup->config.layers())).toHtmlEscaped()
            : QString());
}

void WeightsView::clickCell(const QString&, int, int, Qt::KeyboardModifiers, Selection&) { } // a weight is of no token

const ViewInfo weightsView{.id = "weights",
    .title = QT_TRANSLATE_NOOP("views", "Weights"),
    .create = createView<WeightsView>,
    .families = {"attention.kind", "feed_forward.kind"},
    .figures = {&weightsFigure}};

} // namespace widgets
