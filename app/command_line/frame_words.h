#pragma once

// What the commands of several pictures share: how they are drawn, and the drawing of them one after another.

#include "app/command_line/command.h"
#include "app/export/frame_files.h"
#include "app/session/planned_steps.h"

#include <QList>

namespace app {

inline constexpr Option frameFileOption{"-o", "FILE",
    QT_TRANSLATE_NOOP("commandLine",
        "the file to write: .pdf, .html, .webp, .gif, a .png as contact sheet, or numbered .svg and .png with {frame} in their "
        "name; may be repeated")};
inline constexpr Option framePresetOption{
    "--preset", "PRESET", QT_TRANSLATE_NOOP("commandLine", "size of the page (slide-16x9)")};
inline constexpr Option frameThemeOption{
    "--theme", "light|dark|high_contrast|projector", QT_TRANSLATE_NOOP("commandLine", "colours (light)")};
inline constexpr Option frameSecondsOption{
    "--seconds", "S", QT_TRANSLATE_NOOP("commandLine", "how long a picture is shown in a file that moves (1.5)")};
inline constexpr Option frameDpiOption{"--dpi", "N", QT_TRANSLATE_NOOP("commandLine", "resolution of pixels (96)")};

/// Checked before anything is computed. Throws core::Error{Usage}.
FrameSettings frameSettingsOf(const Arguments& arguments);

struct Frames
{
    QList<PlannedStep> steps;
    QString title; // of the whole, where the arguments have none
    bool isSeries = false; // FrameSettings
};

/// Into every `-o`; the paths on standard output. Throws core::Error, core::Stopped.
void drawFrames(const Frames& frames, const Arguments& arguments, RunDesk& desk, const core::RunControl& control);

} // namespace app
