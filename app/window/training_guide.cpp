#include "app/window/training_guide.h"

#include "app/runs/training_pace.h"
#include "app/session/session.h"

#include "core/train/joined_history.h"
#include "widgets/views/training/view.h"

#include <QScopedValueRollback>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace app {

namespace {

constexpr int tickMs = 20; // looks for weights that came while the window was busy
constexpr int restMs = 1000; // while those on screen are the newest: newer ones come with a signal

} // namespace

TrainingGuide::TrainingGuide(Session* session, widgets::NotificationBar* notifications, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_notifications(notifications)
    , m_tick(new QTimer(this))
{
    m_tick->setInterval(tickMs);
    connect(m_tick, &QTimer::timeout, this, &TrainingGuide::follow);
    connect(&m_runner, &TrainingRunner::moved, this, &TrainingGuide::lookAtCourse);
    connect(&m_runner, &TrainingRunner::refused, this, &TrainingGuide::goBack);
    connect(&m_runner, &TrainingRunner::kept, this, &TrainingGuide::tellKept);
    connect(&m_runner, &TrainingRunner::keepFailed, this,
        [this](const core::Error::Parts& error) {
            m_whenKept = nullptr;
            m_notifications->post(error);
        });
    connect(m_session, &Session::stateChanged, this, &TrainingGuide::lookAtState);
}

TrainingGuide::~TrainingGuide() = default;

void TrainingGuide::setView(widgets::TrainingView* view)
{
    m_view = view;
    connect(view->training(), &widgets::TrainControls::wanted, this, &TrainingGuide::act);
    connect(view->training(), &widgets::TrainControls::raceWanted, this, &TrainingGuide::race);
    tellView();
}

/// Whether a slot runs a model of the training that is under way.
bool TrainingGuide::isMine(const RunRequest& slot) const { return slot.model.starts_with(livePrefix(m_now.number)); }

bool TrainingGuide::isOn() const
{
    const TrainingPhase phase = m_runner.state().phase;
    return m_runner.hasCourse() && !m_now.isStopped && (phase == TrainingPhase::Running || phase == TrainingPhase::Paused);
}

void TrainingGuide::act(widgets::TrainAct what)
{
    using Act = widgets::TrainAct;
    if (what == Act::Keep)
        return m_runner.keep();
    if (what == Act::Stop) {
        m_now.isStopped = true;
        return m_runner.pause();
    }
    if (what == Act::Pause)
        return m_runner.pause();
    if (m_now.isLeft)
        showAgain();
    if (isOn() && isChanged())
        return ask();
    if (!isOn())
        return start(what);
    what == Act::Step ? m_runner.step() : m_runner.go();
}

void TrainingGuide::tellView()
{
    if (!m_view)
        return;
    const TrainingState state = m_runner.state();
    using Phase = widgets::TrainingNews::Phase;
    const WindowState& now = m_session->state();
    const bool isShown = isMine(now.a) || (now.b && isMine(*now.b));
    const bool isFailed = state.phase == TrainingPhase::Failed;
    const bool isToCome = m_isDue && !m_now.isLeft && !isFailed; // its last weights are not on screen yet
    const Phase phase = !m_runner.hasCourse() || !(isOn() || isShown || isToCome) ? Phase::None // its page is another model's
        : m_now.isStopped                             ? Phase::Over
        : state.phase == TrainingPhase::Running   ? Phase::Running
        : state.phase == TrainingPhase::Paused    ? Phase::Paused
                                                  : Phase::Over;
    if (phase != Phase::None)
        m_view->setTrains(true);
    const long before = m_runner.hasCourse() ? long(core::lastStepOf(m_runner.plan().lanes.front().before)) : 0;
    m_view->setNews(
        {phase, before + long(state.step), before + long(state.steps), state.tokensPerSecond, state.secondsLeft, canKeep()});
}

void TrainingGuide::lookAtCourse()
{
    tellView();
    m_isDue = true;
    m_tick->setInterval(tickMs);
    const TrainingState state = m_runner.state();
    if (state.phase == TrainingPhase::Running && m_tick->isActive())
        follow();
    if (state.phase == TrainingPhase::Failed && !std::exchange(m_now.hasFailed, true))
        m_notifications->post(state.error);
}

/// The newest weights run, when nothing is computed.
void TrainingGuide::follow()
{
    if (!m_isDue || m_now.isLeft || m_session->isComputing() || isChanged() || !m_runner.hasCourse())
        return;
    if (m_sinceAsked.isValid() && m_sinceAsked.elapsed() < m_betweenPictures)
        return; // the rest of the time is the person's
    const TrainingState state = m_runner.state();
    if (std::ranges::any_of(state.live, [](const auto& live) { return !live; }))
        return;
    m_isDue = false;
    m_tick->setInterval(restMs); // each turn of the window takes a core of the training's for a moment
    m_isFollowing = true;
    m_sinceAsked.start();
    const WindowState& now = m_session->state();
    const bool isRace = state.live.size() == 2, isShown = isMine(now.a);
    const bool isAlone = !isRace && !isShown && now.b && isLiveName(now.b->model); // instead of two that raced
    WindowState next = isRace && !now.b && !isShown ? withB(now) : isAlone ? withoutB(now) : now;
    for (std::size_t i = 0; i < state.live.size(); ++i)
        if (RunRequest* const slot = i == 0 ? &next.a : next.b ? &*next.b : nullptr) {
            slot->model = addLiveModel(m_now.number, state.live[i]);
            slot->said = m_runner.plan().lanes[i].slot.said;
        }
    if (!isShown) {
        next.edited = 0;
        const QScopedValueRollback own(m_isChanging, true);
        m_session->change(next); // one step of undo for all of a training
    } else {
        m_session->history()->amend(next);
        m_session->runner().run({next.a, next.b, false});
    }
    const TrainingPhase phase = state.phase;
    if (phase == TrainingPhase::Finished || phase == TrainingPhase::Failed || m_now.isStopped)
        m_tick->stop(); // these are the last
}

void TrainingGuide::lookAtRun()
{
    if (std::exchange(m_isFollowing, false))
        m_betweenPictures = betweenPictures(int(m_sinceAsked.elapsed()));
    else if (isOn() && isChanged())
        ask();
}

/// Whether a model that is trained runs under other choices than it is trained with.
bool TrainingGuide::isChanged() const
{
    if (!m_runner.hasCourse() || !isMine(m_session->state().a))
        return false;
    const std::vector<RunRequest> requests = slotsShown();
    for (std::size_t i = 0; i < std::min(requests.size(), m_runner.plan().lanes.size()); ++i)
        if (!(requests[i].said == m_runner.plan().lanes[i].slot.said))
            return true;
    return false;
}

/// Of the person, also while newer weights are on their way: those are no longer what comes next.
void TrainingGuide::lookAtState(const WindowState& before)
{
    const WindowState& now = m_session->state();
    if (!m_isChanging && !isOn()) // its last weights do not come over what was opened since
        m_now.isLeft = !isMine(now.a) && (m_now.isLeft || isMine(before.a));
    tellView(); // a training that is over belongs to its own model
    if (m_isChanging)
        return;
    if (!(before.a == now.a) || !(before.b == now.b))
        m_isFollowing = false;
    if (!isOn())
        return;
    if (isMine(before.a) && !isMine(now.a)) {
        m_now.isLeft = true;
        m_isWaiting = false;
        m_runner.pause();
        m_notifications->post({.severity = widgets::Severity::Info,
            .text = tr("The training is paused, as its model is not on screen."),
            .offer = {tr("Show it again"), [this] { showAgain(); }}});
    } else if (isChanged()) {
        m_isWaiting = m_isWaiting || m_runner.state().phase == TrainingPhase::Running;
        m_runner.pause(); // asked when the run is there
    } else if (std::exchange(m_isWaiting, false)) {
        m_runner.go(); // the choice was taken back
    }
}

void TrainingGuide::showAgain()
{
    m_now.isLeft = false;
    m_isDue = true;
    m_tick->start(tickMs);
}

/// Whether this question is on screen.
bool TrainingGuide::isAsked(const QString& question) const
{
    return std::ranges::find(m_notifications->notifications(), question, &widgets::Notification::text)
        != m_notifications->notifications().end();
}

/// A question that was put away, or cleared by another run, is put again.
void TrainingGuide::ask()
{
    const QString question
        = tr("A choice was changed: the training waits. Begin again with it, or go on with the same weights? Undo takes it back.");
    if (isAsked(question))
        return;
    m_notifications->post({.severity = widgets::Severity::Warning,
        .text = question,
        .offer = {tr("Begin again"), [this] { beginAgain(); }},
        .other = {tr("Go on"), [this] { goOn(); }}});
}

} // namespace app
