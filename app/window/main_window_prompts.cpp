// MainWindow, texts: those of the guide with the head that each is about, typed ones, steps of a training.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/runs/opening_head.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/view.h"
#include "widgets/views/training/sentences.h"

#include <algorithm>
#include <utility>

namespace app {

/// The state with this model in the slot that is edited, with the text to begin with.
WindowState MainWindow::beginning(WindowState state, const QString& model)
{
    RunRequest& slot = state.slot();
    slot.model = model.toStdString();
    slot.said = windowChoices();
    m_guide.setModel(model);
    m_guided.reset();
    m_headIsDue = true;
    if (!m_textIsDefault) {
        if (const core::CuratedPrompt* prompt = m_guide.about(slot.text))
            m_guided = *prompt;
        return state;
    }
    slot.ids.clear();
    slot.text = defaultSentence(model).toStdString();
    if (const core::CuratedPrompt* prompt = m_guide.opening())
        take(*prompt, slot);
    return state;
}

/// The slot with the text of the guide, whose head is due once its run is there.
void MainWindow::take(const core::CuratedPrompt& prompt, RunRequest& slot)
{
    m_guided = prompt;
    m_headIsDue = true;
    slot.ids.clear();
    slot.text = prompt.text;
    slot.targetText = prompt.target;
    m_targetIsNew = m_targetIsNew && prompt.target.empty();
}

/// Texts that nobody has touched are of the language, in both slots. No change of the person's.
void MainWindow::translateTexts()
{
    if (!m_textIsDefault)
        return;
    const auto translated = [](RunRequest slot) {
        PromptGuide guide;
        guide.setModel(QString::fromStdString(slot.model));
        const core::CuratedPrompt* const prompt = guide.opening();
        slot.text = prompt ? prompt->text : defaultSentence(guide.model()).toStdString();
        if (prompt)
            slot.targetText = prompt->target;
        return slot;
    };
    const std::string before = m_state.slot().text;
    const SlotsRequest asked{m_state.a, m_state.b};
    m_state.a = translated(m_state.a);
    if (m_state.b)
        m_state.b = translated(*m_state.b);
    if (m_state.a == asked.a && m_state.b == asked.b)
        return;
    m_headIsDue = false;
    if (const core::CuratedPrompt* const prompt = m_guide.opening(); prompt && m_state.slot().text != before)
        take(*prompt, m_state.slot());
    m_prompt->setText(QString::fromStdString(m_state.slot().text));
    m_target->setText(QString::fromStdString(m_state.slot().targetText));
    request();
}

void MainWindow::setPrompt(const QString& text)
{
    m_textIsDefault = text.isEmpty();
    if (text.isEmpty()) {
        m_prompt->setText(text);
        m_prompt->setProblem(tr("Type a sentence or pick an example"));
        m_isTextGone = true; // the old picture shows it
        m_runner.stop();
        return setStale(true);
    }
    WindowState next = m_state;
    next.slot().text = text.toStdString();
    next.slot().ids.clear();
    if (next == m_state && std::exchange(m_isTextGone, false))
        return request();
    change(next);
}

void MainWindow::choosePrompt(int example)
{
    const core::CuratedPrompt* prompt = m_guide.at(example);
    if (!prompt)
        return;
    WindowState next = m_state;
    take(*prompt, next.slot());
    showView("attention");
    m_textIsDefault = false;
    if (!(next == m_state))
        return change(next);
    if (run() && !isBusy())
        lookAtHead();
    refreshHint();
}

/// Selects the head that has a reason to be looked at, once the run of the text is there.
void MainWindow::lookAtHead()
{
    const bool isItsText = shownSlot().model == m_state.slot().model && (!m_guided || shownSlot().text == m_guided->text);
    if (!m_headIsDue || !isItsText)
        return;
    m_headIsDue = false;
    // Of another model no head is marked only because one of that number was.
    widgets::Selection at = m_selection.pinned();
    const widgets::Selection head = openingHead(*run(), widgets::scoredHeads(m_ofRuns, run()), m_guided ? &*m_guided : nullptr)
                                        .value_or(widgets::Selection());
    at.layer = head.layer;
    at.head = head.head;
    if (m_guided) {
        at.query = head.query;
        at.key = head.key;
    }
    m_openedText = m_guided ? std::string() : shownSlot().text;
    m_selection.pin(at);
    if (widgets::View* view = m_guided ? currentView() : nullptr)
        view->lookCloser();
}

namespace {

/// Ids as they are typed.
QString textOf(const std::vector<core::TokenId>& ids)
{
    QStringList words;
    for (const core::TokenId id : ids)
        words.append(QString::number(id));
    return words.join(QLatin1Char(' '));
}

} // namespace

/// Of a text that no guide is about: why its head is marked.
QString MainWindow::plainHint() const
{
    if (!run() || !run()->setup || !(shownSlot() == m_state.slot()))
        return {};
    const widgets::Selection& at = m_selection.pinned();
    return shownSlot().text == m_openedText ? copyingSentence(*run(), widgets::scoredHeads(m_ofRuns, run()), at.layer, at.head)
                                            : QString();
}

/// What the guide says holds for its head and the finished weights under their own choices only.
void MainWindow::refreshHint()
{
    const bool isRecorded = run() && !run()->setup && shownSlot().model == m_state.slot().model;
    m_prompt->setEnabled(!isRecorded);
    if (isRecorded) {
        m_prompt->setText({});
        return showHint(tr("A recorded run, which has its tokens: open a model to type a text"));
    }
    if (run() && run()->setup && !run()->setup->model->tokenizer) {
        if (hasStandInIds(shownSlot(), *run()->setup)) {
            m_prompt->setText(textOf(run()->trace->ids));
            m_target->setText(textOf(run()->trace->decoderIds));
        }
        return showHint(tr("This model has no tokenizer: type ids of tokens, such as 3 1 12"));
    }
    if (!m_guided || m_guided->text != m_state.slot().text)
        return showHint(plainHint());
    const QString sentence = sentenceOf(*m_guided), early = tr("At the end of the training: %1").arg(sentence);
    const widgets::Selection& at = m_selection.pinned();
    const bool isItsHead = m_headIsDue || (at.layer == m_guided->layer && at.head == m_guided->head);
    QString hint;
    if (isItsHead && run() && run()->setup) {
        const core::WeightsOrigin& origin = run()->setup->origin;
        const std::string model = core::withoutStep(shownSlot().model);
        const bool isItsModel = origin.how == core::WeightsOrigin::How::Trained
            && core::withoutStep(origin.model) == core::withoutStep(run()->setup->model->name);
        if (isItsModel)
            hint = model == shownSlot().model ? sentence : early;
    }
    showHint(hint);
}

/// With the text, and beside the title where nothing is said of a comparison.
void MainWindow::showHint(const QString& hint)
{
    m_prompt->setHint(hint);
    refreshWords();
}

void MainWindow::fillExamples()
{
    m_prompt->setExamples(m_guide.sentences(), m_guide.titles());
    refreshHint();
}

void MainWindow::refreshScrubber()
{
    const QString model = QString::fromStdString(shownSlot().model);
    if (m_snapshotsModel != model) { // the disk is asked once for each model
        m_snapshotsModel = model;
        const std::string folder = isTraceFile(shownSlot().model) ? "" : folderOfModel(model);
        m_snapshots = folder.empty() ? std::vector<long>() : core::snapshotSteps(folder);
    }
    const std::optional<core::SnapshotName> snapshot = core::snapshotName(shownSlot().model);
    const long step = snapshot ? QString::fromStdString(snapshot->step).toLong() : -1;
    // The numbers are those of the weights that run: of the model, or of one that was trained beside it with these choices.
    const std::string own = core::withoutStep(shownSlot().model);
    const core::WeightsOrigin* origin = run() && run()->setup ? &run()->setup->origin : nullptr;
    const bool isSibling = origin && origin->how == core::WeightsOrigin::How::Trained
        && core::withoutStep(origin->model) != core::withoutStep(run()->setup->model->name);
    widgets::TrainingMoment moment = isSibling ? widgets::trainingMoment(QString::fromStdString(origin->model), -1)
                                               : widgets::trainingMoment(QString::fromStdString(own), double(step));
    if (isSibling)
        moment.sentence
            = moment.sentence.isEmpty() ? QString() : tr("%1: %2").arg(QString::fromStdString(origin->model), moment.sentence);
    else if (origin && origin->how == core::WeightsOrigin::How::Kept)
        moment.sentence.clear(); // measured with other choices
    m_scrubber->setSteps(m_snapshots, moment.lastStep);
    m_scrubber->setStep(step);
    m_scrubber->setNote(moment.sentence);
}

void MainWindow::setTrainingStep(long step)
{
    WindowState next = m_state;
    const std::string model = core::withoutStep(next.slot().model);
    next.slot().model = step < 0 ? model : model + "@" + std::to_string(step);
    change(next);
}

} // namespace app
