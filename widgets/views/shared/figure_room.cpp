#include "widgets/views/shared/figure_room.h"

#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

QSizeF roomOf(const FigureStyle& style) { return style.size / typeScale(style); }

double pictureHeight(const FigureStyle& style)
{
    constexpr double wordsHeight = 150; // title, what a cell is and caption
    return roomOf(style).height() - (style.showTitle ? wordsHeight : 0);
}

int chartsFitting(const FigureStyle& style)
{
    constexpr double highOfChart = 115;
    return std::max(1, int(pictureHeight(style) / highOfChart));
}

bool hasRoomForBars(const FigureStyle& style)
{
    constexpr double roomForBars = 620;
    return roomOf(style).width() >= roomForBars;
}

std::size_t barsFitting(const FigureStyle& style, std::size_t most)
{
    constexpr double pitch = 24, heading = 40;
    return std::size_t(std::clamp((pictureHeight(style) - heading) / pitch, 1.0, double(most)));
}

void drawPage(const FigurePage& page, const Drawing& drawing)
{
    const QSizeF room(roomOf(drawing.style).width(), pictureHeight(drawing.style));
    const auto holds = [&](const QSizeF& least) { return room.width() >= least.width() && room.height() >= least.height(); };
    if (holds(page.minRoom) || (!page.orRoom.isEmpty() && holds(page.orRoom)))
        return page.draw(drawing);
    drawing.plot.showMessage(
        QCoreApplication::translate("figures", "This picture has no room here: choose a larger page."), drawing.style);
}

} // namespace widgets
