#pragma once

// Offers of a picture that are about B.

#include "app/session/window_state.h"

namespace app {

/// What an offer of widgets::comparedOffer with this value makes of `now`. B is edited.
WindowState comparedByOffer(const WindowState& now, const QString& value);

/// `now` with this model as B, made where there is none, beside A.
WindowState withModelAsB(const WindowState& now, const QString& model);

} // namespace app
