// MainWindow, its parts: the panes and what is in them, and a tab for each page.

#include "app/window/main_window.h"

#include "app/present/scenes_panel.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/concept_menu.h"
#include "app/window/content_area.h"
#include "app/window/folded_menu.h"
#include "app/window/intervening.h"
#include "app/window/lesson_board.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_panel.h"
#include "app/window/model_menu.h"
#include "app/window/next_tokens.h"
#include "app/window/page_links.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "app/window/symbol_legend.h"
#include "app/window/tab_strip.h"

#include "core/files/library/training_runs.h"
#include "widgets/controls/disclosure.h"
#include "widgets/controls/text_label.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

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

QToolButton* foldButton(QWidget* panel, const QString& sign)
{
    auto* button = new QToolButton(panel);
    button->setText(sign);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

/// Fills its area with the surface colour, so that panels are on the faint ground of the window.
void onSurface(QWidget* widget)
{
    widget->setAutoFillBackground(true);
    widget->setBackgroundRole(QPalette::Base);
}

} // namespace

void MainWindow::buildPanes()
{
    m_actions->buildMenus(menuBar());
    auto* models = new ModelMenu(
        m_actions->modelMenu(), [this] { return QString::fromStdString(core::withoutStep(state().slot().model)); });
    connect(models, &SearchMenu::chosen, this, &MainWindow::openModel);
    auto* concepts = new ConceptMenu(m_actions->conceptMenu(), [this] { return m_classroom.pages; });
    connect(concepts, &SearchMenu::chosen, this, &MainWindow::showConcept);

    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_guide = new LessonGuide(central, this);
    m_topLine = buildTopLine(central);
    m_tabs = new PageTabs(central);
    const auto addCorner = [&](const QString& sign, const char* name, Act act) {
        QToolButton* const button = foldButton(central, sign);
        button->setObjectName(name);
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored); // as high as the tabs
        connect(button, &QToolButton::clicked, (*m_actions)[act], &QAction::trigger);
        m_tabs->setCorner(button);
        return button;
    };
    m_concepts = addCorner(QStringLiteral("⌕"), "conceptButton", Act::FindConcept);
    m_symbolsButton = addCorner(QStringLiteral("N?"), "symbolsButton", Act::ShowSymbols);
    m_choices = new widgets::VariantPanel; // for the page and the drawer at the right
    m_choices->editor()->setStart(windowChoices());
    m_drawers = new Drawers(buildPage(), buildLeft(), buildRight(), central);
    m_status = new StatusLine(m_session.selection(), central);
    onSurface(m_status);
    column->addWidget(m_topLine);
    column->addWidget(m_tabs); // over the drawers, too: no tab moves when one is opened
    column->addWidget(m_drawers, 1);
    column->addWidget(m_status);
    m_notifications = new widgets::NotificationBar(central);
    m_content = new ContentArea(central, this);
    setCentralWidget(m_content);
    m_content->setFocus(); // not the prompt: keys move the cursor until the person types

    m_veil = new QTimer(this);
    m_veil->setSingleShot(true);
    m_veil->setInterval(veilMs);
    connect(m_veil, &QTimer::timeout, this, [this] { setStale(true); });
}

/// Menu, text, slots, and what is done with the picture.
QWidget* MainWindow::buildTopLine(QWidget* parent)
{
    auto* line = new QWidget(parent);
    onSurface(line);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(space::l, space::xs, space::l, space::xs);
    m_menu = new QPushButton(QStringLiteral("☰"), line);
    m_menu->setObjectName("menuButton");
    m_menu->setShortcut(Qt::Key_F10);
    auto* menus = new QMenu(m_menu);
    menus->addActions(menuBar()->actions());
    m_menu->setMenu(menus);
    m_menu->hide();
    new FoldedMenu(menuBar(), m_menu);
    m_prompt = new widgets::PromptLine(line);
    m_arrow = new TextLabel(TextRole::Section, Tone::Muted, line);
    m_arrow->setText(QStringLiteral("→"));
    m_arrow->hide();
    m_target = new widgets::PromptLine(line);
    m_target->setPart(widgets::PromptLine::Part::Target);
    m_target->hide();
    m_makeB = new QPushButton(line);
    m_makeB->setObjectName("compareButton");
    m_compare = new CompareBar(line);
    m_compare->hide();
    m_present = new QPushButton(line);
    m_export = new QPushButton(line);
    m_export->setObjectName("exportButton");
    row->addWidget(m_menu);
    row->addWidget(m_prompt, 1);
    row->addWidget(m_arrow);
    row->addWidget(m_target, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_makeB, m_compare, m_present, m_export})
        row->addWidget(part);
    return line;
}

/// What the model is made of.
QWidget* MainWindow::buildLeft()
{
    auto* left = new QWidget;
    auto* column = panelColumn(left);
    auto* head = new QHBoxLayout;
    m_modelName = new TextLabel(TextRole::Section, Tone::Normal, left);
    m_foldLeft = foldButton(left, QStringLiteral("‹"));
    connect(m_foldLeft, &QToolButton::clicked, this, [this] { m_drawers->setOpen(Drawers::Left, false); });
    head->addWidget(m_modelName, 1);
    head->addWidget(m_foldLeft);
    m_modelFacts = new TextLabel(TextRole::Body, Tone::Muted, left);
    m_modelFacts->setWordWrap(true);
    m_diagram = new widgets::ModelDiagram(m_session.selection(), left);
    column->addLayout(head);
    column->addWidget(m_modelFacts);
    auto* scroll = new QScrollArea(left); // a block of two stacks may be higher than the window
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // the diagram is the stop
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_diagram);
    column->addWidget(scroll, 1);
    return left;
}

/// The page, and the tokens it is about.
QWidget* MainWindow::buildPage()
{
    m_page = new QWidget;
    auto* column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_symbols = new SymbolLegend(m_page);
    m_symbols->hide();
    connect(m_symbols, &SymbolLegend::closeWanted, this, [this] { showSymbols(false); });
    m_pageMenu = new QPushButton(m_page);
    m_pageMenu->setObjectName("pageMenu");
    m_pageMenu->setMenu(new QMenu(m_pageMenu));
    m_pageMenu->hide();
    m_compareWords = new CompareWords(m_page);
    m_links = new PageLinks(m_page);
    m_switches = new widgets::PageSwitches(m_choices->editor(), m_page);
    m_switches->setPinned(m_settings.pinned);
    m_pages = new PageStack(m_session.selection(), m_page);
    m_steps = new widgets::StepTimeline(m_session.selection(), m_page);
    m_tokenBar = new QWidget(m_page);
    onSurface(m_tokenBar);
    auto* line = new QHBoxLayout(m_tokenBar);
    line->setContentsMargins(space::s, 0, 0, 0);
    line->setSpacing(0);
    m_tokens = new widgets::TokenStrip(m_session.selection(), m_tokenBar);
    m_scrubber = new widgets::StepScrubber(m_tokenBar);
    line->addWidget(m_tokens, 1);
    line->addWidget(m_scrubber);
    column->addWidget(m_pages, 1);
    column->addWidget(m_tokenBar);
    column->addWidget(m_steps);
    column->addWidget(m_guide->board());
    return m_page;
}

/// Choices with what follows from them, or any tensor: one at a time, so that each has the height it needs.
QWidget* MainWindow::buildRight()
{
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_rightTabs = new TabStrip(right);
    for (int tab = 0; tab <= scenesTab; ++tab)
        m_rightTabs->addTab(QString());
    m_foldRight = foldButton(right, QStringLiteral("›"));
    connect(m_foldRight, &QToolButton::clicked, this, [this] { m_drawers->setOpen(Drawers::Right, false); });
    auto* head = new QHBoxLayout;
    head->addWidget(m_rightTabs, 1);
    head->addWidget(m_foldRight);
    head->setContentsMargins(0, 0, space::s, 0);
    auto* pages = new QStackedWidget(right);
    auto* choicesPage = new QWidget;
    auto* choices = new QVBoxLayout(choicesPage);
    choices->setContentsMargins(0, 0, 0, 0);
    choices->setSpacing(0);
    auto* next = new QWidget(choicesPage);
    auto* nextColumn = panelColumn(next);
    m_nextTitle = new TextLabel(TextRole::Section, Tone::Normal, next);
    m_nextTokens = new NextTokens(m_session.selection(), next);
    auto* const heading = new QHBoxLayout;
    m_foldNext = new widgets::Disclosure(next);
    heading->addWidget(m_foldNext);
    heading->addWidget(m_nextTitle, 1);
    nextColumn->addLayout(heading);
    nextColumn->addWidget(m_nextTokens);
    m_foldNext->setOpen(m_settings.showsNext);
    m_nextTokens->setVisible(m_settings.showsNext);
    connect(m_foldNext, &widgets::Disclosure::toggledByPerson, this, [this](bool open) {
        m_settings.showsNext = open;
        m_nextTokens->setVisible(open);
    });
    choices->addWidget(m_choices, 1);
    for (const int slot : {0, 1})
        choices->addWidget(m_intervening->panel(slot));
    choices->addWidget(next);
    m_inspector = new widgets::Inspector(m_session.selection(), right);
    pages->addWidget(choicesPage);
    pages->addWidget(m_inspector);
    m_scenes = new ScenesPanel(right);
    pages->addWidget(m_scenes);
    pages->addWidget(m_guide->panel());
    connect(m_rightTabs, &QTabBar::currentChanged, pages, &QStackedWidget::setCurrentIndex);
    column->addLayout(head);
    column->addWidget(pages, 1);
    return right;
}

void MainWindow::buildTabs()
{
    for (const widgets::Tab& tab : widgets::allTabs()) {
        QStringList ids;
        for (const widgets::ViewInfo* view : tab.views)
            ids << QString::fromLatin1(view->id);
        m_tabs->addTab(ids);
    }
    connect(m_pages, &PageStack::viewMade, this, &MainWindow::prepareView);
    connect(m_pages, &PageStack::viewGoes, this, [this](const widgets::View* view) {
        if (view->isAncestorOf(QApplication::focusWidget()))
            centralWidget()->setFocus();
        if (!m_isPresenting && view->isAncestorOf(m_pageMenu)) // waits where it was seen last
            m_pageMenu->setParent(m_page);
    });
    connect(m_tabs, &PageTabs::chosen, this, &MainWindow::showPage);
    for (int page = 0; page < m_tabs->count(); ++page) {
        if (page > 0 && m_tabs->tabOf(page) != m_tabs->tabOf(page - 1))
            m_pageMenu->menu()->addSeparator();
        auto* const open = m_pageMenu->menu()->addAction(QString());
        m_pageActions.push_back(open);
        connect(open, &QAction::triggered, this, [this, page] { showPage(page); });
    }
    m_pageMenu->menu()->addSeparator();
    m_pageMenu->menu()->addMenu(m_actions->conceptMenu());
    m_pageMenu->menu()->addAction((*m_actions)[Act::ShowSymbols]);
    m_pageMenu->menu()->addMenu(m_actions->presentMenu());
    for (int tab = 0; tab < m_tabs->tabCount(); ++tab) {
        auto* const open = m_actions->pageMenu()->addAction(QString());
        open->setShortcut(QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + tab)));
        addAction(open); // works without the menu bar too
        m_tabActions.push_back(open);
        connect(open, &QAction::triggered, this, [this, tab] { showPage(m_tabs->pageOf(tab)); });
    }
}

} // namespace app
