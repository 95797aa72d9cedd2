#include "app/base/platform.h"

#include <QGuiApplication>
#include <QPalette>
#include <QSettings>
#include <QStandardPaths>
#include <QString>
#include <QStyleHints>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace app {

namespace {

/// "VmHWM:   123 kB" of /proc/self/status in bytes; 0 when there is no such line.
std::size_t statusBytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key + ":"))
            return std::stoull(line.substr(key.size() + 1)) * 1024;
    return 0;
}

} // namespace

std::stop_token stopOnInterrupt()
{
    // Blocked here and in every later thread; one thread waits for them, so nothing runs inside a signal handler.
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);

    std::stop_source source;
    const std::stop_token token = source.get_token();
    std::thread([interrupts, source]() mutable {
        int signal = 0;
        sigwait(&interrupts, &signal);
        source.request_stop();
        sigwait(&interrupts, &signal);
        _exit(130);
    }).detach();
    return token;
}

std::size_t residentBytes() { return statusBytes("VmRSS"); }

std::size_t peakResidentBytes() { return statusBytes("VmHWM"); }

void resetPeak() { std::ofstream("/proc/self/clear_refs") << 5; }

long involuntarySwitches()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
}

#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)

bool isDesktopDark() { return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark; }

void whenDesktopChanges(QObject* receiver, const std::function<void()>& call)
{
    QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, receiver, call);
}

#else // what desktops of Linux tell in other ways

bool isDesktopDark()
{
    static const bool isDark = [] {
        const QString theme = qEnvironmentVariable("GTK_THEME");
        if (theme.endsWith(QLatin1String(":dark")) || theme.endsWith(QLatin1String("-dark"), Qt::CaseInsensitive))
            return true;
        const QSettings gtk(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
                + QStringLiteral("/gtk-3.0/settings.ini"),
            QSettings::IniFormat);
        if (gtk.value("Settings/gtk-application-prefer-dark-theme").toBool())
            return true;
        const QPalette desktop = QGuiApplication::palette();
        return desktop.color(QPalette::Window).lightness() < desktop.color(QPalette::WindowText).lightness();
    }();
    return isDark;
}

void whenDesktopChanges(QObject*, const std::function<void()>&) { }

#endif

double secondsSinceStart()
{
    // Field 22 of /proc/self/stat: start in clock ticks after boot. The name in field 2 may hold spaces.
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name = line.rfind(')');
    if (name == std::string::npos)
        return 0;
    std::istringstream fields(line.substr(name + 1));
    std::string field;
    for (int i = 3; i <= 22; ++i)
        fields >> field;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9 - std::stod(field) / double(sysconf(_SC_CLK_TCK));
}

} // namespace app
