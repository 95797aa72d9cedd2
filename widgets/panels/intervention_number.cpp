#include "widgets/panels/intervention_number.h"

#include "widgets/controls/text_label.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

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
};

} // namespace

InterventionNumber::InterventionNumber(const QString& question, const QString& now, double start, QWidget* window)
    : QFrame(window, Qt::Popup)
    , m_question(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_now(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_field(new NumberField(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::Box);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::m, space::s, space::m, space::s);
    column->setSpacing(space::xs);
    auto* line = new QHBoxLayout;
    line->setSpacing(space::s);
    line->addWidget(m_question);
    line->addWidget(m_field);
    column->addLayout(line);
    column->addWidget(m_now);
    m_question->setText(question);
    m_now->setText(now.isEmpty() ? tr("Enter puts it in force, Esc changes nothing.")
                                 : tr("Now %1. Enter puts it in force, Esc changes nothing.").arg(now));
    m_field->setObjectName(QStringLiteral("number"));
    m_field->setAccessibleName(question);
    m_field->setAccessibleDescription(m_now->text());
    m_field->setRange(-maxNumber, maxNumber);
    m_field->setDecimals(decimals);
    m_field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_field->setMinimumWidth(m_field->fontMetrics().horizontalAdvance(QStringLiteral("−0.000000000")));
    m_field->setValue(start);
    setFocusProxy(m_field);
}

void InterventionNumber::ask(const QPoint& where)
{
    adjustSize();
    QRect place(where, size());
    if (const QScreen* const screen = parentWidget() ? parentWidget()->screen() : nullptr) {
        const QRect room = screen->availableGeometry();
        place.moveLeft(std::max(room.left(), std::min(place.left(), room.right() - width())));
        place.moveTop(std::max(room.top(), std::min(place.top(), room.bottom() - height())));
    }
    move(place.topLeft());
    show();
    m_field->setFocus(Qt::PopupFocusReason);
    m_field->selectAll();
}

QString InterventionNumber::question() const { return m_question->text(); }

QString InterventionNumber::now() const { return m_now->text(); }

/// The field hands on what it does not use itself: Enter, once it has read its text, and Esc.
void InterventionNumber::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const double number = m_field->value();
        close();
        emit chosen(number);
    } else if (event->key() == Qt::Key_Escape)
        close();
    else
        QFrame::keyPressEvent(event);
}

} // namespace widgets
