#pragma once

// Autosave: keeps the session of a window in the folder for recovery (recovery.h), within two seconds of every change. Each
// time the file is replaced as a whole, and the four before it stay. The disk is written to on a thread of its own.

#include "app/base/latest_worker.h"

#include "core/base/error.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>

class QLockFile;
class QTimer;

namespace app {

class Autosave : public QObject
{
    Q_OBJECT
public:
    /// The session as it is now, as it must stand in a file of `folder`; empty: there is none to keep yet.
    using Write = std::function<QByteArray(const QString& folder)>;

    /// Locks its place in the folder, which is made when it is not there.
    Autosave(const QString& folder, Write write, QObject* parent = nullptr);

    /// Waits for what is being written; the files stay.
    ~Autosave() override;

    /// Something may have changed: what differs from what was kept last is kept, within a second.
    void touch();

    /// The same at once, on the thread of its own.
    void keep();

    /// What is on screen now is as it was opened or saved: nothing is kept of it.
    void settle();

    /// The window closes: what was not saved by the person becomes the last session (lastSessionFile); the rest is removed, and
    /// nothing is kept any more, whatever still arrives.
    void end(bool isSaved);

    const QString& id() const { return m_id; }

signals:
    void kept();
    void failed(const core::Error::Parts& error); // once, until it succeeds again

private:
    void report(bool isKept, const core::Error::Parts& error);

    QString m_folder, m_id;
    Write m_write;
    QByteArray m_last; // kept, or on its way to the disk
    QTimer* m_due;
    bool m_hasFailed = false;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<LatestWorker> m_worker; // null after the end
};

} // namespace app
