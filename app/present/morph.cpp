#include "app/present/morph.h"

#include "widgets/controls/motion.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"

#include <QPainter>
#include <QTimer>
#include <QVariantAnimation>

#include <utility>

namespace app {

namespace {

constexpr int durationMs = 450;
constexpr int patienceMs = 1000; // a run that takes longer is seen at work
constexpr int longPatienceMs = 5000; // a model may have to be opened again
constexpr int maxCells = 3000; // more are too small to be followed

QRectF between(const QRectF& a, const QRectF& b, double share)
{
    const auto mix = [share](double from, double to) { return from + (to - from) * share; };
    return {mix(a.x(), b.x()), mix(a.y(), b.y()), mix(a.width(), b.width()), mix(a.height(), b.height())};
}

QPixmap without(const DrawnPicture& picture, const QList<QString>& cells)
{
    QPixmap rest = picture.pixels;
    QPainter painter(&rest);
    for (const QString& cell : cells)
        painter.fillRect(picture.cells[cell], widgets::currentTheme().surface);
    return rest;
}

/// A part of a picture, at this place of the painter.
void drawPart(QPainter& painter, const QRectF& place, const DrawnPicture& picture, const QRect& part)
{
    const double ratio = picture.pixels.devicePixelRatio();
    painter.drawPixmap(place, picture.pixels, QRectF(part.topLeft() * ratio, part.size() * ratio));
}

} // namespace

DrawnPicture drawnPicture(widgets::Plot& plot, const QWidget& window)
{
    DrawnPicture drawn{plot.grab(), QRect(plot.mapTo(&window, QPoint()), plot.size()), {}};
    const QList<widgets::CellPlottable*> maps = plot.cellMaps();
    qsizetype count = 0;
    for (const widgets::CellPlottable* map : maps)
        count += qsizetype(map->rows()) * map->columns();
    if (count > maxCells)
        return drawn;
    for (qsizetype i = 0; i < maps.size(); ++i)
        for (int row = 0; row < maps[i]->rows(); ++row)
            for (int column = 0; column < maps[i]->columns(); ++column)
                if (const QRect place = maps[i]->cellRect({row, column}).toRect(); plot.rect().contains(place))
                    drawn.cells[QStringLiteral("%1 %2 %3 %4").arg(maps[i]->name()).arg(i).arg(row).arg(column)] = place;
    return drawn;
}

QList<QString> movedCells(const DrawnPicture& from, const DrawnPicture& to)
{
    QList<QString> moved;
    for (auto cell = from.cells.begin(); cell != from.cells.end(); ++cell) {
        const auto now = to.cells.find(cell.key());
        if (now != to.cells.end() && now->translated(to.place.topLeft()) != cell->translated(from.place.topLeft()))
            moved << cell.key();
    }
    return moved;
}

Morph::Morph(QWidget* window)
    : QWidget(window)
    , m_clock(new QVariantAnimation(this))
    , m_patience(new QTimer(this))
{
    setObjectName("morph");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    m_clock->setDuration(durationMs);
    m_clock->setStartValue(0.0);
    m_clock->setEndValue(1.0);
    m_clock->setEasingCurve(QEasingCurve::InOutCubic);
    connect(m_clock, &QVariantAnimation::valueChanged, this, [this](const QVariant& share) {
        m_share = share.toDouble();
        update();
    });
    connect(m_clock, &QVariantAnimation::finished, this, &Morph::stop);
    m_patience->setSingleShot(true);
    connect(m_patience, &QTimer::timeout, this, &QWidget::hide);
}

bool Morph::isPlaying() const { return m_clock->state() == QVariantAnimation::Running; }

void Morph::keep(widgets::Plot& plot)
{
    stop();
    if (widgets::wantsMotion(*this))
        m_from = drawnPicture(plot, *parentWidget());
}

void Morph::cover()
{
    if (!isDue())
        return;
    m_around = parentWidget()->grab();
    showAround(patienceMs);
}

void Morph::hold(const QPixmap& window)
{
    stop();
    m_around = window;
    showAround(longPatienceMs);
}

void Morph::showAround(int milliseconds)
{
    setGeometry(parentWidget()->rect());
    show();
    raise();
    m_patience->start(milliseconds);
}

void Morph::play(widgets::Plot& plot)
{
    if (!isDue())
        return;
    m_patience->stop();
    m_around = {};
    m_to = drawnPicture(plot, *parentWidget());
    m_moved = movedCells(m_from, m_to);
    m_fromRest = without(m_from, m_moved);
    m_toRest = without(m_to, m_moved);
    m_share = 0;
    setGeometry(m_from.place.united(m_to.place));
    show();
    raise();
    m_clock->start();
}

void Morph::stop()
{
    m_clock->stop();
    m_patience->stop();
    hide();
    m_from = m_to = {};
    m_around = {};
    m_moved.clear();
}

void Morph::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_around.isNull()) {
        painter.fillRect(rect(), widgets::currentTheme().window); // its window may have another size for a moment
        return painter.drawPixmap(0, 0, m_around);
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.translate(-pos());
    painter.fillRect(geometry(), widgets::currentTheme().surface);
    painter.drawPixmap(m_from.place.topLeft(), m_fromRest);
    painter.setOpacity(m_share);
    painter.fillRect(m_to.place, widgets::currentTheme().surface);
    painter.drawPixmap(m_to.place.topLeft(), m_toRest);
    for (const QString& cell : std::as_const(m_moved)) {
        const QRect from = m_from.cells[cell], to = m_to.cells[cell];
        const QRectF now = between(from.translated(m_from.place.topLeft()), to.translated(m_to.place.topLeft()), m_share);
        painter.setOpacity(1);
        drawPart(painter, now, m_from, from);
        painter.setOpacity(m_share);
        drawPart(painter, now, m_to, to);
    }
}

} // namespace app
