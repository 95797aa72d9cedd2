// What is in no file is not left unasked: when the window closes, and when another session opens.

#include "app/window/session_guide.h"

#include "app/session/planned_steps.h"
#include "app/session/session_file.h"
#include "app/session/session_keeper.h"
#include "app/window/main_window.h"

#include "core/files/library/training_runs.h"
#include "widgets/panels/notification_bar.h"

#include <QFileDialog>
#include <QFileInfo>

namespace app {

/// A model alone changes what is there; a session, a figure or planned steps take its place.
bool SessionGuide::takesPlace(const std::string& path)
{
    return isSessionFile(path) || isStateFile(path) || isPlannedStepsFile(path);
}

/// Changes of a file, or scenes that are in none.
bool SessionGuide::isUnsaved() const
{
    return m_remembers && m_keeper->isModified() && (!m_keeper->path().isEmpty() || !m_session.state().scenes.isEmpty());
}

bool SessionGuide::holdsClosing()
{
    if (!isUnsaved() || !m_leavingQuestion.isEmpty())
        return false;
    askToSave(m_keeper->path().isEmpty()
            ? tr("The scenes are in no file. Save them before the window closes?")
            : tr("%1 has changes that are not saved. Save them before the window closes?").arg(QFileInfo(m_keeper->path()).fileName()),
        {tr("Save and close"), tr("Close without saving")}, [this] { m_window.close(); });
    return true;
}

/// The same before what takes the place of the session.
bool SessionGuide::holdsOpening(const QString& nameOrPath)
{
    if (!isUnsaved() || !takesPlace(nameOrPath.toStdString()))
        return false;
    m_window.notifications()->withdraw(std::exchange(m_leavingQuestion, {}));
    const QString other = QFileInfo(nameOrPath).fileName();
    askToSave(m_keeper->path().isEmpty()
            ? tr("The scenes are in no file. Save them before %1 opens?").arg(other)
            : tr("%1 has changes that are not saved. Save them before %2 opens?").arg(QFileInfo(m_keeper->path()).fileName(), other),
        {tr("Save and open"), tr("Open without saving")}, [this, nameOrPath] { openFile(nameOrPath, {}); });
    return true;
}

/// `answers`: to save and go on, and to go on.
void SessionGuide::askToSave(const QString& question, const QStringList& answers, const std::function<void()>& then)
{
    m_leavingQuestion = question;
    m_window.notifications()->post({.severity = widgets::Severity::Warning,
        .text = question,
        .offer = {answers[0],
            [this, then] {
                if (m_keeper->path().isEmpty())
                    return saveDialog(then);
                if (save(m_keeper->path()))
                    then();
                else
                    m_leavingQuestion.clear();
            }},
        .other = {answers[1], then},
        .holds = true});
}

void SessionGuide::saveDialog(const std::function<void()>& then)
{
    auto* const dialog = new QFileDialog(&m_window, tr("Save session"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(sessionEnding().mid(1));
    dialog->setNameFilters({tr("Sessions (*.cutaway)")});
    const QString model = QFileInfo(QString::fromStdString(core::withoutStep(m_session.state().a.model))).completeBaseName();
    const bool isNew = m_keeper->path().isEmpty() || !m_damaged.isEmpty();
    dialog->selectFile(isNew ? model + sessionEnding() : m_keeper->path());
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& path) {
        if (write(path, true) && then)
            then();
    });
    connect(dialog, &QFileDialog::rejected, this, [this] { m_leavingQuestion.clear(); });
    dialog->open();
}

} // namespace app
