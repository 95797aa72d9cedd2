// The keys of a grouped model: as they are kept, and as its query heads use them: once for each head of a group.

#include "widgets/figure/sides.h"
#include "widgets/plot/column_brackets.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/heads_cache/run_columns.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct Repeated
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

struct Keys
{
    Grid kept = {}; // [token, kv_head · d_head]
    Grid used = {}; // [token, head · d_head]
    core::Index heads = 0, groups = 0, width = 0;
};

/// Empty maps: not recorded.
Keys keysOf(const RunResult& run, const FigureData& data)
{
    const int layer = layerWithAttention(run, data.selection);
    const core::Tensor* k = run.trace->find(keyTensor(*run.trace, layer));
    if (!k || k->rank() != 3)
        return {};
    Keys keys{.heads = run.setup->config.block(layer).heads, .groups = k->dim(1), .width = k->dim(2)};
    const core::Index row = keys.groups * keys.width, tokens = k->dim(0);
    std::vector<float> kept(k->data(), k->data() + tokens * row), used;
    for (core::Index t = 0; t < tokens; ++t)
        for (core::Index head = 0; head < keys.heads; ++head) {
            const float* key = k->data() + t * row + head * keys.groups / keys.heads * keys.width;
            used.insert(used.end(), key, key + keys.width);
        }
    keys.kept = gridOf(std::move(kept), tokens, row);
    keys.used = gridOf(std::move(used), tokens, keys.heads * keys.width);
    return keys;
}

bool isShared(const RunResult& run, const FigureData& data)
{
    const core::BlockConfig& block = run.setup->config.block(layerWithAttention(run, data.selection));
    return !core::isLatent(block.sharing) && block.kvHeads < block.heads;
}

QString whyNotOf(const RunResult& run, const FigureData& data)
{
    const int layer = layerWithAttention(run, data.selection);
    const core::BlockConfig& block = run.setup->config.block(layer);
    if (core::isLatent(block.sharing))
        return Repeated::tr("Latent attention expands keys of its own for each head: none is repeated.");
    if (!isShared(run, data))
        return block.heads == 1
            ? Repeated::tr("This model has one head only, so no heads share its keys.")
            : Repeated::tr("Each of the %1 query heads has its own keys here: none is repeated.").arg(block.heads);
    return keysOf(run, data).kept.isEmpty() ? whyNotRecorded(keyTensor(*run.trace, layer)) : QString();
}

QString whyNotRepeated(const FigureData& data) { return whyNoColumns(data, whyNotOf); }

/// "k0 → q0, q1"; of many heads "k0 → q0 … q7".
QString groupText(const Keys& keys, core::Index group)
{
    const core::Index size = keys.heads / keys.groups, first = group * size;
    return size > 2 ? QStringLiteral("k%1 → q%2 … q%3").arg(counted(group)).arg(counted(first)).arg(counted(first + size - 1))
                    : QStringLiteral("k%1 → q%2, q%3").arg(counted(group)).arg(counted(first)).arg(counted(first + size - 1));
}

/// Brackets over the columns of each group.
std::vector<AxisBracket> bracketsOf(const Keys& keys, bool isUsed)
{
    std::vector<AxisBracket> brackets;
    const core::Index across = isUsed ? keys.width * keys.heads / keys.groups : keys.width;
    for (core::Index group = 0; group < keys.groups; ++group)
        brackets.push_back({int(group * across), int((group + 1) * across) - 1,
            isUsed ? groupText(keys, group) : QStringLiteral("k%1").arg(counted(group))});
    return brackets;
}

void drawMap(GridAxisRect* rect, const Keys& keys, bool isUsed, const ColorScale& scale, const FigureStyle& style)
{
    const Grid& grid = isUsed ? keys.used : keys.kept;
    rect->setMinimumMargins(besideWords);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(isUsed ? QStringLiteral("used") : QStringLiteral("kept"));
    map->setData(grid, scale);
    map->setNumbers(false);
}

QCPLayoutElement* drawColumn(const Drawing& drawing, const RunPtr& shown)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shown;
    const Keys keys = keysOf(run, data);
    std::vector<Grid> grids;
    for (const RunPtr& one : runsOfScale(data, shown, whyNotOf))
        grids.push_back(keysOf(*one, data).kept);
    auto* column = plot.makeGrid();
    column->setRowSpacing(space::xs);
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, grids);
    std::vector<GridAxisRect*> rects;
    for (const bool isUsed : {false, true}) {
        const auto shape = formatShape(std::array<std::ptrdiff_t, 2>{isUsed ? keys.heads : keys.groups, keys.width});
        const QString heading = (!isUsed ? Repeated::tr("As kept: %1 per token")
                : showsBoth(data)        ? Repeated::tr("As used: %1") // the key of the maps is beside it
                                         : Repeated::tr("As used: each key once per query head, %1 per token"))
                                    .arg(shape);
        const int row = column->rowCount();
        column->addElement(row, 0, plot.addPanelTitle(plot.panel()->rowCount(), 0, heading, style));
        column->setRowStretchFactor(row, 0.001);
        GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
        column->addElement(row + 1, 0, rect);
        drawMap(rect, keys, isUsed, scale, style);
        rects.push_back(rect);
        labelRows(*rect, *run.trace);
        column->addElement(
            row + 2, 0, new ColumnBrackets(rect, int((isUsed ? keys.used : keys.kept).columns), bracketsOf(keys, isUsed), style));
        column->setRowStretchFactor(row + 2, 0.001);
    }
    addSharedKey(rects, scale, Repeated::tr("key"), style);
    return column;
}

void drawRepeated(const Drawing& drawing)
{
    drawRunColumns(drawing, whyNotOf, [&](const RunPtr& run) { return drawColumn(drawing, run); });
}

QString repeatedSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return Repeated::tr("Each cell: one number of a token's key in layer %1, as the scores use it. Both maps have one scale.")
        .arg(counted(layerWithAttention(*run, data.selection)));
}

QString repeatedSentence(const FigureData& data, const RunPtr& run)
{
    if (!whyNotOf(*run, data).isEmpty())
        return {};
    const Keys keys = keysOf(*run, data);
    return Repeated::tr("%1 query heads use %2 key heads, each %3 times: %4 numbers per token stand for %5.")
        .arg(keys.heads)
        .arg(keys.groups)
        .arg(keys.heads / keys.groups)
        .arg(keys.groups * keys.width)
        .arg(keys.heads * keys.width);
}

QString repeatedCaption(const FigureData& data) { return sentenceOfSides(data, repeatedSentence); }

QString repeatedTable(const FigureData& data)
{
    QString text = QStringLiteral("position,head,kv_head,index,key\n");
    for (const RunPtr& run : panelRuns(data)) {
        if (!whyNotOf(*run, data).isEmpty())
            continue;
        const Keys keys = keysOf(*run, data);
        for (core::Index t = 0; t < keys.used.rows; ++t)
            for (core::Index i = 0; i < keys.used.columns; ++i)
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(t)
                            .arg(i / keys.width)
                            .arg(i / keys.width * keys.groups / keys.heads)
                            .arg(i % keys.width)
                            .arg(exactText(keys.used.at(t, i)));
    }
    return text;
}

} // namespace

const FigurePage repeatedPage{.id = "repeated",
    .title = QT_TRANSLATE_NOOP("figures", "Which key does each query head use?"),
    .draw = drawRepeated,
    .caption = repeatedCaption,
    .whyNot = whyNotRepeated,
    .subtitle = repeatedSubtitle,
    .table = repeatedTable,
    .minPanel = minPanelOf<240, 220>,
    .concepts = "C14"};

} // namespace widgets
