#include "widgets/views/diagram/element.h"

#include "widgets/diagram/node_biases.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr double widest = 340; // px of a narrow one, times the scale of the type

} // namespace

DiagramElement::DiagramElement(QCustomPlot* plot, Diagram diagram, Diagram other, Side side, const FigureStyle& style)
    : QCPLayoutElement(plot)
    , m_diagram(std::move(diagram))
    , m_other(std::move(other))
    , m_style(style)
{
    if (!m_other.nodes.empty()) {
        m_marks.differs = otherNodes(m_diagram, m_other);
        const Diagram whole = m_diagram;
        nameDifferences(m_diagram, m_other);
        nameDifferences(m_other, whole); // it is measured for the size of both
    }
    m_marks.areOfA = side == Side::A;
    setLayer(QStringLiteral("main"));
}

const DiagramNode* DiagramElement::nodeAt(const QPointF& pixel) const
{
    const int index = m_diagram.indexAt((pixel - m_corner) / m_shrink);
    return index < 0 ? nullptr : &m_diagram.nodes[std::size_t(index)];
}

/// The part of its size in which it has room; 1 or less.
double DiagramElement::shrinkOf(Diagram& diagram, const QFont& font, double scale) const
{
    const auto place = rect().width() >= minWideDiagram * scale ? layOutWide : layOut;
    return std::min(1.0, rect().height() / place(diagram, QRectF(QPointF(), QSizeF(rect().size())), font, scale));
}

void DiagramElement::draw(QCPPainter* painter)
{
    // Lines and boxes keep their proportion to the type.
    Theme theme = themeOf(m_style);
    theme.scale = std::max(0.5, m_style.labelPoints / 9);
    const QFont font = labelFont(m_style);
    const bool isWide = rect().width() >= minWideDiagram * theme.scale;
    m_shrink = shrinkOf(m_diagram, font, theme.scale);
    if (!m_other.nodes.empty())
        m_shrink = std::min(m_shrink, shrinkOf(m_other, font, theme.scale));
    const double width = isWide ? rect().width() : std::min(double(rect().width()), widest * theme.scale);
    const auto place = isWide ? layOutWide : layOut;
    place(m_diagram, QRectF(0, 0, isWide ? width / m_shrink : width, rect().height() / m_shrink), font, theme.scale);
    m_corner = rect().topLeft();
    painter->save();
    painter->translate(m_corner);
    painter->scale(m_shrink, m_shrink);
    paintDiagram(*painter, m_diagram, theme, font, m_marks);
    painter->restore();
}

} // namespace widgets
