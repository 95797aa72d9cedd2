// MainWindow, how its parts share the room: the picture has its share of the window first, and what is around it gives way.

#include "app/window/main_window.h"

#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"
#include "app/window/content_area.h"
#include "app/window/lesson_board.h"
#include "app/window/lesson_guide.h"
#include "app/window/page_links.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "app/window/symbol_legend.h"
#include "app/window/tab_strip.h"

#include "widgets/controls/tab_order.h"
#include "widgets/controls/text_label.h"
#include "widgets/controls/title_line.h"
#include "widgets/diagram/model_diagram.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/views/shared/page_foot.h"
#include "widgets/views/shared/view.h"

#include <QBoxLayout>
#include <QMenuBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {

namespace space = widgets::space;

namespace {

constexpr int low = 800; // px of ordinary type: below, the menu bar folds into a button
constexpr int frameMs = 250, slowFrameMs = 1500; // until the window manager has made its frame, and on a busy machine
constexpr int minPrompt = 180, calmPrompt = 345; // px of ordinary type: the least, and what most texts of a lecture need
constexpr QSize least(880, 480); // px of ordinary type: a smaller window scrolls

// Of the window, what the picture has at least. No more than it needs: the second line of the sentence lives on the rest.
constexpr double alone = 0.505, compared = 0.6001, presented = 0.8, besideLesson = 0.45;

} // namespace

void MainWindow::resetLayout()
{
    m_drawers->setWishes(deliveredArrangement(m_settings.perspective).drawers);
    m_wantsTokens = false;
    fitLayout();
}

/// Of the window, or of what scrolls in it.
QSize MainWindow::contentSize() const { return size().expandedTo(least * widgets::typeFactor()); }

void MainWindow::fitLayout()
{
    m_content->setLeast(least * widgets::typeFactor());
    m_isLow = contentSize().height() < low * widgets::currentTheme().scale;
    m_menu->setVisible(m_isLow && !m_classroom.hides("menu"));
    menuBar()->setVisible(!m_isLow && !m_isPresenting && !m_classroom.hides("menu"));
    m_tabs->setDense(m_isLow);
    m_rightTabs->setDense(m_isLow);
    fitTopLine();
    fitPage();
}

/// In a narrow window the text keeps its place: what a menu or a key does too gives way, the least used first.
void MainWindow::fitTopLine()
{
    m_makeB->setVisible(!state().b && !m_classroom.hides("compare"));
    m_compare->setShort(false);
    m_compare->setFixed(m_classroom.hides("compare"));
    m_present->setVisible(!m_classroom.hides("present"));
    const QString keys = (*m_actions)[Act::Present]->shortcut().toString(QKeySequence::NativeText);
    m_present->setText(tr("Present %1").arg(keys).trimmed());
    m_export->setText(tr("Export figure…"));
    m_export->setVisible(!m_classroom.hides("export"));
    const auto fits = [this](int prompt) {
        const int least = std::max(prompt, m_target->isHidden() ? 0 : 2 * minPrompt);
        int used = 2 * space::l + int(least * widgets::currentTheme().scale);
        for (const QWidget* part :
            std::initializer_list<const QWidget*>{m_menu, m_arrow, m_makeB, m_compare, m_present, m_export})
            used += part->isHidden() ? 0 : part->sizeHint().width() + m_topLine->layout()->spacing();
        return used <= contentSize().width();
    };
    if (!fits(calmPrompt))
        m_compare->setShort(true);
    const int prompt = state().b ? calmPrompt : minPrompt;
    if (!fits(prompt))
        m_present->setText(keys.isEmpty() ? QStringLiteral("▷") : keys);
    if (!fits(prompt))
        m_export->setText(tr("Export…"));
    if (!fits(minPrompt))
        m_export->hide();
    if (!fits(minPrompt))
        m_present->hide();
}

/// px that the tokens and the slider of the training need.
int MainWindow::barHeight() const { return m_tokenBar->sizeHint().height(); }

/// The picture's share decides over the lines of the sentence, the tokens under it, and the drawers beside it, in this order.
void MainWindow::fitPage()
{
    LessonBoard* const board = m_guide->board();
    board->setVisible(m_isPresenting && m_guide->isActive());
    widgets::View* const view = currentView();
    if (!view || !view->picture())
        return m_drawers->setMinPageWidth(0);
    const double share = m_isPresenting ? presented : m_guide->isActive() ? besideLesson : state().b ? compared : alone;
    const int around = (menuBar()->isHidden() ? 0 : menuBar()->sizeHint().height())
        + (m_isPresenting ? 0 : m_topLine->sizeHint().height() + m_status->sizeHint().height() + m_tabs->sizeHint().height())
        + (board->isHidden() ? 0 : board->height());
    const QSize room = contentSize();
    const int wanted = int(std::ceil(share * room.width() * room.height()));
    const auto pictureHeight = [&](int lines, bool hasTokens) {
        return std::max(1, room.height() - around - view->wordsHeight(lines) - (hasTokens ? barHeight() : 0));
    };
    int captionLines = board->isHidden() ? 1 : 2; // the text of a lesson has the numbers of the sentence
    const bool haveTokens = !m_classroom.hides("tokens");
    m_hasTokenRoom = false;
    for (const auto& [lines, hasTokens] : {std::pair{2, true}, {1, true}, {2, false}})
        if (!(hasTokens && (!haveTokens || (m_foldsTokens && !m_isPresenting)))
            && pictureHeight(lines, hasTokens) * (room.width() - m_drawers->handlesWidth()) >= wanted) {
            captionLines = lines;
            m_hasTokenRoom = hasTokens;
            break;
        }
    for (widgets::View* const page : m_pages->allMade())
        page->setCaptionLines(captionLines);
    const int high = pictureHeight(captionLines, m_hasTokenRoom);
    m_drawers->setMinPageWidth((wanted + high - 1) / high);

    auto* const column = static_cast<QVBoxLayout*>(m_page->layout());
    const bool isUnder = column->indexOf(m_tokenBar) >= 0;
    if (m_hasTokenRoom && !isUnder)
        column->insertWidget(column->indexOf(m_steps), m_tokenBar);
    else if (!m_hasTokenRoom && isUnder)
        column->removeWidget(m_tokenBar);
    m_tokenBar->setVisible(haveTokens && (m_hasTokenRoom || m_wantsTokens));
    (*m_actions)[Act::ShowTokens]->setChecked(m_tokenBar->isVisibleTo(this));
    m_status->setTokensAway(haveTokens && !m_hasTokenRoom, m_wantsTokens);
    placeOver();
}

/// What is over the page instead of moving it: messages, and tokens without a place of their own.
void MainWindow::placeOver()
{
    if (!m_hasTokenRoom && m_wantsTokens) {
        const QWidget* const picture = currentView() ? currentView()->picture() : nullptr;
        const int below = picture ? picture->mapTo(m_page, QPoint(0, picture->height())).y() : m_page->height();
        const int bottom = m_guide->board()->isHidden() ? m_page->height() : m_guide->board()->y();
        const int top = std::min(bottom - barHeight(), below); // over all of the sentence
        m_tokenBar->setGeometry(0, top, m_page->width(), bottom - top);
        m_tokenBar->raise();
    }
    if (m_symbols->isVisible()) { // at the right, as high as it needs to be
        const int broad = std::min(m_symbols->sizeHint().width(), m_page->width());
        m_symbols->setGeometry(m_page->width() - broad, 0, broad, std::min(m_symbols->sizeHint().height(), m_page->height()));
        m_symbols->raise();
    }
    if (m_notifications->isHidden())
        return;
    const QWidget& central = *m_content->widget();
    const int broad = central.width() - (m_status->isHidden() ? 0 : m_status->buttonsWidth());
    const int wrapped = m_notifications->heightForWidth(broad);
    const int high = wrapped > 0 ? wrapped : m_notifications->sizeHint().height();
    // Over the words of the status line, not over the tokens; of a presentation over the controls, not over the sentence or the
    // lesson below the picture.
    int top = m_isPresenting ? 0 : central.height() - high;
    const QWidget* const words = currentView() && !m_isPresenting ? currentView()->findChild<widgets::PageFoot*>() : nullptr;
    const int first = words ? words->mapTo(&central, QPoint()).y() : 0, behind = words ? first + words->height() : 0;
    if (top < behind) // over no part of a line: beside the sentence, else over all of it
        top = behind - top <= space::m ? behind : std::min(top, first);
    m_notifications->setGeometry(0, top, broad, m_isPresenting ? high : central.height() - top);
    m_notifications->raise();
}

void MainWindow::setTokensOver(bool wanted)
{
    if (std::exchange(m_wantsTokens, wanted) == wanted)
        return; // what is laid out stays as it is
    if (!wanted && m_tokenBar->isAncestorOf(focusWidget()))
        centralWidget()->setFocus();
    fitPage();
}

void MainWindow::showTokens(bool wanted)
{
    m_wantsTokens = wanted;
    if (!m_isPresenting && (wanted || m_hasTokenRoom)) // away from over the page is not put away
        m_foldsTokens = !wanted;
    fitPage();
}

void MainWindow::setLessonTab(bool isThere)
{
    const int last = m_rightTabs->count() - 1;
    if (isThere)
        m_rightTabs->addTab(QString());
    else if (m_rightTabs->currentIndex() == last)
        m_rightTabs->setCurrentIndex(0);
    if (isThere)
        return; // its name comes with showLessonTab()
    m_rightTabs->removeTab(last);
    nameDrawers();
}

void MainWindow::showLessonTab()
{
    nameDrawers();
    m_rightTabs->setCurrentIndex(m_rightTabs->count() - 1);
    m_drawers->setOpen(Drawers::Right, true);
}

bool MainWindow::isLessonOverPage() const
{
    return m_guide->isActive() && m_rightTabs->currentIndex() == m_rightTabs->count() - 1 && m_drawers->isOpen(Drawers::Right)
        && !m_drawers->isBeside(Drawers::Right);
}

const QWidget* MainWindow::part(const QString& word) const
{
    const std::pair<const char*, const QWidget*> parts[] = {{"prompt", m_prompt}, {"tokens", m_tokenBar},
        {"compare", state().b ? static_cast<const QWidget*>(m_compare) : m_makeB}, {"diagram", m_diagram},
        {"choices", m_rightTabs}};
    const auto* const found = std::ranges::find(parts, word, [](const auto& one) { return QLatin1String(one.first); });
    return found == std::end(parts) ? nullptr : found->second;
}

/// The page on screen has the switches and the words of the window on its lines.
void MainWindow::hostGuests()
{
    const auto link = [](const widgets::View& page, QWidget* links) {
        if (auto* const line = page.findChild<widgets::TitleLine*>())
            line->setEnd(links);
    };
    for (widgets::View* const page : m_pages->allMade()) // who had them lays them out no more
        if (page != currentView()) {
            page->setGuests({});
            link(*page, nullptr);
        }
    if (widgets::View* view = currentView()) {
        view->setGuests({m_isPresenting ? m_pageMenu : nullptr, m_switches, m_presenter->withCounter(m_compareWords)});
        link(*view, m_links);
    }
}

/// Tab follows the eye, whatever has come and gone since it was pressed last.
bool MainWindow::focusNextPrevChild(bool next)
{
    widgets::followTheEye(*m_content->widget(), m_pages);
    return QMainWindow::focusNextPrevChild(next);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_drawers)
        fitLayout();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_start.remembers) // else its creator sets its size
        for (const int ms : {frameMs, slowFrameMs})
            QTimer::singleShot(ms, this, &MainWindow::fitScreen);
}

/// With its frame, the window is no larger than its screen.
void MainWindow::fitScreen()
{
    if (windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen))
        return;
    const QRect room = screen()->availableGeometry(), outer = frameGeometry();
    const QSize frame = outer.size() - size();
    if (outer.width() > room.width() || outer.height() > room.height())
        resize(size().boundedTo(room.size() - frame));
    if (!room.contains(frameGeometry()))
        move(std::clamp(outer.left(), room.left(), std::max(room.left(), room.right() + 1 - frameGeometry().width())),
            std::clamp(outer.top(), room.top(), std::max(room.top(), room.bottom() + 1 - frameGeometry().height())));
}

/// What went well, where nothing moves for it.
void MainWindow::say(const QString& words)
{
    if (m_isPresenting)
        m_notifications->post(widgets::Severity::Success, words);
    else
        m_status->setNote(words);
}

} // namespace app
