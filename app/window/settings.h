#pragma once

// Settings: what the window remembers between two starts. The only place that knows the keys of QSettings; anything
// unreadable becomes its default.

#include "app/window/drawers.h"
#include "app/window/perspectives.h"

#include "widgets/plot/theme.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

namespace app {

struct Settings
{
    QString language;                               // empty: as the system
    widgets::ThemeId theme = widgets::ThemeId::Light;
    bool followsSystem = false;                     // the theme is that of the desktop
    int typePercent = 100;                          // of type, 100 … 200
    bool reducesMotion = false;
    int countFrom = 0;                              // 0 or 1: what is shown of indices (widgets/plot/counting.h)
    int memoryGib = 0;                              // for runs; 0: what the machine has
    static constexpr int maxThreads = 256;
    int threads = 0;                                // 0: one per core
    QMap<QString, QString> keys;                    // that a person changed (WindowActions::changedKeys)
    Perspective perspective = Perspective::Explore;
    std::array<Arrangement, perspectives> arrangements = deliveredArrangements(); // each as it was left
    QString view;                                   // id of the page shown last
    QString presentOn;                              // name of a screen; empty: another one than that of the window
    QByteArray geometry;                            // QWidget::saveGeometry
    Drawers::Wishes drawers;                        // what was said of the panels beside the page
    bool showsNext = true;                          // the next tokens below the choices
    QStringList pinned;                             // keys of the choices that are on every page
    bool isGreeted = false; // the card of the first start has gone
    QStringList palette;                            // what was chosen in the palette, newest first
    QStringList recent;                             // models opened from disk, newest first, at most 8

    void addRecent(const QString& path);
};

Settings loadSettings();
void saveSettings(const Settings& settings);

/// The theme with this word, or `otherwise`.
widgets::ThemeId themeOfWord(const QString& word, widgets::ThemeId otherwise, bool* known = nullptr);

} // namespace app
