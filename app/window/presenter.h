#pragma once

// Presenter: what a clicker does while the window presents. Page Down and Page Up walk the planned steps, or the pages where
// nothing is planned; the other keys take a tool in hand. They work wherever the focus is, and only while presenting.

#include "app/session/planned_steps.h"

#include <QList>
#include <QObject>

#include <optional>

class QKeyEvent;
class QMainWindow;
class QWidget;

namespace widgets {
class ElidedLabel;
}

namespace app {

class PresenterTools;
class WindowActions;

class Presenter : public QObject
{
    Q_OBJECT
public:
    /// Enables the actions of `window` that are its own while presenting.
    Presenter(QMainWindow* window, const WindowActions& actions);

    PresenterTools* tools() const { return m_tools; }

    /// "3 / 14 · Pre, Post, Sandwich".
    widgets::ElidedLabel* counter() const { return m_counter; }

    /// These words with the counter after them while planned steps are presented; else the words themselves.
    QWidget* withCounter(QWidget* words);

    /// What started these steps: nothing, the menu, or a file.
    enum class Asked
    {
        No,
        Lecture,
        File
    };

    /// From now on these are walked; of requested steps, the first is already loading. A file that is opened while other steps
    /// are being presented is walked among them: before its first step and after its last one they go on.
    void plan(const PlannedSteps& steps, Asked asked);

    /// The scenes of the window are walked instead; where there are none, what was planned without them. Steps that are being
    /// presented stay: a scene that is kept meanwhile is for later.
    void setScenes(const QList<PlannedStep>& scenes);
    bool areScenes() const { return m_areScenes; }

    /// The step of the lecture that is being presented, from 1; 0: none is. And on from there, in a window that opens again.
    int lectureStep() const { return m_isPresenting && !m_areScenes && m_asked != Asked::File ? m_at + 1 : 0; }
    void resumeLecture(int step);

    /// Of the step shown last; −1 before the first.
    int at() const { return m_at; }

    /// Steps that are walked; 0 where pages are. Null outside of them.
    int count() const { return m_walksPages || !m_plan ? 0 : int(m_plan->steps.size()); }
    const PlannedStep* stepAt(int at) const { return at >= 0 && at < count() ? &m_plan->steps[std::size_t(at)] : nullptr; }

    /// With nothing planned, the default model with the text that it opens with presents the lecture that comes with the program.
    /// Pages are walked where nothing is planned, and where the steps were not started and none of them runs this model.
    void setPresenting(bool presenting, const std::string& model, bool isOwnText);

    /// Right and Left, which the page on screen has no use for: the next and the previous of the planned steps. False where none
    /// are walked.
    bool handleArrow(const QKeyEvent& press);

    /// A lesson is open: keys of a clicker ask for its steps (walkWanted), and this is its counter; empty: none is.
    void follow(const QString& counter);

    /// The step shown last is wanted again; nothing before the first one and where pages are walked.
    void again();

    /// The lecture in the new language, at the same step.
    void retranslate();

signals:
    void stepWanted(const app::PlannedStep& step);
    void pageWanted(int by);
    void walkWanted(int by); // through the lesson
    void planned(); // other steps, or another order

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Steps that others are walked among.
    struct Interrupted
    {
        PlannedSteps steps;
        Asked asked;
        bool areScenes;
        int at;
    };

    void walk(int by);
    void goOn();
    void restart();
    QString counterText() const;
    void showCounter();
    bool hasKeys() const;
    bool isOwn(const QKeyEvent& press) const;

    QMainWindow* m_window;
    PresenterTools* m_tools;
    const WindowActions& m_actions;
    QWidget* m_line; // of words and counter
    widgets::ElidedLabel* m_counter;
    std::optional<PlannedSteps> m_plan;
    std::optional<Interrupted> m_interrupted; // nothing: what is walked is all
    QString m_followed; // counter of a lesson; empty: none is open
    bool m_areScenes = false; // what is planned
    bool m_isElsewhere = false; // the presentation was left since the step, and went on with something else
    bool m_isOpened = false; // the first step is on screen because its file was opened: no key has been pressed yet
    int m_at = -1;
    Asked m_asked = Asked::No;
    bool m_isPresenting = false;
    bool m_walksPages = true;
};

} // namespace app
