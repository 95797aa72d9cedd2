#include "app/runs/prompt_guide.h"

#include "app/base/languages.h"
#include "app/runs/live_models.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "core/files/library/training_runs.h"

#include <QFileInfo>

#include <algorithm>

namespace app {

std::string folderOfModel(const QString& model)
{
    const std::string name = core::withoutStep(model.toStdString());
    if (isLiveName(name)) // no disk has it, and a picture of a training does not wait for one
        return {};
    if (QFileInfo(QString::fromStdString(name)).isDir())
        return name;
    const std::vector<core::ModelListing> models = core::listModels();
    const auto found = std::find_if(models.begin(), models.end(), [&](const core::ModelListing& one) { return one.id == name; });
    return found == models.end() ? "" : found->path;
}

void PromptGuide::setModel(const QString& model)
{
    m_model = model;
    const std::string folder = folderOfModel(model);
    if (folder == m_folder)
        return;
    m_folder = folder;
    m_prompts.clear();
    try {
        if (!folder.empty())
            m_prompts = core::curatedPrompts(folder);
    } catch (const core::Error&) {
        m_prompts.clear(); // plain sentences do
    }
}

bool PromptGuide::isTrainedHere() const
{
    return core::hasHistory(m_folder);
}

std::vector<const core::CuratedPrompt*> PromptGuide::ordered() const
{
    std::vector<const core::CuratedPrompt*> own, others;
    const std::string language = currentLanguage().toStdString();
    for (const core::CuratedPrompt& prompt : m_prompts)
        (prompt.language == language ? own : others).push_back(&prompt);
    if (!own.empty() && !others.empty())
        own.push_back(nullptr);
    own.insert(own.end(), others.begin(), others.end());
    return own;
}

const core::CuratedPrompt* PromptGuide::opening() const
{
    const std::vector<const core::CuratedPrompt*> prompts = ordered();
    return prompts.empty() ? nullptr : prompts.front();
}

QStringList PromptGuide::sentences() const
{
    if (m_prompts.empty())
        return plainSentences();
    QStringList texts;
    for (const core::CuratedPrompt* prompt : ordered())
        texts << (prompt ? QString::fromStdString(prompt->text) : QString());
    return texts;
}

QStringList PromptGuide::titles() const
{
    QStringList texts;
    for (const core::CuratedPrompt* prompt : ordered())
        texts << (!prompt ? QString() : QString::fromStdString(core::wordsIn(prompt->title, currentLanguage().toStdString())));
    return texts;
}

const core::CuratedPrompt* PromptGuide::at(int sentence) const
{
    const std::vector<const core::CuratedPrompt*> prompts = ordered();
    return sentence >= 0 && std::size_t(sentence) < prompts.size() ? prompts[std::size_t(sentence)] : nullptr;
}

const core::CuratedPrompt* PromptGuide::about(const std::string& text) const
{
    const auto found = std::ranges::find(m_prompts, text, &core::CuratedPrompt::text);
    return found == m_prompts.end() ? nullptr : &*found;
}

QString sentenceOf(const core::CuratedPrompt& prompt)
{
    return QString::fromStdString(core::wordsIn(prompt.sentence, currentLanguage().toStdString()));
}

QStringList plainSentences()
{
    // What the models read, not what the program says: each in its own language.
    QStringList texts;
    for (const QString& language : languages())
        texts << plainSentence(language);
    return texts << "The capital of France is Paris. The capital of Italy is"
                 << "Two plus two is four. Three plus three is";
}

} // namespace app
