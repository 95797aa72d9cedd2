#pragma once

// WindowActions: every action of the window with its text and keys, in one table; menus are built from it.
// To add one: an enumerator, its row in window_actions.cpp, and a connect in the window.

#include <QAction>
#include <QObject>

#include <vector>

class QMenu;
class QMenuBar;
class QWidget;

namespace app {

enum class Act
{
    OpenFile,
    OpenFolder,
    Export,
    ExportAgain,
    CopyFigure,
    Quit,
    Undo,
    Redo,
    ResetChoices,
    CopyValue,
    Unpin,
    MakeB,
    CloseB,
    SwapSlots,
    ShowA,
    ShowB,
    ShowSideBySide,
    ShowDelta,
    ShowAll,
    Blink,
    LockScales,
    ThemeLight,
    ThemeDark,
    ThemeProjector,
    ShowTokens,
    ShowDiagram,
    ShowChoices,
    ResetLayout,
    Present,
    LectureSteps,
    NextStep,
    PreviousStep,
    BlackScreen,
    NextPage,
    PreviousPage,
    NextLayer,
    PreviousLayer,
    NextHead,
    PreviousHead,
    Back,
    Forward,
    StepThrough,
    StepBack,
    StepOn,
    FocusPrompt,
    Stop,
    About,
    Count
};

class WindowActions : public QObject
{
    Q_OBJECT
public:
    explicit WindowActions(QWidget* window);

    QAction* operator[](Act act) const { return m_actions[std::size_t(act)]; }

    /// Fills the bar; `recent` and `models` fill themselves when they open, the pages are the window's.
    void buildMenus(QMenuBar* bar);
    QMenu* recentMenu() const { return m_recent; }
    QMenu* pageMenu() const { return m_pages; }
    QMenu* modelMenu() const { return m_models; }

    /// Texts in the current language.
    void retranslate();

signals:
    void languageRequested(const QString& language);

private:
    std::vector<QAction*> m_actions;
    std::vector<QAction*> m_languages; // one per language, its code as data
    std::vector<std::pair<QMenu*, const char*>> m_menus;
    QMenu* m_recent = nullptr;
    QMenu* m_pages = nullptr;
    QMenu* m_models = nullptr;
};

} // namespace app
