#pragma once

// SettingsDialog: what a person sets once: language, theme, size of type, motion, counting, memory, threads, and the keys. What
// is chosen holds at once, but for the threads, and is told by a signal; the window applies and keeps it.

#include "app/window/settings.h"

#include <QDialog>

#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QSpinBox;
class QTabWidget;

namespace widgets {
class TextLabel;
}

namespace app {

class KeyEditor;
class WindowActions;

class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    SettingsDialog(WindowActions* actions, QWidget* parent);

    /// Shows these, and tells nothing.
    void setSettings(const Settings& settings);

    KeyEditor* keyEditor() const { return m_keys; }

signals:
    void languageChosen(const QString& language); // empty: as the system
    void themeChosen(const QString& word); // "system", or the word of a theme
    void typeSizeChosen(int percent);
    void motionChosen(bool isReduced);
    void countingChosen(int first); // 0 or 1
    void memoryChosen(int gibibytes); // 0: what the machine has
    void threadsChosen(int threads); // 0: one per core; from the next start on
    void keysChanged();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void addRow(const char* label, QWidget* field, const char* note = ""); // of the context "app::SettingsDialog"
    void retranslate();
    void fitScreen();

    QTabWidget* m_tabs;
    QFormLayout* m_form;
    std::vector<std::pair<QLabel*, const char*>> m_labels; // each has its field as buddy
    std::vector<std::pair<widgets::TextLabel*, const char*>> m_notes; // below their fields
    QComboBox *m_language, *m_theme, *m_typeSize, *m_counting;
    QSpinBox *m_memory, *m_threads;
    QCheckBox* m_motion;
    KeyEditor* m_keys;
    QDialogButtonBox* m_buttons;
};

} // namespace app
