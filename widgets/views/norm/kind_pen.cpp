#include "widgets/views/norm/kind_pen.h"

#include <qcustomplot.h>

#include <array>

namespace widgets {

KindPen kindPen(int kind, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const std::array pens{
        KindPen{theme.slotA, Qt::SolidLine, QStringLiteral("●")},
        KindPen{theme.slotB, Qt::DashLine, QStringLiteral("◆")},
        KindPen{theme.ok, Qt::DotLine, QStringLiteral("▲")},
        KindPen{theme.o, Qt::DashDotLine, QStringLiteral("■")},
        KindPen{theme.warning, Qt::DashDotDotLine, QStringLiteral("▼")},
        KindPen{theme.text2, Qt::SolidLine, QStringLiteral("○")},
        KindPen{theme.error, Qt::DashLine, QStringLiteral("★")},
        KindPen{theme.v, Qt::DotLine, QStringLiteral("◇")},
    };
    return pens[std::size_t(kind) % pens.size()];
}

void makeThick(QCPGraph& line)
{
    QPen pen = line.pen();
    pen.setWidthF(2.2 * pen.widthF());
    line.setPen(pen);
}

} // namespace widgets
