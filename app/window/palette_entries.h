#pragma once

// PaletteEntries: what the palette of a window finds: actions, pages, concepts, lessons, kinds to choose, layers, heads, tokens and
// tensors of the run, models, and files opened lately. To add a kind of thing: a function that lists its entries, and a line of the constructor.

#include "app/window/command_palette.h"

#include <QObject>

namespace app {

class MainWindow;
class WindowActions;

class PaletteEntries : public QObject
{
    Q_OBJECT
public:
    /// `palette` asks it from now on. All outlive it; the window has its tabs.
    PaletteEntries(MainWindow& window, const WindowActions& actions, CommandPalette& palette);

private:
    std::vector<PaletteEntry> actions() const;
    std::vector<PaletteEntry> pages() const;
    std::vector<PaletteEntry> concepts() const;
    std::vector<PaletteEntry> lessons() const;
    std::vector<PaletteEntry> kinds() const;
    std::vector<PaletteEntry> places() const;
    std::vector<PaletteEntry> models() const;

    MainWindow& m_window;
    const WindowActions& m_actions;
};

} // namespace app
