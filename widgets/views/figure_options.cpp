#include "widgets/views/figure_options.h"

#include "widgets/views/attention_stage.h"
#include "widgets/views/figure_pages.h"
#include "widgets/views/wall_order.h"

#include <algorithm>

namespace widgets {

namespace {

FigureOption word(const char* key, QStringList words) { return {QString::fromLatin1(key), FigureOption::Word, std::move(words)}; }
FigureOption number(const char* key) { return {QString::fromLatin1(key), FigureOption::Number}; }
FigureOption text(const char* key) { return {QString::fromLatin1(key), FigureOption::Text}; }

/// "content" and "scores" are the names that the tensors have.
FigureOption stageOption()
{
    QStringList stages;
    for (const AttentionStage& stage : attentionStages())
        stages << QString::fromLatin1(stage.id);
    return word("stage", stages << QStringLiteral("content") << QStringLiteral("scores"));
}

FigureOption scaleOption() { return word("scale", {"auto", "linear", "log", "without_first"}); }

std::vector<FigureOption> wallOptions()
{
    QStringList scores;
    for (const WallScore& score : wallScores())
        scores << QString::fromLatin1(score.id);
    return {word("sort", QStringList{"layer"} + scores), scaleOption(), {QStringLiteral("charts"), FigureOption::Words, scores}};
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
        return {number("pair"), number("position"), number("base"), number("fraction"), number("factor")};
    if (figure == QLatin1String("alibi"))
        return {number("length"), text("kind"), number("from"), number("to")};
    if (figure == QLatin1String("norm"))
        return {word("layout", {"multiples", "overlay"}), word("of", {"mean", "selected"}), word("statistic", {"scale", "mean"}),
            text("slot"), text("kinds")};
    if (figure == QLatin1String("mixture"))
        return {word("cells", {"gates", "probs", "logits"})};
    if (figure == QLatin1String("residual"))
        return {word("norm", {"rms", "l2"})};
    if (figure == QLatin1String("output"))
        return {number("k")};
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

bool isUnderstood(const FigureOption& option, const QString& said)
{
    bool isNumber = false;
    switch (option.value) {
    case FigureOption::Word:
        return option.words.contains(said);
    case FigureOption::Words: {
        const QStringList all = said.split(QLatin1Char(','), Qt::SkipEmptyParts);
        return std::all_of(all.begin(), all.end(), [&](const QString& one) { return option.words.contains(one.trimmed()); });
    }
    case FigureOption::Number:
        said.toDouble(&isNumber);
        return isNumber;
    case FigureOption::Text:
        break;
    }
    return true;
}

} // namespace widgets
