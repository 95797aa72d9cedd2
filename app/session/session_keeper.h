#pragma once

// SessionKeeper: the file that a window's session is saved in, whether it is as saved, and its autosaves (autosave.h). It has no
// widget: the window says what is on screen and shows what this tells.

#include "app/session/autosave.h"

#include <QJsonObject>

class QLockFile;

namespace app {

class SessionKeeper : public QObject
{
    Q_OBJECT
public:
    /// What is on screen as a session for a file in `folder`, with these members beside; empty: nothing is on screen yet.
    using Write = std::function<QByteArray(const QString& folder, const QJsonObject& more)>;

    explicit SessionKeeper(Write write, QObject* parent = nullptr);
    ~SessionKeeper() override;

    /// Saved last, or opened; empty: none.
    const QString& path() const { return m_path; }
    bool isModified() const { return m_isModified; }

    /// From now on it is saved for recovery in this folder too. To be called once.
    void keepIn(const QString& folder);

    /// A session of this file (empty: of none) is on its way to the screen. Result: another window has the file open.
    bool open(const QString& path);

    /// The session that a window left (recovery.h): it belongs to the file that it was of, and what was left is removed once it is
    /// kept again.
    void adopt(const QString& file, const QString& savedAs);

    /// What is on screen is as it was opened.
    void settle();

    /// Something on screen may have changed.
    void touch();

    /// False, and nothing is written, where the file of this session is not as this window read or wrote it last. Throws
    /// core::Error{Output}.
    bool save(const QString& path, bool mayReplace);

    /// The window closes.
    void end();

signals:
    void modifiedChanged(bool isModified);
    void notKept(const core::Error::Parts& error); // for recovery; once, until it succeeds again

private:
    QString folder() const;
    bool takeLock(const QString& path);
    void compare();

    Write m_write;
    QString m_path;
    QByteArray m_onDisk;  // of that file, as this window knows it
    QByteArray m_settled; // what was on screen then
    QString m_recovery;   // the folder for recovery; empty: none
    QString m_adopted;    // a window whose session this one goes on with
    bool m_isModified = false;
    QTimer* m_due;
    std::unique_ptr<QLockFile> m_lock; // of the file, among windows
    Autosave* m_autosave = nullptr;
};

} // namespace app
