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
    Save,
    SaveAs,
    Export,
    ExportAgain,
    CopyFigure,
    ExportScenes,
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
    ShowTable,
    ShowDiagram,
    ShowChoices,
    ShowScenes,
    ResetLayout,
    Present,
    LectureSteps,
    KeepScene,
    NextStep,
    PreviousStep,
    BlackScreen,
    RecordStep,
    StudentSheet,
    AnswerSheet,
    LeaveLesson,
    WhiteScreen,
    Freeze,
    Laser,
    Spotlight,
    Pen,
    ClearDrawing,
    ZoomRegion,
    CopyScreen,
    NextPage,
    PreviousPage,
    NextInPass,
    PreviousInPass,
    NextLayer,
    PreviousLayer,
    NextHead,
    PreviousHead,
    Back,
    Forward,
    FindConcept,
    FindAnything,
    ShowSymbols,
    StepThrough,
    StepBack,
    StepOn,
    FocusPrompt,
    CheckRun,
    Stop,
    CopyCitation,
    About,
    Count
};

class WindowActions : public QObject
{
    Q_OBJECT
public:
    explicit WindowActions(QWidget* window);

    QAction* operator[](Act act) const { return m_actions[std::size_t(act)]; }

    /// Its text without mnemonic and dots, and the menu that it is in ("View › Theme"; empty: none), in the language in force.
    QString textOf(Act act) const;
    QString placeOf(const QAction* action) const;
    const std::vector<QAction*>& languageActions() const { return m_languages; }

    /// Fills the bar; `recent`, `cached`, `models`, `concepts` and `lessons` fill themselves when they open, the pages are the window's.
    void buildMenus(QMenuBar* bar);
    QMenu* recentMenu() const { return m_recent; }
    QMenu* cachedMenu() const { return m_cached; }
    QMenu* pageMenu() const { return m_pages; }
    QMenu* presentMenu() const { return m_present; }
    QMenu* screenMenu() const { return m_screens; } // fills itself when it opens
    QMenu* modelMenu() const { return m_models; }
    QMenu* conceptMenu() const { return m_concepts; }
    QMenu* lessonMenu() const { return m_lessons; }

    /// Texts in the current language.
    void retranslate();

signals:
    void languageRequested(const QString& language);

private:
    std::vector<QAction*> m_actions;
    std::vector<QAction*> m_languages; // one per language, its code as data
    std::vector<std::pair<QMenu*, const char*>> m_menus;
    QMenu* m_recent = nullptr;
    QMenu* m_cached = nullptr;
    QMenu* m_pages = nullptr;
    QMenu* m_present = nullptr;
    QMenu* m_screens = nullptr;
    QMenu* m_models = nullptr;
    QMenu* m_concepts = nullptr;
    QMenu* m_lessons = nullptr;
};

} // namespace app
