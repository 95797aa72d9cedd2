#include "widgets/plot/panel_layout.h"

#include <algorithm>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double headingHeight = 22;
constexpr double minMap = 45;       // of panelOfMap; smaller ones show nothing
constexpr double clearlyBetter = 1.3; // times

/// The side of a square map in a panel.
double mapSide(const QSizeF& panel, const QSizeF& least, double unit)
{
    return minMap + std::min(panel.width() / unit - least.width(), panel.height() / unit - least.height());
}

} // namespace

double typeScale(const FigureStyle& style) { return style.labelPoints / FigureStyle().labelPoints; }

int panelSpacing(const FigureStyle& style) { return style.size.width() < 500 ? space::m : space::xl; }

int pageMargin(const FigureStyle& style)
{
    return style.size.width() < 500 ? space::s : space::l; // narrow pages cannot spare more
}

PanelLayout arrangePanels(int panels, const QSizeF& room, const FigureStyle& style, const QSizeF& least)
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
        const double side = mapSide(layout.panel, least, unit);
        layout.fits = side >= minMap;
        if (best.places.empty() || (layout.fits && (!best.fits || side > clearlyBetter * bestSide))) {
            bestSide = side;
            best = std::move(layout);
        }
    }
    return best;
}

} // namespace widgets
