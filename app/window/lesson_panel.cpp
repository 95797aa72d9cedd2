#include "app/window/lesson_panel.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/window/lesson_parts.h"
#include "app/window/lesson_work.h"

#include "widgets/controls/disclosure.h"
#include "widgets/controls/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

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
    auto* const ways = new QHBoxLayout;
    m_previous = new QPushButton(foot);
    m_previous->setObjectName("previousLessonStep");
    m_next = new QPushButton(foot);
    m_next->setObjectName("nextLessonStep");
    connect(m_previous, &QPushButton::clicked, this, [this] { m_player->goTo(m_player->at() - 1); });
    connect(m_next, &QPushButton::clicked, this,
        [this] { m_player->at() + 1 < m_player->count() ? m_player->goTo(m_player->at() + 1) : emit leaveWanted(); });
    ways->addWidget(m_previous);
    ways->addWidget(m_next, 1);
    rows->addWidget(m_restore, 0, Qt::AlignLeft);
    rows->addLayout(ways);
    return foot;
}

void LessonPanel::retranslate()
{
    m_leave->setToolTip(tr("Leave the lesson (Esc): the window is as it was before"));
    m_leave->setAccessibleName(tr("Leave the lesson"));
    m_notes->setText(tr("Presenter’s note"));
    m_notes->setAccessibleName(m_notes->text());
    m_restore->setText(QStringLiteral("↺ ") + tr("Back to this step"));
    m_restore->setToolTip(tr("The window shows again what the step is about, whatever was changed"));
    m_previous->setText(QStringLiteral("‹ ") + tr("Previous"));
    restyle();
    if (m_player->isActive())
        refresh();
}

void LessonPanel::restyle()
{
    m_next->setStyleSheet(mainButtonStyle(currentTheme()));
    m_restore->setStyleSheet(linkButtonStyle(currentTheme()));
}

/// Another step, from its beginning.
void LessonPanel::showStep()
{
    if (!m_player->isActive())
        return;
    m_notes->setOpen(false);
    m_note->hide();
    m_scroll->verticalScrollBar()->setValue(0);
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
    m_previous->setEnabled(m_player->at() > 0);
    const bool isLast = m_player->at() + 1 == m_player->count();
    m_next->setText(isLast ? tr("Finish") : tr("Next") + QStringLiteral(" ›"));
    m_next->setEnabled(m_player->isFinished());
}

std::optional<QPoint> LessonPanel::anchorOf(int mark, const QWidget* widget) const
{
    for (const LessonTextView* view : {static_cast<const LessonTextView*>(m_body), m_work->afterText()}) {
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
    else if (meansRestyle(*event) && event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        restyle();
}

} // namespace app
