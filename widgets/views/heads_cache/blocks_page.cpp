// "Group" attention of blocks of tokens, beside the attention of the model, whose heads may be in groups: what either leaves out,
// and what it costs. Of two slots both are beside the blocks of A.

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <type_traits>

namespace widgets {

namespace {

struct Blocks
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

constexpr int ordinaryBlock = 4; // tokens

/// The tokens of a block in the layer that is looked at; 0: its mask is another one.
int ownBlock(const RunResult& run, const Selection& selection)
{
    const int layer = layerWithAttention(run, selection);
    if (layer < 0)
        return 0;
    core::AttentionMask mask = run.setup->config.block(layer).mask;
    int length = 0;
    core::eachParam(mask, [&](const core::ParamInfo& param, const auto& value) {
        if constexpr (std::is_convertible_v<decltype(value), core::Index>)
            if (param.id == "mask.block")
                length = int(value);
    });
    return length;
}

/// The run once more, in blocks of tokens; or with every earlier token seen, where it has blocks itself.
Need maskNeed(const FigureData& data, bool isBlocks)
{
    core::Choices change;
    change.set("mask.kind", isBlocks ? "block_local" : "causal");
    const std::string pattern // all heads of a long text would take gigabytes
        = core::blockName(layerWithAttention(*neededRun(data), data.selection), "attn.pattern");
    std::string words = "mask.kind=causal " + pattern;
    if (isBlocks) {
        const int length = shownBlock(data);
        change.set("mask.block", length);
        words = "mask.kind=block_local mask.block=" + std::to_string(length) + ' ' + pattern;
    }
    return changedRun(data, change, words, {pattern});
}

struct Masked
{
    RunPtr run;
    QString why;
    Grid weights; // [query, key]
    core::AttentionMask mask;
    core::Index tokens = 0;
    int layer = 0, head = 0;
};

/// The weights of the head that is looked at.
Masked weightsOf(const FigureData& data, const RunPtr& run)
{
    Masked masked;
    masked.run = run;
    const int layer = layerWithAttention(*run, data.selection);
    const core::Tensor* pattern = run->trace->find(core::blockName(layer, "attn.pattern"));
    if (!pattern || pattern->rank() != 3)
        return masked;
    masked.mask = run->setup->config.block(layer).mask;
    masked.tokens = pattern->dim(1);
    masked.head = std::clamp(data.selection.head, 0, int(pattern->dim(0)) - 1);
    masked.layer = layer;
    masked.weights = headGrid(*run->trace, layer, "attn.pattern", masked.head);
    return masked;
}

/// The model as it is, beside blocks of tokens.
Masked maskedOf(const FigureData& data, bool isBlocks)
{
    const Need need = maskNeed(data, isBlocks);
    const RunPtr own = neededRun(data);
    if (const RunPtr run = isBlocks || ownBlock(*own, data.selection) > 0 ? data.results.run(need.id) : own)
        return weightsOf(data, run);
    Masked masked;
    const NeedResult* result = data.results.find(need.id);
    masked.why = result ? coreText(result->why) : QString();
    return masked;
}

constexpr double widthForWords = 170; // px of a map that has another one at both sides

/// A map of the page.
struct MaskedMap
{
    Masked masked;
    bool isBlocks = false;
    QString slot; // "A: ", where there are two
};

/// The model as it is, B as it is, then the blocks.
std::vector<MaskedMap> mapsOf(const FigureData& data)
{
    const bool areTwo = showsBoth(data);
    std::vector<MaskedMap> maps{{maskedOf(data, false), false, areTwo ? Blocks::tr("A: ") : QString()}};
    if (areTwo)
        maps.push_back({weightsOf(data, data.b), false, Blocks::tr("B: ")});
    maps.push_back({maskedOf(data, true), true, areTwo ? Blocks::tr("A: ") : QString()});
    return maps;
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

QString whyNotBlocks(const FigureData& data)
{
    const Masked all = maskedOf(data, false), blocks = maskedOf(data, true);
    for (const Masked* masked : {&all, &blocks})
        if (!masked->run)
            return Blocks::tr("This model cannot run with another mask: %1.").arg(masked->why);
    if (all.weights.isEmpty() || blocks.weights.isEmpty() || (showsBoth(data) && weightsOf(data, data.b).weights.isEmpty()))
        return whyNotRecorded("blocks.*.attn.pattern");
    if (all.tokens <= blockOf(blocks))
        return Blocks::tr("The text fits into one block of %1 tokens, which leaves nothing out: add some words, or choose a "
                          "shorter block.")
            .arg(shownBlock(data));
    return {};
}

/// "GQA"
QString kindOf(const Masked& masked, const FigureData& data)
{
    return shortName(sharingWord(*masked.run, layerWithAttention(*masked.run, data.selection)));
}

QString maskOf(const Masked& masked) { return choiceText("mask.kind", core::Json(std::string(core::infoOf(masked.mask).id))); }

/// What heads share, of a kind of attention.
QString sharingText(const QString& kind)
{
    if (kind == QLatin1String("GQA"))
        return Blocks::tr("GQA shares keys and values in groups of heads");
    if (kind == QLatin1String("MQA"))
        return Blocks::tr("MQA shares one key and one value among all heads");
    if (kind == QLatin1String("MLA"))
        return Blocks::tr("MLA keeps one latent for all heads");
    return Blocks::tr("%1 gives every head its own keys and values").arg(kind);
}

GridAxisRect* drawMap(const Drawing& drawing, QCPLayoutGrid& wall, int column, const MaskedMap& shown, bool isLast)
{
    const auto& [plot, data, style] = drawing;
    const Masked& masked = shown.masked;
    const QString pairs = formatCount(core::pairsSeen(masked.mask, masked.tokens));
    const bool isOwn = ownBlock(*neededRun(data), data.selection) > 0; // A runs in blocks: the other one is the run once more
    const QString heading = shown.isBlocks
        ? (isOwn ? Blocks::tr("Its own blocks of %1 tokens: %2 pairs") : Blocks::tr("Blocks of %1 tokens: %2 pairs"))
              .arg(blockOf(masked))
              .arg(pairs)
        : (isOwn && masked.run != data.b ? Blocks::tr("%1 without its blocks, %2: %3 pairs") : Blocks::tr("%1, %2: %3 pairs"))
              .arg(kindOf(masked, data), maskOf(masked), pairs);
    wall.addElement(0, column, plot.addPanelTitle(plot.panel()->rowCount(), 0, shown.slot + heading, style));
    GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    wall.addElement(1, column, rect);
    rect->setCells(int(masked.weights.rows), int(masked.weights.columns));
    if (!showsBoth(data) || roomOf(style).width() >= 3 * widthForWords) {
        labelRows(*rect, *masked.run->trace);
        labelColumns(*rect, *masked.run->trace);
    }
    rect->setAxisTitles(Blocks::tr("key"), Blocks::tr("query"));
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("weights"));
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, masked.weights);
    map->setData(masked.weights, scale);
    map->setMask(headMask(*masked.run, core::AttentionPart::Self, masked.layer, masked.head));
    map->setPinned({data.selection.query, data.selection.key});
    if (style.showColorBar && isLast)
        (new ColorBar(rect, scale, Blocks::tr("weight"), style))->setShowsMasked(true);
    return rect;
}

void drawBlocks(const Drawing& drawing)
{
    Plot& plot = drawing.plot;
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::xl);
    wall->setRowSpacing(space::xs);
    const std::vector<MaskedMap> maps = mapsOf(drawing.data);
    const auto cells = std::make_shared<QSizeF>(); // of maps that are equally large
    for (std::size_t i = 0; i < maps.size(); ++i) {
        GridAxisRect* const rect = drawMap(drawing, *wall, int(i), maps[i], i + 1 == maps.size());
        if (maps[i].masked.tokens == maps.front().masked.tokens)
            rect->shareCells(cells);
        if (i > 1) { // its column has the key, too
            const double key = rect->roomRight(), map = (drawing.style.size.width() - 2 * space::xl - key) / 3;
            wall->setColumnStretchFactor(int(i), 1 + std::max(0.0, key / map));
        }
    }
    wall->setRowStretchFactor(0, 0.001);
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, wall);
}

QString blocksSubtitle(const FigureData& data)
{
    const Masked masked = maskedOf(data, false);
    return Blocks::tr("Cells: weights of head %1, layer %2; hatched: masked.")
        .arg(counted(masked.head))
        .arg(counted(layerWithAttention(*shownRun(data), data.selection)));
}

/// Beside a mask that shows later tokens: blocks do so in an encoder alone.
QString sentenceOfOneSide(const Masked& all, const Masked& blocks)
{
    const bool seesLater = all.tokens > 1 && core::maskSees(all.mask, 0, 1);
    return seesLater && !core::maskSees(blocks.mask, 0, 1)
        ? Blocks::tr("Blocks hide later tokens, as in every decoder, whatever the mask beside them; an encoder’s do not.")
        : QString();
}

QString blocksCaption(const FigureData& data)
{
    const Masked all = maskedOf(data, false), blocks = maskedOf(data, true);
    const core::Index n = all.tokens, m = blockOf(blocks), groups = (n + m - 1) / m;
    if (showsBoth(data)) {
        const Masked b = weightsOf(data, data.b);
        const auto kindWithMask = [&](const Masked& one) { return Blocks::tr("%1, %2").arg(kindOf(one, data), maskOf(one)); };
        const QString ofA = formatCount(core::pairsSeen(all.mask, n)), ofB = formatCount(core::pairsSeen(b.mask, b.tokens));
        return joinedSentences({sentenceOfOneSide(all, blocks),
            Blocks::tr(
            "%1 pairs in A (%2), %3 in B (%4); heads that share keys hide none, blocks of %7 tokens leave %5: g = %6, cost about "
            "n·m = %8.")
            .arg(ofA, kindWithMask(all), ofB, kindWithMask(b), formatCount(core::pairsSeen(blocks.mask, n)),
                QString::number(groups), QString::number(m), formatCount(n * m))});
    }
    return joinedSentences({sentenceOfOneSide(all, blocks), Blocks::tr("%1, and queries see %2 of n² = %3 pairs (%4). Blocks are groups of tokens: g = %5 of m = %6, cost about "
                      "n·m = %7 (n²/g when every block is full), here %8 pairs that the mask lets through.")
        .arg(sharingText(kindOf(all, data)), formatCount(core::pairsSeen(all.mask, n)), formatCount(n * n), maskOf(all),
            QString::number(groups), QString::number(m), formatCount(n * m), formatCount(core::pairsSeen(blocks.mask, n)))});
}

QString blocksTable(const FigureData& data)
{
    QString text
        = showsBoth(data) ? QStringLiteral("slot,mask,query,key,seen,weight\n") : QStringLiteral("mask,query,key,seen,weight\n");
    for (const auto& [masked, isBlocks, slot] : mapsOf(data))
        for (core::Index query = 0; query < masked.weights.rows; ++query)
            for (core::Index key = 0; key < masked.weights.columns; ++key) {
                const bool isSeen = core::maskSees(masked.mask, query, key);
                if (showsBoth(data))
                    text += masked.run == data.b ? QStringLiteral("b,") : QStringLiteral("a,");
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(QString::fromStdString(std::string(core::infoOf(masked.mask).id)))
                            .arg(query)
                            .arg(key)
                            .arg(isSeen ? 1 : 0)
                            .arg(isSeen ? exactText(masked.weights.at(query, key)) : QStringLiteral("masked"));
            }
    return text;
}

Needs blocksNeeds(const FigureData& data)
{
    if (!whyNoCache(data).isEmpty())
        return {};
    Needs all{maskNeed(data, true)};
    if (ownBlock(*neededRun(data), data.selection) > 0)
        all.push_back(maskNeed(data, false));
    return all;
}

} // namespace

int shownBlock(const FigureData& data)
{
    const RunPtr run = neededRun(data);
    const int own = run ? ownBlock(*run, data.selection) : 0;
    return blockOption.in(data, own > 0 ? own : ordinaryBlock);
}

const FigurePage blocksPage{.id = "blocks",
    .title = QT_TRANSLATE_NOOP("figures", "Are groups of heads and groups of tokens the same?"),
    .draw = drawBlocks,
    .caption = blocksCaption,
    .whyNot = whyNotBlocks,
    .subtitle = blocksSubtitle,
    .table = blocksTable,
    .needs = blocksNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {blockOption}; },
    .minPanel = minPanelOf<320, 160>,
    .concepts = "C16"};

} // namespace widgets
