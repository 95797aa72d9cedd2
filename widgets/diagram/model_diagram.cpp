#include "widgets/diagram/model_diagram.h"

#include "core/analysis/comparison.h"
#include "core/run/forward.h"
#include "widgets/controls/text_label.h"
#include "widgets/diagram/node_place.h"
#include "widgets/diagram/painter.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/read_out.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

QFont diagramFont() { return fontOf(TextRole::Caption, currentTheme()); }

QRectF inner(const QWidget& widget)
{
    const double margin = space::s * currentTheme().scale;
    return QRectF(widget.rect()).adjusted(margin / 2, margin, -margin, -margin);
}

/// The node with this tensor, or the first after it in the order of computation that has a node; empty: none.
QString nodeOfTensor(const Diagram& diagram, const std::vector<core::PlannedTensor>& order, const QString& name)
{
    // Keys and values are drawn with the queries.
    QString drawn = name;
    for (const auto& [key, query] : {std::pair{".k", ".q"}, {".v", ".q"}, {".k_normed", ".q_normed"}, {".rot_k", ".rot_q"}})
        if (name.endsWith(QLatin1String(key)))
            drawn = name.chopped(qsizetype(qstrlen(key))) + QLatin1String(query);
    const std::string wanted = drawn.toStdString();
    bool isReached = false;
    for (const core::PlannedTensor& tensor : order) {
        isReached = isReached || tensor.name == wanted;
        if (!isReached)
            continue;
        for (const DiagramNode& node : diagram.nodes)
            if (node.kind != NodeKind::Map && node.tensor.toStdString() == tensor.name)
                return node.id;
    }
    return {};
}

} // namespace

ModelDiagram::ModelDiagram(SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(selection, &SelectionModel::pinnedChanged, this, [this](const Selection& pinned) {
        if (pinned.layer != m_diagram.layer)
            rebuild();
    });
    rebuild();
}

void ModelDiagram::setSetup(const core::SetupPtr& setup)
{
    const bool isSame = m_setup && setup && m_setup->config == setup->config; // other weights of the same shape, as in a training
    m_setup = setup;
    if (!isSame)
        rebuild();
}

void ModelDiagram::setComparison(const RunPtr& a, const RunPtr& b)
{
    m_a = a;
    m_b = b;
    compare();
    update();
}

void ModelDiagram::showTensor(const QString& name)
{
    if (!m_setup)
        return;
    const QString id = nodeOfTensor(m_diagram, core::plan(m_setup->config, 1).tensors, name);
    if (!id.isEmpty() && std::exchange(m_selected, id) != id)
        update();
}

void ModelDiagram::compare()
{
    for (DiagramNode& node : m_diagram.nodes) {
        node.difference = std::numeric_limits<double>::quiet_NaN();
        if (!m_a || !m_b)
            continue;
        const std::string name
            = node.kind == NodeKind::Map ? core::blockName(node.layer, "resid_post") : node.tensor.toStdString();
        const core::Tensor* a = m_a->trace->find(name);
        const core::Tensor* b = m_b->trace->find(name);
        if (a && b)
            node.difference = core::relativeDifference(*a, *b);
    }
}

void ModelDiagram::rebuild()
{
    const QString id = m_current >= 0 && std::size_t(m_current) < m_diagram.nodes.size()
        ? m_diagram.nodes[std::size_t(m_current)].id
        : QString();
    m_diagram = m_setup ? diagramOf(m_setup->config, m_selection->pinned().layer) : Diagram();
    layOut(m_diagram, inner(*this), diagramFont(), currentTheme().scale);
    compare();
    m_hovered = -1;
    m_current = -1;
    for (std::size_t i = 0; i < m_diagram.nodes.size(); ++i)
        if (m_diagram.nodes[i].id == id)
            m_current = int(i);
    setAccessibleName(tr("Model diagram"));
    setAccessibleDescription(tr("%1 is spread out").arg(layerPlace(m_diagram.layer, m_diagram.layers)));
    updateGeometry();
    update();
}

QSize ModelDiagram::sizeHint() const
{
    const double scale = currentTheme().scale;
    Diagram copy = m_diagram;
    const double needed = layOut(copy, QRectF(0, 0, 210 * scale, 10), diagramFont(), scale);
    return {int(210 * scale), int(needed * 1.15)};
}

QSize ModelDiagram::minimumSizeHint() const
{
    const double scale = currentTheme().scale;
    Diagram copy = m_diagram;
    return {int(170 * scale), int(layOut(copy, QRectF(0, 0, 170 * scale, 10), diagramFont(), scale) + 2 * space::s * scale)};
}

void ModelDiagram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    int selected = -1; // the operation that the open view shows
    for (std::size_t i = 0; i < m_diagram.nodes.size(); ++i)
        if (m_diagram.nodes[i].id == m_selected)
            selected = int(i);
    paintDiagram(painter, m_diagram, currentTheme(), diagramFont(),
        {.current = hasFocus() ? m_current : -1, .hovered = m_hovered, .selected = selected});
    if (!hasFocus())
        return;
    painter.setPen(QPen(currentTheme().accent, 2));
    painter.drawRect(rect().adjusted(1, 1, -2, -2));
}

void ModelDiagram::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut(m_diagram, inner(*this), diagramFont(), currentTheme().scale);
}

void ModelDiagram::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event))
        rebuild();
}

void ModelDiagram::mouseMoveEvent(QMouseEvent* event)
{
    const int node = m_diagram.indexAt(event->position());
    setCursor(node < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (node != std::exchange(m_hovered, node))
        update();
}

void ModelDiagram::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void ModelDiagram::mousePressEvent(QMouseEvent* event)
{
    const int node = event->button() == Qt::LeftButton ? m_diagram.indexAt(event->position()) : -1;
    if (node < 0)
        return;
    setCurrent(node);
    activate(node);
}

/// Of the node under the mouse, or with the menu key of the one that has the focus.
void ModelDiagram::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const int node = isByKey ? m_current : m_diagram.indexAt(event->pos());
    event->ignore();
    if (node < 0)
        return;
    const DiagramNode& asked = m_diagram.nodes[std::size_t(node)];
    const NodePlace place = placeOfNode(asked, m_selection->pinned());
    if (place.tensor.isEmpty())
        return;
    event->accept();
    emit placeAsked(place.tensor, place.at, isByKey ? mapToGlobal(asked.rect.center().toPoint()) : event->globalPos());
}

void ModelDiagram::keyPressEvent(QKeyEvent* event)
{
    const int count = int(m_diagram.nodes.size());
    // Upwards is deeper. The mini-map is one stop on the way: the layer that is spread out; left and right go through it.
    const auto step = [&](int by) {
        int node = m_current < 0 ? (by > 0 ? -1 : count) : m_current;
        do
            node += by;
        while (node >= 0 && node < count && m_diagram.nodes[std::size_t(node)].kind == NodeKind::Map
            && m_diagram.nodes[std::size_t(node)].layer != m_diagram.layer);
        if (node >= 0 && node < count)
            setCurrent(node);
    };
    switch (event->key()) {
    case Qt::Key_Up:
        return step(1);
    case Qt::Key_Down:
        return step(-1);
    case Qt::Key_Right:
        return selectLayer(m_diagram.layer + 1);
    case Qt::Key_Left:
        return selectLayer(m_diagram.layer - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return activate(m_current);
    default:
        QWidget::keyPressEvent(event);
    }
}

bool ModelDiagram::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const int node = m_diagram.indexAt(static_cast<QHelpEvent*>(event)->pos());
        const DiagramNode* over = node < 0 ? nullptr : &m_diagram.nodes[std::size_t(node)];
        QStringList lines;
        if (over)
            lines << over->label << over->detail << over->tensor;
        if (over && std::isfinite(over->difference))
            lines << tr("B differs from A by %1 of the length of A").arg(formatPercent(over->difference));
        lines.removeAll(QString());
        setToolTip(lines.join(QLatin1Char('\n')));
    }
    return QWidget::event(event);
}

void ModelDiagram::setCurrent(int node)
{
    m_current = node;
    const DiagramNode& now = m_diagram.nodes[std::size_t(node)];
    setAccessibleDescription(now.tensor.isEmpty() ? now.label : tr("%1, tensor %2").arg(now.label, now.tensor));
    QAccessibleEvent spoken(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&spoken);
    update();
}

void ModelDiagram::activate(int node)
{
    if (node < 0 || std::size_t(node) >= m_diagram.nodes.size())
        return;
    const DiagramNode chosen = m_diagram.nodes[std::size_t(node)]; // a copy: selecting a layer builds the nodes anew
    if (chosen.kind == NodeKind::Map)
        return selectLayer(chosen.layer);
    m_selected = chosen.id;
    update();
    emit nodeActivated(chosen.tensor);
}

void ModelDiagram::selectLayer(int layer)
{
    if (layer < 0 || layer >= m_diagram.layers)
        return;
    const bool onMap = m_current >= 0 && m_diagram.nodes[std::size_t(m_current)].kind == NodeKind::Map;
    Selection selection = m_selection->pinned();
    selection.layer = layer;
    m_selection->pin(selection);
    if (onMap)
        for (std::size_t i = 0; i < m_diagram.nodes.size(); ++i)
            if (m_diagram.nodes[i].kind == NodeKind::Map && m_diagram.nodes[i].layer == layer)
                setCurrent(int(i));
}

} // namespace widgets
