// MainWindow, what each signal of its parts and of the session does.

#include "app/window/main_window.h"

#include "app/window/intervening.h"
#include "app/window/next_tokens.h"
#include "app/window/page_needs.h"
#include "app/window/status_line.h"
#include "app/window/tab_strip.h"
#include "app/window/tensor_page.h"
#include "app/window/training_guide.h"

#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/growing_view.h"
#include "widgets/views/shared/view.h"

#include <QTimer>
#include <QToolButton>

namespace app {

void MainWindow::connectParts()
{
    connectNext();
    connectChoices();
    connectStatus();
    connect(m_drawers, &Drawers::wordChosen, this, [this](Drawers::Side side, int word) {
        if (side == Drawers::Right)
            m_rightTabs->setCurrentIndex(word < m_rightTabs->count() ? word : 0); // the last one is of the list of interventions
    });
    connect(m_rightTabs, &QTabBar::currentChanged, this, &MainWindow::refreshCompare); // the page gives some of them its room
    connect(m_intervening, &Intervening::tensorWanted, this, &MainWindow::showTensor);
    connect(m_intervening, &Intervening::said, this, &MainWindow::say);
    connect(m_intervening, &Intervening::listWordsChanged, this, &MainWindow::nameDrawers);
    connect(m_diagram, &widgets::ModelDiagram::placeAsked, m_intervening,
        [this](const QString& tensor, const widgets::Selection& at, const QPoint& where) {
            m_intervening->offer(tensor, at, where);
        });
    connect(m_tokens, &widgets::TokenStrip::tokenAsked, m_intervening, &Intervening::offerToken);
    connect(m_diagram, &widgets::ModelDiagram::nodeActivated, this, [this](const QString& tensor) {
        showPageOf(*this, tensor);
        if (!tensor.isEmpty())
            showTensor(tensor);
    });
    connect(m_steps, &widgets::StepTimeline::stepShown, this, [this](const QString& tensor, const QStringList& views) {
        m_inspector->showTensor(tensor);
        m_diagram->showTensor(tensor);
        if (!views.isEmpty())
            showPageOf(*this, tensor);
    });
}

/// The tokens that follow the text.
void MainWindow::connectNext()
{
    connect(m_nextTokens, &NextTokens::tokenChosen, &m_session, &Session::appendToken);
    connect(m_nextTokens, &NextTokens::tokenAsked, this, [this](int position, core::TokenId id, const QPoint& where) {
        m_intervening->offer(QStringLiteral("logits"), {.head = -1, .query = position, .dim = id}, where);
    });
    connect(m_nextTokens, &NextTokens::continueWanted, &m_session, &Session::startWriting);
    connect(m_nextTokens, &NextTokens::stopWanted, &m_session.runner(), &ForwardRunner::stop);
}

void MainWindow::connectChoices()
{
    widgets::ChoiceEditor* const editor = m_choices->editor();
    connect(editor, &widgets::ChoiceEditor::choicesChanged, &m_session, &Session::setChoices);
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, editor,
        [editor](const widgets::Selection& pinned) { editor->setLayer(pinned.layer); });
    connect(m_choices, &widgets::VariantPanel::pinToggled, m_switches, &widgets::PageSwitches::togglePinned);
    connect(m_switches, &widgets::PageSwitches::pinnedChanged, this, [this](const QStringList& keys) {
        m_settings.pinned = keys;
        m_choices->setPinned(keys);
    });
    m_choices->setPinned(m_switches->pinned());
}

void MainWindow::connectStatus()
{
    connect(m_status, &StatusLine::stopRequested, this, &MainWindow::stopAll);
    connect(m_status, &StatusLine::languageRequested, this, &MainWindow::setLanguage);
    connect(m_status, &StatusLine::tokensRequested, this, &MainWindow::showTokens);
    connect(m_status, &StatusLine::messagesRequested, this, [this] {
        m_notifications->showNext();
        placeOver();
    });
    connect(m_notifications, &widgets::NotificationBar::countChanged, m_status, &StatusLine::setMessages);
    connect(m_notifications, &widgets::NotificationBar::countChanged, this, &MainWindow::placeOver, Qt::QueuedConnection);
    connect(&m_session.runner(), &ForwardRunner::progressChanged, m_status, &StatusLine::setProgress);
    connect(&m_session.runner(), &ForwardRunner::planned, m_status, &StatusLine::setPlanned);
    connect(&m_session.runner(), &ForwardRunner::configuredChanged, this, [this] {
        if (!m_veil->isActive() && !opening().isEmpty()) // else a moment later, unless the run is there then
            setStale(true);
    });
    connect(&m_session.runner(), &ForwardRunner::grew, this, [this](const widgets::RunPtr& a, const widgets::RunPtr& b) {
        widgets::View* const view = currentView();
        const auto* const growing = dynamic_cast<const widgets::GrowingView*>(view);
        if (!growing || !growing->drawsUnfinished() || isWriting() || TrainingGuide::in(*this).isFollowing())
            return;
        if (m_veil->isActive()) { // the other pages are of the run before
            m_veil->stop();
            setStale(true);
        }
        view->setRun(a, b);
    });
    connect(&m_session.runner(), &ForwardRunner::needsStarted, this, [this] {
        m_status->begin();
        (*m_actions)[Act::Stop]->setEnabled(true);
    });
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::asked, this, &MainWindow::showAsked);
    connect(&m_session, &Session::answered, this, &MainWindow::showAnswered);
    connect(&m_session, &Session::stateChanged, this, &MainWindow::showState);
    connect(&m_session, &Session::slotChanged, this, &MainWindow::refreshPanels);
    connect(&m_session, &Session::textGoneChanged, this, &MainWindow::showTextGone);
    connect(&m_session, &Session::headChosen, this, [this] {
        if (widgets::View* const view = currentView())
            view->lookCloser();
    });
    connect(&m_session, &Session::resultShown, this, &MainWindow::showResult);
    connect(&m_session, &Session::refused, this, &MainWindow::showFailure);
    connect(&m_session, &Session::notOpened, this, [this](const core::Error::Parts& error) { m_notifications->post(error); });
    connect(&m_session, &Session::stopped, this, &MainWindow::showStopped);
    connect(&m_session, &Session::needsStopped, this, &MainWindow::showNeedsStopped);
    connect(&m_session, &Session::writingChanged, m_nextTokens, &NextTokens::setWriting);
    connect(&m_session, &Session::textEnded, this, [this](TextEnd end) {
        if (end == TextEnd::Ended)
            m_notifications->post(
                widgets::Severity::Info, tr("The model ends the text here: its next token is the end of the text."));
        else if (end == TextEnd::Full)
            m_notifications->post(widgets::Severity::Info, tr("The text is as long as the model can read."));
    });
    connect(m_needs, &PageNeeds::taken, this, &MainWindow::showNeedsTaken);
}

} // namespace app
