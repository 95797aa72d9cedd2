#include "app/session/session_keeper.h"

#include "app/session/recovery.h"
#include "app/session/session_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QTimer>

#include <utility>

namespace app {

namespace {

constexpr int compareMs = 200;

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return !path.isEmpty() && file.size() <= maxSessionBytes && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

SessionKeeper::SessionKeeper(Write write, QObject* parent)
    : QObject(parent)
    , m_write(std::move(write))
    , m_due(new QTimer(this))
{
    m_due->setSingleShot(true);
    m_due->setInterval(compareMs);
    connect(m_due, &QTimer::timeout, this, &SessionKeeper::compare);
}

SessionKeeper::~SessionKeeper() = default;

QString SessionKeeper::folder() const { return m_path.isEmpty() ? QDir::currentPath() : QFileInfo(m_path).absolutePath(); }

void SessionKeeper::keepIn(const QString& folder)
{
    m_recovery = folder;
    m_autosave = new Autosave(
        folder,
        [this](const QString& to) {
            return m_write(
                to, m_path.isEmpty() ? QJsonObject() : QJsonObject{{savedAsWord, QFileInfo(m_path).absoluteFilePath()}});
        },
        this);
    connect(m_autosave, &Autosave::failed, this, &SessionKeeper::notKept);
    connect(m_autosave, &Autosave::kept, this, [this] {
        if (const QString done = std::exchange(m_adopted, {}); !done.isEmpty())
            forget(m_recovery, done);
    });
}

bool SessionKeeper::takeLock(const QString& path)
{
    m_lock.reset();
    if (m_recovery.isEmpty() || path.isEmpty())
        return true;
    const QByteArray name = QFileInfo(path).canonicalFilePath().toUtf8();
    const QString hash = QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex().left(32));
    m_lock = std::make_unique<QLockFile>(lockFile(m_recovery, QStringLiteral("file-") + hash));
    m_lock->setStaleLockTime(0);
    return m_lock->tryLock(0) || m_lock->error() != QLockFile::LockFailedError;
}

bool SessionKeeper::open(const QString& path)
{
    m_path = path;
    m_onDisk = bytesOf(path);
    return !takeLock(path);
}

void SessionKeeper::adopt(const QString& file, const QString& savedAs)
{
    open(savedAs);
    m_adopted = windowOf(m_recovery, file);
}

void SessionKeeper::settle()
{
    m_settled = m_adopted.isEmpty() ? m_write(folder(), {}) : QByteArray(); // what was recovered is not saved yet
    if (m_autosave && m_adopted.isEmpty())
        m_autosave->settle();
    touch();
}

void SessionKeeper::touch()
{
    if (m_autosave)
        m_autosave->touch();
    if (!m_due->isActive())
        m_due->start();
}

void SessionKeeper::compare()
{
    const bool isModified = m_write(folder(), {}) != m_settled;
    if (std::exchange(m_isModified, isModified) != isModified)
        emit modifiedChanged(isModified);
}

bool SessionKeeper::save(const QString& path, bool mayReplace)
{
    const bool isOurs = QFileInfo(path) == QFileInfo(m_path);
    if (!mayReplace && isOurs && QFile::exists(path) && bytesOf(path) != m_onDisk)
        return false;
    const QByteArray bytes = m_write(QFileInfo(path).absolutePath(), {});
    replaceFile(path, bytes);
    m_path = path;
    m_onDisk = m_settled = bytes;
    takeLock(path);
    if (m_autosave)
        m_autosave->settle();
    compare();
    return true;
}

void SessionKeeper::end()
{
    m_lock.reset();
    compare();
    if (m_autosave)
        m_autosave->end(!m_isModified);
}

} // namespace app
