// MainWindow, sessions: what is on screen is written to a file, which opens as it is.

#include "app/window/main_window.h"

#include "app/session/session_file.h"

#include "core/base/error.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QFileDialog>
#include <QFileInfo>

namespace app {

bool MainWindow::saveSession(const QString& path)
{
    const widgets::View* const view = currentView();
    if (!view)
        return false;
    try {
        writeSessionFile(
            path, {state(), QLatin1String(view->figure().id), view->figureData().options, m_session.selection()->pinned(), m_classroom});
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
        return false;
    }
    m_sessionFile = path;
    m_settings.addRecent(QFileInfo(path).absoluteFilePath());
    say(tr("Session saved: %1").arg(path));
    return true;
}

void MainWindow::saveDialog()
{
    auto* const dialog = new QFileDialog(this, tr("Save session"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(sessionEnding().mid(1));
    dialog->setNameFilters({tr("Sessions (*.cutaway)")});
    if (!m_sessionFile.isEmpty())
        dialog->selectFile(m_sessionFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::saveSession);
    dialog->open();
}

} // namespace app
