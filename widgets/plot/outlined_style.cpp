#include "widgets/plot/outlined_style.h"

#include "widgets/plot/theme.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleOption>

#include <utility>

namespace widgets {

namespace {

constexpr double radius = 2; // Fusion's
bool isMotionReduced = false;

void drawEdge(QPainter& painter, const QStyleOption& option, double corner)
{
    const Theme& theme = currentTheme();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool hasFocus = isEnabled && (option.state & QStyle::State_HasFocus);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, corner > 0);
    painter.setPen(hasFocus ? theme.accent : isEnabled ? theme.borderStrong : theme.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter.restore();
}

/// The frame of the button that Return presses is always in the accent: with the keyboard on it there are two.
bool isFocusedDefault(const QStyleOption& option)
{
    const auto* const button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    return button && (button->features & QStyleOptionButton::DefaultButton) && (button->state & QStyle::State_HasFocus)
        && (button->state & QStyle::State_KeyboardFocusChange);
}

} // namespace

void setReducedMotion(bool isReduced) { isMotionReduced = isReduced; }

int OutlinedStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returned) const
{
    if (hint == SH_Slider_AbsoluteSetButtons) // a slider goes to the place that is clicked
        return Qt::LeftButton | Qt::MiddleButton;
    const bool isOfMotion = hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration;
    return isOfMotion && isMotionReduced ? 0 : QProxyStyle::styleHint(hint, option, widget, returned);
}

QSize OutlinedStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& contents, const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    const auto* const item = type == CT_MenuItem ? qstyleoption_cast<const QStyleOptionMenuItem*>(option) : nullptr;
    if (item && item->text.contains(QLatin1Char('&')))
        size.rwidth() += QFontMetrics(item->font).horizontalAdvance(QLatin1Char('&'));
    return size;
}

OutlinedStyle::OutlinedStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void OutlinedStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool hasShades = currentTheme().id != ThemeId::HighContrast; // of Fusion, which black has not
    if (element == PE_PanelButtonCommand && !hasShades)
        drawEdge(*painter, *option, radius);
    if (element == PE_PanelButtonCommand && isFocusedDefault(*option)) {
        QStyleOption inner = *option;
        inner.rect.adjust(2, 2, -2, -2);
        drawEdge(*painter, inner, radius);
    } else if (element == PE_Frame && qobject_cast<const QPlainTextEdit*>(widget) && widget->hasFocus()) {
        QStyleOption focused = *option;
        focused.state |= State_HasFocus;
        drawEdge(*painter, focused, 0);
    }
    if (element == PE_IndicatorCheckBox)
        drawEdge(*painter, *option, radius / 2);
    else if (element == PE_FrameLineEdit)
        drawEdge(*painter, *option, radius);
    else if (element == PE_PanelMenu) {
        painter->setPen(currentTheme().border);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }
}

void OutlinedStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox || control == CC_ComboBox)
        drawEdge(*painter, *option, radius);
    if (currentTheme().id != ThemeId::HighContrast)
        return;
    for (const auto& [one, handle] : {std::pair{CC_Slider, SC_SliderHandle}, {CC_ScrollBar, SC_ScrollBarSlider}})
        if (control == one) {
            QStyleOption edge = *option;
            edge.rect = subControlRect(control, option, handle, widget);
            drawEdge(*painter, edge, radius);
        }
}

void OutlinedStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QComboBox*>(widget))
        widget->installEventFilter(this);
}

bool OutlinedStyle::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        QEvent all(QEvent::StyleChange);
        QCoreApplication::sendEvent(watched, &all);
    }
    return QProxyStyle::eventFilter(watched, event);
}

} // namespace widgets
