#pragma once

// Values of a step of a lesson outside the window, for its sheet and for tests.

#include "app/lessons/handout.h"

namespace app {

/// Those that a step has as it is and as its tasks leave it. REQUIRES: the thread of the interface.
LessonAnswers answersOf(const LessonStep& step, const HandoutStep& made);

/// What the questions of a sheet have asked so far. Its later steps come after the answers in the window; on a sheet for students
/// they stand beside the questions, and may not give them away.
class AskedSoFar
{
public:
    void add(const LessonStep& step, const LessonAnswers& known);

    /// Whether a question has covered this picture or parts of it: the same page of a figure, of the same models and texts.
    bool hasCovered(const LessonStep& step) const;

    /// With a gap for each value that a question was about.
    LessonAnswers withGaps(const LessonStep& step, LessonAnswers known) const;

private:
    std::vector<const RecipeContents*> m_covered;
    std::vector<std::pair<QJsonObject, LessonAnswer>> m_values;
};

} // namespace app
