// MainWindow, scenes: kept, shown again, and written into files.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/export/moving_picture.h"
#include "app/present/scenes_panel.h"
#include "app/session/frame_job.h"
#include "app/session/scenes.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/tab_strip.h"

#include "widgets/figure/compose.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QFileDialog>

namespace app {

void MainWindow::connectScenes()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::KeepScene, [this] { keepScene(); });
    on(Act::ShowScenes, [this] {
        const bool isOpen = m_drawers->isOpen(Drawers::Right) && m_rightTabs->currentIndex() == scenesTab;
        m_rightTabs->setCurrentIndex(scenesTab);
        m_drawers->setOpen(Drawers::Right, !isOpen);
    });
    on(Act::ExportScenes, [this] { exportScenesDialog(); });
    connect(m_scenes, &ScenesPanel::keepWanted, this, &MainWindow::keepScene);
    connect(m_scenes, &ScenesPanel::replaceWanted, this, [this](int at) {
        QList<PlannedStep> scenes = state().scenes;
        const PlannedStep now = sceneOnScreen();
        scenes[at].contents = now.contents;
        setScenes(scenes);
    });
    connect(m_scenes, &ScenesPanel::scenesChanged, this, &MainWindow::setScenes);
    connect(m_scenes, &ScenesPanel::sceneWanted, this, [this](int at) {
        m_session.showFigure(state().scenes.value(at).contents);
        showFigureAtOnce();
        m_session.endStep();
    });
    connect(m_scenes, &ScenesPanel::exportWanted, (*m_actions)[Act::ExportScenes], &QAction::trigger);
    connect(m_presenter, &Presenter::stepWanted, this, [this] {
        if (m_presenter->areScenes())
            m_scenes->setCurrent(m_presenter->at());
    });
    connect(m_frames, &FrameJob::finished, this, [this](const QStringList& files) { say(tr("Written: %1").arg(files.join(", "))); });
    connect(m_frames, &FrameJob::failed, this, [this](const core::Error::Parts& error) { m_notifications->post(error); });
    connect(m_frames, &FrameJob::progressed, this,
        [this](int done, int total) { say(tr("Drawing %1 of %2 …").arg(std::min(done + 1, total)).arg(total)); });
    refreshScenes();
}

/// What is on screen as a scene; its title is that of the picture, with the head where one is marked.
PlannedStep MainWindow::sceneOnScreen() const
{
    const widgets::View& view = *currentView();
    const widgets::Selection at = m_session.selection()->pinned();
    QString title = widgets::titleText(view.figure(), view.figureData());
    if (at.isHeadChosen)
        title += QStringLiteral(" · L%1 H%2").arg(at.layer).arg(at.head);
    return sceneOf({state(), QLatin1String(view.figure().id), view.figureData().options, at}, title);
}

void MainWindow::keepScene()
{
    if (!currentView() || !runOf(0))
        return;
    QList<PlannedStep> scenes = state().scenes;
    const int at = scenes.isEmpty() ? 0 : m_scenes->current() + 1;
    scenes.insert(at, sceneOnScreen());
    setScenes(scenes);
    m_scenes->setCurrent(at);
    say(tr("Kept as scene %1: %2").arg(at + 1).arg(scenes[at].title));
}

void MainWindow::setScenes(const QList<PlannedStep>& scenes)
{
    WindowState next = state();
    next.scenes = scenes;
    change(next);
    m_session.endStep();
}

/// After every change of the state.
void MainWindow::refreshScenes()
{
    m_scenes->setScenes(state().scenes);
    m_presenter->setScenes(state().scenes);
    (*m_actions)[Act::ExportScenes]->setEnabled(!state().scenes.isEmpty());
}

void MainWindow::exportScenesDialog()
{
    auto* const dialog = new QFileDialog(this, tr("Export scenes"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList kinds{tr("PDF, a page a scene (*.pdf)"), tr("Web page (*.html)"), tr("Numbered PNG pictures (*.png)"),
        tr("Numbered SVG pictures (*.svg)")};
    for (const QString& ending : MovingPicture::endings())
        kinds << tr("Moving picture (*.%1)").arg(ending);
    dialog->setNameFilters(kinds);
    const auto suffix = [dialog] { dialog->setDefaultSuffix(dialog->selectedNameFilter().section("*.", -1).chopped(1)); };
    suffix();
    connect(dialog, &QFileDialog::filterSelected, dialog, suffix);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::exportScenes);
    dialog->open();
}

bool MainWindow::isExporting() const { return m_frames->isBusy(); }

void MainWindow::exportScenes(const QString& path)
{
    const QFileInfo file(path);
    const bool isNumbered = file.suffix() == QLatin1String("png") || file.suffix() == QLatin1String("svg");
    const QString whole = isNumbered && !path.contains(QLatin1String("{frame}"))
        ? path.chopped(file.suffix().size() + 1) + QStringLiteral("-{frame}.") + file.suffix()
        : path;
    FrameSettings settings{.style = m_lastExport.style(currentLanguage())};
    settings.title = file.completeBaseName();
    m_frames->start([scenes = state().scenes](RunDesk&, const core::RunControl&) { return scenes; }, {whole}, settings);
}

} // namespace app
