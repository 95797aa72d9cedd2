// The mixer of a layer as a matrix [query, key], as attention's pattern is one; beside it what its decay alone would leave, and
// what attention (or, beside attention, retention) does with the same tokens.

#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/mixers/kinds.h"
#include "widgets/views/mixers/pages.h"
#include "widgets/views/mixers/query_chart.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/token_groups.h"

#include <cmath>

namespace widgets {

namespace {

constexpr double sumsAlike = 1e-4; // rows that sum to 1

QString whyNotMixerMatrix(const FigureData& data)
{
    QString reason = whyNoTokens(data);
    for (const RunPtr& run : panelRuns(data))
        if (reason.isEmpty())
            reason = whyNoMatrix(*run, data);
    if (reason.isEmpty() && data.side == Side::Delta)
        reason = whyNoMatrix(*data.b, data);
    return reason;
}

/// The kind whose run is beside that of the page.
std::string besideKind(const RunResult& run, const FigureData& data)
{
    return isAttentionMixer(run, mixerLayer(run, data.selection)) ? "retention" : "attention";
}

Need besideNeed(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return mixerRunNeed(run, besideKind(*run, data));
}

/// The run beside; null: not there, or A and B are.
RunPtr besideRun(const FigureData& data) { return showsBoth(data) ? nullptr : data.results.run(besideNeed(data).id); }

Needs mixerMatrixNeeds(const FigureData& data)
{
    Needs all;
    if (!shownRun(data) || !whyNoTokens(data).isEmpty())
        return all;
    for (const RunPtr& run : drawnRuns(data))
        if (whyNoMatrix(*run, data).isEmpty())
            all.push_back(mixerMatrixNeed(run, data));
    if (all.empty() || showsBoth(data))
        return all;
    all.push_back(besideNeed(data));
    all.back().isPart = true;
    if (const RunPtr beside = besideRun(data); beside && whyNoMatrix(*beside, data).isEmpty()) {
        all.push_back(mixerMatrixNeed(beside, data));
        all.back().isPart = true;
    }
    return all;
}

QString kindOf(const RunResult& run, const FigureData& data)
{
    return shortMixerName(mixerKind(run, mixerLayer(run, data.selection)));
}

constexpr ScaleChoice ofPatterns{ColorMapId::Viridis, ScalePolicy::Fixed01}; // of attention, as on its own pages

SquareMap effectiveMap(const FigureData& data, const QString& heading, const Grid& grid, const ColorScale& scale)
{
    return {.heading = heading,
        .sign = {},
        .name = QStringLiteral("effective"),
        .quantity = Mixers::tr("weight"),
        .grid = grid,
        .scale = scale,
        .pinned = {data.selection.query, data.selection.key},
        .tokens = {}};
}

/// The matrix of one run, and its decay where it has one.
void addMaps(std::vector<SquareMap>& maps, const FigureData& data, const RunPtr& run, const char* name)
{
    const core::MixerMatrix* const matrix = mixerMatrixOf(data, run);
    if (!matrix)
        return;
    const Grid grid = mixerGrid(matrix->effective);
    bool isWithoutDiagonal = false;
    const bool isPattern = matrix->decay.size() == 0;
    const ColorScale scale = isPattern ? makeScale(ofPatterns, grid) : mixerScale({grid}, &isWithoutDiagonal);
    const QString kind = kindOf(*run, data);
    const QString heading = isPattern ? Mixers::tr("%1: its pattern").arg(kind)
        : isWithoutDiagonal           ? Mixers::tr("%1; scale without the diagonal").arg(kind)
                                      : Mixers::tr("%1: its matrix").arg(kind);
    maps.push_back(effectiveMap(data, heading, grid, scale));
    maps.back().name = QLatin1String(name);
    if (isPattern) {
        maps.back().quantity = Mixers::tr("attention"); // a key of its own
        return;
    }
    const Grid decay = mixerGrid(matrix->decay);
    maps.push_back(maps.back());
    maps.back().heading = Mixers::tr("%1: what its decay leaves").arg(kind);
    maps.back().name = QLatin1String(name) + QStringLiteral(" decay");
    maps.back().quantity = Mixers::tr("share left");
    maps.back().grid = decay;
    maps.back().scale = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, decay);
}

/// Of a comparison: one map a panel, with one scale.
void addCompared(std::vector<SquareMap>& maps, const FigureData& data)
{
    const GridOf numbers = [&](const RunResult& run) {
        const core::MixerMatrix* const matrix = mixerMatrixOf(data, pointerTo(data, run));
        return matrix ? mixerGrid(matrix->effective) : Grid();
    };
    const Grid grid = sideGrid(data, numbers);
    const bool isDelta = data.side == Side::Delta;
    std::vector<Grid> grids;
    bool arePatterns = true;
    for (const RunPtr& run : isDelta ? std::vector<RunPtr>() : scaledRuns(data))
        if (run) {
            grids.push_back(numbers(*run));
            const core::MixerMatrix* const matrix = mixerMatrixOf(data, run);
            arePatterns &= matrix && matrix->decay.size() == 0;
        }
    const ScaleChoice around{ColorMapId::RdBu, ScalePolicy::SymmetricRobust};
    const ColorScale scale = isDelta ? sideScale(data, around, numbers)
        : arePatterns                    ? makeScale(ofPatterns, grids)
                                         : mixerScale(grids);
    const QString kind
        = isDelta ? kindOf(*data.b, data) + QStringLiteral(" − ") + kindOf(*data.a, data) : kindOf(*shownRun(data), data);
    maps.push_back(effectiveMap(data, QStringLiteral("%1 %2").arg(kind, rangeText(scale)), grid, scale));
    if (isDelta)
        maps.back().quantity = Mixers::tr("Δ weight");
}

void drawMixerMatrix(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const TokenGroups tokens = tokenGroups(*shownRun(data)->trace, false);
    MapRows rows;
    rows.rowTokens = rows.columnTokens = tokens.texts;
    rows.brackets = tokens.brackets;
    std::vector<SquareMap>& maps = rows.rows.emplace_back();
    if (showsBoth(data)) {
        addCompared(maps, data);
    } else {
        addMaps(maps, data, shownRun(data), "effective");
        addMaps(maps, data, besideRun(data), "beside");
    }
    auto* const stage = new MapStage(plot, 0, 0, rows, style);
    std::vector<QueryLine> lines;
    if (!showsBoth(data))
        for (const RunPtr& run : {shownRun(data), besideRun(data)})
            if (const core::MixerMatrix* const matrix = mixerMatrixOf(data, run))
                lines.push_back(
                    {kindOf(*run, data), mixerColor(mixerKind(*run, mixerLayer(*run, data.selection)), style), matrix});
    if (!lines.empty())
        addQueryChart(*stage, drawing, lines);
}

QString mixerMatrixSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return Mixers::tr(
        "Cells (%1): share of a key's value in a query's result; all else as in this run.")
        .arg(mixerPlaceText(*run, data));
}

QString sumsText(const core::MixerMatrix& matrix)
{
    const double least = matrix.rowSumLeast, most = matrix.rowSumMost;
    if (std::abs(least - 1) < sumsAlike && std::abs(most - 1) < sumsAlike)
        return Mixers::tr("Each row sums to 1.");
    return Mixers::tr("Rows sum to %1 … %2: nothing makes them 1.").arg(formatNumber(least), formatNumber(most));
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const core::MixerMatrix* const matrix = mixerMatrixOf(data, run);
    if (!matrix)
        return {};
    const QString kind = kindOf(*run, data);
    if (matrix->decay.size() == 0)
        return Mixers::tr("%1: the pattern is the matrix.").arg(kind) + QLatin1Char(' ') + sumsText(*matrix);
    const core::MixerForm form = core::mixerFormOf(*run->setup, mixerLayer(*run, data.selection));
    return Mixers::tr("%1: matrix times %2 is the recorded %3 within %4.")
               .arg(kind, QLatin1String(form.values), QLatin1String(form.result), formatNumber(matrix->error, 2))
        + QLatin1Char(' ') + sumsText(*matrix);
}

QString mixerMatrixCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return {}; // the sentences of A and of B have said it
    QStringList sentences;
    for (const RunPtr& run : panelRuns(data))
        sentences << slotPrefix(data, run) + sentenceOf(data, run);
    return joinedSentences(sentences);
}

std::vector<Caveat> mixerMatrixCaveats(const FigureData& data)
{
    const RunPtr beside = besideRun(data);
    if (!beside || !beside->setup || beside->setup->origin.how != core::WeightsOrigin::How::Kept)
        return {};
    return seededMixers(*shownRun(data), {kindOf(*beside, data)});
}

QString mixerMatrixTable(const FigureData& data)
{
    QString text = QStringLiteral("mixer,layer,lane,query,key,weight,decay\n");
    std::vector<RunPtr> runs = panelRuns(data);
    if (const RunPtr beside = besideRun(data))
        runs.push_back(beside);
    for (const RunPtr& run : runs) {
        const core::MixerMatrix* const matrix = mixerMatrixOf(data, run);
        if (!matrix)
            continue;
        const core::MixerPlace place = mixerPlace(*run, data);
        const QString head = QStringLiteral("%1,%2,%3")
                                 .arg(QString::fromStdString(mixerKind(*run, int(place.layer))))
                                 .arg(place.layer)
                                 .arg(place.lane < 0 ? QStringLiteral("mean") : QString::number(place.lane));
        for (core::Index row = 0; row < matrix->effective.rows(); ++row)
            for (core::Index column = 0; column < matrix->effective.cols(); ++column)
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(head)
                            .arg(row)
                            .arg(column)
                            .arg(exactText(matrix->effective(row, column)),
                                matrix->decay.size() > 0 ? exactText(matrix->decay(row, column)) : QString());
    }
    return text;
}

std::vector<Metric> mixerMatrixMetrics(const FigureData& data)
{
    const core::MixerMatrix *const a = mixerMatrixOf(data, data.a), *const b = mixerMatrixOf(data, data.b);
    if (!a || !b)
        return {};
    return gridMetrics(mixerGrid(a->effective), mixerGrid(b->effective), [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        at.key = column;
        return at;
    });
}

} // namespace

const FigurePage mixerMatrixPage{.id = "matrix",
    .title = QT_TRANSLATE_NOOP("figures", "What does a mixer take from each token?"),
    .draw = drawMixerMatrix,
    .caption = mixerMatrixCaption,
    .whyNot = whyNotMixerMatrix,
    .subtitle = mixerMatrixSubtitle,
    .table = mixerMatrixTable,
    .metrics = mixerMatrixMetrics,
    .needs = mixerMatrixNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {lanesOption, channelOption};
    },
    .caveats = mixerMatrixCaveats,
    .concepts = "C42"};

} // namespace widgets
