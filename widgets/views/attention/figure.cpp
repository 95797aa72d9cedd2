// The figure "attention": one head at one stage of its computation: which map, what is beside it, and its words.

#include "widgets/figure/first_sentences.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/beside.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/key_sharing.h"
#include "widgets/views/attention/maps.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/sentences.h"
#include "widgets/views/attention/shared_keys.h"
#include "widgets/views/attention/shown.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Attention
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

constexpr double highForKeys = 260; // px of ordinary type: the map comes first

QString whyNotAttention(const FigureData& data)
{
    if (QString reason = whyNoPart(data, data.selection.layer); !reason.isEmpty())
        return reason;
    if (QString reason = whyNoStage(*shownRun(data), placeOf(data), stageOf(data)); !reason.isEmpty())
        return reason;
    for (const RunPtr& run : panelRuns(data))
        if (QString reason = shownWeighing(data) == Weighing::Raw ? QString() : whyNoWeighing(data, *run, data.selection.layer);
            !reason.isEmpty())
            return reason;
    if (data.side != Side::Delta)
        return {};
    if (QString reason = whyNoStage(*data.b, placeOf(data), stageOf(data)); !reason.isEmpty())
        return Attention::tr("B: %1").arg(reason);
    if (QString reason = whyTokensDiffer(data); !reason.isEmpty())
        return reason;
    if (stageOf(data).step != AttentionStep::Output)
        if (QString reason = whyHeadsDiffer(data); !reason.isEmpty())
            return joinedSentences({reason, Attention::tr("Look at A | B.")});
    if (isSquare(stageOf(data))) // of the same tokens
        return {};
    const Grid a = headGridOf(data, *data.a), b = headGridOf(data, *data.b);
    if (a.rows == b.rows && a.columns != b.columns)
        return Attention::tr("A has %1 numbers a token here and B has %2. Look at A | B.").arg(a.columns).arg(b.columns);
    return {};
}

void drawAttention(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Grid grid = shownHeadGrid(data);
    const AttentionStage& stage = stageOf(data);
    const std::vector<ScoreTerm> terms = scoreTerms(*shownRun(data), placeOf(data));
    if (stage.step == AttentionStep::Biased && !terms.empty() && roomOf(style).width() >= roomBesideMap)
        return drawScoreTerms(drawing, terms);
    if (!isSquare(stage))
        return drawHeadDimensions(drawing, grid);
    drawHeadSquare(drawing, grid);
    drawBesideHead(drawing, grid);
    if (data.side != Side::Delta && roomOf(style).height() >= highForKeys)
        addSharedKeys(plot, keySharingOf(*shownRun(data), data.selection.layer, partOf(data)), data.selection.head, style);
    if (const double most = std::min(style.size.width(), style.size.height());
        style.blocks == MapBlocks::Mean && double(grid.rows) > most) {
        const int row = plot.panel()->rowCount();
        plot.addPanelTitle(row, 0,
            Attention::tr("%1 × %2 cells: more than the picture has dots, so each dot is the mean of a block.")
                .arg(grid.rows)
                .arg(grid.columns),
            style, true);
        plot.panel()->setRowStretchFactor(row, 0.001);
    }
}

QString attentionSubtitle(const FigureData& data)
{
    const Weighing weighing = shownWeighing(data);
    return weighing == Weighing::Raw ? QCoreApplication::translate("AttentionStage", stageOf(data).meaning)
                                     : weighingMeaning(weighing);
}

std::vector<Caveat> attentionCaveats(const FigureData& data)
{
    const HeadAxes axes = headAxes(data);
    if (!axes.queries.areSummed && !axes.keys.areSummed)
        return {};
    return {{Attention::tr("Tokens of one character are merged: keys are summed, queries averaged.")}};
}

QString cellSentence(const FigureData& data)
{
    const Grid grid = shownHeadGrid(data);
    const HeadAxes axes = headAxes(data);
    if (grid.isEmpty())
        return {};
    const Cell cell = shownPlace(data, grid, axes);
    const int hidden = std::max(0, int(axes.queries.count() - grid.rows));
    const HeadCell at{data.selection.layer, data.selection.head,
        Attention::tr("“%1”").arg(visibleToken(axes.queries.texts.value(cell.row + hidden))),
        Attention::tr("“%1”").arg(visibleToken(axes.keys.texts.value(cell.column)))};
    const double value = isSquare(stageOf(data)) ? double(grid.at(cell.row, cell.column)) : 0;
    if (data.side == Side::Delta)
        return differenceSentence(data, at, value);
    if (!isSquare(stageOf(data)))
        return dimensionSentence(data, at, grid, cell.row);
    if (!isOfWeights(data))
        return scoreSentence(data, at, value);
    return shownWeighing(data) == Weighing::Raw ? weightSentence(data, at, value) : weighedSentence(data, at, value);
}

/// Of the cell that is looked at, and whose keys it is computed with.
QString attentionCaption(const FigureData& data)
{
    const QString cell = cellSentence(data);
    const QString keys = data.side == Side::Delta || stageOf(data).step >= AttentionStep::Concatenated
        ? QString() // of all heads
        : sharingSentence(keySharingOf(*shownRun(data), data.selection.layer, partOf(data)), data.selection.head);
    const QString first = firstSentences(cell, 1); // with those that it shares behind it: a small page shows no more
    return cell.isEmpty() ? cell : joinedSentences({first, keys, cell.mid(first.size()).trimmed()});
}

std::vector<Metric> attentionMetrics(const FigureData& data)
{
    const AttentionStage& stage = stageOf(data);
    const bool isRaw = shownWeighing(data) == Weighing::Raw;
    const auto gridFrom = [&](const RunResult& run) {
        return isRaw ? stageGrid(run, placeOf(data), stage) : weighedGrid(data, run, placeOf(data));
    };
    const Grid a = gridFrom(*data.a), b = gridFrom(*data.b);
    if (!whyHeadsDiffer(data).isEmpty())
        return {};
    std::vector<Metric> all = changeMetrics(isRaw ? headChange(data) : gridChange(a, b),
        [&](int row, int column) { return selectionAt(data, row, column, isSquare(stage)); });
    if (isOfWeights(data) && isRaw)
        for (Metric& metric : patternMetrics(data, a, b))
            all.push_back(std::move(metric));
    return all;
}

FigureOptions options(const FigureData& data)
{
    FigureOptions all{
        statedStageOption(), scaleOption, linesOption.oneOf({QStringLiteral("on"), QStringLiteral("off")}), bracketsOption};
    addOptions(all, partOptions(data));
    all.push_back(weighingOption);
    return all;
}

Needs attentionNeeds(const FigureData& data)
{
    if (!data.a || !whyNoPart(data, data.selection.layer).isEmpty())
        return {};
    return shownWeighing(data) == Weighing::Raw ? headMapNeeds(data) : weighingNeeds(data, data.selection.layer);
}

/// From the values on the cells are no weights.
const char* titleOfStage(const FigureData& data)
{
    const AttentionStep step = stageOf(data).step;
    return step == AttentionStep::Values ? QT_TRANSLATE_NOOP("figures", "What does this head take from them?")
        : step > AttentionStep::Values   ? QT_TRANSLATE_NOOP("figures", "What do all heads write together?")
                                         : nullptr;
}

} // namespace

const FigureInfo attentionFigure{.id = "attention",
    .title = QT_TRANSLATE_NOOP("figures", "Which tokens does this head look at?"),
    .draw = drawAttention,
    .caption = attentionCaption,
    .whyNot = whyNotAttention,
    .subtitle = attentionSubtitle,
    .titleFor = titleOfStage,
    .difference = Difference::ByIndex,
    .metrics = attentionMetrics,
    .needs = attentionNeeds,
    .options = options,
    .offer = partOffer,
    .caveats = attentionCaveats,
    .concepts
    = [](const FigureData& data) { return partOf(data) == core::AttentionPart::Self ? "C12 C14 C36" : "C12 C14 C18 C36"; }};

} // namespace widgets
