#include "widgets/panels/intervention_number.h"

#include <QDoubleSpinBox>

namespace widgets {

namespace {

constexpr double maxNumber = 1e6;
constexpr int decimals = 6;

/// Without zeros at its end: what is there is edited as it is read.
class NumberField : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;

    QString textFromValue(double value) const override { return locale().toString(value, 'f', QLocale::FloatingPointShortest); }

protected:
    void focusInEvent(QFocusEvent* event) override
    {
        QDoubleSpinBox::focusInEvent(event);
        selectAll();
    }
};

} // namespace

InterventionNumber::InterventionNumber(const QString& question, const QString& now, double start, QWidget* window)
    : PointedQuestion(question,
        now.isEmpty() ? tr("Enter puts it in force, Esc changes nothing.")
                      : tr("Now %1. Enter puts it in force, Esc changes nothing.").arg(now),
        window)
    , m_field(new NumberField(this))
{
    m_field->setObjectName(QStringLiteral("number"));
    m_field->setRange(-maxNumber, maxNumber);
    m_field->setDecimals(decimals);
    m_field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_field->setMinimumWidth(m_field->fontMetrics().horizontalAdvance(QStringLiteral("−0.000000000")));
    m_field->setValue(start);
    setField(m_field);
}

void InterventionNumber::take() { emit chosen(m_field->value()); }

} // namespace widgets
