#include "widgets/panels/intervention_number.h"

#include <QDoubleSpinBox>
#include <QKeyEvent>

#include <algorithm>

namespace widgets {

namespace {

constexpr double maxNumber = 1e6;
constexpr int decimals = 6;

} // namespace

/// Without zeros at its end: what is there is edited as it is read. Anything can be typed, so that what is no number is seen to be
/// none.
class InterventionNumber::Field : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;

    QString textFromValue(double value) const override { return locale().toString(value, 'f', QLocale::FloatingPointShortest); }

    bool isNumber() const
    {
        QString words = text();
        int at = int(words.size());
        return QDoubleSpinBox::validate(words, at) == QValidator::Acceptable;
    }

protected:
    QValidator::State validate(QString& words, int& at) const override
    {
        return std::max(QDoubleSpinBox::validate(words, at), QValidator::Intermediate);
    }

    /// Enter would put the number before in place of what is none.
    void keyPressEvent(QKeyEvent* event) override
    {
        if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !isNumber())
            event->ignore();
        else
            QDoubleSpinBox::keyPressEvent(event);
    }

    void focusInEvent(QFocusEvent* event) override
    {
        QDoubleSpinBox::focusInEvent(event);
        selectAll();
    }
};

InterventionNumber::InterventionNumber(const QString& question, const QString& now, double start, QWidget* window)
    : PointedQuestion(question,
        now.isEmpty() ? tr("Enter puts it in force, Esc changes nothing.")
                      : tr("Now %1. Enter puts it in force, Esc changes nothing.").arg(now),
        window)
    , m_field(new Field(this))
{
    m_field->setObjectName(QStringLiteral("number"));
    m_field->setRange(-maxNumber, maxNumber);
    m_field->setDecimals(decimals);
    m_field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_field->setMinimumWidth(m_field->fontMetrics().horizontalAdvance(QStringLiteral("−0.000000000")));
    m_field->setValue(start);
    setField(m_field);
}

QDoubleSpinBox* InterventionNumber::field() const { return m_field; }

QString InterventionNumber::refusal() const
{
    const QString most = m_field->locale().toString(maxNumber, 'f', 0);
    return m_field->isNumber() ? QString()
                               : tr("“%1” is no number from −%2 to %2. Type one, such as 0.5, or press Esc.").arg(m_field->text(), most);
}

void InterventionNumber::take() { emit chosen(m_field->value()); }

} // namespace widgets
