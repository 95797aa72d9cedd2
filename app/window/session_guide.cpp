// MainWindow, sessions: what is on screen is written to a file, which opens as it is; what was opened, and what of it could not
// be; what a window left that did not end in order.

#include "app/window/main_window.h"

#include "app/export/export_form.h"
#include "app/session/recovery.h"
#include "app/session/session_file.h"
#include "app/session/session_keeper.h"
#include "app/window/lesson_host.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"

#include "core/base/error.h"
#include "core/experiments/scan.h"
#include "core/io/shown_text.h"
#include "widgets/controls/menu_text.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>

#include <utility>

namespace app {

namespace {

const QString savedAs = QStringLiteral("saved_as"); // of a session that was kept for recovery: the file that it is of
const QString lectureStep = QStringLiteral("lecture_step"); // that was being presented, from 1

bool isOfRecovery(const QString& path) { return QFileInfo(path).absolutePath() == QFileInfo(lastSessionFile(recoveryFolder())).absolutePath(); }

/// Without the file, which is said before.
QString problemText(core::Error::Parts parts)
{
    parts.file.clear();
    return widgets::errorText(parts);
}

} // namespace

/// What a session hides; of a damaged one nothing, which is said with the rest (reportSession).
Classroom MainWindow::hiddenBy(const std::string& session)
{
    try {
        return classroomOf(session);
    } catch (const core::Error&) {
        return {};
    }
}

QByteArray MainWindow::sessionBytes(const QString& folder, const QJsonObject& more) const
{
    const widgets::View* const view = currentView();
    if (!view || !runOf(0))
        return {};
    QJsonObject others = m_otherWords;
    for (auto member = more.begin(); member != more.end(); ++member)
        others[member.key()] = member.value();
    if (const int step = m_presenter->lectureStep(); step > 0)
        others[lectureStep] = step;
    return app::writeSession({state(), QLatin1String(view->figure().id), view->figureData().options,
                                 m_session.selection()->pinned(), m_classroom, m_tabs->idAt(m_tabs->currentIndex()), otherPages(),
                                 m_exportDialog ? m_exportDialog->settings().theme : m_lastExport.theme, others},
        folder);
}

/// What the pages show that are not on screen.
QJsonObject MainWindow::otherPages() const
{
    QJsonObject pages = m_pagesDue;
    for (const widgets::View* const view : m_pages->allMade())
        if (view != currentView())
            pages[m_tabs->idAt(m_pages->indexOf(view))] = QJsonObject{{"figure", QLatin1String(view->figure().id)},
                {"options", QJsonObject::fromVariantMap(view->figureData().options)}};
    return pages;
}

/// What a session says beside its figure. The other pages begin anew as it says, each when it is looked at.
void MainWindow::takePages(const RecipeContents& session)
{
    if (m_opened.isEmpty())
        return; // a figure, or a planned step
    m_otherWords = session.others;
    const QString belongsTo = m_otherWords.take(savedAs).toString();
    if (const int step = m_otherWords.take(lectureStep).toInt(); step > 0)
        m_presenter->resumeLecture(step);
    if (isOfRecovery(m_opened))
        m_keeper->adopt(m_opened, belongsTo);
    m_lastExport.theme = session.style.theme;
    if (m_exportDialog)
        m_exportDialog->form()->setTheme(m_lastExport.theme);
    m_pagesDue = session.pages;
    for (int i = 0; i < m_pages->count(); ++i)
        if (i != m_pages->currentIndex())
            m_pages->renew(i);
}

void MainWindow::restoreKept(int page, widgets::View& view)
{
    const QJsonObject kept = m_pagesDue.take(m_tabs->idAt(page)).toObject();
    if (!kept.isEmpty())
        view.restore(kept["figure"].toString(), kept["options"].toObject().toVariantMap());
}

void MainWindow::connectSaving()
{
    if (m_start.remembers)
        m_keeper->keepIn(recoveryFolder());
    if (isSessionFile(m_start.model.toStdString()))
        m_opened = m_start.model;
    connect(m_keeper, &SessionKeeper::modifiedChanged, this, // what is in no file is kept by itself
        [this](bool modified) { setWindowModified(modified && !m_keeper->path().isEmpty()); });
    connect(m_keeper, &SessionKeeper::notKept, this, [this](const core::Error::Parts& error) { m_notifications->post(error); });
    connect(this, &MainWindow::runShown, this, &MainWindow::showOpened);
    connect(&m_session, &Session::stateChanged, m_keeper, &SessionKeeper::touch);
    connect(&m_session, &Session::textsChanged, m_keeper, &SessionKeeper::touch);
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, m_keeper, &SessionKeeper::touch);
    if (m_start.remembers)
        connect(this, &MainWindow::runShown, this, &MainWindow::offerRecovery, Qt::SingleShotConnection);
}

void MainWindow::openModel(const QString& nameOrPath) { openFile(nameOrPath, {}); }

void MainWindow::openFile(const QString& nameOrPath, const LocatedModels& located)
{
    const std::string path = nameOrPath.toStdString();
    if (isLessonFile(path)) {
        if (m_lessonHost->openLesson(nameOrPath) && QFileInfo::exists(nameOrPath))
            m_settings.addRecent(QFileInfo(nameOrPath).absoluteFilePath());
        return;
    }
    const bool isSession = isSessionFile(path), isState = isSession || isStateFile(path) || isPlannedStepsFile(path);
    m_opened = isSession ? nameOrPath : QString();
    if (!m_session.open(nameOrPath, located)) {
        m_opened.clear();
        return reportSession();
    }
    if (QFileInfo::exists(nameOrPath) && !isOfRecovery(nameOrPath))
        m_settings.addRecent(QFileInfo(nameOrPath).absoluteFilePath());
    if (isSession)
        setClassroom(hiddenBy(path));
    m_isSettleDue = isState; // a model alone is a change of what is there
    if (core::isScanFile(path))
        showView(QStringLiteral("scan"));
    showFigureAtOnce();
    if (!isBusy())
        showOpened();
}

/// The run of what was opened is on screen.
void MainWindow::showOpened()
{
    const QString opened = std::exchange(m_opened, {});
    if (std::exchange(m_isSettleDue, false)) {
        const bool isShared = !isOfRecovery(opened) && m_keeper->open(opened);
        m_keeper->settle();
        if (isShared)
            m_notifications->post(widgets::Severity::Info,
                tr("%1 is open in another window, too. Neither replaces unasked what the other saved.").arg(QFileInfo(opened).fileName()));
        refreshTitle();
    }
    m_keeper->touch();
    reportSession();
}

/// What of a session could not be opened, and a way out.
void MainWindow::reportSession()
{
    const Session::Report report = m_session.takeReport();
    const QString file = QFileInfo(report.session).fileName();
    if (!report.missing.empty()) {
        const QString model = QString::fromStdString(core::shownText(report.missing));
        return m_notifications->post({.severity = widgets::Severity::Error,
            .text = tr("%1 needs a model that is not there: %2").arg(file, model),
            .offer = {tr("Locate…"), [this, session = report.session, missing = report.missing] { locateModel(session, missing); }}});
    }
    QStringList problems;
    for (const core::Error::Parts& problem : report.problems)
        problems << problemText(problem);
    if (!problems.isEmpty())
        m_notifications->post(
            {.severity = widgets::Severity::Warning, .text = tr("%1 is open, but: %2").arg(file, problems.join(QStringLiteral("; ")))});
}

void MainWindow::locateModel(const QString& session, const std::string& missing)
{
    const QString name = QString::fromStdString(missing);
    const bool isFile = name.endsWith(QLatin1String(".gguf")) || name.endsWith(QLatin1String(".safetensors"));
    auto* const dialog = new QFileDialog(this, tr("Where is %1?").arg(QFileInfo(name).fileName()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(isFile ? QFileDialog::ExistingFile : QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, session, missing](const QString& found) { openFile(session, {{missing, found.toStdString()}}); });
    dialog->open();
}

bool MainWindow::saveSession(const QString& path) { return writeSession(path, false); }

bool MainWindow::writeSession(const QString& path, bool mayReplace)
{
    try {
        if (!m_keeper->save(path, mayReplace)) {
            m_notifications->post({.severity = widgets::Severity::Warning,
                .text = tr("%1 was changed by another window or program since it was opened here.").arg(QFileInfo(path).fileName()),
                .offer = {tr("Save as…"), [this] { saveDialog(); }},
                .other = {tr("Replace it"), [this, path] { writeSession(path, true); }}});
            return false;
        }
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
        return false;
    }
    m_settings.addRecent(QFileInfo(path).absoluteFilePath());
    refreshTitle();
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
    if (!m_keeper->path().isEmpty())
        dialog->selectFile(m_keeper->path());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { writeSession(path, true); });
    dialog->open();
}

/// The newest of what windows left that did not end in order; the others are in the menu of recent files.
void MainWindow::offerRecovery()
{
    const std::vector<Recovered> left = recoverable(recoveryFolder());
    if (left.empty())
        return sayWhatIsKept();
    const Recovered& newest = left.front();
    m_notifications->post({.severity = widgets::Severity::Warning,
        .text = tr("A window ended without closing. Its session of %1 was kept.")
                    .arg(QLocale().toString(newest.time, QLocale::ShortFormat)),
        .offer = {tr("Restore"), [this, file = newest.file] { openModel(file); }},
        .other = {tr("Discard"), [id = newest.id] { forget(recoveryFolder(), id); }}});
}

/// The window begins as it always does; what it showed when it was closed is not lost.
void MainWindow::sayWhatIsKept()
{
    if (!isSessionFile(m_start.model.toStdString()) && QFileInfo::exists(lastSessionFile(recoveryFolder())))
        say(tr("What the window showed when it was closed: File › Open recent"));
}

void MainWindow::fillRecentMenu()
{
    QMenu* const menu = m_actions->recentMenu();
    menu->clear();
    const auto add = [&](const QString& path, QString text) {
        connect(menu->addAction(widgets::menuText(text)), &QAction::triggered, this, [this, path] { openModel(path); });
    };
    for (const QString& path : m_settings.recent)
        add(path, path);
    if (m_settings.recent.isEmpty())
        menu->addAction(tr("Nothing opened yet"))->setEnabled(false);
    if (!m_start.remembers)
        return;
    menu->addSeparator();
    const QLocale locale;
    if (const QFileInfo last(lastSessionFile(recoveryFolder())); last.exists())
        add(last.filePath(), tr("As a window was closed without saving, %1").arg(locale.toString(last.lastModified(), QLocale::ShortFormat)));
    for (const Recovered& left : recoverable(recoveryFolder()))
        add(left.file, tr("Kept when a window ended, %1").arg(locale.toString(left.time, QLocale::ShortFormat)));
}

/// The session and the model; a star where something is not saved.
void MainWindow::refreshTitle()
{
    const QString session = QFileInfo(m_keeper->path()).completeBaseName();
    const QString model = m_modelName->text();
    setWindowTitle(tr("%1 — Cutaway").arg((session.isEmpty() ? model : tr("%1 · %2").arg(session, model)) + QStringLiteral("[*]")));
}

} // namespace app
