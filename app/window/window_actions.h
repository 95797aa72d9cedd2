#pragma once

// WindowActions: every action of the window with its text and keys, in one table; menus are built from it.
// To add one: an enumerator, its row in window_actions.cpp, and a connect in the window.

#include <QAction>
#include <QKeySequence>
#include <QMap>
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
    ExportAnimation,
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
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    ThemeHighContrast,
    ThemeProjector,
    Explore,
    CompareTwo,
    Lesson,
    Figures,
    ShowTokens,
    ShowTable,
    ShowDiagram,
    ShowChoices,
    ShowScenes,
    ResetLayout,
    Present,
    LectureSteps,
    KeepScene,
    FirstStep,
    NextStep,
    PreviousStep,
    BlackScreen,
    WhiteScreen,
    Freeze,
    LecturerNotes,
    Laser,
    Spotlight,
    Pen,
    ClearDrawing,
    ZoomRegion,
    CopyScreen,
    RecordStep,
    StudentSheet,
    AnswerSheet,
    LeaveLesson,
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
    Settings,
    CheckRun,
    Intervene,
    Stop,
    ShowKeys,
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

    /// "&Open" and "打开(&O)" without the letter that opens it.
    static QString withoutMnemonic(QString text);

    /// A text of it with its first key: "Copy figure (Ctrl+Shift+C)"; without one, the text.
    QString withKeys(const QString& text, Act act) const;

    /// Its word in files, the same in every language and version: "copy_figure".
    static QString idOf(Act act);

    /// The keys that it is delivered with.
    static QList<QKeySequence> ownKeys(Act act);

    /// Other keys in their place; none is possible. The caller sees to it that no other action has them.
    void setKeys(Act act, const QList<QKeySequence>& keys);

    /// Where the keys are not those delivered, by idOf(): "Ctrl+J; F2". All others have their own, but for a key that a person
    /// has given to another action. Unknown ids and unreadable keys are ignored.
    QMap<QString, QString> changedKeys() const;
    void setChangedKeys(const QMap<QString, QString>& keys);

    const std::vector<QAction*>& languageActions() const { return m_languages; }

    /// Fills the bar; `recent`, `cached`, `models`, `concepts` and `lessons` fill themselves when they open, the pages are the
    /// window's.
    void buildMenus(QMenuBar* bar);
    /// Those of the bar, from left to right. REQUIRES: buildMenus().
    const QList<QAction*>& menus() const { return m_barMenus; }
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
    QMenu* addMenu(QWidget* to, const char* title, std::initializer_list<Act> acts = {}); // to the bar, or to a menu
    void add(QMenu* to, std::initializer_list<Act> acts);
    void buildLookingMenus(QMenuBar* bar), buildPresentMenu(QMenuBar* bar);

    std::vector<QAction*> m_actions;
    std::vector<QAction*> m_languages; // one per language, its code as data
    std::vector<std::pair<QMenu*, const char*>> m_menus;
    QList<QAction*> m_barMenus;
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
