#pragma once

// Values of a step of a lesson outside the window, for its sheet and for tests.

#include "app/lessons/handout.h"

namespace app {

/// Those that a step has as it is and as its tasks leave it. REQUIRES: the thread of the interface.
LessonAnswers answersOf(const LessonStep& step, const HandoutStep& made);

} // namespace app
