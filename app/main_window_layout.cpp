// MainWindow, how its parts share the room: the panes by the scale of the type, what gives way in a narrow or low window, and
// what presenting leaves.

#include "app/main_window.h"

#include "app/compare_bar.h"
#include "app/status_line.h"
#include "app/tab_strip.h"

#include "widgets/panels/model_diagram.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/panels/text_label.h"
#include "widgets/views/view.h"

#include <QBoxLayout>
#include <QMenuBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {

namespace space = widgets::space;

namespace {

constexpr int leftWidth = 232;
constexpr int rightWidth = 320;
constexpr int leastCentre = 300;
constexpr int narrow = 1010; // px of ordinary type: below, both panels would leave the picture less than half
constexpr int low = 560;
constexpr double leastShare = 0.46; // of the width, that the picture keeps when the right panel is asked for

} // namespace

void MainWindow::resetLayout()
{
    const double scale = widgets::currentTheme().scale;
    const int left = int(leftWidth * scale), right = int(rightWidth * scale);
    m_scale = scale;
    m_panes->setSizes({left, std::max(leastCentre, width() - left - right), right});
    m_rightWidth = right;
    m_isNarrow = false; // decided anew
    showRight(true);
    fitLayout();
}

/// The right panel folds when the window becomes too narrow for its type, and comes back when it has room again.
void MainWindow::fitLayout()
{
    const double scale = widgets::currentTheme().scale;
    if (const double before = std::exchange(m_scale, scale); before != scale) {
        QList<int> sizes = m_panes->sizes(); // as the person has set them, for the new type
        if (!m_isRightShown)
            sizes[2] = m_rightWidth;
        for (const int side : {0, 2})
            sizes[side] = int(std::lround(sizes[side] * scale / before));
        sizes[1] = std::max(leastCentre, width() - sizes[0] - sizes[2]);
        m_rightWidth = sizes[2];
        m_panes->setSizes(sizes);
    }
    const bool isLow = height() < low * scale;
    if (std::exchange(m_isLow, isLow) != isLow)
        fold(isLow);
    menuBar()->setVisible(!isLow && !m_isPresenting);
    const bool isNarrow = width() < narrow * scale;
    if (std::exchange(m_isNarrow, isNarrow) != isNarrow)
        showRight(!isNarrow);
    m_unfold->setVisible(m_isNarrow && !m_isPresenting);
}

/// In a low window the picture comes first: one line of chrome, and words that can be asked for instead of being in sight.
void MainWindow::fold(bool isLow)
{
    m_menu->setVisible(isLow);
    m_topLine->layout()->setContentsMargins(space::l, isLow ? space::xs : space::s, space::l, isLow ? space::xs : space::s);
    m_prompt->setHintFolded(isLow);
    for (TabStrip* tabs : {m_tabs, m_rightTabs})
        tabs->setDense(isLow);
    m_compare->setDense(isLow);
    m_tokenLine->setDirection(isLow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_scrubber->setDense(isLow);
    m_status->setDense(isLow);
    for (int i = 0; i < m_pages->count(); ++i)
        if (auto* view = qobject_cast<widgets::View*>(m_pages->widget(i)))
            view->setDense(isLow);
    styleButtons();
}

/// As long as the window stays as narrow, or as wide, as it is.
void MainWindow::showRight(bool shown)
{
    if (m_isRightShown && !shown && m_panes->sizes()[2] > 0)
        m_rightWidth = m_panes->sizes()[2];
    m_isRightShown = shown;
    m_right->setVisible(shown && !m_isPresenting);
    m_unfold->setChecked(shown);
    m_unfold->setText(shown ? tr("Architecture ›") : tr("‹ Architecture"));
    m_unfold->setToolTip(shown ? tr("Folds the panel at the right away") : tr("Shows the panel at the right"));
    if (!shown || !m_isNarrow)
        return;
    // The left panel gives way first, so that the words of the choices have their width.
    const int both = int(width() * (1 - leastShare));
    const int least = std::max(m_left->minimumSizeHint().width(), m_diagram->minimumSizeHint().width() + 2 * space::l);
    const int right = std::max(m_right->minimumSizeHint().width(), std::min(m_rightWidth, both - least));
    const int left = std::max(least, std::min(m_panes->sizes().front(), both - right));
    m_panes->setSizes({left, std::max(leastCentre, width() - left - right), right});
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_unfold)
        fitLayout();
}

void MainWindow::setPresenting(bool presenting)
{
    if (presenting == m_isPresenting)
        return;
    m_isPresenting = presenting;
    (*m_actions)[Act::Present]->setChecked(presenting);
    for (QWidget* part : {m_topLine, m_left, static_cast<QWidget*>(m_status)})
        part->setVisible(!presenting);
    m_right->setVisible(!presenting && m_isRightShown);
    if (presenting) {
        m_themeBeforePresenting = widgets::currentTheme().id;
        setTheme(widgets::ThemeId::Projector);
        setWindowState(windowState() | Qt::WindowFullScreen);
    } else {
        setTheme(m_themeBeforePresenting);
        setWindowState(windowState() & ~Qt::WindowFullScreen);
    }
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
