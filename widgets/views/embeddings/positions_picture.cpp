// What is added at each position: the vectors, their products, and how these depend on distance.

#include "widgets/views/embeddings/pictures.h"

#include "core/analysis/position_table.h"
#include "core/layers/position_encoding.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr core::Index maxPositions = 256;
constexpr double wideForProducts = 620; // px of ordinary type: three parts beside each other
constexpr double highForWaves = 215;    // two charts below each other

NeedId idOf(const RunPtr& run) { return {run->trace, {}, "vectors of positions"}; }

bool addsPositions(const RunPtr& run)
{
    return run && run->setup
        && std::visit([](const auto& kind) { return kind.addsToEmbedding; }, run->setup->config.block(0).position);
}

Needs embeddingPositionsNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (addsPositions(run))
            all.push_back(derivedNeed(idOf(run), [run](const core::RunControl& control) {
                const auto tokens = core::Index(streamTokens(*run->trace).size());
                const core::Index context = std::max<core::Index>(run->setup->config.context, tokens);
                return core::positionTable(
                    *run->setup, run->trace->find("pos_embed"), std::clamp<core::Index>(context, 1, maxPositions), control);
            }));
    return all;
}

const core::PositionTable& tableOf(const FigureData& data, const RunPtr& run)
{
    static const core::PositionTable nothing;
    const auto* const table = run ? data.results.value<core::PositionTable>(idOf(run)) : nullptr;
    return table ? *table : nothing;
}

Grid gridOfResult(const FigureData& data, const RunResult& run, core::Matrix core::PositionTable::*part)
{
    const RunPtr& of = pointerTo(data, run);
    const NeedResult* const result = data.results.find(idOf(of));
    const core::Matrix& matrix = tableOf(data, of).*part;
    return result ? Grid{result->value, matrix.data(), matrix.rows(), matrix.cols(), matrix.cols()} : Grid();
}

void addMap(const Drawing& drawing, int column, const QString& heading, core::Matrix core::PositionTable::*part)
{
    const auto& [plot, data, style] = drawing;
    const bool isSquare = part == &core::PositionTable::products;
    const GridOf numbers = [&, now = &data](const RunResult& run) { return gridOfResult(*now, run, part); };
    const Grid grid = sideGrid(data, numbers);
    const ColorScale scale = sideScale(data, {ColorMapId::RdBu, ScalePolicy::SymmetricMax}, numbers);
    plot.addPanelTitle(0, column, heading, style);
    GridAxisRect* const rect = plot.addGridRect(1, column, style);
    rect->setCells(int(grid.rows), int(grid.columns), isSquare ? CellShape::Square : CellShape::Fill);
    rect->setRowNumbers(int(grid.rows));
    rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(isSquare ? Embeddings::tr("position") : Embeddings::tr("dimension"), Embeddings::tr("position"));
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(isSquare ? QStringLiteral("products") : QStringLiteral("rows"));
    map->setData(grid, scale);
    new ColorBar(rect, scale, isSquare ? Embeddings::tr("product") : Embeddings::tr("value"), style);
}

/// Tokens that each pair of sine and cosine takes for a full turn.
void drawWaves(QCPAxisRect* rect, const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::PositionTable& table = tableOf(data, shownRun(data));
    QVector<double> pairs, lengths;
    for (const double length : table.wavelengths) {
        pairs << double(pairs.size());
        lengths << length;
    }
    auto* const chart = new LineChart(rect, style);
    chart->addLine(pairs, lengths, {}, {slotPen(data.side, style).color})->setName(QStringLiteral("wavelengths"));
    chart->setLogarithmic(true);
    chart->fitAxes();
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atBottom)->setLabel(Embeddings::tr("pair of sine and cosine"));
    rect->axis(QCPAxis::atLeft)->setLabel(Embeddings::tr("positions"));
}

/// Whether pairs of one distance have one product, wherever they are: nothing lies between a least and a largest.
bool hasOneProduct(const std::vector<core::DistanceSpread>& spreads)
{
    double width = 0;
    for (const core::DistanceSpread& at : spreads)
        width = std::max(width, at.width());
    return !spreads.empty() && width < 1e-3 * std::abs(spreads.front().mean);
}

/// The mean product at each distance, between the least and the largest.
void drawDistances(QCPAxisRect* rect, const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    rect->axis(QCPAxis::atBottom)->setLabel(Embeddings::tr("distance"));
    rect->axis(QCPAxis::atLeft)->setLabel(Embeddings::tr("product"));
    auto* const chart = new LineChart(rect, style);
    const auto addLines = [&](const core::PositionTable& table, const QColor& color, const QString& label) {
        QVector<double> x, mean, least, most;
        for (const core::DistanceSpread& at : table.byDistance) {
            x << double(at.distance);
            mean << at.mean;
            least << at.least;
            most << at.most;
        }
        QColor faint = color;
        faint.setAlphaF(0.45F);
        chart->addLine(x, least, {}, {faint, Qt::DotLine});
        chart->addLine(x, most, {}, {faint, Qt::DotLine});
        chart->addLine(x, mean, label, {color});
    };
    if (data.side == Side::Delta) {
        addLines(tableOf(data, data.a), theme.slotA, QStringLiteral("A"));
        addLines(tableOf(data, data.b), theme.slotB, QStringLiteral("B"));
    } else {
        addLines(tableOf(data, shownRun(data)), data.side == Side::B ? theme.slotB : theme.slotA, Embeddings::tr("mean"));
    }
    chart->fitAxes(true);
    if (data.isLocked && showsBoth(data)) {
        QCPRange both = rect->axis(QCPAxis::atLeft)->range();
        for (const RunPtr& run : drawnRuns(data))
            for (const core::DistanceSpread& at : tableOf(data, run).byDistance)
                both.expand(QCPRange(at.least, at.most));
        rect->axis(QCPAxis::atLeft)->setRange(both);
    }
}

bool hasWaves(const FigureData& data, const RunPtr& run) { return !tableOf(data, run).wavelengths.empty(); }

/// The charts of A and of B are equally high, whichever has the second one. Whether all that there is has room.
bool addCharts(const Drawing& drawing, int column)
{
    const auto& [plot, data, style] = drawing;
    const bool isOwn = hasWaves(data, shownRun(data)),
               isOther = showsBoth(data) && (hasWaves(data, data.a) || hasWaves(data, data.b)),
               areWaves = data.side != Side::Delta && (isOwn || isOther), hasRoom = roomOf(style).height() >= highForWaves;
    plot.addPanelTitle(0, column, Embeddings::tr("Product by distance"), style);
    if (!areWaves || !hasRoom) {
        drawDistances(plot.addAxisRect(1, column, style), drawing);
        return !areWaves;
    }
    QCPLayoutGrid* const charts = plot.makeGrid();
    charts->setRowSpacing(space::xs);
    const int below = plot.panel()->rowCount();
    QCPAxisRect* const distances = plot.addAxisRect(below, 0, style);
    charts->addElement(0, 0, distances);
    charts->addElement(1, 0,
        plot.addPanelTitle(below, 0,
            isOwn ? Embeddings::tr("Wavelength of each pair") : Embeddings::tr("No wavelengths"), style, !isOwn));
    charts->setRowStretchFactor(1, 0.001);
    QCPAxisRect* const waves = isOwn ? plot.addAxisRect(below, 0, style) : nullptr;
    charts->addElement(2, 0, waves ? static_cast<QCPLayoutElement*>(waves) : new QCPLayoutElement(&plot));
    plot.panel()->simplify();
    plot.panel()->addElement(1, column, charts);
    drawDistances(distances, drawing);
    if (waves)
        drawWaves(waves, drawing);
    return true;
}

/// Δ of models that were trained apart: their dimensions have nothing in common, their products of positions do.
bool isOfApart(const FigureData& data) { return data.side == Side::Delta && !sharesWeights(data); }

void drawEmbeddingPositions(const Drawing& drawing)
{
    const bool isDelta = drawing.data.side == Side::Delta;
    const auto headingOf = [&](const QString& text) { return isDelta ? QStringLiteral("Δ ") + text : text; };
    const bool isApart = isOfApart(drawing.data), hasVectors = !isApart && !positionMapsOption.is(drawing.data, "products");
    int column = 0;
    if (hasVectors)
        addMap(drawing, column++, headingOf(Embeddings::tr("Vectors of positions")), &core::PositionTable::rows);
    QStringList leftOut;
    const QString products = Embeddings::tr("Products of two positions");
    if (!hasVectors || (positionMapsOption.is(drawing.data, "all") && roomOf(drawing.style).width() >= wideForProducts))
        addMap(drawing, column++, headingOf(products), &core::PositionTable::products);
    else if (positionMapsOption.is(drawing.data, "all"))
        leftOut << products;
    if (!addCharts(drawing, column))
        leftOut << Embeddings::tr("Wavelength of each pair");
    drawing.plot.panel()->setRowStretchFactor(0, 0.001);
    if (column > 1) { // a pixel and more for each dimension; a square map is as high as its column leaves it wide
        drawing.plot.panel()->setColumnStretchFactor(0, 1.25);
        drawing.plot.panel()->setColumnStretchFactor(1, 1.35);
    }
    sayNoRoomFor(drawing.plot, leftOut, drawing.style);
}

QString whyNotEmbeddingPositions(const FigureData& data)
{
    const auto& run = shownRun(data);
    if (!run->setup)
        return Embeddings::tr("A recorded run holds the positions of its text only: open its model.");
    for (const RunPtr& one : {run, data.side == Side::Delta ? data.a : run})
        if (!addsPositions(one))
            return joinedSentences({positionElsewhere(*one),
                Embeddings::tr("Press %1 or %2 to see the vectors that such a model adds.")
                    .arg(choiceText("position.kind", "sinusoidal"), choiceText("position.kind", "learned"))});
    return {};
}

QString embeddingPositionsSubtitle(const FigureData& data)
{
    if (isOfApart(data))
        return Embeddings::tr("Trained separately: the vectors have no common dimensions, only their products are subtracted.");
    const auto isOfDistance = [now = &data](const RunPtr& run) { return hasOneProduct(tableOf(*now, run).byDistance); };
    const bool areAll = showsBoth(data) ? isOfDistance(data.a) && isOfDistance(data.b) : isOfDistance(shownRun(data));
    return areAll && data.side != Side::Delta
        ? Embeddings::tr("Rows: vectors of positions; their product depends on the distance alone.")
        : Embeddings::tr(
            "Rows: vectors of positions; dotted: least and largest product of a distance.");
}

QString embeddingPositionsCaption(const FigureData& data)
{
    const core::PositionTable& table = tableOf(data, shownRun(data));
    if (table.byDistance.size() < 2)
        return {};
    if (const core::PositionTable& ofB = tableOf(data, data.b); data.side == Side::Delta && ofB.byDistance.size() > 1)
        return Embeddings::tr("A position and itself have the product %1 in A and %2 in B, neighbours %3 and %4.")
            .arg(formatNumber(table.byDistance[0].mean), formatNumber(ofB.byDistance[0].mean),
                formatNumber(table.byDistance[1].mean), formatNumber(ofB.byDistance[1].mean));
    const core::DistanceSpread &same = table.byDistance[0], &next = table.byDistance[1],
                               &far = table.byDistance[table.byDistance.size() / 2];
    const bool isExact = hasOneProduct(table.byDistance);
    QStringList sentences; // what the course says of the kind first: not all have room
    if (table.isLearned)
        sentences << Embeddings::tr("The table ends: position %1 has no row, so a longer text is cut there.")
                         .arg(counted(table.end));
    sentences << (isExact ? Embeddings::tr("Product of a position and itself %1, of neighbours %2.")
                          : Embeddings::tr("Mean product of a position and itself %1, of neighbours %2."))
                     .arg(formatNumber(same.mean), formatNumber(next.mean));
    double width = 0;
    for (const core::DistanceSpread& at : table.byDistance)
        width = at.distance > 0 ? std::max(width, at.width()) : width; // a position and itself are no pair
    sentences << (isExact
            ? Embeddings::tr("Pairs of one distance have one product, wherever they are.")
            : Embeddings::tr("Pairs of one distance differ by up to %1: it is not of the distance alone.")
                  .arg(formatNumber(width)));
    if (!table.wavelengths.empty())
        sentences << Embeddings::tr("Waves take from %1 to %2 positions.")
                         .arg(formatNumber(table.wavelengths.front()), formatNumber(table.wavelengths.back()));
    sentences << Embeddings::tr("Positions %1 apart have %2.").arg(far.distance).arg(formatNumber(far.mean));
    return joinedSentences(sentences);
}

QString embeddingPositionsTable(const FigureData& data)
{
    QString text = QStringLiteral("distance,pairs,mean,least,most\n");
    for (const core::DistanceSpread& at : tableOf(data, shownRun(data)).byDistance)
        text += QStringLiteral("%1,%2,%3,%4,%5\n")
                    .arg(at.distance)
                    .arg(at.pairs)
                    .arg(exactText(float(at.mean)), exactText(float(at.least)), exactText(float(at.most)));
    return text;
}

} // namespace

const FigurePage embeddingPositionsPage{.id = "positions",
    .title = QT_TRANSLATE_NOOP("figures", "What is added at each position?"),
    .draw = drawEmbeddingPositions,
    .caption = embeddingPositionsCaption,
    .whyNot = whyNotEmbeddingPositions,
    .subtitle = embeddingPositionsSubtitle,
    .table = embeddingPositionsTable,
    .needs = embeddingPositionsNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {positionMapsOption}; },
    .minPanel = minPanelOf<300, 150>,
    .concepts = "C02 C03"};

ChoiceOffer positionsOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const bool isShown = showOption.in(data) == QLatin1String(embeddingPositionsPage.id);
    return isShown && run && run->setup && !addsPositions(run)
        ? ChoiceOffer{choiceText("position.kind", "sinusoidal") + QLatin1Char('\n') + choiceText("position.kind", "learned"),
            QStringLiteral("position.kind"), QStringLiteral("sinusoidal\nlearned")}
        : ChoiceOffer();
}

} // namespace widgets
