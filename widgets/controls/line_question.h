#pragma once

// LineQuestion: asks for one line of text at the place that was pointed at. What is no answer is refused where it was typed.

#include "widgets/controls/pointed_question.h"

#include <functional>

class QLineEdit;

namespace widgets {

class LineQuestion : public PointedQuestion
{
    Q_OBJECT
public:
    /// `start`: the text that is there to be changed or replaced.
    LineQuestion(const QString& question, const QString& note, const QString& start, QWidget* window);

    /// Why a text cannot be taken, in a sentence; empty: it can.
    using Check = std::function<QString(const QString& text)>;
    void setCheck(Check check) { m_check = std::move(check); }

    QLineEdit* field() const { return m_field; }

signals:
    void chosen(const QString& text); // never empty

private:
    QString refusal() const override;
    void take() override;

    QLineEdit* m_field;
    Check m_check;
};

} // namespace widgets
