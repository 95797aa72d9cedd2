#include "app/window/lesson_work.h"

#include "app/base/languages.h"
#include "app/lessons/lesson_player.h"
#include "app/window/lesson_parts.h"

#include "widgets/controls/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace app {

using namespace widgets;

LessonWork::LessonWork(LessonPlayer* player, Form form, QWidget* parent)
    : QWidget(parent)
    , m_player(player)
    , m_verdict(new TextLabel(TextRole::Label, Tone::Accent, this))
    , m_question(new TextLabel(TextRole::Section, Tone::Normal, this))
    , m_request(new TextLabel(TextRole::Section, Tone::Normal, this))
    , m_solution(new QPushButton(this))
    , m_reveal(new QPushButton(this))
    , m_hint(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_after(new LessonTextView(this))
{
    m_verdict->setObjectName("verdict");
    m_solution->setFlat(true);
    m_reveal->setObjectName("revealAnswer");
    for (TextLabel* label : {m_question, m_request}) {
        label->setFlowing();
        label->setTextFormat(Qt::MarkdownText);
    }
    build(form);
    connect(m_solution, &QPushButton::clicked, m_player, &LessonPlayer::showSolution);
    connect(m_reveal, &QPushButton::clicked, m_player, &LessonPlayer::reveal);
    connect(m_player, &LessonPlayer::stepChanged, this, &LessonWork::showStep);
    connect(m_player, &LessonPlayer::progressChanged, this, &LessonWork::refresh);
    retranslate();
}

void LessonWork::build(Form form)
{
    const bool isAcross = form == Form::Across;
    auto* const work = new QVBoxLayout(this);
    work->setContentsMargins(0, 0, 0, 0);
    work->setSpacing(space::s);
    m_answerRow = isAcross ? static_cast<QBoxLayout*>(new QHBoxLayout) : new QVBoxLayout;
    m_answerRow->setSpacing(space::s);
    m_taskColumn = new QVBoxLayout;
    m_taskColumn->setSpacing(space::xs);
    if (!isAcross) {
        for (TextLabel* label : {m_verdict, m_hint})
            label->setFlowing();
        work->addWidget(m_verdict);
    }
    work->addWidget(m_question);
    if (isAcross) {
        auto* const answers = new QHBoxLayout;
        answers->setSpacing(space::m);
        answers->addWidget(m_verdict);
        answers->addLayout(m_answerRow, 1);
        work->addLayout(answers);
    } else
        work->addLayout(m_answerRow);
    work->addWidget(m_request);
    work->addLayout(m_taskColumn);
    work->addWidget(m_solution, 0, Qt::AlignLeft);
    if (!isAcross) { // else who shows it has a place for it
        work->addWidget(m_reveal);
        work->addWidget(m_hint);
    }
    work->addWidget(m_after);
}

void LessonWork::retranslate()
{
    m_reveal->setText(tr("Show the answer"));
    m_solution->setText(tr("Show me"));
    m_solution->setToolTip(tr("Does it for you"));
    restyle();
    showStep(); // letters of the answers
}

void LessonWork::restyle()
{
    m_reveal->setStyleSheet(mainButtonStyle(currentTheme()));
    m_solution->setStyleSheet(linkButtonStyle(currentTheme()));
}

/// Another step: as many answers and tasks as it has.
void LessonWork::showStep()
{
    if (!m_player->isActive())
        return;
    qDeleteAll(m_answers);
    qDeleteAll(m_tasks);
    m_answers.clear();
    m_tasks.clear();
    for (int i = 0; i < int(m_player->step().answers.size()); ++i) {
        auto* const button = new AnswerButton(answerLetter(i), this);
        connect(button, &QAbstractButton::clicked, this, [this, i] {
            m_player->choose(i);
            if (m_reveal->isEnabled())
                m_reveal->setFocus(Qt::OtherFocusReason); // Space shows the answer
        });
        m_answerRow->addWidget(button, isAcross() ? 1 : 0);
        m_answers.push_back(button);
    }
    for (std::size_t i = 0; i < m_player->step().tasks.size(); ++i) {
        auto* const task = new TextLabel(TextRole::Body, Tone::Normal, this);
        task->setFlowing();
        task->setTextFormat(Qt::MarkdownText);
        m_taskColumn->addWidget(task);
        m_tasks.push_back(task);
    }
    refresh();
}

bool LessonWork::isAcross() const { return m_answerRow->direction() == QBoxLayout::LeftToRight; }

bool LessonWork::isAnswered() const
{
    return m_player->isActive() && m_player->isFinished() && m_player->areValuesThere()
        && !m_player->text(currentLanguage()).after.isEmpty();
}

void LessonWork::refresh()
{
    if (!m_player->isActive())
        return;
    const LessonText text = m_player->text(currentLanguage());
    const bool isAsked = !m_answers.empty();
    m_verdict->setVisible(isAsked);
    m_question->setVisible(isAsked && !(isAcross() && m_player->isRevealed()));
    m_question->setText(withMarks(text.question));
    refreshAnswers(text.answers);
    refreshTasks(text);
    m_reveal->setVisible(isAsked && !m_player->isRevealed());
    m_reveal->setEnabled(m_player->canReveal());
    m_hint->setVisible(!isAcross() && isAsked && !m_player->isRevealed() && !m_player->canReveal());
    m_hint->setText(m_player->chosen() < 0 ? tr("First choose an answer.")
            : !m_player->areTasksDone()    ? tr("First do the tasks above.")
                                           : tr("The numbers are being computed…"));
    m_after->setVisible(isAnswered());
    m_after->setWords(text.after);
}

void LessonWork::refreshTasks(const LessonText& text)
{
    m_request->setVisible(!m_tasks.empty());
    m_request->setText(text.request.isEmpty() ? tr("Now do it:") : withMarks(text.request));
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const bool isDone = m_player->isDone(int(i));
        m_tasks[i]->setText((isDone ? QStringLiteral("☑ ") : QStringLiteral("☐ ")) + withMarks(text.tasks.value(qsizetype(i))));
        m_tasks[i]->setTone(isDone ? Tone::Muted : Tone::Normal);
    }
    m_solution->setVisible(!m_tasks.empty() && !m_player->areTasksDone());
}

void LessonWork::refreshAnswers(const QStringList& words)
{
    const int chosen = m_player->chosen(), right = m_player->isRevealed() ? m_player->right() : -1;
    for (int i = 0; i < int(m_answers.size()); ++i) {
        m_answers[std::size_t(i)]->setWords(words.value(i));
        m_answers[std::size_t(i)]->setShape(m_player->step().answers[std::size_t(i)].words["shape"].toString());
        m_answers[std::size_t(i)]->setLook(!m_player->isRevealed()
                ? i == chosen ? AnswerButton::Look::Chosen : AnswerButton::Look::Open
                : i == right  ? AnswerButton::Look::Right
                : i == chosen ? AnswerButton::Look::Wrong
                              : AnswerButton::Look::Gone);
        m_answers[std::size_t(i)]->setVisible(!isAcross() || m_answers[std::size_t(i)]->look() != AnswerButton::Look::Gone);
    }
    const bool isWrong
        = m_player->isRevealed() && chosen != right && (chosen >= 0 || right < 0); // a class has said its own aloud
    m_verdict->setTone(isWrong ? Tone::Error : Tone::Accent);
    m_verdict->setText(!m_player->isRevealed() ? tr("Guess first")
            : right < 0                        ? tr("None of these holds for the numbers on screen.")
            : chosen < 0                       ? tr("The answer is %1").arg(answerLetter(right))
            : chosen == right                  ? tr("Your guess %1 is right").arg(answerLetter(chosen))
                              : tr("Your guess was %1; the answer is %2").arg(answerLetter(chosen), answerLetter(right)));
}

void LessonWork::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (isOfTheme(*event))
        restyle();
}

} // namespace app
