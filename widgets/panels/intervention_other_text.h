#pragma once

// InterventionOtherText: asks for the text whose run gives the numbers of an intervention, at the place that was pointed at.

#include "widgets/controls/pointed_question.h"

class QLineEdit;

namespace widgets {

class InterventionOtherText : public PointedQuestion
{
    Q_OBJECT
public:
    /// `start`: the text of the run, which is changed or replaced.
    InterventionOtherText(const QString& question, const QString& note, const QString& start, QWidget* window);

    QLineEdit* field() const { return m_field; }

signals:
    void chosen(const QString& text); // never empty

private:
    void take() override;

    QLineEdit* m_field;
};

} // namespace widgets
