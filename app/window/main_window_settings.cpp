// MainWindow, what a person sets: theme, type, motion, memory and keys take effect at once; perspectives, each with its panels and
// its page.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/base/platform.h"
#include "app/window/export_guide.h"
#include "app/window/keys_overlay.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/settings_dialog.h"
#include "app/window/tab_strip.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/outlined_style.h"
#include "widgets/plot/theme.h"

#include <QEvent>

#include <algorithm>
#include <utility>

namespace app {

namespace {

constexpr std::size_t gibibyte = std::size_t(1) << 30;
constexpr std::pair<Act, Perspective> perspectiveActs[] = {{Act::Explore, Perspective::Explore},
    {Act::CompareTwo, Perspective::Compare}, {Act::Lesson, Perspective::Lesson}, {Act::Figures, Perspective::Figures}};
constexpr std::pair<Act, widgets::ThemeId> themeActs[]
    = {{Act::ThemeLight, widgets::ThemeId::Light}, {Act::ThemeDark, widgets::ThemeId::Dark},
        {Act::ThemeHighContrast, widgets::ThemeId::HighContrast}, {Act::ThemeProjector, widgets::ThemeId::Projector}};

widgets::ThemeId themeOfDesktop() { return isDesktopDark() ? widgets::ThemeId::Dark : widgets::ThemeId::Light; }

} // namespace

void MainWindow::connectSettings()
{
    const auto on = [&](Act act, auto&& slot) { connect((*m_actions)[act], &QAction::triggered, this, slot); };
    on(Act::Settings, [this] { showSettings(); });
    on(Act::ShowKeys, [this] { showKeys(); });
    on(Act::ThemeSystem, [this] { chooseTheme(QStringLiteral("system")); });
    for (const auto& [act, theme] : themeActs)
        on(act, [this, theme = theme] { setTheme(theme); });
    for (const auto& [act, perspective] : perspectiveActs) {
        on(act, [this, perspective = perspective] { setPerspective(perspective); });
        (*m_actions)[act]->setChecked(perspective == m_settings.perspective);
    }
    whenDesktopChanges(this, [this] {
        if (m_settings.followsSystem)
            chooseTheme(QStringLiteral("system"));
    });
    m_actions->setChangedKeys(m_settings.keys);
    if (m_start.remembers)
        widgets::setReducedMotion(m_settings.reducesMotion);
    m_session.runner().setMemory(std::size_t(m_settings.memoryGib) * gibibyte);
}

/// "system", or the word of a theme. A presentation keeps its own until it ends.
void MainWindow::chooseTheme(const QString& word)
{
    const bool isSystem = word == QLatin1String("system");
    const widgets::ThemeId theme = isSystem ? themeOfDesktop() : themeOfWord(word, widgets::ThemeId::Light);
    if (m_isPresenting)
        m_themeBeforePresenting = m_settings.theme = theme;
    else
        setTheme(theme);
    m_settings.followsSystem = isSystem;
    keepSettings();
    showThemeChosen();
}

/// In menu and dialog.
void MainWindow::showThemeChosen()
{
    const widgets::ThemeId now = widgets::currentTheme().id;
    const bool isSystem = m_settings.followsSystem && now == themeOfDesktop();
    for (const auto& [act, theme] : themeActs)
        if (theme == now)
            (*m_actions)[isSystem ? Act::ThemeSystem : act]->setChecked(true);
    if (m_settingsDialog)
        m_settingsDialog->setSettings(m_settings);
}

void MainWindow::setTypeSize(int percent)
{
    m_settings.typePercent = percent;
    widgets::setTypeFactor(percent / 100.0);
    restyle();
}

/// As the person has set it; from 0 while a lesson or planned steps are walked, whose texts say numbers.
void MainWindow::refreshCounting()
{
    const bool isQuoted = m_guide->isActive() || (m_stepGuide->isStepping() && !m_presenter->areScenes());
    const int first = isQuoted ? 0 : m_settings.countFrom;
    if (first == widgets::firstNumber())
        return;
    widgets::setFirstNumber(first);
    QEvent change(QEvent::LanguageChange); // everything that has words makes them anew
    QCoreApplication::sendEvent(QCoreApplication::instance(), &change);
}

void MainWindow::showSettings()
{
    if (!m_settingsDialog) {
        m_settingsDialog = new SettingsDialog(m_actions, this);
        connect(m_settingsDialog, &SettingsDialog::languageChosen, this, [this](const QString& language) {
            setLanguage(language.isEmpty() ? systemLanguage() : language);
            m_settings.language = language;
            m_settingsDialog->setSettings(m_settings);
        });
        connect(m_settingsDialog, &SettingsDialog::themeChosen, this, &MainWindow::chooseTheme);
        connect(m_settingsDialog, &SettingsDialog::typeSizeChosen, this, &MainWindow::setTypeSize);
        connect(m_settingsDialog, &SettingsDialog::motionChosen, this, [this](bool isReduced) {
            m_settings.reducesMotion = isReduced;
            widgets::setReducedMotion(isReduced);
        });
        connect(m_settingsDialog, &SettingsDialog::countingChosen, this, [this](int first) {
            m_settings.countFrom = first;
            refreshCounting();
        });
        connect(m_settingsDialog, &SettingsDialog::memoryChosen, this, [this](int gibibytes) {
            m_settings.memoryGib = gibibytes;
            m_session.runner().setMemory(std::size_t(gibibytes) * gibibyte);
        });
        connect(m_settingsDialog, &SettingsDialog::threadsChosen, this, [this](int threads) { m_settings.threads = threads; });
        connect(m_settingsDialog, &SettingsDialog::keysChanged, this, [this] {
            m_settings.keys = m_actions->changedKeys();
            retranslate(); // keys are said in many places
        });
        connect(m_settingsDialog, &SettingsDialog::languageChosen, this, &MainWindow::keepSettings);
        connect(m_settingsDialog, &SettingsDialog::typeSizeChosen, this, &MainWindow::keepSettings);
        connect(m_settingsDialog, &SettingsDialog::motionChosen, this, &MainWindow::keepSettings);
        connect(m_settingsDialog, &SettingsDialog::countingChosen, this, &MainWindow::keepSettings);
        connect(m_settingsDialog, &SettingsDialog::memoryChosen, this, &MainWindow::keepSettings);
        connect(m_settingsDialog, &SettingsDialog::threadsChosen, this, &MainWindow::keepSettings);
        connect(m_settingsDialog, &SettingsDialog::keysChanged, this, &MainWindow::keepSettings);
    }
    m_settingsDialog->setSettings(m_settings);
    m_settingsDialog->show();
    m_settingsDialog->raise();
    m_settingsDialog->activateWindow();
}

/// The same action closes them.
void MainWindow::showKeys()
{
    if (closeKeys())
        return;
    if (!m_keys)
        m_keys = new KeysOverlay(m_actions, this);
    m_keys->open();
}

/// False where they are not open.
bool MainWindow::closeKeys()
{
    const bool isOpen = m_keys && m_keys->isVisible();
    if (isOpen)
        m_keys->leave();
    return isOpen;
}

Arrangement MainWindow::arrangement() const
{
    return {m_drawers->wishes(), std::min(m_rightTabs->currentIndex(), scenesTab), m_tabs->idAt(m_tabs->currentIndex())};
}

/// The widths of the panels stay: they are of the person, whatever is looked at.
void MainWindow::arrange(const Arrangement& to)
{
    Drawers::Wishes drawers = to.drawers;
    for (const Drawers::Side side : {Drawers::Left, Drawers::Right})
        drawers[side].width = m_drawers->wishes()[side].width;
    m_lessonHost->setDrawersWithout(drawers); // which may be open, and leave for these
    if (m_rightTabs->isTabVisible(to.rightTab))
        m_rightTabs->setCurrentIndex(to.rightTab);
    m_drawers->setWishes(drawers);
    showView(to.view);
}

/// Panels and page as they were when this perspective was left; those of the one that is there, as delivered.
void MainWindow::setPerspective(Perspective perspective)
{
    setPresenting(false);
    const Perspective before = std::exchange(m_settings.perspective, perspective);
    m_settings.arrangements[std::size_t(before)] = perspective == before ? deliveredArrangement(before) : arrangement();
    arrange(m_settings.arrangements[std::size_t(perspective)]);
    if (perspective == Perspective::Compare && !state().b)
        (*m_actions)[Act::MakeB]->trigger();
    if (perspective == Perspective::Lesson && m_guide->isActive())
        showLessonTab();
    else if (perspective == Perspective::Lesson)
        say(tr("The menu “Lessons” opens a lesson beside the page."));
    if (perspective == Perspective::Figures)
        (*m_actions)[Act::Export]->trigger();
    else if (before == Perspective::Figures && m_exportGuide->dialog())
        m_exportGuide->dialog()->hide();
    fitLayout();
}

} // namespace app
