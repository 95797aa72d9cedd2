// Latent attention: a token's vector is compressed, the short row is kept, keys and values of all heads are expanded from it.

#include "widgets/plot/column_brackets.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/kinds.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/heads_cache/run_columns.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct LatentWords
{
    Q_DECLARE_TR_FUNCTIONS(HeadsCache)
};

/// c_KV and the rope key of all tokens side by side: [token, d_c + d_rope], as the cache has them.
Grid keptGrid(const RunResult& run, int layer)
{
    const core::Tensor* c = run.trace->find(core::blockName(layer, "attn.c_kv"));
    const core::Tensor* rope = run.trace->find(core::blockName(layer, "attn.k_rope"));
    if (!c || !rope)
        return {};
    std::vector<float> numbers;
    for (core::Index t = 0; t < c->rows(); ++t) {
        numbers.insert(numbers.end(), c->row(t), c->row(t) + c->columns());
        numbers.insert(numbers.end(), rope->row(t), rope->row(t) + rope->columns());
    }
    return gridOf(std::move(numbers), c->rows(), c->columns() + rope->columns());
}

/// k and v of each head of one token: [head, d_nope + d_rope + d_value].
Grid expandedGrid(const RunResult& run, int layer, int position)
{
    const core::Tensor* k = run.trace->find(keyTensor(*run.trace, layer));
    const core::Tensor* v = run.trace->find(core::blockName(layer, "attn.v"));
    if (!k || !v || position >= k->dim(0))
        return {};
    std::vector<float> numbers;
    const core::Index heads = k->dim(1);
    for (core::Index head = 0; head < heads; ++head) {
        const float* key = k->row(position * heads + head);
        const float* value = v->row(position * heads + head);
        numbers.insert(numbers.end(), key, key + k->columns());
        numbers.insert(numbers.end(), value, value + v->columns());
    }
    return gridOf(std::move(numbers), heads, k->columns() + v->columns());
}

Grid inputGrid(const RunResult& run, int layer, int position)
{
    const core::Tensor* x = compressedInput(*run.trace, layer);
    return x && position < x->rows()
        ? gridOf(std::vector<float>(x->row(position), x->row(position) + x->columns()), 1, x->columns())
        : Grid();
}

/// Widths of what a token leaves and of what is expanded from it.
struct LatentSizes
{
    core::Index rank = 0, rope = 0, key = 0, value = 0;
};

LatentSizes sizesOf(const RunResult& run, int layer)
{
    const core::BlockConfig& block = run.setup->config.block(layer);
    const core::Tensor* v = run.trace->find(core::blockName(layer, "attn.v"));
    const core::Index rope = core::turningWidth(block.sharing);
    return {block.cacheNumbersPerToken() - rope, rope, core::keyWidth(block.sharing, block.dHead), v ? v->columns() : 0};
}

struct Part
{
    const char* name;
    QString heading;
    Grid grid;
    std::vector<AxisBracket> brackets = {};

    bool isKept() const { return QByteArrayView(name) == "kept"; }
};

std::vector<AxisBracket> bracketsOf(const std::vector<std::pair<QString, core::Index>>& parts)
{
    std::vector<AxisBracket> brackets;
    int at = 0;
    for (const auto& [name, width] : parts) {
        brackets.push_back({at, at + int(width) - 1, name});
        at += int(width);
    }
    return brackets;
}

GridAxisRect* drawPart(const Drawing& drawing, QCPLayoutGrid& column, const Part& part, const ColorScale& scale)
{
    const auto& [plot, data, style] = drawing;
    const int row = column.rowCount();
    column.addElement(row, 0, plot.addPanelTitle(plot.panel()->rowCount(), 0, part.heading, style));
    column.setRowStretchFactor(row, 0.001);
    GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    column.addElement(row + 1, 0, rect);
    rect->setMinimumMargins(besideWords);
    rect->setCells(int(part.grid.rows), int(part.grid.columns), CellShape::Fill);
    if (!part.brackets.empty()) {
        column.addElement(row + 2, 0, new ColumnBrackets(rect, int(part.grid.columns), part.brackets, style));
        column.setRowStretchFactor(row + 2, 0.001);
    }
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QString::fromLatin1(part.name));
    map->setData(part.grid, scale);
    map->setNumbers(false);
    return rect;
}

std::vector<Part> partsOf(const RunResult& run, const FigureData& data, int layer)
{
    const LatentSizes sizes = sizesOf(run, layer);
    const int position = shownPosition(run, data.selection);
    const QString token = quotedToken(*run.trace, position);
    const Grid x = inputGrid(run, layer, position), kept = keptGrid(run, layer), expanded = expandedGrid(run, layer, position);
    std::vector<Part> parts;
    if (!x.isEmpty())
        parts.push_back({"input",
            LatentWords::tr("x of %1: %2 numbers, compressed by %3")
                .arg(token)
                .arg(x.columns)
                .arg(formatShape(std::array<std::ptrdiff_t, 2>{x.columns, kept.columns})),
            x, {}});
    parts.push_back({"kept",
        LatentWords::tr("Kept: %1, token × (d_c + d_rope)")
            .arg(formatShape(std::array<std::ptrdiff_t, 2>{kept.rows, kept.columns})),
        kept,
        bracketsOf({{QStringLiteral("cᴷⱽ %1").arg(sizes.rank), sizes.rank},
            {LatentWords::tr("k rope %1").arg(sizes.rope), sizes.rope}})});
    if (!expanded.isEmpty())
        parts.push_back({"expanded",
            LatentWords::tr("Expanded for %1 by %2: k and v of each head; never kept but for the rope key")
                .arg(token,
                    formatShape(
                        std::array<std::ptrdiff_t, 2>{sizes.rank, expanded.rows * (sizes.key - sizes.rope + sizes.value)})),
            expanded,
            bracketsOf({{LatentWords::tr("k from c %1").arg(sizes.key - sizes.rope), sizes.key - sizes.rope},
                {LatentWords::tr("k rope %1, as kept").arg(sizes.rope), sizes.rope},
                {QStringLiteral("v %1").arg(sizes.value), sizes.value}})});
    return parts;
}

QString whyNotOf(const RunResult& run, const FigureData& data)
{
    const int layer = layerWithAttention(run, data.selection);
    if (!core::isLatent(run.setup->config.block(layer).sharing))
        return LatentWords::tr(
            "%1 keeps whole keys and values: nothing is compressed. Latent attention (MLA) keeps one short row per token.")
            .arg(shortName(sharingWord(run, layer)));
    return keptGrid(run, layer).isEmpty() ? whyNotRecorded(core::blockName(layer, "attn.c_kv")) : QString();
}

QCPLayoutElement* drawColumn(const Drawing& drawing, const RunPtr& shown)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shown;
    auto* column = plot.makeGrid();
    column->setRowSpacing(space::xs);
    const std::vector<Part> parts = partsOf(run, data, layerWithAttention(run, data.selection));
    std::vector<Grid> grids;
    for (const RunPtr& one : runsOfScale(data, shown, whyNotOf))
        for (const Part& part : partsOf(*one, data, layerWithAttention(*one, data.selection)))
            grids.push_back(part.grid);
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, grids);
    std::vector<GridAxisRect*> rects;
    for (const Part& part : parts) {
        GridAxisRect* rect = drawPart(drawing, *column, part, scale);
        rects.push_back(rect);
        if (part.isKept())
            labelRows(*rect, *run.trace);
        else if (part.grid.rows > 1)
            rect->setRowNumbers(int(part.grid.rows), QStringLiteral("H"));
        column->setRowStretchFactor(column->rowCount() - (part.brackets.empty() ? 1 : 2), part.grid.rows > 1 ? 3 : 0.8);
        if (auto* map = qobject_cast<HeatmapPlottable*>(rect->axis(QCPAxis::atBottom)->plottables().value(0));
            map && part.isKept())
            map->setPinned({shownPosition(run, data.selection), 0});
    }
    addSharedKey(rects, scale, LatentWords::tr("value"), style);
    return column;
}

void drawLatent(const Drawing& drawing)
{
    drawRunColumns(drawing, whyNotOf, [&](const RunPtr& run) { return drawColumn(drawing, run); });
}

QString whyNotLatent(const FigureData& data) { return whyNoColumns(data, whyNotOf); }

QString latentSubtitle(const FigureData&)
{
    return LatentWords::tr("Each cell: one number; compress, keep, expand from top to bottom. All maps have one scale.");
}

QString latentSentence(const FigureData& data, const RunPtr& run)
{
    if (!whyNotOf(*run, data).isEmpty())
        return {};
    const int layer = layerWithAttention(*run, data.selection);
    const core::BlockConfig& block = run->setup->config.block(layer);
    const LatentSizes sizes = sizesOf(*run, layer);
    const core::Index whole = block.heads * (sizes.key + sizes.value), kept = block.cacheNumbersPerToken();
    return LatentWords::tr("Instead of one token's %1 numbers (k and v of %2 heads) %3 are kept (%4): %5 in cᴷⱽ and %6 in the "
                           "rope key, which all heads share.")
        .arg(whole)
        .arg(block.heads)
        .arg(kept)
        .arg(formatPercent(double(kept) / double(whole)))
        .arg(sizes.rank)
        .arg(sizes.rope);
}

QString latentCaption(const FigureData& data) { return sentenceOfSides(data, latentSentence); }

QString latentTable(const FigureData& data)
{
    QString text = QStringLiteral("map,row,column,value\n");
    for (const RunPtr& run : panelRuns(data)) {
        if (!whyNotOf(*run, data).isEmpty())
            continue;
        for (const Part& part : partsOf(*run, data, layerWithAttention(*run, data.selection)))
            for (core::Index row = 0; row < part.grid.rows; ++row)
                for (core::Index column = 0; column < part.grid.columns; ++column)
                    text += QStringLiteral("%1,%2,%3,%4\n")
                                .arg(QString::fromLatin1(part.name))
                                .arg(row)
                                .arg(column)
                                .arg(exactText(part.grid.at(row, column)));
    }
    return text;
}

} // namespace

const FigurePage latentPage{.id = "latent",
    .title = QT_TRANSLATE_NOOP("figures", "What does latent attention keep?"),
    .draw = drawLatent,
    .caption = latentCaption,
    .whyNot = whyNotLatent,
    .subtitle = latentSubtitle,
    .table = latentTable,
    .minPanel = minPanelOf<260, 240>,
    .concepts = "C15"};

} // namespace widgets
