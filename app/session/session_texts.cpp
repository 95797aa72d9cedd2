// Session, texts: typed ones, those of the guide, those that the model writes on; and steps of a training.

#include "app/session/session.h"

#include "app/runs/live_models.h"
#include "app/session/intervened.h"

#include "core/files/library/training_runs.h"

#include <QScopedValueRollback>

#include <utility>

namespace app {

namespace {

constexpr int tokensAtOnce = 64; // of one "Continue"

bool hasSameText(const RunRequest& a, const RunRequest& b)
{
    return a.text == b.text && a.ids == b.ids && a.targetText == b.targetText && a.targetIds == b.targetIds
        && a.isChat == b.isChat;
}

/// The slot with the text of the other one.
void takeText(const RunRequest& other, RunRequest& slot)
{
    slot.text = other.text;
    slot.ids = other.ids;
    slot.targetText = other.targetText;
    slot.targetIds = other.targetIds;
    slot.isChat = other.isChat;
}

/// Slots that differ in interventions alone keep one text: what is compared is what those do.
WindowState keptTogether(const WindowState& before, WindowState next)
{
    if (differInInterventionsOnly(before))
        takeText(next.slot(), next.edited == 1 ? next.a : *next.b);
    return next;
}

} // namespace

void Session::setChoices(const core::Choices& said)
{
    WindowState next = state();
    next.slot().said = said;
    change(next);
}

void Session::addChoice(const QString& key, const QString& value)
{
    core::Choices said = state().slot().said;
    said.setText((key + QLatin1Char('=') + value).toStdString(), run() ? int(run()->trace->layers()) : 0);
    setChoices(said);
}

void Session::setPrompt(const QString& text)
{
    if (text.isEmpty()) {
        m_isTextGone = true;
        m_runner.stop();
        emit textGoneChanged(true);
        return;
    }
    m_guidance.isTextDefault = false;
    WindowState next = state();
    next.slot().text = text.toStdString();
    next.slot().ids.clear();
    if (next == state() && m_isTextGone) {
        setTextGone(false);
        return request();
    }
    change(keptTogether(state(), next));
}

void Session::setTextGone(bool isGone)
{
    if (std::exchange(m_isTextGone, isGone) != isGone)
        emit textGoneChanged(isGone);
}

void Session::setChat(bool isChat)
{
    WindowState next = state();
    next.slot().isChat = isChat;
    next.slot().ids.clear(); // they were of the other form
    change(keptTogether(state(), next));
}

void Session::setTarget(const QString& text)
{
    m_guidance.isTargetNew = false;
    WindowState next = state();
    next.slot().targetText = text.toStdString();
    next.slot().targetIds.clear();
    change(keptTogether(state(), next));
}

void Session::choosePrompt(int example)
{
    const core::CuratedPrompt* prompt = m_guidance.guide.at(example);
    if (!prompt)
        return;
    WindowState next = state();
    m_guidance.take(*prompt, next.slot());
    m_guidance.isTextDefault = false;
    if (!(next == state()))
        return change(keptTogether(state(), next));
    if (run() && !isBusy())
        lookAtHead();
    emit guidanceChanged();
}

void Session::takeOpeningText()
{
    if (const core::CuratedPrompt* const opening = m_guidance.guide.opening(); opening && state().slot().text != opening->text) {
        WindowState next = state();
        m_guidance.take(*opening, next.slot());
        return change(keptTogether(state(), next));
    }
    setPrompt(QString::fromStdString(withOpeningText(state().slot()).text));
}

void Session::keepFirstTokens(int count)
{
    finishWriting();
    if (!run() || !run()->setup || isBusy() || m_isTextGone)
        return;
    m_guidance.isTextDefault = false;
    WindowState next = state();
    const RunRequest shorter = withFirstTokens(shownSlot(), *run(), count);
    if (next.b && hasSameText(next.a, *next.b))
        takeText(shorter, next.edited == 1 ? next.a : *next.b);
    next.slot() = shorter;
    change(next);
}

void Session::setTrainingStep(long step)
{
    WindowState next = state();
    const std::string model = core::withoutStep(next.slot().model);
    next.slot().model = step < 0 ? model : model + "@" + std::to_string(step);
    change(next);
}

void Session::translateTexts()
{
    const bool isTrained = isLiveName(state().a.model) || (state().b && isLiveName(state().b->model));
    if (!m_guidance.isTextDefault || isTrained) // the text of a training is the one that it is watched with
        return;
    WindowState next = state();
    const bool isOneText = next.b && next.a.text == next.b->text;
    next.a = withOpeningText(next.a);
    if (isOneText)
        next.b->text = next.a.text;
    else if (next.b)
        next.b = withOpeningText(*next.b);
    if (next.a == state().a && next.b == state().b)
        return;
    m_guidance.isHeadDue = false;
    if (next.slot().text != state().slot().text) {
        m_guidance.prompt.reset();
        if (const core::CuratedPrompt* known = m_guidance.guide.about(next.slot().text))
            m_guidance.take(*known, next.slot());
        m_isPageKept = m_guidance.isHeadDue;
    }
    m_history.amend(next);
    emit textsChanged();
    request();
}

struct Session::Writing
{
    WindowState before;
    Continuation text;
};

bool Session::canWrite() const { return run() && !isBusy() && !m_isTextGone && canContinue(*run()); }

/// Behind the end of the text, or instead of what is behind the place whose predictions are shown.
void Session::appendToken(int position, core::TokenId id)
{
    finishWriting();
    if (!canWrite())
        return;
    lookAtEnd();
    WindowState next = state();
    const RunRequest longer = asText(withToken(shownSlot(), *run(), position, id), *run()->setup);
    if (next.b && hasSameText(next.a, *next.b))
        takeText(longer, next.edited == 1 ? next.a : *next.b);
    next.slot() = longer;
    m_guidance.isTextDefault = false;
    change(next);
}

void Session::startWriting(double temperature)
{
    finishWriting();
    if (!canWrite())
        return;
    m_guidance.isTextDefault = false;
    lookAtEnd();
    m_writing = std::make_shared<Writing>(Writing{state(), Continuation({.temperature = temperature}, tokensAtOnce)});
    emit writingChanged(true);
    writeOn();
}

void Session::writeOn()
{
    if (!m_writing)
        return;
    std::optional<RunRequest> slot = m_writing->text.next(shownSlot(), *run());
    if (!slot) {
        const TextEnd end = m_writing->text.end();
        finishWriting();
        emit textEnded(end);
        return;
    }
    WindowState next = state();
    next.slot() = std::move(*slot);
    m_history.amend(next); // a step of undo comes at the end
    emit textsChanged();
    request();
}

/// What is on screen is what was written.
void Session::finishWriting()
{
    const std::shared_ptr<Writing> writing = std::exchange(m_writing, nullptr);
    if (!writing)
        return;
    emit writingChanged(false);
    WindowState after = writing->before;
    if (!(shownSlot() == after.slot()))
        after.slot() = asText(shownSlot(), *run()->setup);
    m_history.amend(writing->before);
    if (!(after == writing->before)) {
        const QScopedValueRollback guard(m_isTakingBack, true);
        m_history.push(after, false);
    }
    emit textsChanged();
    if (!(after.slot() == shownSlot())) // the same tokens, asked for as a text
        request();
}

/// Predictions are followed at the end of the text.
void Session::lookAtEnd()
{
    widgets::Selection end = m_selection.pinned();
    end.query = int(widgets::streamTokens(*run()->trace).size()) - 1;
    m_selection.pin(end);
}

} // namespace app
