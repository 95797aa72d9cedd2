// The residual stream: how large it is at each position and depth, on average over depth, and what each norm does to it.

#include "widgets/views/residual/figure.h"

#include "core/analysis/stream_scale.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace widgets {

namespace {

struct Residual
{
    Q_DECLARE_TR_FUNCTIONS(Residual)
};

using Places = std::vector<core::StreamPlace>;

bool usesRms(const FigureData& data) { return lengthOption.is(data, "rms"); }

QString quantity(const FigureData& data) { return usesRms(data) ? Residual::tr("RMS") : Residual::tr("L2 norm"); }

Places placesOf(const RunResult& run, const FigureData& data)
{
    return core::streamPlaces(*run.trace, usesRms(data) ? core::VectorLength::Rms : core::VectorLength::L2);
}

QString depthLabel(double depth)
{
    return QString::number(std::floor(depth)) + (depth == std::floor(depth) ? QString() : QStringLiteral(".5"));
}

/// Depth by position. The stream grows upwards: the embedding at the bottom, the last block on top.
Grid gridOfPlaces(const Places& places)
{
    std::vector<float> values;
    for (std::size_t i = places.size(); i-- > 0;)
        for (const double length : places[i].lengths)
            values.push_back(float(length));
    return gridOf(std::move(values), core::Index(places.size()), places.empty() ? 0 : core::Index(places.front().lengths.size()));
}

/// The largest number of the map.
struct Largest
{
    double length = -1;
    double depth = 0;
    int position = 0;
};

Largest largestOf(const Places& places)
{
    Largest largest;
    for (const core::StreamPlace& place : places)
        for (std::size_t i = 0; i < place.lengths.size(); ++i)
            if (place.lengths[i] > largest.length) // and no NaN
                largest = {place.lengths[i], place.depth, int(i)};
    return largest;
}

bool isOneToken(const RunResult& run) { return streamTokens(*run.trace).size() == 1; }

GridOf numbersOf(const FigureData& data)
{
    return [data](const RunResult& run) { return gridOfPlaces(placesOf(run, data)); };
}

constexpr ScaleChoice kScale{ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log, true};

QString whyNotResidual(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (placesOf(*shownRun(data), data).empty())
        return whyNotRecorded("blocks.*.resid_pre");
    if (data.side == Side::Delta && sideGrid(data, numbersOf(data)).isEmpty())
        return Residual::tr("A and B do not write to the stream at the same depths, which a difference needs. Look at A | B.");
    return {};
}

/// Returns the px that its colour bar takes right of it.
double drawMap(const Drawing& drawing, const std::shared_ptr<QSizeF>& cells)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const Places places = placesOf(run, data);
    const Grid grid = sideGrid(data, numbersOf(data));
    const ColorScale scale = sideScale(data, kScale, numbersOf(data));
    QStringList labels;
    for (std::size_t i = places.size(); i-- > 0;)
        labels << depthLabel(places[i].depth);
    GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->shareCells(cells);
    rect->setRowsUpwards(labels, 2); // after attention and after the feed-forward
    labelColumns(*rect, *run.trace);
    rect->setAxisTitles(QString(), Residual::tr("depth in blocks"));
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("stream"));
    map->setData(grid, scale);
    int pinnedRow = -1;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].layer == data.selection.layer && places[i].depth == data.selection.layer)
            pinnedRow = int(places.size() - 1 - i);
    map->setPinned({pinnedRow, data.selection.query});
    if (data.side == Side::A && data.mode != SlotMode::A && data.isLocked)
        return 0; // the bar of B serves both
    new ColorBar(rect, scale, data.side == Side::Delta ? QStringLiteral("Δ ") + quantity(data) : quantity(data), style);
    return rect->roomRight();
}

/// x, and y of the mean without the first position, or of one position.
std::pair<QVector<double>, QVector<double>> curveOf(const Places& places, int position)
{
    QVector<double> x, y;
    for (const core::StreamPlace& place : places) {
        x << place.depth;
        y << (position < 0                                     ? place.rest
                : std::size_t(position) < place.lengths.size() ? place.lengths[std::size_t(position)]
                                                               : qQNaN());
    }
    return {x, y};
}

/// Returns the px that the names at the ends of its lines take.
double drawMean(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(Residual::tr("depth in blocks"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    const QFontMetricsF type(figureFont(style, style.tickPoints, QFont::DemiBold), &plot);
    const auto label = [](const QString& name, const QVector<double>& y) {
        return y.isEmpty() || !std::isfinite(y.back()) ? name : QStringLiteral("%1 %2").arg(name, formatNumber(y.back()));
    };
    if (data.side == Side::Delta) {
        const auto [x, a] = curveOf(placesOf(*data.a, data), -1);
        QVector<double> difference = curveOf(placesOf(*data.b, data), -1).second;
        for (qsizetype i = 0; i < difference.size(); ++i)
            difference[i] -= a[i];
        chart->addLine(x, difference, formatDifference(difference.back()), {.color = theme.text})
            ->setName(QStringLiteral("difference"));
        chart->fitAxes(true);
        return type.horizontalAdvance(formatDifference(difference.back()));
    }
    double names = 0;
    // Norms over depth: powers of ten, unless a number is 0.
    bool isPositive = true;
    const auto add = [&](const std::pair<QVector<double>, QVector<double>>& curve, const QString& atEnd, const LineStyle& line,
                         const QString& name) {
        isPositive &= std::all_of(curve.second.cbegin(), curve.second.cend(), [](double y) { return !(y <= 0); });
        names = std::max(names, type.horizontalAdvance(atEnd));
        chart->addLine(curve.first, curve.second, atEnd, line)->setName(name);
    };
    const bool isBoth = data.side == Side::Both;
    for (const Side side : isBoth ? std::vector{Side::A, Side::B} : std::vector{data.side}) {
        const RunPtr& run = isBoth ? (side == Side::A ? data.a : data.b) : shownRun(data);
        const SlotPen pen = slotPen(run == data.a ? Side::A : Side::B, style);
        const auto curve = curveOf(placesOf(*run, data), -1);
        add(curve,
            label(isBoth               ? (side == Side::A ? QStringLiteral("● A") : QStringLiteral("◆ B"))
                    : isOneToken(*run) ? quotedToken(*run->trace, 0)
                                       : Residual::tr("mean"),
                curve.second),
            {.color = pen.color, .pen = pen.pen},
            isBoth ? (side == Side::A ? QStringLiteral("A mean") : QStringLiteral("B mean")) : QStringLiteral("mean"));
        const int position = data.selection.query;
        const auto one = curveOf(placesOf(*run, data), std::max(0, position));
        if (position >= 0 && !isOneToken(*run) && position < int(streamTokens(*run->trace).size())
            && std::isfinite(one.second.back()))
            add(one, isBoth ? QString() : label(quotedToken(*run->trace, position), one.second),
                {.color = isBoth ? pen.color : theme.slotB, .pen = Qt::DotLine},
                isBoth ? (side == Side::A ? QStringLiteral("A position") : QStringLiteral("B position"))
                       : QStringLiteral("position"));
    }
    chart->setLogarithmic(isPositive);
    chart->fitAxes();
    return names;
}

/// Each kind of norm slot: spread before it, spread after it, over the layers.
void drawSlots(Plot& plot, const FigureStyle& style, const std::vector<core::SlotNumbers>& norms)
{
    const Theme& theme = themeOf(style);
    auto* row = plot.makeGrid();
    row->setColumnSpacing(space::xl);
    plot.panel()->addElement(3, 0, row);
    int column = 0;
    for (const core::SlotNumbers& slot : norms) {
        row->addElement(0, column, plot.addPanelTitle(4, 0, QString::fromStdString(slot.slot), style));
        QCPAxisRect* rect = plot.addAxisRect(4, 0, style);
        row->addElement(1, column, rect);
        rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
        rect->axis(QCPAxis::atBottom)->setLabel(Residual::tr("layer"));
        QVector<double> layers;
        for (std::size_t layer = 0; layer < slot.rmsBefore.size(); ++layer)
            layers << double(layer);
        const QString name = QString::fromStdString(slot.slot) + QLatin1Char(' ');
        const auto numbers = [](const std::vector<double>& values) { return QVector<double>(values.begin(), values.end()); };
        auto* chart = new LineChart(rect, style);
        chart->addLine(layers, numbers(slot.rmsBefore), Residual::tr("RMS before"), {.color = theme.slotA, .points = true})
            ->setName(name + QStringLiteral("rms_before"));
        chart
            ->addLine(layers, numbers(slot.rmsAfter), Residual::tr("RMS after"),
                {.color = theme.slotB, .pen = Qt::DashLine, .points = true})
            ->setName(name + QStringLiteral("rms_after"));
        // A massive first token would flatten everything: then powers of ten, without the mean, which may be negative.
        double least = qInf(), largest = 0;
        for (const std::vector<double>* values : {&slot.rmsBefore, &slot.rmsAfter})
            for (const double value : *values)
                if (std::isfinite(value)) {
                    least = std::min(least, value);
                    largest = std::max(largest, value);
                }
        const bool isLog = least > 0 && largest > 20 * least;
        if (isLog)
            chart->setLogarithmic(true);
        else
            chart
                ->addLine(
                    layers, numbers(slot.meanBefore), Residual::tr("mean before"), {.color = theme.text2, .pen = Qt::DotLine})
                ->setName(name + QStringLiteral("mean_before"));
        chart->fitAxes(!isLog);
        ++column;
    }
    row->setRowStretchFactor(0, 0.001);
    plot.panel()->simplify();
}

void drawResidual(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    const bool isBoth = data.side == Side::Both, isDelta = data.side == Side::Delta;
    const QString atEach = isDelta ? Residual::tr("Δ %1 at each position").arg(quantity(data))
                                   : Residual::tr("%1 at each position").arg(quantity(data));

    // Above, the stream; below, what the norms do with it. In a narrow place the curve comes below the maps.
    auto* top = plot.makeGrid();
    top->setColumnSpacing(space::xl);
    const bool isNarrow = roomOf(style).width() < 560;
    const auto cells = std::make_shared<QSizeF>(); // of A and of B
    QCPLayoutGrid* below = nullptr;
    std::vector<double> keys; // px that the colour bar of each map takes, and the names in a curve beside two
    const auto put = [&](int column, const QString& heading, const FigureData& of, bool isMap) {
        if (isNarrow && !isMap)
            below = plot.makeGrid();
        QCPLayoutGrid* const in = below ? below : top;
        QCPTextElement* title = plot.addPanelTitle(page->rowCount(), 0, heading, style);
        if (isMap && isBoth)
            title->setTextColor(slotPen(of.side, style).color);
        in->addElement(0, in == below ? 0 : column, title);
        in->setRowStretchFactor(0, 0.001);
        const double key = isMap ? drawMap({plot, of, style}, cells) : drawMean({plot, of, style});
        if (in == top)
            keys.push_back(isMap || isBoth ? key : 0);
        in->addElement(1, in == below ? 0 : column, page->element(page->rowCount() - 1, 0));
        page->simplify();
    };
    const auto names = isBoth ? slotNames(data, fairnessOf(data)) : std::pair<QString, QString>();
    int place = 0;
    for (const Side side : isBoth ? std::vector{Side::A, Side::B} : std::vector{data.side}) {
        FigureData of = data;
        of.side = side;
        put(place++, isBoth ? sideHeading(names, side) : atEach, of, true);
    }
    const QString overDepth = isDelta ? Residual::tr("Δ over depth")
        : isOneToken(*shownRun(data)) ? Residual::tr("Over depth")
                                      : Residual::tr("Over depth, mean without the first position");
    QStringList leftOut;
    if (!isNarrow || pictureHeight(style) >= 230)
        put(place, overDepth, data, false);
    else
        leftOut << overDepth;
    // Maps as wide as each other, however much room their keys take; beside two the curve needs more than its share of one.
    const double ofMap = 1.7, ofCurve = isBoth ? 1.3 : 1; // shares of the width
    const auto shareOf = [&](int column) { return isNarrow || column < place ? ofMap : ofCurve; };
    double parts = 0;
    for (int column = 0; column < top->columnCount(); ++column)
        parts += shareOf(column);
    const double unit = std::max(20.0, (style.size.width() - std::accumulate(keys.begin(), keys.end(), 0.0)) / parts);
    for (int column = 0; column < top->columnCount(); ++column)
        top->setColumnStretchFactor(column, shareOf(column) * unit + keys[std::size_t(column)]);
    page->simplify();
    page->addElement(0, 0, top);
    page->setRowStretchFactor(0, 1.7);
    if (below)
        page->addElement(1, 0, below);
    const std::vector<core::SlotNumbers> norms = core::slotNumbers(*shownRun(data)->trace);
    const QString recorded = recordedNorms(*shownRun(data));
    const QString ofNorms = recorded.isEmpty() ? Residual::tr("Before and after each norm, mean over positions")
                                               : Residual::tr("Before and after the norms of %1, others not recorded").arg(recorded);
    const bool hasNorms = !isBoth && !isDelta && !norms.empty();
    if (!hasNorms || isNarrow || roomOf(style).height() < 360)
        return sayNoRoomFor(plot, hasNorms ? leftOut << ofNorms : leftOut, style);
    plot.addTitle(1, ofNorms, style, true);
    page->setRowStretchFactor(1, 0.001);
    drawSlots(plot, style, norms);
}

QString residualSubtitle(const FigureData& data)
{
    return usesRms(data)
        ? Residual::tr("Cells: root mean square of a position's vector at one depth; the embedding is at the bottom.")
        : Residual::tr("Cells: length (L2 norm) of a position's vector at one depth; the embedding is at the bottom.");
}

QString residualCaption(const FigureData& data)
{
    if (data.side == Side::Both || data.side == Side::Delta) {
        const double a = placesOf(*data.a, data).back().rest, b = placesOf(*data.b, data).back().rest;
        if (!std::isfinite(a) || !std::isfinite(b)) // else the page has said that it has no numbers
            return Residual::tr("After the last block %1 has no number.").arg(QLatin1String(std::isfinite(a) ? "B" : "A"));
        if (formatNumber(a) == formatNumber(b))
            return Residual::tr("After the last block the mean %1 is %2 in both.").arg(quantity(data), formatNumber(a));
        return Residual::tr("After the last block the mean %1 is %2 in A and %3 in B, %4 times as much.")
            .arg(quantity(data), formatNumber(a), formatNumber(b), a > 0 ? formatNumber(b / a) : maskedText());
    }
    const core::Trace& trace = *shownRun(data)->trace;
    const Places places = placesOf(*shownRun(data), data);
    const double first = places.front().rest;
    const double last = places.back().rest;
    const Largest largest = largestOf(places);
    const QString growth = first > 0 && std::isfinite(last) ? formatNumber(last / first) : maskedText();
    const QString mean = isOneToken(*shownRun(data))
        ? Residual::tr("The %1 goes from %2 after the embedding to %3 after the last block, %4 times as much.")
        : Residual::tr("The mean %1, without the first position, goes from %2 after the embedding to %3 after the last block, %4 "
                       "times as much.");
    QStringList sentences{mean.arg(quantity(data), formatNumber(first), formatNumber(last), growth)};
    if (largest.length >= 0)
        sentences << Residual::tr("The largest of the map is %1, at depth %2 at %3 %4.")
                         .arg(formatNumber(largest.length), depthLabel(largest.depth))
                         .arg(counted(largest.position))
                         .arg(quotedToken(trace, largest.position));
    return joinedSentences(sentences);
}

QString residualTable(const FigureData& data)
{
    QString text = QStringLiteral("depth,position,%1\n").arg(usesRms(data) ? QStringLiteral("rms") : QStringLiteral("l2"));
    for (const core::StreamPlace& place : placesOf(*shownRun(data), data))
        for (std::size_t i = 0; i < place.lengths.size(); ++i)
            text += QStringLiteral("%1,%2,%3\n").arg(depthLabel(place.depth)).arg(i).arg(exactText(float(place.lengths[i])));
    return text;
}

std::vector<Metric> residualMetrics(const FigureData& data)
{
    const GridOf numbers = numbersOf(data);
    const Places places = placesOf(*data.a, data);
    return gridMetrics(numbers(*data.a), numbers(*data.b), [&](int row, int column) {
        Selection at = data.selection;
        at.layer = int(places[places.size() - 1 - std::size_t(row)].layer);
        at.query = column;
        return at;
    });
}

} // namespace

const FigureInfo residualFigure{.id = "residual",
    .title = QT_TRANSLATE_NOOP("figures", "How does the residual stream grow?"),
    .draw = drawResidual,
    .caption = residualCaption,
    .whyNot = whyNotResidual,
    .subtitle = residualSubtitle,
    .table = residualTable,
    .comparing = Comparing::Overlay,
    .difference = Difference::Any,
    .metrics = residualMetrics,
    .options = [](const FigureData&) -> FigureOptions { return {lengthOption}; },
    .minPanel = [](const FigureData&) { return QSizeF(300, 180); }, // A and B side by side
    .concepts = [](const FigureData&) { return "C22"; }};

} // namespace widgets
