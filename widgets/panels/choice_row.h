#pragma once

// ChoiceRow: one choice as a row of the variant panel: name, control, dot when it differs from the model's own, reset arrow.

#include "core/model/choices.h"

#include <QWidget>

class QAbstractSpinBox;
class QCheckBox;
class QComboBox;
class QLineEdit;
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

    /// None of these emits anything.
    void setValue(const core::Json& value, bool variesByLayer);
    void setDifference(bool differs, bool canReset);
    void setFixed(const QString& reason);                  // empty = free
    void setWordRefused(int word, const QString& reason);  // empty = allowed
    void setProblem(const QString& problem);               // under the control; empty = none
    void retranslate();

signals:
    /// The person chose a value. `later`: one of many steps of a number, wait for the last.
    void chosen(const core::Json& value, bool later);
    void resetAsked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeControl();
    core::Json readText(const std::string& text) const;
    void refreshTip();

    core::ChoiceKey m_key;
    TextLabel* m_label;
    QWidget* m_control;
    QToolButton* m_reset;
    TextLabel* m_problem;
    QString m_fixedReason;
    bool m_varies = false;
    bool m_differs = false;
    bool m_setting = false; // by setValue, not by the person
};

} // namespace widgets
