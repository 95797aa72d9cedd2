#include "widgets/diagram/painter.h"

#include "widgets/plot/strong_type.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int embedding = 2; // DiagramNode::branch of the boxes that begin the stream

class DiagramPainter
{
public:
    DiagramPainter(QPainter& painter, const Diagram& diagram, const Theme& theme, const QFont& font, const DiagramMarks& marks)
        : m_painter(painter)
        , m_diagram(diagram)
        , m_theme(theme)
        , m_font(font)
        , m_marks(marks)
    {
        m_font.setPointSizeF(font.pointSizeF());
        m_small = font;
        m_small.setPointSizeF(font.pointSizeF() * 0.9);
    }

    void paint()
    {
        if (m_diagram.nodes.empty())
            return;
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        if (m_diagram.isStrip) {
            stream();
            strip();
        } else {
            frame();
            connections();
            fromEncoder();
            stream();
        }
        for (std::size_t i = 0; i < m_diagram.nodes.size(); ++i)
            node(int(i));
        m_painter.restore();
    }

private:
    double px(double pixels) const { return pixels * m_theme.scale; }
    QPen thin() const { return {m_theme.borderStrong, px(1)}; }

    void frame()
    {
        if (m_diagram.isWide) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_theme.surfaceAlt);
            m_painter.drawPolygon(m_diagram.zoom);
        }
        QPen pen(m_theme.border, px(1), Qt::CustomDashLine);
        pen.setDashPattern({4, 3});
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(m_diagram.frame, px(4), px(4));
        m_painter.setPen(m_theme.text2);
        m_painter.setFont(m_small);
        m_painter.drawText(m_diagram.mapTitle, Qt::AlignLeft | Qt::AlignVCenter, layerPlace(m_diagram.layer, m_diagram.layers));
    }

    void stream()
    {
        const auto run = [&](const QPointF& from, const QPointF& to) {
            const double size = px(10), length = std::hypot(to.x() - from.x(), to.y() - from.y());
            m_painter.setPen(QPen(m_theme.slotA, px(4), Qt::SolidLine, Qt::FlatCap));
            m_painter.drawLine(from, to - (to - from) * std::min(1.0, size / (2 * length))); // whose end is the head's
            head(from, to, size);
        };
        if (m_diagram.isStrip)
            return run(m_diagram.streamTop, m_diagram.streamBottom); // from left to right
        run(m_diagram.streamBottom, m_diagram.streamTop);
        if (m_diagram.isWide)
            run(m_diagram.blockBottom, m_diagram.blockTop);
    }

    /// Where a line goes: a head at its end, in the colour of the pen; none on a line that is hardly longer.
    void head(const QPointF& from, const QPointF& to, double size)
    {
        const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
        if (length < 1.5 * size)
            return;
        const QPointF along = (to - from) / length * size, across(-along.y() / 2, along.x() / 2);
        const QPen pen = m_painter.pen();
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(pen.color());
        m_painter.drawPolygon(QPolygonF({to, to - along + across, to - along - across}));
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
    }

    void arrow(const QPointF& from, const QPointF& to)
    {
        m_painter.drawLine(from, to);
        head(from, to, px(5));
    }

    /// The branch of a strip leaves the stream on the left, runs through its boxes and comes back to the sum.
    void strip()
    {
        const DiagramNode* sum = nullptr;
        for (const DiagramNode& node : m_diagram.nodes)
            if (node.kind == NodeKind::Sum)
                sum = &node;
        if (!sum)
            return;
        m_painter.setPen(QPen(m_theme.slotA, px(1.3), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        m_painter.setBrush(Qt::NoBrush);
        const QPointF from = m_diagram.branchStart;
        m_painter.drawPolyline(QPolygonF({{from.x(), m_diagram.streamTop.y()}, from, {sum->rect.center().x(), from.y()},
            {sum->rect.center().x(), sum->rect.top()}}));
        head({sum->rect.center().x(), from.y()}, {sum->rect.center().x(), sum->rect.top()}, px(5));
    }

    /// What the encoder leaves goes up beside the block into cross-attention.
    void fromEncoder()
    {
        if (m_diagram.crossBox < 0 || m_diagram.nodes.front().kind != NodeKind::Source)
            return;
        const QRectF& encoder = m_diagram.nodes.front().rect;
        const QRectF& reader = m_diagram.nodes[std::size_t(m_diagram.crossBox)].rect;
        const double rail = encoder.right() + px(7);
        m_painter.setPen(QPen(m_theme.o, px(1.5))); // an output; the colours of A and B say who differs
        m_painter.drawPolyline(QPolygonF({QPointF(encoder.right(), encoder.center().y()), QPointF(rail, encoder.center().y()),
            QPointF(rail, reader.center().y()), QPointF(reader.right(), reader.center().y())}));
        head(QPointF(rail, reader.center().y()), QPointF(reader.right(), reader.center().y()), px(4));
    }

    /// Boxes of a branch hang together; its first one reads the stream, its last one adds to it.
    void connections()
    {
        m_painter.setPen(thin());
        const DiagramNode* previous = nullptr;
        const DiagramNode* firstOfBlock = nullptr;
        const DiagramNode* lastOfEmbedding = nullptr;
        QPointF lastOfAttention;
        for (const DiagramNode& node : m_diagram.nodes) {
            const double x = m_diagram.streamX(node);
            if (node.kind == NodeKind::Sum) {
                if (m_diagram.parallel)
                    joinParallel(node, lastOfAttention, previous->rect);
                else
                    arrow(QPointF(previous->rect.left(), node.rect.center().y()), QPointF(node.rect.right(), node.rect.center().y()));
                continue;
            }
            if (node.kind != NodeKind::Box)
                continue;
            const bool follows = previous && previous->branch == node.branch;
            if (follows) {
                arrow(middleTop(previous->rect), middleBottom(node.rect));
            } else if (m_diagram.parallel && node.branch == 1) {
                lastOfAttention = QPointF(previous->rect.right(), previous->rect.center().y());
                readsWithFirst(*firstOfBlock, node);
            } else if (node.branch != embedding) { // which begins the stream
                arrow(QPointF(x, node.rect.center().y()), QPointF(node.rect.left(), node.rect.center().y()));
            }
            if (node.branch == 0 && !firstOfBlock)
                firstOfBlock = &node;
            if (node.branch == embedding)
                lastOfEmbedding = &node;
            previous = &node;
        }
        if (lastOfEmbedding)
            arrow(QPointF(lastOfEmbedding->rect.left(), lastOfEmbedding->rect.center().y()),
                QPointF(m_diagram.streamX(*lastOfEmbedding) + px(2), lastOfEmbedding->rect.center().y()));
    }

    static QPointF middleTop(const QRectF& rect) { return {rect.center().x(), rect.top()}; }
    static QPointF middleBottom(const QRectF& rect) { return {rect.center().x(), rect.bottom()}; }

    /// The second of two parallel branches reads what the first reads: the stream, or the output of the shared norm.
    void readsWithFirst(const DiagramNode& first, const DiagramNode& node)
    {
        const double rail = (m_diagram.streamX(first) + first.rect.left()) / 2;
        const double from = m_diagram.sharedNorm ? first.rect.top() - px(2) : first.rect.center().y();
        const double to = node.rect.center().y();
        if (m_diagram.sharedNorm)
            m_painter.drawLine(QPointF(rail, from), QPointF(first.rect.center().x(), from));
        m_painter.drawLine(QPointF(rail, from), QPointF(rail, to));
        arrow(QPointF(rail, to), QPointF(node.rect.left(), to));
    }

    void joinParallel(const DiagramNode& sum, const QPointF& attention, const QRectF& feedForward)
    {
        const double rail = feedForward.right() + px(7);
        const double y = sum.rect.center().y();
        m_painter.drawLine(attention, QPointF(rail, attention.y()));
        m_painter.drawLine(QPointF(rail, attention.y()), QPointF(rail, y));
        arrow(QPointF(rail, y), QPointF(sum.rect.right(), y));
        m_painter.drawLine(middleTop(feedForward), QPointF(feedForward.center().x(), y));
    }

    void node(int index)
    {
        const DiagramNode& node = m_diagram.nodes[std::size_t(index)];
        const bool selected = index == m_marks.selected;
        const bool hovered = index == m_marks.hovered;
        switch (node.kind) {
        case NodeKind::Map: {
            const bool here = node.layer == m_diagram.layer;
            const bool isNamed = m_diagram.isWide && node.rect.height() >= QFontMetricsF(m_small).height();
            const QColor ground = isNamed ? m_theme.surfaceAlt : m_theme.border; // thin ones must be seen without an edge
            m_painter.fillRect(node.rect, here ? m_theme.slotA : hovered ? m_theme.borderStrong : ground);
            if (isNamed) {
                m_painter.setBrush(Qt::NoBrush);
                m_painter.setPen(QPen(here ? m_theme.slotA : m_theme.border, px(1)));
                m_painter.drawRect(node.rect);
                m_painter.setFont(m_small);
                m_painter.setPen(here ? m_theme.surface : m_theme.text2);
                m_painter.drawText(node.rect, Qt::AlignCenter, node.label);
            }
            break;
        }
        case NodeKind::Sum: {
            m_painter.setPen(QPen(selected || hovered ? m_theme.accent : m_theme.slotA, px(selected || hovered ? 2 : 1.3)));
            m_painter.setBrush(selected ? m_theme.selection : m_theme.surface);
            m_painter.drawEllipse(node.rect);
            const QPointF c = node.rect.center();
            const double arm = node.rect.width() * 0.25;
            m_painter.drawLine(QPointF(c.x() - arm, c.y()), QPointF(c.x() + arm, c.y()));
            m_painter.drawLine(QPointF(c.x(), c.y() - arm), QPointF(c.x(), c.y() + arm));
            break;
        }
        case NodeKind::Factor:
            m_painter.fillRect(node.rect, m_theme.surface);
            m_painter.setFont(m_small);
            m_painter.setPen(m_theme.text);
            m_painter.drawText(node.rect, Qt::AlignCenter, node.label);
            break;
        case NodeKind::Source:
        case NodeKind::Norm:
        case NodeKind::Box:
            box(node, selected, hovered);
            break;
        }
        difference(node);
        if (std::size_t(index) < m_marks.differs.size() && m_marks.differs[std::size_t(index)]) {
            m_painter.setPen(QPen(m_marks.areOfA ? m_theme.slotA : m_theme.slotB, px(2)));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(node.rect.adjusted(-px(2), -px(2), px(2), px(2)), px(5), px(5));
        }
        if (index == m_marks.current) {
            m_painter.setPen(QPen(m_theme.accent, px(2)));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(node.rect.adjusted(-px(3), -px(3), px(3), px(3)), px(5), px(5));
        }
    }

    /// A bar along the foot of the node in the colour of B, as long as B is far from A: full from the length of A on.
    void difference(const DiagramNode& node)
    {
        if (!std::isfinite(node.difference) || node.difference <= 0 || node.kind == NodeKind::Sum)
            return;
        const double thickness = px(3);
        QRectF bar(
            node.rect.left(), node.rect.bottom() - thickness, node.rect.width() * std::min(1.0, node.difference), thickness);
        bar.setWidth(std::max(bar.width(), px(2)));
        m_painter.fillRect(bar, m_theme.slotB);
    }

    void box(const DiagramNode& node, bool selected, bool hovered)
    {
        const bool isSource = node.kind == NodeKind::Source;
        const bool onStream = node.kind == NodeKind::Norm || isSource; // drawn as strongly
        const bool isFilled = m_diagram.isStrip && node.id.startsWith(QLatin1String("ln")); // where the norms stand is the point
        const QColor edge = selected        ? m_theme.accent
            : isSource                      ? m_theme.o
            : onStream || m_diagram.isStrip ? m_theme.slotA
            : hovered                       ? m_theme.borderStrong
                                            : m_theme.border;
        m_painter.setPen(QPen(edge, px(selected || onStream ? 1.5 : 1)));
        m_painter.setBrush(selected ? m_theme.selection
                : isFilled          ? m_theme.slotA
                : onStream          ? m_theme.surface
                                    : m_theme.surfaceAlt);
        m_painter.drawRoundedRect(node.rect, px(4), px(4));

        QFont font = selected || isFilled ? strong(m_font, node.label) : m_font;
        const double room = node.rect.width() - px(6);
        const double wide = QFontMetricsF(font).horizontalAdvance(node.label);
        font = fontInside(font, node.label, room);
        m_painter.setFont(font);
        m_painter.setPen(selected ? m_theme.selectionText : isFilled ? m_theme.surface : m_theme.text);
        const double drawn = groups(node, room - std::min(wide, room));
        m_painter.drawText(node.rect.adjusted(0, 0, -drawn, 0), Qt::AlignCenter,
            QFontMetricsF(font).elidedText(node.label, Qt::ElideRight, room));
    }

    /// Heads that share their keys, as dots over a bar for each key head, at the right end of the box; the px that they take.
    /// Where so many have no room: none.
    double groups(const DiagramNode& node, double room)
    {
        const double dot = px(3), gap = px(1.5), apart = px(4);
        const double wide = node.heads * (dot + gap) + (node.keyHeads - 1) * (apart - gap) + px(8);
        if (node.keyHeads < 1 || wide > room)
            return 0;
        const int size = node.heads / node.keyHeads;
        double x = node.rect.right() - wide + px(2);
        const double y = node.rect.center().y();
        for (int group = 0; group < node.keyHeads; ++group) {
            const double start = x;
            for (int head = 0; head < size; ++head, x += dot + gap)
                m_painter.fillRect(QRectF(x, y - dot - px(0.5), dot, dot), m_theme.slotA);
            m_painter.fillRect(QRectF(start, y + px(1), x - gap - start, px(2.5)), m_theme.slotB);
            x += apart - gap;
        }
        return wide;
    }

    QPainter& m_painter;
    const Diagram& m_diagram;
    const Theme& m_theme;
    QFont m_font;
    QFont m_small;
    DiagramMarks m_marks;
};

} // namespace

QFont fontInside(const QFont& font, const QString& words, double room)
{
    // In steps, each measured: letters of a screen are whole pixels wide and do not follow a factor.
    QFont inside = font;
    for (const double share : {1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82}) {
        inside.setPointSizeF(font.pointSizeF() * share);
        if (QFontMetricsF(inside).horizontalAdvance(words) <= room)
            break;
    }
    return inside;
}

void paintDiagram(QPainter& painter, const Diagram& diagram, const Theme& theme, const QFont& font, const DiagramMarks& marks)
{
    DiagramPainter(painter, diagram, theme, font, marks).paint();
}

} // namespace widgets
