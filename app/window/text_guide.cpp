#include "app/window/text_guide.h"

#include "app/runs/opening_head.h"
#include "app/session/session.h"
#include "app/window/main_window.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "core/files/tokenizers/chat_template.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/view.h"
#include "widgets/views/training/sentences.h"

namespace app {

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

TextGuide::TextGuide(
    MainWindow& window, widgets::PromptLine& prompt, widgets::PromptLine& target, widgets::StepScrubber& scrubber)
    : QObject(&window)
    , m_window(window)
    , m_session(window.session())
    , m_prompt(&prompt)
    , m_target(&target)
    , m_scrubber(&scrubber)
{
    showTexts();
    connect(m_prompt, &widgets::PromptLine::textChosen, &m_session, &Session::setPrompt);
    connect(m_prompt, &widgets::PromptLine::chatChosen, &m_session, &Session::setChat);
    connect(m_prompt, &widgets::PromptLine::exampleChosen, this, &TextGuide::choosePrompt);
    connect(m_target, &widgets::PromptLine::textChosen, &m_session, &Session::setTarget);
    for (const widgets::PromptLine* line : {m_prompt, m_target}) // keys are for the page again
        connect(line, &widgets::PromptLine::entered, this, [this] { m_window.currentView()->setFocus(Qt::OtherFocusReason); });
    connect(m_scrubber, &widgets::StepScrubber::stepChosen, &m_session, &Session::setTrainingStep);
    connect(&m_session, &Session::textsChanged, this, &TextGuide::showTexts);
    connect(&m_session, &Session::guidanceChanged, this, &TextGuide::fillExamples);
    connect(m_session.selection(), &widgets::SelectionModel::pinnedChanged, this, &TextGuide::refreshHint);
}

void TextGuide::showTexts()
{
    m_prompt->setText(QString::fromStdString(m_session.state().slot().text));
    m_target->setText(QString::fromStdString(m_session.state().slot().targetText));
}

void TextGuide::follow(const WindowState& before)
{
    const RunRequest& now = m_session.state().slot();
    const QString text = QString::fromStdString(now.text);
    if (m_prompt->text() != text && (now.ids.empty() || !text.isEmpty()))
        m_prompt->setText(text);
    if (const QString target = QString::fromStdString(now.targetText); m_target->text() != target)
        m_target->setText(target);
    if (core::withoutStep(before.slot().model) != core::withoutStep(now.model))
        fillExamples();
    refreshHint();
}

void TextGuide::showTextGone(bool isGone)
{
    if (!isGone)
        return refreshHint();
    m_prompt->setText({});
    m_prompt->setProblem(tr("Type a sentence or pick an example"));
    refreshHint();
}

void TextGuide::choosePrompt(int example)
{
    m_session.choosePrompt(example);
}

/// Of a text that no guide is about: why its head is marked.
QString TextGuide::plainHint() const
{
    if (!m_session.run() || !m_session.run()->setup || !(m_session.shownSlot() == m_session.state().slot()))
        return {};
    const widgets::Selection& at = m_session.selection()->pinned();
    return m_session.shownSlot().text == m_session.guidance().openedText
        ? copyingSentence(*m_session.run(), widgets::scoredHeads(m_session.results(), m_session.run()), at.layer, at.head)
        : QString();
}

/// What the guide says holds for its head and the finished weights under their own choices only.
void TextGuide::refreshHint()
{
    const core::Model* const shown = m_session.run() && m_session.run()->setup ? m_session.run()->setup->model.get() : nullptr;
    const bool hasTemplate = shown && shown->tokenizer && core::hasChatTemplate(shown->path)
        && m_session.shownSlot().model == m_session.state().slot().model;
    m_prompt->setChat(hasTemplate, m_session.state().slot().isChat);
    const bool isRecorded
        = m_session.run() && !m_session.run()->setup && m_session.shownSlot().model == m_session.state().slot().model;
    m_prompt->setEnabled(!isRecorded && !m_window.classroom().hides("prompt"));
    if (isRecorded) {
        m_prompt->setText({});
        return showHint(tr("A recorded run, which has its tokens: open a model to type a text"));
    }
    if (m_session.run() && m_session.run()->setup && !m_session.run()->setup->model->tokenizer) {
        if (!m_session.isTextGone() && hasStandInIds(m_session.shownSlot(), *m_session.run()->setup)) {
            m_prompt->setText(textOf(m_session.run()->trace->ids));
            m_target->setText(textOf(m_session.run()->trace->decoderIds));
        }
        return showHint(tr("This model has no tokenizer: type ids of tokens, such as 3 1 12"));
    }
    if (m_session.isTextGone())
        return m_prompt->setHint({}); // beside the title the words of the old text stay, dimmed
    const std::optional<core::CuratedPrompt>& prompt = m_session.guidance().prompt;
    showHint(prompt && prompt->text == m_session.state().slot().text ? hintOfGuide() : plainHint());
}

/// Of a sentence of the guide, while its head is selected.
QString TextGuide::hintOfGuide() const
{
    const core::CuratedPrompt& prompt = *m_session.guidance().prompt;
    const widgets::Selection& at = m_session.selection()->pinned();
    const bool isItsHead = m_session.guidance().isHeadDue || (at.layer == prompt.layer && at.head == prompt.head);
    if (!isItsHead || !m_session.run() || !m_session.run()->setup)
        return {};
    const core::Setup& setup = *m_session.run()->setup;
    const std::string& shown = m_session.shownSlot().model;
    const bool isItsModel = setup.origin.how == core::WeightsOrigin::How::Trained
        && core::withoutStep(setup.origin.model) == core::withoutStep(setup.model->name);
    if (!isItsModel)
        return {};
    const QString sentence = sentenceOf(prompt);
    return core::withoutStep(shown) == shown ? sentence : tr("At the end of the training: %1").arg(sentence);
}

void TextGuide::showHint(const QString& hint)
{
    m_prompt->setHint(hint);
    emit hintShown();
}

void TextGuide::fillExamples()
{
    m_prompt->setExamples(m_session.guidance().guide.sentences(), m_session.guidance().guide.titles());
    refreshHint();
}

void TextGuide::refreshTraining()
{
    const std::optional<core::SnapshotName> snapshot = core::snapshotName(m_session.shownSlot().model);
    const long step = snapshot ? QString::fromStdString(snapshot->step).toLong() : -1;
    // The numbers are those of the weights that run: of the model, or of one that was trained beside it with these choices.
    const std::string own = core::withoutStep(m_session.shownSlot().model);
    const core::WeightsOrigin* origin = m_session.run() && m_session.run()->setup ? &m_session.run()->setup->origin : nullptr;
    const bool isSibling = origin && origin->how == core::WeightsOrigin::How::Trained
        && core::withoutStep(origin->model) != core::withoutStep(m_session.run()->setup->model->name);
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
