// MainWindow, its parts: panes, tabs, menus, what each action does, words and colours.

#include "app/main_window.h"

#include "app/compare_bar.h"
#include "app/languages.h"
#include "app/next_tokens.h"
#include "app/status_line.h"
#include "app/tab_strip.h"

#include "core/files/model_files.h"
#include "core/files/training_runs.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/model_diagram.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/text_label.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/next_tokens.h"
#include "widgets/views/training_sentences.h"
#include "widgets/views/view.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
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

double parameterCount(const core::Setup& setup)
{
    double total = 0;
    for (const core::WeightSpec& spec : setup.specs)
        total += double(core::elements(spec.shape));
    return total;
}

} // namespace

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
    m_target->setText(QString::fromStdString(m_state.a.targetText));
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
    m_unfold = new QPushButton(centre);
    m_unfold->setObjectName("unfoldButton");
    m_unfold->setCheckable(true);
    m_unfold->hide();
    connect(m_unfold, &QPushButton::clicked, this, &MainWindow::showRight);
    auto* tabLine = new QHBoxLayout;
    tabLine->setSpacing(space::s);
    tabLine->addWidget(m_tabs, 1);
    tabLine->addWidget(m_unfold, 0, Qt::AlignVCenter);
    middle->addLayout(tabLine);
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
    connect(&m_selection, &widgets::SelectionModel::pinnedChanged, this, &MainWindow::refreshHint);
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

void MainWindow::retranslate()
{
    m_actions->retranslate();
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, QCoreApplication::translate("views", widgets::allViews()[std::size_t(i)].title));
    m_rightTabs->setTabText(0, tr("Architecture"));
    m_rightTabs->setTabText(1, tr("Any tensor"));
    m_makeB->setText(tr("Compare"));
    m_makeB->setToolTip(tr("Make B from A and change one thing (Ctrl+D)"));
    m_present->setText(tr("Present F5"));
    m_export->setText(tr("Export figure…"));
    (*m_actions)[currentLanguage() == "zh_CN" ? Act::Chinese : Act::English]->setChecked(true);

    fillExamples();
    refreshNames();
    showRight(m_isRightShown);
}

/// What is said of the model on screen.
void MainWindow::refreshNames()
{
    m_nextTitle->setText(run() && widgets::speaksOfHere(*run()->trace) ? tr("Token at this place") : tr("Next token"));
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
    const QString pads[]
        = {QString::number(int(6 * theme.scale)), QString::number(int(12 * theme.scale)), QString::number(int(2 * theme.scale))};
    m_export->setStyleSheet(shape.arg(pads[0], pads[1], theme.accent.name(), theme.accent.name(), theme.onAccent.name(),
        QStringLiteral("font-weight:600"), theme.text.name()));
    for (QPushButton* quiet : {m_makeB, m_present, m_unfold})
        quiet->setStyleSheet(shape.arg(quiet == m_unfold ? pads[2] : pads[0], pads[1], theme.border.name(), theme.surface.name(),
            theme.text.name(), QString(), theme.borderStrong.name()));
    m_panes->setStyleSheet(QStringLiteral("QSplitter::handle{background:%1}").arg(theme.border.name()));
    fitLayout();
}

} // namespace app
