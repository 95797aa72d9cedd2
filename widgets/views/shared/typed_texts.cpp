#include "widgets/views/shared/typed_texts.h"

#include "core/experiments/text_set.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace widgets {

namespace {

constexpr int shownSigns = 40; // at least
constexpr int shownLines = 5;
constexpr qsizetype maxSigns = 100'000; // they are kept in sessions and figures

} // namespace

TypedTexts::TypedTexts(const QString& question, const QString& start, QWidget* window)
    : PointedQuestion(question, tr("One text a line. Ctrl+Enter takes them, Esc closes."), window)
    , m_field(new QPlainTextEdit(this))
{
    m_field->setObjectName(QStringLiteral("typedTexts"));
    m_field->setTabChangesFocus(true);
    m_field->setMinimumWidth(shownSigns * m_field->fontMetrics().averageCharWidth());
    m_field->setFixedHeight((shownLines + 1) * m_field->fontMetrics().lineSpacing());
    m_field->setPlainText(QString::fromStdString(core::typedIn(start.toStdString()).value_or("")));
    setField(m_field);
    auto* const button = new QPushButton(tr("Take these texts"), this);
    button->setObjectName(QStringLiteral("take"));
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, &TypedTexts::enter);
}

void TypedTexts::take()
{
    QStringList lines = m_field->toPlainText().left(maxSigns).split(QLatin1Char('\n'));
    lines.removeIf([](const QString& line) { return line.trimmed().isEmpty(); });
    if (!lines.isEmpty())
        emit chosen(QString::fromUtf8(core::typedTexts.data(), qsizetype(core::typedTexts.size())) + lines.join(QLatin1Char('\n')));
}

} // namespace widgets
