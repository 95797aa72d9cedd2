#pragma once

// PromptLine: where the text of the run is typed, with examples one click away.

#include <QWidget>

class QLineEdit;
class QTimer;
class QToolButton;

namespace widgets {

class TextLabel;

class PromptLine : public QWidget
{
    Q_OBJECT
public:
    explicit PromptLine(QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text); // emits nothing

    /// Which text it is of; of two, its name stands before it.
    enum class Part
    {
        Whole,
        Source, // that the encoder of two stacks reads
        Target  // that their decoder is given
    };
    void setPart(Part part);

    /// Sentences of the menu at the right end; the menu is hidden when there are none. `titles`, when given, are what the menu
    /// calls them, one each; an empty one begins a new part of the menu and has no sentence.
    void setExamples(const QStringList& sentences, const QStringList& titles = {});

    /// A switch beside the text that puts it into the chat template of the model; not shown where the model has none.
    void setChat(bool hasTemplate, bool isOn);

    /// What the text shows, or how one is typed: the tool tip of the line, and what is in it while it is empty; empty: nothing.
    void setHint(const QString& hint);
    QString hint() const { return m_hint; }

    /// A problem with the text until the next edit, told to screen readers: of an empty line the placeholder says it; empty
    /// clears it.
    void setProblem(const QString& problem);
    QString problem() const { return m_problem; }

signals:
    /// The person wants this text run: Enter, an example, or a short pause in typing (never while an input method is
    /// composing). Emitted once a text.
    void textChosen(const QString& text);

    /// Enter was pressed over a text: it is done.
    void entered();

    /// The person switched the chat template on or off.
    void chatChosen(bool isOn);

    /// An example with a title was picked, counted in the list that was given; textChosen does not follow.
    void exampleChosen(int example);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void choose();
    void refreshHint();

    TextLabel* m_name;
    QLineEdit* m_edit;
    QToolButton* m_chat;
    QToolButton* m_examples;
    QString m_problem;
    QString m_hint;
    QTimer* m_pause;
    QStringList m_sentences, m_titles; // of the menu
    QString m_lastChosen;
    Part m_part = Part::Whole;
    bool m_isComposing = false; // by an input method
};

} // namespace widgets
