#include "app/window/lesson_board.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/window/lesson_focus.h"
#include "app/window/lesson_parts.h"
#include "app/window/lesson_ways.h"
#include "app/window/lesson_work.h"

#include "widgets/controls/disclosure.h"
#include "widgets/controls/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace app {

using namespace widgets;

namespace {

constexpr double maxShare = 0.42; // of the window's height; longer words are scrolled

} // namespace

LessonBoard::LessonBoard(LessonPlayer* player, QWidget* parent)
    : QWidget(parent)
    , m_player(player)
    , m_scroll(new QScrollArea(this))
{
    setObjectName("lessonBoard");
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* const words = new QWidget;
    auto* const column = new QVBoxLayout(words);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::s);
    m_text = new LessonTextView(words);
    m_work = new LessonWork(player, LessonWork::Form::Across, words);
    column->addWidget(m_text);
    column->addWidget(m_work);
    column->addStretch(1);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus); // the keys are those of the clicker
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(words);
    words->installEventFilter(this);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(space::l, space::s, space::l, space::s);
    row->setSpacing(space::l);
    row->addWidget(m_scroll, 1);
    row->addWidget(buildWays());
    new LessonFocus(this, m_work, m_ways);
    connect(player, &LessonPlayer::stepChanged, this, [this] {
        m_scroll->verticalScrollBar()->setValue(0);
        refresh();
    });
    connect(player, &LessonPlayer::progressChanged, this, &LessonBoard::refresh);
    hide();
    retranslate();
}

QPushButton* LessonBoard::nextButton() const { return m_ways->nextButton(); }

QWidget* LessonBoard::buildWays()
{
    auto* const ways = new QWidget(this);
    auto* const column = new QVBoxLayout(ways);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::s);
    m_fold = new Disclosure(ways);
    connect(m_fold, &Disclosure::toggledByPerson, this, [this](bool isOpen) {
        m_wantsText = isOpen;
        refresh();
    });
    m_ways = new LessonWays(m_player, LessonWays::Form::Across, ways);
    connect(m_ways, &LessonWays::leaveWanted, this, &LessonBoard::leaveWanted);
    column->addWidget(m_fold, 0, Qt::AlignRight);
    column->addStretch(1);
    column->addWidget(m_work->revealButton());
    column->addWidget(m_ways);
    return ways;
}

void LessonBoard::retranslate()
{
    m_fold->setText(tr("Text"));
    m_fold->setAccessibleName(tr("Text of the step"));
    m_fold->setToolTip(tr("The text of the step, below the picture"));
    refresh();
}

void LessonBoard::refresh()
{
    if (!m_player->isActive())
        return;
    const LessonText text = m_player->text(currentLanguage());
    m_text->setWords(text.body);
    m_fold->setOpen(m_wantsText.value_or(m_player->step().answers.empty() && m_player->step().tasks.empty()));
    m_text->setVisible(m_fold->isOpen() && !text.body.isEmpty());
    fitHeight();
}

/// As high as its words are in this width.
void LessonBoard::fitHeight()
{
    const QMargins around = layout()->contentsMargins();
    const QLayout& words = *m_scroll->widget()->layout();
    const int width = m_scroll->viewport()->width();
    const int high = words.hasHeightForWidth() ? words.totalHeightForWidth(width) : words.totalSizeHint().height();
    const int ways = layout()->itemAt(1)->sizeHint().height();
    setFixedHeight(std::min(std::max(high, ways) + around.top() + around.bottom(), int(window()->height() * maxShare)));
}

bool LessonBoard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitHeight();
    return QWidget::eventFilter(watched, event);
}

void LessonBoard::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

void LessonBoard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    painter.fillRect(0, 0, width(), 1, currentTheme().border);
}

void LessonBoard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (isOfTheme(*event))
        refresh();
}

} // namespace app
