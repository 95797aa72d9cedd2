#pragma once

// Planned steps: the file of a lecture, one state of the window per step, walked through while presenting.
// {"title": …, "steps": [{"title": …, …}, …]}: beside its title, and perhaps "notes" for the lecturer, a step holds the words of a
// session (session_file.h). What a step does not say is as the list says it before "steps"; its "choices" stand on top of those of the list.
// "keeps_text": true before "steps": the text of the window stays.

#include "app/export/recipe.h"

#include <QString>

#include <string>
#include <vector>

namespace app {

struct PlannedStep
{
    QString title;
    RecipeContents contents;
    QString notes = {}; // for the lecturer

    bool operator==(const PlannedStep& other) const; // the same words, whatever was computed
};

struct PlannedSteps
{
    QString title;
    std::vector<PlannedStep> steps; // at least one
    bool keepsText = false; // about choices, not about a text: they run on that of the window, where there is one

    /// Every step on the text of a slot, which is the target of an encoder–decoder, too; as they are for a slot without one.
    void runOn(const RunRequest& slot);

    /// Whether a step runs this model, at whichever step of its training.
    bool isAbout(const std::string& model) const;
};

/// A JSON object with "steps". False for what cannot be read.
bool isPlannedStepsFile(const std::string& path);

/// Throws core::Error{BadInput} that names file and step for what is missing, of the wrong type, or unknown.
PlannedSteps readPlannedSteps(const std::string& path);

/// The same of the object in a file of this name.
PlannedSteps plannedStepsOf(const QJsonObject& list, const std::string& file);
/// A step of a list in this file. Throws core::Error{BadInput} for what is missing, of the wrong type, or unknown.
PlannedStep plannedStepOf(const QJsonObject& list, const QJsonObject& step, const std::string& file);

/// The list of docs/lecture.md that comes with the program, in this language; empty when there is none.
std::string lectureFile(const QString& language);

} // namespace app
