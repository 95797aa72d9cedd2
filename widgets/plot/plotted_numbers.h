#pragma once

// PlottedNumbers: the numbers of a picture, read back from what was drawn: for the data formats, the table on screen and screen
// readers. Maps, walls of maps, planes, lines, curves, bars and histograms are known here; anything else that draws numbers of
// its own derives from HasNumbers too.

#include "core/base/tensor.h"

#include <QStringList>

#include <vector>

class QCPAbstractPlottable;

namespace widgets {

class Plot;

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

/// A part with what draws it, which lives until the plot is drawn anew; null: an element of the layout.
struct PlottedPart
{
    NumberSet numbers;
    const QCPAbstractPlottable* plottable = nullptr;
};

/// Everything that is drawn in a plot, in the order it was added.
std::vector<PlottedPart> plottedParts(const Plot& plot);
std::vector<NumberSet> plottedNumbers(const Plot& plot);

} // namespace widgets
