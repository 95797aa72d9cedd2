#pragma once

#include "core/base/error.h"

#include <QString>

namespace app {

/// A text of core, marked with CUTAWAY_TR or used as a label, in the current language.
QString coreText(std::string_view english);

/// The one line of an error in the current language; in English the same as core::Error::what().
QString errorText(const core::Error::Parts& parts);

} // namespace app
