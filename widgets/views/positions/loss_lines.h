#pragma once

// The loss at each position, and the scores over the distance, of the bundled models that were trained alike but for their
// positions.

#include "core/analysis/loss_by_position.h"
#include "core/analysis/score_by_distance.h"
#include "core/base/token_id.h"
#include "core/files/library/position_siblings.h"
#include "core/run/model.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"
#include "widgets/plot/charts.h"

#include <vector>

namespace widgets {

/// How many rows of held-out text the mean is of.
inline constexpr WordOption lossRowsOption{"rows", {"8", "24", "96"}};

/// What a line is of: the loss at each position, what each kind adds over the distance, or what a key gets that lies so far back,
/// before the softmax and after it.
inline constexpr WordOption lossOfOption{"of", {"loss", "added", "scores", "weights"}};

/// Whether the models are read for their losses; else for the scores of keys so far back.
bool isOfLosses(const FigureData& data);

/// One model.
struct LossLine
{
    core::PositionSibling sibling;
    bool isOtherSeed = false; // beside the model of its kind that was trained with the first seed
    QString slot;             // "A", "B": the kind of this run; empty: of neither
    const core::LossByPosition* loss = nullptr; // of both there is one
    const core::ScoreByDistance* scores = nullptr;
    std::vector<double> numbers; // [position or distance], smoothed

    double atEnd = 0; // mean of positions or distances 256 … 511; NaN where it ends before
    const core::RowsRead& read() const { return loss ? *static_cast<const core::RowsRead*>(loss) : *scores; }
};

inline constexpr core::Index lossEndFrom = 256, lossEndTo = 512;
inline constexpr core::Index lossSmoothWidth = 19; // positions that a point of a line is the mean of

/// Rows of documents that no training saw, in the tokens of a bundled model: lossEndTo + 1 ids each.
std::vector<std::vector<core::TokenId>> heldOutRows(const core::Setup& setup, core::Index rows);

/// An empty chart of losses over positions.
LineChart* addLossChart(QCPAxisRect* rect, const FigureStyle& style);

/// Numbers as a line of it, from 0 on.
QCPGraph* addLossLine(LineChart& chart, const std::vector<double>& smoothed, const QString& label, const LineStyle& line);

/// Those that are there, the first seeds in front.
std::vector<LossLine> lossLines(const FigureData& data);

/// A bundled model, with its own choices.
core::SetupPtr siblingSetup(const std::string& name);

/// The models of which there is a line, one a kind.
std::vector<core::PositionSibling> firstSeeds(const FigureData& data);

/// How many there will be.
std::size_t wantedLossLines(const FigureData& data);

/// FigurePage::needs and whyNot.
Needs lossNeeds(const FigureData& data);
QString whyNoLoss(const FigureData& data);

} // namespace widgets
