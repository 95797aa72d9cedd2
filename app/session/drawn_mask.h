#pragma once

// Drawn masks: what a stroke in a picture of the mask does to a state. A mask is a choice, of every head of its layers.

#include "app/session/window_state.h"

#include "core/model/model_config.h"
#include "widgets/plot/cell_plottable.h"

#include <optional>
#include <vector>

namespace app {

/// Cells of a query and a key that were passed in this order, in the mask of a layer of a text with so many tokens.
struct MaskStroke
{
    int layer = 0;
    int tokens = 0;
    std::vector<widgets::Cell> cells; // rows are queries
};

/// The mask of the layer, and of every layer with the same, becomes painted: where the first cell is seen, the stroke hides what
/// it passes, but for the last key of a query, else it shows it. In the slot of withIntervenedSlot(), whose choices these are.
/// Nothing where no cell changes.
std::optional<WindowState> withDrawnMask(WindowState state, const core::ModelConfig& config, const MaskStroke& stroke);

} // namespace app
