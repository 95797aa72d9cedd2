#pragma once

// The loss at each position of the bundled models that were trained alike but for their positions.

#include "core/analysis/loss_by_position.h"
#include "core/files/library/position_siblings.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"
#include "widgets/plot/charts.h"

#include <vector>

namespace widgets {

/// How many rows of held-out text the mean is of.
inline constexpr WordOption lossRowsOption{"rows", {"8", "24", "96"}};

/// One model.
struct LossLine
{
    core::PositionSibling sibling;
    bool isOtherSeed = false; // beside the model of its kind that was trained with the first seed
    QString slot;             // "A", "B": the kind of this run; empty: of neither
    const core::LossByPosition* loss = nullptr;

    double atEnd() const; // mean of positions 256 … 511; NaN where it ends before
};

inline constexpr core::Index lossEndFrom = 256, lossEndTo = 512;
inline constexpr core::Index lossSmoothWidth = 19; // positions that a point of a line is the mean of

/// An empty chart of losses over positions.
LineChart* addLossChart(QCPAxisRect* rect, const FigureStyle& style);

/// A loss as a line of it, smoothed.
QCPGraph* addLossLine(LineChart& chart, const core::LossByPosition& loss, const QString& label, const LineStyle& line);

/// Those that are there, the first seeds in front.
std::vector<LossLine> lossLines(const FigureData& data);

/// How many there will be.
std::size_t wantedLossLines(const FigureData& data);

/// FigurePage::needs and whyNot.
Needs lossNeeds(const FigureData& data);
QString whyNoLoss(const FigureData& data);

} // namespace widgets
