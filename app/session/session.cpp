#include "app/session/session.h"

#include "app/runs/opening_head.h"
#include "app/session/intervened.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/files/library/training_runs.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/head_scores.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace app {

Session::Session(QObject* parent)
    : QObject(parent)
{
    qRegisterMetaType<RunOutcome>();
    connect(&m_history, &StateHistory::moved, this, &Session::applyState);
    connect(&m_selection, &widgets::SelectionModel::pinnedChanged, &m_history, &StateHistory::setSelection);
    connect(&m_runner, &ForwardRunner::finished, this,
        [this](const RunOutcome& outcome) { outcome.result ? showResult(outcome) : showFailure(outcome); });
    connect(&m_runner, &ForwardRunner::stopped, this, [this] {
        emit answered();
        emit stopped();
        finishWriting();
    });
    connect(&m_runner, &ForwardRunner::needsStopped, this, [this] {
        emit needsStopped();
        finishWriting();
    });
}

Session::~Session() = default;

void Session::begin(const Start& start)
{
    m_guidance.isTextDefault = start.text.isEmpty();
    WindowState first;
    first.a.text = start.text.toStdString();
    m_history.amend(first);
    try {
        first = stateOfOpened(start.model, {});
    } catch (const core::Error&) {
        if (m_report.missing.empty())
            throw;
        Report missing = std::move(m_report);
        first = stateOfOpened(QString::fromStdString(core::defaultModel()), {});
        m_report = std::move(missing);
    }
    first.a.said.merge(start.said);
    if (start.saidOfB) {
        first = withMode(withB(first), start.mode);
        first.b->said.merge(*start.saidOfB);
    }
    m_history.amend(first);
    m_runner.run(requested());
}

void Session::close()
{
    m_writing.reset();
    m_runner.stop();
}

void Session::change(const WindowState& next)
{
    finishWriting();
    if (!(next == state()))
        m_history.push(next, m_guidance.isHeadDue || m_figureIsDue);
}

void Session::undo()
{
    finishWriting();
    if (!m_isTextGone)
        return m_history.undo();
    setTextGone(false); // what was done last is that the text was emptied
    emit textsChanged();
    request();
}

/// The state is another one than `before`.
void Session::applyState(const WindowState& before)
{
    setTextGone(false);
    const WindowState& now = state();
    if (core::withoutStep(m_guidance.guide.model().toStdString()) != core::withoutStep(now.slot().model))
        m_guidance.setModel(QString::fromStdString(now.slot().model)); // by undo, or the other slot
    const bool asksAnew = !(before.a == now.a) || !(before.b == now.b);
    const bool isRequested = asksAnew && !m_isTakingBack;
    const bool isOtherSlot = !isRequested && before.edited != now.edited;
    if (isRequested)
        request();
    if (isOtherSlot)
        followRun();
    else if (!asksAnew && !isBusy())
        returnToSelection();
    emit stateChanged(before);
    if (isOtherSlot)
        emit slotChanged();
}

void Session::request()
{
    SlotsRequest next = requested();
    next.wantsHeads = !m_guidance.prompt;
    m_runner.run(next);
    emit asked();
}

/// What the state asks for. What of its interventions does not fit stays in the list, and the run goes on without it.
SlotsRequest Session::requested() const
{
    SlotsRequest request{skippingUnfit(state().a)};
    if (state().b)
        request.b = skippingUnfit(*state().b);
    return request;
}

void Session::showResult(const RunOutcome& outcome)
{
    emit answered();
    if (askForTarget(outcome))
        return;
    m_history.accept();
    const bool isNew = outcome.result != m_runA || outcome.b != m_runB;
    m_runA = outcome.result;
    m_runB = outcome.b;
    m_results = outcome.results;
    m_shown = outcome.request;
    if (isNew)
        followRun();
    else
        returnToSelection();
    emit resultShown(isNew);
}

/// What was refused is taken back, so that choices and picture agree again. A text stays as it was typed.
void Session::showFailure(const RunOutcome& outcome)
{
    emit answered();
    if (m_runA) {
        takeRefusedBack();
        m_guidance.isHeadDue = false;
        m_figureIsDue.reset();
    }
    emit refused(outcome);
    if (m_runA)
        finishWriting();
}

void Session::takeRefusedBack()
{
    const auto differsInTextAlone = [this] {
        WindowState typed = state();
        typed.a.text = m_shown.a.text;
        typed.a.ids = m_shown.a.ids;
        if (typed.b && m_shown.b) {
            typed.b->text = m_shown.b->text;
            typed.b->ids = m_shown.b->ids;
        }
        return typed.a == m_shown.a && typed.b == m_shown.b;
    };
    const QScopedValueRollback guard(m_isTakingBack, true);
    while (!differsInTextAlone() && m_history.takeBack()) { }
}

bool Session::isTextRefused() const { return !isBusy() && m_runA && !(state().a == m_shown.a && state().b == m_shown.b); }

/// One start token alone would show nothing of an encoder–decoder: the translation of the first example, else the text itself.
bool Session::askForTarget(const RunOutcome& outcome)
{
    const widgets::RunPtr& edited = state().edited == 1 && outcome.b ? outcome.b : outcome.result;
    if (!edited->setup || !edited->setup->config.hasEncoder() || !m_guidance.isTargetNew)
        return false;
    const QStringList pair = plainSentences();
    WindowState next = state();
    const QString text = QString::fromStdString(next.slot().text);
    const qsizetype at = pair.indexOf(text);
    next.slot().targetText = (at == 0 || at == 1 ? pair[1 - at] : text).toStdString();
    m_guidance.isTargetNew = false;
    m_history.amend(next);
    emit textsChanged();
    request();
    return true;
}

const RunRequest& Session::shownSlot() const { return state().edited == 1 && m_shown.b ? *m_shown.b : m_shown.a; }

/// The linked cursor in the run that is shown.
void Session::followRun()
{
    if (!run())
        return;
    followSelection();
    if (m_selection.pinned().query < 0) {
        widgets::Selection last = m_selection.pinned();
        last.query = int(widgets::streamTokens(*run()->trace).size()) - 1;
        m_selection.pin(last);
    }
    if (!returnToSelection())
        lookAtHead();
}

/// Undo and redo of what chose another head bring back the one that was there.
bool Session::returnToSelection()
{
    const std::optional<widgets::Selection> was = m_history.takeSelection();
    if (!was)
        return false;
    m_guidance.isHeadDue = m_isPageKept = false;
    m_selection.pin(*was);
    followSelection(); // its file may hold another model now
    return true;
}

void Session::followSelection()
{
    const int layers = int(run()->trace->layers());
    const int layer = std::clamp(m_follower.chosen().layer, 0, std::max(0, layers - 1));
    m_follower.follow(layers, std::max(1, widgets::queryHeads(*run(), layer)), widgets::streamTokens(*run()->trace));
}

/// Selects the head that has a reason to be looked at, once the run of the text is there.
void Session::lookAtHead()
{
    const std::optional<core::CuratedPrompt>& prompt = m_guidance.prompt;
    const bool isItsText = shownSlot().model == state().slot().model && (!prompt || shownSlot().text == prompt->text);
    m_isPageKept &= m_guidance.isHeadDue;
    if (!m_guidance.isHeadDue || !isItsText)
        return;
    m_guidance.isHeadDue = false;
    const bool isPageKept = std::exchange(m_isPageKept, false);
    // Of another model no head is marked only because one of that number was.
    widgets::Selection at = m_selection.pinned();
    const widgets::Selection head = openingHead(*run(), widgets::scoredHeads(m_results, run()), prompt ? &*prompt : nullptr)
                                        .value_or(widgets::Selection{.isHeadChosen = false});
    at.layer = head.layer;
    at.head = head.head;
    at.isHeadChosen = head.isHeadChosen;
    if (prompt) {
        at.query = head.query;
        at.key = head.key;
    }
    m_guidance.openedText = prompt ? std::string() : shownSlot().text;
    m_selection.pin(at);
    if (prompt && !isPageKept)
        emit headChosen();
}

const std::vector<long>& Session::trainingSteps()
{
    const QString model = QString::fromStdString(shownSlot().model);
    if (std::exchange(m_trainedModel, model) != model) { // the disk is asked once for each model
        const std::string folder = isTraceFile(model.toStdString()) ? "" : folderOfModel(model);
        m_trainingSteps = folder.empty() ? std::vector<long>() : core::snapshotSteps(folder);
    }
    return m_trainingSteps;
}

void Session::returnTo(const Bookmark& bookmark)
{
    m_figureIsDue.reset();
    const WindowState last = state();
    m_history.restore(bookmark.history, bookmark.state);
    m_guidance = bookmark.guidance;
    applyState(last);
    emit guidanceChanged();
}

} // namespace app
