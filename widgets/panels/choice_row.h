#pragma once

// ChoiceRow: one choice as a row of the variant panel: name, control, dot when it differs from the model's own, reset arrow.

#include "core/model/choices.h"

#include <QWidget>

class QToolButton;

namespace widgets {

class TextLabel;

class ChoiceRow : public QWidget
{
    Q_OBJECT
public:
    ChoiceRow(const core::ChoiceKey& key, QWidget* parent);

    const core::ChoiceKey& key() const { return m_key; }
    QWidget* control() const { return m_control; }
    QString name() const; // in the current language
    bool differs() const { return m_differs; }

    /// None of these emits anything.
    void setValue(const core::Json& value, int differsByLayer); // shown is that layer's; −1: all layers have it
    void setTokens(int tokens);                            // of the text, for a table to paint in
    void setDifference(bool differs, bool canReset);
    void setFixed(const QString& reason);                  // empty = free
    void forgetRefusedWords();                             // another setup: asked again before the menu opens
    void setWordRefused(int word, const QString& reason);  // empty = allowed
    void setProblem(const QString& problem);               // under the control; empty = none
    void retranslate();

signals:
    /// The person chose a value. `later`: one of many steps of a number, wait for the last.
    void chosen(const core::Json& value, bool later);
    void resetAsked();
    void refusedWordsAsked(); // to be answered at once, with setWordRefused() for each word

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refreshTip();

    core::ChoiceKey m_key;
    TextLabel* m_label;
    QWidget* m_control;
    QToolButton* m_reset;
    TextLabel* m_note;
    TextLabel* m_problem;
    QString m_fixedReason;
    bool m_differs = false;
    bool m_knowsRefused = false;
};

} // namespace widgets
