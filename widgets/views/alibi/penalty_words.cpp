// The words of the penalty picture: why not, subtitle, caption, table.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/penalty.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/sentences.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

QString noRun(const RunResult& run, int layer)
{
    const core::BlockConfig* block = blockOf(run, layer);
    if (!block)
        return Alibi::tr("This trace was recorded without ALiBi and its model is not open. Open the model to see its penalty.");
    if (core::isLatent(block->sharing))
        return Alibi::tr("Latent attention cannot use ALiBi. Choose another kind of attention.");
    return Alibi::tr("This model has no penalty by distance. Choose “ALiBi” as its position encoding to see one.");
}

std::pair<int, int> shownPair(const FigureData& data, const AlibiMaps& maps)
{
    const int query
        = data.selection.query >= 0 ? std::min(data.selection.query, int(maps.score.rows) - 1) : int(maps.score.rows) - 1;
    if (data.selection.key >= 0)
        return {query, std::min(data.selection.key, int(maps.score.columns) - 1)};
    int best = 0;
    for (int key = 0; key < int(maps.attention.columns); ++key)
        if (maps.attention.at(query, key) > maps.attention.at(query, best))
            best = key;
    return {query, best};
}

double largestOf(const Grid& a, const Grid& b)
{
    const Grid difference = differenceOf(a, b);
    double largest = 0;
    for (core::Index row = 0; row < difference.rows; ++row)
        for (core::Index column = 0; column < difference.columns; ++column)
            if (std::isfinite(difference.at(row, column)))
                largest = std::max(largest, std::abs(double(difference.at(row, column))));
    return largest;
}

} // namespace

FigureData withAlibi(const FigureData& data)
{
    FigureData now = data;
    now.a = alibiRunOf(data, data.a);
    now.b = data.b ? alibiRunOf(data, data.b) : nullptr;
    return now;
}

int shownHead(const FigureData& data, const std::vector<double>& slopes)
{
    return std::clamp(data.selection.head, 0, std::max(0, int(slopes.size()) - 1));
}

ScaleChoice penaltyWeightScale(const FigureData& now, int head)
{
    std::vector<Grid> patterns;
    for (const RunPtr& run : scaledRuns(now))
        patterns.push_back(run ? alibiMaps(*run, now.selection.layer, head).attention : Grid());
    return weightScale(patterns, scaleOption.in(now));
}

QString whyNoPenalty(const FigureData& data)
{
    const FigureData now = withAlibi(data);
    const int layer = data.selection.layer;
    std::vector<RunPtr> runs{shownRun(now)};
    std::vector<RunPtr> originals{shownRun(data)};
    if (data.side == Side::Delta && data.b) {
        runs = {now.a, now.b};
        originals = {data.a, data.b};
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i])
            return noRun(*originals[i], layer);
        const int head = shownHead(data, slopesOf(*runs[i], layer));
        for (const char* stage : {"attn.scores_content", "attn.bias", "attn.scores", "attn.pattern"})
            if (!runs[i]->trace->find(core::blockName(layer, stage)))
                return whyNotRecorded(core::blockName(layer, stage));
        if (!alibiMaps(*runs[i], layer, head).isComplete())
            return whyNotRecorded(core::blockName(layer, "attn.pattern") + "[" + std::to_string(head) + "]");
    }
    return {};
}

QString penaltySubtitle(const FigureData& data)
{
    const QString meaning = showsBoth(data)
        ? Alibi::tr("Rows are queries, columns keys. Small panels leave out content and penalty: see A or B alone.")
        : Alibi::tr("Rows: queries, columns: keys; blue lowers, red raises. Content and score share their colours.");
    QStringList sentences{meaning};
    const FigureData now = withAlibi(data);
    const RunPtr& run = shownRun(now);
    const int head = run ? shownHead(data, slopesOf(*run, data.selection.layer)) : 0;
    if (const QString words = run ? scaleWords(penaltyWeightScale(now, head)) : QString(); !words.isEmpty())
        sentences << Alibi::tr("Colours of attention: %1.").arg(words);
    return joinedSentences(sentences);
}

QString penaltyCaption(const FigureData& data)
{
    const FigureData now = withAlibi(data);
    const RunResult& run = *shownRun(now);
    const int layer = data.selection.layer;
    const std::vector<double> slopes = slopesOf(run, layer);
    const int head = shownHead(data, slopes);
    const AlibiMaps maps = alibiMaps(run, layer, head);
    if (data.side == Side::Delta) {
        const AlibiMaps other = alibiMaps(*now.b, layer, head);
        return Alibi::tr("L%1 H%2: the penalty differs by at most %3, the score by %4, the attention by %5.")
            .arg(counted(layer))
            .arg(counted(head))
            .arg(formatNumber(largestOf(maps.penalty, other.penalty)), formatNumber(largestOf(maps.score, other.score)),
                formatNumber(largestOf(maps.attention, other.attention)));
    }
    const auto [query, key] = shownPair(data, maps);
    const auto number = [&, q = query, k = key](const Grid& grid) { return double(grid.at(q, k)); };
    QStringList sentences;
    if (std::isfinite(number(maps.score)))
        sentences << (showsBoth(data) // a line for each
                ? Alibi::tr("L%1 H%2 (slope %3): %4 → %5 %6 − %8 (distance %7) = %9.")
                : Alibi::tr("L%1 H%2, slope %3: %4 → %5 content %6, distance %7 costs %8, makes %9."))
                         .arg(counted(layer))
                         .arg(counted(head))
                         .arg(slopeText(slopes[std::size_t(head)]), quotedToken(*run.trace, query), quotedToken(*run.trace, key),
                             formatNumber(number(maps.content)))
                         .arg(std::abs(query + int(maps.score.columns - maps.score.rows) - key))
                         .arg(formatNumber(-number(maps.penalty)), formatNumber(number(maps.score)));
    const auto [least, most] = std::minmax_element(slopes.begin(), slopes.end());
    const int steep = int(most - slopes.begin()), flat = int(least - slopes.begin());
    const std::optional<core::HeadScores> ofSteep = scoresOf(run, layer, steep);
    const std::optional<core::HeadScores> ofFlat = scoresOf(run, layer, flat);
    if (ofSteep && ofFlat && *least < *most)
        sentences << Alibi::tr("H%1 (slope %2) looks %3 tokens back on average, H%4 (slope %5) %6.")
                         .arg(counted(steep))
                         .arg(slopeText(*most), formatFixed(ofSteep->distance, 1))
                         .arg(counted(flat))
                         .arg(slopeText(*least), formatFixed(ofFlat->distance, 1));
    sentences << slopeRule(slopes);
    if (const QString scale = scaleSentence(penaltyWeightScale(now, head), {&maps.attention, 1}); !scale.isEmpty())
        sentences << scale;
    return joinedSentences(sentences);
}

QString penaltyTable(const FigureData& data)
{
    const FigureData now = withAlibi(data);
    const RunResult& run = *shownRun(now);
    const std::vector<double> slopes = slopesOf(run, data.selection.layer);
    QStringList lines{QStringLiteral("layer,head,slope,query,key,content,penalty,score,attention")};
    for (int head = 0; head < int(slopes.size()); ++head) {
        const AlibiMaps maps = alibiMaps(run, data.selection.layer, head);
        for (core::Index query = 0; query < maps.score.rows; ++query)
            for (core::Index key = 0; key < maps.score.columns; ++key)
                if (maps.isComplete() && std::isfinite(maps.score.at(query, key)))
                    lines << QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8,%9")
                                 .arg(data.selection.layer)
                                 .arg(head)
                                 .arg(exactText(float(slopes[std::size_t(head)])))
                                 .arg(query)
                                 .arg(key)
                                 .arg(exactText(maps.content.at(query, key)), exactText(maps.penalty.at(query, key)),
                                     exactText(maps.score.at(query, key)), exactText(maps.attention.at(query, key)));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace widgets
