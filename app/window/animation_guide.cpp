#include "app/window/animation_guide.h"

#include "app/base/error_text.h"
#include "app/runs/continuation.h"
#include "app/window/frame_export.h"
#include "app/window/main_window.h"
#include "app/window/scene_guide.h"

#include "core/io/json.h"
#include "core/model/choices.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/run/tensor_place.h"
#include "widgets/views/shared/view.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace app {

namespace {

constexpr int mostTokens = 64; // that a person waits for

/// A number with one a tenth and one ten times as large, as far as the key allows them.
QString numbersAround(const core::ChoiceKey& key, double value)
{
    QStringList numbers;
    for (const double one : {value / 10, value, value * 10}) {
        const double legal = std::clamp(key.type == core::ChoiceType::Integer ? std::round(one) : one, key.min, key.max);
        if (const QString word = QString::number(legal); !numbers.contains(word))
            numbers << word;
    }
    return numbers.join(QLatin1Char(','));
}

} // namespace

AnimationGuide::AnimationGuide(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_export(new FrameExport(window, FrameExport::Kind::Moving))
{
    connect(window.action(Act::ExportAnimation), &QAction::triggered, this, &AnimationGuide::showDialog);
}

std::vector<AnimatedThing> AnimationGuide::things() const
{
    std::vector<AnimatedThing> things;
    const widgets::RunPtr run = m_window.runOf(0);
    if (!m_window.currentView() || !run)
        return things;
    if (hasTrainingSteps(m_window.state().a.model))
        things.push_back({"training", tr("Step of the training")});
    if (canContinue(*run))
        things.push_back({"generation", tr("Tokens that are written on"), AnimatedThing::Count, mostTokens});
    addPlaces(things);
    addChoices(things);
    return things;
}

/// Those of which there is more than one.
void AnimationGuide::addPlaces(std::vector<AnimatedThing>& things) const
{
    const widgets::RunResult& run = *m_window.runOf(0);
    const int layer = m_window.selection()->pinned().layer;
    const int tokens = int(widgets::streamTokens(*run.trace).size());
    const std::tuple<const char*, QString, int> places[] = {{"layer", tr("Layer"), int(run.trace->layers())},
        {"head", tr("Head"), widgets::queryHeads(run, layer)}, {"query", tr("Token that looks"), tokens},
        {"key", tr("Token that is looked at"), tokens}};
    for (const auto& [key, label, count] : places)
        if (count > 1)
            things.push_back({QLatin1String(key), label, AnimatedThing::Indices, std::min(count, maxFrames) - 1});
}

void AnimationGuide::addChoices(std::vector<AnimatedThing>& things) const
{
    const widgets::ChoiceEditor& editor = *m_window.variantPanel()->editor();
    if (!editor.canEdit() || m_window.state().edited != 0)
        return;
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        if (!editor.isInUse(key) || !editor.whyFixed(key).isEmpty())
            continue;
        AnimatedThing one{QString::fromStdString(key.id), coreText(key.label), AnimatedThing::Words};
        for (const QString& id : widgets::wordIds(key))
            if (key.id != "weights" && widgets::whyNotWord(editor, key, id).isEmpty()) {
                one.words << QString::fromStdString(core::plainText(widgets::valueOfWord(key, id)));
                one.labels << widgets::wordText(editor, key, id).label;
            }
        const core::Json value = editor.value(key, editor.layerOf(key));
        if (one.words.size() > 1) {
            things.push_back(one);
        } else if ((key.type == core::ChoiceType::Number || key.type == core::ChoiceType::Integer) && value.is_number()) {
            one.values = AnimatedThing::Numbers;
            one.numbers = numbersAround(key, value.get<double>());
            things.push_back(one);
        }
    }
}

/// The picture that is on screen now.
FrameJob::Plan AnimationGuide::planOver(const FrameRange& range) const
{
    return [range, base = m_window.scenes().onScreen()](RunDesk& desk, const core::RunControl& control) {
        return framesOver(range, base, desk, control);
    };
}

void AnimationGuide::showDialog()
{
    std::vector<AnimatedThing> possible = things();
    if (possible.empty())
        return;
    if (!m_dialog) {
        m_dialog = new AnimationDialog(&m_window);
        connect(m_dialog, &AnimationDialog::exportWanted, this, [this] {
            const FrameRange range = readFrameRange(m_dialog->range());
            m_export->ask(m_dialog->windowTitle(), false, planOver(range), m_dialog->milliseconds());
        });
    }
    m_dialog->setThings(std::move(possible));
    m_dialog->open(); // the picture stays meanwhile, and with it what may change
}

void AnimationGuide::exportTo(const QString& path, const QString& range, int milliseconds)
{
    m_export->write(path, planOver(readFrameRange(range)), milliseconds);
}

bool AnimationGuide::isExporting() const { return m_export->isBusy(); }

} // namespace app
