#pragma once

// Waiting for what an event brings: woken by each, where QTRY_VERIFY looks again after 50 ms.

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

namespace support {

/// False: it does not hold after so many ms.
template <class Holds>
bool waitUntil(const Holds& holds, int ms)
{
    QTimer limit; // whose event wakes, too
    limit.setSingleShot(true);
    limit.start(ms);
    while (!holds()) {
        if (!limit.isActive())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

} // namespace support
