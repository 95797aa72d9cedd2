#include "widgets/views/maps/words.h"

#include "widgets/plot/theme.h"

#include <algorithm>

namespace widgets {

MapWords::MapWords(QCustomPlot* plot, std::vector<Part> parts, Qt::Alignment alignment)
    : QCPLayoutElement(plot)
    , m_parts(std::move(parts))
    , m_alignment(alignment)
{
    setMargins({});
}

double MapWords::wanted() const
{
    double widest = 0;
    for (const Part& part : m_parts)
        widest = std::max(widest, QFontMetricsF(part.font, mParentPlot).horizontalAdvance(part.text));
    return widest;
}

void MapWords::draw(QCPPainter* painter)
{
    double all = 0;
    for (const Part& part : m_parts)
        all += QFontMetricsF(part.font, mParentPlot).height();
    QRectF room(mRect);
    if (!m_isInLine && m_alignment & Qt::AlignVCenter)
        room.setTop(room.top() + std::max(0.0, (room.height() - all) / 2));
    for (const Part& part : m_parts) {
        const QFontMetricsF metrics(part.font, mParentPlot);
        const QString text = metrics.elidedText(part.text, Qt::ElideRight, room.width() + 1);
        painter->setFont(part.font);
        painter->setPen(part.color);
        painter->drawText(QRectF(room.left(), room.top(), room.width() + 2, metrics.height()),
            (m_alignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter, text);
        if (m_isInLine)
            room.setLeft(room.left() + metrics.horizontalAdvance(text) + space::s);
        else
            room.setTop(room.top() + metrics.height());
        if (room.width() < 1)
            return;
    }
}

} // namespace widgets
