#pragma once

// OutlinedStyle: Fusion with edges that can be seen. Fusion takes the outline of boxes and fields from the window's colour, which
// leaves none in a dark theme; here it is the theme's strong border, and the accent where the keyboard is. Menus have the theme's
// border. In high contrast buttons and handles have an edge, too.

#include <QProxyStyle>

namespace widgets {

class OutlinedStyle : public QProxyStyle
{
    Q_OBJECT
public:
    OutlinedStyle();

    void drawPrimitive(
        PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;

    /// An item of a menu has room for the & before its letter, too: Fusion measures without it and shortens with it.
    QSize sizeFromContents(
        ContentsType type, const QStyleOption* option, const QSize& contents, const QWidget* widget = nullptr) const override;

    /// Without motion where a person wants none; a slider goes to the place of a click.
    int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
        QStyleHintReturn* returned = nullptr) const override;

    /// With its font a menu forgets its size hint, but not its least size: here it forgets both.
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// What would move by itself is at its end at once, in every widget of this style; false: as the desktop has it.
void setReducedMotion(bool isReduced);

} // namespace widgets
