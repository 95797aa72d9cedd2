#include "widgets/views/cost/saved_numbers.h"

#include "widgets/figure/choice_text.h"

#include <algorithm>
#include <variant>

namespace widgets {

namespace {

const QString& choicesKey()
{
    static const QString key = QStringLiteral("choices");
    return key;
}

const QString& ownKey()
{
    static const QString key = QStringLiteral("own");
    return key;
}

QVariantMap keptChoices(const FigureData& data, const RunPtr& run) { return keptOf(data, run).value(choicesKey()).toMap(); }

NeedId choicesId(const RunPtr& run, const QVariantMap& kept)
{
    return {run->trace, {}, "costs with other choices " + wordsOf(kept)};
}

/// The model whose weights run: with another choice it keeps its sizes, those of a trained sibling too.
core::ModelPtr modelOf(const core::Setup& setup)
{
    const bool isSibling = setup.origin.how == core::WeightsOrigin::How::Trained && setup.origin.model != setup.model->name;
    return isSibling && setup.model->siblings ? setup.model->siblings->open(setup.origin.model) : setup.model;
}

/// The run's own cost, and that of each choice; without operations: the model cannot have it.
CostsInTurns measureChoices(
    const RunResult& run, const std::vector<OtherChoice>& choices, const QVariantMap& kept, const core::RunControl& control)
{
    std::vector<CostOf> all{{run.setup, run.trace, kept.value(ownKey()).toMap()}};
    std::vector<std::size_t> places; // of the choices that can be
    const core::ModelPtr model = modelOf(*run.setup);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        try {
            core::Choices said = run.setup->said;
            said.merge(choices[i].change);
            said.set("weights", "keep");
            all.push_back({core::configure(model, said), run.trace, kept.value(choices[i].id).toMap()});
            places.push_back(i + 1);
        } catch (const core::Error&) { // the files of the model, or another choice, leave no room for it
        }
    }
    CostsInTurns measured = measureCosts(all, control);
    CostsInTurns turns;
    turns.costs.resize(choices.size() + 1);
    turns.costs.front() = std::move(measured.costs.front());
    for (std::size_t i = 0; i < places.size(); ++i)
        turns.costs[places[i]] = std::move(measured.costs[i + 1]);
    return turns;
}

const MeasuredCost* costAt(const FigureData& data, const RunPtr& run, std::size_t place)
{
    const auto* const turns = data.results.value<CostsInTurns>(choicesId(run, keptChoices(data, run)));
    return turns && place < turns->costs.size() && !turns->costs[place].operations.empty() ? &turns->costs[place] : nullptr;
}

/// The choice of a family that stands for the others: the second of the two where the model has the first.
OtherChoice otherKind(const char* key, bool hasFirst, const char* first, const char* second)
{
    const char* const word = hasFirst ? second : first;
    OtherChoice choice{QString::fromLatin1(key), choiceText(key, core::Json(word)), {}};
    choice.change.set(key, word);
    return choice;
}

bool hasBiases(const core::BlockConfig& block)
{
    const bool inNorm = std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.bias; })
                return bool(kind.bias);
            else
                return false;
        },
        block.norm);
    return inNorm || block.attentionBias || block.attentionOutputBias || block.feedForwardBias;
}

} // namespace

std::vector<OtherChoice> otherChoices(const RunResult& run)
{
    const core::BlockConfig& block = run.setup->config.blocks.front();
    std::vector<OtherChoice> all;
    OtherChoice biases{QStringLiteral("biases"), {}, {}};
    const bool drops = hasBiases(block);
    biases.name = drops ? CostWords::tr("No biases") : CostWords::tr("With biases");
    for (const char* key : biasKeys)
        biases.change.set(key, !drops);
    all.push_back(std::move(biases));
    all.push_back(otherKind("block.layout", !core::isParallel(block.layout), "sequential", "parallel_shared_norm"));
    if (core::isAttention(block.mixer)) {
        const bool isMultiHead = block.kvHeads == block.heads && !core::isLatent(block.sharing);
        all.push_back(otherKind("attention.kind", isMultiHead, "multi_head", "multi_query"));
        if (isMultiHead && block.heads > 2) { // between the two
            all.push_back(otherKind("attention.kind", true, "multi_head", "grouped_query"));
            all.back().id += QStringLiteral("=grouped_query");
        }
    }
    all.push_back(otherKind("norm.kind", core::traitsOf(block.norm).subtractsMean, "layer_norm", "rms_norm"));
    return all;
}

Needs savedNeeds(const FigureData& data)
{
    if (showsBoth(data))
        return costNeeds(data); // B is the other choice
    const RunPtr run = data.b && data.mode == SlotMode::B ? data.b : data.a;
    if (!run || !run->setup || streamTokens(*run->trace).empty())
        return {};
    const QVariantMap kept = keptChoices(data, run);
    return {derivedNeed(choicesId(run, kept), [run, kept, choices = otherChoices(*run)](const core::RunControl& control) {
        return measureChoices(*run, choices, kept, control);
    })};
}

const MeasuredCost* ownCost(const FigureData& data, const RunPtr& run) { return costAt(data, run, 0); }

const MeasuredCost* costWith(const FigureData& data, const RunPtr& run, const OtherChoice& choice)
{
    const std::vector<OtherChoice> all = otherChoices(*run);
    const auto found = std::ranges::find(all, choice.id, &OtherChoice::id);
    return found == all.end() ? nullptr : costAt(data, run, std::size_t(found - all.begin()) + 1);
}

QVariantMap measuredChoices(const FigureData& data, const RunPtr& run)
{
    QVariantMap all;
    if (const MeasuredCost* own = ownCost(data, run))
        all.insert(ownKey(), timesToKeep(*own));
    for (const OtherChoice& choice : otherChoices(*run))
        if (const MeasuredCost* cost = costWith(data, run, choice))
            all.insert(choice.id, timesToKeep(*cost));
    return all;
}

} // namespace widgets
