#pragma once

// PerspectiveGuide: the perspectives of a window: each comes back with the panels and the page that it was left with.

#include "app/window/perspectives.h"

#include <QObject>

#include <array>
#include <optional>

namespace app {

class MainWindow;
class PageTabs;
class TabStrip;
class WindowActions;
struct Settings;

class PerspectiveGuide : public QObject
{
    Q_OBJECT
public:
    /// `rightTabs` are those of the right drawer, `settings` keep the arrangements. All outlive it; the window has its other parts.
    PerspectiveGuide(MainWindow& window, const WindowActions& actions, TabStrip& rightTabs, Settings& settings);

private:
    void choose(Perspective perspective);
    Arrangement arrangement() const;
    void arrange(const Arrangement& to);
    std::optional<Drawers::Side> panelOver() const;

    MainWindow& m_window;
    const WindowActions& m_actions;
    TabStrip& m_rightTabs;
    Settings& m_settings;
    std::array<std::optional<Drawers::Side>, perspectives> m_over; // as each was left, while this window is there
};

} // namespace app
