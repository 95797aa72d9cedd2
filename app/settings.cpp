#include "app/settings.h"

#include "app/languages.h"

#include <QSettings>

#include <algorithm>

namespace app {

namespace {
constexpr int maxRecent = 8;
}

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
    settings.geometry = stored.value("geometry").toByteArray();
    settings.panes = stored.value("panes").toByteArray();
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
    stored.setValue("geometry", settings.geometry);
    stored.setValue("panes", settings.panes);
    stored.setValue("recent", settings.recent);
}

} // namespace app
