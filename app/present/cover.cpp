#include "app/present/cover.h"

#include <QEvent>

namespace app {

Cover::Cover(QWidget* covered)
    : QWidget(covered)
{
    setAutoFillBackground(true);
    setCursor(Qt::BlankCursor);
    hide();
    covered->installEventFilter(this);
}

void Cover::setColor(const QColor& color)
{
    if (color.isValid()) {
        QPalette palette;
        palette.setColor(QPalette::Window, color);
        setPalette(palette);
        setGeometry(parentWidget()->rect());
        raise();
    }
    setVisible(color.isValid());
}

bool Cover::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void Cover::mousePressEvent(QMouseEvent*) { emit clicked(); }

} // namespace app
