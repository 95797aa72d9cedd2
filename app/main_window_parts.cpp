// MainWindow, its parts: the panes and what stands in them, and a tab for each page.

#include "app/main_window.h"

#include "app/compare_bar.h"
#include "app/next_tokens.h"
#include "app/status_line.h"
#include "app/tab_strip.h"

#include "widgets/panels/inspector.h"
#include "widgets/panels/model_diagram.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/text_label.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/view.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
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

/// Fills its area with the surface colour, so that panels stand on the faint ground of the window.
void onSurface(QWidget* widget)
{
    widget->setAutoFillBackground(true);
    widget->setBackgroundRole(QPalette::Base);
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
    m_menu = new QPushButton(QStringLiteral("☰"), m_topLine);
    m_menu->setObjectName("menuButton");
    m_menu->setShortcut(Qt::Key_F10);
    auto* menus = new QMenu(m_menu);
    menus->addActions(menuBar()->actions());
    m_menu->setMenu(menus);
    m_menu->hide();
    m_makeB = new QPushButton(m_topLine);
    m_makeB->setObjectName("compareButton");
    m_present = new QPushButton(m_topLine);
    m_export = new QPushButton(m_topLine);
    m_export->setObjectName("exportButton");
    top->addWidget(m_menu, 0, Qt::AlignTop);
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
    m_tokenLine = new QBoxLayout(QBoxLayout::TopToBottom);
    m_tokenLine->setSpacing(0);
    m_tokenLine->addWidget(m_tokens);
    m_tokenLine->addWidget(m_scrubber);
    middle->addLayout(m_tokenLine);
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

} // namespace app
