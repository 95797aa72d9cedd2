#include "widgets/panels/token_chip.h"

#include "widgets/plot/theme.h"

#include <QPainter>

namespace widgets {

void paintTokenChip(QPainter& painter, const QRect& place, const QString& text, const ChipLook& look)
{
    const Theme& theme = currentTheme();
    const QColor border = look.isQuery ? theme.slotA : look.isKey ? theme.slotB : look.isHovered ? theme.accent : theme.border;
    const QColor shown = look.isDashed && border == theme.border ? theme.warning : border;
    const bool isMarked = look.isQuery || look.isKey || look.isHovered;
    painter.setPen(QPen(look.isPale ? theme.disabled : shown, (isMarked ? 1.5 : 1) * theme.scale,
        look.isDashed ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(look.isQuery ? theme.selection : look.isOfSource ? theme.surfaceAlt : theme.surface);
    const double radius = 4 * theme.scale;
    painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.setPen(look.isPale  ? theme.disabled
            : look.isQuery      ? theme.selectionText
            : look.isOfSource   ? theme.text2
                                : theme.text);
    painter.drawText(place, Qt::AlignCenter, text);
    // A full dot under the query, an open one under the key: not told by colour only.
    const double dot = 2.5 * theme.scale;
    QPointF foot(place.center().x(), place.bottom() + 4 * theme.scale);
    if (look.isQuery && look.isKey)
        foot.rx() -= 2 * dot;
    if (look.isQuery) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.slotA);
        painter.drawEllipse(foot, dot, dot);
        foot.rx() += 4 * dot;
    }
    if (look.isKey) {
        painter.setPen(QPen(theme.slotB, 1.2 * theme.scale));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(foot, dot, dot);
    }
}

} // namespace widgets
