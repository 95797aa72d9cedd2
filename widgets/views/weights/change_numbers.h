#pragma once

// What the pictures of ΔW, the weights of B less those of A, are made of: read from both models by the worker, as needs.

#include "core/analysis/weight_change.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

namespace widgets {

/// What is shown of ΔW: its norm as a share of ‖W‖, its stable rank, or the singular values in the shown layer.
inline constexpr WordOption changeOption{"of", {"norm", "rank", "spectrum"}};

/// ΔW is the weights of `tuned` less those of `base`: of B less those of A, but where B is an earlier step of A's training.
struct ChangeRuns
{
    RunPtr base, tuned;
};
ChangeRuns changeRuns(const FigureData& data);

/// Why there is no ΔW, with a way out; empty when there is one.
QString whyNoChange(const FigureData& data);

/// A model that has a ΔW against that of A, as B; none where no such model is known.
ChoiceOffer changeOffer(const FigureData& data);

Needs changeNeeds(const FigureData& data);

/// Null before it is computed, and without two models.
const core::WeightChange* changeOf(const FigureData& data);
const std::vector<core::Spectrum>* changeSpectraOf(const FigureData& data, const core::BlockPlace& block);
const std::vector<core::Spectrum>* outsideSpectraOf(const FigureData& data);

/// A cell of the maps: a weight by its stored name, "blocks.3.attn.q.weight".
struct ChangedCell
{
    std::string weight;
    double value = 0; // finite
};

/// Blocks, the last on top, by matrices in the order of changeOf(); NaN where there is no number, or none yet.
Grid changeGrid(const FigureData& data);

/// The same of the matrices in no block, as one row.
Grid outsideGrid(const FigureData& data);

/// The weight of a cell of one of the maps, "change" or "outside"; empty: there is none.
std::string weightAt(const FigureData& data, const QString& map, int row, int column);

/// Finite cells of both: the largest norms first, or the lowest stable ranks above 0.
std::vector<ChangedCell> changedMost(const FigureData& data);

} // namespace widgets
