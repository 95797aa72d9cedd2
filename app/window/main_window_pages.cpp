// MainWindow, what is looked at: pages, places, symbols and concepts, the picture and its numbers.

#include "app/window/main_window.h"
#include "app/window/training_guide.h"

#include "app/base/languages.h"
#include "app/session/compared_by_offer.h"
#include "app/window/intervening.h"
#include "app/window/page_links.h"
#include "app/window/page_needs.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/session_guide.h"
#include "app/window/settings_guide.h"
#include "app/window/status_line.h"
#include "app/window/step_guide.h"
#include "app/window/symbol_legend.h"
#include "app/window/tab_strip.h"
#include "app/window/tensor_page.h"

#include "core/files/library/training_runs.h"
#include "core/trace/weight_place.h"
#include "widgets/controls/menu_text.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/sides.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/hovered_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/concepts.h"
#include "widgets/views/diagram/view.h"
#include "widgets/views/pass_order.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_families.h"
#include "widgets/views/shared/view.h"
#include "widgets/views/training/view.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace app {

/// What the page that this view shows is about.
static QStringList familiesShown(int index, const widgets::View& view)
{
    const QString page = widgets::showOption.in(view.figureData().options);
    return widgets::familiesOf(
        widgets::allViews()[std::size_t(index)], page.isEmpty() ? QString::fromLatin1(view.figure().id) : page);
}

widgets::View* MainWindow::currentView() const { return m_pages->current(); }

/// A page that is looked at for the first time shows what the others do.
void MainWindow::prepareView(int index, widgets::View* view)
{
    view->setSlotMode(state().mode, state().isLocked);
    if (runOf(0))
        view->setRun(runOf(0), runOf(1));
    else
        view->setNotice(notice(opening()));
    m_sessionGuide->restoreKept(index, *view);
    view->setWhatIf(state().whatIf.value(m_tabs->idAt(index)).toMap());
    view->setStale(m_session.isTextGone());
    view->setTextGone(m_session.isTextGone());
    for (const widgets::Plot* plot : view->findChildren<widgets::Plot*>()) {
        connect(plot, &widgets::Plot::cellHovered, this, [this, plot](const QString&, int row) {
            m_status->setNumbers(row < 0 ? QStringList() : widgets::hoveredNumbers(*plot));
        });
        connect(plot, &widgets::Plot::numberMarked, m_status, &StatusLine::setNumbers);
    }
    if (const auto* figures = qobject_cast<widgets::FigureView*>(view))
        connect(
            figures, &widgets::FigureView::rowsCopied, this, [this](int rows) { say(tr("Copied: %n row(s)", nullptr, rows)); });
    connect(view, &widgets::View::drawn, this, [this, view, index] {
        if (view == currentView()) {
            describeMark();
            refreshCompare();
            m_switches->setFamilies(familiesShown(index, *view));
            emit pictureChanged();
        }
    });
    connect(view, &widgets::View::needsMissing, this, [this, view] {
        if (view == currentView())
            m_needs->ask();
    });
    connect(view, &widgets::View::viewWanted, this, [this](const QString& id) {
        if (showView(id)) // the picture of what was clicked, not a survey of all
            currentView()->lookCloser();
    });
    if (auto* const diagram = qobject_cast<widgets::DiagramView*>(view))
        connect(diagram, &widgets::DiagramView::pageWanted, this, [this](const QString& tensor) {
            if (!showPageOf(*this, tensor))
                showTensor(tensor);
        });
    connect(view, &widgets::View::tensorWanted, this, &MainWindow::showTensor);
    m_intervening->listenTo(*view);
    connect(view, &widgets::View::tokenWanted, &m_session, &Session::appendToken);
    connect(view, &widgets::View::choiceWanted, this, &MainWindow::takeOffer);
    connect(view, &widgets::View::modelWanted, this, [this](const QString& name, bool asB) {
        asB ? change(withModelAsB(state(), name)) : openModel(name);
    });
    if (auto* const training = qobject_cast<widgets::TrainingView*>(view))
        TrainingGuide::in(*this).setView(training);
    connect(view, &widgets::View::modeWanted, this, &MainWindow::showMode);
    connect(view, &widgets::View::whatIfChanged, this, [this, view, page = m_tabs->idAt(index)] {
        WindowState next = state();
        next.whatIf.remove(page);
        if (const QVariantMap numbers = view->whatIf(); !numbers.isEmpty())
            next.whatIf[page] = numbers;
        change(next);
    });
}

/// A choice, or another way out of an empty page.
void MainWindow::takeOffer(const QString& key, const QString& value)
{
    if (key == QLatin1String(widgets::comparedOffer))
        return change(comparedByOffer(state(), value));
    if (key == QLatin1String(widgets::otherModelOffer))
        return change(withModelAsB(state(), value));
    if (key == QLatin1String(widgets::conceptOffer))
        return showConcept(value);
    if (key == QLatin1String(widgets::openingTextOffer))
        return m_session.takeOpeningText();
    if (key == QLatin1String(widgets::firstTokensOffer))
        return m_session.keepFirstTokens(value.toInt());
    if (key != QLatin1String(widgets::modelOffer))
        return addChoice(key, value);
    if (!state().b || state().a.model != state().b->model)
        return openModel(value);
    WindowState next = state(); // choices of one model are compared, and stay so
    next.a.model = next.b->model = value.toStdString();
    change(next);
}

void MainWindow::showPage(int index)
{
    if (index < 0 || index >= m_pages->count())
        return;
    QWidget* const focus = focusWidget();
    m_pages->setCurrentWidget(m_pages->at(index));
    showTable();
    m_tabs->setCurrentIndex(index);
    m_pageMenu->setText(widgets::menuText(m_tabs->textAt(index)) + QStringLiteral(" ▾"));
    hostGuests();
    if (focus && m_links->isAncestorOf(focus)) // who walks on with the keyboard
        focus->setFocus();
    refreshLinks();
    fitPage();
    refreshCompare();
    m_settings.view = widgets::allViews()[std::size_t(index)].id;
    m_switches->setFamilies(familiesShown(index, *currentView()));
    m_stepGuide->refreshPlace();
    m_status->setNumbers({});
    describeMark();
    emit pictureChanged();
}

/// The picture of the page on screen, or its numbers as a table.
void MainWindow::showTable()
{
    if (auto* const figures = qobject_cast<widgets::FigureView*>(currentView()))
        figures->setShowsTable((*m_actions)[Act::ShowTable]->isChecked());
    m_stepGuide->refreshPlace();
}

void MainWindow::setShowsTable(bool isTable)
{
    if ((*m_actions)[Act::ShowTable]->isChecked() == isTable)
        return; // as showPage() left it
    (*m_actions)[Act::ShowTable]->setChecked(isTable);
    showTable();
}

/// The pages before and after this one in the pass of the models on screen.
void MainWindow::refreshLinks()
{
    const widgets::RunPtr runs[] = {runOf(0), runOf(1) ? runOf(1) : runOf(0)};
    const QString here = m_tabs->idAt(m_tabs->currentIndex());
    auto [before, after] = widgets::neighboursOf(here, runs);
    while (before && m_classroom.pages.contains(QLatin1String(before->id)))
        before = widgets::neighboursOf(QLatin1String(before->id), runs).before;
    while (after && m_classroom.pages.contains(QLatin1String(after->id)))
        after = widgets::neighboursOf(QLatin1String(after->id), runs).after;
    const auto endAt = [&](const widgets::ViewInfo* page, Act act, const QString& where) {
        (*m_actions)[act]->setEnabled(page);
        if (!page)
            return PageLinks::End();
        const QString name = QCoreApplication::translate("views", page->title);
        const QString question = QCoreApplication::translate("figures", page->figures.front()->title);
        const QString keys = (*m_actions)[act]->shortcut().toString(QKeySequence::NativeText);
        return PageLinks::End{QString::fromLatin1(page->id), name, where.arg(name, question, keys)};
    };
    m_links->setEnds(endAt(before, Act::PreviousInPass, tr("Before this in the pass: %1. %2 (%3)")),
        endAt(after, Act::NextInPass, tr("After this in the pass: %1. %2 (%3)")));
}

/// The slots in another way. A difference that would mean nothing is not shown; why is said.
void MainWindow::showMode(widgets::SlotMode mode)
{
    if (!state().b && mode != widgets::SlotMode::A)
        return (*m_actions)[Act::MakeB]->trigger();
    const widgets::View* view = currentView();
    const widgets::FigureData drawn = view && state().b ? view->figureData() : widgets::FigureData();
    const QString reason = (mode == widgets::SlotMode::Delta || mode == widgets::SlotMode::All) && drawn.a && drawn.b
        ? widgets::whyNoDifference(view->figure(), drawn) : QString();
    if (reason.isEmpty()) {
        if (mode == widgets::SlotMode::All && m_drawers->covers(3))
            m_drawers->closeOver(); // it would hide what is asked for
        return change(withMode(state(), mode));
    }
    m_notifications->post(widgets::Severity::Info, reason);
    refreshCompare(); // what is checked in the menu
}

bool MainWindow::showView(const QString& id)
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->idAt(i) == id && !m_tabs->isHidden(i)) {
            showPage(i);
            return true;
        }
    return false;
}

widgets::View* MainWindow::pageOf(const QString& id)
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->idAt(i) == id && !m_tabs->isHidden(i))
            return m_pages->at(i);
    return nullptr;
}

/// The legend of symbols, over the page; the page keeps its place.
void MainWindow::showSymbols(bool wanted)
{
    if (!wanted && m_symbols->isAncestorOf(focusWidget()))
        centralWidget()->setFocus();
    m_symbols->setRuns(runOf(0), runOf(1));
    m_symbols->setVisible(wanted);
    (*m_actions)[Act::ShowSymbols]->setChecked(wanted);
    placeOver();
}

/// The page of an entry of that menu, with its other controls as they were.
void MainWindow::showConcept(const QString& id)
{
    const QString wanted = id.section(QLatin1Char(' '), 0, 0), words = id.section(QLatin1Char(' '), 1);
    for (const widgets::Concept& one : widgets::allConcepts())
        for (const widgets::ConceptPage& page : widgets::pagesOf(one))
            if (wanted == QLatin1String(one.id) && page.words() == words && showView(page.view)) {
                currentView()->restore(page.figure, page.allOptions());
                return;
            }
}

/// The status line is about what the page on screen marks now: another picture has other numbers under the mouse.
void MainWindow::describeMark()
{
    const widgets::View* view = currentView();
    if (!view)
        return;
    const QVariantMap options = view->figureData().options;
    const auto token = [&](const widgets::WholeOption& option) {
        const QVariant said = option.valueIn(options);
        return said.isValid() ? said.toInt() : -1;
    };
    const QString marked = view->markedTensor();
    const bool isWeight = !core::weightOf(marked.toStdString()).empty(); // and no tensor of the run
    m_status->setMarkedTensor(
        isWeight ? QString() : marked, view->marksPlace(), {token(widgets::sourceQueryOption), token(widgets::sourceKeyOption)});
    const core::AttentionPart part = core::partOfName(marked.toStdString());
    m_tokens->setPart(part, {part == core::AttentionPart::Encoder ? token(widgets::sourceQueryOption) : -1,
                                token(widgets::sourceKeyOption)});
    const QList<widgets::Plot*> plots = view->findChildren<widgets::Plot*>();
    m_status->setPart(
        view->markedPart(), std::ranges::any_of(plots, [](const widgets::Plot* plot) { return !plot->cellMaps().isEmpty(); }));
    if (m_status->numbers().isEmpty())
        return;
    QStringList numbers;
    for (const widgets::Plot* plot : plots)
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
    if (!showConfigured())
        m_choices->editor()->setOpening(model);
    dimWords(!model.isEmpty() || m_session.isTextGone() || isOfBefore());
    for (widgets::View* const view : m_pages->allMade()) {
        view->setNotice(notice(model));
        view->setStale(stale);
    }
}

/// What was asked last was refused: all on screen is of the run before.
bool MainWindow::isOfBefore() const { return m_hasFailed && m_session.isTextRefused(); }

/// Why there is no run of what was asked, while this model is being opened (empty: none is); empty: there is one, or soon.
QString MainWindow::notice(const QString& opened) const
{
    if (m_hasFailed && !m_session.isBusy() && !run())
        return tr("Nothing could run: the message below (⚠) says why.");
    if (isOfBefore())
        return tr("Still the run before: what was asked last could not run.");
    return opened.isEmpty() ? QString() : tr("Opening %1 …").arg(opened);
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
    goTo(to);
}

void MainWindow::goTo(const widgets::Selection& place)
{
    m_session.selection()->unhover();
    m_status->setNumbers({});
    m_session.selection()->pin(place);
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
    else if (!m_steps->handleKey(*event) && !m_presenter->handleArrow(*event))
        QMainWindow::keyPressEvent(event);
}

void MainWindow::setTheme(widgets::ThemeId theme)
{
    widgets::setCurrentTheme(theme);
    if (!m_isPresenting) {
        m_settings.theme = theme;
        m_settings.followsSystem = false;
        keepSettings();
    }
    restyle();
}

void MainWindow::setLanguage(const QString& language)
{
    m_settings.language = language;
    keepSettings();
    app::setLanguage(language); // everything hears of it through LanguageChange
    m_session.translateTexts();
    m_settingsGuide->showChosen();
}

} // namespace app
