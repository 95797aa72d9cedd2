#include "widgets/plot/hovered_numbers.h"

#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"

namespace widgets {

QStringList hoveredNumbers(const Plot& plot)
{
    QStringList numbers;
    for (const CellPlottable* map : plot.cellMaps()) {
        const auto* heat = qobject_cast<const HeatmapPlottable*>(map);
        const Cell cell = heat ? heat->hovered() : Cell();
        if (heat && !cell.isNone() && cell.row < heat->grid().rows && cell.column < heat->grid().columns)
            numbers << exactText(heat->grid().at(cell.row, cell.column));
    }
    return numbers;
}

} // namespace widgets
