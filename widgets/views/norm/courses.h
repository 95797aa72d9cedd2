#pragma once

// The curves of the picture "placements": the size of the residual stream over depth in the run of each kind, or of each slot.

#include "core/analysis/stream_scale.h"
#include "widgets/figure/sides.h"

#include <string>
#include <vector>

namespace widgets {

/// One stream: a kind of the family, or a slot.
struct Course
{
    QString name;
    QString slot = {};           // "A": the kind that slot A has
    QString why = {};            // instead of a picture
    RunPtr run = nullptr;
    int pen = 0;
    std::string value = {};      // of the family; empty when it is not known
    std::vector<core::StreamPlace> places = {};
};

/// "norm.placement".
extern const char* const placementFamily;

/// The runs of its kinds with the stream alone.
Family placements();

/// What the picture shows: A and B, the kinds of the family, or one run.
std::vector<Course> coursesOf(const FigureData& data);

int placeInFamily(const std::string& placement);

/// "post"; empty when the run does not say, or has another in each layer.
std::string placementOf(const RunResult& run);

/// Whether the picture is one plot of lines; whether it is about the selected token instead of the mean.
bool isOverlay(const FigureData& data);
bool isOfSelected(const FigureData& data);

/// The root mean square at this depth: the mean without the first position, or of the selected token.
double valueAt(const core::StreamPlace& place, const FigureData& data, const RunResult& run);

/// Depth by position, the last block on top; between blocks only.
Grid depthGrid(const std::vector<core::StreamPlace>& places);
GridOf depthGridOf();

/// The depth from which numbers are not numbers any more; −1 = all are.
double brokenFrom(const Course& course);

/// Whether this one decides over scales and axes: a stream without norms grows beyond all others.
bool isInScale(const Course& course, const std::vector<Course>& all);

} // namespace widgets
