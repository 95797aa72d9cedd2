#include "widgets/views/attention/shared_keys.h"

#include "widgets/plot/bracket.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct SharedKeysText
{
    Q_DECLARE_TR_FUNCTIONS(KeySharing)
};

} // namespace

SharedKeys::SharedKeys(QCustomPlot* plot, const KeySharing& sharing, int head, const FigureStyle& style)
    : QCPLayoutElement(plot)
    , m_sharing(sharing)
    , m_head(std::clamp(head, 0, sharing.heads - 1))
    , m_style(style)
{
    setLayer(QStringLiteral("main"));
    setMargins({});
}

int SharedKeys::height() const
{
    return int(std::ceil(2 * QFontMetricsF(tickFont(m_style), mParentPlot).height())) + bracketDepth + 3 * space::xs;
}

/// All groups, or that of the head alone where they have no room.
void SharedKeys::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    const QFont ordinary = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(bold, mParentPlot);
    const double step = metrics.horizontalAdvance(headLabel(m_sharing.heads - 1)) + space::m, gap = space::m;
    const QRectF room = rect();
    const QString queries = SharedKeysText::tr("query heads"), keys = SharedKeysText::tr("their keys and values");
    const double names = std::max(metrics.horizontalAdvance(queries), metrics.horizontalAdvance(keys)) + space::l;
    const int own = m_sharing.groupOf(m_head), groups = m_sharing.heads / m_sharing.size();
    const bool hasRoom = names + groups * (m_sharing.size() * step + gap) <= room.width();
    const double top = room.top() + space::xs, back = top + metrics.height() + space::xs + bracketDepth, below = back + space::xs;
    const auto write = [&](const QRectF& place, const QString& text, bool isOwn, Qt::Alignment alignment) {
        painter->setFont(isOwn ? bold : ordinary);
        painter->setPen(isOwn ? theme.text : theme.text2);
        painter->drawText(place, int(alignment | Qt::AlignVCenter), text);
    };
    write({room.left(), top, names, metrics.height()}, queries, false, Qt::AlignLeft);
    write({room.left(), below, names, metrics.height()}, keys, false, Qt::AlignLeft);
    double x = room.left() + names;
    for (int group = hasRoom ? 0 : own; group < (hasRoom ? groups : own + 1); ++group) {
        const double width = m_sharing.size() * step;
        for (int i = 0; i < m_sharing.size(); ++i) {
            const int head = group * m_sharing.size() + i;
            write({x + i * step, top, step, metrics.height()}, headLabel(head), head == m_head, Qt::AlignHCenter);
        }
        painter->setPen(QPen(group == own ? theme.text : theme.text2, group == own ? 1.6 : 1));
        painter->setBrush(Qt::NoBrush);
        drawBracket(*painter, {x + 2, back, x + width - 2, back}, {0, -bracketDepth});
        write({x, below, width, metrics.height()}, keyHeadLabel(group), group == own, Qt::AlignHCenter);
        x += width + gap;
    }
}

void addSharedKeys(Plot& plot, const KeySharing& sharing, int head, const FigureStyle& style)
{
    if (!sharing.isShared())
        return;
    const int row = plot.panel()->rowCount();
    plot.panel()->addElement(row, 0, new SharedKeys(&plot, sharing, head, style));
    plot.panel()->setRowStretchFactor(row, 0.001);
}

} // namespace widgets
