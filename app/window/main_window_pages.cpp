// MainWindow, what is looked at: pages, texts and their heads, steps of a training, back and forward, presenting.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/page_tabs.h"
#include "app/window/status_line.h"
#include "app/window/tab_strip.h"

#include "core/files/library/training_runs.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/hovered_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/view.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace app {

widgets::View* MainWindow::currentView() const { return qobject_cast<widgets::View*>(m_pages->currentWidget()); }

/// The view of a page, made when it is first requested.
widgets::View* MainWindow::viewAt(int index)
{
    auto* view = qobject_cast<widgets::View*>(m_pages->widget(index));
    if (!view) {
        QWidget* placeholder = m_pages->widget(index);
        view = widgets::allViews()[std::size_t(index)].create(m_session.selection(), m_pages);
        m_pages->insertWidget(index, view);
        m_pages->removeWidget(placeholder);
        delete placeholder;
        view->setSlotMode(state().mode, state().isLocked);
        if (runOf(0))
            view->setRun(runOf(0), runOf(1));
        else
            view->setOpening(opening());
        view->setStale(m_session.isTextGone());
        view->setTextGone(m_session.isTextGone());
        for (const widgets::Plot* plot : view->findChildren<widgets::Plot*>())
            connect(plot, &widgets::Plot::cellHovered, this, [this, plot](const QString&, int row) {
                m_status->setNumbers(row < 0 ? QStringList() : widgets::hoveredNumbers(*plot));
            });
        connect(view, &widgets::View::drawn, this, [this, view] {
            if (view == currentView()) {
                describeMark();
                refreshCompare();
                followFigure();
            }
        });
        connect(view, &widgets::View::needsMissing, this, [this, view] {
            if (view == currentView())
                askNeeds();
        });
        connect(view, &widgets::View::viewWanted, this, [this](const QString& id) {
            if (showView(id)) // the picture of what was clicked, not a survey of all
                currentView()->lookCloser();
        });
        connect(view, &widgets::View::tensorWanted, this, &MainWindow::showTensor);
        connect(view, &widgets::View::tokenWanted, &m_session, &Session::appendToken);
        connect(view, &widgets::View::choiceWanted, this, &MainWindow::addChoice);
        connect(view, &widgets::View::modelWanted, this, [this](const QString& name, bool asB) {
            if (!asB)
                return openModel(name);
            WindowState next = state().b ? state() : withB(state());
            next.b->model = name.toStdString();
            next.mode = widgets::SlotMode::SideBySide;
            change(next);
        });
        connect(view, &widgets::View::modeWanted, this, &MainWindow::showMode);
        connect(view, &widgets::View::whatIfChanged, this, [this, view, page = m_tabs->idAt(index)] {
            WindowState next = state();
            next.whatIf.remove(page);
            if (const QVariantMap numbers = view->whatIf(); !numbers.isEmpty())
                next.whatIf[page] = numbers;
            change(next);
        });
    }
    return view;
}

void MainWindow::showPage(int index)
{
    if (index < 0 || index >= m_pages->count())
        return;
    m_pages->setCurrentWidget(viewAt(index));
    m_tabs->setCurrentIndex(index);
    m_pageMenu->setText(m_tabs->textAt(index) + QStringLiteral(" ▾"));
    hostGuests();
    fitPage();
    refreshCompare();
    const widgets::ViewInfo& info = widgets::allViews()[std::size_t(index)];
    m_settings.view = info.id;
    QStringList families;
    for (const char* key : info.families)
        if (key)
            families << QString::fromLatin1(key);
    m_switches->setFamilies(families);
    m_status->setNumbers({});
    describeMark();
    if (m_lookIsNew)
        m_lookIsNew->start();
    followFigure();
}

/// The slots in another way. A difference that would mean nothing is not shown; why is said.
void MainWindow::showMode(widgets::SlotMode mode)
{
    const widgets::View* view = currentView();
    const widgets::FigureData drawn = view && state().b ? view->figureData() : widgets::FigureData();
    const QString reason = (mode == widgets::SlotMode::Delta || mode == widgets::SlotMode::All) && drawn.a && drawn.b
        ? widgets::whyNoDifference(view->figure(), drawn)
        : QString();
    if (reason.isEmpty())
        return change(withMode(state(), mode));
    m_notifications->post(widgets::Severity::Info, reason);
    refreshCompare(); // what is checked in the menu
}

bool MainWindow::showView(const QString& id)
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->idAt(i) == id) {
            showPage(i);
            return true;
        }
    return false;
}

/// The status line is about what the page on screen marks now: another picture has other numbers under the mouse.
void MainWindow::describeMark()
{
    const widgets::View* view = currentView();
    if (!view)
        return;
    m_status->setMarkedTensor(view->markedTensor(), view->marksPlace());
    if (m_status->numbers().isEmpty())
        return;
    QStringList numbers;
    for (const widgets::Plot* plot : view->findChildren<widgets::Plot*>())
        numbers += widgets::hoveredNumbers(*plot);
    m_status->setNumbers(numbers);
}

/// Where a number of this tensor comes from, at the selection.
void MainWindow::showTensor(const QString& tensor)
{
    m_inspector->showTensor(tensor);
    m_rightTabs->setCurrentIndex(1);
    m_drawers->setOpen(Drawers::Right, true);
}

/// The picture is of an older request; where that is of another model, the choices are, too.
void MainWindow::setStale(bool stale)
{
    const QString model = stale ? opening() : QString();
    m_choices->editor()->setOpening(model);
    dimWords(!model.isEmpty() || m_session.isTextGone());
    for (int i = 0; i < m_pages->count(); ++i)
        if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i))) {
            view->setOpening(model);
            view->setStale(stale);
        }
}

/// The model that is requested, when no run of it is on screen; else empty.
QString MainWindow::opening() const
{
    const std::string asked = core::withoutStep(state().slot().model);
    const bool isHere = run() && core::withoutStep(m_session.shownSlot().model) == asked;
    return isHere ? QString() : QFileInfo(QString::fromStdString(asked)).fileName();
}

void MainWindow::step(int layers, int heads)
{
    widgets::Selection to = m_session.selection()->pinned();
    if (!run() || run()->trace->layers() == 0)
        return;
    to.layer = std::clamp(to.layer + layers, 0, int(run()->trace->layers()) - 1);
    to.head = std::clamp(to.head + heads, 0, std::max(1, widgets::queryHeads(*run(), to.layer)) - 1);
    m_session.selection()->pin(to);
}

/// What is looked at is remembered, once for all that changes at a time.
void MainWindow::connectLooks()
{
    m_lookClock.start();
    m_lookIsNew = new QTimer(this);
    m_lookIsNew->setSingleShot(true);
    connect(m_lookIsNew, &QTimer::timeout, this, [this] {
        if (run())
            m_looks.look(currentLook(), m_lookClock.elapsed());
        (*m_actions)[Act::Back]->setEnabled(m_looks.canGoBack());
        (*m_actions)[Act::Forward]->setEnabled(m_looks.canGoForward());
    });
    for (const Act act : {Act::Back, Act::Forward})
        (*m_actions)[act]->setEnabled(false);
    const auto looked = qOverload<>(&QTimer::start);
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, m_lookIsNew, looked);
    connect(m_inspector, &widgets::Inspector::tensorChanged, m_lookIsNew, looked);
    connect(this, &MainWindow::runShown, m_lookIsNew, looked);
}

Look MainWindow::currentLook() const
{
    return {m_tabs->idAt(m_tabs->currentIndex()), m_session.selection()->pinned(), m_inspector->tensorName()};
}

void MainWindow::showLook(const Look& look)
{
    if (m_steps->isActive() != (look.selection.step >= 0))
        (*m_actions)[Act::StepThrough]->trigger();
    showView(look.page);
    m_session.selection()->pin(look.selection);
    if (run()) // may be another by now
        m_session.followSelection();
    m_inspector->showTensor(look.tensor);
}

/// The number under the mouse, else the one that the inspector shows.
void MainWindow::copyValue()
{
    QStringList numbers = m_status->numbers();
    if (numbers.isEmpty())
        numbers << m_inspector->exactValue();
    numbers.removeAll(QString());
    if (numbers.isEmpty())
        return m_notifications->post(widgets::Severity::Info, tr("There is no number here: point at a cell, or click one."));
    QGuiApplication::clipboard()->setText(numbers.join(QLatin1Char('\t')));
    say(tr("Copied: %1").arg(numbers.join(QStringLiteral("  |  "))));
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Backspace && event->modifiers() == Qt::NoModifier)
        (*m_actions)[Act::Back]->trigger();
    else if (!m_steps->handleKey(*event))
        QMainWindow::keyPressEvent(event);
}

void MainWindow::setTheme(widgets::ThemeId theme)
{
    widgets::setCurrentTheme(theme);
    if (!m_isPresenting)
        m_settings.theme = theme;
    restyle();
}

void MainWindow::setLanguage(const QString& language)
{
    m_settings.language = language;
    app::setLanguage(language); // everything hears of it through LanguageChange
    m_session.translateTexts();
}

} // namespace app
