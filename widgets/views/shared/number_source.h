#pragma once

// NumberSource: where a number of a picture comes from that is no number of a tensor: what it is, and what it was computed from,
// beside the place that was pointed at.

#include "widgets/plot/cell_plottable.h"

class QCPLayoutElement;
class QMouseEvent;
class QWidget;

namespace widgets {

class Plot;
class View;

/// A number of a picture.
struct PointedNumber
{
    const QCPAbstractPlottable* part = nullptr; // that draws it
    const QCPLayoutElement* element = nullptr;  // or this
    Cell cell; // in the part, a bar or a point is a row of the only column; none: all of the part
    QPointF pixel = {}; // where it was asked for

    bool isNone() const { return !part && !element; }
};

/// What is drawn at this pixel, of lines their nearest point; none where nothing has numbers.
PointedNumber numberUnder(const Plot& plot, const QPointF& pixel);

/// The number and its place, what the picture shows, and the tensor that it is about, as rich text; empty where no number is.
QString sourceWords(const View& view, const Plot& plot, const PointedNumber& number);

/// These words at a place of the screen, until the next click or key.
void showSource(const QString& words, const QPoint& where, QWidget* picture);

/// The same at a double click, where the picture has no cells and bars, which say so themselves (Plot::cellAsked, barAsked).
/// False: nothing is there.
bool showSourceOfPoint(const View& view, Plot& plot, const QMouseEvent& click);

} // namespace widgets
