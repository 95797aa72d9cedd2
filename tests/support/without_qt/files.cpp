#include "tests/support/without_qt/files.h"

#include <cstdlib>
#include <random>

#if defined(_WIN32)
#include <process.h>
#else
#include <sys/wait.h>
#endif

namespace fs = std::filesystem;

QString qgetenv(const char* name)
{
    return std::getenv(name); // ASCII
}

void qputenv(const char* name, const QString& value)
{
#if defined(_WIN32)
    _wputenv_s(fs::path(name).c_str(), fs::path(std::u8string(value.begin(), value.end())).c_str());
#else
    setenv(name, value.c_str(), 1);
#endif
}

void qunsetenv(const char* name)
{
#if defined(_WIN32)
    _putenv_s(name, "");
#else
    unsetenv(name);
#endif
}

QStringList QDir::entryList(const QStringList& patterns, int filters, SortFlag) const
{
    QStringList names;
    if (!fs::is_directory(m_path))
        return names;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_path)) {
        const QString name = entry.path().filename().string();
        const bool isNamed = patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const QString& pattern) {
            return name.endsWith(pattern.mid(1));
        });
        if (isNamed && (entry.is_directory() ? filters & Dirs : filters & Files))
            names << name;
    }
    std::sort(names.begin(), names.end());
    return names;
}

QTemporaryDir::QTemporaryDir()
{
    std::random_device random;
    do
        m_path = fs::temp_directory_path() / ("cutaway-" + std::to_string(random()));
    while (!fs::create_directory(m_path));
}

QTemporaryDir::~QTemporaryDir()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

QString QCoreApplication::applicationFilePath()
{
#if defined(_WIN32)
    return fs::absolute(_pgmptr).generic_string();
#else
    return fs::read_symlink("/proc/self/exe").string();
#endif
}

void QProcess::start(const QString& program, const QStringList& arguments)
{
    QHash<QString, QString> before;
    for (const auto& [name, value] : m_environment.added) {
        before[name] = qgetenv(name);
        qputenv(name, value);
    }
#if defined(_WIN32)
    std::vector<const char*> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.push_back(nullptr);
    m_exitCode = int(_spawnv(_P_WAIT, program, words.data()));
#else
    const int status = std::system(("'" + program + "' " + arguments.join(" ")));
    m_exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
#endif
    for (const auto& [name, value] : before)
        value.isEmpty() ? qunsetenv(name) : qputenv(name, value);
}
