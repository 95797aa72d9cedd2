#pragma once

// StepGuide: planned steps in a window, of a presentation or of a lesson, each of them the whole state of the window. What stood
// there before the first of them comes back with the end.

#include "app/session/planned_steps.h"

#include "widgets/run/selection_model.h"

#include <QJsonObject>
#include <QObject>
#include <QPixmap>
#include <QPointer>
#include <QVariantMap>

#include <map>
#include <memory>

namespace widgets {
class Inspector;
class NotificationBar;
class Plot;
class StepTimeline;
class View;
} // namespace widgets

namespace app {

class MainWindow;
class Morph;
class PageStack;
class PageTabs;
class Presenter;
class Session;
struct WindowState;

class StepGuide : public QObject
{
    Q_OBJECT
public:
    /// `pages` are those of the window. Both outlive it; the window has all its parts.
    StepGuide(MainWindow& window, PageStack& pages);
    ~StepGuide() override;

    /// What the pages show, and what is selected.
    struct Shown
    {
        struct Page
        {
            QPointer<widgets::View> view;
            QString figure;
            QVariantMap options;
        };

        int page = 0; // on screen
        std::map<int, Page> pages; // those that were made, by their place
        QJsonObject due; // what the others show when they are looked at, as the session that was opened says
        widgets::Selection selection;
    };

    /// That of now; in a lesson, and while the end of a presentation waits for its run, that from before it, which then comes back.
    Shown shown() const;

    /// What runs with it.
    WindowState kept() const;

    /// The planned steps of the lecture in the present language, opened as a file is.
    void openLecture();

    /// Shows this step.
    void setStep(const PlannedStep& step);

    /// A step was shown since the presentation or the lesson began.
    bool isStepping() const { return m_isStepping; }

    /// Run and comparison are those of the last step.
    bool isAtStep() const;

    /// The presentation, or the lesson, is over: back to what was there; `keepsChanges`: unless the person has asked for another
    /// run since the last step.
    void leave(bool keepsChanges);

    /// The presentation begins: it comes back to a window that looks like this.
    void keepWindow();

    /// A presentation that was left in the middle goes on with its step, unless the person went on with something else.
    void resume();

    /// A run is on screen: where it is that from before the steps, its page, controls and selection come back, too.
    void lookAtRun();

    /// What was asked for last could not run: nothing comes back any more.
    void stopReturning() { m_isReturning = false; }

    /// The window closes. Result: the page from before the steps, where the next one opens; empty: that on screen is it.
    QString end();

    /// What is drawn on the screen over a page is kept for this page of this step.
    void refreshPlace();

signals:
    /// The window is as it was before the steps.
    void returned();

private:
    struct BeforeSteps;
    const WindowState& state() const;
    std::shared_ptr<BeforeSteps> beforeSteps() const;
    Shown shownNow() const;
    bool isInLesson() const;
    bool isBeforeSteps() const;
    void morph();
    widgets::Plot* plotOnScreen() const;

    MainWindow& m_window;
    Session& m_session;
    PageStack* m_pages;
    PageTabs* m_tabs;
    Presenter* m_presenter;
    widgets::NotificationBar* m_notifications;
    widgets::Inspector* m_inspector;
    widgets::StepTimeline* m_steps;
    Morph* m_morph; // from step to step
    QPixmap m_still; // of the window that is presented next
    std::shared_ptr<BeforeSteps> m_beforeSteps; // what the steps began on; null: none was walked since
    bool m_isStepping = false; // a step was shown in this presentation
    bool m_isReturning = false; // that is due, once its run is there
};

} // namespace app
