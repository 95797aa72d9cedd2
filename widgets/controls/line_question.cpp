#include "widgets/controls/line_question.h"

#include <QLineEdit>

namespace widgets {

namespace {

constexpr int shownSigns = 44; // at least

} // namespace

LineQuestion::LineQuestion(const QString& question, const QString& note, const QString& start, QWidget* window)
    : PointedQuestion(question, note, window)
    , m_field(new QLineEdit(this))
{
    m_field->setObjectName(QStringLiteral("otherText"));
    m_field->setMinimumWidth(shownSigns * m_field->fontMetrics().averageCharWidth());
    m_field->setText(start);
    m_field->selectAll(); // another text is typed at once
    setField(m_field);
}

QString LineQuestion::refusal() const
{
    const QString text = m_field->text();
    return m_check && !text.trimmed().isEmpty() ? m_check(text) : QString();
}

void LineQuestion::take()
{
    if (const QString text = m_field->text(); !text.trimmed().isEmpty())
        emit chosen(text);
}

} // namespace widgets
