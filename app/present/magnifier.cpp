#include "app/present/magnifier.h"

#include "widgets/controls/motion.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"

#include <QApplication>
#include <QMainWindow>
#include <QMouseEvent>
#include <QPainter>
#include <QPen>
#include <QTimer>
#include <QVariantAnimation>

#include <algorithm>

namespace app {

namespace {

constexpr double maxTimes = 8;
constexpr int wayMs = 150, soonMs = 30;
constexpr double minDrag = 8; // px: a click chooses nothing

/// A region of the proportions of the whole that contains this one, inside of the whole.
QRectF fitted(const QRectF& region, const QSizeF& whole)
{
    const double times = std::clamp(std::min(whole.width() / region.width(), whole.height() / region.height()), 1.0, maxTimes);
    QRectF fit(QPointF(), whole / times);
    fit.moveCenter(region.center());
    fit.moveLeft(std::clamp(fit.left(), 0.0, whole.width() - fit.width()));
    fit.moveTop(std::clamp(fit.top(), 0.0, whole.height() - fit.height()));
    return fit;
}

/// The plots are drawn again: what they keep are pixels.
void paintPlots(QCPPainter& painter, QWidget& middle)
{
    for (widgets::Plot* const plot : middle.findChildren<widgets::Plot*>()) {
        if (!plot->isVisible())
            continue;
        painter.save();
        painter.translate(plot->mapTo(&middle, QPoint()));
        painter.setClipRect(plot->rect());
        painter.fillRect(plot->rect(), widgets::currentTheme().surface);
        plot->toPainter(&painter, plot->width(), plot->height());
        painter.restore();
    }
}

} // namespace

Magnifier::Magnifier(QMainWindow* window)
    : QWidget(window)
    , m_window(window)
    , m_soon(new QTimer(this))
    , m_way(new QVariantAnimation(this))
{
    setObjectName("magnifier");
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    hide();
    m_soon->setSingleShot(true);
    m_soon->setInterval(soonMs);
    connect(m_soon, &QTimer::timeout, this, &Magnifier::renew);
    m_way->setDuration(wayMs);
    m_way->setEasingCurve(QEasingCurve::InOutCubic);
    connect(m_way, &QVariantAnimation::valueChanged, this, [this](const QVariant& share) {
        const QRectF all(QPointF(), size());
        const auto between = [t = share.toDouble()](double a, double b) { return a + (b - a) * t; };
        showRegion(QRectF(QPointF(between(all.left(), m_region.left()), between(all.top(), m_region.top())),
            QPointF(between(all.right(), m_region.right()), between(all.bottom(), m_region.bottom()))));
    });
}

QWidget* Magnifier::below() const { return m_window->centralWidget(); }

void Magnifier::open()
{
    setGeometry(QRect(below()->mapTo(m_window, QPoint()), below()->size()));
    show();
    raise();
}

void Magnifier::choose()
{
    back();
    setCursor(Qt::CrossCursor);
    open();
}

void Magnifier::magnify(const QRectF& region)
{
    if (region.isEmpty())
        return back();
    m_region = fitted(region, below()->size());
    unsetCursor();
    open();
    renew();
    QApplication::instance()->installEventFilter(this);
    if (!widgets::wantsMotion(*this))
        return showRegion(m_region);
    m_isDrawing = true;
    m_whole = below()->grab();
    m_isDrawing = false;
    m_way->setStartValue(0.0);
    m_way->setEndValue(1.0);
    m_way->start();
}

void Magnifier::back()
{
    m_way->stop();
    m_soon->stop();
    QApplication::instance()->removeEventFilter(this);
    m_region = m_shown = QRectF();
    m_picture = m_whole = QPixmap();
    m_isDragging = false;
    m_holds.clear();
    hide();
    emit viewChanged();
}

void Magnifier::showRegion(const QRectF& shown)
{
    m_shown = shown;
    update();
    emit viewChanged();
}

QTransform Magnifier::view() const
{
    if (m_shown.isEmpty())
        return {};
    const QPointF corner(below()->mapTo(m_window, QPoint()));
    const double times = width() / m_shown.width();
    return QTransform::fromTranslate(corner.x(), corner.y())
               .scale(times, times)
               .translate(-m_shown.left() - corner.x(), -m_shown.top() - corner.y());
}

/// Draws the region at the size of the window.
void Magnifier::renew()
{
    if (m_region.isEmpty())
        return;
    m_isDrawing = true;
    QPixmap picture(size() * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(widgets::currentTheme().window);
    {
        QCPPainter painter(&picture);
        painter.setMode(QCPPainter::pmNoCaching);
        const double times = width() / m_region.width();
        painter.scale(times, times);
        painter.translate(-m_region.topLeft());
        below()->render(&painter, QPoint(), QRegion(), DrawWindowBackground | DrawChildren);
        paintPlots(painter, *below());
    }
    m_picture = picture;
    m_isDrawing = false;
    update();
}

/// What is below is painted as long as this widget is not opaque: a region that has changed is drawn anew.
bool Magnifier::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint && !m_isDrawing && watched->isWidgetType() && !m_soon->isActive()
        && below()->isAncestorOf(static_cast<QWidget*>(watched)))
        m_soon->start();
    return QWidget::eventFilter(watched, event);
}

void Magnifier::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (isMagnifying()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        if (m_shown == m_region)
            painter.drawPixmap(0, 0, m_picture);
        else // pixels on the way, for a moment
            painter.drawPixmap(QRectF(rect()), m_whole,
                QRectF(m_shown.topLeft() * m_whole.devicePixelRatio(), m_shown.size() * m_whole.devicePixelRatio()));
        return;
    }
    const widgets::Theme& theme = widgets::currentTheme();
    const QRectF chosen = m_isDragging ? QRectF(m_from, m_to).normalized() : QRectF();
    QColor veil = theme.text;
    veil.setAlphaF(0.25F);
    for (const QRect& part : QRegion(rect()).subtracted(chosen.toAlignedRect()))
        painter.fillRect(part, veil);
    painter.setPen(QPen(theme.accent, 2 * theme.scale));
    painter.drawRect(chosen);
}

void Magnifier::resizeEvent(QResizeEvent*)
{
    if (!m_region.isEmpty())
        m_soon->start();
}

void Magnifier::mousePressEvent(QMouseEvent* event)
{
    if (isMagnifying())
        return pass(event);
    m_isDragging = event->button() == Qt::LeftButton;
    m_from = m_to = event->position();
    update();
}

void Magnifier::mouseMoveEvent(QMouseEvent* event)
{
    if (isMagnifying())
        return pass(event);
    m_to = event->position();
    update();
}

void Magnifier::mouseReleaseEvent(QMouseEvent* event)
{
    if (isMagnifying())
        return pass(event);
    const QRectF chosen = QRectF(m_from, event->position()).normalized();
    if (std::exchange(m_isDragging, false) && chosen.width() >= minDrag && chosen.height() >= minDrag)
        magnify(chosen);
    update();
}

void Magnifier::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (isMagnifying())
        pass(event);
}

/// To the widget below that is shown at this place.
void Magnifier::pass(QMouseEvent* event)
{
    const QPointF at = m_region.topLeft() + event->position() * (m_region.width() / width());
    QWidget* const under = below()->childAt(at.toPoint());
    QWidget* const to = m_holds ? m_holds.data() : under ? under : below();
    if (event->type() == QEvent::MouseButtonPress)
        m_holds = to;
    else if (event->type() == QEvent::MouseButtonRelease && event->buttons() == Qt::NoButton)
        m_holds.clear();
    QMouseEvent passed(event->type(), to->mapFrom(below(), at), event->globalPosition(), event->button(), event->buttons(),
        event->modifiers());
    QApplication::sendEvent(to, &passed);
}

} // namespace app
