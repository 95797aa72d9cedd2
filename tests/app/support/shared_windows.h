#pragma once

// Windows that the rows of a test share, one of each kind: what the worker computed for one row is there for the next, and each row
// begins where another language, theme and size were before.

#include "app/window/main_window.h"

#include <map>
#include <memory>

namespace support {

class SharedWindows
{
public:
    /// The window of this kind, which `make` makes first; shown, in that size.
    template <class Make>
    app::MainWindow& of(int kind, const QSize& size, const Make& make)
    {
        std::unique_ptr<app::MainWindow>& window = m_windows[kind];
        if (!window)
            window = make();
        window->resize(size);
        window->show();
        return *window;
    }

    /// For cleanup(): no row sees the window of another.
    void hide()
    {
        for (const auto& [kind, window] : m_windows)
            window->hide();
    }

    /// For cleanupTestCase().
    void clear() { m_windows.clear(); }

private:
    std::map<int, std::unique_ptr<app::MainWindow>> m_windows;
};

} // namespace support
