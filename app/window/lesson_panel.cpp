#include "app/window/lesson_panel.h"

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
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace app {

using namespace widgets;

LessonPanel::LessonPanel(LessonPlayer* player, QWidget* parent)
    : QWidget(parent)
    , m_player(player)
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(space::l, space::s, space::l, space::s);
    column->setSpacing(space::s);
    column->addWidget(buildHead());
    column->addWidget(buildStep(), 1);
    column->addWidget(buildFoot());
    new LessonFocus(this, m_work, m_ways);
    connect(player, &LessonPlayer::stepChanged, this, &LessonPanel::showStep);
    connect(player, &LessonPlayer::progressChanged, this, &LessonPanel::refresh);
    retranslate();
}

QWidget* LessonPanel::buildHead()
{
    auto* const head = new QWidget(this);
    auto* const rows = new QVBoxLayout(head);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(space::xs);
    auto* const first = new QHBoxLayout;
    m_lesson = new TextLabel(TextRole::Caption, Tone::Muted, head);
    m_lesson->setFlowing();
    m_leave = new QToolButton(head);
    m_leave->setObjectName("leaveLesson");
    m_leave->setText(QStringLiteral("✕"));
    m_leave->setAutoRaise(true);
    connect(m_leave, &QToolButton::clicked, this, &LessonPanel::leaveWanted);
    first->addWidget(m_lesson, 1);
    first->addWidget(m_leave, 0, Qt::AlignTop);
    auto* const second = new QHBoxLayout;
    m_dots = new LessonDots(head);
    connect(m_dots, &LessonDots::chosen, m_player, &LessonPlayer::goTo);
    m_count = new TextLabel(TextRole::Caption, Tone::Muted, head);
    second->addWidget(m_dots, 1);
    second->addWidget(m_count);
    rows->addLayout(first);
    rows->addLayout(second);
    return head;
}

QWidget* LessonPanel::buildStep()
{
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const page = new QWidget;
    m_column = new QVBoxLayout(page);
    m_column->setContentsMargins(0, space::xs, 0, space::s);
    m_column->setSpacing(space::s);
    m_title = new TextLabel(TextRole::Title, Tone::Normal, page);
    m_title->setFlowing();
    m_body = new LessonTextView(page);
    m_work = new LessonWork(m_player, LessonWork::Form::Column, page);
    m_notes = new Disclosure(page);
    m_note = new LessonTextView(page);
    m_note->hide();
    connect(m_notes, &Disclosure::toggledByPerson, m_note, &QWidget::setVisible);
    m_column->addWidget(m_title);
    m_column->addWidget(m_body);
    m_column->addWidget(m_work);
    m_column->addStretch(1);
    m_column->addWidget(m_notes);
    m_column->addWidget(m_note);
    m_scroll->setWidget(page);
    return m_scroll;
}

QPushButton* LessonPanel::nextButton() const { return m_ways->nextButton(); }

QWidget* LessonPanel::buildFoot()
{
    auto* const foot = new QWidget(this);
    auto* const rows = new QVBoxLayout(foot);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(space::xs);
    m_restore = new QPushButton(foot);
    m_restore->setObjectName("backToStep");
    m_restore->setFlat(true);
    connect(m_restore, &QPushButton::clicked, m_player, &LessonPlayer::back);
    m_ways = new LessonWays(m_player, LessonWays::Form::Column, foot);
    connect(m_ways, &LessonWays::leaveWanted, this, &LessonPanel::leaveWanted);
    m_more = new QPushButton(foot);
    m_more->setObjectName("moreOfStep");
    m_more->setFlat(true);
    QScrollBar* const bar = m_scroll->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, &LessonPanel::refreshMore);
    connect(bar, &QScrollBar::rangeChanged, this, &LessonPanel::refreshMore);
    connect(m_more, &QPushButton::clicked, bar, [bar] { bar->triggerAction(QScrollBar::SliderPageStepAdd); });
    auto* const row = new QHBoxLayout;
    row->addWidget(m_restore);
    row->addStretch(1);
    row->addWidget(m_more);
    rows->addLayout(row);
    rows->addWidget(m_ways);
    refreshMore();
    return foot;
}

void LessonPanel::refreshMore()
{
    const QScrollBar* const bar = m_scroll->verticalScrollBar();
    m_more->setVisible(bar->value() < bar->maximum() - space::l); // less is no line
}

void LessonPanel::retranslate()
{
    m_leave->setToolTip(tr("Leave the lesson (Esc): the window is as it was before"));
    m_leave->setAccessibleName(tr("Leave the lesson"));
    m_notes->setText(tr("Presenter’s note"));
    m_notes->setAccessibleName(m_notes->text());
    m_restore->setText(QStringLiteral("↺ ") + tr("Back to this step"));
    m_restore->setToolTip(tr("The window shows again what the step is about, whatever was changed"));
    m_more->setText(QStringLiteral("▾ ") + tr("More"));
    m_more->setToolTip(tr("There is more below: scrolls on"));
    restyle();
    if (m_player->isActive())
        refresh();
}

void LessonPanel::restyle()
{
    for (QPushButton* const link : {m_restore, m_more})
        link->setStyleSheet(linkButtonStyle(currentTheme()));
}

/// Another step, from its beginning.
void LessonPanel::showStep()
{
    if (!m_player->isActive())
        return;
    m_notes->setOpen(false);
    m_note->hide();
    m_scroll->verticalScrollBar()->setValue(0);
    m_followed = whatFollows();
    refresh();
}

void LessonPanel::refresh()
{
    if (!m_player->isActive())
        return;
    const LessonText text = m_player->text(currentLanguage());
    m_lesson->setText(tr("Lesson · %1").arg(m_player->lesson().wordsIn(currentLanguage()).title));
    m_title->setText(text.title);
    m_body->setWords(text.body);
    m_notes->setVisible(!text.notes.isEmpty());
    m_note->setWords(text.notes);
    refreshFoot();
    showWhatFollows();
}

/// What a person can do or read now that a question was answered.
QWidget* LessonPanel::whatFollows() const
{
    if (m_work->isAnswered())
        return m_work->afterText();
    return m_player->canReveal() ? m_work->revealButton() : nullptr;
}

/// Below what is in sight it would be missed.
void LessonPanel::showWhatFollows()
{
    QWidget* const due = whatFollows();
    if (std::exchange(m_followed, due) == due || !due)
        return;
    QTimer::singleShot(0, this, [this] { // it has its place by then
        if (!m_followed || !m_followed->isVisible())
            return;
        const QRect place(m_followed->mapTo(m_scroll->widget(), QPoint()), m_followed->size()); // all of it, not its cursor
        m_scroll->ensureVisible(place.center().x(), place.center().y(), 0, place.height() / 2 + space::s);
    });
}

void LessonPanel::refreshFoot()
{
    std::vector<bool> finished;
    for (int i = 0; i < m_player->count(); ++i)
        finished.push_back(
            m_player->isFinished(i) && (i < m_player->at() || !m_player->lesson().steps[std::size_t(i)].answers.empty()));
    m_dots->setSteps(finished, m_player->at());
    m_dots->setAccessibleName(tr("Step %1 of %2").arg(m_player->at() + 1).arg(m_player->count()));
    m_count->setText(m_dots->accessibleName());
    m_restore->setEnabled(!m_player->isHere());
}

std::optional<QPoint> LessonPanel::anchorOf(int mark, const QWidget* widget) const
{
    for (const LessonTextView* view : {m_body, m_work->afterText()}) {
        const std::optional<QPoint> at = view->isVisible() ? view->anchorOf(mark) : std::nullopt;
        if (!at)
            continue;
        const QPoint inScroll = view->mapTo(m_scroll, QPoint(0, at->y())); // before the line, which stays readable
        if (m_scroll->rect().contains(inScroll))
            return m_scroll->mapTo(widget, inScroll - QPoint(space::xs, 0));
    }
    return {};
}

QString LessonPanel::shownText() const
{
    QStringList texts;
    for (const QLabel* label : findChildren<QLabel*>())
        if (label->isVisibleTo(this))
            texts << label->text();
    for (const LessonTextView* view : findChildren<LessonTextView*>())
        if (view->isVisibleTo(this))
            texts << view->toPlainText();
    for (const QAbstractButton* button : findChildren<QAbstractButton*>())
        if (button->isVisibleTo(this))
            texts << button->text();
    return texts.join(QLatin1Char('\n'));
}

void LessonPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (isOfTheme(*event))
        restyle();
}

} // namespace app
