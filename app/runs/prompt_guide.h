#pragma once

// PromptGuide: the texts that the window offers for a model, each with the head to look at where the model has such a list
// (prompts.json beside it), else plain sentences.

#include "core/files/library/curated_prompts.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace app {

/// The folder behind a name of `list models`, a path, or a snapshot of either ("main@1100"); empty for models without one.
std::string folderOfModel(const QString& model);

class PromptGuide
{
public:
    /// Reads the list of another model; what cannot be read is an empty list.
    void setModel(const QString& model);
    const QString& model() const { return m_model; }

    /// The text to begin with in the program's language; null when the model has no list.
    const core::CuratedPrompt* opening() const;

    /// Whether the model was trained by the program, or came with it: there is a history of its training.
    bool isTrainedHere() const;

    /// What the menu offers, in the program's language first. Titles are empty without a list of prompts; an empty title
    /// among others is between the languages.
    QStringList sentences() const;
    QStringList titles() const;

    /// The prompt of this very text, in whichever language; null when there is none.
    const core::CuratedPrompt* about(const std::string& text) const;

    /// The prompt behind a sentence of the menu; null for a plain one.
    const core::CuratedPrompt* at(int sentence) const;

private:
    std::vector<const core::CuratedPrompt*> ordered() const; // null between the languages

    QString m_model;
    std::string m_folder;
    std::vector<core::CuratedPrompt> m_prompts;
};

/// What the head of a prompt does, in the program's language.
QString sentenceOf(const core::CuratedPrompt& prompt);

/// Sentences for any model, each in its own language.
QStringList plainSentences();

} // namespace app
