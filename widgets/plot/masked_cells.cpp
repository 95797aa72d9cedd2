#include "widgets/plot/masked_cells.h"

#include "widgets/plot/cell_plottable.h"

#include <QVariant>

#include <limits>
#include <utility>

namespace widgets {

namespace {

using Masks = std::vector<Grid>;
constexpr const char* masksProperty = "cellMasks";
constexpr double ofMasked = -std::numeric_limits<double>::infinity();

} // namespace

void setCellMasks(QObject& map, std::vector<Grid> masks) { map.setProperty(masksProperty, QVariant::fromValue(std::move(masks))); }

std::vector<bool> maskedCells(const PlottedPart& part)
{
    const auto* const map = qobject_cast<const CellPlottable*>(part.plottable);
    const NumberSet& set = part.numbers;
    if (!map || set.shape.size() < 2)
        return {};
    const Masks masks = map->property(masksProperty).value<Masks>();
    const core::Index columns = set.shape.back(), rows = set.shape[set.shape.size() - 2], cells = rows * columns;
    std::vector<bool> masked;
    for (std::size_t i = 0; i < set.values.size(); ++i) {
        const std::size_t tile = i / std::size_t(cells), inside = i % std::size_t(cells);
        const Grid mask = tile < masks.size() ? masks[tile] : Grid();
        const bool isAsLarge = !mask.isEmpty() && mask.rows == rows && mask.columns == columns;
        masked.push_back(set.values[i] == ofMasked
            || (isAsLarge && double(mask.at(core::Index(inside) / columns, core::Index(inside) % columns)) == ofMasked));
    }
    return masked;
}

} // namespace widgets
