#pragma once

// FigureNumbers: the numbers of a picture, read back from what was drawn, for the data formats. Maps, walls of maps, planes,
// lines, curves, bars and histograms are known here; anything else that draws numbers of its own derives from HasNumbers too.

#include "core/base/tensor.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"

#include <QStringList>

#include <vector>

namespace widgets {

/// The numbers of one part of a picture.
struct NumberSet
{
    QString name;                   // of the map or line; unique in a picture, "A: …", "B: …", "delta: …" of two slots
    QStringList axes;               // "row", "column"; "point", "value" …
    std::vector<core::Index> shape; // one an axis
    std::vector<double> values;     // row by row
    std::vector<QStringList> labels = {}; // one an axis, as long as it or empty: tokens, names of bars, of the columns of a line
};

/// What a plottable or an element of the layout may be besides, when this file does not know its class.
class HasNumbers
{
public:
    virtual ~HasNumbers() = default;
    virtual std::vector<NumberSet> numbers() const = 0;
};

/// Everything that is drawn in a plot. `sides`: those of ShownPanels, the columns of its layout when there are several.
std::vector<NumberSet> plottedNumbers(const Plot& plot, const std::vector<Side>& sides = {});

/// The figure is drawn, as `style` says, and read back. Empty when the picture has no numbers or there is nothing to draw.
std::vector<NumberSet> figureNumbers(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
