// The figure "attention_masks": what each layer's mask lets through, as pictures with their counts, and how far information
// travels over depth.

#include "core/analysis/attention_masks.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/stack_words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/standard_offers.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <variant>

namespace widgets {

namespace {

struct Masks
{
    Q_DECLARE_TR_FUNCTIONS(AttentionMasks)
};

constexpr double minMap = 120, heading = 22, minChart = 170; // px of ordinary type
constexpr double besideMap = 90; // px of ordinary type that tokens take, with the distance to the next
constexpr double mostOfMaps = 0.66; // of the width beside a chart
constexpr double highForCounts = 320; // of a page whose counts stand below the names wherever they fit

NeedId idOf(const RunPtr& run) { return {run->trace, {}, "masks"}; }

Needs attentionMasksNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (!streamTokens(*run->trace).empty())
            all.push_back(derivedNeed(
                idOf(run), [run](const core::RunControl& control) { return core::attentionMasks(*run->trace, control); }));
    return all;
}

const core::AttentionMasks* masksOf(const FigureData& data)
{
    const auto* const found = data.results.value<core::AttentionMasks>(idOf(shownRun(data)));
    return found && !found->masks.empty() ? found : nullptr;
}

bool hasTwoStacks(const core::AttentionMasks& all)
{
    return std::any_of(
        all.masks.begin(), all.masks.end(), [](const core::LayerMask& mask) { return mask.part != core::AttentionPart::Self; });
}

QString whyNotAttentionMasks(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Masks::tr("A cell is let through or not: look at A | B.");
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (QString reason = whyNoAttention(*shownRun(data), -1); !reason.isEmpty())
        return reason;
    return data.results.find(idOf(shownRun(data))) && !masksOf(data) ? whyNotRecorded("blocks.*.attn.scores") : QString();
}

/// "L0–L2, L4": layers that follow each other as one.
QString namesOf(const std::vector<int>& layers)
{
    QStringList parts;
    for (std::size_t i = 0; i < layers.size();) {
        std::size_t last = i;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1)
            ++last;
        parts << layersText(layers[i], layers[last]);
        i = last + 1;
    }
    return parts.join(Masks::tr(", "));
}

QString nameOf(const core::LayerMask& mask, bool isOfTwo)
{
    const QString layers = namesOf(mask.layers);
    return isOfTwo ? QStringLiteral("%1 %2").arg(partText(mask.part), layers) : layers;
}

QString countText(const core::LayerMask& mask)
{
    return Masks::tr("%1 of %2 pairs").arg(formatCount(mask.count), formatCount(mask.cells->size()));
}

void drawMask(const Drawing& drawing, GridAxisRect* rect, const core::LayerMask& mask)
{
    const auto& [plot, data, style] = drawing;
    const core::Matrix& cells = *mask.cells;
    const core::Trace& trace = *shownRun(data)->trace;
    rect->setCells(int(cells.rows()), int(cells.cols()));
    rect->setColumnTokens(partTokens(trace, mask.part, false));
    rect->setRowTokens(partTokens(trace, mask.part, true));
    const Grid grid{mask.cells, cells.data(), cells.rows(), cells.cols(), cells.cols()};
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("mask %1 %2").arg(QLatin1String(core::wordOf(mask.part))).arg(counted(mask.layers.front())));
    map->setNumbers(false);
    ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01}, grid);
    scale.high = 2; // one quiet colour: there are no other numbers
    map->setData(grid, scale);
}

void drawReach(QCPAxisRect* rect, const core::AttentionMasks& all, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atBottom)->setLabel(Masks::tr("layers"));
    rect->axis(QCPAxis::atLeft)->setLabel(Masks::tr("tokens"));
    auto* chart = new LineChart(rect, style);
    double deepest = 1, most = 1;
    for (const core::Reach& reach : all.reaches) {
        QVector<double> x, y;
        for (const core::Index tokens : reach.tokens) {
            x << double(x.size());
            y << double(tokens);
        }
        deepest = std::max(deepest, x.last());
        most = std::max(most, double(reach.all));
        const bool isEncoder = reach.part == core::AttentionPart::Encoder;
        const QString end = formatFixed(y.last(), 0);
        chart
            ->addLine(x, y, all.reaches.size() > 1 ? QStringLiteral("%1 %2").arg(partText(reach.part), end) : end,
                {.color = isEncoder ? theme.slotB : theme.slotA, .pen = isEncoder ? Qt::DashLine : Qt::SolidLine, .points = true})
            ->setName(QLatin1String(isEncoder ? "reach encoder" : "reach"));
    }
    rect->axis(QCPAxis::atBottom)->setRange(0, 1.03 * deepest);
    rect->axis(QCPAxis::atLeft)->setRange(0, 1.06 * most);
}

/// Columns of maps that make them as large as they can be, at most as many as there are.
int columnsFor(int count, const QSizeF& room)
{
    int best = 1;
    double largest = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        if (const double size = std::min(room.width() / columns, room.height() / rows - heading); size > largest) {
            largest = size;
            best = columns;
        }
    }
    return best;
}

/// Of the width beside a chart: what squares take that are as high as there is room for, the chart has the rest.
double shareOfMaps(int columns, int rows, const QSizeF& room)
{
    return std::min(mostOfMaps, columns * (room.height() / rows - heading + besideMap) / room.width());
}

void drawAttentionMasks(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::AttentionMasks* const all = masksOf(data);
    if (!all)
        return;
    const bool isOfTwo = hasTwoStacks(*all);
    const QSizeF room(roomOf(style).width(), pictureHeight(style));
    const bool isWide = room.width() >= 1.25 * room.height();
    const bool hasChart = !all->reaches.empty() && (isWide ? room.width() : room.height()) >= minMap + minChart;
    const QSizeF forMaps = !hasChart ? room
        : isWide                     ? QSizeF(room.width() * mostOfMaps, room.height())
                                     : QSizeF(room.width(), room.height() * 0.6);
    const int fitting = std::max(1, int(forMaps.width() / minMap)) * std::max(1, int(forMaps.height() / (minMap + heading)));
    const int shown = std::min(int(all->masks.size()), fitting), columns = columnsFor(shown, forMaps);
    QStringList leftOut;
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::l);
    wall->setRowSpacing(space::xs);
    const QFontMetricsF metrics(figureFont(style, style.labelPoints, QFont::DemiBold), &plot);
    const double share = hasChart && isWide ? shareOfMaps(columns, (shown + columns - 1) / columns, room) : 1;
    const double width = 0.92 * share * style.size.width() / columns - space::l;
    const auto headingOf
        = [&](const core::LayerMask& mask) { return QStringLiteral("%1 · %2").arg(nameOf(mask, isOfTwo), countText(mask)); };
    const bool isLow = room.height() < highForCounts && std::ranges::all_of(all->masks, [&](const core::LayerMask& mask) {
        return metrics.horizontalAdvance(headingOf(mask)) <= width;
    });
    const bool areApart = isOfTwo && std::ranges::any_of(all->masks, [&](const core::LayerMask& mask) { // layers beside the counts
        return metrics.horizontalAdvance(nameOf(mask, true)) > width;
    });
    for (int i = 0; i < int(all->masks.size()); ++i) {
        const core::LayerMask& mask = all->masks[std::size_t(i)];
        const QString name = nameOf(mask, isOfTwo);
        if (i >= shown) {
            leftOut << name;
            continue;
        }
        const int row = (isLow ? 2 : 3) * (i / columns), column = i % columns, below = plot.panel()->rowCount();
        const QString heading = isLow ? headingOf(mask) : areApart ? partText(mask.part) : name;
        wall->addElement(row, column, plot.addPanelTitle(below, 0, metrics.elidedText(heading, Qt::ElideRight, width), style));
        if (!isLow)
            wall->addElement(row + 1, column,
                plot.addPanelTitle(below + 1, 0,
                    areApart ? QStringLiteral("%1 · %2").arg(namesOf(mask.layers), countText(mask)) : countText(mask), style, true));
        GridAxisRect* const rect = plot.addGridRect(below + 2, 0, style);
        wall->addElement(row + (isLow ? 1 : 2), column, rect);
        wall->setRowStretchFactor(row, 0.001);
        if (!isLow)
            wall->setRowStretchFactor(row + 1, 0.001);
        drawMask(drawing, rect, mask);
    }
    auto* right = plot.makeGrid();
    if (hasChart) {
        const int below = plot.panel()->rowCount();
        right->addElement(0, 0, plot.addPanelTitle(below, 0, Masks::tr("Tokens that reach the last one"), style));
        right->setRowStretchFactor(0, 0.001);
        QCPAxisRect* const rect = plot.addAxisRect(below + 1, 0, style);
        right->addElement(1, 0, rect);
        drawReach(rect, *all, style);
    } else if (!all->reaches.empty()) {
        leftOut << Masks::tr("the reach over depth");
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, wall);
    if (hasChart) {
        plot.panel()->addElement(isWide ? 0 : 1, isWide ? 1 : 0, right);
        isWide ? plot.panel()->setColumnStretchFactor(0, share / (1 - share)) : plot.panel()->setRowStretchFactor(0, 1.5);
        plot.panel()->setColumnSpacing(space::xl);
    }
    sayNoRoomFor(plot, leftOut, style);
}

QString attentionMasksSubtitle(const FigureData&)
{
    return Masks::tr(
        "Each cell: whether a query (row) may see a key (column); hatched: hidden. Layers with the same mask share one map.");
}

/// "1, 4, 7, 10": the first few numbers and the last, up to that of all.
QString reachText(const core::Reach& reach)
{
    std::vector<core::Index> tokens = reach.tokens;
    if (const auto full = std::ranges::find(tokens, reach.all); full != tokens.end())
        tokens.erase(full + 1, tokens.end());
    constexpr std::size_t most = 5;
    QStringList numbers;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (i < most || i + 1 == tokens.size())
            numbers << formatCount(tokens[i]);
        else if (i == most)
            numbers << QStringLiteral("…");
    return numbers.join(Masks::tr(", "));
}

/// "Window 16 in L0–L2": how wide each is; empty without one.
QString windowsOf(const RunResult& run)
{
    std::map<core::Index, std::vector<int>> layers;
    if (run.setup)
        for (int layer = 0; layer < int(run.setup->config.blocks.size()); ++layer)
            std::visit(
                [&](const auto& mask) {
                    if constexpr (requires { mask.window; })
                        layers[mask.window].push_back(layer);
                },
                run.setup->config.blocks[std::size_t(layer)].mask);
    QStringList words;
    for (const auto& [window, those] : layers)
        words << Masks::tr("window %1 in %2").arg(formatCount(window), namesOf(those));
    return words.isEmpty() ? QString() : Masks::tr("Set: %1.").arg(words.join(Masks::tr(", ")));
}

/// Said where a window is there and cannot be seen.
QString wideWindow(const RunResult& run)
{
    const auto tokens = core::Index(streamTokens(*run.trace).size());
    const auto isWider = [&](const core::BlockConfig& block) { return !(core::withinContext(block.mask, tokens) == block.mask); };
    return run.setup && std::ranges::any_of(run.setup->config.blocks, isWider)
        ? Masks::tr("The window is wider than this text of %1 tokens and hides nothing here: write a longer one.").arg(tokens)
        : QString();
}

QString attentionMasksCaption(const FigureData& data)
{
    const core::AttentionMasks* const all = masksOf(data);
    if (!all)
        return {};
    const bool isOfTwo = hasTwoStacks(*all);
    QStringList counts, sentences;
    const bool isShort = isOfTwo && showsBoth(data); // the counts of the other have room, too
    for (const core::LayerMask& mask : all->masks)
        if (counts.size() < 4)
            counts << (isShort ? Masks::tr("%3 %1 of %2") : Masks::tr("%1 of %2 pairs in %3"))
                          .arg(formatCount(mask.count), formatCount(mask.cells->size()),
                              isShort ? partText(mask.part) : nameOf(mask, isOfTwo));
    sentences
        << (isShort ? Masks::tr("Pairs let through: %1.") : Masks::tr("Let through: %1.")).arg(counts.join(Masks::tr("; ")));
    for (const core::Reach& reach : all->reaches) {
        if (reach.all == 1)
            continue;
        const auto full = std::find(reach.tokens.begin(), reach.tokens.end(), reach.all);
        const auto layers = full - reach.tokens.begin();
        const QString end = full == reach.tokens.end() ? Masks::tr("never all %1").arg(formatCount(reach.all))
            : layers == 1                              ? Masks::tr("all after one layer")
                                                       : Masks::tr("all after %1 layers").arg(layers);
        sentences << (isOfTwo
                ? Masks::tr("Over depth the last token of the %1 depends on %2 tokens there: %3.")
                      .arg(stackText(reach.part), reachText(reach), end)
                : Masks::tr("Over depth the last token depends on %1 tokens: %2.").arg(reachText(reach), end));
    }
    for (const QString& words : {windowsOf(*shownRun(data)), wideWindow(*shownRun(data))})
        if (!words.isEmpty())
            sentences << words;
    return joinedSentences(sentences);
}

QString attentionMasksTable(const FigureData& data)
{
    QString text = QStringLiteral("part,layers,pairs,all_pairs\n");
    const core::AttentionMasks* const all = masksOf(data);
    if (!all)
        return text;
    for (const core::LayerMask& mask : all->masks) {
        QStringList layers;
        for (const int layer : mask.layers)
            layers << QString::number(layer);
        text += QStringLiteral("%1,%2,%3,%4\n")
                    .arg(QLatin1String(core::wordOf(mask.part)), layers.join(u' '))
                    .arg(mask.count)
                    .arg(mask.cells->size());
    }
    text += QStringLiteral("part,depth,tokens_reached,tokens\n");
    for (const core::Reach& reach : all->reaches)
        for (std::size_t depth = 0; depth < reach.tokens.size(); ++depth)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(QLatin1String(core::wordOf(reach.part)))
                        .arg(depth)
                        .arg(reach.tokens[depth])
                        .arg(reach.all);
    return text;
}

QSizeF minPanel(const FigureData&) { return {170, 130}; }

} // namespace

const FigureInfo attentionMasksFigure{.id = "attention_masks",
    .title = QT_TRANSLATE_NOOP("figures", "Which tokens may see which, and how far does that reach?"),
    .draw = drawAttentionMasks,
    .caption = attentionMasksCaption,
    .whyNot = whyNotAttentionMasks,
    .subtitle = attentionMasksSubtitle,
    .table = attentionMasksTable,
    .needs = attentionMasksNeeds,
    .offer = weightsOffer,
    .minPanel = minPanel,
    .concepts = [](const FigureData&) { return "C17 C18"; }};

} // namespace widgets
