#pragma once

// What the cells of a map of weights are: the weights themselves, how long the vectors are that they bring, or what of each token
// has come to each place through all layers so far (core/analysis/attention_flow.h).

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"
#include "widgets/views/attention/part_place.h"

namespace widgets {

inline constexpr WordOption weighingOption{"weights", {"raw", "values", "rollout"}};

enum class Weighing
{
    Raw, // α
    Values, // ‖α · v · W_O‖
    Rollout
};

/// What the option says.
Weighing weighingOf(const FigureData& data);

/// Of one layer, or with −1 of all, of every run that is drawn; nothing of raw weights.
Needs weighingNeeds(const FigureData& data, int layer);

/// [query, key] of a head, by rollout of its layer; empty before it is computed, and where there is none. REQUIRES: not raw.
Grid weighedGrid(const FigureData& data, const RunResult& run, const PartPlace& at);

/// Why there is none in a layer, or with −1 in any; empty when there is, and of raw weights.
QString whyNoWeighing(const FigureData& data, const RunResult& run, int layer);
QString whyNoWeighing(Weighing weighing, const RunResult& run, const PartPlace& at);

ScaleChoice weighingScale(Weighing weighing);
QString weighingQuantity(Weighing weighing); // of a cell
QString weighingMeaning(Weighing weighing); // one line

/// "The first key takes 0.61 of all weight and 0.12 of all lengths."
QString firstKeySentence(std::span<const Grid> weights, std::span<const Grid> lengths);

} // namespace widgets
