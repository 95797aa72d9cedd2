#pragma once

// What core says, in the current language.

#include "widgets/figure/error_text.h"

#include <string_view>

namespace app {

using widgets::errorText;

/// A text of core, marked with CUTAWAY_TR or used as a label.
QString coreText(std::string_view english);

} // namespace app
