#pragma once

#include "core/base/error.h"

#include <QString>

namespace widgets {

/// The one line of an error in the current language: file, place, problem, what was expected and found. In English the same as
/// core::Error::what().
QString errorText(const core::Error::Parts& parts);

} // namespace widgets
