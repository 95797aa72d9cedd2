#pragma once

// LessonPlayer: where a person is in a lesson: the step, the guess, what has been done, and the values, which are read once the
// step's own picture is there. It changes nothing in the window: it asks for the state of a step, and is told what is on screen.

#include "app/lessons/lesson.h"

#include <QObject>

#include <optional>
#include <vector>

namespace app {

class LessonPlayer : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void begin(const Lesson& lesson, int step = 0);
    void end();

    bool isActive() const { return m_lesson.has_value(); }
    const Lesson& lesson() const { return *m_lesson; } // REQUIRES, as all below: isActive()
    int at() const { return m_at; }
    int count() const { return int(m_lesson->steps.size()); }
    const LessonStep& step() const { return m_lesson->steps[std::size_t(m_at)]; }

    /// The words of the step in this language, with the values that are known.
    LessonText text(const QString& language) const;

    /// The state of another step, or of the same one again: the step of the lesson is restored, guess and tasks stay as they
    /// were. An answer that was shown is seen again.
    void goTo(int step);
    void back() { goTo(m_at); }

    /// A guess, until the answer is shown.
    void choose(int answer);

    /// Shows the answer. Nothing happens before there is a guess, and before its tasks are done.
    void reveal();
    bool canReveal() const;
    void revealToClass(); // without a guess: the class has said its own aloud

    /// Asks for what the tasks lead to, for a person who does not find it. Nothing happens where there are none.
    void showSolution();

    int chosen() const { return progress().chosen; } // −1: none
    bool isRevealed() const { return progress().isRevealed; }

    /// The answer that holds; −1 before the values are there, and where none or several hold.
    int right() const;

    bool isDone(int task) const { return progress().done[std::size_t(task)]; }
    bool areTasksDone() const;

    /// The answer was shown and the tasks are done.
    bool isFinished() const { return isFinished(m_at); }
    bool isFinished(int step) const;

    /// The picture is covered where the step says so.
    bool isVeiled() const { return !step().answers.empty() && !isRevealed(); }

    const LessonAnswers& answers() const { return progress().answers; }
    bool areValuesThere() const { return progress().answers.size() == step().values.size(); }

    /// Names of values that should be there and are not: the file names something that the picture does not have.
    QStringList missingValues() const;

    /// What is on screen, whole. `isStep`: run and comparison are those of the step, as the lesson has set them.
    void look(const LessonScene& scene, bool isStep);

    /// Whether the window shows what the step says, as far as was told.
    bool isHere() const { return m_isHere; }

    /// Whether it shows at least the figure of the step.
    bool isOnFigure() const;

signals:
    void stepWanted(const app::PlannedStep& step);
    void solutionWanted(const app::PlannedStep& step); // the step stays
    void stepChanged(); // another step, or none
    void progressChanged();

private:
    struct Progress
    {
        int chosen = -1;
        bool isRevealed = false, isRead = false, isLiveRead = false;
        std::vector<bool> done;
        LessonAnswers answers;
    };
    Progress& progress() { return m_progress[std::size_t(m_at)]; }
    const Progress& progress() const { return m_progress[std::size_t(m_at)]; }
    void showAnswer();
    const PlannedStep& state() const;
    bool isOfStep(const LessonScene& scene) const;
    void read(const LessonScene& scene, bool isLive);

    std::optional<Lesson> m_lesson;
    std::vector<Progress> m_progress; // one a step
    LessonScene m_scene; // told last
    int m_at = 0;
    bool m_isHere = false;
};

} // namespace app
