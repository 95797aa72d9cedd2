#include "app/window/session_guide.h"

#include "app/lessons/lesson.h"
#include "app/session/recovery.h"
#include "app/session/session_file.h"
#include "app/session/session_keeper.h"
#include "app/window/export_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"
#include "app/window/training_guide.h"

#include "core/base/error.h"
#include "core/experiments/scan.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/hub_cache.h"
#include "core/files/library/training_runs.h"
#include "core/io/shown_text.h"
#include "widgets/controls/menu_text.h"
#include "widgets/figure/error_text.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/figure_view.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>

#include <limits>
#include <utility>

namespace app {

namespace {

/// Without the file, which is said before.
QString problemText(core::Error::Parts parts)
{
    parts.file.clear();
    return widgets::errorText(parts);
}

/// What a session hides; of a damaged one nothing, which is said with the rest (reportSession).
Classroom hiddenBy(const std::string& session)
{
    try {
        return classroomOf(session);
    } catch (const core::Error&) {
        return {};
    }
}

QString keptText(const Recovered& session)
{
    return SessionGuide::tr("A window ended without closing. Its session of %1 was kept.")
        .arg(QLocale().toString(session.time, QLocale::ShortFormat));
}

/// A recorded run has no picture of what only its model tells: then the page of what its heads look at.
void leaveEmptyPageOnceShown(MainWindow& window, QObject* context)
{
    const auto leave = [&window] {
        const auto* const view = qobject_cast<const widgets::FigureView*>(window.currentView());
        if (view && view->isEmpty() && window.run() && !window.run()->setup)
            window.showView(QStringLiteral("attention"));
    };
    QObject::connect(&window, &MainWindow::runShown, context, leave, Qt::SingleShotConnection);
}

} // namespace

SessionGuide::SessionGuide(MainWindow& window, PageStack& pages, const WindowActions& actions, Settings& settings, bool remembers)
    : QObject(&window)
    , m_window(window)
    , m_session(window.session())
    , m_pages(&pages)
    , m_tabs(&window.pageTabs())
    , m_presenter(window.presenter())
    , m_actions(actions)
    , m_settings(settings)
    , m_remembers(remembers)
    , m_keeper(
          new SessionKeeper([this](const QString& folder, const QJsonObject& more) { return sessionBytes(folder, more); }, this))
{
    connect(actions.recentMenu(), &QMenu::aboutToShow, this, &SessionGuide::fillRecentMenu);
    connect(actions.cachedMenu(), &QMenu::aboutToShow, this, &SessionGuide::fillCachedMenu);
    connect(actions[Act::OpenFile], &QAction::triggered, this, [this] { openDialog(false); });
    connect(actions[Act::OpenFolder], &QAction::triggered, this, [this] { openDialog(true); });
    connect(actions[Act::Save], &QAction::triggered, this,
        [this] { m_keeper->path().isEmpty() ? saveDialog() : void(save(m_keeper->path())); });
    connect(actions[Act::SaveAs], &QAction::triggered, this, [this] { saveDialog(); });
    const auto mark = [this] { m_window.setWindowModified(m_keeper->isModified() && !m_keeper->path().isEmpty()); };
    connect(m_keeper, &SessionKeeper::modifiedChanged, this, mark); // what is in no file is kept by itself
    connect(this, &SessionGuide::fileChanged, this, mark);
    connect(m_keeper, &SessionKeeper::notKept, this,
        [this](const core::Error::Parts& error) { m_window.notifications()->post(error); });
    connect(&m_session, &Session::refused, this, [this] { // what was opened does not come
        m_opened.clear();
        m_isSettleDue = false;
    });
    connectKeeping();
}

/// What a session has in its file, and may have changed.
void SessionGuide::connectKeeping()
{
    connect(&m_session, &Session::stateChanged, m_keeper, &SessionKeeper::touch);
    connect(&m_session, &Session::stateChanged, this, &SessionGuide::followHistory);
    connect(&m_session, &Session::textsChanged, m_keeper, &SessionKeeper::touch);
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, m_keeper, &SessionKeeper::touch);
    connect(&m_window, &MainWindow::pictureChanged, m_keeper, &SessionKeeper::touch);
    connect(m_window.exportGuide(), &ExportGuide::formChanged, m_keeper, &SessionKeeper::touch);
}

/// Where the opening of the file was undone and something else was done, nothing leads to it again.
void SessionGuide::followHistory()
{
    const StateHistory& history = *m_session.history();
    const bool wasBefore = std::exchange(m_isBeforeOpened, history.index() < m_openedAt);
    if (wasBefore && history.index() == m_openedAt && !(history.now() == *m_openedState))
        m_openedAt = std::numeric_limits<int>::max();
    m_isBeforeOpened = history.index() < m_openedAt;
}

void SessionGuide::begin(const QString& model)
{
    if (m_remembers)
        m_keeper->keepIn(recoveryFolder());
    connect(&m_window, &MainWindow::runShown, this, &SessionGuide::showOpened);
    if (m_remembers)
        connect(&m_window, &MainWindow::runShown, this, &SessionGuide::offerRecovery, Qt::SingleShotConnection);
    m_isFileGiven = isSessionFile(model.toStdString());
    if (!m_isFileGiven) {
        leaveEmptyPageOnceShown(m_window, this);
        return;
    }
    m_window.setClassroom(hiddenBy(model.toStdString()));
    if (m_session.lacksModel()) // another model is on screen, and none of the session: its file is not this window's
        return;
    m_opened = model;
}

void SessionGuide::keepRecent(const QString& path)
{
    m_settings.addRecent(QFileInfo(path).absoluteFilePath());
    m_window.keepSettings();
}

void SessionGuide::open(const QString& nameOrPath)
{
    if (!holdsOpening(nameOrPath))
        openFile(nameOrPath, {});
}

void SessionGuide::openFile(const QString& nameOrPath, const LocatedModels& located)
{
    const std::string path = nameOrPath.toStdString();
    if (isLessonFile(path)) {
        if (m_window.lessonHost()->openLesson(nameOrPath) && QFileInfo::exists(nameOrPath))
            keepRecent(nameOrPath);
        return;
    }
    const bool isSession = isSessionFile(path), isState = takesPlace(path);
    m_opened = isSession ? nameOrPath : QString();
    if (!isState) // else it says its page
        leaveEmptyPageOnceShown(m_window, this);
    // A checkpoint among others is a step of their training, which the slider has.
    const std::string step = QFileInfo(nameOrPath).isDir() ? core::stepOfTraining(path) : std::string();
    if (!m_session.open(step.empty() ? nameOrPath : QString::fromStdString(step), located)) {
        m_opened.clear();
        return reportSession();
    }
    if (QFileInfo::exists(nameOrPath) && !isOfRecovery(nameOrPath))
        keepRecent(nameOrPath);
    if (isSession)
        m_window.setClassroom(hiddenBy(path));
    m_isSettleDue = isState; // a model alone is a change of what is there
    if (core::isScanFile(path))
        m_window.showView(QStringLiteral("scan"));
    showFigureAtOnce();
    if (!m_session.isBusy())
        showOpened();
}

/// The run of what was opened is on screen.
void SessionGuide::showOpened()
{
    const QString opened = std::exchange(m_opened, {});
    if (isOfRecovery(opened))
        for (const Recovered& one : recoverable(recoveryFolder()))
            if (one.file == opened)
                m_window.notifications()->withdraw(keptText(one));
    if (std::exchange(m_isSettleDue, false)) {
        for (QString* const question : {&m_leavingQuestion, &m_replaceQuestion}) // of another session
            m_window.notifications()->withdraw(std::exchange(*question, {}));
        const bool isShared = !isOfRecovery(opened) && m_keeper->open(opened);
        m_keeper->settle();
        m_openedAt = m_session.history()->index();
        m_openedState = std::make_shared<const WindowState>(m_session.state());
        m_isBeforeOpened = false;
        m_damaged.clear();
        if (isShared)
            m_window.notifications()->post(widgets::Severity::Warning,
                tr("%1 is open in another window, too. Neither replaces unasked what the other saved.")
                    .arg(QFileInfo(opened).fileName()));
        emit fileChanged();
    }
    m_keeper->touch();
    reportSession();
}

/// What of a session could not be opened, and a way out.
void SessionGuide::reportSession()
{
    m_window.notifications()->withdraw(std::exchange(m_reported, {})); // of another session
    const Session::Report report = m_session.takeReport();
    const QString file = QFileInfo(report.session).fileName();
    if (!report.missing.empty()) {
        m_reported
            = tr("%1 needs a model that is not there: %2").arg(file, QString::fromStdString(core::shownText(report.missing)));
        return m_window.notifications()->post({.severity = widgets::Severity::Error,
            .text = m_reported,
            .offer
            = {tr("Locate…"), [this, session = report.session, missing = report.missing] { locateModel(session, missing); }}});
    }
    QStringList problems;
    for (const core::Error::Parts& problem : report.problems)
        problems << problemText(problem);
    if (problems.isEmpty())
        return;
    m_damaged = report.session;
    m_reported = tr("%1 is open, but: %2").arg(file, problems.join(QStringLiteral("; ")));
    m_window.notifications()->post({.severity = widgets::Severity::Warning, .text = m_reported});
}

void SessionGuide::locateModel(const QString& session, const std::string& missing)
{
    const QString name = QString::fromStdString(missing);
    const bool isFile = name.endsWith(QLatin1String(".gguf")) || name.endsWith(QLatin1String(".safetensors"));
    auto* const dialog = new QFileDialog(&m_window, tr("Where is %1?").arg(QFileInfo(name).fileName()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(isFile ? QFileDialog::ExistingFile : QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, session, missing](const QString& found) {
        openFile(session, {{missing, found.toStdString()}});
    });
    dialog->open();
}

bool SessionGuide::save(const QString& path)
{
    const QString file = QFileInfo(path).fileName();
    if (!m_damaged.isEmpty() && QFileInfo(path) == QFileInfo(m_damaged))
        askToReplace(path, tr("Not all of %1 could be opened, and what could not would be lost.").arg(file));
    else if (m_isBeforeOpened && QFileInfo(path) == QFileInfo(m_keeper->path()))
        askToReplace(path, tr("On screen is what was there before %1 was opened, and nothing of that file.").arg(file));
    else
        return write(path, false);
    return false;
}

/// Why a file is left as it is, with both ways on.
void SessionGuide::askToReplace(const QString& path, const QString& why)
{
    m_replaceQuestion = why;
    m_window.notifications()->post({.severity = widgets::Severity::Warning,
        .text = why,
        .offer = {tr("Save as…"), [this] { saveDialog(); }},
        .other = {tr("Replace it"), [this, path] { write(path, true); }},
        .holds = true});
}

bool SessionGuide::write(const QString& path, bool mayReplace)
{
    if (TrainingGuide::in(m_window).holdsSaving([this, path, mayReplace] { write(path, mayReplace); }))
        return false;
    try {
        if (!m_keeper->save(path, mayReplace)) {
            askToReplace(
                path, tr("%1 was changed by another window or program since it was opened here.").arg(QFileInfo(path).fileName()));
            return false;
        }
    } catch (const core::Error& error) {
        m_window.notifications()->post(error.parts());
        return false;
    }
    m_damaged.clear();
    m_openedAt = 0;
    m_isBeforeOpened = false;
    m_leavingQuestion.clear();
    keepRecent(path);
    emit fileChanged();
    m_window.say(tr("Session saved: %1").arg(path));
    return true;
}

/// The newest of what windows left that did not end in order; the others are in the menu of recent files.
void SessionGuide::offerRecovery()
{
    const std::vector<Recovered> left = recoverable(recoveryFolder());
    if (left.empty())
        return sayWhatIsKept();
    const Recovered& newest = left.front();
    m_window.notifications()->post({.severity = widgets::Severity::Warning,
        .text = keptText(newest),
        .offer = {tr("Restore"), [this, file = newest.file] { open(file); }},
        .other = {tr("Discard"), [id = newest.id] { forget(recoveryFolder(), id); }},
        .holds = true});
}

/// The window begins as it always does; what it showed when it was closed is not lost.
void SessionGuide::sayWhatIsKept()
{
    if (!m_isFileGiven && QFileInfo::exists(lastSessionFile(recoveryFolder())))
        m_window.say(tr("What the window showed when it was closed: File › Open recent"));
}

void SessionGuide::fillRecentMenu()
{
    QMenu* const menu = m_actions.recentMenu();
    menu->clear();
    const auto add = [&](const QString& path, QString text) {
        connect(menu->addAction(widgets::menuText(text)), &QAction::triggered, this, [this, path] { open(path); });
    };
    for (const QString& path : m_settings.recent)
        add(path, path);
    if (m_settings.recent.isEmpty())
        menu->addAction(tr("Nothing opened yet"))->setEnabled(false);
    if (!m_remembers)
        return;
    menu->addSeparator();
    const QLocale locale;
    if (const QFileInfo last(lastSessionFile(recoveryFolder())); last.exists())
        add(last.filePath(),
            tr("As a window was closed without saving, %1").arg(locale.toString(last.lastModified(), QLocale::ShortFormat)));
    for (const Recovered& left : recoverable(recoveryFolder()))
        add(left.file, tr("Kept when a window ended, %1").arg(locale.toString(left.time, QLocale::ShortFormat)));
}

void SessionGuide::fillCachedMenu()
{
    QMenu* menu = m_actions.cachedMenu();
    menu->clear();
    for (const core::CachedModel& model : core::cachedModels()) {
        QString text = QString::fromStdString(model.name);
        connect(menu->addAction(widgets::menuText(text)), &QAction::triggered, this,
            [this, path = QString::fromStdString(model.path)] { open(path); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No models in %1").arg(QDir::toNativeSeparators(QString::fromStdString(core::hubCacheFolder()))))
            ->setEnabled(false);
}

void SessionGuide::openDialog(bool folder)
{
    auto* dialog = new QFileDialog(&m_window, folder ? tr("Open model folder") : tr("Open file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (!folder)
        dialog->setNameFilters(
            {tr("Models, sessions, traces and figures (*.gguf *.safetensors *.cutaway *.svg *.pdf *.png *.json)"),
                tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &SessionGuide::open);
    dialog->open();
}

} // namespace app
