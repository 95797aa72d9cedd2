#pragma once

// What the tests of the Flow page share: its drawing, and the parts of the picture by name.

#include "tests/widgets/support/fulfilled.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/figure.h"

namespace support {

template <class Part>
Part* partOf(widgets::Plot& plot, const char* name)
{
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* part = qobject_cast<Part*>(plot.plottable(i)); part && part->name() == QLatin1String(name))
            return part;
    return nullptr;
}

inline widgets::FigureData computed(const widgets::FigureData& data) { return support::fulfilled(widgets::flowFigure, data); }

inline QString captionOf(const widgets::FigureData& data) { return widgets::flowFigure.caption(computed(data)); }

inline void compose(widgets::Plot& plot, const widgets::FigureData& data, const QSizeF& size = {1200, 700})
{
    widgets::FigureStyle style;
    style.size = size;
    plot.resize(size.toSize());
    widgets::composeFigure(plot, widgets::flowFigure, computed(data), style);
    plot.replot();
}

} // namespace support
