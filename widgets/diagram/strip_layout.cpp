#include "widgets/diagram/layout.h"

#include <QFontMetricsF>

#include <algorithm>

namespace widgets {

double layOutStrip(Diagram& strip, const QRectF& area, const QFont& font, double scale)
{
    const QFontMetricsF metrics(font);
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.9);
    const double height = metrics.height() + 5 * scale;
    const double sum = 15 * scale, lead = 8 * scale, between = 5 * scale;
    const double streamY = area.top() + 1.5 * height + 9 * scale + 0.5;
    const double branchY = area.top() + height / 2 + 0.5;

    // Boxes as wide as their text; when the room is short all alike get narrower.
    double widths = 0, beforeBranch = 0, afterSum = 0;
    int boxes = 0;
    bool isSummed = false;
    const auto widthOf = [&](const DiagramNode& node) {
        return node.kind == NodeKind::Sum   ? sum
            : node.kind == NodeKind::Factor ? QFontMetricsF(small).horizontalAdvance(node.label) + 4 * scale
                                            : metrics.horizontalAdvance(node.label) + 10 * scale;
    };
    for (const DiagramNode& node : strip.nodes) {
        if (node.id == QLatin1String("stream.factor"))
            continue;
        widths += node.kind == NodeKind::Sum ? 0 : widthOf(node);
        boxes += node.kind == NodeKind::Box || node.kind == NodeKind::Norm;
        isSummed |= node.kind == NodeKind::Sum;
        if (node.kind == NodeKind::Norm)
            (isSummed ? afterSum : beforeBranch) += widthOf(node) + between;
    }
    const double fixed = 2 * lead + sum + between * (boxes + 1);
    const double shrink = std::clamp((area.width() - fixed) / std::max(1.0, widths), 0.4, 1.0);
    const double sumX = area.left() + std::min(area.width() - lead - afterSum * shrink - sum / 2, 190 * scale);
    double branchWidth = 0;
    int inBranch = 0;
    for (const DiagramNode& node : strip.nodes)
        if (node.kind == NodeKind::Box || node.id == QLatin1String("branch.factor")) {
            branchWidth += widthOf(node) * shrink;
            ++inBranch;
        }
    const double from = area.left() + lead + beforeBranch * shrink;
    const double gap = std::clamp((sumX - from - branchWidth) / (inBranch + 1), 2 * scale, 14 * scale);
    double x = from + std::max(gap, (sumX - from - branchWidth - gap * (inBranch - 1)) / 2);
    double onStream = area.left() + lead;
    for (DiagramNode& node : strip.nodes) {
        const double width = widthOf(node) * (node.kind == NodeKind::Sum ? 1 : shrink);
        if (node.kind == NodeKind::Sum) {
            onStream = sumX + sum / 2 + between;
            node.rect = QRectF(sumX - sum / 2, streamY - sum / 2, sum, sum);
        } else if (node.kind == NodeKind::Norm) {
            node.rect = QRectF(onStream, streamY - height / 2, width, height);
            onStream += width + between;
        } else if (node.id == QLatin1String("stream.factor")) {
            node.rect = QRectF((from + sumX - sum / 2 - width) / 2, streamY - height / 2, width, height);
        } else {
            node.rect = QRectF(x, branchY - height / 2, width, height);
            x += width + gap;
        }
    }
    strip.branchStart = QPointF(from, branchY);
    strip.streamTop = QPointF(area.left() + 2 * scale, streamY);
    strip.streamBottom = QPointF(std::min(area.right() - 2 * scale, onStream + 4 * scale), streamY);
    return 2 * height + 10 * scale;
}

} // namespace widgets
