#pragma once

// LessonWork: what a person does in a step of a lesson: the question with its answers, the tasks, and what is said when the
// answer is known. What it shows is the player's. Beside a page its parts are below each other. Across a screen the answers are
// beside each other, what was asked goes when it is answered, and the button that shows the answer is placed by who has this
// widget.

#include <QWidget>

#include <vector>

class QBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace widgets {
class TextLabel;
}

namespace app {

class AnswerButton;
class LessonPlayer;
class LessonTextView;
struct LessonText;

class LessonWork : public QWidget
{
    Q_OBJECT
public:
    enum class Form
    {
        Column,
        Across
    };

    LessonWork(LessonPlayer* player, Form form, QWidget* parent);

    const std::vector<AnswerButton*>& answerButtons() const { return m_answers; }
    QPushButton* revealButton() const { return m_reveal; }
    QPushButton* solutionButton() const { return m_solution; }
    LessonTextView* afterText() const { return m_after; }

    /// What follows from the answer is there to be read.
    bool isAnswered() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void build(Form form);
    bool isAcross() const;
    void retranslate();
    void restyle();
    void showStep();
    void refresh();
    void refreshAnswers(const QStringList& words);
    void refreshTasks(const LessonText& text);

    LessonPlayer* m_player;
    widgets::TextLabel* m_verdict;
    widgets::TextLabel* m_question;
    std::vector<AnswerButton*> m_answers;
    QBoxLayout* m_answerRow = nullptr;
    widgets::TextLabel* m_request;
    std::vector<widgets::TextLabel*> m_tasks;
    QVBoxLayout* m_taskColumn = nullptr;
    QPushButton* m_solution;
    QPushButton* m_reveal;
    widgets::TextLabel* m_hint; // why the answer cannot be shown yet
    LessonTextView* m_after;
};

} // namespace app
