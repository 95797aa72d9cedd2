#pragma once

// TextGuide: the text of a window and what is said of it: the prompt and the decoder's text, the sentences that are offered, the
// words of the head that one of them is about, and the training of the weights that read it.

#include <QObject>
#include <QString>

namespace widgets {
class PromptLine;
class StepScrubber;
} // namespace widgets

namespace app {

class MainWindow;
class Session;
struct WindowState;

class TextGuide : public QObject
{
    Q_OBJECT
public:
    /// All outlive it; the window has its session and its pages.
    TextGuide(MainWindow& window, widgets::PromptLine& prompt, widgets::PromptLine& target, widgets::StepScrubber& scrubber);

    /// A text of the menu: with a head to look at, that head is selected and shown.
    void choosePrompt(int example);

    /// The state is another.
    void follow(const WindowState& before);

    /// The sentences of the model, in the language of the program.
    void fillExamples();

    /// What is said of the text on screen and of its head.
    void refreshHint();

    /// Which weights of the training run.
    void refreshTraining();

    /// The text is emptied, or there is one again.
    void showTextGone(bool isGone);

signals:
    /// Another hint is said, or none.
    void hintShown();

private:
    void showTexts();
    void showHint(const QString& hint);
    QString plainHint() const;
    QString hintOfGuide() const;

    MainWindow& m_window;
    Session& m_session;
    widgets::PromptLine* m_prompt;
    widgets::PromptLine* m_target;
    widgets::StepScrubber* m_scrubber;
};

} // namespace app
