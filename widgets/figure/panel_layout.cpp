#include "widgets/figure/panel_layout.h"

#include <algorithm>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr QSizeF besideMap{143, 82};  // labels and key of a map, names below it
constexpr double headingHeight = 22;
constexpr double leastMap = 45;       // smaller ones show nothing
constexpr double clearlyBetter = 1.3; // times

/// The side of a square map in a panel.
double mapSide(const QSizeF& panel, double unit)
{
    return std::min(panel.width() / unit - besideMap.width(), panel.height() / unit - besideMap.height());
}

} // namespace

double typeScale(const FigureStyle& style) { return style.labelPoints / FigureStyle().labelPoints; }

int panelSpacing(const FigureStyle& style) { return style.size.width() < 500 ? space::m : space::xl; }

int pageMargin(const FigureStyle& style)
{
    return style.size.width() < 500 ? space::s : space::l; // narrow pages cannot spare more
}

PanelLayout arrangePanels(int panels, const QSizeF& room, const FigureStyle& style)
{
    const double unit = typeScale(style);
    PanelLayout best;
    double bestSide = 0;
    for (int columns = panels; columns >= 1; --columns) {
        const int rows = (panels + columns - 1) / columns;
        PanelLayout layout;
        layout.panel = {(room.width() - (columns - 1) * panelSpacing(style)) / columns,
            room.height() / rows - headingHeight * unit - (rows > 1 ? 2 * space::s : space::s)};
        for (int i = 0; i < panels; ++i)
            layout.places.push_back({i / columns, i % columns});
        const double side = mapSide(layout.panel, unit);
        layout.fits = side >= leastMap;
        if (best.places.empty() || (layout.fits && (!best.fits || side > clearlyBetter * bestSide))) {
            bestSide = side;
            best = std::move(layout);
        }
    }
    return best;
}

} // namespace widgets
