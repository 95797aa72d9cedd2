#include "widgets/panels/intervention_two_texts.h"

#include "widgets/plot/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace widgets {

namespace {

constexpr int shownSigns = 44; // at least

} // namespace

InterventionTwoTexts::InterventionTwoTexts(const QString& question, const QString& start, QWidget* window)
    : PointedQuestion(
        question, tr("What the first has at its last token less what the second has. Enter takes them, Esc closes."), window)
    , m_text(new QLineEdit(start))
    , m_less(new QLineEdit(start))
{
    auto* const both = new QWidget(this);
    auto* const column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::xs);
    m_text->setObjectName(QStringLiteral("text"));
    m_less->setObjectName(QStringLiteral("less"));
    m_text->setAccessibleName(tr("The first text"));
    m_less->setAccessibleName(tr("The second text, which is subtracted"));
    for (QLineEdit* const field : {m_text, m_less}) {
        field->setMinimumWidth(shownSigns * field->fontMetrics().averageCharWidth());
        column->addWidget(field);
    }
    m_text->setPlaceholderText(m_text->accessibleName());
    m_less->setPlaceholderText(m_less->accessibleName());
    both->setFocusProxy(m_text);
    setField(both);
}

void InterventionTwoTexts::take()
{
    if (!m_text->text().trimmed().isEmpty() && !m_less->text().trimmed().isEmpty())
        emit chosen(m_text->text(), m_less->text());
}

} // namespace widgets
