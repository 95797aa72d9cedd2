#include "app/window/training_guide.h"

#include "app/runs/training_pace.h"
#include "app/session/session.h"

#include "core/model/choices.h"
#include "core/train/bundled_recipes.h"
#include "core/train/joined_history.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/training/races.h"
#include "widgets/views/training/view.h"

#include <QScopedValueRollback>
#include <QTimer>

#include <algorithm>
#include <sstream>
#include <utility>

namespace app {

namespace {

constexpr int tickMs = 40; // looks for weights that came while the window was busy

/// "norm.placement=post": the first choice in which the two differ.
std::string differenceOf(const core::Choices& before, const core::Choices& after)
{
    for (const auto& [key, value] : after.all())
        if (!before.has(key) || before.value(key) != value)
            return key + "=" + (value.is_string() ? value.get<std::string>() : core::writeJson(value));
    for (const auto& [key, value] : before.all())
        if (!after.has(key))
            return key;
    return {};
}

core::Choices choicesOf(const std::string& words)
{
    core::Choices said = windowChoices();
    std::istringstream each(words);
    for (std::string word; each >> word;)
        said.setText(word, 1);
    return said;
}

/// A slot that runs a model which is being trained, or was.
bool isLive(const RunRequest& slot) { return isLiveName(slot.model); }

/// What a lane takes of a slot.
RunRequest modelOf(const RunRequest& slot)
{
    RunRequest request;
    request.model = slot.model;
    request.said = slot.said;
    return request;
}

/// Begins with the weights that `cutaway train --recipe` begins with. Throws core::Error for a recipe that is none.
TrainingLane laneOf(const widgets::Race& race, const widgets::RaceLane& lane, const core::TrainingRecipe& recipe)
{
    TrainingLane made{.slot = {}, .name = lane.name};
    made.slot.model = race.model;
    made.slot.said = choicesOf(std::string(race.choices) + " " + lane.choices);
    made.slot.said.set("seed", recipe.seed);
    if (*lane.recipe)
        made.recipe = core::parseJson(lane.recipe, race.id);
    return made;
}

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
    connect(&m_runner, &TrainingRunner::kept, this, &TrainingGuide::tellKept);
    connect(&m_runner, &TrainingRunner::keepFailed, this,
        [this](const core::Error::Parts& error) {
            m_closing = nullptr;
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
bool TrainingGuide::isMine(const RunRequest& slot) const { return slot.model.starts_with(livePrefix(m_training)); }

bool TrainingGuide::isOn() const
{
    const TrainingPhase phase = m_runner.state().phase;
    return m_runner.hasCourse() && !m_isStopped && (phase == TrainingPhase::Running || phase == TrainingPhase::Paused);
}

void TrainingGuide::act(widgets::TrainAct what)
{
    using Act = widgets::TrainAct;
    if (what == Act::Keep)
        return m_runner.keep();
    if (what == Act::Stop) {
        m_isStopped = true;
        return m_runner.pause();
    }
    if (what == Act::Pause)
        return m_runner.pause();
    if (m_isLeft)
        showAgain();
    if (isOn() && isChanged())
        return ask();
    if (!isOn())
        start();
    what == Act::Step ? m_runner.step() : m_runner.go();
}

/// The models on screen; a further training of one that was trained here, or kept, begins with its weights only where that was chosen.
void TrainingGuide::start()
{
    const bool isFresh = m_view && m_view->training()->settings().isFresh;
    const WindowState& now = m_session->state();
    std::vector<TrainingLane> lanes{{.slot = modelOf(now.a), .name = now.b ? "A" : "trained", .isFresh = isFresh}};
    if (now.b)
        lanes.push_back({.slot = modelOf(*now.b), .name = "B", .isFresh = isFresh});
    const std::vector<core::Json> histories = m_runner.histories();
    TrainingPlan plan = planOf({});
    const bool isByCharacters = m_view && widgets::isByCharacters(m_view->training()->settings());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        TrainingLane& lane = lanes[i];
        if (isByCharacters)
            lane.charactersOf = plan.text;
        if (!isLive(lane.slot)) {
            lane.before = isFresh ? core::Json() : historyBefore(lane.slot, plan.text);
            if (!lane.before.is_null() && plan.change.empty())
                plan.change = differenceOf(windowChoices(), lane.slot.said);
            continue;
        }
        if (!isFresh) {
            lane.from = liveModel(lane.slot.model);
            lane.before = i < histories.size() ? histories[i] : core::Json();
        }
        if (m_runner.hasCourse() && i < m_runner.plan().lanes.size()) {
            lane.slot.model = m_runner.plan().lanes[i].slot.model;
            lane.recipe = m_runner.plan().lanes[i].recipe;
        }
    }
    plan.lanes = std::move(lanes);
    begin(std::move(plan));
}

/// Of the data and the recipe that are chosen on the page.
TrainingPlan TrainingGuide::planOf(std::vector<TrainingLane> lanes) const
{
    const widgets::TrainSettings settings = m_view ? m_view->training()->settings() : widgets::TrainSettings{};
    TrainingPlan plan{.lanes = std::move(lanes), .recipe = settings.recipe, .text = settings.text.toStdString()};
    plan.recipe.snapshots = usualSnapshots(plan.recipe.steps);
    return plan;
}

void TrainingGuide::race(const QString& id)
{
    const widgets::Race* const race = widgets::findRace(id.toStdString());
    if (!race || !m_view)
        return;
    std::vector<TrainingLane> lanes;
    try {
        const core::TrainingRecipe recipe = core::recipeNamed(race->id);
        m_view->training()->setSettings({.recipe = recipe, .preset = id});
        for (const widgets::RaceLane& lane : race->lanes)
            if (lane.name)
                lanes.push_back(laneOf(*race, lane, recipe));
    } catch (const core::Error& error) {
        return m_notifications->post(error.parts());
    }
    TrainingPlan plan = planOf(std::move(lanes));
    plan.race = race->id;
    begin(std::move(plan));
    m_view->showPage(QLatin1String(race->page));
    m_runner.go();
}

void TrainingGuide::begin(TrainingPlan plan)
{
    ++m_training;
    m_isStopped = m_isLeft = m_isWaiting = m_hasFailed = m_isDue = m_isKept = m_mayClose = false;
    m_runner.begin(std::move(plan), false);
    m_tick->start();
    emit pageWanted();
    tellView();
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
    const bool isToCome = m_isDue && !m_isLeft && !isFailed; // its last weights are not on screen yet
    const Phase phase = !m_runner.hasCourse() || !(isOn() || isShown || isToCome) ? Phase::None // its page is another model's
        : m_isStopped                             ? Phase::Over
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
    const TrainingState state = m_runner.state();
    if (state.phase == TrainingPhase::Running && m_tick->isActive())
        follow();
    if (state.phase == TrainingPhase::Failed && !std::exchange(m_hasFailed, true))
        m_notifications->post(state.error);
}

/// The newest weights run, when nothing is computed.
void TrainingGuide::follow()
{
    if (!m_isDue || m_isLeft || m_session->isComputing() || isChanged() || !m_runner.hasCourse())
        return;
    if (m_sinceAsked.isValid() && m_sinceAsked.elapsed() < m_betweenPictures)
        return; // the rest of the time is the person's
    const TrainingState state = m_runner.state();
    if (std::ranges::any_of(state.live, [](const auto& live) { return !live; }))
        return;
    m_isDue = false;
    m_isFollowing = true;
    m_sinceAsked.start();
    const WindowState& now = m_session->state();
    const bool isRace = state.live.size() == 2, isShown = isMine(now.a);
    const bool isAlone = !isRace && !isShown && now.b && isLive(*now.b); // instead of two that raced
    WindowState next = isRace && !now.b && !isShown ? withB(now) : isAlone ? withoutB(now) : now;
    for (std::size_t i = 0; i < state.live.size(); ++i)
        if (RunRequest* const slot = i == 0 ? &next.a : next.b ? &*next.b : nullptr) {
            slot->model = addLiveModel(m_training, state.live[i]);
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
    if (phase == TrainingPhase::Finished || phase == TrainingPhase::Failed || m_isStopped)
        m_tick->stop(); // these are the last
}

void TrainingGuide::lookAtRun()
{
    if (std::exchange(m_isFollowing, false))
        m_betweenPictures = betweenPictures(int(m_sinceAsked.elapsed()));
    else if (isOn() && isChanged())
        ask();
}

/// What the models on screen run, in the words of a plan.
std::vector<RunRequest> TrainingGuide::slotsShown() const
{
    const WindowState& now = m_session->state();
    std::vector<RunRequest> requests{modelOf(now.a)};
    if (now.b && isMine(*now.b))
        requests.push_back(modelOf(*now.b));
    return requests;
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
        m_isLeft = !isMine(now.a) && (m_isLeft || isMine(before.a));
    tellView(); // a training that is over belongs to its own model
    if (m_isChanging)
        return;
    if (!(before.a == now.a) || !(before.b == now.b))
        m_isFollowing = false;
    if (!isOn())
        return;
    if (isMine(before.a) && !isMine(now.a)) {
        m_isLeft = true;
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
    m_isLeft = false;
    m_isDue = true;
    m_tick->start();
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

void TrainingGuide::beginAgain()
{
    TrainingPlan plan = m_runner.plan();
    const std::vector<RunRequest> requests = slotsShown();
    for (std::size_t i = 0; i < plan.lanes.size() && i < requests.size(); ++i) {
        plan.lanes[i].slot.said = requests[i].said;
        plan.lanes[i].before = {};
        plan.lanes[i].from = nullptr;
    }
    plan.change.clear();
    plan.race.clear();
    begin(std::move(plan));
    m_runner.go();
}

void TrainingGuide::goOn()
{
    const TrainingState state = m_runner.state();
    const std::vector<core::Json> histories = m_runner.histories();
    TrainingPlan plan = m_runner.plan();
    const std::vector<RunRequest> requests = slotsShown();
    plan.change.clear();
    for (std::size_t i = 0; i < plan.lanes.size() && i < requests.size(); ++i) {
        TrainingLane& lane = plan.lanes[i];
        if (plan.change.empty())
            plan.change = differenceOf(lane.slot.said, requests[i].said);
        lane.slot.said = requests[i].said;
        lane.from = state.live[i];
        lane.before = histories[i];
        lane.isFresh = false;
    }
    plan.recipe.steps = std::max<core::Index>(1, state.steps - state.step);
    plan.recipe.warmup = std::min<core::Index>(plan.recipe.warmupSteps(), plan.recipe.steps);
    plan.recipe.snapshots = usualSnapshots(plan.recipe.steps);
    begin(std::move(plan));
    m_runner.go();
}

} // namespace app
