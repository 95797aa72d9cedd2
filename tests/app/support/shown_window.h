#pragma once

// A window on screen with its first result, and what tests do to one.

#include "app/window/main_window.h"

#include "tests/widgets/support/wait.h"

#include <QCoreApplication>
#include <QTest>

#include <memory>

namespace support {

inline core::Choices choice(const char* assignment)
{
    core::Choices choices;
    choices.setText(assignment, 1);
    return choices;
}

/// Until the run and what its page needs are there.
inline void waitForRun(app::MainWindow& window)
{
    QVERIFY(waitUntil([&] { return !window.isComputing(); }, 30000));
    QCoreApplication::processEvents();
}

inline std::unique_ptr<app::MainWindow> shown(const app::MainWindow::Start& start = {.remembers = false})
{
    auto window = std::make_unique<app::MainWindow>(start);
    window->show();
    waitForRun(*window);
    return window;
}

} // namespace support
