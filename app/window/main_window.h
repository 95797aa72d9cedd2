#pragma once

// MainWindow: a session on screen. It has the widgets, their layout, languages and themes; what the person does becomes a command
// of the session (app/session/session.h), and what the session tells is given to every view and panel. It knows views and panels
// only by their headers; a new view needs no change here.

#include "app/session/classroom.h"
#include "app/session/session.h"
#include "app/window/drawers.h"
#include "app/window/greeting.h"
#include "app/window/settings.h"
#include "app/window/window_actions.h"

#include <QMainWindow>
#include <QPointer>

#include <memory>
#include <optional>

class QPushButton;
class QScrollBar;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace widgets {
class Disclosure;
class Inspector;
class ModelDiagram;
class NotificationBar;
struct NotificationOffer;
class PageSwitches;
class PromptLine;
class StepScrubber;
class StepTimeline;
class TextLabel;
class TokenStrip;
class VariantPanel;
class View;
} // namespace widgets

namespace app {

class CommandPalette;
class CompareBar;
class CompareWords;
class ContentArea;
class ExportGuide;
class Intervening;
class LessonGuide;
class LessonHost;
class NextTokens;
class Presenter;
class SceneGuide;
class ScenesPanel;
class SettingsGuide;
class StatusLine;
class StepGuide;
class SymbolLegend;
class TextGuide;
class PageLinks;
class PageNeeds;
class PageStack;
class PageTabs;
class RunChecker;
class SessionGuide;
class TabStrip;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    struct Start
    {
        QString model = "untrained";
        QString text = {}; // empty: the sentence that belongs to the model and language
        QString view = {}; // empty: as last time
        core::Choices said = {}; // on top of the model's own
        std::optional<core::Choices> saidOfB = {}; // opens with a slot B that differs from A in these
        widgets::SlotMode mode = widgets::SlotMode::SideBySide; // with a slot B
        bool remembers = true; // reads and writes the settings
    };

    static constexpr int scenesTab = 2; // of those at the right

    /// Starts the first pass before anything is built.
    explicit MainWindow(const Start& start);
    ~MainWindow() override;

    Session& session() { return m_session; }

    // Of the session.
    const widgets::RunPtr& run() const { return m_session.run(); }
    const widgets::RunPtr& runOf(int slot) const { return m_session.runOf(slot); }
    const WindowState& state() const { return m_session.state(); }
    void change(const WindowState& state) { m_session.change(state); }
    bool isBusy() const { return m_session.isBusy(); }
    bool isComputing() const; // a run, what a picture needs, or the comparison with stored numbers
    bool isWriting() const { return m_session.isWriting(); }
    void setPrompt(const QString& text) { m_session.setPrompt(text); }
    void startWriting(double temperature) { m_session.startWriting(temperature); }
    void setTrainingStep(long step) { m_session.setTrainingStep(step); }
    void setChoices(const core::Choices& said) { m_session.setChoices(said); }
    void addChoice(const QString& key, const QString& value) { m_session.addChoice(key, value); }
    widgets::SelectionModel* selection() { return m_session.selection(); }
    StateHistory* undoStack() { return m_session.history(); }

    /// What a name, a path, a figure, a session or planned steps begin with.
    void openModel(const QString& nameOrPath);

    /// The card of the first start, unless it was seen before: for a program that was started without words.
    void greet();

    /// What of the window a class does not need.
    void setClassroom(const Classroom& classroom);
    const Classroom& classroom() const { return m_classroom; }

    void setLanguage(const QString& language);
    void setTheme(widgets::ThemeId theme);
    void setThemeAfterwards(widgets::ThemeId theme) { m_themeBeforePresenting = theme; } // of a presentation
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_isPresenting; }
    QWidget* focusBeforePresenting() const { return m_focusBeforePresenting; } // null: none
    void showPage(int index);
    bool showView(const QString& id); // false when there is none
    widgets::View* pageOf(const QString& id); // made where it is not yet; null: there is none, or it is hidden
    void showTensor(const QString& tensor);
    void showConcept(const QString& id);

    /// Selects this place, and says so even where the mouse rests on another.
    void goTo(const widgets::Selection& place);

    /// The tokens over the page, where it has no room for them below the picture.
    void setTokensOver(bool wanted);
    bool wantsTokens() const { return m_wantsTokens; }

    /// The page on screen as a table of its numbers, or as its picture.
    void setShowsTable(bool isTable);

    /// Window and page, or the page alone, share their room anew.
    void fitLayout();
    void fitPage();

    /// The tab of a lesson, the last one at the right, comes or goes; and it is on screen.
    void setLessonTab(bool isThere);
    void showLessonTab();
    bool isLessonOverPage() const; // in a drawer that lies over it

    /// A part of the window by the word that lessons have for it: "prompt", "tokens", "compare", "diagram", "choices"; null: no
    /// such.
    const QWidget* part(const QString& word) const;

    /// A line in the status line that goes by itself.
    void say(const QString& words);

    /// The page on screen.
    widgets::View* currentView() const;
    widgets::NotificationBar* notifications() { return m_notifications; }
    StatusLine* statusLine() { return m_status; }
    SettingsGuide* settingsGuide() const { return m_settingsGuide; }
    CommandPalette* commandPalette() { return m_palette; }
    PageTabs& pageTabs() { return *m_tabs; }
    SceneGuide& scenes() { return *m_sceneGuide; }
    widgets::VariantPanel* variantPanel() { return m_choices; }
    const QStringList& recentFiles() const { return m_settings.recent; }
    RunChecker* checker() { return m_checker; }
    widgets::StepScrubber* scrubber() { return m_scrubber; }
    widgets::PromptLine* promptLine() { return m_prompt; }
    NextTokens* nextTokens() { return m_nextTokens; }
    CompareBar* compareBar() { return m_compare; }
    CompareWords* compareWords() { return m_compareWords; }
    Drawers* drawers() { return m_drawers; }
    Presenter* presenter() { return m_presenter; }
    LessonGuide* lessonGuide() { return m_guide; }
    LessonHost* lessonHost() { return m_lessonHost; }
    StepGuide* stepGuide() { return m_stepGuide; }
    TextGuide* textGuide() { return m_textGuide; }
    /// At once, so that a program that is killed has them, too; not where nothing is remembered.
    void keepSettings();

    SessionGuide* sessionGuide() { return m_sessionGuide; }
    ExportGuide* exportGuide() { return m_exportGuide; }
    Intervening* intervening() { return m_intervening; }
    Greeting* greeting() const { return m_greeting; } // null: it has gone, or did not come
    ScenesPanel* scenesPanel() { return m_scenes; }
    widgets::StepTimeline* timeline() { return m_steps; }
    widgets::Inspector* inspector() { return m_inspector; }
    QAction* action(Act act) const { return (*m_actions)[act]; }
    widgets::NotificationOffer offerOf(Act act) const;

signals:
    /// It was closed for good.
    void closed();
    /// Everything shows the result of the newest request.
    void runShown();

    /// Another page is on screen, or another picture on it.
    void pictureChanged();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // what the focused part leaves
    bool focusNextPrevChild(bool next) override;

private:
    void buildPanes();
    void buildTabs();
    void connectActions(), connectFiles(), connectUndo(), connectComparing(), connectLooking(), connectPresenting(),
        connectSteps(), connectParts(), connectNext(), connectChoices(), connectStatus(), connectSession(), connectChecks(),
        connectPalette();
    void retranslate();
    void restyle();
    QWidget *buildTopLine(QWidget* parent), *buildLeft(), *buildPage(), *buildRight();
    void resetLayout(), fitTopLine(), fitScreen(), placeOver();
    void scrollBack();
    void walkPages(int by), leaveWalk();
    void showTokens(bool wanted), showTable();
    int barHeight() const;
    QSize contentSize() const;
    void hostGuests();
    void refreshLinks();
    void styleButtons();

    void nameDrawers();
    void showAsked();
    void showAnswered();
    void showState(const WindowState& before);
    void showTextGone(bool isGone);
    void dimWords(bool isDimmed);
    void showResult(bool isNew);
    void showStopped();
    void showNeedsStopped();
    void showFailure(const RunOutcome& outcome);
    void offerToCut(const RunOutcome& outcome);
    void showNeedsTaken();
    void refreshChecks();
    void refreshStop();
    void stopAll();
    void pageShown();
    void refreshChoices();
    void refreshPanels();
    void refreshNames();
    void refreshCompare();
    void refreshWords();
    void prepareView(int index, widgets::View* view);
    void showSymbols(bool wanted);
    void showMode(widgets::SlotMode mode);
    void takeOffer(const QString& key, const QString& value);
    void refreshTitle();
    void step(int layers, int heads);
    void copyValue();
    void setStale(bool stale), describeMark();
    bool showConfigured();
    bool isOfBefore() const;
    QString opening() const, notice(const QString& opened) const;

    Start m_start;
    Settings m_settings;
    Session m_session; // before the widgets: computes while they are built
    bool m_isShownDue = false; // runShown() comes when the page has what it needs
    bool m_hasFailed = false; // what was asked last

    ExportGuide* m_exportGuide = nullptr;
    SessionGuide* m_sessionGuide = nullptr;
    SettingsGuide* m_settingsGuide = nullptr;
    PageNeeds* m_needs = nullptr;
    StepGuide* m_stepGuide = nullptr;
    TextGuide* m_textGuide = nullptr;
    LessonGuide* m_guide = nullptr;
    LessonHost* m_lessonHost = nullptr;
    QPointer<Greeting> m_greeting;
    Intervening* m_intervening;
    Classroom m_classroom;

    RunChecker* m_checker;
    WindowActions* m_actions;
    Presenter* m_presenter;
    widgets::PromptLine* m_prompt = nullptr;
    widgets::TextLabel* m_arrow = nullptr;
    widgets::PromptLine* m_target = nullptr; // of an encoder–decoder
    QPushButton* m_menu = nullptr; // instead of the menu bar, in a low window
    QPushButton* m_makeB = nullptr;
    QPushButton* m_present = nullptr;
    QPushButton* m_export = nullptr;
    ContentArea* m_content = nullptr; // all but the menu bar
    QWidget* m_topLine = nullptr;
    widgets::NotificationBar* m_notifications = nullptr; // over the foot of the page
    Drawers* m_drawers = nullptr;
    QToolButton* m_foldLeft = nullptr;
    QToolButton* m_foldRight = nullptr;
    widgets::TextLabel* m_modelName = nullptr;
    widgets::TextLabel* m_modelFacts = nullptr;
    widgets::ModelDiagram* m_diagram = nullptr;
    QWidget* m_page = nullptr; // what is between the drawers
    widgets::Disclosure* m_foldNext = nullptr; // the next tokens, below the choices
    PageTabs* m_tabs = nullptr;
    std::vector<QAction*> m_tabActions, m_pageActions; // open a tab, a page
    QToolButton* m_concepts = nullptr; // where each concept is shown
    QToolButton* m_symbolsButton = nullptr;
    SymbolLegend* m_symbols = nullptr; // over the page
    CommandPalette* m_palette = nullptr;
    QPushButton* m_pageMenu = nullptr; // instead of the tabs, in a presentation
    CompareBar* m_compare = nullptr;
    CompareWords* m_compareWords = nullptr;
    PageLinks* m_links = nullptr; // to the pages before and after this one in the pass
    QWidget* m_tokenBar = nullptr; // tokens and training: under the page, or over its foot
    widgets::TokenStrip* m_tokens = nullptr;
    widgets::StepScrubber* m_scrubber = nullptr;
    PageStack* m_pages = nullptr;
    TabStrip* m_rightTabs = nullptr;
    widgets::TextLabel* m_nextTitle = nullptr;
    widgets::VariantPanel* m_choices = nullptr;
    widgets::PageSwitches* m_switches = nullptr; // the page's own choices
    NextTokens* m_nextTokens = nullptr;
    ScenesPanel* m_scenes = nullptr;
    SceneGuide* m_sceneGuide = nullptr;
    widgets::Inspector* m_inspector = nullptr;
    widgets::StepTimeline* m_steps = nullptr;
    StatusLine* m_status = nullptr;
    QTimer* m_veil = nullptr; // the old picture is veiled when a pass takes longer than this
    widgets::ThemeId m_themeBeforePresenting = widgets::ThemeId::Light;
    QByteArray m_geometryBeforePresenting; // for the next start, when the window closes while presenting
    QPointer<QWidget> m_focusBeforePresenting;
    std::vector<std::pair<QPointer<QScrollBar>, int>> m_scrollsBeforePresenting;
    std::optional<std::pair<int, int>> m_pageWalk; // of a clicker: from this page to that one
    bool m_isPresenting = false;
    bool m_isLow = false;
    bool m_hasTokenRoom = true; // the picture keeps its share with the tokens under it
    bool m_wantsTokens = false; // over the page where it has not
    bool m_foldsTokens = false; // the person has put them away
};

} // namespace app
