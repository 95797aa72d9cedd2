#include "app/window/settings_guide.h"

#include "app/base/languages.h"
#include "app/base/platform.h"
#include "app/window/keys_overlay.h"
#include "app/window/lesson_guide.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"
#include "app/window/settings_dialog.h"
#include "app/window/step_guide.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/outlined_style.h"
#include "widgets/plot/theme.h"

#include <QEvent>

#include <utility>

namespace app {

namespace {

constexpr std::size_t gibibyte = std::size_t(1) << 30;
constexpr std::pair<Act, widgets::ThemeId> themeActs[]
    = {{Act::ThemeLight, widgets::ThemeId::Light}, {Act::ThemeDark, widgets::ThemeId::Dark},
        {Act::ThemeHighContrast, widgets::ThemeId::HighContrast}, {Act::ThemeProjector, widgets::ThemeId::Projector}};

widgets::ThemeId themeOfDesktop() { return isDesktopDark() ? widgets::ThemeId::Dark : widgets::ThemeId::Light; }

} // namespace

SettingsGuide::SettingsGuide(MainWindow& window, WindowActions& actions, Settings& settings)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_settings(settings)
{
    connectActions();
    m_actions.setChangedKeys(m_settings.keys);
    setMemory();
}

void SettingsGuide::connectActions()
{
    const auto on = [&](Act act, auto&& slot) { connect(m_actions[act], &QAction::triggered, this, slot); };
    on(Act::Settings, [this] { openDialog(); });
    on(Act::ShowKeys, [this] { openKeys(); });
    on(Act::ThemeSystem, [this] { chooseTheme(QStringLiteral("system")); });
    for (const auto& [act, theme] : themeActs)
        on(act, [this, theme = theme] { m_window.setTheme(theme); });
    whenDesktopChanges(this, [this] {
        if (m_settings.followsSystem)
            chooseTheme(QStringLiteral("system"));
    });
}

/// "system", or the word of a theme. A presentation keeps its own until it ends.
void SettingsGuide::chooseTheme(const QString& word)
{
    const bool isSystem = word == QLatin1String("system");
    const widgets::ThemeId theme = isSystem ? themeOfDesktop() : themeOfWord(word, widgets::ThemeId::Light);
    if (m_window.isPresenting())
        m_window.setThemeAfterwards(theme);
    else
        m_window.setTheme(theme);
    m_settings.theme = theme;
    m_settings.followsSystem = isSystem;
    m_window.keepSettings();
    showChosen();
}

void SettingsGuide::showChosen()
{
    const widgets::ThemeId now = widgets::currentTheme().id;
    const bool isSystem = m_settings.followsSystem && now == themeOfDesktop();
    for (const auto& [act, theme] : themeActs)
        if (theme == now)
            m_actions[isSystem ? Act::ThemeSystem : act]->setChecked(true);
    if (m_dialog)
        showSettings();
}

/// The theme is that of the window, also where the command line has said it; while presenting, that of afterwards.
void SettingsGuide::showSettings()
{
    Settings shown = m_settings;
    if (const widgets::ThemeId now = widgets::currentTheme().id; !m_window.isPresenting() && now != shown.theme) {
        shown.theme = now;
        shown.followsSystem = m_settings.followsSystem && now == themeOfDesktop();
    }
    m_dialog->setSettings(shown);
}

void SettingsGuide::refreshCounting()
{
    const bool isQuoted
        = m_window.lessonGuide()->isActive() || (m_window.stepGuide()->isStepping() && !m_window.presenter()->areScenes());
    const int first = isQuoted ? 0 : m_settings.countFrom;
    if (first == widgets::firstNumber())
        return;
    widgets::setFirstNumber(first);
    QEvent change(QEvent::LanguageChange); // everything that has words makes them anew
    QCoreApplication::sendEvent(QCoreApplication::instance(), &change);
}

void SettingsGuide::setMemory() { m_window.session().runner().setMemory(std::size_t(m_settings.memoryGib) * gibibyte); }

void SettingsGuide::openDialog()
{
    if (!m_dialog) {
        m_dialog = new SettingsDialog(&m_actions, &m_window);
        connectDialog();
    }
    showSettings();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void SettingsGuide::connectDialog()
{
    connect(m_dialog, &SettingsDialog::themeChosen, this, &SettingsGuide::chooseTheme); // which keeps it
    const auto on = [this](auto signal, auto take) { // and keeps it
        connect(m_dialog, signal, this, [this, take](const auto&... value) {
            take(value...);
            m_window.keepSettings();
        });
    };
    on(&SettingsDialog::languageChosen, [this](const QString& language) {
        m_window.setLanguage(language.isEmpty() ? systemLanguage() : language);
        m_settings.language = language;
        showSettings();
    });
    on(&SettingsDialog::typeSizeChosen, [this](int percent) {
        m_settings.typePercent = percent;
        widgets::setTypeFactor(percent / 100.0);
        emit typeChanged();
    });
    on(&SettingsDialog::motionChosen, [this](bool isReduced) {
        m_settings.reducesMotion = isReduced;
        widgets::setReducedMotion(isReduced);
    });
    on(&SettingsDialog::countingChosen, [this](int first) {
        m_settings.countFrom = first;
        refreshCounting();
    });
    on(&SettingsDialog::memoryChosen, [this](int gibibytes) {
        m_settings.memoryGib = gibibytes;
        setMemory();
    });
    on(&SettingsDialog::threadsChosen, [this](int threads) { m_settings.threads = threads; });
    on(&SettingsDialog::keysChanged, [this] {
        m_settings.keys = m_actions.changedKeys();
        emit keysChanged();
    });
}

/// The same action closes them.
void SettingsGuide::openKeys()
{
    if (closeKeys())
        return;
    if (!m_keys)
        m_keys = new KeysOverlay(&m_actions, &m_window);
    m_keys->open();
}

bool SettingsGuide::closeKeys()
{
    const bool isOpen = m_keys && m_keys->isVisible();
    if (isOpen)
        m_keys->leave();
    return isOpen;
}

} // namespace app
