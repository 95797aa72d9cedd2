// TrainingGuide, what begins: a training of the models on screen, a preset, and the one that a changed choice begins or goes on with.

#include "app/window/training_guide.h"

#include "app/session/session.h"

#include "core/model/choices.h"
#include "core/train/bundled_recipes.h"
#include "widgets/views/training/races.h"
#include "widgets/views/training/view.h"

#include <QTimer>

#include <algorithm>
#include <sstream>
#include <utility>

namespace app {

namespace {

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

/// Of data and recipe, without lanes.
TrainingPlan planOf(const widgets::TrainSettings& settings)
{
    TrainingPlan plan{.lanes = {}, .recipe = settings.recipe, .text = settings.text.toStdString()};
    plan.recipe.snapshots = usualSnapshots(plan.recipe.steps);
    return plan;
}

} // namespace

/// The models on screen; a further training of one that was trained here, or kept, begins with its weights only where that was chosen.
void TrainingGuide::start(widgets::TrainAct what)
{
    const bool isFresh = m_view && m_view->training()->settings().isFresh;
    const WindowState& now = m_session->state();
    std::vector<TrainingLane> lanes{{.slot = modelOf(now.a), .name = now.b ? "A" : "trained", .isFresh = isFresh}};
    if (now.b)
        lanes.push_back({.slot = modelOf(*now.b), .name = "B", .isFresh = isFresh});
    const std::vector<core::Json> histories = m_runner.histories();
    TrainingPlan plan = planOf(m_view ? m_view->training()->settings() : widgets::TrainSettings{});
    const bool isByCharacters = m_view && widgets::isByCharacters(m_view->training()->settings());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        TrainingLane& lane = lanes[i];
        if (isByCharacters)
            lane.charactersOf = plan.text;
        if (!isLiveName(lane.slot.model)) {
            lane.before = isFresh ? core::Json() : historyBefore(lane.slot, plan.text);
            if (!lane.before.is_null())
                lane.change = differenceOf(windowChoices(), lane.slot.said);
            continue;
        }
        if (!isFresh) {
            lane.from = liveModel(lane.slot.model);
            lane.before = isMine(now.a) && i < histories.size() ? histories[i] : core::Json(); // an older one's are gone
        }
        if (m_runner.hasCourse() && i < m_runner.plan().lanes.size()) {
            lane.slot.model = m_runner.plan().lanes[i].slot.model;
            lane.recipe = m_runner.plan().lanes[i].recipe;
        }
    }
    plan.lanes = std::move(lanes);
    begin(plan, [this, what] { what == widgets::TrainAct::Step ? m_runner.step() : m_runner.go(); });
}

void TrainingGuide::race(const QString& id)
{
    const widgets::Race* const race = widgets::findRace(id.toStdString());
    if (!race || !m_view)
        return;
    widgets::TrainSettings settings{.preset = id};
    TrainingPlan plan;
    try {
        settings.recipe = core::recipeNamed(race->id);
        plan = planOf(settings);
        for (const widgets::RaceLane& lane : race->lanes)
            if (lane.name)
                plan.lanes.push_back(laneOf(*race, lane, settings.recipe));
    } catch (const core::Error& error) {
        return m_notifications->post(error.parts());
    }
    plan.race = race->id;
    begin(plan, [this, settings, race] {
        m_view->training()->setSettings(settings);
        m_view->showPage(QLatin1String(race->page));
        m_runner.go();
    });
}

/// Whether it goes on with the weights of the training that there is: nothing of it is lost.
bool TrainingGuide::goesOn(const TrainingPlan& plan) const
{
    return std::ranges::equal(m_runner.state().live, plan.lanes, {}, {}, &TrainingLane::from);
}

/// Asks first where a training would be lost.
void TrainingGuide::begin(const TrainingPlan& plan, const std::function<void()>& then)
{
    if (!isUnkept() || goesOn(plan))
        return beginNow(plan, then);
    const auto go = [this, plan, then] { beginNow(plan, then); };
    askToKeep(m_beginQuestion, tr("Keep it as a model before another one begins?"), {tr("Keep and begin"), go},
        {tr("Begin without it"), go});
}

void TrainingGuide::beginNow(TrainingPlan plan, const std::function<void()>& then)
{
    if (m_runner.hasTrained())
        m_former = m_now;
    static int trainings = 0; // of all windows: their models are known by it
    m_now = {.number = ++trainings, .isStopped = false};
    m_isWaiting = m_isDue = m_mayClose = false;
    withdrawQuestions();
    m_runner.begin(std::move(plan), false);
    m_tick->start();
    emit pageWanted();
    tellView();
    then();
}

/// What was begun could not: the training before is there again, with its pictures.
void TrainingGuide::goBack(const core::Error::Parts& error)
{
    m_now = m_former;
    if (!m_now.isLeft)
        showAgain();
    m_notifications->post(error);
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

void TrainingGuide::beginAgain()
{
    TrainingPlan plan = m_runner.plan();
    const std::vector<RunRequest> requests = slotsShown();
    for (std::size_t i = 0; i < plan.lanes.size() && i < requests.size(); ++i) {
        plan.lanes[i].slot.said = requests[i].said;
        plan.lanes[i].before = {};
        plan.lanes[i].from = nullptr;
        plan.lanes[i].change.clear();
    }
    plan.race.clear();
    beginNow(std::move(plan), [this] { m_runner.go(); });
}

void TrainingGuide::goOn()
{
    const TrainingState state = m_runner.state();
    const std::vector<core::Json> histories = m_runner.histories();
    TrainingPlan plan = m_runner.plan();
    const std::vector<RunRequest> requests = slotsShown();
    for (std::size_t i = 0; i < plan.lanes.size() && i < requests.size(); ++i) {
        TrainingLane& lane = plan.lanes[i];
        lane.change = differenceOf(lane.slot.said, requests[i].said);
        lane.slot.said = requests[i].said;
        lane.from = state.live[i];
        lane.before = histories[i];
        lane.isFresh = false;
    }
    plan.recipe.steps = std::max<core::Index>(1, state.steps - state.step);
    plan.recipe.warmup = std::min<core::Index>(plan.recipe.warmupSteps(), plan.recipe.steps);
    plan.recipe.snapshots = usualSnapshots(plan.recipe.steps);
    beginNow(std::move(plan), [this] { m_runner.go(); });
}

} // namespace app
