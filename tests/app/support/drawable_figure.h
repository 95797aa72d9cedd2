#pragma once

// Every figure with something to draw.

#include "tests/app/support/figure_runs.h"
#include "tests/widgets/support/fulfilled.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"

namespace support {

/// The figure on the first run that it has a picture of; a is null when there is none.
inline widgets::FigureData drawable(const widgets::FigureInfo& figure)
{
    const auto drawn = [&](const widgets::RunPtr& a, const widgets::RunPtr& b) {
        widgets::FigureData data{a, b, {.layer = 1, .head = 1, .query = 4, .key = 1, .dim = 0}, {}};
        data.mode = b ? widgets::SlotMode::SideBySide : widgets::SlotMode::A;
        data = fulfilled(figure, data);
        return widgets::whyNothing(figure, data).isEmpty() ? data : widgets::FigureData();
    };
    for (const widgets::RunPtr& run : runs())
        if (widgets::FigureData data = drawn(run, nullptr); data.a)
            return data;
    if (widgets::FigureData data = drawn(runs()[0], runs()[2]); data.a) // of two runs that differ
        return data;
    if (widgets::FigureData data = drawn(runs()[0], otherText()); data.a) // of two texts
        return data;
    return drawn(runs()[0], otherWeights()); // of two models
}

} // namespace support
