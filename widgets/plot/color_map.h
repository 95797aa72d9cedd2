#pragma once

// Colour maps: five perceptually ordered tables, the same in every theme, so that a colour means the same number everywhere.
// To add a map: its table in color_map_tables.*, a line in ColorMapId and in the list of color_map.cpp, its source in
// docs/COLORMAPS.md.

#include <QColor>
#include <QString>

#include <span>

namespace widgets {

enum class ColorMapId
{
    Viridis, // probabilities
    Cividis, // norms, entropies, counts
    RdBu,    // signed values
    Vik,     // differences B − A
    VikO     // angles; both ends are the same colour
};

/// "viridis", "cividis", "RdBu_r", "vik", "vikO": names of the field, never translated.
QString colorMapName(ColorMapId id);
bool isDiverging(ColorMapId id);
bool isCyclic(ColorMapId id);

/// The colours from lowest to highest. Diverging maps have an odd number, so that 0 has an entry of its own: the middle one.
std::span<const QRgb> colorTable(ColorMapId id);

/// Entry of a position 0..1 in a table of `entries` colours. Positions beyond the ends take the end.
int colorIndex(double position, int entries);

/// Black or white, whichever stands out more on this colour (WCAG contrast at least 4.58 on every colour of the maps).
QColor textColorOn(QRgb background);

/// WCAG contrast ratio 1..21 of two opaque colours.
double contrastRatio(QColor a, QColor b);

} // namespace widgets
