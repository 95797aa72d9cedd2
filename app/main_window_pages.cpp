// MainWindow, what is looked at: pages, texts and their heads, steps of a training, back and forward, presenting.

#include "app/main_window.h"

#include "app/languages.h"
#include "app/status_line.h"
#include "app/tab_strip.h"

#include "core/files/bundled_models.h"
#include "core/files/training_runs.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/hovered_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training_sentences.h"
#include "widgets/views/view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace app {

widgets::View* MainWindow::currentView() const { return qobject_cast<widgets::View*>(m_pages->currentWidget()); }

/// The view of a page, made when it is first asked for.
widgets::View* MainWindow::viewAt(int index)
{
    auto* view = qobject_cast<widgets::View*>(m_pages->widget(index));
    if (!view) {
        QWidget* placeholder = m_pages->widget(index);
        view = widgets::allViews()[std::size_t(index)].create(&m_selection, m_pages);
        m_pages->insertWidget(index, view);
        m_pages->removeWidget(placeholder);
        delete placeholder;
        view->setSlotMode(m_state.mode, m_state.isLocked);
        if (m_runA)
            view->setRun(m_runA, m_runB);
        for (const widgets::Plot* plot : view->findChildren<widgets::Plot*>())
            connect(plot, &widgets::Plot::cellHovered, this, [this, plot](const QString&, int row) {
                m_status->setNumbers(row < 0 ? QStringList() : widgets::hoveredNumbers(*plot));
            });
        connect(view, &widgets::View::drawn, this, [this, view] {
            if (view == currentView()) {
                refreshFamily();
                refreshCompare();
                followFigure();
            }
        });
        connect(view, &widgets::View::viewWanted, this, [this](const QString& id) {
            if (showView(id)) // the picture of what was clicked, not a survey of all
                currentView()->lookCloser();
        });
        connect(view, &widgets::View::choiceWanted, this, &MainWindow::addChoice);
    }
    return view;
}

void MainWindow::showPage(int index)
{
    if (index < 0 || index >= m_pages->count())
        return;
    m_pages->setCurrentWidget(viewAt(index));
    m_tabs->setCurrentIndex(index);
    m_settings.view = widgets::allViews()[std::size_t(index)].id;
    m_status->setNumbers({});
    if (m_lookIsNew)
        m_lookIsNew->start();
    followFigure();
}

bool MainWindow::showView(const QString& id)
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->tabData(i).toString() == id) {
            showPage(i);
            return true;
        }
    return false;
}

void MainWindow::setStale(bool stale)
{
    for (int i = 0; i < m_pages->count(); ++i)
        if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i)))
            view->setStale(stale);
}

void MainWindow::step(int layers, int heads)
{
    widgets::Selection to = m_selection.pinned();
    if (!run() || run()->trace->layers() == 0)
        return;
    to.layer = std::clamp(to.layer + layers, 0, int(run()->trace->layers()) - 1);
    to.head = std::clamp(to.head + heads, 0, std::max(1, widgets::queryHeads(*run(), to.layer)) - 1);
    m_selection.pin(to);
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
    connect(&m_selection, &widgets::SelectionModel::pinnedChanged, m_lookIsNew, looked);
    connect(m_inspector, &widgets::Inspector::tensorChanged, m_lookIsNew, looked);
    connect(this, &MainWindow::runShown, m_lookIsNew, looked);
}

Look MainWindow::currentLook() const
{
    return {m_tabs->tabData(m_tabs->currentIndex()).toString(), m_selection.pinned(), m_inspector->tensorName()};
}

void MainWindow::showLook(const Look& look)
{
    if (m_steps->isActive() != (look.selection.step >= 0))
        (*m_actions)[Act::StepThrough]->trigger();
    showView(look.page);
    m_selection.pin(look.selection);
    if (run()) // may be another by now
        clampSelection();
    m_inspector->showTensor(look.tensor);
}

/// Within the run on screen. REQUIRES: there is one.
void MainWindow::clampSelection()
{
    const int layers = int(run()->trace->layers());
    const int layer = std::clamp(m_selection.pinned().layer, 0, std::max(0, layers - 1));
    m_selection.clamp(layers, std::max(1, widgets::queryHeads(*run(), layer)), int(widgets::streamIds(*run()->trace).size()));
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
    if (!m_textIsDefault)
        return;
    const QString model = QString::fromStdString(m_state.slot().model);
    const core::CuratedPrompt* prompt = m_guide.opening();
    const std::string text = prompt ? prompt->text : defaultSentence(model).toStdString();
    if (text == m_state.slot().text)
        return;
    m_headIsDue = false;
    if (prompt) // no change of the person's
        take(*prompt, m_state.slot());
    else
        m_state.slot().text = text;
    m_prompt->setText(QString::fromStdString(text));
    m_target->setText(QString::fromStdString(m_state.slot().targetText));
    request();
}

void MainWindow::choosePrompt(int example)
{
    const core::CuratedPrompt* prompt = m_guide.at(example);
    if (!prompt)
        return;
    WindowState next = m_state;
    take(*prompt, next.slot());
    showView("attention");
    m_textIsDefault = false;
    if (!(next == m_state))
        return change(next);
    if (run() && !isBusy())
        lookAtHead();
    refreshHint();
}

/// Selects what the guide says about the text, once its run is there.
void MainWindow::lookAtHead()
{
    if (!m_headIsDue || !m_guided || shownSlot().text != m_guided->text)
        return;
    m_headIsDue = false;
    const int tokens = int(widgets::streamIds(*run()->trace).size());
    widgets::Selection at = m_selection.pinned();
    at.layer = m_guided->layer;
    at.head = m_guided->head;
    at.query = std::min(m_guided->query, tokens - 1);
    at.key = std::min(m_guided->key, tokens - 1);
    m_selection.pin(at);
    if (widgets::View* view = currentView())
        view->lookCloser();
}

/// What the guide says holds for its head and the finished weights under their own choices only.
void MainWindow::refreshHint()
{
    if (!m_guided || m_guided->text != m_state.slot().text)
        return m_prompt->setHint({});
    const QString sentence = sentenceOf(*m_guided), early = tr("At the end of the training: %1").arg(sentence);
    const widgets::Selection& at = m_selection.pinned();
    const bool isItsHead = m_headIsDue || (at.layer == m_guided->layer && at.head == m_guided->head);
    QString hint;
    if (isItsHead && run() && run()->setup) {
        const core::WeightsOrigin& origin = run()->setup->origin;
        const std::string model = core::withoutStep(shownSlot().model);
        const bool isItsModel = origin.how == core::WeightsOrigin::How::Trained
            && core::withoutStep(origin.model) == core::withoutStep(run()->setup->model->name);
        if (isItsModel)
            hint = model == shownSlot().model ? sentence : early;
    }
    m_prompt->setHint(hint, early);
}

void MainWindow::fillExamples()
{
    m_prompt->setExamples(m_guide.sentences(), m_guide.titles());
    refreshHint();
}

void MainWindow::refreshScrubber()
{
    const QString model = QString::fromStdString(shownSlot().model);
    if (m_snapshotsModel != model) { // the disk is asked once for each model
        m_snapshotsModel = model;
        const std::string folder = isTraceFile(shownSlot().model) ? "" : folderOfModel(model);
        m_snapshots = folder.empty() ? std::vector<long>() : core::snapshotSteps(folder);
    }
    const std::optional<core::SnapshotName> snapshot = core::snapshotName(shownSlot().model);
    const long step = snapshot ? QString::fromStdString(snapshot->step).toLong() : -1;
    // The numbers are those of the weights that run: of the model, or of one that was trained beside it with these choices.
    const std::string own = core::withoutStep(shownSlot().model);
    const core::WeightsOrigin* origin = run() && run()->setup ? &run()->setup->origin : nullptr;
    const bool isSibling = origin && origin->how == core::WeightsOrigin::How::Trained
        && core::withoutStep(origin->model) != core::withoutStep(run()->setup->model->name);
    widgets::TrainingMoment moment = isSibling ? widgets::trainingMoment(QString::fromStdString(origin->model), -1)
                                               : widgets::trainingMoment(QString::fromStdString(own), double(step));
    if (isSibling)
        moment.sentence
            = moment.sentence.isEmpty() ? QString() : tr("%1: %2").arg(QString::fromStdString(origin->model), moment.sentence);
    else if (origin && origin->how == core::WeightsOrigin::How::Kept)
        moment.sentence.clear(); // measured with other choices
    m_scrubber->setSteps(m_snapshots, moment.lastStep);
    m_scrubber->setStep(step);
    m_scrubber->setNote(moment.sentence);
}

void MainWindow::setTrainingStep(long step)
{
    WindowState next = m_state;
    const std::string model = core::withoutStep(next.slot().model);
    next.slot().model = step < 0 ? model : model + "@" + std::to_string(step);
    change(next);
}

} // namespace app
