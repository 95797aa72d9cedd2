#include "widgets/views/attention/sentences.h"

#include "core/analysis/attention_stages.h"
#include "core/analysis/statistics.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/shown.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <cmath>
#include <tuple>

namespace widgets {

namespace {

struct Attention
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

QString headText(const HeadCell& at) { return headLabel(at.layer, at.head); }

/// Heads of the layer in both, where they differ: said once, with B.
QString otherHeads(const FigureData& data)
{
    const QString reason = data.b && data.side == Side::B ? whyHeadsDiffer(data) : QString();
    return reason.isEmpty() ? QString() : QLatin1Char(' ') + reason;
}

} // namespace

QString scaleSentence(const ScaleChoice& choice, std::span<const Grid> patterns)
{
    const QString share = formatFixed(firstKeyShare(patterns), 2);
    if (choice.withoutFirst)
        return Attention::tr("Colours leave out the first key, which takes %1 of all weight.").arg(share);
    if (choice.transform == ScaleTransform::Log && areFaint(patterns))
        return Attention::tr("Colours are logarithmic: most tokens give no token a twentieth of their attention.");
    if (choice.transform == ScaleTransform::Log)
        return Attention::tr("Colours are logarithmic: the first key takes %1 of all weight.").arg(share);
    return {};
}

QString weightSentence(const FigureData& data, const HeadCell& at, double weight)
{
    const RunResult& run = *shownRun(data);
    PartPlace cell = placeOf(data);
    std::tie(cell.query, cell.key) = shownCell(data);
    const QString masked = maskedWords(*run.trace, cell, tensorAt(run, cell, "attn.scores"));
    QString text = masked.isEmpty()
        ? Attention::tr("%1: %2 gives %3 of its attention to %4.").arg(headText(at), at.query, formatNumber(weight), at.key)
        : Attention::tr("%1: %2 gives nothing to %3 (%4).").arg(headText(at), at.query, at.key, masked);
    const std::optional<core::HeadScores> scores = scoresOf(run, at.layer, at.head, cell.part);
    if (scores && cell.part == core::AttentionPart::Cross)
        text += QLatin1Char(' ')
            + Attention::tr("Over all queries the entropy is %1 nat; weight spread evenly over the source has %2.")
                  .arg(formatFixed(scores->entropy, 2),
                      formatFixed(std::log(double(core::tokensOfPart(*run.trace, cell.part, false).size())), 2));
    else if (scores)
        text += QLatin1Char(' ')
            + Attention::tr("Over all queries but the first: first token %1, previous one %2; entropy of all %3 nat.")
                  .arg(
                      formatFixed(scores->firstToken, 2), formatFixed(scores->previousToken, 2), formatFixed(scores->entropy, 2));
    const Grid pattern = headGridAt(run, cell, "attn.pattern");
    if (const QString scale = scaleSentence(stageScale(data, stageOf(data)), {&pattern, 1}); !scale.isEmpty())
        text += QLatin1Char(' ') + scale;
    return text + otherHeads(data);
}

QString weighedSentence(const FigureData& data, const HeadCell& at, double value)
{
    const RunResult& run = *shownRun(data);
    const PartPlace place = placeOf(data);
    const auto [query, key] = shownCell(data);
    const Grid shown = weighedGrid(data, run, place), pattern = headGridAt(run, place, "attn.pattern");
    if (shownWeighing(data) == Weighing::Rollout) {
        const QString text = Attention::tr("After layer %1, %2 of %3 is of %4.")
                                 .arg(counted(at.layer))
                                 .arg(formatPercent(value), at.query, at.key);
        return query >= shown.rows || query == key ? text
                                                   : text + QLatin1Char(' ')
                + Attention::tr("%1 is its own, by rollout.").arg(formatPercent(double(shown.at(query, query))));
    }
    const double weight = query < pattern.rows && key < pattern.columns ? double(pattern.at(query, key)) : 0;
    return Attention::tr("%1: what %2 takes from %3 is %4 long, with weight %5.")
               .arg(headText(at), at.query, at.key, formatNumber(value), formatNumber(weight))
        + QLatin1Char(' ') + firstKeySentence({&pattern, 1}, {&shown, 1});
}

QString scoreSentence(const FigureData& data, const HeadCell& at, double score)
{
    const RunResult& run = *shownRun(data);
    const auto [query, key] = shownCell(data);
    const AttentionStage& stage = stageOf(data);
    const auto number = [&](const Grid& grid) {
        const bool isInside = query < grid.rows && key < grid.columns;
        return isInside && std::isfinite(grid.at(query, key)) ? formatNumber(double(grid.at(query, key)), 4) : maskedText();
    };
    if (stage.step == AttentionStep::Biased) {
        QStringList parts;
        const std::vector<ScoreTerm> terms = scoreTerms(run, placeOf(data));
        for (std::size_t i = 0; i + 1 < terms.size(); ++i)
            parts << Attention::tr("%1 %2").arg(terms[i].name, number(termGrid(run, placeOf(data), terms[i])));
        return Attention::tr("%1, from %2 to %3: %4 make %5.")
                   .arg(headText(at), at.query, at.key, parts.join(QStringLiteral(" + ")), formatNumber(score, 4))
            + otherHeads(data);
    }
    QString text = Attention::tr("%1: from query %2 to key %3 the %4 is %5.")
                       .arg(headText(at), at.query, at.key, quantityText(stage),
                           std::isfinite(score) ? formatNumber(score) : maskedText());
    const Scoring scoring = scoringOf(run, placeOf(data));
    if (stage.step == AttentionStep::Product)
        text += QLatin1Char(' ') + Attention::tr("Next it is multiplied by %1.").arg(formatNumber(scoring.scale, 4));
    if (stage.step == AttentionStep::Capped)
        text += QLatin1Char(' ') + Attention::tr("The cap is %1.").arg(formatNumber(scoring.cap));
    return text + otherHeads(data);
}

QString dimensionSentence(const FigureData& data, const HeadCell& at, const Grid& grid, int row)
{
    const std::span<const float> vector(grid.data + row * grid.rowStride, std::size_t(grid.columns));
    const QString length = formatNumber(core::statisticsOf(vector).norm);
    const AttentionStage& stage = stageOf(data);
    if (stage.step == AttentionStep::Values) {
        const Grid pattern = headGridAt(*shownRun(data), placeOf(data), "attn.pattern");
        const auto [query, key] = shownCell(data);
        const double weight = query < pattern.rows && key < pattern.columns ? double(pattern.at(query, key)) : 0;
        return Attention::tr("%1: the mix of %2 takes %3 of the value of %4; its length is %5.")
            .arg(headText(at), at.query, formatNumber(weight), at.key, length);
    }
    if (stage.step == AttentionStep::Concatenated)
        return Attention::tr("L%1: %2 heads, concatenated, give %3 %4 numbers; their length is %5.")
            .arg(counted(at.layer))
            .arg(headsOf(*shownRun(data), at.layer, partOf(data)))
            .arg(at.query)
            .arg(grid.columns)
            .arg(length);
    return Attention::tr("L%1: what attention adds to the stream of %2 has length %3.")
        .arg(counted(at.layer))
        .arg(at.query, length);
}

QString differenceSentence(const FigureData& data, const HeadCell& at, double difference)
{
    const AttentionStage& stage = stageOf(data);
    if (shownWeighing(data) != Weighing::Raw)
        return Attention::tr("%1, from %2 to %3: %4.").arg(headText(at), at.query, at.key, formatDifference(difference));
    if (stage.step != AttentionStep::Weights)
        return isSquare(stage)
            ? Attention::tr("%1, from %2 to %3: %4.").arg(headText(at), at.query, at.key, formatDifference(difference))
            : QString();
    const core::Divergence divergence = rowsApart(data);
    QString text = Attention::tr("%1: from %2 to %3 the weight changes by %4.")
                       .arg(headText(at), at.query, at.key, formatDifference(difference));
    if (std::isfinite(divergence.mean))
        text += QLatin1Char(' ')
            + Attention::tr("The rows of A and B differ by %1 nat on average.").arg(formatNumber(divergence.mean));
    return text;
}

QString whyHeadsDiffer(const FigureData& data)
{
    if (!data.a || !data.b)
        return {};
    const int layer = data.selection.layer;
    const int a = headsOf(*data.a, layer, partOf(data)), b = headsOf(*data.b, layer, partOf(data));
    if (a == b)
        return {};
    return Attention::tr("A has %1 heads in layer %2 and B has %3: head %4 of the one is not head %4 of the other.")
        .arg(a)
        .arg(counted(layer))
        .arg(b)
        .arg(counted(data.selection.head));
}

std::vector<Metric> patternMetrics(const FigureData& data, const Grid& a, const Grid& b)
{
    if (a.isEmpty() || a.rows != b.rows || a.columns != b.columns)
        return {};
    const core::Divergence divergence = rowsApart(data);
    if (!std::isfinite(divergence.mean))
        return {};
    Selection place = data.selection;
    if (partOf(data) != core::AttentionPart::Encoder)
        place.query = int(divergence.row);
    return {{Attention::tr("mean KL of the rows"), Attention::tr("%1 nat").arg(formatNumber(divergence.mean)), place, true}};
}

} // namespace widgets
