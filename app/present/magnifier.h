#pragma once

// Magnifier: a region of a window, chosen by a drag, as large as the window, and back. It is drawn anew at that size, not
// enlarged from pixels, and stays live: the mouse reaches what is shown.

#include <QPixmap>
#include <QPointer>
#include <QRectF>
#include <QTransform>
#include <QWidget>

class QMainWindow;
class QTimer;
class QVariantAnimation;

namespace app {

class Magnifier : public QWidget
{
    Q_OBJECT
public:
    /// Of what is in the middle of the window.
    explicit Magnifier(QMainWindow* window);

    /// The next drag chooses a region.
    void choose();

    /// This region of the middle, px, as much larger as it fits.
    void magnify(const QRectF& region);

    /// Everything again, at once.
    void back();

    bool isChoosing() const { return isVisible() && m_region.isEmpty(); }
    bool isMagnifying() const { return isVisible() && !m_region.isEmpty(); }
    QRectF region() const { return m_region; } // shown; empty: all

    /// From the window as it is to where each point of its middle is shown now, also on the way to a region.
    QTransform view() const;

signals:
    void viewChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // what is below was painted
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QWidget* below() const;
    void open();
    void showRegion(const QRectF& shown);
    void renew();
    void pass(QMouseEvent* event);

    QMainWindow* m_window;
    QRectF m_region; // of below(), where it is shown or on the way to it
    QRectF m_shown;  // the same, on the way
    QPixmap m_picture; // of m_region
    QPixmap m_whole;   // of everything, for the way
    QPointF m_from, m_to; // of the drag
    bool m_isDragging = false, m_isDrawing = false;
    QPointer<QWidget> m_holds; // the mouse, since it was pressed
    QTimer* m_soon;
    QVariantAnimation* m_way;
};

} // namespace app
