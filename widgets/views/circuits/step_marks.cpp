#include "widgets/views/circuits/step_marks.h"

#include <algorithm>

namespace widgets {

StepMarks::StepMarks(QCPAxisRect* rect, const FigureStyle& style, QVector<StepMark> marks)
    : QCPLayerable(rect->parentPlot(), QStringLiteral("overlay"))
    , m_rect(rect)
    , m_style(style)
    , m_marks(std::move(marks))
{
    setParent(rect);
}

QPointF StepMarks::pixelOf(const StepMark& mark) const
{
    return {m_rect->axis(QCPAxis::atBottom)->coordToPixel(mark.x), m_rect->axis(QCPAxis::atLeft)->coordToPixel(mark.y)};
}

/// Those of the highest thresholds first: there are the parts that matter most.
QVector<QRectF> StepMarks::wordPlaces() const
{
    const QFontMetricsF metrics(tickFont(m_style), parentPlot());
    const QRectF room(m_rect->rect());
    QVector<QRectF> places(m_marks.size()), taken;
    const double ring = 3 * m_style.lineWidth;
    for (qsizetype i = 0; i < m_marks.size(); ++i) {
        const QPointF at = pixelOf(m_marks[i]), next = i + 1 < m_marks.size() ? pixelOf(m_marks[i + 1]) : at;
        if (!m_marks[i].words.isEmpty() || m_marks[i].isShown)
            taken << QRectF(at - QPointF(ring, ring), QSizeF(2 * ring, 2 * ring));
        const int pieces = std::max(1, int(QLineF(at, next).length() / 3));
        for (int piece = 0; piece < pieces; ++piece)
            taken << QRectF(at + (next - at) * piece / pieces - QPointF(1, 1), QSizeF(2, 2));
    }
    for (qsizetype i = m_marks.size(); i-- > 0;) {
        if (m_marks[i].words.isEmpty())
            continue;
        const QPointF at = pixelOf(m_marks[i]);
        const QSizeF size(metrics.horizontalAdvance(m_marks[i].words) + 2, metrics.height());
        for (const double down : {-1., 1., -2., 2., -3., 3.}) {
            const QPointF centre(std::clamp(at.x(), room.left() + size.width() / 2,
                                     std::max(room.left() + size.width() / 2, room.right() - size.width() / 2)),
                at.y() + down * (size.height() * 0.6 + ring));
            const QRectF place(centre - QPointF(size.width() / 2, size.height() / 2), size);
            if (place.top() < room.top() || place.bottom() > room.bottom()
                || std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); }))
                continue;
            places[i] = place;
            taken << place;
            break;
        }
    }
    return places;
}

void StepMarks::draw(QCPPainter* painter)
{
    if (!m_rect)
        return;
    const Theme& theme = themeOf(m_style);
    const QVector<QRectF> places = wordPlaces();
    painter->setFont(tickFont(m_style));
    for (qsizetype i = 0; i < m_marks.size(); ++i) {
        if (!m_marks[i].words.isEmpty()) {
            painter->setPen(QPen(theme.accent, m_style.lineWidth));
            painter->setBrush(theme.surface);
            painter->drawEllipse(pixelOf(m_marks[i]), 2 * m_style.lineWidth, 2 * m_style.lineWidth);
        }
        if (m_marks[i].isShown) {
            painter->setPen(QPen(theme.surface, 1.5));
            painter->setBrush(theme.slotB);
            painter->drawEllipse(pixelOf(m_marks[i]), 3 * m_style.lineWidth, 3 * m_style.lineWidth);
        }
        if (places[i].isNull())
            continue;
        painter->setPen(theme.text2);
        painter->drawText(places[i], Qt::AlignCenter | Qt::TextDontClip, m_marks[i].words);
    }
    painter->setBrush(Qt::NoBrush);
}

void StepMarks::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
