#pragma once

// Normalised: what one norm has normalised, and the numbers that it divided by. The picture of axes.cpp draws one for each kind.

#include "widgets/figure/sides.h"
#include "widgets/plot/grid.h"

#include <string>
#include <vector>

namespace widgets {

constexpr core::Index shownDimensions = 32; // a patch says what the whole would

struct Normalised
{
    QString name;
    QString formula = {};
    QString slot = {}; // of the window: "A"
    QString why = {};
    RunPtr run = nullptr;
    int pen = 0;
    Grid map = {};       // a patch of SLOT.normalized, [token, d_model]
    Grid scales = {};    // SLOT.scale: a column, one per token, or a row, one a dimension
    bool isOverTokens = false;
    core::Index width = 0; // of the model
};

/// The runs of the kinds with what each norm has normalised.
Family familyOfNorms();

/// The patch of a run's normalised numbers at the chosen slot, [token, d_model]; empty without one.
GridOf normalisedOf(const FigureData& data);

/// Those of A and B where both are drawn, else of each kind that ran, else of the shown run alone. Never empty.
std::vector<Normalised> normalisedKinds(const FigureData& data);

/// The word of the norm in the blocks of a run, "rms_norm"; empty without a setup.
std::string normKindOf(const RunResult& run);

} // namespace widgets
