#pragma once

// LookGuide: back and forward in a window: what is looked at is remembered, once for all that changes at a time.

#include "app/session/look_history.h"

#include <QElapsedTimer>
#include <QObject>

class QTimer;

namespace app {

class MainWindow;

class LookGuide : public QObject
{
    Q_OBJECT
public:
    /// `window` outlives it and has all its parts.
    explicit LookGuide(MainWindow& window);

private:
    Look current() const;
    void show(const Look& look);

    MainWindow& m_window;
    LookHistory m_looks;
    QElapsedTimer m_clock;
    QTimer* m_isNew; // what changes at once is one look
};

} // namespace app
