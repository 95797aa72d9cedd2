#pragma once

// InterventionNumber: asks for the number of an intervention at the place that was pointed at, and says what is there now.

#include "widgets/controls/pointed_question.h"

class QDoubleSpinBox;

namespace widgets {

class InterventionNumber : public PointedQuestion
{
    Q_OBJECT
public:
    /// `question`: what becomes another number; `now`: what it is, in words (may be empty). The number is selected: what is typed
    /// comes in its stead.
    InterventionNumber(const QString& question, const QString& now, double start, QWidget* window);

    QDoubleSpinBox* field() const;

signals:
    void chosen(double number);

private:
    QString refusal() const override;
    void take() override;

    class Field;
    Field* m_field;
};

} // namespace widgets
