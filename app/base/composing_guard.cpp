#include "app/base/composing_guard.h"

#include <QCoreApplication>
#include <QEvent>
#include <QInputMethodEvent>

namespace app {

ComposingGuard::ComposingGuard(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool ComposingGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::InputMethod)
        m_isComposing = !static_cast<const QInputMethodEvent*>(event)->preeditString().isEmpty();
    else if (event->type() == QEvent::FocusOut) // what was composed is committed or dropped
        m_isComposing = false;
    if (event->type() != QEvent::ShortcutOverride || !m_isComposing)
        return QObject::eventFilter(watched, event);
    event->accept();
    return true;
}

} // namespace app
