// MainWindow, continuation: a token that the person chose, or tokens that the model samples. What was written is one step of
 // undo.

#include "app/window/main_window.h"

#include "app/runs/continuation.h"
#include "app/session/state_command.h"
#include "app/window/next_tokens.h"

#include "widgets/panels/prompt_line.h"

#include <QTimer>

#include <utility>

namespace app {

namespace {

constexpr int tokensAtOnce = 64; // of one "Continue"

}

struct MainWindow::Writing
{
    WindowState before;
    Continuation text;
};

/// Behind the end of the text, or instead of what is behind the place whose predictions are shown.
void MainWindow::appendToken(int position, core::TokenId id)
{
    finishWriting();
    if (!run() || isBusy() || !canContinue(*run()))
        return;
    lookAtEnd();
    WindowState next = m_state;
    next.slot() = asText(withToken(shownSlot(), *run(), position, id), *run()->setup);
    m_textIsDefault = false;
    change(next);
}

void MainWindow::startWriting(double temperature)
{
    finishWriting();
    if (!run() || isBusy() || !canContinue(*run()))
        return;
    m_textIsDefault = false;
    lookAtEnd();
    m_writing = std::make_shared<Writing>(Writing{m_state, Continuation({.temperature = temperature}, tokensAtOnce)});
    m_nextTokens->setWriting(true);
    writeOn();
}

/// The next token, once the run with the one before is on screen.
void MainWindow::writeOn()
{
    if (!m_writing)
        return;
    std::optional<RunRequest> next = m_writing->text.next(shownSlot(), *run());
    if (!next)
        return finishWriting();
    m_state.slot() = std::move(*next); // a step of undo comes at the end
    m_prompt->setText(QString::fromStdString(m_state.slot().text));
    m_target->setText(QString::fromStdString(m_state.slot().targetText));
    request();
}

/// What is on screen is what was written.
void MainWindow::finishWriting()
{
    const std::shared_ptr<Writing> writing = std::exchange(m_writing, nullptr);
    if (!writing)
        return;
    m_nextTokens->setWriting(false);
    WindowState after = writing->before;
    if (!(shownSlot() == after.slot()))
        after.slot() = asText(shownSlot(), *run()->setup);
    m_state = after;
    m_prompt->setText(QString::fromStdString(after.slot().text));
    m_target->setText(QString::fromStdString(after.slot().targetText));
    if (!(after == writing->before))
        m_undo.push(new StateCommand(writing->before, after, [this](const WindowState& one) { applyState(one); }));
    if (!(after.slot() == shownSlot())) // the same tokens, asked for as a text
        request();
}

/// Predictions are followed at the end of the text.
void MainWindow::lookAtEnd()
{
    widgets::Selection end = m_selection.pinned();
    end.query = int(widgets::streamTokens(*run()->trace).size()) - 1;
    m_selection.pin(end);
}

} // namespace app
