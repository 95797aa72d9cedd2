#include "app/window/edge_button.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QPainter>

namespace app {

using namespace widgets;

namespace {
QFont wordFont() { return fontOf(TextRole::Label, currentTheme()); }
} // namespace

EdgeButton::EdgeButton(QWidget* parent)
    : QToolButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

int EdgeButton::columnWidth() { return QFontMetrics(wordFont()).height() + int(space::s * currentTheme().scale); }

QSize EdgeButton::sizeHint() const
{
    const QFontMetrics metrics(wordFont());
    return {columnWidth(), metrics.horizontalAdvance(text()) + int(2 * space::m * currentTheme().scale)};
}

void EdgeButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect().adjusted(1, 0, -1, 0), theme.surfaceAlt); // between the lines of the handle
    painter.setFont(wordFont());
    painter.setPen(isDown() || underMouse() ? theme.text : theme.text2);
    painter.save();
    painter.translate(0, height());
    painter.rotate(-90);
    painter.drawText(QRect(0, 0, height(), width()), Qt::AlignCenter, text());
    painter.restore();
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void EdgeButton::changeEvent(QEvent* event)
{
    QToolButton::changeEvent(event);
    if (meansRestyle(*event))
        updateGeometry();
}

} // namespace app
