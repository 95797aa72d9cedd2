#include "app/window/lesson_panel.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/window/lesson_parts.h"

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
    m_work = new QWidget(page);
    auto* const work = new QVBoxLayout(m_work);
    work->setContentsMargins(0, 0, 0, 0);
    work->setSpacing(space::s);
    m_verdict = new TextLabel(TextRole::Label, Tone::Accent, m_work);
    m_question = new TextLabel(TextRole::Section, Tone::Normal, m_work);
    m_answerColumn = new QVBoxLayout;
    m_answerColumn->setSpacing(space::s);
    m_request = new TextLabel(TextRole::Section, Tone::Normal, m_work);
    m_taskColumn = new QVBoxLayout;
    m_taskColumn->setSpacing(space::xs);
    m_solution = new QPushButton(m_work);
    m_solution->setFlat(true);
    connect(m_solution, &QPushButton::clicked, m_player, &LessonPlayer::showSolution);
    m_reveal = new QPushButton(m_work);
    m_reveal->setObjectName("revealAnswer");
    connect(m_reveal, &QPushButton::clicked, m_player, &LessonPlayer::reveal);
    m_hint = new TextLabel(TextRole::Caption, Tone::Muted, m_work);
    for (TextLabel* label : {m_verdict, m_question, m_request, m_hint})
        label->setFlowing();
    for (TextLabel* label : {m_question, m_request})
        label->setTextFormat(Qt::MarkdownText);
    m_after = new LessonTextView(m_work);
    work->addWidget(m_verdict);
    work->addWidget(m_question);
    work->addLayout(m_answerColumn);
    work->addWidget(m_request);
    work->addLayout(m_taskColumn);
    work->addWidget(m_solution, 0, Qt::AlignLeft);
    work->addWidget(m_reveal);
    work->addWidget(m_hint);
    work->addWidget(m_after);
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
    m_reveal->setText(tr("Show the answer"));
    m_solution->setText(tr("Show me"));
    m_solution->setToolTip(tr("Does it for you"));
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
    const Theme& theme = currentTheme();
    const QString main = QStringLiteral("QPushButton{border-radius:4px;padding:%1px;border:1px solid %2;background:%2;color:%3;"
                                        "font-weight:600}QPushButton:focus{border-color:%4}"
                                        "QPushButton:disabled{background:%5;border-color:%6;color:%7}")
                             .arg(int(6 * theme.scale))
                             .arg(theme.accent.name(), theme.onAccent.name(), theme.text.name(), theme.surfaceAlt.name(),
                                 theme.border.name(), theme.text2.name());
    for (QPushButton* button : {m_reveal, m_next})
        button->setStyleSheet(main);
    const QString link = QStringLiteral("QPushButton{border:1px solid transparent;padding:2px;color:%1;text-align:left}"
                                        "QPushButton:focus{border-color:%1;border-radius:3px}QPushButton:disabled{color:%2}")
                             .arg(theme.accent.name(), theme.disabled.name());
    for (QPushButton* button : {m_restore, m_solution})
        button->setStyleSheet(link);
}

/// Another step: as many answers and tasks as it has.
void LessonPanel::showStep()
{
    if (!m_player->isActive())
        return;
    qDeleteAll(m_answers);
    qDeleteAll(m_tasks);
    m_answers.clear();
    m_tasks.clear();
    for (int i = 0; i < int(m_player->step().answers.size()); ++i) {
        auto* const button = new AnswerButton(answerLetter(i), m_work);
        connect(button, &QAbstractButton::clicked, this, [this, i] {
            m_player->choose(i);
            if (m_reveal->isEnabled())
                m_reveal->setFocus(Qt::OtherFocusReason); // Space shows the answer
        });
        m_answerColumn->addWidget(button);
        m_answers.push_back(button);
    }
    for (std::size_t i = 0; i < m_player->step().tasks.size(); ++i) {
        auto* const task = new TextLabel(TextRole::Body, Tone::Normal, m_work);
        task->setFlowing();
        task->setTextFormat(Qt::MarkdownText);
        m_taskColumn->addWidget(task);
        m_tasks.push_back(task);
    }
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
    const bool isAsked = !m_answers.empty();
    m_lesson->setText(tr("Lesson · %1").arg(m_player->lesson().wordsIn(currentLanguage()).title));
    m_title->setText(text.title);
    m_body->setWords(text.body);
    m_verdict->setVisible(isAsked);
    m_question->setVisible(isAsked);
    m_question->setText(withMarks(text.question));
    refreshAnswers(text.answers);
    m_request->setVisible(!m_tasks.empty());
    m_request->setText(text.request.isEmpty() ? tr("Now do it:") : withMarks(text.request));
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const bool isDone = m_player->isDone(int(i));
        m_tasks[i]->setText((isDone ? QStringLiteral("☑ ") : QStringLiteral("☐ ")) + withMarks(text.tasks.value(qsizetype(i))));
        m_tasks[i]->setTone(isDone ? Tone::Muted : Tone::Normal);
    }
    m_solution->setVisible(!m_tasks.empty() && !m_player->areTasksDone());
    m_reveal->setVisible(isAsked && !m_player->isRevealed());
    m_reveal->setEnabled(m_player->canReveal());
    m_hint->setVisible(m_reveal->isVisibleTo(m_work) && !m_player->canReveal());
    m_hint->setText(m_player->chosen() < 0 ? tr("First choose an answer.")
            : !m_player->areTasksDone()    ? tr("First do the tasks above.")
                                           : tr("The numbers are being computed…"));
    const bool isKnown = m_player->isFinished() && m_player->areValuesThere();
    m_after->setVisible(isKnown && !text.after.isEmpty());
    m_after->setWords(text.after);
    m_notes->setVisible(!text.notes.isEmpty());
    m_note->setWords(text.notes);
    refreshFoot();
}

void LessonPanel::refreshAnswers(const QStringList& words)
{
    const int chosen = m_player->chosen(), right = m_player->isRevealed() ? m_player->right() : -1;
    for (int i = 0; i < int(m_answers.size()); ++i) {
        m_answers[std::size_t(i)]->setWords(words.value(i));
        m_answers[std::size_t(i)]->setLook(!m_player->isRevealed()
                ? i == chosen ? AnswerButton::Look::Chosen : AnswerButton::Look::Open
                : i == right  ? AnswerButton::Look::Right
                : i == chosen ? AnswerButton::Look::Wrong
                              : AnswerButton::Look::Gone);
    }
    m_verdict->setTone(m_player->isRevealed() && chosen != right ? Tone::Error : Tone::Accent);
    m_verdict->setText(!m_player->isRevealed() ? tr("Guess first")
            : right < 0                        ? tr("None of these holds for the numbers on screen.")
            : chosen < 0                       ? tr("The answer is %1").arg(answerLetter(right))
            : chosen == right                  ? tr("Your guess %1 is right").arg(answerLetter(chosen))
                              : tr("Your guess was %1; the answer is %2").arg(answerLetter(chosen), answerLetter(right)));
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
    for (const LessonTextView* view : {m_body, m_after}) {
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
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (m_player->isActive())
            showStep(); // letters of the answers
    } else if (meansRestyle(*event) && event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        restyle();
}

} // namespace app
