#pragma once

// What a person meets who walks through a window or a dialog with Tab alone.

#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/plot.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAccessibleInterface>
#include <QApplication>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>

#include <algorithm>

namespace support {

inline QString nameOf(QWidget* widget)
{
    QAccessibleInterface* const reader = QAccessible::queryAccessibleInterface(widget);
    return reader ? reader->text(QAccessible::Name) : QString();
}

inline QString described(QWidget* widget)
{
    return QStringLiteral("%1 “%2” “%3”").arg(QLatin1String(widget->metaObject()->className()), widget->objectName(), nameOf(widget));
}

inline int difference(const QImage& a, const QImage& b)
{
    int pixels = 0;
    for (int y = 0; y < std::min(a.height(), b.height()); ++y)
        for (int x = 0; x < std::min(a.width(), b.width()); ++x)
            pixels += a.pixel(x, y) != b.pixel(x, y);
    return pixels;
}

/// Whether something changes around a widget when it has the focus.
inline bool showsFocus(QWidget* widget)
{
    const QImage with = widget->grab().toImage();
    widget->clearFocus();
    const QImage without = widget->grab().toImage();
    widget->setFocus(Qt::TabFocusReason);
    return difference(with, without) >= std::min(widget->width(), widget->height());
}

/// What is around everything that Tab comes to.
inline QWidget* centreOf(QWidget& window)
{
    const auto* const main = qobject_cast<const QMainWindow*>(&window);
    return main ? main->centralWidget() : &window;
}

/// What Tab comes to, until it is at the first again.
inline QList<QWidget*> tabStops(QWidget& window, Qt::Key key = Qt::Key_Tab)
{
    QList<QWidget*> stops;
    centreOf(window)->setFocus();
    for (int steps = 0; steps < 400; ++steps) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, key);
        QWidget* const now = QApplication::focusWidget();
        if (!now || (stops.contains(now) && !(now == stops.last() && qobject_cast<QLabel*>(now)))) // from link to link of a label
            break;
        if (!stops.contains(now))
            stops << now;
    }
    return stops;
}

/// What a person would click.
inline bool isControl(const QWidget& part)
{
    return qobject_cast<const QAbstractButton*>(&part) || qobject_cast<const QComboBox*>(&part)
        || qobject_cast<const QAbstractSpinBox*>(&part) || qobject_cast<const QLineEdit*>(&part)
        || (qobject_cast<const QAbstractSlider*>(&part) && !qobject_cast<const QScrollBar*>(&part))
        || qobject_cast<const widgets::Plot*>(&part) || qobject_cast<const QTabBar*>(&part);
}

/// Part of another control, which the keyboard works.
inline bool isInside(const QWidget& part, const QList<QWidget*>& stops)
{
    for (const QWidget* around = part.parentWidget(); around; around = around->parentWidget()) {
        if (qobject_cast<const QLineEdit*>(around) || qobject_cast<const QAbstractSpinBox*>(around)
            || qobject_cast<const QComboBox*>(around) || qobject_cast<const QTabBar*>(around)
            || qobject_cast<const QKeySequenceEdit*>(around))
            return true;
        if (const auto* choice = qobject_cast<const widgets::SegmentedSwitch*>(around)) // arrows walk in it
            return std::any_of(stops.begin(), stops.end(), [&](const QWidget* stop) { return choice->isAncestorOf(stop); });
    }
    return false;
}

/// What scrolls as a whole, or else the part of the window that it is in: the eye reads one after the other.
inline const QWidget* areaOf(const QWidget& part, QWidget& window)
{
    const QWidget* area = &part;
    for (const QWidget* around = part.parentWidget(); around && around != &window; around = around->parentWidget()) {
        if (const auto* scroll = qobject_cast<const QScrollArea*>(around); scroll && scroll != centreOf(window))
            return scroll->widget();
        area = around->parentWidget() && around->parentWidget()->inherits("app::Drawers") ? around : area;
    }
    return area == &part ? centreOf(window) : area;
}

/// Two stops after each other that the eye reads the other way round.
inline QStringList orderFaults(const QList<QWidget*>& stops, QWidget& window)
{
    QStringList faults;
    for (qsizetype i = 1; i < stops.size(); ++i) {
        const QWidget* const area = areaOf(*stops[i], window);
        if (area != areaOf(*stops[i - 1], window) || !area->isAncestorOf(stops[i]))
            continue;
        const QRect before(stops[i - 1]->mapTo(area, QPoint()), stops[i - 1]->size());
        const QRect now(stops[i]->mapTo(area, QPoint()), stops[i]->size());
        const bool isSameLine = now.top() < before.bottom() && before.top() < now.bottom();
        if (isSameLine ? now.left() < before.left() : now.bottom() <= before.top())
            faults << QStringLiteral("%1 comes after %2").arg(described(stops[i]), described(stops[i - 1]));
    }
    return faults;
}

struct TabWalk
{
    qsizetype stops = 0;
    QStringList faults;
};

/// Tab comes to every control, in the order of the eye, and each has a name and shows that it has the focus.
inline TabWalk walkByTab(QWidget& window)
{
    const QList<QWidget*> stops = tabStops(window);
    TabWalk walk{stops.size(), {}};
    QStringList& faults = walk.faults;
    for (QWidget* const stop : stops) {
        if (nameOf(stop).trimmed().isEmpty())
            faults << QStringLiteral("no name: ") + described(stop);
        if (!stop->isVisible())
            continue;
        stop->setFocus(Qt::TabFocusReason);
        if (!qobject_cast<QLabel*>(stop) && !showsFocus(stop)) // a label underlines the link
            faults << QStringLiteral("no ring: ") + described(stop);
    }
    for (QWidget* const part : window.findChildren<QWidget*>())
        if (part->isVisible() && part->isEnabled() && part->window() == &window && isControl(*part) && !stops.contains(part)
            && !isInside(*part, stops) && !part->size().isEmpty())
            faults << QStringLiteral("not reached: ") + described(part);
    faults += orderFaults(stops, window);
    const QList<QWidget*> back = tabStops(window, Qt::Key_Backtab);
    for (const QWidget* const stop : back)
        if (!stops.contains(stop))
            faults << QStringLiteral("only backwards: %1").arg(QLatin1String(stop->metaObject()->className()));
    if (back.size() != stops.size())
        faults << QStringLiteral("%1 stops, %2 backwards").arg(stops.size()).arg(back.size());
    return walk;
}

} // namespace support
