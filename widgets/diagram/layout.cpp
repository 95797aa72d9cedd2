#include "widgets/diagram/layout.h"

#include <QFontMetricsF>

#include <algorithm>

namespace widgets {

namespace {

/// Rows in the order of computation, first downwards; then all is turned over. A sum is beside the last box of its branch, or in
/// a row of its own when two branches end in it; a gap opens where a branch begins.
class Rows
{
public:
    Rows(Diagram& diagram, const QRectF& area, const QFont& font, double scale)
        : m_diagram(diagram)
        , m_area(area)
        , m_scale(scale)
        , m_streamX(area.left() + 26 * scale)
        , m_boxLeft(area.left() + 58 * scale)
        , m_boxRight(area.right() - (diagram.parallel || diagram.crossBox >= 0 ? 16 : 10) * scale)
        , m_row(QFontMetricsF(font).height() + 8 * scale)
    {
    }

    /// Many operations: thinner boxes before anything is cut off.
    void makeThin() { m_row -= 5 * m_scale; }

    /// The height with such gaps; `place`: the nodes stand there.
    double heightWith(double gap, bool place)
    {
        double y = m_area.top() + 6 * m_scale;
        int branch = m_diagram.nodes.empty() ? -1 : m_diagram.nodes.front().branch;
        double blockTop = -1, blockBottom = -1;
        bool mapDone = false;
        double streamTop = m_area.top();
        for (DiagramNode& node : m_diagram.nodes) {
            QRectF rect;
            if (node.kind == NodeKind::Source) {
                rect = QRectF(m_boxLeft, y, m_boxRight - m_boxLeft, m_row);
                branch = -1;
                y += m_row + gap;
                streamTop = y + gap;
            } else if (node.kind == NodeKind::Map) {
                if (!mapDone)
                    y += 2.5 * gap;
                const double all = std::clamp(9.0 * m_diagram.layers, 18.0, 40.0) * m_scale; // depth goes upwards here, too
                const double height = all / std::max(1, m_diagram.layers);
                const double between = height > 4 ? 1.5 * m_scale : 0;
                rect = QRectF(m_boxLeft, y + node.layer * height, m_boxRight - m_boxLeft, std::max(height - between, 0.5));
                branch = -1;
                if (node.layer == m_diagram.layers - 1) {
                    y += all;
                    if (place)
                        m_diagram.mapTitle = QRectF(m_boxLeft, y, m_boxRight - m_boxLeft, m_row - 4 * m_scale);
                    y += m_row - 4 * m_scale;
                }
                mapDone = true;
            } else if (node.kind == NodeKind::Sum) {
                const double size = 15 * m_scale;
                if (m_diagram.parallel)
                    y += gap + m_row;
                rect = QRectF(m_streamX - size / 2, y - (m_row + size) / 2, size, size);
                blockBottom = std::max(blockBottom, y);
            } else if (node.kind == NodeKind::Norm) {
                y += gap;
                rect = QRectF(m_area.left() + 2 * m_scale, y, m_boxLeft + 42 * m_scale - m_area.left(), m_row);
                y += m_row;
                blockTop = blockTop < 0 ? rect.top() : blockTop;
                blockBottom = y;
                branch = -1;
            } else {
                y += node.branch == branch ? gap : 2.5 * gap;
                rect = QRectF(m_boxLeft, y, m_boxRight - m_boxLeft, m_row);
                branch = node.branch;
                y += m_row;
                if (node.layer >= 0) {
                    blockTop = blockTop < 0 ? rect.top() : blockTop;
                    blockBottom = y;
                }
            }
            if (place)
                node.rect = rect;
        }
        const double height = y + (m_diagram.isWide ? 16 * m_scale : 2 * gap) - m_area.top();
        if (place) { // the input at the bottom
            const double edges = 2 * m_area.top() + height;
            for (DiagramNode& node : m_diagram.nodes)
                node.rect = mirrored(node.rect, edges);
            m_diagram.mapTitle = mirrored(m_diagram.mapTitle, edges);
            m_diagram.frame = mirrored(QRectF(QPointF(m_boxLeft - 8 * m_scale, blockTop - 7 * m_scale),
                                           QPointF(m_area.right() - 1, blockBottom + 7 * m_scale)),
                edges);
            m_diagram.streamTop = QPointF(m_streamX, edges - y - gap);
            m_diagram.streamBottom = QPointF(m_streamX, edges - streamTop);
        }
        return height;
    }

private:
    Diagram& m_diagram;
    QRectF m_area;
    double m_scale, m_streamX, m_boxLeft, m_boxRight, m_row;
};

} // namespace

QRectF mirrored(const QRectF& rect, double edges) { return {rect.left(), edges - rect.bottom(), rect.width(), rect.height()}; }

double layOut(Diagram& diagram, const QRectF& area, const QFont& font, double scale)
{
    Rows rows(diagram, area, font, scale);
    const double tight = 4 * scale, loose = (diagram.isWide ? 30 : 11) * scale; // a wide one has a page of its own
    if (rows.heightWith(tight, false) > area.height())
        rows.makeThin();
    const double needed = rows.heightWith(tight, false);
    double gap = tight;
    while (gap < loose && rows.heightWith(gap + 0.5 * scale, false) <= area.height())
        gap += 0.5 * scale;
    rows.heightWith(gap, true);
    return needed;
}

} // namespace widgets
