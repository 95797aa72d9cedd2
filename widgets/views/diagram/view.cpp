#include "widgets/views/diagram/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/diagram/node_place.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/views/diagram/element.h"
#include "widgets/views/diagram/figure.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/walk_button.h"

#include <QContextMenuEvent>
#include <QMouseEvent>

namespace widgets {

namespace {

const DiagramNode* nodeAt(const Plot& plot, const QPointF& pixel)
{
    const auto* const element = dynamic_cast<const DiagramElement*>(plot.layoutElementAt(pixel));
    return element ? element->nodeAt(pixel) : nullptr;
}

} // namespace

DiagramView::DiagramView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_walk(new WalkButton(this))
{
    controls()->addWidget(m_walk);
    connect(m_walk, &QPushButton::clicked, this, [this] { emit modelWanted(WalkButton::file(), false); });
}

void DiagramView::retranslate() { m_walk->retranslate(); }

const FigureInfo& DiagramView::figure() const { return diagramFigure; }

QString DiagramView::markedPart() const
{
    const RunPtr& run = shownRun(figureData());
    return run && run->setup ? layerPlace(selectionModel()->pinned().layer, int(run->trace->layers())) : QString();
}

QString DiagramView::handling() const { return tr("Click a part to open its page; right-click to change it."); }

bool DiagramView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && event->type() == QEvent::MouseButtonRelease) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        if (const DiagramNode* node = mouse->button() == Qt::LeftButton ? nodeAt(*plot(), mouse->position()) : nullptr) {
            if (node->kind == NodeKind::Map) {
                Selection pinned = selectionModel()->pinned();
                pinned.layer = node->layer;
                selectionModel()->pin(pinned);
            } else if (!node->tensor.isEmpty()) {
                emit pageWanted(node->tensor);
            }
        }
    }
    if (watched == plot() && event->type() == QEvent::ContextMenu && isUpToDate()) {
        const auto* const asks = static_cast<QContextMenuEvent*>(event);
        const DiagramNode* const node
            = asks->reason() == QContextMenuEvent::Keyboard ? nullptr : nodeAt(*plot(), QPointF(asks->pos()));
        const NodePlace place = node ? placeOfNode(*node, selectionModel()->pinned()) : NodePlace();
        if (!place.tensor.isEmpty()) {
            emit placeAsked(place.tensor, place.at, asks->globalPos());
            return true;
        }
    }
    return FigureView::eventFilter(watched, event);
}

const ViewInfo diagramView{.id = "diagram",
    .title = QT_TRANSLATE_NOOP("views", "Diagram"),
    .create = createView<DiagramView>,
    .families = {"norm.placement=pre,post", "attention.kind=multi_head,grouped_query", "position.kind", "activation.kind"},
    .figures = {&diagramFigure}};

} // namespace widgets
