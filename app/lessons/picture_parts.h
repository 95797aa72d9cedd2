#pragma once

// PictureParts: where the part of a picture is that a lesson names, for marks and veils in the window and on paper.

#include "app/lessons/lesson_target.h"

#include <QRectF>

#include <optional>

namespace widgets {
class Plot;
}

namespace app {

/// In px of the plot; nothing where the picture has no such part. REQUIRES: target.isInPicture().
std::optional<QRectF> partOf(widgets::Plot& plot, const LessonTarget& target);

/// Where this line would end with this value, in px of the plot, perhaps outside of its axes; without one where it begins.
/// Nothing where there is no such line.
std::optional<QPointF> pointOf(widgets::Plot& plot, const LessonTarget& line, std::optional<double> value);

/// A node of a diagram that a small page has left out.
bool hasNoRoom(const widgets::Plot& plot, const LessonTarget& target);

} // namespace app
