// Every head of every layer as a small map, and the heads that stand out.

#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/attention_scale.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/side_panel.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct AttentionWall
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWall)
};

constexpr std::size_t kBest = 5;

int mostHeads(const RunResult& run)
{
    int heads = 0;
    for (int layer = 0; layer < layersOf(run); ++layer)
        heads = std::max(heads, headsOf(run, layer));
    return heads;
}

double scoreOf(const core::HeadScores& scores, const QString& chart)
{
    return chart == QLatin1String("previous") ? scores.previousToken
        : chart == QLatin1String("first")     ? scores.firstToken
                                              : scores.entropy;
}

/// The heads that stand out: highest scores, or lowest entropy.
std::vector<ScoredHead> bestHeads(const RunResult& run, const QString& chart)
{
    std::vector<ScoredHead> heads = scoredHeads(run);
    const double sign = chart == QLatin1String("entropy") ? -1 : 1;
    std::stable_sort(heads.begin(), heads.end(), [&](const ScoredHead& a, const ScoredHead& b) {
        return sign * scoreOf(a.scores, chart) > sign * scoreOf(b.scores, chart);
    });
    heads.resize(std::min(heads.size(), kBest));
    return heads;
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    for (const QString& reason : {whyNoAttention(run, -1), whyOneWeight(run)})
        if (!reason.isEmpty())
            return reason;
    for (int layer = 0; layer < layersOf(run); ++layer)
        if (run.trace->find(core::blockName(layer, "attn.pattern")))
            return {};
    return whyNotRecorded("blocks.*.attn.pattern");
}

void addChart(SidePanel& panel, const FigureData& data, const FigureStyle& style, const QString& id, const QString& title)
{
    auto* chart = new BarChart(panel.add(title), style);
    chart->setName(id);
    QVector<Bar> bars;
    for (const ScoredHead& head : bestHeads(*shownRun(data), id)) {
        const double value = scoreOf(head.scores, id);
        bars << Bar{AttentionWall::tr("L%1 H%2").arg(head.layer).arg(head.head), value, formatFixed(value, 2),
            head.layer == data.selection.layer && head.head == data.selection.head};
    }
    chart->setBars(bars, id == QLatin1String("entropy") ? 0 : 1);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const RunResult& run = *shownRun(data);
    const int layers = layersOf(run);
    const int heads = mostHeads(run);
    const bool transposed = wallIsTransposed(run);
    const int rows = transposed ? heads : layers;
    const int columns = transposed ? layers : heads;

    std::vector<Grid> tiles, masks;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const int layer = transposed ? column : row;
            const int head = transposed ? row : column;
            tiles.push_back(headGrid(*run.trace, layer, "attn.pattern", head));
            masks.push_back(headMask(*run.trace, layer, head));
        }
    const ColorScale scale = makeScale(weightScale(tiles, {}), tiles);

    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(rows, columns, CellShape::Square);
    rect->setRowNumbers(rows, transposed ? QStringLiteral("H") : QStringLiteral("L"));
    rect->setColumnNumbers(columns, transposed ? QStringLiteral("L") : QStringLiteral("H"));
    rect->setAxisTitles(transposed ? AttentionWall::tr("layer") : AttentionWall::tr("head"),
        transposed ? AttentionWall::tr("head") : AttentionWall::tr("layer"));
    auto* wall = new MapWall(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    wall->setName(QStringLiteral("wall"));
    wall->setTiles(rows, columns, tiles, scale, masks);
    const Selection& selection = data.selection;
    wall->setPinned(transposed ? Cell{selection.head, selection.layer} : Cell{selection.layer, selection.head});
    new ColorBar(rect, scale, AttentionWall::tr("weight"), style);

    if (roomOf(style).width() < 600)
        return; // room for the wall only
    // Beside a wall that is about square, below one that is wide.
    const bool isWide = columns > 1.6 * rows;
    QCPLayoutGrid* page = plot.panel();
    auto* strip = new QCPLayoutGrid;
    strip->setColumnSpacing(space::xl);
    if (isWide)
        page->addElement(1, 0, strip);
    int column = 0;
    SidePanel beside(isWide ? *strip : *page, plot, 0, isWide ? column++ : 1, style);
    addChart(beside, data, style, QStringLiteral("previous"), AttentionWall::tr("Most on the previous token"));
    const auto next = [&] { return isWide ? SidePanel(*strip, plot, 0, column++, style) : beside; };
    SidePanel second = next();
    addChart(second, data, style, QStringLiteral("first"), AttentionWall::tr("Most on the first token"));
    SidePanel third = isWide ? next() : second;
    addChart(third, data, style, QStringLiteral("entropy"), AttentionWall::tr("Most focused: entropy, nat"));
    if (isWide) {
        page->setRowStretchFactor(0, 2);
    } else {
        page->setColumnStretchFactor(0, 3);
        page->setColumnStretchFactor(1, 1);
    }
}

QString subtitle(const FigureData&)
{
    return AttentionWall::tr("Each small square is one head: rows are queries, columns are keys. Click one to open it.");
}

QString caption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const std::vector<ScoredHead> best = bestHeads(run, QStringLiteral("previous"));
    QStringList sentences;
    if (const core::HeadScores* now = scoresOf(run, data.selection.layer, data.selection.head))
        sentences << AttentionWall::tr("L%1 H%2: entropy %3 nat, %4 of its attention on the previous token, %5 on the first.")
                         .arg(data.selection.layer)
                         .arg(data.selection.head)
                         .arg(formatFixed(now->entropy, 2), formatFixed(now->previousToken, 2), formatFixed(now->firstToken, 2));
    if (!best.empty())
        sentences << AttentionWall::tr("The strongest previous-token head is L%1 H%2 with %3.")
                         .arg(best.front().layer)
                         .arg(best.front().head)
                         .arg(formatFixed(best.front().scores.previousToken, 2));
    QStringList without; // heads of layers that have another mixer
    for (int layer = 0; layer < layersOf(run); ++layer)
        if (!whyNoAttention(run, layer).isEmpty())
            without << QString::number(layer);
    if (!without.isEmpty())
        sentences << AttentionWall::tr("Without attention weights: layers %1.").arg(without.join(QStringLiteral(", ")));
    return sentences.join(QLatin1Char(' '));
}

} // namespace

bool wallIsTransposed(const RunResult& run) { return layersOf(run) > 1.4 * mostHeads(run); }

std::vector<std::pair<int, int>> headsOfChart(const RunResult& run, const QString& chart)
{
    std::vector<std::pair<int, int>> heads;
    for (const ScoredHead& head : bestHeads(run, chart))
        heads.emplace_back(head.layer, head.head);
    return heads;
}

const FigureInfo attentionWallFigure{
    "attention_wall", QT_TRANSLATE_NOOP("figures", "Where does every head look?"), draw, caption, whyNot, subtitle};

} // namespace widgets
