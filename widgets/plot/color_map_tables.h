#pragma once

// The tables of the colour maps: 256 packed opaque colours each, first entry = lowest value.

#include <QColor>

#include <array>

namespace widgets {

extern const std::array<QRgb, 256> viridisTable; // sequential
extern const std::array<QRgb, 256> cividisTable; // sequential
extern const std::array<QRgb, 256> rdBuTable;    // diverging, blue = negative
extern const std::array<QRgb, 256> vikTable;     // diverging, blue = negative
extern const std::array<QRgb, 256> vikOTable;    // cyclic

} // namespace widgets
