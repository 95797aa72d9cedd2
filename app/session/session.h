#pragma once

// Session: what a window is about, without a widget: the state with its history, the runner, the runs that are shown with what
// was computed of them, the linked cursor, and where the text comes from. It takes commands and tells by signals what happened;
// a window, or a test, shows it.

#include "app/export/recipe.h"
#include "app/runs/continuation.h"
#include "app/runs/forward_runner.h"
#include "app/session/guidance.h"
#include "app/session/planned_steps.h"
#include "app/session/session_repair.h"
#include "app/session/state_history.h"

#include "widgets/run/selection_model.h"
#include "widgets/run/token_follower.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace app {

class Session : public QObject
{
    Q_OBJECT
public:
    struct Start
    {
        QString model = "untrained";
        QString text = {};       // empty: the sentence that belongs to the model and language
        core::Choices said = {}; // on top of the model's own
        std::optional<core::Choices> saidOfB = {}; // opens with a slot B that differs from A in these
        widgets::SlotMode mode = widgets::SlotMode::SideBySide; // with a slot B
    };

    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    /// Starts the first pass. To be called once; a session whose model is not there (takeReport) begins with the default model
    /// instead. Throws core::Error for a file that cannot be read.
    void begin(const Start& start);

    const WindowState& state() const { return m_history.now(); } // asked last
    StateHistory* history() { return &m_history; }
    ForwardRunner& runner() { return m_runner; }
    widgets::SelectionModel* selection() { return &m_selection; }
    const widgets::SelectionModel* selection() const { return &m_selection; }
    const Guidance& guidance() const { return m_guidance; }

    /// What the runs that are shown answer.
    const SlotsRequest& shown() const { return m_shown; }
    const RunRequest& shownSlot() const; // of the slot that is edited

    /// The run of the slot that is edited; null until the first result.
    const widgets::RunPtr& run() const { return state().edited == 1 && m_runB ? m_runB : m_runA; }
    const widgets::RunPtr& runOf(int slot) const { return slot == 1 ? m_runB : m_runA; }
    const widgets::NeedResults& results() const { return m_results; } // what was computed with them

    bool isBusy() const { return m_runner.isBusy(); } // a request is not answered yet
    bool isComputing() const { return m_runner.isComputing(); } // the same, or what a picture needs is
    bool isWriting() const { return m_writing != nullptr; }
    bool isTextGone() const { return m_isTextGone; } // emptied: the runs shown are of the text before
    bool m_isPageKept = false; // the head that is due is that of the same text in another language

    /// What is shown differs from the state in its text alone, which was refused.
    bool isTextRefused() const;

    // Commands of the person. Each change can be undone.

    void change(const WindowState& next);
    void undo();
    void redo() { m_history.redo(); }
    void setChoices(const core::Choices& said); // of the slot that is edited
    void addChoice(const QString& key, const QString& value); // on top of those, for all layers
    void setPrompt(const QString& text); // empty: nothing is run until there is a text
    void setTarget(const QString& text);
    void setChat(bool isChat); // the text is a user's message in the chat template of the model, or the text itself
    void choosePrompt(int example); // of the guide
    void takeOpeningText();         // that the model opens with
    void keepFirstTokens(int count); // of the text on screen

    /// The weights of a step of the training of the model; −1 = the finished model.
    void setTrainingStep(long step);

    /// The text goes on with this token behind token `position`; what followed is left out. Slots of one text keep one text.
    void appendToken(int position, core::TokenId id);

    /// The model writes on, one token per pass, until the text ends, the limit is reached, or it is stopped: one step of undo.
    void startWriting(double temperature);
    void writeOn(); // the run with the token before is on screen
    void finishWriting();

    /// A model, a figure, a session or planned steps. False, with notOpened(), for a file that cannot be read, and for a session
    /// whose model is not there (takeReport), unless it is among those that were located.
    bool open(const QString& nameOrPath, const LocatedModels& located = {});

    /// What a session that was opened last lacks; once.
    struct Report
    {
        QString session = {}; // its file; empty: there is nothing to report
        std::vector<core::Error::Parts> problems = {};
        std::string missing = {}; // its model that is not there, so that it was not opened
    };
    /// It has a report of a model that is not there.
    bool lacksModel() const { return !m_report.missing.empty(); }
    Report takeReport() { return std::exchange(m_report, {}); }

    /// The state that a figure or a planned step says.
    void showFigure(const RecipeContents& contents) { change(stateOfFigure(contents)); }

    /// The figure that was opened, when the runs shown are its; once.
    std::optional<RecipeContents> takeFigure();
    bool isFigureDue() const { return m_figureIsDue.has_value(); }

    /// Texts that the person has not touched are of the language, in both slots. No change of the person's.
    void translateTexts();

    /// Stops everything for good.
    void close();

    /// The selection as it was chosen, in the run that is shown. REQUIRES: there is one.
    void followSelection();

    /// Steps of the training of the model shown whose weights are kept.
    const std::vector<long>& trainingSteps();

    /// What comes next is a step of undo of its own.
    void endStep() { m_history.endStep(); }

    /// Everything that undo and the guide know, to come back to.
    struct Bookmark
    {
        WindowState state;
        StateHistory::Kept history;
        Guidance guidance;
    };
    Bookmark bookmark() const { return {state(), m_history.kept(), m_guidance}; }
    void returnTo(const Bookmark& bookmark); // what came after can neither be undone nor redone

signals:
    void asked(); // a request is on its way
    void answered(); // none is: there is a result, a refusal, or it was stopped
    void stateChanged(const app::WindowState& before);
    void slotChanged(); // the other one is edited, and its run is there
    void textsChanged(); // those of the state, otherwise than by a change
    void textGoneChanged(bool isGone);
    void guidanceChanged();
    void headChosen(); // of the guide: it is to be looked at
    void resultShown(bool isNew); // false: the runs are those that were there
    void refused(const app::RunOutcome& outcome);
    void notOpened(const core::Error::Parts& error);
    void stopped();
    void needsStopped();
    void writingChanged(bool isWriting);
    void textEnded(app::TextEnd end); // that was written on
    void stepsOpened(const app::PlannedSteps& steps, bool isLecture);

private:
    void request();
    SlotsRequest requested() const;
    void applyState(const WindowState& before);
    void showResult(const RunOutcome& outcome);
    bool askForTarget(const RunOutcome& outcome);
    void showFailure(const RunOutcome& outcome);
    void takeRefusedBack();
    void followRun();
    bool returnToSelection();
    void lookAtHead();
    bool canWrite() const;
    void lookAtEnd();
    void setTextGone(bool isGone);
    WindowState stateOfOpened(const QString& nameOrPath, const LocatedModels& located);
    OpenedSession reportedSession(const std::string& path, const LocatedModels& located);
    WindowState stateOfFigure(const RecipeContents& contents);

    ForwardRunner m_runner;
    widgets::SelectionModel m_selection;
    widgets::TokenFollower m_follower{&m_selection};
    StateHistory m_history;
    SlotsRequest m_shown;
    widgets::RunPtr m_runA, m_runB; // shown
    widgets::NeedResults m_results;
    Guidance m_guidance;
    QString m_trainedModel;
    std::vector<long> m_trainingSteps; // of that model
    Report m_report;
    std::optional<RecipeContents> m_figureIsDue; // an opened figure, until its run is there
    struct Writing;
    std::shared_ptr<Writing> m_writing; // a text that the model writes on; null: none
    bool m_isTextGone = false;
    bool m_isTakingBack = false; // states come without a request
};

} // namespace app
