#include "widgets/plot/histogram.h"

#include "widgets/plot/number_format.h"

#include <algorithm>

namespace widgets {

Histogram::Histogram(QCPAxisRect* rect, const FigureStyle& style)
    : QCPAbstractPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft))
    , m_style(style)
    , m_color(themeOf(style).slotA)
{
    setSelectable(QCP::stNone);
    mValueAxis->setTicker(QSharedPointer<NumberTicker>::create(true));
}

void Histogram::setCounts(QVector<double> edges, QVector<double> counts)
{
    if (edges.size() != counts.size() + 1)
        edges.clear(), counts.clear();
    m_edges = std::move(edges);
    m_counts = std::move(counts);
    if (m_counts.isEmpty())
        return;
    mKeyAxis->setRange(m_edges.first(), m_edges.last());
    mValueAxis->setRange(0, std::max(1.0, *std::max_element(m_counts.cbegin(), m_counts.cend()) * 1.04));
}

double Histogram::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange Histogram::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = !m_counts.isEmpty();
    return found ? QCPRange(m_edges.first(), m_edges.last()) : QCPRange();
}

QCPRange Histogram::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = !m_counts.isEmpty();
    return found ? QCPRange(0, *std::max_element(m_counts.cbegin(), m_counts.cend())) : QCPRange();
}

void Histogram::draw(QCPPainter* painter)
{
    if (!mKeyAxis || !mValueAxis || m_counts.isEmpty())
        return;
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_color);
    QVector<QRectF> columns;
    for (qsizetype i = 0; i < m_counts.size(); ++i)
        if (m_counts[i] > 0) {
            QRectF column = QRectF(coordsToPixels(m_edges[i], m_counts[i]), coordsToPixels(m_edges[i + 1], 0)).normalized();
            if (column.width() > 4)
                column.adjust(0.5, 0, -0.5, 0);
            columns << column;
        }
    painter->drawRects(columns);
    painter->setBrush(Qt::NoBrush);
}

} // namespace widgets
