#pragma once

// TrainingGuide: a training in the window: what the person does on the Training page begins, pauses and keeps it, and the session
// runs its models as they learn, as often as it can, so that every page follows.

#include "app/runs/training_runner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include <optional>
#include <vector>

class QTimer;

namespace widgets {
class NotificationBar;
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

    TrainingRunner* runner() { return &m_runner; }

    /// That of a window.
    static TrainingGuide& in(const QObject& window) { return *window.findChild<TrainingGuide*>(); }

signals:
    /// The Training page is to be on screen.
    void pageWanted();

private:
    void act(widgets::TrainAct what);
    void start();
    void race(const QString& id);
    void begin(TrainingPlan plan);
    void tellView();
    void lookAtCourse();
    void follow();
    void lookAtState(const WindowState& before);
    bool isMine(const RunRequest& slot) const;
    bool isOn() const; // a training runs or is paused
    bool canKeep() const; // there are weights that it has trained, until another one begins
    std::vector<RunRequest> slotsShown() const;
    bool isChanged() const;
    void ask();
    bool isAsked(const QString& question) const;
    void beginAgain(), goOn();
    void showAgain();
    void tellKept(const QStringList& folders);
    TrainingPlan planOf(std::vector<TrainingLane> lanes) const;

    Session* m_session;
    widgets::NotificationBar* m_notifications;
    TrainingRunner m_runner;
    QPointer<widgets::TrainingView> m_view;
    QTimer* m_tick; // while weights are followed
    QElapsedTimer m_sinceAsked;
    int m_betweenPictures = 0; // ms, from asking for one to asking for the next
    int m_training = 0; // counts them
    bool m_isStopped = true;   // by the person: the course is there to be kept
    bool m_isDue = false;      // there are newer weights than those on screen
    bool m_isFollowing = false;
    bool m_isLeft = false;     // another model was opened
    bool m_isChanging = false; // the state, by itself
    bool m_isWaiting = false;  // for the answer about a changed choice; it was running
    bool m_hasFailed = false;  // and was said
    bool m_isKept = false;     // in the user's models
    bool m_mayClose = false;   // the person said so
    QString m_question;        // whether to keep it, before the window closes
    QPointer<QWidget> m_closing; // the window that closes once the training is kept
};

} // namespace app
