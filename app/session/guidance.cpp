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
    setModel(model);
    isHeadDue = true;
    if (!isTextDefault || isCompared) {
        if (const core::CuratedPrompt* known = guide.about(slot.text))
            prompt = *known;
        return;
    }
    slot.ids.clear();
    slot.text = defaultSentence(model).toStdString();
    if (const core::CuratedPrompt* opening = guide.opening())
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
