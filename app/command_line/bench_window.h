#pragma once

#include "core/io/json.h"

namespace app {

/// What a person waits for: start_to_first_picture_ms, toggle_to_pixels_ms (and the same in A|B|Δ, and with 60 tokens), hover_ms,
/// open_view_ms, zoom_map_412_ms and pan_map_412_ms (and the same of 4,096 tokens, of the wall of 48 × 64 heads, of Flow over 48
/// layers and of 128 experts: a step of the wheel, of a drag; `_slowest_ms` of all steps), open_wall_48x64_ms,
/// wall_48x64_to_head_ms, head_to_wall_48x64_ms, page_experts_128_ms, measured on the window at 1366 × 768 with the built-in
/// model and 16 tokens. REQUIRES: a QApplication (offscreen), nothing shown yet. Throws core::Error when no picture comes.
core::Json benchWindow();

} // namespace app
