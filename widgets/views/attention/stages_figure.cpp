// The stages of one head, from q · k to what goes into the stream, as maps from left to right, each after its step.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/stage_page.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace widgets {

namespace {

struct Stages
{
    Q_DECLARE_TR_FUNCTIONS(AttentionStages)
};

QString whyNotAttentionStages(const FigureData& data)
{
    if (QString reason = whyNoPart(data, data.selection.layer); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    bool hasOne = false;
    for (const AttentionStage& stage : attentionStages())
        hasOne |= whyNoStage(run, placeOf(data), stage).isEmpty();
    if (!hasOne)
        return whyNotRecorded(tensorAt(run, placeOf(data), "attn.pattern"));
    if (QString reason = data.side == Side::Delta ? whyTokensDiffer(data) : QString(); !reason.isEmpty())
        return reason;
    if (const QString reason = data.side == Side::Delta ? whyHeadsDiffer(data) : QString(); !reason.isEmpty())
        return joinedSentences({reason, Stages::tr("Look at A | B.")});
    return {};
}

/// What the step does, with this model's numbers; empty for steps without numbers.
QString numbersOf(const RunResult& run, const PartPlace& at, const AttentionStage& stage)
{
    const Scoring scoring = scoringOf(run, at);
    switch (stage.step) {
    case AttentionStep::Scaled:
        return QStringLiteral("× %1").arg(formatNumber(scoring.scale));
    case AttentionStep::Capped:
        return QStringLiteral("±%1").arg(formatNumber(scoring.cap));
    case AttentionStep::Concatenated:
        return Stages::tr("%1 heads").arg(headsOf(run, at.layer, at.part));
    default:
        return {};
    }
}

/// Whether the model has no such step, though its scores are known.
bool isLeftOut(const RunResult& run, const FigureData& data, const AttentionStage& stage)
{
    return (stage.step == AttentionStep::Biased || stage.step == AttentionStep::Capped)
        && !whyNoStage(run, placeOf(data), stage).isEmpty()
        && run.trace->find(tensorAt(run, placeOf(data), "attn.scores_content"));
}

/// Why there is no map of another step, in a few words.
QString shortReason(const RunResult& run, const FigureData& data, const AttentionStage& stage)
{
    return whyNoStage(run, placeOf(data), stage).isEmpty() ? Stages::tr("A and B differ in shape") : Stages::tr("not recorded");
}

/// Stages whose colours mean the same: scores from the scaling to the mask; the mixes of one head and of all.
int groupOf(const AttentionStage& stage)
{
    switch (stage.step) {
    case AttentionStep::Product:
        return 0;
    case AttentionStep::Scaled:
    case AttentionStep::Biased:
    case AttentionStep::Capped:
    case AttentionStep::Masked:
        return 1;
    case AttentionStep::Weights:
        return 2;
    case AttentionStep::Values:
    case AttentionStep::Concatenated:
        return 3;
    case AttentionStep::Output:
        break;
    }
    return 4;
}

GridOf gridFrom(const FigureData& data, const AttentionStage& stage)
{
    return [&data, &stage](const RunResult& of) { return stageGrid(of, placeOf(data), stage); };
}

/// One scale for all maps of the group.
ColorScale scaleOf(const FigureData& data, const AttentionStage& stage)
{
    return sideScale(data, stageScale(data, stage), GridsOf([&](const RunResult& of) {
        std::vector<Grid> grids;
        for (const AttentionStage& other : attentionStages())
            if (groupOf(other) == groupOf(stage))
                if (Grid grid = stageGrid(of, placeOf(data), other); !grid.isEmpty())
                    grids.push_back(std::move(grid));
        return grids;
    }));
}

QString groupText(const AttentionStage& stage) { return groupOf(stage) == 1 ? Stages::tr("score") : quantityText(stage); }

/// The cell that is looked at.
Cell cellOf(const FigureData& data, const AttentionStage& stage)
{
    const auto [query, key] = shownCell(data);
    return isSquare(stage) ? Cell{query, key} : Cell{query, data.selection.dim};
}

/// Its number; empty outside the map.
QString valueText(const FigureData& data, const AttentionStage& stage, const Grid& grid)
{
    const Cell cell = cellOf(data, stage);
    if (cell.row < 0 || cell.row >= grid.rows || cell.column < 0 || cell.column >= grid.columns)
        return {};
    const auto value = double(grid.at(cell.row, cell.column));
    return !std::isfinite(value) ? maskedText() : data.side == Side::Delta ? formatDifference(value) : formatNumber(value);
}

StageCard cardOf(const FigureData& data, const AttentionStage& stage, const Grid& grid)
{
    const RunResult& run = *shownRun(data);
    StageCard card;
    card.scale = scaleOf(data, stage);
    card.name = formulaText(stage) + scaleMark(card.scale.choice);
    card.numbers = numbersOf(run, placeOf(data), stage);
    if (!isSquare(stage)) {
        const std::array shape{std::ptrdiff_t(grid.rows), std::ptrdiff_t(grid.columns)};
        card.numbers += (card.numbers.isEmpty() ? QString() : QStringLiteral(" · ")) + formatShape(shape);
    }
    card.value = valueText(data, stage, grid);
    card.quantity = groupText(stage);
    card.group = groupOf(stage);
    card.isSquare = isSquare(stage);
    card.isAcross = partOf(data) == core::AttentionPart::Cross;
    card.isChosen = stageOption.isIn(data) && stageOf(data).step == stage.step;
    if (stage.step == AttentionStep::Concatenated) // where this head stands
        if (const int heads = headsOf(run, data.selection.layer, partOf(data)); heads > 1 && grid.columns % heads == 0) {
            const int width = int(grid.columns) / heads;
            card.firstMarked = data.selection.head * width;
            card.lastMarked = card.firstMarked + width - 1;
        }
    return card;
}

// Px of ordinary type.
constexpr double kWideForAll = 205;   // a narrower panel has the last scores and the weights alone
constexpr double kWideForWides = 420; // a narrower one of three the squares alone: larger than with all
constexpr double kHighForWides = 165; // a lower one no vectors, unless they are beside the squares
constexpr QSizeF kMinPanel{160, 170}, kMinOfThree{205, 150}; // rather no difference than three of dots

bool hasRoomFor(const FigureData& data, const AttentionStage& stage, const FigureStyle& style)
{
    if (roomOf(style).width() < kWideForAll)
        return stage.step == AttentionStep::Masked || stage.step == AttentionStep::Weights;
    if (isSquare(stage) || roomOf(style).width() >= kWideForWides)
        return true;
    return data.mode != SlotMode::All && pictureHeight(style) >= kHighForWides;
}

void drawAttentionStages(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    auto* page
        = new StagePage(plot, partGroups(run, partOf(data), true, false), partGroups(run, partOf(data), false, false), style);
    for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
        if (auto* const before = qobject_cast<StagePage*>(element))
            page->standBeside(*before);
    QStringList skipped, withoutRoom;
    for (const AttentionStage& stage : attentionStages()) {
        const Grid grid = sideGrid(data, gridFrom(data, stage));
        if (!grid.isEmpty() && !hasRoomFor(data, stage, style)) {
            withoutRoom << formulaText(stage);
            continue;
        }
        if (grid.isEmpty()) {
            skipped << formulaText(stage);
            continue;
        }
        StageCard card = cardOf(data, stage, grid);
        card.skipped = std::exchange(skipped, {});
        GridAxisRect* rect = page->add(card, int(grid.rows), int(grid.columns));
        auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        map->setName(QStringLiteral("stage_%1").arg(QLatin1String(stage.id)));
        map->setData(grid, card.scale);
        map->setNumbers(false);
        if (stage.step == AttentionStep::Weights)
            map->setMask(headMaskAt(run, placeOf(data)));
        map->setPinned(cellOf(data, stage));
    }
    plot.panel()->addElement(0, 0, page);
    sayNoRoomFor(plot, withoutRoom, style);
}

QString attentionStagesSubtitle(const FigureData& data)
{
    return Stages::tr("Maps: the matrix after each step; the last two hold all heads; layer %1, head %2.")
        .arg(counted(data.selection.layer))
        .arg(counted(data.selection.head));
}

/// The length of a token's vector in a head, [token, head, d_head]; none where it is not recorded.
std::optional<double> lengthOf(const RunResult& run, const PartPlace& at, const char* tensor, int token)
{
    const core::Tensor* const vectors = run.trace->find(tensorAt(run, at, tensor));
    const int heads = headsOf(run, at.layer, at.part);
    if (!vectors || vectors->rank() != 3 || heads <= 0 || token < 0 || token >= vectors->dim(0))
        return {};
    const int head = at.head * int(vectors->dim(1)) / heads; // some share their keys
    const Grid grid = gridOf(*vectors, 1, head);
    double squares = 0;
    for (int column = 0; column < int(grid.columns); ++column)
        squares += double(grid.at(token, column)) * double(grid.at(token, column));
    return std::sqrt(squares);
}

bool hasQkNorm(const RunResult& run, const PartPlace& at)
{
    const core::BlockConfig* const block = at.part == core::AttentionPart::Self ? blockAt(run, at) : nullptr;
    return block && block->qkNorm != core::QkNorm::None;
}

/// Of two slots of which one has QK-norm: the lengths of both in few words, which are read beside each other.
QString lengthsSentence(const RunResult& run, const PartPlace& at, int query, int key)
{
    const auto q = lengthOf(run, at, "attn.q", query), k = lengthOf(run, at, "attn.k", key);
    if (!q || !k)
        return {};
    if (!hasQkNorm(run, at))
        return Stages::tr("‖q‖ %1, ‖k‖ %2.").arg(formatNumber(*q), formatNumber(*k));
    const auto qNormed = lengthOf(run, at, "attn.q_normed", query), kNormed = lengthOf(run, at, "attn.k_normed", key);
    return qNormed && kNormed ? Stages::tr("QK-norm: ‖q‖ %1 → %2, ‖k‖ %3 → %4.")
                                    .arg(formatNumber(*q), formatNumber(*qNormed), formatNumber(*k), formatNumber(*kNormed))
                              : QString();
}

/// Empty in a layer without QK-norm.
QString qkNormSentence(const RunResult& run, const PartPlace& at, int query, int key)
{
    if (!hasQkNorm(run, at))
        return {};
    const auto q = lengthOf(run, at, "attn.q", query), qNormed = lengthOf(run, at, "attn.q_normed", query);
    const auto k = lengthOf(run, at, "attn.k", key), kNormed = lengthOf(run, at, "attn.k_normed", key);
    if (!q || !qNormed || !k || !kNormed)
        return Stages::tr("QK-norm: q and k are normalised before their product, so that no score outgrows their gains.");
    return Stages::tr("QK-norm before q · k: length of q %1 → %2, of k %3 → %4. So no score outgrows their gains.")
        .arg(formatNumber(*q), formatNumber(*qNormed), formatNumber(*k), formatNumber(*kNormed));
}

/// What the score becomes step by step, "QKᵀ: −12.3 → ÷ √d: −2.51"; in a comparison without the steps that change nothing.
QString stepsText(const FigureData& data)
{
    QStringList steps;
    QString before;
    for (const AttentionStage& stage : attentionStages()) {
        const Grid grid = isSquare(stage) ? sideGrid(data, gridFrom(data, stage)) : Grid();
        const QString number = grid.isEmpty() ? QString() : valueText(data, stage, grid);
        if (!number.isEmpty() && !(showsBoth(data) && number == before))
            steps << Stages::tr("%1: %2").arg(formulaText(stage), number);
        if (!number.isEmpty())
            before = number;
    }
    return steps.join(QStringLiteral(" → "));
}

/// Which cell the steps are of; of B, whose cell is that of A, they alone.
QString stepsSentence(const FigureData& data, int query, int key)
{
    const QString steps = stepsText(data);
    if (data.side == Side::B && whyTokensDiffer(data).isEmpty() && steps != stepsText(ofSide(data, Side::A)))
        return Stages::tr("%1.").arg(steps);
    const RunResult& run = *shownRun(data);
    return Stages::tr("From %1 to %2 — %3.")
        .arg(quotedPart(run, partOf(data), true, query), quotedPart(run, partOf(data), false, key), steps);
}

QString attentionStagesCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const auto [query, key] = shownCell(data);
    QStringList leftOut, without;
    for (const AttentionStage& stage : attentionStages())
        if (sideGrid(data, gridFrom(data, stage)).isEmpty()) {
            if (isLeftOut(run, data, stage))
                leftOut << formulaText(stage);
            else
                without << Stages::tr("%1 (%2)").arg(formulaText(stage), shortReason(run, data, stage));
        }
    QStringList sentences;
    const bool areLengthsCompared
        = showsBoth(data) && data.side != Side::Delta && (hasQkNorm(*data.a, placeOf(data)) || hasQkNorm(*data.b, placeOf(data)));
    if (const QString lengths = areLengthsCompared ? lengthsSentence(run, placeOf(data), query, key) : QString();
        !lengths.isEmpty())
        sentences << lengths;
    else if (const QString norm = qkNormSentence(run, placeOf(data), query, key); !norm.isEmpty())
        sentences << norm; // first, where there is room for little
    sentences << stepsSentence(data, query, key);
    if (!leftOut.isEmpty())
        sentences << Stages::tr("Not in this layer: %1.").arg(leftOut.join(Stages::tr(", ")));
    if (!without.isEmpty())
        sentences << Stages::tr("Steps without a map: %1.").arg(without.join(Stages::tr(", ")));
    return joinedSentences(sentences);
}

std::vector<Metric> attentionStagesMetrics(const FigureData& data)
{
    if (!whyHeadsDiffer(data).isEmpty())
        return {};
    const AttentionStage& stage = stageOf(data);
    const PartPlace at = placeOf(data);
    const Grid a = stageGrid(*data.a, at, stage), b = stageGrid(*data.b, at, stage);
    std::vector<Metric> all
        = gridMetrics(a, b, [&](int row, int column) { return selectionAt(data, row, column, isSquare(stage)); });
    for (Metric& metric : patternMetrics(data, headGridAt(*data.a, at, "attn.pattern"), headGridAt(*data.b, at, "attn.pattern")))
        all.push_back(std::move(metric));
    return all;
}

} // namespace

const FigureInfo attentionStagesFigure{.id = "attention_stages",
    .title = QT_TRANSLATE_NOOP("figures", "How does a product become attention?"),
    .draw = drawAttentionStages,
    .caption = attentionStagesCaption,
    .whyNot = whyNotAttentionStages,
    .subtitle = attentionStagesSubtitle,
    .difference = Difference::ByIndex,
    .metrics = attentionStagesMetrics,
    .options =
        [](const FigureData& data) {
            FigureOptions all{statedStageOption(), scaleOption};
            addOptions(all, partOptions(data));
            return all;
        },
    .offer = partOffer,
    .minPanel = [](const FigureData& data) { return data.mode == SlotMode::All ? kMinOfThree : kMinPanel; },
    .concepts = [](const FigureData& data) { return partOf(data) == core::AttentionPart::Self ? "C12 C36" : "C12 C18 C36"; }};

} // namespace widgets
