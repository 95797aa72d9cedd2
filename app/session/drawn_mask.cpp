#include "app/session/drawn_mask.h"

#include "app/session/intervened.h"

#include "core/layers/attention_mask.h"

#include <algorithm>
#include <utility>

namespace app {

namespace {

/// Whether any cell changed.
bool draw(core::BoolTable& table, const MaskStroke& stroke)
{
    const auto isInside = [&](const widgets::Cell& cell) {
        return cell.row >= 0 && cell.column >= 0 && std::max(cell.row, cell.column) < stroke.tokens;
    };
    if (stroke.cells.empty() || !isInside(stroke.cells.front()))
        return false;
    const bool hides = table[std::size_t(stroke.cells.front().row)][std::size_t(stroke.cells.front().column)];
    bool hasChanged = false;
    for (const widgets::Cell& cell : stroke.cells) {
        if (!isInside(cell))
            continue;
        std::vector<bool>& row = table[std::size_t(cell.row)];
        const bool isLast = hides && std::count(row.begin(), row.begin() + stroke.tokens, true) < 2;
        if (row[std::size_t(cell.column)] == !hides || isLast)
            continue;
        row[std::size_t(cell.column)] = !hides;
        hasChanged = true;
    }
    return hasChanged;
}

} // namespace

std::optional<WindowState> withDrawnMask(WindowState state, const core::ModelConfig& config, const MaskStroke& stroke)
{
    const int layers = int(config.layers());
    const core::BoolTable before = core::cellsOf(config.block(stroke.layer).mask, stroke.tokens);
    core::BoolTable after = before;
    if (!draw(after, stroke))
        return {};
    state = withIntervenedSlot(std::move(state));
    core::Choices& said = state.slot().said;
    const core::Json table = core::jsonOf(after), kind = core::PaintedMask::info.id;
    const auto hasIt = [&](int layer) { return core::cellsOf(config.block(layer).mask, stroke.tokens) == before; };
    std::vector<int> same;
    for (int layer = 0; layer < layers; ++layer)
        if (hasIt(layer))
            same.push_back(layer);
    const bool hadSchedule = said.has("mask.schedule");
    said.remove("mask.schedule"); // it says the kind of every layer
    if (int(same.size()) == layers) {
        said.set("mask.kind", kind);
        said.set("mask.painted", table);
        return state;
    }
    for (int layer = 0; layer < layers; ++layer) {
        const bool isDrawn = std::ranges::binary_search(same, layer);
        if (isDrawn || hadSchedule)
            said.set("mask.kind", layer, layer, layers, isDrawn ? kind : core::Json(core::infoOf(config.block(layer).mask).id));
        if (isDrawn)
            said.set("mask.painted", layer, layer, layers, table);
    }
    return state;
}

} // namespace app
