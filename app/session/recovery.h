#pragma once

// Recovery: the folder of the sessions that windows save by themselves, and what is left there by windows that did not end in
// order. Of each window: ID.cutaway, the four before it (ID.1.cutaway is the newest of them), and ID.lock while it lives.

#include <QDateTime>
#include <QString>

#include <vector>

namespace app {

inline constexpr int generations = 5;

/// "recovery" in the folder of the program's data.
QString recoveryFolder();

/// The file of a window and generation; 0 is the newest.
QString generationFile(const QString& folder, const QString& id, int generation);
QString lockFile(const QString& folder, const QString& id);

/// The session with which a window was closed that had not been saved; it may not be there.
QString lastSessionFile(const QString& folder);

/// Whether a file is of the folder for recovery.
bool isOfRecovery(const QString& path);

/// What a window left that ended without closing.
struct Recovered
{
    QString id;
    QString file; // its newest generation that is a whole document
    QDateTime time; // of that
};

/// The newest first. Windows that are alive are none of them.
std::vector<Recovered> recoverable(const QString& folder);

/// Removes what a window keeps or left: its sessions, what was being written, and not its lock.
void forgetFiles(const QString& folder, const QString& id);

/// The same with its lock. REQUIRES: it has ended.
void forget(const QString& folder, const QString& id);

/// The window that a file of the folder is of; empty for any other file.
QString windowOf(const QString& folder, const QString& file);

} // namespace app
