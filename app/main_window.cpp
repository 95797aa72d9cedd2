#include "app/main_window.h"

#include "app/compare_bar.h"
#include "app/figure_file.h"
#include "app/languages.h"
#include "app/next_tokens.h"
#include "app/recipe.h"
#include "app/state_command.h"
#include "app/status_line.h"
#include "app/tab_strip.h"

#include "core/files/bundled_models.h"
#include "core/files/model_files.h"
#include "core/files/training_runs.h"
#include "widgets/figure/compose.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/model_diagram.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/text_label.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/plot/hovered_numbers.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training_sentences.h"
#include "widgets/views/view.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace app {

using widgets::TextLabel;
using widgets::TextRole;
using widgets::Tone;
namespace space = widgets::space;

namespace {

constexpr int veilMs = 120; // a shorter pass changes the picture without a flash
constexpr int leftWidth = 232;
constexpr int rightWidth = 320;

/// A column with the paddings of a panel.
QVBoxLayout* panelColumn(QWidget* panel)
{
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(space::l, space::m, space::l, space::m);
    column->setSpacing(space::s);
    return column;
}

/// Fills its area with the surface colour, so that panels stand on the faint ground of the window.
void onSurface(QWidget* widget)
{
    widget->setAutoFillBackground(true);
    widget->setBackgroundRole(QPalette::Base);
}

/// What holds in the window unless the person says otherwise: a toggle brings the weights that were trained with it.
core::Choices windowChoices()
{
    core::Choices said;
    said.set("weights", "trained_or_keep");
    return said;
}

double parameterCount(const core::Setup& setup)
{
    double total = 0;
    for (const core::WeightSpec& spec : setup.specs)
        total += double(core::elements(spec.shape));
    return total;
}

} // namespace

MainWindow::MainWindow(const Start& start)
    : m_start(start)
    , m_settings(start.remembers ? loadSettings() : Settings{})
    , m_actions(new WindowActions(this))
{
    qRegisterMetaType<RunOutcome>();
    m_textIsDefault = start.text.isEmpty();
    m_state.a.text = start.text.toStdString();
    m_state = isFigureFile(start.model.toStdString()) ? stateOfFigure(start.model) : beginning(m_state, start.model);
    m_state.a.said.merge(start.said);
    if (start.saidOfB) {
        m_state = withMode(withB(m_state), start.mode);
        m_state.b->said.merge(*start.saidOfB);
    }
    connect(&m_runner, &ForwardRunner::finished, this,
        [this](const RunOutcome& outcome) { outcome.result ? showResult(outcome) : showFailure(outcome); });
    connect(&m_runner, &ForwardRunner::kindsFinished, this, &MainWindow::showKinds);
    m_runner.run({m_state.a, m_state.b});

    setAcceptDrops(true);
    setMinimumSize(880, 480);
    buildPanes();
    buildTabs();
    connectActions();
    connectLooks();
    retranslate();
    restyle();
    resize(1366, 768);
    resetLayout();
    if (!m_settings.geometry.isEmpty())
        restoreGeometry(m_settings.geometry);
    if (!m_settings.panes.isEmpty())
        m_panes->restoreState(m_settings.panes);
    if (!showView(m_start.view) && !showView(m_settings.view))
        showPage(0);
    m_status->begin();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildPanes()
{
    m_actions->buildMenus(menuBar());
    connect(m_actions->recentMenu(), &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(m_actions->modelMenu(), &QMenu::aboutToShow, this, &MainWindow::fillModelMenu);

    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    m_topLine = new QWidget(central);
    onSurface(m_topLine);
    auto* top = new QHBoxLayout(m_topLine);
    top->setContentsMargins(space::l, space::s, space::l, space::s);
    m_prompt = new widgets::PromptLine(m_topLine);
    m_prompt->setText(QString::fromStdString(m_state.a.text));
    m_target = new widgets::PromptLine(m_topLine);
    m_target->setIsTarget();
    m_target->hide();
    m_makeB = new QPushButton(m_topLine);
    m_makeB->setObjectName("compareButton");
    m_present = new QPushButton(m_topLine);
    m_export = new QPushButton(m_topLine);
    m_export->setObjectName("exportButton");
    top->addWidget(m_prompt, 1);
    m_arrow = new TextLabel(TextRole::Section, Tone::Muted, m_topLine);
    m_arrow->setText(QStringLiteral("→"));
    m_arrow->hide();
    top->addWidget(m_arrow);
    top->addWidget(m_target, 1);
    top->addWidget(m_makeB, 0, Qt::AlignTop);
    top->addWidget(m_present, 0, Qt::AlignTop);
    top->addWidget(m_export, 0, Qt::AlignTop);
    m_notifications = new widgets::NotificationBar(central);

    m_left = new QWidget;
    onSurface(m_left);
    auto* left = panelColumn(m_left);
    m_modelName = new TextLabel(TextRole::Section, Tone::Normal, m_left);
    m_modelFacts = new TextLabel(TextRole::Body, Tone::Muted, m_left);
    m_modelFacts->setWordWrap(true);
    m_diagram = new widgets::ModelDiagram(&m_selection, m_left);
    left->addWidget(m_modelName);
    left->addWidget(m_modelFacts);
    auto* diagramScroll = new QScrollArea(m_left); // a block of two stacks may be higher than the window
    diagramScroll->setFrameShape(QFrame::NoFrame);
    diagramScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    diagramScroll->setWidgetResizable(true);
    diagramScroll->setWidget(m_diagram);
    left->addWidget(diagramScroll, 1);

    auto* centre = new QWidget;
    auto* middle = new QVBoxLayout(centre);
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    m_tabs = new TabStrip(centre);
    m_compare = new CompareBar(centre);
    m_compare->hide();
    m_tokens = new widgets::TokenStrip(&m_selection, centre);
    m_scrubber = new widgets::StepScrubber(centre);
    m_pages = new QStackedWidget(centre);
    middle->addWidget(m_tabs);
    middle->addWidget(m_compare);
    middle->addWidget(m_tokens);
    middle->addWidget(m_scrubber);
    middle->addWidget(m_pages, 1);
    m_steps = new widgets::StepTimeline(&m_selection, centre);
    middle->addWidget(m_steps);

    // Choices with what follows from them, or any tensor: one at a time, so that each has the height it needs.
    m_right = new QWidget;
    onSurface(m_right);
    auto* right = new QVBoxLayout(m_right);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    m_rightTabs = new TabStrip(m_right);
    m_rightTabs->addTab(QString());
    m_rightTabs->addTab(QString());
    auto* rightPages = new QStackedWidget(m_right);
    auto* choicesPage = new QWidget;
    auto* choices = new QVBoxLayout(choicesPage);
    choices->setContentsMargins(0, 0, 0, 0);
    choices->setSpacing(0);
    m_choices = new widgets::VariantPanel(choicesPage);
    auto* next = new QWidget(choicesPage);
    auto* nextColumn = panelColumn(next);
    m_nextTitle = new TextLabel(TextRole::Section, Tone::Normal, next);
    m_nextTokens = new NextTokens(&m_selection, next);
    nextColumn->addWidget(m_nextTitle);
    nextColumn->addWidget(m_nextTokens);
    choices->addWidget(m_choices, 1);
    choices->addWidget(next);
    m_inspector = new widgets::Inspector(&m_selection, m_right);
    rightPages->addWidget(choicesPage);
    rightPages->addWidget(m_inspector);
    connect(m_rightTabs, &QTabBar::currentChanged, rightPages, &QStackedWidget::setCurrentIndex);
    right->addWidget(m_rightTabs);
    right->addWidget(rightPages, 1);

    m_panes = new QSplitter(central);
    m_panes->setHandleWidth(1);
    m_panes->setChildrenCollapsible(false);
    m_panes->addWidget(m_left);
    m_panes->addWidget(centre);
    m_panes->addWidget(m_right);
    m_panes->setStretchFactor(1, 1);

    m_status = new StatusLine(&m_selection, central);
    onSurface(m_status);
    column->addWidget(m_topLine);
    column->addWidget(m_notifications);
    column->addWidget(m_panes, 1);
    column->addWidget(m_status);
    setCentralWidget(central);
    central->setFocusPolicy(Qt::ClickFocus);
    central->setFocus(); // not the prompt: keys move the cursor until the person types

    m_veil = new QTimer(this);
    m_veil->setSingleShot(true);
    m_veil->setInterval(veilMs);
    connect(m_veil, &QTimer::timeout, this, [this] { setStale(true); });
}

void MainWindow::buildTabs()
{
    // Views are made when they are first looked at.
    for (const widgets::ViewInfo& view : widgets::allViews()) {
        m_tabs->addTab(QString());
        m_tabs->setTabData(m_tabs->count() - 1, QString(view.id));
        m_pages->addWidget(new QWidget(m_pages));
    }
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::showPage);
}

void MainWindow::connectActions()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::OpenFile, [this] { openDialog(false); });
    on(Act::OpenFolder, [this] { openDialog(true); });
    on(Act::Export, [this] {
        if (!m_exportDialog) {
            m_exportDialog = new ExportDialog([this] { return exportSource(); }, this);
            connect(m_exportDialog, &ExportDialog::copyRequested, this, &MainWindow::copyFigure);
            connect(m_exportDialog, &ExportDialog::exported, this, [this](const ExportSettings& settings, const QString& folder) {
                m_lastExport = settings;
                m_lastExportFolder = folder;
            });
        }
        m_exportDialog->show();
        m_exportDialog->raise();
        m_exportDialog->activateWindow();
    });
    on(Act::ExportAgain, [this] {
        if (m_lastExportFolder.isEmpty())
            (*m_actions)[Act::Export]->trigger();
        else
            exportFigure(m_lastExport, m_lastExportFolder);
    });
    on(Act::CopyFigure, [this] { copyFigure(m_lastExport); });
    on(Act::Quit, [this] { close(); });
    on(Act::Undo, [this] { m_undo.undo(); });
    on(Act::Redo, [this] { m_undo.redo(); });
    on(Act::ResetChoices, [this] { setChoices(windowChoices()); });
    on(Act::MakeB, [this] { change(withB(m_state)); });
    on(Act::CloseB, [this] { change(withoutB(m_state)); });
    on(Act::SwapSlots, [this] {
        if (m_state.b)
            change(swapped(m_state));
    });
    for (const auto& [act, mode] : {std::pair{Act::ShowA, widgets::SlotMode::A}, {Act::ShowB, widgets::SlotMode::B},
             {Act::ShowSideBySide, widgets::SlotMode::SideBySide}, {Act::ShowDelta, widgets::SlotMode::Delta},
             {Act::ShowAll, widgets::SlotMode::All}})
        on(act, [this, mode = mode] { change(withMode(m_state, mode)); });
    on(Act::Blink, [this] {
        change(withMode(m_state, m_state.mode == widgets::SlotMode::A ? widgets::SlotMode::B : widgets::SlotMode::A));
    });
    const auto lock = [this](bool locked) {
        WindowState next = m_state;
        next.isLocked = locked;
        change(next);
    };
    on(Act::LockScales, lock);
    connect(m_compare, &CompareBar::lockChosen, this, lock);
    connect(m_compare, &CompareBar::modeChosen, this, [this](widgets::SlotMode mode) { change(withMode(m_state, mode)); });
    connect(m_compare, &CompareBar::slotChosen, this, [this](int slot) {
        WindowState next = m_state;
        next.edited = slot;
        if (next.mode == widgets::SlotMode::A || next.mode == widgets::SlotMode::B)
            next.mode = slot == 1 ? widgets::SlotMode::B : widgets::SlotMode::A;
        change(next);
    });
    connect(m_compare, &CompareBar::swapWanted, (*m_actions)[Act::SwapSlots], &QAction::trigger);
    connect(m_compare, &CompareBar::closeWanted, (*m_actions)[Act::CloseB], &QAction::trigger);
    connect(m_compare, &CompareBar::placeChosen, &m_selection, &widgets::SelectionModel::pin);
    connect(m_makeB, &QPushButton::clicked, (*m_actions)[Act::MakeB], &QAction::trigger);
    on(Act::Unpin, [this] {
        if (m_isPresenting)
            setPresenting(false);
        else
            m_selection.unpin();
    });
    on(Act::ThemeLight, [this] { setTheme(widgets::ThemeId::Light); });
    on(Act::ThemeDark, [this] { setTheme(widgets::ThemeId::Dark); });
    on(Act::ThemeProjector, [this] { setTheme(widgets::ThemeId::Projector); });
    on(Act::English, [this] { setLanguage("en"); });
    on(Act::Chinese, [this] { setLanguage("zh_CN"); });
    on(Act::ResetLayout, [this] { resetLayout(); });
    on(Act::Present, [this](bool checked) { setPresenting(checked); });
    on(Act::NextPage, [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % std::max(1, m_tabs->count())); });
    on(Act::PreviousPage,
        [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() - 1) % std::max(1, m_tabs->count())); });
    on(Act::NextLayer, [this] { step(1, 0); });
    on(Act::PreviousLayer, [this] { step(-1, 0); });
    on(Act::NextHead, [this] { step(0, 1); });
    on(Act::PreviousHead, [this] { step(0, -1); });
    on(Act::CopyValue, [this] { copyValue(); });
    on(Act::Back, [this] {
        if (m_looks.canGoBack())
            showLook(m_looks.back());
    });
    on(Act::Forward, [this] {
        if (m_looks.canGoForward())
            showLook(m_looks.forward());
    });
    on(Act::StepThrough, [this](bool checked) {
        m_steps->setActive(checked);
        for (const Act act : {Act::StepBack, Act::StepOn})
            (*m_actions)[act]->setEnabled(checked);
    });
    on(Act::StepBack, [this] { m_steps->moveBy(-1); });
    on(Act::StepOn, [this] { m_steps->moveBy(1); });
    on(Act::FocusPrompt, [this] { m_prompt->setFocus(Qt::ShortcutFocusReason); });
    on(Act::Stop, [this] { m_runner.stop(); });
    on(Act::About, [this] {
        m_notifications->post(widgets::Severity::Info,
            tr("Cutaway %1: a running Transformer with the casing cut away. Free software under the GPL, version 3 or later.")
                .arg(CUTAWAY_VERSION));
    });
    connect(&m_undo, &QUndoStack::canUndoChanged, (*m_actions)[Act::Undo], &QAction::setEnabled);
    connect(&m_undo, &QUndoStack::canRedoChanged, (*m_actions)[Act::Redo], &QAction::setEnabled);
    for (const Act act : {Act::Undo, Act::Redo, Act::Stop, Act::StepBack, Act::StepOn})
        (*m_actions)[act]->setEnabled(false);

    connect(m_export, &QPushButton::clicked, (*m_actions)[Act::Export], &QAction::trigger);
    connect(m_present, &QPushButton::clicked, (*m_actions)[Act::Present], &QAction::trigger);
    connect(m_prompt, &widgets::PromptLine::textChosen, this, &MainWindow::setPrompt);
    connect(m_prompt, &widgets::PromptLine::exampleChosen, this, &MainWindow::choosePrompt);
    connect(m_scrubber, &widgets::StepScrubber::stepChosen, this, &MainWindow::setTrainingStep);
    connect(m_target, &widgets::PromptLine::textChosen, this, [this](const QString& text) {
        m_targetIsNew = false;
        WindowState next = m_state;
        next.slot().targetText = text.toStdString();
        next.slot().targetIds.clear();
        change(next);
    });
    connect(m_choices, &widgets::VariantPanel::choicesChanged, this, &MainWindow::setChoices);
    connect(&m_selection, &widgets::SelectionModel::pinnedChanged, m_choices,
        [this](const widgets::Selection& pinned) { m_choices->setLayer(pinned.layer); });
    connect(m_diagram, &widgets::ModelDiagram::nodeActivated, this, [this](const QString& view, const QString& tensor) {
        showView(view);
        if (!tensor.isEmpty()) {
            m_inspector->showTensor(tensor);
            m_rightTabs->setCurrentIndex(1);
        }
    });
    connect(m_steps, &widgets::StepTimeline::stepShown, this, [this](const QString& tensor, const QStringList& views) {
        m_inspector->showTensor(tensor);
        m_diagram->showTensor(tensor);
        for (const QString& view : views)
            if (showView(view))
                break;
    });
    connect(m_status, &StatusLine::stopRequested, &m_runner, &ForwardRunner::stop);
    connect(m_status, &StatusLine::languageRequested, this, &MainWindow::setLanguage);
    connect(m_status, &StatusLine::messagesRequested, m_notifications, &QWidget::show);
    connect(m_notifications, &widgets::NotificationBar::countChanged, m_status, &StatusLine::setMessages);
    connect(&m_runner, &ForwardRunner::progressChanged, m_status, &StatusLine::setProgress);
    connect(&m_runner, &ForwardRunner::stopped, this, [this] {
        m_veil->stop();
        m_status->end();
        (*m_actions)[Act::Stop]->setEnabled(false);
        setStale(false);
        m_notifications->post(widgets::Severity::Info, tr("Stopped. The picture shows the run before."));
    });
}

void MainWindow::request()
{
    m_family = currentView() ? currentView()->family().toStdString() : std::string();
    m_runner.run({m_state.a, m_state.b, m_family});
    m_status->begin();
    (*m_actions)[Act::Stop]->setEnabled(true);
    if (!m_veil->isActive())
        m_veil->start();
}

void MainWindow::showResult(const RunOutcome& outcome)
{
    m_veil->stop();
    m_status->end();
    (*m_actions)[Act::Stop]->setEnabled(false);
    setStale(false);
    const widgets::RunPtr& edited = m_state.edited == 1 && outcome.b ? outcome.b : outcome.result;
    if (edited->setup && edited->setup->config.hasEncoder() && m_targetIsNew) {
        // One start token alone would show nothing: the translation of the first example, else the text itself.
        const QStringList pair = plainSentences();
        const qsizetype at = pair.indexOf(QString::fromStdString(m_state.slot().text));
        m_target->setText(at == 0 || at == 1 ? pair[1 - at] : m_prompt->text());
        m_state.slot().targetText = m_target->text().toStdString();
        m_targetIsNew = false;
        return request();
    }
    const bool isNew = outcome.result != m_runA || outcome.b != m_runB;
    m_runA = outcome.result;
    m_runB = outcome.b;
    m_shown = outcome.request;
    m_prompt->setProblem({});
    if (isNew) {
        m_notifications->clear();
        refreshPanels();
        for (int i = 0; i < m_pages->count(); ++i)
            if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i)))
                view->setRun(m_runA, m_runB);
        refreshCompare();
    }
    restoreFigure();
    followFigure();
    emit runShown();
}

void MainWindow::showKinds(const std::vector<widgets::KindRun>& kinds)
{
    m_kinds = kinds;
    if (widgets::View* view = currentView(); view && view->family().toStdString() == m_family)
        view->setKinds(m_kinds);
}

/// A picture that compares the kinds of a family gets them; one that does not needs none.
void MainWindow::refreshFamily()
{
    const widgets::View* view = currentView();
    if (!view || !m_runA || view->family().toStdString() == m_family)
        return;
    m_kinds.clear();
    if (view->family().isEmpty())
        m_family.clear();
    else
        request();
}

void MainWindow::refreshPanels()
{
    const widgets::RunPtr& shown = run();
    if (!shown)
        return;
    for (QWidget* part : {static_cast<QWidget*>(m_arrow), static_cast<QWidget*>(m_target)})
        part->setVisible(shown->setup && shown->setup->config.hasEncoder());

    const core::Trace& trace = *shown->trace;
    const int tokens = int(widgets::streamIds(trace).size());
    const int layer = m_selection.pinned().layer;
    int heads = 1;
    if (shown->setup)
        heads = int(shown->setup->config.block(std::min<core::Index>(layer, shown->setup->config.layers() - 1)).heads);
    m_selection.clamp(int(trace.layers()), heads, tokens);
    if (m_selection.pinned().query < 0) {
        widgets::Selection last = m_selection.pinned();
        last.query = tokens - 1;
        m_selection.pin(last);
    }

    lookAtHead();
    m_tokens->setRun(shown);
    m_diagram->setSetup(shown->setup);
    m_diagram->setComparison(m_runB ? m_runA : nullptr, m_runB);
    m_choices->setTokens(tokens);
    m_choices->setSetup(shown->setup);
    m_nextTokens->setRun(shown);
    m_inspector->setRun(shown);
    m_steps->setRun(shown);
    m_status->setRun(shown);
    refreshScrubber();
    retranslate();
}

void MainWindow::refreshCompare()
{
    const widgets::View* view = currentView();
    const widgets::FigureData drawn = view && m_state.b ? view->figureData() : widgets::FigureData();
    if (drawn.a && drawn.b)
        m_compare->showSlots(view->figure(), drawn, m_state.edited);
    m_compare->setVisible(drawn.a && drawn.b);
    for (const Act act : {Act::CloseB, Act::SwapSlots, Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll,
             Act::Blink, Act::LockScales})
        (*m_actions)[act]->setEnabled(m_state.b.has_value());
    static constexpr Act modes[] = {Act::ShowA, Act::ShowB, Act::ShowSideBySide, Act::ShowDelta, Act::ShowAll};
    (*m_actions)[modes[std::size_t(m_state.mode)]]->setChecked(true);
    (*m_actions)[Act::LockScales]->setChecked(m_state.isLocked);
    m_makeB->setVisible(!m_state.b);
}

void MainWindow::showFailure(const RunOutcome& outcome)
{
    m_veil->stop();
    m_status->end();
    (*m_actions)[Act::Stop]->setEnabled(false);
    setStale(false);
    m_notifications->post(outcome.error);
    if (!m_runA)
        return;

    // What was refused is taken back, so that controls and picture agree again. A text stays as it was typed.
    WindowState typed = m_state;
    typed.a.text = m_shown.a.text;
    typed.a.ids = m_shown.a.ids;
    if (typed.b && m_shown.b) {
        typed.b->text = m_shown.b->text;
        typed.b->ids = m_shown.b->ids;
    }
    const bool isText = typed.a == m_shown.a && typed.b == m_shown.b;
    if (!isText && m_undo.canUndo()) {
        const auto* refused = static_cast<const StateCommand*>(m_undo.command(m_undo.index() - 1));
        const WindowState before = refused->before();
        const_cast<StateCommand*>(refused)->setObsolete(true);
        m_undo.undo(); // forgets an obsolete command without undoing it
        m_isReverting = true;
        applyState(before);
        m_isReverting = false;
    }
    m_choices->setSetup(run()->setup);
    m_headIsDue = false;
    m_figureIsDue.reset();
    refreshScrubber();
    refreshCompare();
}

/// The state with this model in the slot that is edited, with the text to begin with.
WindowState MainWindow::beginning(WindowState state, const QString& model)
{
    RunRequest& slot = state.slot();
    slot.model = model.toStdString();
    slot.said = windowChoices();
    m_guide.setModel(model);
    m_guided.reset();
    if (!m_textIsDefault)
        return state;
    slot.ids.clear();
    slot.text = defaultSentence(model).toStdString();
    if (const core::CuratedPrompt* prompt = m_guide.opening()) {
        m_guided = *prompt;
        m_headIsDue = true;
        slot.text = prompt->text;
    }
    return state;
}

/// What drew a figure; its page, controls and selection follow when its run is there (restoreFigure).
WindowState MainWindow::stateOfFigure(const QString& path)
{
    m_figureIsDue = readFigureFile(path.toStdString()).contents;
    WindowState state;
    state.a = m_figureIsDue->request.a;
    state.b = m_figureIsDue->request.b;
    state.mode = m_figureIsDue->data.mode;
    state.isLocked = m_figureIsDue->data.isLocked;
    const auto preferText = [](RunRequest& slot) { // can be edited
        if (!slot.text.empty())
            slot.ids.clear();
        if (!slot.targetText.empty())
            slot.targetIds.clear();
    };
    preferText(state.a);
    if (state.b)
        preferText(*state.b);
    m_textIsDefault = false;
    m_targetIsNew = false;
    m_headIsDue = false;
    m_guide.setModel(QString::fromStdString(state.a.model));
    m_guided.reset();
    return state;
}

void MainWindow::restoreFigure()
{
    if (!m_figureIsDue)
        return;
    const RecipeContents made = *std::exchange(m_figureIsDue, std::nullopt);
    if (m_shown.a.model != made.inputs.a.model || m_shown.a.text != made.inputs.a.text)
        return; // something else was asked for meanwhile
    m_selection.pin(made.data.selection);
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (!viewAt(i)->restore(made.figure, made.data.options))
            continue;
        showPage(i);
        const QVariantMap now = currentView()->figureData().options;
        for (auto option = made.data.options.begin(); option != made.data.options.end(); ++option)
            if (now.value(option.key()).toString() != option.value().toString())
                m_notifications->post(widgets::Severity::Info,
                    tr("The file was drawn with %1 = %2, which this page has no control for.")
                        .arg(option.key(), option.value().toString()));
        return;
    }
    m_notifications->post(
        widgets::Severity::Info, tr("No page shows the figure “%1”; its model, choices and text are there.").arg(made.figure));
}

void MainWindow::fillExamples()
{
    m_prompt->setExamples(m_guide.sentences(), m_guide.titles());
    refreshHint();
}

void MainWindow::choosePrompt(int example)
{
    const core::CuratedPrompt* prompt = m_guide.at(example);
    if (!prompt)
        return;
    m_guided = *prompt;
    m_headIsDue = true;
    showView("attention");
    if (m_state.slot().text != prompt->text)
        return setPrompt(QString::fromStdString(prompt->text));
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

/// What the guide says holds for the finished weights under their own choices only.
void MainWindow::refreshHint()
{
    QString hint;
    if (m_guided && m_guided->text == m_state.slot().text && run() && run()->setup) {
        const core::WeightsOrigin& origin = run()->setup->origin;
        const std::string model = core::withoutStep(shownSlot().model);
        const bool isItsModel = origin.how == core::WeightsOrigin::How::Trained
            && core::withoutStep(origin.model) == core::withoutStep(run()->setup->model->name);
        if (isItsModel)
            hint = model == shownSlot().model ? sentenceOf(*m_guided)
                                              : tr("At the end of the training: %1").arg(sentenceOf(*m_guided));
    }
    m_prompt->setHint(hint);
}

void MainWindow::refreshScrubber()
{
    const QString model = QString::fromStdString(shownSlot().model);
    const std::string folder = isTraceFile(shownSlot().model) ? "" : folderOfModel(model);
    const std::vector<long> steps = folder.empty() ? std::vector<long>() : core::snapshotSteps(folder);
    const std::optional<core::SnapshotName> snapshot = core::snapshotName(shownSlot().model);
    const long step = snapshot ? QString::fromStdString(snapshot->step).toLong() : -1;
    const widgets::TrainingMoment moment
        = widgets::trainingMoment(QString::fromStdString(core::withoutStep(shownSlot().model)), double(step));
    m_scrubber->setSteps(steps, moment.lastStep);
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

const RunRequest& MainWindow::shownSlot() const { return m_state.edited == 1 && m_shown.b ? *m_shown.b : m_shown.a; }

void MainWindow::change(const WindowState& state)
{
    if (!(state == m_state))
        m_undo.push(new StateCommand(m_state, state, [this](const WindowState& one) { applyState(one); }));
}

void MainWindow::applyState(const WindowState& state)
{
    const WindowState before = std::exchange(m_state, state);
    const bool isOtherModel = core::withoutStep(before.slot().model) != core::withoutStep(state.slot().model);
    if (core::withoutStep(m_guide.model().toStdString()) != core::withoutStep(state.slot().model)) {
        m_guide.setModel(QString::fromStdString(state.slot().model)); // by undo, or the other slot
        m_guided.reset();
    }
    const QString text = QString::fromStdString(state.slot().text);
    if (m_prompt->text() != text && state.slot().ids.empty())
        m_prompt->setText(text);
    if (const QString target = QString::fromStdString(state.slot().targetText); m_target->text() != target)
        m_target->setText(target);
    if (isOtherModel)
        fillExamples();
    refreshHint();
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

void MainWindow::setPrompt(const QString& text)
{
    m_textIsDefault = text.isEmpty();
    if (text.isEmpty()) {
        m_prompt->setText(text);
        m_prompt->setProblem(tr("Type a sentence or pick an example"));
        return;
    }
    WindowState next = m_state;
    next.slot().text = text.toStdString();
    next.slot().ids.clear();
    change(next);
}

void MainWindow::openModel(const QString& nameOrPath)
{
    WindowState next;
    try {
        next = isFigureFile(nameOrPath.toStdString()) ? stateOfFigure(nameOrPath) : beginning(m_state, nameOrPath);
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
        return;
    }
    fillExamples();
    if (QFileInfo::exists(nameOrPath))
        m_settings.addRecent(QFileInfo(nameOrPath).absoluteFilePath());
    if (next == m_state)
        request(); // the file may have changed
    change(next);
}

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
        connect(view, &widgets::View::viewWanted, this, &MainWindow::showView);
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
    const int headCount = run()->setup ? int(run()->setup->config.block(to.layer).heads) : to.head + 1;
    to.head = std::clamp(to.head + heads, 0, headCount - 1);
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
    if (run()) // the run may be another by now
        m_selection.clamp(int(run()->trace->layers()), std::max(1, widgets::queryHeads(*run(), look.selection.layer)),
            int(widgets::streamIds(*run()->trace).size()));
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
    m_notifications->post(widgets::Severity::Success, tr("Copied: %1").arg(numbers.join(QStringLiteral("  |  "))));
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Backspace && event->modifiers() == Qt::NoModifier)
        (*m_actions)[Act::Back]->trigger();
    else if (!m_steps->handleKey(*event))
        QMainWindow::keyPressEvent(event);
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
    if (prompt)
        m_guided = *prompt;
    m_headIsDue = prompt != nullptr;
    m_state.slot().text = text; // no change of the person's
    m_prompt->setText(QString::fromStdString(text));
    request();
}

void MainWindow::setTheme(widgets::ThemeId theme)
{
    widgets::setCurrentTheme(theme);
    if (!m_isPresenting)
        m_settings.theme = theme;
    restyle();
}

void MainWindow::setPresenting(bool presenting)
{
    if (presenting == m_isPresenting)
        return;
    m_isPresenting = presenting;
    (*m_actions)[Act::Present]->setChecked(presenting);
    for (QWidget* part : {static_cast<QWidget*>(menuBar()), m_topLine, m_left, m_right, static_cast<QWidget*>(m_status)})
        part->setVisible(!presenting);
    if (presenting) {
        m_themeBeforePresenting = widgets::currentTheme().id;
        setTheme(widgets::ThemeId::Projector);
        setWindowState(windowState() | Qt::WindowFullScreen);
    } else {
        setTheme(m_themeBeforePresenting);
        setWindowState(windowState() & ~Qt::WindowFullScreen);
    }
}

void MainWindow::resetLayout()
{
    const double scale = widgets::currentTheme().scale;
    const int left = int(leftWidth * scale), right = int(rightWidth * scale);
    m_panes->setSizes({left, std::max(300, width() - left - right), right});
}

RecipeInputs MainWindow::recipeInputs() const
{
    const auto input = [](const RunRequest& request) {
        return RecipeInput{request.model, request.said, request.ids.empty() ? request.text : std::string(), request.targetText};
    };
    RecipeInputs inputs{input(m_shown.a)};
    if (m_shown.b)
        inputs.b = input(*m_shown.b);
    return inputs;
}

ExportSource MainWindow::exportSource() const
{
    const widgets::View* view = currentView();
    if (!view || !m_runA)
        return {};
    return {recipeInputs(), &view->figure(), view->figureData()};
}

void MainWindow::followFigure()
{
    if (m_exportDialog)
        m_exportDialog->follow();
}

void MainWindow::exportFigure(const ExportSettings& settings, const QString& folder)
{
    const ExportSource source = exportSource();
    if (!source.figure)
        return;
    m_lastExport = settings;
    m_lastExportFolder = folder;
    ExportReport report;
    for (const ExportItem& item : exportItems(source, settings, folder))
        exportItem(source, item, report);
    if (!report.files.isEmpty())
        m_notifications->post(widgets::Severity::Success, tr("Written: %1").arg(report.files.join(", ")));
    for (const QString& failure : report.failures)
        m_notifications->post(widgets::Severity::Error, failure);
}

void MainWindow::copyFigure(const ExportSettings& settings)
{
    const ExportSource source = exportSource();
    if (!source.figure)
        return;
    const widgets::FigureStyle style = settings.style();
    const auto bytes
        = [&](widgets::FigureFormat format) { return figureBytes(source.inputs, *source.figure, source.data, style, format); };
    try {
        auto* mime = new QMimeData; // the clipboard takes it
        mime->setImageData(QImage::fromData(bytes(widgets::FigureFormat::Png), "PNG"));
        mime->setData("image/svg+xml", bytes(widgets::FigureFormat::Svg));
        mime->setData("application/pdf", bytes(widgets::FigureFormat::Pdf));
        mime->setText(style.caption.isEmpty() ? widgets::composedCaption(*source.figure, source.data) : style.caption);
        QGuiApplication::clipboard()->setMimeData(mime);
        m_notifications->post(widgets::Severity::Success, tr("The figure is on the clipboard as PNG, SVG and PDF."));
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
    }
}

void MainWindow::openDialog(bool folder)
{
    auto* dialog = new QFileDialog(this, folder ? tr("Open model folder") : tr("Open model file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (!folder)
        dialog->setNameFilters({tr("Models, traces and figures (*.gguf *.safetensors *.svg *.pdf *.png)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openModel);
    dialog->open();
}

void MainWindow::fillRecentMenu()
{
    QMenu* menu = m_actions->recentMenu();
    menu->clear();
    for (const QString& path : m_settings.recent)
        connect(menu->addAction(path), &QAction::triggered, this, [this, path] { openModel(path); });
    if (m_settings.recent.isEmpty())
        menu->addAction(tr("Nothing opened yet"))->setEnabled(false);
}

void MainWindow::fillModelMenu()
{
    QMenu* menu = m_actions->modelMenu();
    menu->clear();
    for (const core::ModelListing& model : core::listModels()) {
        const QString id = QString::fromStdString(model.id);
        const QString title = model.bundled ? widgets::purposeOf(id) : QCoreApplication::translate("core", model.title.c_str());
        QAction* action = menu->addAction(title.isEmpty() || title == id ? id : tr("%1 — %2").arg(id, title));
        action->setCheckable(true);
        action->setChecked(model.id == core::withoutStep(m_state.slot().model));
        connect(action, &QAction::triggered, this, [this, id] { openModel(id); });
    }
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, QCoreApplication::translate("views", widgets::allViews()[std::size_t(i)].title));
    m_rightTabs->setTabText(0, tr("Architecture"));
    m_rightTabs->setTabText(1, tr("Any tensor"));
    m_nextTitle->setText(
        run() && widgets::choiceOf(*run()->trace, "topology") == "encoder" ? tr("Token at this place") : tr("Next token"));
    m_makeB->setText(tr("Compare"));
    m_makeB->setToolTip(tr("Make B from A and change one thing (Ctrl+D)"));
    m_present->setText(tr("Present F5"));
    m_export->setText(tr("Export figure…"));
    (*m_actions)[currentLanguage() == "zh_CN" ? Act::Chinese : Act::English]->setChecked(true);

    fillExamples();

    const QLocale locale;
    QString name = QString::fromStdString(m_state.slot().model);
    QStringList facts;
    if (run()) {
        name = QFileInfo(QString::fromStdString(run()->trace->model)).fileName();
        facts += tr("%n layer(s)", nullptr, int(run()->trace->layers()));
    }
    if (run() && run()->setup) {
        const double parameters = parameterCount(*run()->setup);
        facts += parameters >= 1e6 ? tr("%1 M parameters").arg(locale.toString(parameters / 1e6, 'f', parameters < 1e7 ? 2 : 0))
                                   : tr("%1 K parameters").arg(locale.toString(parameters / 1e3, 'f', 0));
    }
    m_modelName->setText(name);
    const bool isSeeded = run() && run()->setup && !run()->setup->model->trained;
    m_modelFacts->setText(facts.join(QStringLiteral(" · ")) + (isSeeded ? "\n" + tr("untrained: seeded weights") : QString()));
    setWindowTitle(tr("%1 — Cutaway").arg(name));
}

void MainWindow::restyle()
{
    const widgets::Theme& theme = widgets::currentTheme();
    const Act current = theme.id == widgets::ThemeId::Light ? Act::ThemeLight
        : theme.id == widgets::ThemeId::Dark                ? Act::ThemeDark
                                                            : Act::ThemeProjector;
    (*m_actions)[current]->setChecked(true);
    // The one button of the window in the accent colour, and the quiet one beside it.
    const QString shape
        = QStringLiteral("QPushButton{border-radius:4px;padding:%1px %2px;border:1px solid %3;background:%4;color:%5;%6}"
                         "QPushButton:hover{border-color:%7}QPushButton:focus{border-color:%7}");
    const QString pads[] = {QString::number(int(6 * theme.scale)), QString::number(int(12 * theme.scale))};
    m_export->setStyleSheet(shape.arg(pads[0], pads[1], theme.accent.name(), theme.accent.name(), theme.onAccent.name(),
        QStringLiteral("font-weight:600"), theme.text.name()));
    for (QPushButton* quiet : {m_makeB, m_present})
        quiet->setStyleSheet(shape.arg(pads[0], pads[1], theme.border.name(), theme.surface.name(), theme.text.name(), QString(),
            theme.borderStrong.name()));
    m_panes->setStyleSheet(QStringLiteral("QSplitter::handle{background:%1}").arg(theme.border.name()));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_status)
        retranslate();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_runner.stop();
    if (m_isPresenting)
        setPresenting(false);
    if (m_start.remembers) {
        m_settings.geometry = saveGeometry();
        m_settings.panes = m_panes->saveState();
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
