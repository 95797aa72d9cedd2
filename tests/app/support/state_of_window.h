#pragma once

// What of a window must be as it was: for tests that go away from it and come back.

#include "app/window/main_window.h"

#include "widgets/plot/theme.h"
#include "widgets/run/selection_model.h"

#include <QStringList>

#include <algorithm>

namespace support {

/// Place and size of every part of the window that is to be seen, with the theme, the selection and the focus.
inline QStringList stateOf(app::MainWindow& window)
{
    const widgets::Selection& at = window.selection()->pinned();
    QStringList state{widgets::themeWord(widgets::currentTheme().id),
        QStringLiteral("%1 %2 %3 %4").arg(at.layer).arg(at.head).arg(at.query).arg(at.key),
        QStringLiteral("%1 × %2").arg(window.width()).arg(window.height()),
        window.focusWidget() ? QString::fromLatin1(window.focusWidget()->metaObject()->className()) : QString()};
    for (const QWidget* part : window.findChildren<QWidget*>())
        if (part->isVisible() && part->window() == &window) {
            const QPoint place = part->mapTo(&window, QPoint());
            state << QStringLiteral("%1 %2: %3, %4, %5 × %6")
                         .arg(QLatin1String(part->metaObject()->className()), part->objectName())
                         .arg(place.x())
                         .arg(place.y())
                         .arg(part->width())
                         .arg(part->height());
        }
    state.sort(); // parts that change lines come back in another order
    return state;
}

inline QString firstDifference(const QStringList& before, const QStringList& after)
{
    for (qsizetype i = 0; i < std::max(before.size(), after.size()); ++i)
        if (before.value(i) != after.value(i))
            return before.value(i) + QStringLiteral(" became ") + after.value(i);
    return {};
}

} // namespace support
