// TrainingGuide, what is kept: where it lies now, and a window that closes over a training that was not kept asks once.

#include "app/window/training_guide.h"

#include "app/session/session.h"

#include "widgets/panels/notification_bar.h"
#include "widgets/plot/number_format.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>

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

bool TrainingGuide::holdsClosing(QWidget* window)
{
    const TrainingState state = m_runner.state();
    if (m_mayClose || m_isKept || !canKeep() || state.step == 0 || (!m_question.isEmpty() && isAsked(m_question)))
        return false;
    m_question = tr("The training is at step %1 of %2 and is not kept. Keep it before the window closes?")
                     .arg(widgets::formatCount(qint64(state.step)), widgets::formatCount(qint64(state.steps)));
    m_notifications->post({.severity = widgets::Severity::Warning,
        .text = m_question,
        .offer = {tr("Keep and close"),
            [this, window] {
                m_closing = window;
                m_runner.keep(); // tellKept() closes
            }},
        .other = {tr("Close without it"), [this, window] {
                      m_mayClose = true;
                      window->close();
                  }}});
    return true;
}

void TrainingGuide::tellKept(const QStringList& folders)
{
    m_isKept = true;
    if (m_closing) {
        m_closing->close();
        return;
    }
    QStringList names;
    for (const QString& folder : folders)
        names << QFileInfo(folder).fileName();
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
}

} // namespace app
