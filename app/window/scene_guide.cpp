#include "app/window/scene_guide.h"

#include "app/present/scenes_panel.h"
#include "app/session/scenes.h"
#include "app/window/frame_export.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"
#include "app/window/session_guide.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/needs.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/view.h"

#include <QRegularExpression>

#include <algorithm>

namespace app {

namespace {

constexpr int millisecondsAScene = 1500; // in a picture that moves

} // namespace

SceneGuide::SceneGuide(MainWindow& window, ScenesPanel& panel)
    : QObject(&window)
    , m_window(window)
    , m_panel(panel)
    , m_export(new FrameExport(window, FrameExport::Kind::Pages))
{
    connect(window.action(Act::KeepScene), &QAction::triggered, this, &SceneGuide::keep);
    connect(window.action(Act::ExportScenes), &QAction::triggered, this, &SceneGuide::askForFile);
    connectPanel();
    connect(&window.session(), &Session::stateChanged, this, [this](const WindowState& before) {
        if (!(before.scenes == m_window.state().scenes))
            refresh();
    });
    refresh();
}

void SceneGuide::connectPanel()
{
    connect(&m_panel, &ScenesPanel::keepWanted, this, &SceneGuide::keep);
    connect(&m_panel, &ScenesPanel::replaceWanted, this, [this](int at) {
        QList<PlannedStep> scenes = m_window.state().scenes;
        scenes[at].contents = onScreen().contents; // its words stay
        set(scenes);
    });
    connect(&m_panel, &ScenesPanel::scenesChanged, this, &SceneGuide::set);
    connect(&m_panel, &ScenesPanel::sceneWanted, this, [this](int at) {
        m_window.sessionGuide()->showFigure(m_window.state().scenes.value(at).contents);
        m_window.session().endStep();
    });
    connect(&m_panel, &ScenesPanel::exportWanted, m_window.action(Act::ExportScenes), &QAction::trigger);
    connect(m_window.presenter(), &Presenter::stepWanted, this, [this] {
        if (m_window.presenter()->areScenes())
            m_panel.setCurrent(m_window.presenter()->at());
    });
    connect(m_window.action(Act::Present), &QAction::toggled, this, [this](bool isPresenting) {
        if (isPresenting)
            m_chosenBefore = m_panel.current();
        else
            m_panel.setCurrent(m_chosenBefore);
    });
}

/// The linked cursor has a head on every page: the picture is of it where it marks a place and its sentence names the head.
static bool isOfHead(const widgets::View& view, const QString& head)
{
    if (!view.marksPlace() && view.markedPart().isEmpty())
        return false;
    const widgets::FigureData data = view.figureData();
    if (!view.figure().whyNot(data).isEmpty() || !widgets::missingNeeds(view.figure(), data).empty())
        return false; // it says nothing yet
    const QRegularExpression named(QStringLiteral("\\b%1(?!\\d)").arg(QRegularExpression::escape(head)));
    return view.figure().caption(data).contains(named);
}

/// Its title is that of the picture, with the head where it is of one that is marked.
PlannedStep SceneGuide::onScreen() const
{
    const widgets::View& view = *m_window.currentView();
    const widgets::Selection at = m_window.selection()->pinned();
    QString title = widgets::titleText(view.figure(), view.figureData());
    if (const QString head = widgets::headLabel(at.layer, at.head); at.isHeadChosen && isOfHead(view, head))
        title += QStringLiteral(" · ") + head;
    return sceneOf({m_window.state(), QLatin1String(view.figure().id), view.figureData().options, at}, title);
}

void SceneGuide::keep()
{
    if (!m_window.currentView() || !m_window.runOf(0))
        return;
    QList<PlannedStep> scenes = m_window.state().scenes;
    const int at = scenes.isEmpty() ? 0 : m_panel.current() + 1;
    scenes.insert(at, onScreen());
    set(scenes);
    m_panel.setCurrent(at);
    m_window.say(tr("Kept as scene %1: %2").arg(at + 1).arg(scenes[at].title));
}

void SceneGuide::set(const QList<PlannedStep>& scenes)
{
    WindowState next = m_window.state();
    next.scenes = scenes;
    m_window.change(next);
    m_window.session().endStep();
}

void SceneGuide::refresh()
{
    const QList<PlannedStep>& scenes = m_window.state().scenes;
    m_panel.setScenes(scenes);
    m_window.presenter()->setScenes(scenes);
    m_window.action(Act::ExportScenes)->setEnabled(!scenes.isEmpty() && m_isExportable);
}

void SceneGuide::setExportable(bool isExportable)
{
    m_isExportable = isExportable;
    m_window.action(Act::ExportScenes)->setVisible(isExportable);
    m_panel.setExportable(isExportable);
    refresh();
}

void SceneGuide::askForFile()
{
    const bool hasNotes = std::ranges::any_of(m_window.state().scenes, [](const PlannedStep& scene) { return !scene.notes.isEmpty(); });
    m_export->ask(tr("Export scenes"), hasNotes, plan(), millisecondsAScene);
}

bool SceneGuide::isExporting() const { return m_export->isBusy(); }

void SceneGuide::exportTo(const QString& path) { m_export->write(path, plan(), millisecondsAScene); }

/// All of them as they are now.
FrameJob::Plan SceneGuide::plan() const
{
    return [scenes = m_window.state().scenes](RunDesk&, const core::RunControl&) { return scenes; };
}

} // namespace app
