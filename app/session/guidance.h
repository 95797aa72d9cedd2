#pragma once

// Guidance: where the texts of a session come from: the guide of its model, the prompt of it that is shown, and the head that is
// due with a text.

#include "app/runs/prompt_guide.h"
#include "app/runs/run_request.h"

#include <optional>
#include <string>

namespace app {

struct Guidance
{
    PromptGuide guide;
    std::optional<core::CuratedPrompt> prompt = {}; // the text on screen, or on its way, as the guide describes it
    std::string openedText = {};                    // for which a head was chosen without a guide
    bool isHeadDue = false;                         // its head is selected when the run is there
    bool isTextDefault = true;                      // the person has not touched the text
    bool isTargetNew = true;                        // no target was given yet

    /// Another model, without a prompt of its guide.
    void setModel(const QString& model);

    /// The slot with this model and the text that it opens with, unless a person has touched the text, the other slot has it, too
    /// (`isCompared`), or the model was trained here and has no examples. An example of the model before gives way to one of this
    /// model's own, if it has some; so does a person's text in a model that reads two, as it has no second. The head is due.
    void begin(const QString& model, RunRequest& slot, bool isCompared);

    /// The slot with the text of the guide, whose head is due once its run is there.
    void take(const core::CuratedPrompt& chosen, RunRequest& slot);
};

/// The slot with the text that its model opens with, in the program's language.
RunRequest withOpeningText(RunRequest slot);

} // namespace app
