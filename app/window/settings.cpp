#include "app/window/settings.h"

#include "app/base/languages.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace app {

namespace {
constexpr int maxRecent = 8;
constexpr std::pair<Drawers::Side, const char*> drawerKeys[] = {{Drawers::Left, "left"}, {Drawers::Right, "right"}};
}// namespace

void Settings::addRecent(const QString& path)
{
    recent.removeAll(path);
    recent.prepend(path);
    recent.resize(std::min(int(recent.size()), maxRecent));
}

widgets::ThemeId themeOfWord(const QString& word, widgets::ThemeId otherwise, bool* known)
{
    for (const widgets::ThemeId theme : {widgets::ThemeId::Light, widgets::ThemeId::Dark, widgets::ThemeId::Projector})
        if (widgets::themeWord(theme) == word) {
            if (known)
                *known = true;
            return theme;
        }
    if (known)
        *known = false;
    return otherwise;
}

Settings loadSettings()
{
    const QSettings stored("cutaway", "cutaway");
    Settings settings;
    if (const QString language = stored.value("language").toString(); isLanguage(language))
        settings.language = language;
    settings.theme = themeOfWord(stored.value("theme").toString(), settings.theme);
    settings.view = stored.value("view").toString();
    settings.presentOn = stored.value("presentOn").toString();
    settings.geometry = stored.value("geometry").toByteArray();
    for (const auto& [side, key] : drawerKeys) {
        settings.drawers[side].isOpen = stored.value(QLatin1String(key) + "/open", true).toBool();
        settings.drawers[side].width = stored.value(QLatin1String(key) + "/width").toInt();
    }
    settings.showsNext = stored.value("next/open", true).toBool();
    settings.isGreeted = stored.value("greeted").toBool();
    settings.pinned = stored.value("pinned").toStringList();
    settings.palette = stored.value("palette/recent").toStringList();
    settings.recent = stored.value("recent").toStringList();
    settings.recent.resize(std::min(int(settings.recent.size()), maxRecent));
    return settings;
}

void saveSettings(const Settings& settings)
{
    QSettings stored("cutaway", "cutaway");
    stored.setValue("language", settings.language);
    stored.setValue("theme", widgets::themeWord(settings.theme));
    stored.setValue("view", settings.view);
    stored.setValue("presentOn", settings.presentOn);
    stored.setValue("geometry", settings.geometry);
    stored.remove("panes"); // of older versions, in px of the theme it was stored from
    for (const auto& [side, key] : drawerKeys) {
        stored.setValue(QLatin1String(key) + "/open", settings.drawers[side].isOpen);
        stored.setValue(QLatin1String(key) + "/width", settings.drawers[side].width);
    }
    stored.setValue("next/open", settings.showsNext);
    stored.setValue("greeted", settings.isGreeted);
    stored.setValue("pinned", settings.pinned);
    stored.setValue("palette/recent", settings.palette);
    stored.setValue("recent", settings.recent);
}

} // namespace app
