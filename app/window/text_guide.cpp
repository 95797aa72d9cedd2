// MainWindow, what is said of the text: the guide's sentence, words that the model does not know, the training of its weights.

#include "app/window/main_window.h"

#include "app/runs/opening_head.h"
#include "app/window/compare_bar.h"
#include "app/window/compare_words.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "core/files/tokenizers/chat_template.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/training/sentences.h"

namespace app {

void MainWindow::choosePrompt(int example)
{
    if (!m_session.guidance().guide.at(example))
        return;
    showView("attention");
    m_session.choosePrompt(example);
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
    if (!run() || !run()->setup || !(m_session.shownSlot() == state().slot()))
        return {};
    const widgets::Selection& at = m_session.selection()->pinned();
    return m_session.shownSlot().text == m_session.guidance().openedText
        ? copyingSentence(*run(), widgets::scoredHeads(m_session.results(), run()), at.layer, at.head)
        : QString();
}

/// What the guide says holds for its head and the finished weights under their own choices only.
void MainWindow::refreshHint()
{
    const core::Model* const shown = run() && run()->setup ? run()->setup->model.get() : nullptr;
    const bool hasTemplate
        = shown && shown->tokenizer && core::hasChatTemplate(shown->path) && m_session.shownSlot().model == state().slot().model;
    m_prompt->setChat(hasTemplate, state().slot().isChat);
    const bool isRecorded = run() && !run()->setup && m_session.shownSlot().model == state().slot().model;
    m_prompt->setEnabled(!isRecorded);
    if (isRecorded) {
        m_prompt->setText({});
        return showHint(tr("A recorded run, which has its tokens: open a model to type a text"));
    }
    if (run() && run()->setup && !run()->setup->model->tokenizer) {
        if (!m_session.isTextGone() && hasStandInIds(m_session.shownSlot(), *run()->setup)) {
            m_prompt->setText(textOf(run()->trace->ids));
            m_target->setText(textOf(run()->trace->decoderIds));
        }
        return showHint(tr("This model has no tokenizer: type ids of tokens, such as 3 1 12"));
    }
    if (m_session.isTextGone())
        return m_prompt->setHint({}); // beside the title the words of the old text stay, dimmed
    const std::optional<core::CuratedPrompt>& prompt = m_session.guidance().prompt;
    if (!prompt || prompt->text != state().slot().text)
        return showHint(plainHint());
    const QString sentence = sentenceOf(*prompt), early = tr("At the end of the training: %1").arg(sentence);
    const widgets::Selection& at = m_session.selection()->pinned();
    const bool isItsHead = m_session.guidance().isHeadDue || (at.layer == prompt->layer && at.head == prompt->head);
    QString hint;
    if (isItsHead && run() && run()->setup) {
        const core::WeightsOrigin& origin = run()->setup->origin;
        const std::string model = core::withoutStep(m_session.shownSlot().model);
        const bool isItsModel = origin.how == core::WeightsOrigin::How::Trained
            && core::withoutStep(origin.model) == core::withoutStep(run()->setup->model->name);
        if (isItsModel)
            hint = model == m_session.shownSlot().model ? sentence : early;
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
    m_prompt->setExamples(m_session.guidance().guide.sentences(), m_session.guidance().guide.titles());
    refreshHint();
}

void MainWindow::refreshScrubber()
{
    const std::optional<core::SnapshotName> snapshot = core::snapshotName(m_session.shownSlot().model);
    const long step = snapshot ? QString::fromStdString(snapshot->step).toLong() : -1;
    // The numbers are those of the weights that run: of the model, or of one that was trained beside it with these choices.
    const std::string own = core::withoutStep(m_session.shownSlot().model);
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
    m_scrubber->setSteps(m_session.trainingSteps(), moment.lastStep);
    m_scrubber->setStep(step);
    m_scrubber->setNote(moment.sentence);
}

} // namespace app
