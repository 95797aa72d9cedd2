#include "app/present/pointer_layer.h"

#include "widgets/plot/theme.h"

#include <QCoreApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QRadialGradient>
#include <QWindow>

#include <cmath>

namespace app {

namespace {

// px of ordinary type
constexpr double laserRadius = 9, spotRadius = 100, penWidth = 3;
constexpr double dimmed = 0.65; // of the light that the spotlight leaves out

double scaled(double px) { return px * widgets::currentTheme().scale; }

} // namespace

PointerLayer::PointerLayer(QWidget* window)
    : QWidget(window)
{
    setObjectName("pointerLayer");
    setFocusPolicy(Qt::NoFocus);
    hide();
    window->installEventFilter(this);
}

void PointerLayer::setPointer(Pointer pointer)
{
    m_pointer = pointer;
    m_at = mapFromGlobal(QPointF(QCursor::pos()));
    refresh();
}

void PointerLayer::setPlace(const QString& place)
{
    m_place = place;
    refresh();
}

void PointerLayer::setView(const QTransform& view)
{
    m_view = view;
    refresh(); // over what magnifies, too
}

const Ink& PointerLayer::ink() const
{
    static const Ink none;
    const auto ink = m_ink.constFind(m_place);
    return ink == m_ink.constEnd() ? none : *ink;
}

void PointerLayer::clearInk()
{
    m_ink.remove(m_place);
    refresh();
}

void PointerLayer::setActive(bool active)
{
    if (active == m_isActive)
        return;
    m_isActive = active;
    m_pointer = Pointer::None;
    if (active)
        QCoreApplication::instance()->installEventFilter(this);
    else
        QCoreApplication::instance()->removeEventFilter(this);
    refresh();
}

void PointerLayer::refresh()
{
    setAttribute(Qt::WA_TransparentForMouseEvents, m_pointer != Pointer::Pen);
    if (m_pointer == Pointer::Pen)
        setCursor(Qt::CrossCursor);
    else
        unsetCursor();
    setGeometry(parentWidget()->rect());
    setVisible(m_isActive && (m_pointer != Pointer::None || !ink().isEmpty()));
    raise();
    update();
}

QRect PointerLayer::around(const QPointF& at) const
{
    const double radius = scaled(laserRadius) * 2 + 2;
    return QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius).toAlignedRect();
}

void PointerLayer::follow(const QPointF& at)
{
    const QPointF before = std::exchange(m_at, at);
    if (m_pointer == Pointer::Spotlight)
        update();
    else if (m_pointer == Pointer::Laser)
        update(QRegion(around(before)) + around(at));
}

bool PointerLayer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    else if (event->type() == QEvent::MouseMove && watched == window()->windowHandle())
        follow(mapFrom(window(), static_cast<QMouseEvent*>(event)->position()));
    return QWidget::eventFilter(watched, event);
}

void PointerLayer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setTransform(m_view, true);
    ink().paint(painter, size(),
        QPen(widgets::currentTheme().error, scaled(penWidth), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setTransform(m_view.inverted(), true);
    if (m_pointer == Pointer::Spotlight) {
        QPainterPath dark;
        dark.addRect(rect());
        dark.addEllipse(m_at, scaled(spotRadius), scaled(spotRadius)); // left out: a path is filled odd and even
        QColor shade(Qt::black);
        shade.setAlphaF(float(dimmed));
        painter.fillPath(dark, shade);
    } else if (m_pointer == Pointer::Laser) {
        const double radius = scaled(laserRadius);
        QRadialGradient glow(m_at, 2 * radius);
        QColor red = widgets::currentTheme().error, faint = red;
        faint.setAlphaF(0);
        glow.setColorAt(0, red);
        glow.setColorAt(0.5, red);
        red.setAlphaF(0.35F);
        glow.setColorAt(0.55, red);
        glow.setColorAt(1, faint);
        painter.setPen(Qt::NoPen);
        painter.setBrush(glow);
        painter.drawEllipse(m_at, 2 * radius, 2 * radius);
    }
}

void PointerLayer::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_ink[m_place].begin(m_view.inverted().map(event->position()), size(), m_view.m11());
    update();
}

void PointerLayer::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) && !ink().isEmpty())
        m_ink[m_place].goOn(m_view.inverted().map(event->position()), size());
    update();
}

} // namespace app
