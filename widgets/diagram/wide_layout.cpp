// A diagram in a wide area: the model as a stack of blocks on its stream, and beside it the one that is spread out.

#include "widgets/diagram/layout.h"

#include <QFontMetricsF>

#include <algorithm>

namespace widgets {

namespace {

// Times the scale of the type, and shares of the width.
constexpr double widest = 640, highestRow = 46;
constexpr double modelShare = 0.38, blockShare = 0.54;
constexpr double streamAt = 24, boxesAt = 48, titleAt = 58;

/// The block with what its cross-attention reads, laid out by itself; returns the height that it needs.
double layOutBlock(Diagram& diagram, const QRectF& area, const QFont& font, double scale)
{
    Diagram block;
    block.layers = diagram.layers;
    block.layer = diagram.layer;
    block.parallel = diagram.parallel;
    block.sharedNorm = diagram.sharedNorm;
    block.isWide = true;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
        const DiagramNode& node = diagram.nodes[i];
        if (node.kind != NodeKind::Source && (node.kind == NodeKind::Map || node.layer != diagram.layer))
            continue;
        if (int(i) == diagram.crossBox)
            block.crossBox = int(places.size());
        block.nodes.push_back(node);
        places.push_back(i);
    }
    const double needed = layOut(block, area, font, scale);
    for (std::size_t i = 0; i < places.size(); ++i)
        diagram.nodes[places[i]].rect = block.nodes[i].rect;
    diagram.frame = block.frame;
    diagram.frame.setLeft(area.left());
    diagram.blockTop = QPointF(block.streamTop.x(), diagram.frame.top() - 8 * scale);
    diagram.blockBottom = block.streamBottom;
    return needed;
}

} // namespace

double layOutWide(Diagram& diagram, const QRectF& area, const QFont& font, double scale)
{
    diagram.isWide = true;
    const double all = std::min(area.width(), widest * scale), left = area.left() + (area.width() - all) / 2;
    const double title = QFontMetricsF(font).height() + 4 * scale;
    const QRectF right(left + (1 - blockShare) * all, area.top() + title, blockShare * all, area.height() - title);
    const double blockNeeds = layOutBlock(diagram, right, font, scale) + title;
    diagram.mapTitle = QRectF(right.left() + titleAt * scale, diagram.frame.top() - title - 2 * scale, right.width(), title);

    // The model is as high as the block: what is before and after its blocks, and between them the blocks. First downwards.
    double row = QFontMetricsF(font).height() + 8 * scale;
    const double gap = 6 * scale, streamX = left + streamAt * scale;
    const QRectF boxes(left + boxesAt * scale, 0, modelShare * all - boxesAt * scale, row);
    const auto isOutside = [](const DiagramNode& node) { return node.kind == NodeKind::Box && node.layer < 0; };
    const auto outside = double(std::count_if(diagram.nodes.begin(), diagram.nodes.end(), isOutside));
    const double top = diagram.blockTop.y(), bottom = std::max(diagram.frame.bottom(), diagram.blockBottom.y());
    const double least = outside * (row + gap) + 4 * gap + diagram.layers * 3 * scale;
    const double cells
        = std::min(highestRow * scale * diagram.layers, std::max(bottom, top + least) - top - outside * (row + gap) - 4 * gap);
    const double cell = cells / std::max(1, diagram.layers);
    double y = top + std::max(0.0, bottom - top - cells - outside * (row + gap) - 4 * gap) / 2;
    diagram.streamTop = QPointF(streamX, y);
    y += gap;
    bool isAfter = false;
    QRectF chosen;
    for (DiagramNode& node : diagram.nodes) {
        if (node.kind == NodeKind::Map) {
            y += isAfter ? 0 : gap;
            isAfter = true;
            const double between = std::min(3 * scale, 0.25 * cell);
            node.rect = QRectF(QPointF(streamX - 12 * scale, y), QPointF(boxes.right(), y + cell - between));
            y += cell + (node.layer == diagram.layers - 1 ? gap : 0);
            if (node.layer == diagram.layer)
                chosen = node.rect;
        } else if (isOutside(node)) {
            node.rect = boxes.translated(0, y);
            y += row + gap;
        }
    }
    diagram.streamBottom = QPointF(streamX, y);
    const double edges = diagram.streamTop.y() + diagram.streamBottom.y();
    for (DiagramNode& node : diagram.nodes)
        if (node.kind == NodeKind::Map || isOutside(node))
            node.rect = mirrored(node.rect, edges);
    chosen = mirrored(chosen, edges);
    diagram.zoom = QPolygonF({chosen.topRight(), diagram.frame.topLeft(), diagram.frame.bottomLeft(), chosen.bottomRight()});
    return std::max(blockNeeds, y + gap - area.top());
}

} // namespace widgets
