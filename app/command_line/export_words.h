#pragma once

// The words of `cutaway export` that say how a figure leaves the program, as the dialog's settings; and the writing of them.

#include "app/command_line/arguments.h"
#include "app/export/export_settings.h"

#include "core/base/error.h"
#include "core/base/run_control.h"

namespace app {

/// Checks every word before anything is computed; `figures` is how many are drawn. Throws core::Error{Usage}.
ExportSettings exportSettingsOf(const Arguments& arguments, std::size_t figures);

/// Preset and theme alone, for pictures that have no other words. Throws core::Error{Usage}.
ExportSettings pageStyleOf(const Arguments& arguments);

/// The refusal of a figure that has nothing to draw for this reason, a sentence in the current language; with the choice that
/// would help, if there is one.
core::Error nothingToDraw(
    const QString& path, const widgets::FigureInfo& figure, const widgets::FigureData& data, const QString& reason);

/// Writes every file of one figure. Of several heads or layers those without a picture are left out, as long as one has one.
/// Throws core::Error.
void writeAll(const ExportSource& source, const ExportSettings& settings, const core::RunControl& control);

} // namespace app
