#pragma once

// The normaliser log Z over the positions of a text, with the penalty of z-loss at the same heights on the right.

#include "widgets/plot/charts.h"

#include <QVector>

namespace widgets {

inline constexpr int maxLogZDots = 120; // positions that each have a dot

struct LogZLine
{
    QVector<double> positions, values; // log Z, nat
    QString label;                     // empty: none
    bool isStrong = false;
    Qt::PenStyle pen = Qt::SolidLine;
    QColor color = {}; // invalid: that of slot A
};

/// Draws the lines, names the axes and writes 10⁻⁴ · log²Z on the right axis. `width`: the share of the page's that the chart has.
LineChart* addLogZChart(QCPAxisRect* rect, const QVector<LogZLine>& lines, const FigureStyle& style, double width = 1);

} // namespace widgets
