#pragma once

// Recording: what is on screen becomes a further step of a lesson's file, with a heading for its words in every language that the
// lesson has. The rest is written by hand: docs/lessons.md.

#include "app/session/session_file.h"

#include <QString>

namespace app {

/// Appends a step to the lesson in this file, or begins one whose words are in `language`. Result: how many steps it has now. A
/// file that is no lesson is left as it is. Throws core::Error{BadInput} for what is wrong with the lesson that is there, and
/// core::Error{Output}.
int recordStep(const QString& path, const SessionContents& contents, const QString& language);

} // namespace app
