#pragma once

// What the pictures of ΔW, the weights of B less those of A, are made of: read from both models by the worker, as needs.

#include "core/analysis/weight_change.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

namespace widgets {

/// What is shown of ΔW: its norm as a share of ‖W‖, its stable rank, or the singular values in the shown layer.
inline constexpr WordOption changeOption{"of", {"norm", "rank", "spectrum"}};

/// Why there is no ΔW, with a way out; empty when there is one.
QString whyNoChange(const FigureData& data);

/// A model that has a ΔW against that of A, as B; none where no such model is known.
ChoiceOffer changeOffer(const FigureData& data);

Needs changeNeeds(const FigureData& data);

/// Null before it is computed, and without two models.
const std::vector<core::MatrixChange>* changesOf(const FigureData& data);
const std::vector<core::Spectrum>* changeSpectraOf(const FigureData& data, int layer);

/// The layer that is looked at, as far as A has it. REQUIRES: A has a model.
int changedLayer(const FigureData& data);

/// A cell of the map: a matrix in a layer.
struct ChangedCell
{
    std::string matrix;
    int layer = 0;
    double value = 0; // finite
};

/// Layers, the last on top, by matrices in the order of changesOf(); NaN where there is no number, or none yet.
Grid changeGrid(const FigureData& data);

/// Its finite cells: the largest norms first, or the lowest stable ranks above 0.
std::vector<ChangedCell> changedMost(const FigureData& data);

} // namespace widgets
