#pragma once

// InterventionTwoTexts: asks for two texts, of whose runs the difference is a direction, at the place that was pointed at.

#include "widgets/controls/pointed_question.h"

class QLineEdit;

namespace widgets {

class InterventionTwoTexts : public PointedQuestion
{
    Q_OBJECT
public:
    /// `start`: the text of the run, to begin with.
    InterventionTwoTexts(const QString& question, const QString& start, QWidget* window);

    QLineEdit* text() const { return m_text; }
    QLineEdit* less() const { return m_less; }

signals:
    void chosen(const QString& text, const QString& less); // neither empty

private:
    void take() override;

    QLineEdit *m_text, *m_less;
};

} // namespace widgets
