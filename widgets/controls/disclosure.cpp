#include "widgets/controls/disclosure.h"

#include "widgets/plot/theme.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {
// px of ordinary type
constexpr int kArrow = 18; // room of the triangle
constexpr int kLine = 26;
constexpr double kSide = 4.5; // half of the triangle

int scaled(int px) { return int(px * currentTheme().scale); }
} // namespace

Disclosure::Disclosure(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, [this] {
        setOpen(!m_isOpen);
        emit toggledByPerson(m_isOpen);
    });
}

void Disclosure::setOpen(bool open)
{
    if (std::exchange(m_isOpen, open) != open)
        update();
}

QSize Disclosure::sizeHint() const
{
    const int words = text().isEmpty() ? 0 : fontMetrics().horizontalAdvance(text()) + space::s;
    return {scaled(kArrow) + words, std::max(scaled(kLine), fontMetrics().height())};
}

void Disclosure::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(!isEnabled() ? theme.disabled : underMouse() || hasFocus() ? theme.accent : theme.text2);
    const double arrow = scaled(kArrow), side = kSide * theme.scale;
    const QPointF centre(arrow / 2, height() / 2.0);
    const QPointF right[] = {{-side / 2, -side}, {side / 2 + 1, 0}, {-side / 2, side}};
    QPolygonF triangle;
    for (const QPointF& corner : right)
        triangle << centre + (m_isOpen ? QPointF(-corner.y(), corner.x()) : corner);
    painter.drawPolygon(triangle);
    painter.setPen(isEnabled() ? theme.text2 : theme.disabled);
    painter.drawText(rect().adjusted(int(arrow), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 3, -1, -3), 3, 3);
    }
}

} // namespace widgets
