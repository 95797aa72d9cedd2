#include "app/session/autosave.h"

#include "app/session/recovery.h"
#include "app/session/session_file.h"

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QSaveFile>
#include <QTimer>
#include <QUuid>

#include <utility>

namespace app {

namespace {

constexpr int dueMs = 700; // after the first change; with the writing it stays below two seconds

/// The newest is replaced as a whole when its bytes are on the disk; only then those before it move on.
void replaceNewest(const QString& folder, const QString& id, const QByteArray& bytes)
{
    const QString newest = generationFile(folder, id, 0);
    QSaveFile file(newest);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = newest.toStdString(),
            .problem = CUTAWAY_TR("the session cannot be kept for recovery; the last one stays"),
            .found = file.errorString().toStdString()});
    for (int older = generations - 1; older > 0; --older) {
        const QString to = generationFile(folder, id, older), from = generationFile(folder, id, older - 1);
        if (!QFile::exists(from))
            continue;
        QFile::remove(to);
        QFile::rename(from, to);
    }
    if (!file.commit()) {
        QFile::rename(generationFile(folder, id, 1), newest);
        throw core::Error({.kind = core::ErrorKind::Output,
            .file = newest.toStdString(),
            .problem = CUTAWAY_TR("the session cannot be kept for recovery; the last one stays"),
            .found = file.errorString().toStdString()});
    }
}

} // namespace

Autosave::Autosave(const QString& folder, Write write, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_id(QUuid::createUuid().toString(QUuid::WithoutBraces))
    , m_write(std::move(write))
    , m_due(new QTimer(this))
    , m_worker(std::make_unique<LatestWorker>())
{
    QDir().mkpath(folder);
    m_lock = std::make_unique<QLockFile>(lockFile(folder, m_id));
    m_lock->setStaleLockTime(0);
    m_lock->tryLock(0);
    m_due->setSingleShot(true);
    m_due->setInterval(dueMs);
    connect(m_due, &QTimer::timeout, this, &Autosave::keep);
}

Autosave::~Autosave() = default;

void Autosave::touch()
{
    if (m_worker && !m_due->isActive()) // not started anew: a change in every moment would keep nothing
        m_due->start();
}

void Autosave::settle()
{
    if (!m_worker)
        return;
    m_due->stop();
    m_last = m_write(m_folder);
    m_worker->submit([folder = m_folder, id = m_id](const std::stop_token&) { forgetFiles(folder, id); });
}

void Autosave::keep()
{
    if (!m_worker)
        return;
    m_due->stop();
    const QByteArray now = m_write(m_folder);
    if (now.isEmpty() || now == m_last)
        return;
    m_last = now;
    m_worker->submit([this, now](const std::stop_token&) { // to its end: a newer one waits
        core::Error::Parts problem;
        bool isKept = true;
        try {
            replaceNewest(m_folder, m_id, now);
        } catch (const core::Error& error) {
            isKept = false;
            problem = error.parts();
        }
        QMetaObject::invokeMethod(this, [this, isKept, problem] { report(isKept, problem); }, Qt::QueuedConnection);
    });
}

void Autosave::report(bool isKept, const core::Error::Parts& error)
{
    if (isKept) {
        m_hasFailed = false;
        emit kept();
        return;
    }
    m_last.clear(); // is tried again with the next change
    if (!std::exchange(m_hasFailed, true))
        emit failed(error);
}

void Autosave::end(bool isSaved)
{
    m_due->stop();
    const QByteArray now = m_write(m_folder);
    m_worker.reset();
    if (!isSaved && !now.isEmpty())
        try {
            replaceFile(lastSessionFile(m_folder), now);
        } catch (const core::Error&) {
            return m_lock->unlock(); // the generations stay, to be recovered
        }
    forgetFiles(m_folder, m_id);
    m_lock->unlock();
}

} // namespace app
