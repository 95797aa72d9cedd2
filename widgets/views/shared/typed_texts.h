#pragma once

// TypedTexts: asks for texts, one a line, where a set of them is chosen. Enter begins another line, Ctrl+Enter or the button takes them.

#include "widgets/controls/pointed_question.h"

class QPlainTextEdit;

namespace widgets {

class TypedTexts : public PointedQuestion
{
    Q_OBJECT
public:
    /// `start`: the name of typed texts (core/experiments/text_set.h) to begin with, or any other for none.
    TypedTexts(const QString& question, const QString& start, QWidget* window);

    QPlainTextEdit* field() const { return m_field; }

signals:
    void chosen(const QString& texts); // their name; never without a text

private:
    void take() override;

    QPlainTextEdit* m_field;
};

} // namespace widgets
