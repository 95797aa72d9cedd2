#include "widgets/controls/dimmed.h"

#include <QGraphicsOpacityEffect>
#include <QWidget>

namespace widgets {

namespace {

constexpr double opacity = 0.4;

} // namespace

void setDimmed(QWidget* widget, bool isDimmed)
{
    if (isDimmed == (widget->graphicsEffect() != nullptr))
        return;
    auto* const effect = isDimmed ? new QGraphicsOpacityEffect(widget) : nullptr;
    if (effect)
        effect->setOpacity(opacity);
    widget->setGraphicsEffect(effect); // which deletes the one before
}

bool isDimmed(const QWidget* widget)
{
    while (widget && !widget->graphicsEffect())
        widget = widget->parentWidget();
    return widget != nullptr;
}

} // namespace widgets
