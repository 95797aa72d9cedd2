#include "widgets/controls/pointed_question.h"

#include "widgets/controls/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace widgets {

PointedQuestion::PointedQuestion(const QString& question, const QString& note, QWidget* window)
    : QFrame(window, Qt::Popup)
    , m_question(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_note(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_line(new QHBoxLayout)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::Box);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::m, space::s, space::m, space::s);
    column->setSpacing(space::xs);
    m_line->setSpacing(space::s);
    m_line->addWidget(m_question);
    column->addLayout(m_line);
    column->addWidget(m_note);
    m_question->setText(question);
    m_note->setText(note);
}

void PointedQuestion::setField(QWidget* field)
{
    m_line->addWidget(field, 1);
    field->setAccessibleName(question());
    field->setAccessibleDescription(note());
    setFocusProxy(field);
}

void PointedQuestion::ask(const QPoint& where)
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
    focusProxy()->setFocus(Qt::PopupFocusReason);
}

QString PointedQuestion::question() const { return m_question->text(); }

QString PointedQuestion::note() const { return m_note->text(); }

void PointedQuestion::enter()
{
    if (const QString why = refusal(); !why.isEmpty()) {
        m_note->setTone(Tone::Error);
        m_note->setText(why);
        focusProxy()->setAccessibleDescription(why);
        return ask(pos()); // as wide as the words are now
    }
    close();
    take();
}

/// The field hands on what it does not use itself: Enter, once it has read its text, and Esc.
void PointedQuestion::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        enter();
    else if (event->key() == Qt::Key_Escape)
        close();
    else
        QFrame::keyPressEvent(event);
}

} // namespace widgets
