#include "app/window/main_window.h"

#include "app/base/composing_guard.h"
#include "app/base/popup_escape.h"
#include "app/lessons/lesson.h"
#include "app/runs/run_checker.h"
#include "app/session/session_keeper.h"
#include "app/window/animation_guide.h"
#include "app/window/export_guide.h"
#include "app/window/greeting.h"
#include "app/window/intervening.h"
#include "app/window/layer_recorder.h"
#include "app/window/lecturer_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/look_guide.h"
#include "app/window/page_needs.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/perspective_guide.h"
#include "app/window/presenter.h"
#include "app/window/scene_guide.h"
#include "app/window/session_guide.h"
#include "app/window/settings_guide.h"
#include "app/window/status_line.h"
#include "app/window/step_guide.h"
#include "app/window/tab_strip.h"
#include "app/window/text_guide.h"
#include "app/window/training_guide.h"

#include "core/files/library/model_files.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/outlined_style.h"
#include "widgets/views/shared/view.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QScreen>
#include <QTimer>
#include <QUrl>

#include <utility>

namespace app {

MainWindow::MainWindow(const Start& start)
    : m_start(start)
    , m_settings(start.remembers ? loadSettings() : Settings{})
    , m_intervening(new Intervening(m_session, this))
    , m_checker(new RunChecker(this))
    , m_actions(new WindowActions(this))
    , m_presenter(new Presenter(this, *m_actions))
{
    widgets::setFirstNumber(m_settings.countFrom);
    connect(&m_session, &Session::stepsOpened, m_presenter, [this](const PlannedSteps& steps, bool isLecture) {
        m_presenter->plan(steps, isLecture ? Presenter::Asked::Lecture : Presenter::Asked::File);
        if (m_status && !m_isPresenting)
            say(tr("%n planned step(s), the first is here. F5 presents them; there → or Page Down goes on, ← back.", nullptr,
                int(steps.steps.size())));
    });
    QString lesson;
    if (isLessonFile(start.model.toStdString())) { // what the window opens with without it comes back after it
        lesson = start.model;
        m_start.model = QString::fromStdString(core::defaultModel());
    }
    m_session.begin({m_start.model, start.text, start.said, start.saidOfB, start.mode});

    new ComposingGuard(this);
    new PopupEscape(this);
    setAcceptDrops(true);
    setMinimumSize(320, 240);
    buildPanes();
    buildTabs();
    m_textGuide = new TextGuide(*this, *m_prompt, *m_target, *m_scrubber);
    connect(m_textGuide, &TextGuide::hintShown, this, &MainWindow::refreshWords);
    m_needs = new PageNeeds(m_session.runner(), *m_pages, *m_inspector, this);
    connectActions();
    connectParts();
    connectSession();
    auto* const training = new TrainingGuide(&m_session, m_notifications, this);
    connect(training, &TrainingGuide::pageWanted, this, [this] { showView(QStringLiteral("training")); });
    connectChecks();
    m_stepGuide = new StepGuide(*this, *m_pages);
    connect(m_stepGuide, &StepGuide::returned, m_textGuide, &TextGuide::refreshHint);
    m_lessonHost = new LessonHost(*this, *m_guide, *m_actions);
    m_sceneGuide = new SceneGuide(*this, *m_scenes);
    new AnimationGuide(*this);
    new LecturerGuide(*this);
    new LookGuide(*this);
    m_exportGuide = new ExportGuide(*this);
    m_sessionGuide = new SessionGuide(*this, *m_pages, *m_actions, m_settings, m_start.remembers);
    connect(m_sessionGuide, &SessionGuide::fileChanged, this, &MainWindow::refreshTitle);
    new LayerRecorder(m_session, *m_notifications, this);
    if (m_start.remembers)
        widgets::setReducedMotion(m_settings.reducesMotion);
    m_settingsGuide = new SettingsGuide(*this, *m_actions, m_settings);
    connect(m_settingsGuide, &SettingsGuide::typeChanged, this, &MainWindow::restyle);
    connect(m_settingsGuide, &SettingsGuide::keysChanged, this, &MainWindow::retranslate);
    new PerspectiveGuide(*this, *m_actions, *m_rightTabs, m_settings);
    retranslate();
    m_drawers->setWishes(m_settings.drawers);
    restyle();
    constexpr QSize wanted(1366, 768), usualFrame(2, 40);
    resize(start.remembers ? wanted.boundedTo(screen()->availableSize() - usualFrame) : wanted);
    if (!m_settings.geometry.isEmpty())
        restoreGeometry(m_settings.geometry);
    setWindowState(windowState() & ~Qt::WindowFullScreen); // only a presentation is
    if (!showView(m_start.view) && !showView(m_settings.view))
        showView(QStringLiteral("flow"));
    m_sessionGuide->begin(m_start.model);
    m_status->begin();
    setStale(true);
    m_veil->start(); // a model that is opened within that time is not shown twice
    if (!lesson.isEmpty())
        connect(
            this, &MainWindow::runShown, m_lessonHost, [this, lesson] { m_lessonHost->openLesson(lesson); },
            Qt::SingleShotConnection);
}

MainWindow::~MainWindow() = default;

void MainWindow::keepSettings()
{
    if (m_start.remembers)
        saveSettings(m_settings);
}

void MainWindow::greet()
{
    if (m_settings.isGreeted || m_greeting)
        return;
    m_greeting = new Greeting(centralWidget());
    connect(m_greeting, &Greeting::dismissed, this, [this] {
        m_settings.isGreeted = true;
        keepSettings();
        centralWidget()->setFocus();
    });
    connect(m_greeting, &Greeting::tourWanted, this,
        [this] { m_lessonHost->openLesson(QString::fromStdString(lessonFile(QStringLiteral("tour")))); });
    connect(m_greeting, &Greeting::comparisonWanted, this, [this] {
        WindowState next = withB(state());
        next.b->said.set("norm.placement", "post");
        change(next);
        showView(QStringLiteral("attention"));
    });
}

void MainWindow::openModel(const QString& nameOrPath) { m_sessionGuide->open(nameOrPath); }

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_status)
        retranslate();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (TrainingGuide::in(*this).holdsClosing(this) || m_sessionGuide->holdsClosing()) {
        event->ignore();
        return;
    }
    const bool wasPresenting = m_isPresenting;
    setPresenting(false); // what is kept is the window without it
    m_sessionGuide->keeper()->end();
    TrainingGuide::in(*this).close();
    m_session.close();
    m_checker->stop();
    if (const QString page = m_stepGuide->end(); !page.isEmpty())
        m_settings.view = page;
    if (m_start.remembers) {
        m_settings.geometry = wasPresenting ? m_geometryBeforePresenting : saveGeometry(); // it is still as large as its screen
        m_settings.drawers = m_lessonHost->drawersWithout();
        saveSettings(m_settings);
    }
    event->accept();
    emit closed();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls[0].isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() != 1 || !urls[0].isLocalFile())
        return;
    event->acceptProposedAction();
    openModel(urls[0].toLocalFile());
}

} // namespace app
