#pragma once

// ChoiceRow: one choice as a row of the variant panel: name, control, dot when it differs from the model's own, reset arrow where
// the person said something. It shows and changes what its editor holds.

#include "widgets/panels/choice_editor.h"

#include <QWidget>

class QToolButton;

namespace widgets {

class TextLabel;

class ChoiceRow : public QWidget
{
    Q_OBJECT
public:
    ChoiceRow(ChoiceEditor* editor, const core::ChoiceKey& key, QWidget* parent);

    const core::ChoiceKey& key() const { return m_key; }
    QWidget* control() const { return m_control; }
    QString name() const; // in the current language
    bool differs() const { return m_differs; }
    bool isInUse() const { return m_isInUse; } // else it is no part of this model
    bool isUsed() const { return m_isUsed; } // else it may be folded away

    void refresh(); // from the editor; emits nothing
    void setTokens(const QStringList& tokens); // of the text, for a table to paint in
    void setPinned(bool pinned) { m_isPinned = pinned; }
    void retranslate();

signals:
    /// The person chose a value, and it holds; none of many steps of a number.
    void accepted();

    /// The person wants the switch above the picture, or no longer.
    void pinToggled(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void say(const core::Json& value, bool later);
    void refreshWords();
    void refreshTip();
    void setProblem(const QString& problem); // under the control; empty = none

    ChoiceEditor* m_editor;
    core::ChoiceKey m_key;
    TextLabel* m_label;
    QWidget* m_control;
    QToolButton* m_reset;
    TextLabel* m_note;
    TextLabel* m_problem;
    bool m_differs = false;
    bool m_isInUse = true;
    bool m_isUsed = true;
    bool m_isPinned = false;
    bool m_knowsRefused = false;
};

} // namespace widgets
