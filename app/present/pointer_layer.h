#pragma once

// PointerLayer: over a window that presents: a laser point, a spotlight, or what a pen draws. The first two let the mouse through
// to the picture; while the pen is in hand, the mouse draws. Drawings belong to the place where they were made and come back with
// it, magnified with it; no figure contains them.

#include "app/present/ink.h"

#include <QHash>
#include <QTransform>
#include <QWidget>

namespace app {

enum class Pointer
{
    None,
    Laser,
    Spotlight,
    Pen
};

class PointerLayer : public QWidget
{
    Q_OBJECT
public:
    explicit PointerLayer(QWidget* window);

    Pointer pointer() const { return m_pointer; }
    void setPointer(Pointer pointer);

    /// What is on screen, as a word of the caller's: its drawing is shown.
    void setPlace(const QString& place);

    /// Where the points of the window are shown now: what is drawn lies on them.
    void setView(const QTransform& view);

    const Ink& ink() const;
    void clearInk(); // of the place

    /// Hidden, with all drawings kept, until it is true again.
    void setActive(bool active);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // the mouse of the whole window, and its size
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void follow(const QPointF& at);
    void refresh();
    QRect around(const QPointF& at) const; // what the pointer paints there

    Pointer m_pointer = Pointer::None;
    QPointF m_at; // of the mouse
    QString m_place;
    QTransform m_view;
    QHash<QString, Ink> m_ink; // by place
    bool m_isActive = false;
};

} // namespace app
