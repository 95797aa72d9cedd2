#include "app/session/guidance.h"

#include "app/base/languages.h"
#include "app/session/window_state.h"

namespace app {

void Guidance::setModel(const QString& model)
{
    guide.setModel(model);
    prompt.reset();
}

void Guidance::begin(const QString& model, RunRequest& slot, bool isCompared)
{
    slot.model = model.toStdString();
    slot.said = windowChoices();
    slot.isChat = false; // another model may have no chat template
    const bool isExample = guide.about(slot.text) != nullptr; // of the model before
    setModel(model);
    isHeadDue = true;
    const core::CuratedPrompt* const opening = guide.opening();
    const bool isRelative = !opening && guide.isTrainedHere() && !slot.text.empty(); // it knows the same words
    if (!isTextDefault || isCompared || isRelative) {
        const bool isPairDue = opening && !opening->target.empty() && slot.targetText.empty(); // a text of one stack has none
        if (const core::CuratedPrompt* known = guide.about(slot.text))
            prompt = *known;
        else if (!isCompared && opening && (isPairDue || isExample))
            take(*opening, slot);
        return;
    }
    slot.ids.clear();
    slot.text = defaultSentence(model).toStdString();
    if (opening)
        take(*opening, slot);
}

void Guidance::take(const core::CuratedPrompt& chosen, RunRequest& slot)
{
    prompt = chosen;
    isHeadDue = true;
    slot.ids.clear();
    slot.text = chosen.text;
    slot.targetText = chosen.target;
    isTargetNew = isTargetNew && chosen.target.empty();
}

RunRequest withOpeningText(RunRequest slot)
{
    PromptGuide guide;
    guide.setModel(QString::fromStdString(slot.model));
    const core::CuratedPrompt* const opening = guide.opening();
    slot.text = opening ? opening->text : defaultSentence(guide.model()).toStdString();
    if (opening)
        slot.targetText = opening->target;
    return slot;
}

} // namespace app
