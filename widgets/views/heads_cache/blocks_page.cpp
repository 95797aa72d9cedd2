// "Group" attention of blocks of tokens, beside grouped-query attention: what either leaves out, and what it costs.

#include "widgets/figure/choice_text.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace widgets {

namespace {

struct Blocks
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

/// The run once more: grouped queries with every earlier token seen, or blocks of tokens.
Need maskNeed(const FigureData& data, bool isBlocks)
{
    core::Choices change;
    change.set("mask.kind", isBlocks ? "block_local" : "causal");
    if (!isBlocks)
        change.set("attention.kind", "grouped_query");
    return changedRun(data, change,
        isBlocks ? "mask.kind=block_local pattern" : "attention.kind=grouped_query mask.kind=causal pattern",
        {"blocks.*.attn.pattern"});
}

struct Masked
{
    RunPtr run;
    QString why;
    Grid weights; // [query, key]; −inf: not seen
    core::AttentionMask mask;
    core::Index tokens = 0;
    int head = 0;
};

Masked maskedOf(const FigureData& data, bool isBlocks)
{
    Masked masked;
    const Need need = maskNeed(data, isBlocks);
    masked.run = data.results.run(need.id);
    if (!masked.run) {
        const NeedResult* result = data.results.find(need.id);
        masked.why = result ? coreText(result->why) : QString();
        return masked;
    }
    const int layer = layerWithAttention(*masked.run, data.selection);
    const core::Tensor* pattern = masked.run->trace->find(core::blockName(layer, "attn.pattern"));
    if (!pattern || pattern->rank() != 3)
        return masked;
    masked.mask = masked.run->setup->config.block(layer).mask;
    masked.tokens = pattern->dim(1);
    masked.head = std::clamp(data.selection.head, 0, int(pattern->dim(0)) - 1);
    std::vector<float> weights;
    for (core::Index query = 0; query < pattern->dim(1); ++query)
        for (core::Index key = 0; key < pattern->dim(2); ++key)
            weights.push_back(core::maskSees(masked.mask, query, key) ? pattern->at({masked.head, query, key})
                                                                      : -std::numeric_limits<float>::infinity());
    masked.weights = gridOf(std::move(weights), pattern->dim(1), pattern->dim(2));
    return masked;
}

/// The most keys that a query sees: the tokens of a block where the text is longer than one.
core::Index blockOf(const Masked& masked)
{
    core::Index most = 0;
    for (core::Index query = 0; query < masked.tokens; ++query) {
        const core::KeyRange range = core::maskRange(masked.mask, query, masked.tokens);
        most = std::max(most, range.last - range.first);
    }
    return most;
}

QString whyNot(const FigureData& data)
{
    const Masked all = maskedOf(data, false), blocks = maskedOf(data, true);
    for (const Masked* masked : {&all, &blocks})
        if (!masked->run)
            return Blocks::tr("This model cannot run with another mask: %1.").arg(masked->why);
    if (all.weights.isEmpty() || blocks.weights.isEmpty())
        return whyNotRecorded("blocks.*.attn.pattern");
    if (all.tokens <= blockOf(blocks))
        return Blocks::tr("The text fits into one block, which leaves nothing out: add some words.");
    return {};
}

void drawMap(const Drawing& drawing, QCPLayoutGrid& wall, int column, const Masked& masked)
{
    const auto& [plot, data, style] = drawing;
    const bool isBlocks = column == 1;
    const QString pairs = formatCount(core::pairsSeen(masked.mask, masked.tokens));
    const QString heading = isBlocks ? Blocks::tr("Blocks of %1 tokens: %2 pairs").arg(blockOf(masked)).arg(pairs)
                                     : Blocks::tr("GQA, all earlier tokens: %1 pairs").arg(pairs);
    wall.addElement(0, column, plot.addPanelTitle(plot.panel()->rowCount(), 0, heading, style));
    GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    wall.addElement(1, column, rect);
    rect->setCells(int(masked.weights.rows), int(masked.weights.columns));
    labelRows(*rect, *masked.run->trace);
    labelColumns(*rect, *masked.run->trace);
    rect->setAxisTitles(Blocks::tr("key"), Blocks::tr("query"));
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("weights"));
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, masked.weights);
    map->setData(masked.weights, scale);
    map->setPinned({data.selection.query, data.selection.key});
    if (style.showColorBar && isBlocks)
        new ColorBar(rect, scale, Blocks::tr("weight"), style);
}

void draw(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::xl);
    wall->setRowSpacing(space::xs);
    drawMap(drawing, *wall, 0, maskedOf(data, false));
    drawMap(drawing, *wall, 1, maskedOf(data, true));
    wall->setRowStretchFactor(0, 0.001);
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, wall);
}

QString subtitle(const FigureData& data)
{
    const Masked masked = maskedOf(data, false);
    return Blocks::tr("Each cell: attention weight of head %1 in layer %2 from query to key; hatched: the mask hides it.")
        .arg(masked.head)
        .arg(layerWithAttention(*shownRun(data), data.selection));
}

QString caption(const FigureData& data)
{
    const Masked all = maskedOf(data, false), blocks = maskedOf(data, true);
    const core::Index n = all.tokens, m = blockOf(blocks), groups = (n + m - 1) / m;
    return Blocks::tr(
        "Two things are called “group”: GQA shares keys and values, every token still sees all before it (%1 of n² = %2 pairs); "
        "blocks cut the text into g = %3 groups of m = %4, cost n·m = n²/g: about %5, here %6 pairs.")
        .arg(formatCount(core::pairsSeen(all.mask, n)), formatCount(n * n))
        .arg(groups)
        .arg(m)
        .arg(formatCount(n * m), formatCount(core::pairsSeen(blocks.mask, n)));
}

QString table(const FigureData& data)
{
    QString text = QStringLiteral("mask,query,key,seen,weight\n");
    for (const bool isBlocks : {false, true}) {
        const Masked masked = maskedOf(data, isBlocks);
        for (core::Index query = 0; query < masked.weights.rows; ++query)
            for (core::Index key = 0; key < masked.weights.columns; ++key) {
                const bool isSeen = core::maskSees(masked.mask, query, key);
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(isBlocks ? QStringLiteral("block_local") : QStringLiteral("causal"))
                            .arg(query)
                            .arg(key)
                            .arg(isSeen ? 1 : 0)
                            .arg(isSeen ? exactText(masked.weights.at(query, key)) : QStringLiteral("0"));
            }
    }
    return text;
}

Needs needs(const FigureData& data)
{
    if (!whyNoCache(data).isEmpty())
        return {};
    return {maskNeed(data, false), maskNeed(data, true)};
}

} // namespace

const FigurePage blocksPage{.id = "blocks",
    .title = QT_TRANSLATE_NOOP("figures", "Are groups of heads and groups of tokens the same?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .table = table,
    .needs = needs,
    .minPanel = minPanelOf<320, 160>,
    .concepts = "C16"};

} // namespace widgets
