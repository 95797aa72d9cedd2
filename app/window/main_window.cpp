#include "app/window/main_window.h"

#include "app/session/state_command.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "app/window/tab_strip.h"

#include "core/files/library/training_runs.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/views/shared/view.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QScreen>
#include <QStackedWidget>
#include <QUrl>

#include <utility>

namespace app {

MainWindow::MainWindow(const Start& start)
    : m_start(start)
    , m_settings(start.remembers ? loadSettings() : Settings{})
    , m_actions(new WindowActions(this))
    , m_presenter(new Presenter(this, *m_actions))
{
    qRegisterMetaType<RunOutcome>();
    m_textIsDefault = start.text.isEmpty();
    m_state.a.text = start.text.toStdString();
    m_state = stateOfOpened(start.model);
    m_state.a.said.merge(start.said);
    if (start.saidOfB) {
        m_state = withMode(withB(m_state), start.mode);
        m_state.b->said.merge(*start.saidOfB);
    }
    connect(&m_runner, &ForwardRunner::finished, this,
        [this](const RunOutcome& outcome) { outcome.result ? showResult(outcome) : showFailure(outcome); });
    connect(&m_runner, &ForwardRunner::arrived, this, &MainWindow::takeResults);
    m_runner.run({m_state.a, m_state.b});

    setAcceptDrops(true);
    setMinimumSize(880, 480);
    buildPanes();
    buildTabs();
    connectActions();
    connectLooks();
    retranslate();
    m_drawers->setWishes(m_settings.drawers);
    restyle();
    constexpr QSize wanted(1366, 768), usualFrame(2, 40);
    resize(start.remembers ? wanted.boundedTo(screen()->availableSize() - usualFrame) : wanted);
    if (!m_settings.geometry.isEmpty())
        restoreGeometry(m_settings.geometry);
    if (!showView(m_start.view) && !showView(m_settings.view))
        showPage(0);
    m_status->begin();
    setStale(true);
}

MainWindow::~MainWindow() = default;

void MainWindow::change(const WindowState& state)
{
    finishWriting();
    if (!(state == m_state))
        m_undo.push(new StateCommand(m_state, state, [this](const WindowState& one) { applyState(one); }));
}

void MainWindow::applyState(const WindowState& state)
{
    const WindowState before = std::exchange(m_state, state);
    if (std::exchange(m_isTextGone, false))
        setStale(false);
    const bool isOtherModel = core::withoutStep(before.slot().model) != core::withoutStep(state.slot().model);
    if (core::withoutStep(m_guide.model().toStdString()) != core::withoutStep(state.slot().model)) {
        m_guide.setModel(QString::fromStdString(state.slot().model)); // by undo, or the other slot
        m_guided.reset();
    }
    const QString text = QString::fromStdString(state.slot().text);
    if (m_prompt->text() != text && (state.slot().ids.empty() || !text.isEmpty()))
        m_prompt->setText(text);
    if (const QString target = QString::fromStdString(state.slot().targetText); m_target->text() != target)
        m_target->setText(target);
    if (isOtherModel)
        fillExamples();
    refreshHint();
    for (int i = 0; i < m_pages->count(); ++i)
        if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i)))
            view->setWhatIf(state.whatIf.value(m_tabs->tabData(i).toString()).toMap());
    if (m_isReverting)
        return;
    const bool asksAnew = !(before.a == state.a) || !(before.b == state.b);
    if (asksAnew)
        request();
    for (int i = 0; i < m_pages->count(); ++i)
        if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i)))
            view->setSlotMode(m_state.mode, m_state.isLocked);
    if (before.edited != state.edited && !asksAnew)
        refreshPanels();
    refreshCompare();
}

void MainWindow::setChoices(const core::Choices& said)
{
    WindowState next = m_state;
    next.slot().said = said;
    change(next);
}

void MainWindow::addChoice(const QString& key, const QString& value)
{
    core::Choices said = m_state.slot().said;
    said.setText((key + QLatin1Char('=') + value).toStdString(), run() ? int(run()->trace->layers()) : 0);
    setChoices(said);
}

void MainWindow::openModel(const QString& nameOrPath)
{
    WindowState next;
    try {
        next = stateOfOpened(nameOrPath);
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
        return;
    }
    fillExamples();
    if (QFileInfo::exists(nameOrPath))
        m_settings.addRecent(QFileInfo(nameOrPath).absoluteFilePath());
    if (next == m_state)
        request(); // the file may have changed
    goTo(next);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_status)
        retranslate();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_writing.reset();
    m_runner.stop();
    keepPageBeforeSteps();
    if (m_isPresenting)
        setPresenting(false);
    if (m_start.remembers) {
        m_settings.geometry = saveGeometry();
        m_settings.drawers = m_drawers->wishes();
        saveSettings(m_settings);
    }
    event->accept();
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
