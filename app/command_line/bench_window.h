#pragma once

#include "core/io/json.h"

namespace app {

/// What a person waits for: start_to_first_picture_ms, toggle_to_pixels_ms (and the same in A|B|Δ, and with 60 tokens), hover_ms,
/// open_view_ms, zoom_map_412_ms and pan_map_412_ms (and the same of 4,096 tokens: a step of the wheel, of a drag), measured on
/// the window at 1366 × 768 with the built-in model and 16 tokens. REQUIRES: a QApplication (offscreen), nothing shown yet.
/// Throws core::Error when no picture comes.
core::Json benchWindow();

} // namespace app
