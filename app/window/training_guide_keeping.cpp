// TrainingGuide, what is kept: where it lies now, and the question before what was not kept is lost.

#include "app/window/training_guide.h"

#include "app/session/session.h"

#include "widgets/plot/number_format.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace app {

void TrainingGuide::close()
{
    m_tick->stop();
    m_runner.stop();
}

bool TrainingGuide::canKeep() const
{
    return m_runner.hasCourse() && std::ranges::none_of(m_runner.state().live, [](const auto& live) { return !live; });
}

bool TrainingGuide::isUnkept() const { return m_runner.hasTrained() && !m_now.isKept; }

/// The question instead of the one that was `asked`; `keep` is what comes after keeping.
void TrainingGuide::askToKeep(QString& asked, const QString& why, const Way& keep, const Way& other)
{
    const TrainingState state = m_runner.state();
    m_notifications->withdraw(asked);
    asked = tr("The training is at step %1 of %2 and is not kept. %3")
                .arg(widgets::formatCount(qint64(state.step)), widgets::formatCount(qint64(state.steps)), why);
    m_notifications->post({.severity = widgets::Severity::Warning,
        .text = asked,
        .offer = {keep.label,
            [this, then = keep.take] {
                m_whenKept = then;
                m_runner.keep(); // tellKept() goes on
            }},
        .other = other});
}

bool TrainingGuide::holdsClosing(QWidget* window)
{
    if (m_mayClose || !isUnkept() || (!m_closingQuestion.isEmpty() && isAsked(m_closingQuestion)))
        return false;
    const QPointer<QWidget> closing = window;
    const auto close = [this, closing] {
        m_mayClose = true;
        if (closing)
            closing->close();
    };
    askToKeep(m_closingQuestion, tr("Keep it before the window closes?"), {tr("Keep and close"), close},
        {tr("Close without it"), close});
    return true;
}

bool TrainingGuide::holdsSaving(const std::function<void()>& save)
{
    const WindowState& now = m_session->state();
    const auto wouldBeLost = [this](const RunRequest& slot) { return isMine(slot) && keptAs(slot.model).empty(); };
    const auto areLost = [&](const RunRequest& a, const std::optional<RunRequest>& b) { return wouldBeLost(a) || (b && wouldBeLost(*b)); };
    const auto isLost = [&](const PlannedStep& scene) { return areLost(scene.contents.request.a, scene.contents.request.b); };
    if (!canKeep() || !(areLost(now.a, now.b) || std::ranges::any_of(now.scenes, isLost)))
        return false;
    askToKeep(m_savingQuestion, tr("A session finds its model again where that is kept."), {tr("Keep and save"), save}, {});
    return true;
}

void TrainingGuide::withdrawQuestions()
{
    for (const QString& question : {m_closingQuestion, m_beginQuestion, m_savingQuestion})
        m_notifications->withdraw(question);
}

void TrainingGuide::tellKept(const QStringList& folders)
{
    m_now.isKept = true;
    withdrawQuestions();
    QStringList names;
    for (const QString& folder : folders) {
        names << QFileInfo(folder).fileName();
        setKept(m_now.number, m_runner.plan().lanes[std::size_t(names.size() - 1)].name, names.last().toStdString());
    }
    const auto compare = [this, name = names.first()] {
        WindowState next = m_session->state().b ? m_session->state() : withB(m_session->state());
        next.b->model = name.toStdString();
        next.b->said = windowChoices();
        m_session->change(withMode(next, widgets::SlotMode::SideBySide));
    };
    m_notifications->post({.severity = widgets::Severity::Success,
        .text = tr("Kept among your models: %1").arg(names.join(QStringLiteral(", "))),
        .details = folders.join(QLatin1Char('\n')),
        .offer = names.size() == 1 ? widgets::NotificationOffer{tr("Compare with it"), compare} // a race is compared already
                                   : widgets::NotificationOffer{}});
    if (const std::function<void()> then = std::exchange(m_whenKept, nullptr))
        then();
}

} // namespace app
