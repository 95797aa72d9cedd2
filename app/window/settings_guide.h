#pragma once

// SettingsGuide: what a person sets in a window takes effect at once and is kept: theme, type, motion, counting, memory, keys;
// with the dialog for them and the overlay of keys.

#include <QObject>

namespace app {

class KeysOverlay;
class MainWindow;
class SettingsDialog;
class WindowActions;
struct Settings;

class SettingsGuide : public QObject
{
    Q_OBJECT
public:
    /// `settings` are those of the window. All outlive it; the window has its other parts.
    SettingsGuide(MainWindow& window, WindowActions& actions, Settings& settings);

    SettingsDialog* dialog() const { return m_dialog; } // null before it was requested
    KeysOverlay* keys() const { return m_keys; } // the same

    /// The theme that is chosen, and all else that is set, in menu and dialog.
    void showChosen();

    /// Counts from what the person has set, or from 0 while a lesson or planned steps are walked, whose texts say numbers.
    void refreshCounting();

    /// False where the overlay of keys is not open.
    bool closeKeys();

signals:
    void typeChanged();
    void keysChanged(); // which are said in many places

private:
    void connectActions();
    void chooseTheme(const QString& word);
    void openDialog(), connectDialog(), openKeys(), showSettings();
    void setMemory();

    MainWindow& m_window;
    WindowActions& m_actions;
    Settings& m_settings;
    SettingsDialog* m_dialog = nullptr;
    KeysOverlay* m_keys = nullptr;
};

} // namespace app
