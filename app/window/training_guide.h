#pragma once

// TrainingGuide: a training in the window: what the person does on the Training page begins, pauses and keeps it, and the session
// runs its models as they learn, as often as it can, so that every page follows.

#include "app/runs/training_runner.h"

#include "widgets/panels/notification_bar.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

class QTimer;

namespace widgets {
class TrainingView;
enum class TrainAct;
} // namespace widgets

namespace app {

class Session;
struct WindowState;

class TrainingGuide : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    TrainingGuide(Session* session, widgets::NotificationBar* notifications, QObject* parent);
    ~TrainingGuide() override;

    /// The page of it, once it is made.
    void setView(widgets::TrainingView* view);

    /// A run on its way is of newer weights of the training: nothing that the person asked for.
    bool isFollowing() const { return m_isFollowing; }

    /// A run is on screen.
    void lookAtRun();

    /// The training ends; what was kept has its last step.
    void close();

    /// The window is not to close yet, as a training would be lost: the person is asked. False while the question is on screen.
    bool holdsClosing(QWidget* window);

    /// A session is not to be saved yet, as its model is in no file: the person is asked, and then it is saved.
    bool holdsSaving(const std::function<void()>& save);

    TrainingRunner* runner() { return &m_runner; }

    /// That of a window.
    static TrainingGuide& in(const QObject& window) { return *window.findChild<TrainingGuide*>(); }

signals:
    /// The Training page is to be on screen.
    void pageWanted();

private:
    void act(widgets::TrainAct what);
    void start(widgets::TrainAct what);
    void race(const QString& id);
    void begin(const TrainingPlan& plan, const std::function<void()>& then);
    void beginNow(TrainingPlan plan, const std::function<void()>& then);
    void goBack(const core::Error::Parts& error);
    void tellView();
    void lookAtCourse();
    void follow();
    void lookAtState(const WindowState& before);
    bool isMine(const RunRequest& slot) const;
    bool isOn() const; // a training runs or is paused
    bool canKeep() const; // there are weights
    bool isUnkept() const; // what was learned would be lost
    bool goesOn(const TrainingPlan& plan) const;
    using Way = widgets::NotificationOffer;
    void askToKeep(QString& asked, const QString& why, const Way& keep, const Way& other);
    std::vector<RunRequest> slotsShown() const;
    bool isChanged() const;
    void ask();
    bool isAsked(const QString& question) const;
    void withdrawQuestions();
    void beginAgain(), goOn();
    void showAgain();
    void tellKept(const QStringList& folders);

    Session* m_session;
    widgets::NotificationBar* m_notifications;
    TrainingRunner m_runner;
    QPointer<widgets::TrainingView> m_view;
    QTimer* m_tick; // while weights are followed
    QElapsedTimer m_sinceAsked;
    int m_betweenPictures = 0; // ms, from asking for one to asking for the next
    struct Training
    {
        int number = 0;
        bool isStopped = true;   // by the person: the course is there to be kept
        bool isLeft = false;     // another model was opened
        bool hasFailed = false;  // and was said
        bool isKept = false;     // in the user's models
    };
    Training m_now, m_former; // that of before, until it is known that the one of now can begin
    bool m_isDue = false;      // there are newer weights than those on screen
    bool m_isFollowing = false;
    bool m_isChanging = false; // the state, by itself
    bool m_isWaiting = false;  // for the answer about a changed choice; it was running
    bool m_mayClose = false;   // the person said so
    QString m_closingQuestion, m_beginQuestion, m_savingQuestion; // whether to keep it before that
    std::function<void()> m_whenKept; // the answer
};

} // namespace app
