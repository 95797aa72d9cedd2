#include "widgets/views/figure_options.h"

#include "core/analysis/norm_steps.h"
#include "core/model/choices.h"
#include "widgets/views/alibi/order.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/output/figure.h"
#include "widgets/views/rope/head.h"
#include "widgets/views/shared/figure_pages.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int kMany = 1'000'000; // how many there are is known with the run

FigureOption word(const char* key, QStringList words) { return {QString::fromLatin1(key), FigureOption::Word, std::move(words)}; }
FigureOption number(const char* key, double least, double most)
{
    return {QString::fromLatin1(key), FigureOption::Number, {}, least, most};
}
FigureOption whole(const char* key, int least, int most)
{
    return {QString::fromLatin1(key), FigureOption::Number, {}, double(least), double(most), true};
}
FigureOption text(const char* key) { return {QString::fromLatin1(key), FigureOption::Text}; }

/// "content" and "scores" are the names that the tensors have.
FigureOption stageOption()
{
    QStringList stages;
    for (const AttentionStage& stage : attentionStages())
        stages << QString::fromLatin1(stage.id);
    return word("stage", stages << QStringLiteral("content") << QStringLiteral("scores"));
}

/// Runs that are drawn.
std::vector<RunPtr> runsOf(const FigureData& data)
{
    std::vector<RunPtr> runs;
    for (const RunPtr& run : {data.a, data.b})
        if (run)
            runs.push_back(run);
    return runs;
}

void limitTo(FigureOption& option, const QStringList& words)
{
    if (words.isEmpty())
        return;
    option.value = FigureOption::Word;
    option.words = words;
}

void narrowRope(FigureOption& option, const FigureData& data)
{
    int pairs = 0, positions = 0; // of the run that has more
    for (const RunPtr& run : runsOf(data))
        if (const std::optional<RopeHead> head = ropeHeadOf(data, *run)) {
            pairs = std::max(pairs, int(head->rotation.pairs()));
            positions = std::max(positions, head->positions());
        }
    if (option.key == QLatin1String("pair") && pairs > 0)
        option.most = pairs - 1;
    if (option.key == QLatin1String("position") && positions > 0)
        option.most = positions - 1;
}

void narrowAlibi(FigureOption& option, const FigureData& data)
{
    int tokens = 0;
    for (const RunPtr& run : runsOf(data))
        tokens = std::max(tokens, int(streamTokens(*run->trace).size()));
    if (option.key == QLatin1String("length"))
        option.least = std::min(std::max(2, tokens), longestAlibiText);
    if (option.key == QLatin1String("from") || option.key == QLatin1String("to"))
        option.most = tokens - 1;
    if (option.key != QLatin1String("kind") || !data.options.contains(option.key))
        return;
    QStringList kinds;
    for (const OrderOfKind& kind : orderExperiment(data).kinds)
        kinds << QString::fromStdString(kind.id);
    limitTo(option, kinds);
}

QStringList normSlotsOf(const FigureData& data)
{
    QStringList kinds;
    for (const RunPtr& run : runsOf(data))
        for (const core::NormSlot& slot : core::normSlots(*run->trace))
            if (const QString kind = QString::fromStdString(slot.kind); !kinds.contains(kind))
                kinds << kind;
    return kinds;
}

FigureOption scaleOption() { return word("scale", {"auto", "linear", "log", "without_first"}); }

std::vector<FigureOption> wallOptions()
{
    QStringList scores;
    for (const WallScore& score : wallScores())
        scores << QString::fromLatin1(score.id);
    return {word("sort", QStringList{"layer"} + scores), scaleOption(), {QStringLiteral("charts"), FigureOption::Words, scores}};
}

/// Those of the family, and two that mean several.
QStringList placementWords()
{
    QStringList words{QStringLiteral("normed"), QStringLiteral("all")};
    for (const std::string& kind : core::findChoiceKey("norm.placement")->words)
        words << QString::fromStdString(kind);
    return words;
}

std::vector<FigureOption> ownOptions(const QString& figure)
{
    if (figure == QLatin1String("attention"))
        return {stageOption(), scaleOption(), word("lines", {"on", "off"}), word("brackets", {"apart", "sum"})};
    if (figure == QLatin1String("attention_wall"))
        return wallOptions();
    if (figure == QLatin1String("attention_stages"))
        return {stageOption(), scaleOption()};
    if (figure == QLatin1String("rope"))
        return {whole("pair", 0, kMany), number("position", 0, kMany), number("base", 1, 1e12), number("fraction", 0, 1),
            number("factor", 1, 1024)};
    if (figure == QLatin1String("alibi"))
        return {
            whole("length", 2, longestAlibiText), text("kind"), whole("from", 0, kMany), whole("to", 0, kMany), scaleOption()};
    if (figure == QLatin1String("norm"))
        return {word("layout", {"multiples", "overlay"}), word("of", {"mean", "selected"}), word("statistic", {"scale", "mean"}),
            text("slot"), {QStringLiteral("kinds"), FigureOption::Words, placementWords()}};
    if (figure == QLatin1String("mixture"))
        return {word("cells", {"gates", "probs", "logits"})};
    if (figure == QLatin1String("residual"))
        return {word("norm", {"rms", "l2"})};
    if (figure == QLatin1String("output"))
        return {whole("k", 1, mostNextTokens)};
    if (figure == QLatin1String("training"))
        return {text("runs")};
    return {};
}

} // namespace

std::vector<FigureOption> optionsOf(const FigureInfo& figure)
{
    std::vector<FigureOption> options;
    if (const QStringList pages = pageIds(figure); !pages.isEmpty())
        options.push_back(word("show", pages));
    for (FigureOption& own : ownOptions(QString::fromLatin1(figure.id)))
        options.push_back(std::move(own));
    return options;
}

std::vector<FigureOption> optionsOf(const FigureInfo& figure, const FigureData& data)
{
    const QLatin1String id(figure.id);
    std::vector<FigureOption> options = optionsOf(figure);
    for (FigureOption& option : options) {
        if (id == QLatin1String("rope"))
            narrowRope(option, data);
        else if (id == QLatin1String("alibi"))
            narrowAlibi(option, data);
        else if (id == QLatin1String("norm") && option.key == QLatin1String("slot"))
            limitTo(option, normSlotsOf(data));
    }
    return options;
}

bool isUnderstood(const FigureOption& option, const QString& said)
{
    switch (option.value) {
    case FigureOption::Word:
        return option.words.contains(said);
    case FigureOption::Words: {
        const QStringList all = said.split(QLatin1Char(','), Qt::SkipEmptyParts);
        return std::all_of(all.begin(), all.end(), [&](const QString& one) { return option.words.contains(one.trimmed()); });
    }
    case FigureOption::Number: {
        bool isNumber = false;
        const double value = said.toDouble(&isNumber);
        return isNumber && value >= option.least && value <= option.most && (!option.isWhole || value == std::floor(value));
    }
    case FigureOption::Text:
        break;
    }
    return true;
}

} // namespace widgets
