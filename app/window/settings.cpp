#include "app/window/settings.h"

#include "app/base/languages.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace app {

namespace {
constexpr int maxRecent = 8;
constexpr std::pair<Drawers::Side, const char*> drawerKeys[] = {{Drawers::Left, "left"}, {Drawers::Right, "right"}};
constexpr int maxTabs = 3, maxMemory = 1024; // GiB

QString perspectiveKey(Perspective perspective, const char* word)
{
    return QStringLiteral("perspectives/%1/%2").arg(perspectiveWord(perspective), QLatin1String(word));
}

void loadKeys(Settings& settings)
{
    QSettings stored("cutaway", "cutaway");
    stored.beginGroup("keys");
    for (const QString& action : stored.childKeys())
        settings.keys[action] = stored.value(action).toString();
}

void loadPerspectives(const QSettings& stored, Settings& settings)
{
    for (int i = 0; i < perspectives; ++i) {
        const auto perspective = Perspective(i);
        if (stored.value("perspective").toString() == perspectiveWord(perspective))
            settings.perspective = perspective;
        Arrangement& kept = settings.arrangements[std::size_t(i)];
        kept.view = stored.value(perspectiveKey(perspective, "view")).toString();
        kept.rightTab = std::clamp(stored.value(perspectiveKey(perspective, "tab")).toInt(), 0, maxTabs - 1);
        for (const auto& [side, key] : drawerKeys)
            kept.drawers[side].isOpen = stored.value(perspectiveKey(perspective, key), kept.drawers[side].isOpen).toBool();
    }
}

void savePerspectives(const Settings& settings, QSettings& stored)
{
    stored.setValue("perspective", perspectiveWord(settings.perspective));
    for (int i = 0; i < perspectives; ++i) {
        const Arrangement& kept = settings.arrangements[std::size_t(i)];
        stored.setValue(perspectiveKey(Perspective(i), "view"), kept.view);
        stored.setValue(perspectiveKey(Perspective(i), "tab"), kept.rightTab);
        for (const auto& [side, key] : drawerKeys)
            stored.setValue(perspectiveKey(Perspective(i), key), kept.drawers[side].isOpen);
    }
}
}// namespace

void Settings::addRecent(const QString& path)
{
    recent.removeAll(path);
    recent.prepend(path);
    recent.resize(std::min(int(recent.size()), maxRecent));
}

widgets::ThemeId themeOfWord(const QString& word, widgets::ThemeId otherwise, bool* known)
{
    for (const widgets::ThemeId theme : widgets::allThemes())
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
    settings.followsSystem = stored.value("theme").toString() == QLatin1String("system");
    settings.typePercent = std::clamp(stored.value("type", 100).toInt(), 100, 200);
    settings.reducesMotion = stored.value("motion/reduced").toBool();
    settings.countFrom = std::clamp(stored.value("countFrom").toInt(), 0, 1);
    settings.memoryGib = std::clamp(stored.value("memory").toInt(), 0, maxMemory);
    settings.threads = std::clamp(stored.value("threads").toInt(), 0, Settings::maxThreads);
    loadKeys(settings);
    loadPerspectives(stored, settings);
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
    stored.setValue("theme", settings.followsSystem ? QStringLiteral("system") : widgets::themeWord(settings.theme));
    stored.setValue("type", settings.typePercent);
    stored.setValue("motion/reduced", settings.reducesMotion);
    stored.setValue("countFrom", settings.countFrom);
    stored.setValue("memory", settings.memoryGib);
    stored.setValue("threads", settings.threads);
    stored.remove("keys");
    for (auto key = settings.keys.begin(); key != settings.keys.end(); ++key)
        stored.setValue(QStringLiteral("keys/") + key.key(), key.value());
    savePerspectives(settings, stored);
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
