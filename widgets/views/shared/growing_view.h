#pragma once

// GrowingView: a view with a figure that fills in while its run is computed. Layers that are not there yet are blank, and the
// words below the picture say so.

#include "widgets/run/unfinished.h"

#include <QString>

namespace widgets {

class GrowingView
{
public:
    virtual ~GrowingView() = default;

    /// Whether the figure on screen draws a run that isUnfinished().
    virtual bool drawsUnfinished() const = 0;
};

/// How many of its layers are there. REQUIRES: isUnfinished().
QString unfinishedSentence(const RunResult& run);

} // namespace widgets
