#pragma once

// What many runs say of a text: which parts an answer needs, and where it was decided.

#include "widgets/figure/figure.h"

#include <QJsonObject>

namespace widgets {

extern const FigureInfo ablationFigure; // "over", "with", "texts", "metric"
extern const FigureInfo patchingFigure; // "over", "metric"; A is the clean text, B the other
extern const FigureInfo pathsFigure;    // "with", "metric", "threshold"

/// The circuit of the paths as `paths --json` prints it, for the recipe that leaves alone; empty: of another figure, or not there.
QJsonObject circuitJson(const FigureInfo& figure, const FigureData& data);

} // namespace widgets
