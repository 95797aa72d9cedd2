#include "app/window/content_area.h"

#include <QKeyEvent>

namespace app {

ContentArea::ContentArea(QWidget* content, QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::ClickFocus);
    setWidget(content);
}

void ContentArea::setLeast(const QSize& least) { widget()->setMinimumSize(least); }

QSize ContentArea::minimumSizeHint() const { return {0, 0}; }

void ContentArea::keyPressEvent(QKeyEvent* event) { event->ignore(); }

} // namespace app
