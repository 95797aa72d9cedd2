#pragma once

// MainWindow: one run on screen. The person's choices become a RunRequest, the runner answers with a result, and every view
// and panel is given it. It knows views and panels only by their headers; a new view needs no change here.

#include "app/export/export_dialog.h"
#include "app/export/recipe.h"
#include "app/runs/forward_runner.h"
#include "app/runs/prompt_guide.h"
#include "app/session/look_history.h"
#include "app/session/window_state.h"
#include "app/window/drawers.h"
#include "app/window/settings.h"
#include "app/window/window_actions.h"

#include "widgets/run/selection_model.h"
#include "widgets/run/token_follower.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QPointer>
#include <QUndoStack>

#include <memory>
#include <optional>

class QPushButton;
class QStackedWidget;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace widgets {
class Inspector;
class ModelDiagram;
class NotificationBar;
class PageSwitches;
class PromptLine;
class StepScrubber;
class StepTimeline;
class TextLabel;
class TokenStrip;
class VariantPanel;
class View;
}// namespace widgets

namespace app {

class CompareBar;
class CompareWords;
class NextTokens;
class Presenter;
struct PlannedStep;
class StatusLine;
class TabStrip;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    struct Start
    {
        QString model = "untrained";
        QString text = {};      // empty: the sentence that belongs to the model and language
        QString view = {};      // empty: as last time
        core::Choices said = {}; // on top of the model's own
        std::optional<core::Choices> saidOfB = {}; // opens with a slot B that differs from A in these
        widgets::SlotMode mode = widgets::SlotMode::SideBySide; // with a slot B
        bool remembers = true;  // reads and writes the settings
    };

    /// Starts the first pass before anything is built.
    explicit MainWindow(const Start& start);
    ~MainWindow() override;

    /// The run of the slot that is edited, on screen; null until the first result.
    const widgets::RunPtr& run() const { return m_state.edited == 1 && m_runB ? m_runB : m_runA; }
    const widgets::RunPtr& runOf(int slot) const { return slot == 1 ? m_runB : m_runA; }
    const WindowState& state() const { return m_state; }

    /// As if the person had done it: can be undone.
    void change(const WindowState& state);

    bool isBusy() const { return m_runner.isBusy(); }

    /// The same, or the kinds that the picture on screen compares are still computed.
    bool isComputing() const { return m_runner.isComputing(); }

    void openModel(const QString& nameOrPath);
    void setPrompt(const QString& text);

    /// A text of the menu: with a head to look at, that head is selected and shown.
    void choosePrompt(int example);

    /// The text goes on with this token behind token `position`; what stood behind it is left out. Can be undone.
    void appendToken(int position, core::TokenId id);

    /// The model writes on, one token per pass, until the text ends, the limit is reached, or it is stopped: one step of undo.
    void startWriting(double temperature);
    bool isWriting() const { return m_writing != nullptr; }

    /// The weights of a step of the training of the model on screen; −1 = the finished model.
    void setTrainingStep(long step);

    /// The choices of the slot that is edited.
    void setChoices(const core::Choices& said);
    void addChoice(const QString& key, const QString& value); // on top of those, for all layers

    void setLanguage(const QString& language);
    void setTheme(widgets::ThemeId theme);
    void setPresenting(bool presenting);
    bool showView(const QString& id); // false when there is none

    /// The page on screen.
    widgets::View* currentView() const;
    widgets::SelectionModel* selection() { return &m_selection; }
    QUndoStack* undoStack() { return &m_undo; }
    widgets::NotificationBar* notifications() { return m_notifications; }
    StatusLine* statusLine() { return m_status; }
    widgets::StepScrubber* scrubber() { return m_scrubber; }
    widgets::PromptLine* promptLine() { return m_prompt; }
    NextTokens* nextTokens() { return m_nextTokens; }
    CompareBar* compareBar() { return m_compare; }
    CompareWords* compareWords() { return m_compareWords; }
    Drawers* drawers() { return m_drawers; }
    Presenter* presenter() { return m_presenter; }
    widgets::StepTimeline* timeline() { return m_steps; }
    widgets::Inspector* inspector() { return m_inspector; }
    QAction* action(Act act) const { return (*m_actions)[act]; }

    /// What is on screen; without a figure when nothing is.
    ExportSource exportSource();
    ExportDialog* exportDialog() const { return m_exportDialog; } // null before it was requested

    /// All files of these settings: at once, or when what their pictures need is computed.
    void exportFigure(const ExportSettings& settings, const QString& folder);
    void copyFigure(const ExportSettings& settings);

signals:
    /// Everything shows the result of the newest request.
    void runShown();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // what the focused part leaves

private:
    void buildPanes();
    void buildTabs();
    void connectActions();
    void retranslate();
    void restyle();
    QWidget* buildTopLine(QWidget* parent);
    QWidget* buildLeft();
    QWidget* buildPage();
    QWidget* buildRight();
    void resetLayout();
    void fitLayout();
    void fitTopLine();
    void fitPage();
    void fitScreen();
    void placeOver();
    void showTokens(bool wanted);
    int barHeight() const;
    void hostGuests();
    void styleButtons();
    void say(const QString& words);

    void request();
    WindowState beginning(WindowState state, const QString& model);
    void take(const core::CuratedPrompt& prompt, RunRequest& slot);
    void translateTexts();
    WindowState stateOfFigure(const RecipeContents& contents);
    WindowState stateOfOpened(const QString& nameOrPath);
    void goTo(const WindowState& state);
    void openLecture();
    struct BeforeSteps;
    void setStep(const PlannedStep& step);
    std::shared_ptr<BeforeSteps> beforeSteps() const;
    void leaveSteps();
    void keepPageBeforeSteps();
    void resumeSteps();
    bool isBeforeSteps() const;
    void showBeforeSteps();
    void renew(int page);
    void restoreFigure();
    void followFigure();
    RecipeInputs recipeInputs() const;
    const RunRequest& shownSlot() const;
    void fillExamples();
    void lookAtHead();
    void refreshHint();
    void showHint(const QString& hint);
    QString plainHint() const;
    void refreshScrubber();
    void showResult(const RunOutcome& outcome);
    void writeOn();
    void finishWriting();
    void lookAtEnd();
    void showFailure(const RunOutcome& outcome);
    void offerToCut(const RunOutcome& outcome);
    void askNeeds();
    void exportDue();
    void takeResults(const widgets::NeedResults& arrived);
    void pageShown();
    void applyState(const WindowState& state);
    void refreshChoices();
    void refreshPanels();
    void refreshNames();
    void refreshCompare();
    void refreshWords();
    widgets::View* viewAt(int index);
    void showPage(int index);
    void showMode(widgets::SlotMode mode);
    void fillRecentMenu();
    void openDialog(bool folder);
    void step(int layers, int heads);
    void connectLooks();
    Look currentLook() const;
    void showLook(const Look& look);
    void followSelection();
    void copyValue();
    void setStale(bool stale);
    QString opening() const;
    void describeMark();
    void showTensor(const QString& tensor);

    Start m_start;
    Settings m_settings;
    ForwardRunner m_runner; // before the widgets: computes while they are built
    widgets::SelectionModel m_selection;
    widgets::TokenFollower m_follower{&m_selection};
    QUndoStack m_undo;
    WindowState m_state; // asked last
    SlotsRequest m_shown; // what the runs on screen answer
    widgets::RunPtr m_runA, m_runB; // shown
    widgets::NeedResults m_ofRuns; // what was computed with them
    bool m_isShownDue = false; // runShown() comes when the page has what it needs
    QString m_snapshotsModel;
    std::vector<long> m_snapshots; // steps of the training of that model whose weights are kept
    PromptGuide m_guide;
    std::optional<core::CuratedPrompt> m_guided; // the text on screen, or on its way, as the guide describes it
    std::string m_openedText; // for which a head was chosen without a guide
    bool m_headIsDue = false; // its head is selected when the run is there
    bool m_textIsDefault = true;
    bool m_isTextGone = false; // emptied: the picture is of the one before
    bool m_targetIsNew = true; // no target was given yet
    bool m_isReverting = false;
    bool m_hasFailed = false; // what was asked last
    struct Writing;
    std::shared_ptr<Writing> m_writing; // a text that the model writes on; null: none
    ExportSettings m_lastExport;
    QString m_lastExportFolder;
    std::optional<std::pair<ExportSettings, QString>> m_isDueToExport; // when what its pictures need is there
    std::optional<RecipeContents> m_figureIsDue; // an opened figure, until its run is there
    std::shared_ptr<BeforeSteps> m_beforeSteps; // what planned steps began on; null: none was walked since
    bool m_isStepping = false; // a step was shown in this presentation
    bool m_isReturning = false; // that is due, once its run is there

    WindowActions* m_actions;
    Presenter* m_presenter;
    widgets::PromptLine* m_prompt = nullptr;
    widgets::TextLabel* m_arrow = nullptr;
    widgets::PromptLine* m_target = nullptr; // of an encoder–decoder
    QPushButton* m_menu = nullptr; // instead of the menu bar, in a low window
    QPushButton* m_makeB = nullptr;
    QPushButton* m_present = nullptr;
    QPushButton* m_export = nullptr;
    QWidget* m_topLine = nullptr;
    widgets::NotificationBar* m_notifications = nullptr; // over the foot of the page
    Drawers* m_drawers = nullptr;
    QToolButton* m_foldLeft = nullptr;
    QToolButton* m_foldRight = nullptr;
    widgets::TextLabel* m_modelName = nullptr;
    widgets::TextLabel* m_modelFacts = nullptr;
    widgets::ModelDiagram* m_diagram = nullptr;
    QWidget* m_page = nullptr; // what is between the drawers
    TabStrip* m_tabs = nullptr;
    QPushButton* m_pageMenu = nullptr; // instead of the tabs, in a presentation
    CompareBar* m_compare = nullptr;
    CompareWords* m_compareWords = nullptr;
    QWidget* m_tokenBar = nullptr; // tokens and training: under the page, or over its foot
    widgets::TokenStrip* m_tokens = nullptr;
    widgets::StepScrubber* m_scrubber = nullptr;
    QStackedWidget* m_pages = nullptr;
    TabStrip* m_rightTabs = nullptr;
    widgets::TextLabel* m_nextTitle = nullptr;
    widgets::VariantPanel* m_choices = nullptr;
    widgets::PageSwitches* m_switches = nullptr; // the page's own choices
    NextTokens* m_nextTokens = nullptr;
    widgets::Inspector* m_inspector = nullptr;
    widgets::StepTimeline* m_steps = nullptr;
    StatusLine* m_status = nullptr;
    LookHistory m_looks;
    QElapsedTimer m_lookClock;
    QTimer* m_lookIsNew = nullptr; // what changes at once is one look
    QTimer* m_veil = nullptr; // the old picture is veiled when a pass takes longer than this
    ExportDialog* m_exportDialog = nullptr;
    widgets::ThemeId m_themeBeforePresenting = widgets::ThemeId::Light;
    QPointer<QWidget> m_focusBeforePresenting;
    bool m_isPresenting = false;
    bool m_isLow = false;
    bool m_hasTokenRoom = true; // the picture keeps its share with the tokens under it
    bool m_wantsTokens = false; // over the page where it has not
};

} // namespace app
