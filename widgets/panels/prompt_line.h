#pragma once

// PromptLine: where the text of the run is typed, with examples one click away.

#include <QWidget>

class QLineEdit;
class QTimer;
class QToolButton;

namespace widgets {

class PromptLine : public QWidget
{
    Q_OBJECT
public:
    explicit PromptLine(QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text); // emits nothing

    /// For the text that the decoder of two stacks is given.
    void setIsTarget();

    /// Sentences of the menu at the right end; the menu is hidden when there are none.
    void setExamples(const QStringList& sentences);

    /// A problem with the text, shown under the line until the next edit; empty clears it.
    void setProblem(const QString& problem);

signals:
    /// The person wants this text run: Enter, an example, or a short pause in typing (never while an input method is
    /// composing). Emitted once a text.
    void textChosen(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void choose();

    QLineEdit* m_edit;
    QToolButton* m_examples;
    QWidget* m_problem;
    QTimer* m_pause;
    QString m_lastChosen;
    bool m_isTarget = false;
};

} // namespace widgets
