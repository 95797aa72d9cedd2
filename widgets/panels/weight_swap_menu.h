#pragma once

// WeightSwapMenu: what can be done with a weight of two models that was pointed at: either takes it from the other.

#include "core/trace/intervention.h"
#include "widgets/run/run_result.h"

#include <array>
#include <functional>
#include <string>

class QMenu;

namespace widgets {

/// A slot, and by which name or path its model was asked for.
struct SwapSlot
{
    RunPtr run;
    std::string model = {};
};

/// The slot whose run is to have it, 0 = A, and the intervention.
using SwapChosen = std::function<void(int slot, const core::Intervention& swap)>;

/// Adds an action for each slot: it takes this weight, by its stored name ("blocks.3.attn.q.weight"), from the other. One that is
/// not possible is greyed and says why.
void addSwaps(QMenu& menu, const std::string& weight, const std::array<SwapSlot, 2>& both, const SwapChosen& chosen);

} // namespace widgets
