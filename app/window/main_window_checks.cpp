// MainWindow, how far the run is from others' computations of it: the badges of the status line, and "Check this run".

#include "app/window/main_window.h"

#include "app/runs/run_checker.h"
#include "app/window/check_words.h"
#include "app/window/status_line.h"

#include "widgets/panels/notification_bar.h"

namespace app {

void MainWindow::connectChecks()
{
    connect((*m_actions)[Act::CheckRun], &QAction::triggered, m_checker, &RunChecker::check);
    connect(m_checker, &RunChecker::changed, this, &MainWindow::refreshChecks);
    connect(m_checker, &RunChecker::refused, this, [this](const core::Error::Parts& error) { m_notifications->post(error); });
}

void MainWindow::refreshChecks()
{
    m_status->setBadges(checkWords(*m_checker), referenceWords(*m_checker));
    m_status->setStoppable(m_checker->isChecking());
    (*m_actions)[Act::CheckRun]->setEnabled(run() && !m_checker->isChecking());
    refreshStop();
}

bool MainWindow::isComputing() const { return m_session.isComputing() || m_checker->isComparing(); }

void MainWindow::refreshStop()
{
    (*m_actions)[Act::Stop]->setEnabled(m_checker->isChecking() || m_session.isBusy() || m_session.runner().areNeedsComputed());
}

void MainWindow::stopAll()
{
    m_checker->stop();
    m_session.runner().stop();
}

} // namespace app
