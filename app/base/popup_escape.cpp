#include "app/base/popup_escape.h"

#include <QApplication>
#include <QKeyEvent>

namespace app {

PopupEscape::PopupEscape(QObject* parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

/// What is accepted here is no shortcut; the press that follows reaches the popup.
bool PopupEscape::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride || static_cast<const QKeyEvent*>(event)->key() != Qt::Key_Escape
        || !QApplication::activePopupWidget())
        return QObject::eventFilter(watched, event);
    event->accept();
    return true;
}

} // namespace app
