#pragma once

// Platform: calls of the operating system that Qt and the standard library do not have. The only file with POSIX calls;
// a port to another system starts here.

#include <cstddef>
#include <functional>
#include <stop_token>

class QObject;

namespace app {

/// Ctrl-C (SIGINT) and SIGTERM request a stop of the token; a second one ends the process with 130 at once.
/// REQUIRES: called once, before the first thread is started.
std::stop_token stopOnInterrupt();

/// Bytes of memory that the process holds now.
std::size_t residentBytes();

/// The most it held since the start or since resetPeak(). Where the system cannot reset it, the most since the start.
std::size_t peakResidentBytes();
void resetPeak();

/// How often other processes took a core away from us so far.
long involuntarySwitches();

/// Whether the desktop is dark. With Qt before 6.5, as it was at the first call: by its palette, GTK_THEME and the settings of GTK.
/// REQUIRES: a QGuiApplication, whose palette is still the desktop's at the first call.
bool isDesktopDark();

/// Calls with every change of isDesktopDark(), while the receiver lives. Qt before 6.5 does not tell: never.
void whenDesktopChanges(QObject* receiver, const std::function<void()>& call);

/// Since the system created the process, loading of libraries included; exact to about 10 ms.
double secondsSinceStart();

} // namespace app
