// MainWindow, its texts and colours: names of tabs and buttons, the description of the model, menus that fill on opening.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/session/session_keeper.h"
#include "app/window/intervening.h"
#include "app/window/lesson_guide.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/session_guide.h"
#include "app/window/settings_guide.h"
#include "app/window/tab_strip.h"
#include "app/window/text_guide.h"

#include "widgets/controls/disclosure.h"
#include "widgets/controls/menu_text.h"
#include "widgets/controls/text_label.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/view.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

namespace app {

namespace {

double parameterCount(const core::Setup& setup)
{
    double total = 0;
    for (const core::WeightSpec& spec : setup.specs)
        total += double(core::elements(spec.shape));
    return total;
}

} // namespace

void MainWindow::retranslate()
{
    m_actions->retranslate();
    m_presenter->retranslate();
    refreshChecks();
    int tab = 0, page = 0;
    for (const widgets::Tab& info : widgets::allTabs()) {
        const char* const title = info.title ? info.title : info.views.front()->title;
        m_tabs->setTabText(tab, QCoreApplication::translate("views", title));
        m_tabActions[std::size_t(tab++)]->setText(QCoreApplication::translate("views", title));
        for (const widgets::ViewInfo* view : info.views) {
            m_tabs->setText(page, QCoreApplication::translate("views", view->title));
            m_pageActions[std::size_t(page)]->setText(widgets::menuText(m_tabs->textAt(page)));
            ++page;
        }
    }
    m_pageMenu->setText(widgets::menuText(m_tabs->textAt(m_tabs->currentIndex())) + QStringLiteral(" ▾"));
    m_pageMenu->setToolTip(tr("Another page"));
    m_pageMenu->setAccessibleName(m_pageMenu->toolTip());
    m_rightTabs->setTabText(0, tr("Architecture"));
    m_rightTabs->setTabText(1, tr("Any tensor"));
    m_rightTabs->setTabText(scenesTab, tr("Scenes"));
    nameDrawers();
    m_foldLeft->setToolTip(tr("Hides the panel on the left"));
    m_foldRight->setToolTip(tr("Hides the panel on the right"));
    for (QToolButton* button : {m_foldLeft, m_foldRight})
        button->setAccessibleName(button->toolTip());
    m_concepts->setToolTip((*m_actions)[Act::FindConcept]->toolTip());
    m_concepts->setAccessibleName((*m_actions)[Act::FindConcept]->statusTip());
    m_symbolsButton->setToolTip((*m_actions)[Act::ShowSymbols]->toolTip());
    m_symbolsButton->setAccessibleName((*m_actions)[Act::ShowSymbols]->statusTip());
    m_makeB->setText(tr("Compare"));
    m_makeB->setToolTip(m_actions->withKeys(tr("Make B from A and change one thing"), Act::MakeB));
    m_menu->setToolTip(tr("Menu (F10)"));
    m_menu->setAccessibleName(tr("Menu"));
    m_present->setToolTip((*m_actions)[Act::Present]->toolTip());
    m_present->setAccessibleName(m_actions->withKeys(m_actions->textOf(Act::Present), Act::Present));
    styleButtons(); // in the letters of the language

    m_textGuide->fillExamples();
    refreshNames();
    refreshLinks();
    fitLayout();
}

/// The words at the edges: of the right drawer one for each of its tabs, of which a lesson is the last while it is open, and one
/// for the interventions that are in force.
void MainWindow::nameDrawers()
{
    if (m_guide->isActive())
        m_rightTabs->setTabText(m_rightTabs->count() - 1, tr("Lesson"));
    QStringList words;
    for (int tab = 0; tab < m_rightTabs->count(); ++tab)
        words << (m_rightTabs->isTabVisible(tab) ? m_rightTabs->tabText(tab) : QString());
    m_intervening->refresh();
    if (!m_intervening->listWords().isEmpty() && m_rightTabs->isTabVisible(0)) // where its list is
        words << m_intervening->listWords();
    m_drawers->setWords(Drawers::Left, {tr("Model")});
    m_drawers->setWords(Drawers::Right, words);
}

/// What is said of the model on screen.
void MainWindow::refreshNames()
{
    m_nextTitle->setText(run() && widgets::speaksOfHere(*run()->trace) ? tr("Token at this place") : tr("Next token"));
    m_foldNext->setAccessibleName(m_nextTitle->text());
    m_foldNext->setToolTip(tr("Folds the list, for more room above it"));
    const QLocale locale;
    QString name = QString::fromStdString(state().slot().model);
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
    QStringList lines{facts.join(QStringLiteral(" · "))};
    if (run() && !run()->setup)
        lines << tr("A recorded run has no diagram: open its model to see how it is built.");
    else if (run() && !run()->setup->model->trained)
        lines << tr("untrained: seeded weights");
    m_modelFacts->setText(lines.join(QLatin1Char('\n')));
    refreshTitle();
}

/// The session and the model; a star where something is not saved.
void MainWindow::refreshTitle()
{
    const QString session = QFileInfo(m_sessionGuide->keeper()->path()).completeBaseName();
    const QString model = m_modelName->text();
    setWindowTitle(
        tr("%1 — Cutaway").arg((session.isEmpty() ? model : tr("%1 · %2").arg(session, model)) + QStringLiteral("[*]")));
}

void MainWindow::restyle()
{
    m_settingsGuide->showChosen();
    styleButtons();
    fitLayout();
    QTimer::singleShot(0, this, &MainWindow::fitLayout); // when every part has its new type
}

void MainWindow::styleButtons()
{
    const widgets::Theme& theme = widgets::currentTheme();
    m_concepts->setFont(widgets::fontOf(widgets::TextRole::Title, theme)); // a sign, and no word
    // The one button of the window in the accent colour, and the quiet one beside it.
    const QString shape = QStringLiteral(
        "QPushButton{border-radius:4px;padding:%1px %2px;border:1px solid %3;background:%4;color:%5;%6}"
        "QPushButton:hover{border-color:%7}QPushButton:focus{border-color:%7}QPushButton::menu-indicator{width:0}");
    const QString pads[] = {QString::number(int(4 * theme.scale)), QString::number(int(12 * theme.scale))};
    for (QPushButton* button : {m_export, m_menu, m_makeB, m_present, m_pageMenu}) // a style sheet keeps the font of its day
        button->setFont(widgets::fontOf(widgets::TextRole::Body, theme));
    m_export->setStyleSheet(shape.arg(pads[0], pads[1], theme.accent.name(), theme.accent.name(), theme.onAccent.name(),
        QStringLiteral("font-weight:600"), theme.text.name()));
    for (QPushButton* quiet : {m_menu, m_makeB, m_present, m_pageMenu})
        quiet->setStyleSheet(shape.arg(pads[0], pads[1], theme.border.name(), theme.surface.name(), theme.text.name(), QString(),
            theme.borderStrong.name()));
}

} // namespace app
