#pragma once

// Files, folders and processes of the tests of core where there is no Qt. Paths have slashes, as Qt's have.

#include "tests/support/without_qt/strings.h"

#include <filesystem>
#include <fstream>
#include <iterator>

QString qgetenv(const char* name);
void qputenv(const char* name, const QString& value);
void qunsetenv(const char* name);

class QIODevice
{
public:
    enum OpenMode
    {
        ReadOnly,
        WriteOnly
    };
};

class QFile
{
public:
    explicit QFile(const QString& path)
        : m_path(path.toStdString())
    {
    }
    static bool exists(const QString& path) { return std::filesystem::exists(path.toStdString()); }
    bool open(QIODevice::OpenMode mode)
    {
        m_stream.open(m_path, (mode == QIODevice::ReadOnly ? std::ios::in : std::ios::out) | std::ios::binary);
        return m_stream.is_open();
    }
    QByteArray readAll() { return std::string(std::istreambuf_iterator<char>(m_stream), {}); }
    void write(const QByteArray& bytes) { m_stream << bytes.toStdString(); }

private:
    std::filesystem::path m_path;
    std::fstream m_stream;
};

class QFileInfo
{
public:
    explicit QFileInfo(const QString& path)
        : m_path(path.toStdString())
    {
    }
    QString path() const { return m_path.parent_path().generic_string(); }
    QString completeBaseName() const { return m_path.stem().string(); } // up to the last dot
    QString baseName() const { return m_path.filename().string().substr(0, m_path.filename().string().find('.')); }

private:
    std::filesystem::path m_path;
};

class QDir
{
public:
    enum Filter
    {
        Files = 1,
        Dirs = 2,
        NoDotAndDotDot = 0
    };
    enum SortFlag
    {
        Name
    };
    QDir() = default;
    explicit QDir(const QString& path, const QString& = {}, SortFlag = Name, int filters = Files | Dirs)
        : m_path(path.toStdString())
        , m_filters(filters)
    {
    }
    static QString cleanPath(const QString& path)
    {
        return std::filesystem::path(path.toStdString()).lexically_normal().generic_string();
    }
    static QString currentPath() { return std::filesystem::current_path().generic_string(); }
    static bool setCurrent(const QString& path) { return std::filesystem::current_path(path.toStdString()), true; }
    bool mkpath(const QString& path) const
    {
        std::filesystem::create_directories(m_path / path.toStdString());
        return std::filesystem::is_directory(m_path / path.toStdString());
    }
    bool exists(const QString& name) const { return std::filesystem::exists(m_path / name.toStdString()); }
    QString filePath(const QString& name) const { return (m_path / name.toStdString()).generic_string(); }
    QStringList entryList() const { return entryList({}, m_filters); }
    QStringList entryList(int filters) const { return entryList({}, filters); }
    /// Each pattern is "*" with an ending.
    QStringList entryList(const QStringList& patterns, int filters, SortFlag = Name) const;

private:
    std::filesystem::path m_path;
    int m_filters = Files | Dirs;
};

class QTemporaryDir
{
public:
    QTemporaryDir();
    ~QTemporaryDir();
    QTemporaryDir(const QTemporaryDir&) = delete;
    QTemporaryDir& operator=(const QTemporaryDir&) = delete;
    bool isValid() const { return std::filesystem::is_directory(m_path); }
    QString path() const { return m_path.generic_string(); }
    bool exists(const QString& name) const { return std::filesystem::exists(m_path / name.toStdString()); }
    QString filePath(const QString& name) const { return path() + "/" + name; }

private:
    std::filesystem::path m_path;
};

class QCoreApplication
{
public:
    static QString applicationFilePath();
    static QString applicationDirPath() { return QFileInfo(applicationFilePath()).path(); }
};

class QProcessEnvironment
{
public:
    static QProcessEnvironment systemEnvironment() { return {}; }
    void insert(const QString& name, const QString& value) { added[name] = value; }
    QHash<QString, QString> added;
};

class QProcess
{
public:
    void setProcessEnvironment(const QProcessEnvironment& environment) { m_environment = environment; }
    void start(const QString& program, const QStringList& arguments); // returns when it ended
    bool waitForFinished() const { return m_exitCode >= 0; }
    int exitCode() const { return m_exitCode; }

private:
    QProcessEnvironment m_environment;
    int m_exitCode = -1;
};
