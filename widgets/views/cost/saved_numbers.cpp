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

QVariantMap keptChoice(const FigureData& data, const RunPtr& run, const OtherChoice& choice)
{
    return keptOf(data, run).value(choicesKey()).toMap().value(choice.id).toMap();
}

NeedId choiceId(const FigureData& data, const RunPtr& run, const OtherChoice& choice)
{
    return {run->trace, {}, "cost with other " + choice.id.toStdString() + ' ' + wordsOf(keptChoice(data, run, choice))};
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
    for (const char* key : {"bias.attention", "bias.attention_output", "bias.feed_forward", "norm.bias"})
        biases.change.set(key, !drops);
    all.push_back(std::move(biases));
    all.push_back(otherKind("block.layout", !core::isParallel(block.layout), "sequential", "parallel_shared_norm"));
    if (core::isAttention(block.mixer))
        all.push_back(otherKind(
            "attention.kind", block.kvHeads == block.heads && !core::isLatent(block.sharing), "multi_head", "multi_query"));
    all.push_back(otherKind("norm.kind", core::traitsOf(block.norm).subtractsMean, "layer_norm", "rms_norm"));
    return all;
}

Needs savedNeeds(const FigureData& data)
{
    Needs all = costNeeds(data);
    if (showsBoth(data))
        return all; // B is the other choice
    const RunPtr run = data.b && data.mode == SlotMode::B ? data.b : data.a;
    if (!run || !run->setup || streamTokens(*run->trace).empty())
        return all;
    for (const OtherChoice& choice : otherChoices(*run)) {
        const QVariantMap kept = keptChoice(data, run, choice);
        all.push_back(
            derivedNeed(choiceId(data, run, choice), [run, kept, change = choice.change](const core::RunControl& control) {
                MeasuredCost cost;
                try {
                    core::Choices said = run->setup->said;
                    said.merge(change);
                    said.set("weights", "keep");
                    cost = measureCost(*core::configure(run->setup->model, said), *run->trace, kept, control);
                } catch (const core::Error&) { // the files of the model, or another choice, leave no room for it
                }
                return cost;
            }));
    }
    return all;
}

const MeasuredCost* costWith(const FigureData& data, const RunPtr& run, const OtherChoice& choice)
{
    const auto* const cost = data.results.value<MeasuredCost>(choiceId(data, run, choice));
    return cost && !cost->operations.empty() ? cost : nullptr;
}

QVariantMap measuredChoices(const FigureData& data, const RunPtr& run)
{
    QVariantMap all;
    for (const OtherChoice& choice : otherChoices(*run))
        if (const MeasuredCost* cost = costWith(data, run, choice))
            all.insert(choice.id, timesToKeep(*cost));
    return all;
}

} // namespace widgets
