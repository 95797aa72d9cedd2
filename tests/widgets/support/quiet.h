#pragma once

// Quiet: in a test of widgets every qWarning is a failure, but for one line of noise of the offscreen platform.
// Use QUIET_TEST_MAIN instead of QTEST_MAIN. A test that expects a warning says so with QTest::ignoreMessage before it.

#include "tests/support/test_program.h"
#include "widgets/plot/theme.h"

#include <QApplication>
#include <QTest>

#include <cstdio>

namespace support {

inline int& strayWarnings()
{
    static int count = 0;
    return count;
}

inline QtMessageHandler& nextHandler()
{
    static QtMessageHandler handler = nullptr;
    return handler;
}

inline void countWarnings(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    const bool isNoise = text.contains(QLatin1String("propagateSizeHints")) || text.contains(QLatin1String("XDG_RUNTIME_DIR"));
    if ((type == QtWarningMsg || type == QtCriticalMsg) && !isNoise) {
        ++strayWarnings();
        std::fprintf(stderr, "unexpected warning: %s\n", qPrintable(text));
    }
    if (nextHandler() && !isNoise)
        nextHandler()(type, context, text);
}

/// Runs the test object; result for main: failures, or 1 when a warning strayed.
template <typename Test>
int runQuietly(int argc, char** argv)
{
    nextHandler() = qInstallMessageHandler(countWarnings);
    QApplication app(argc, argv);
    widgets::setCurrentTheme(widgets::ThemeId::Light);
    Test test;
    const int failures = QTest::qExec(&test, argc, argv);
    if (failures == 0 && strayWarnings() > 0)
        std::fprintf(stderr, "FAIL!  : %d unexpected warnings\n", strayWarnings());
    return failures != 0 ? failures : strayWarnings() > 0 ? 1 : 0;
}

} // namespace support

#define QUIET_TEST_MAIN(Test) TEST_PROGRAM(Test, return support::runQuietly<Test>(argc, argv);)
