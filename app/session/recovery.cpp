#include "app/session/recovery.h"

#include "app/session/session_file.h"

#include "core/files/library/model_files.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include <algorithm>

namespace app {

namespace {

constexpr std::size_t maxLeft = 8; // windows whose sessions are kept
constexpr char last[] = "last";
const QString lockEnding = QStringLiteral(".lock");

QString idOf(const QString& name) { return name.section(QLatin1Char('.'), 0, 0); }

bool isAlive(const QString& folder, const QString& id)
{
    QLockFile lock(lockFile(folder, id));
    lock.setStaleLockTime(0); // only the end of its process makes it stale
    const bool isFree = lock.tryLock(0);
    if (isFree)
        lock.unlock();
    return !isFree;
}

} // namespace

QString recoveryFolder() { return QDir(QString::fromStdString(core::userDataFolder())).filePath("recovery"); }

QString generationFile(const QString& folder, const QString& id, int generation)
{
    const QString number = generation == 0 ? QString() : QStringLiteral(".%1").arg(generation);
    return QDir(folder).filePath(id + number + sessionEnding());
}

QString lockFile(const QString& folder, const QString& id) { return QDir(folder).filePath(id + lockEnding); }

QString lastSessionFile(const QString& folder) { return QDir(folder).filePath(last + sessionEnding()); }

bool isOfRecovery(const QString& path)
{
    return QFileInfo(path).absolutePath() == QFileInfo(lastSessionFile(recoveryFolder())).absolutePath();
}

std::vector<Recovered> recoverable(const QString& folder)
{
    QStringList ids;
    for (const QString& name : QDir(folder).entryList({"*" + sessionEnding() + "*"}, QDir::Files))
        ids << idOf(name);
    ids.removeDuplicates();
    ids.removeAll(QLatin1String(last));
    std::vector<Recovered> found;
    for (const QString& id : ids) {
        if (isAlive(folder, id))
            continue;
        int whole = 0;
        while (whole < generations && jsonObjectOf(generationFile(folder, id, whole).toStdString()).isEmpty())
            ++whole;
        if (whole == generations) {
            forget(folder, id);
            continue;
        }
        const QString file = generationFile(folder, id, whole);
        found.push_back({id, file, QFileInfo(file).lastModified()});
    }
    std::ranges::sort(found, [](const Recovered& one, const Recovered& other) { return one.time > other.time; });
    for (; found.size() > maxLeft; found.pop_back())
        forget(folder, found.back().id);
    return found;
}

void forgetFiles(const QString& folder, const QString& id)
{
    for (const QString& name : QDir(folder).entryList({id + ".*"}, QDir::Files))
        if (!name.endsWith(lockEnding))
            QFile::remove(QDir(folder).filePath(name));
}

void forget(const QString& folder, const QString& id)
{
    forgetFiles(folder, id);
    QFile::remove(lockFile(folder, id));
}

QString windowOf(const QString& folder, const QString& file)
{
    const QFileInfo info(file);
    const QString id = info.absoluteDir() == QDir(folder) ? idOf(info.fileName()) : QString();
    return id == QLatin1String(last) ? QString() : id;
}

} // namespace app
