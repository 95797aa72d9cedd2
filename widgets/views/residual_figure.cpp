// The residual stream: how large it is at each position and depth, on average over depth, and what each norm makes of it.

#include "widgets/views/residual_figure.h"

#include "widgets/panels/read_out.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/side_panel.h"
#include "widgets/views/stream_numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Residual
{
    Q_DECLARE_TR_FUNCTIONS(Residual)
};

bool usesRms(const FigureData& data) { return data.options.value(QStringLiteral("norm")).toString() != QLatin1String("l2"); }

QString quantity(const FigureData& data) { return usesRms(data) ? Residual::tr("RMS") : Residual::tr("L2 norm"); }

std::vector<StreamPlace> placesOf(const FigureData& data) { return streamPlaces(*shownRun(data)->trace, usesRms(data)); }

QString placeLabel(const StreamPlace& place)
{
    const double whole = std::floor(place.depth);
    const QString half = place.depth > whole ? QStringLiteral(".5") : QString();
    return whole > 0 || half.isEmpty() ? QString::number(whole) + half : half;
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    return placesOf(data).empty() ? whyNotRecorded("blocks.*.resid_pre") : QString();
}

void drawMap(Plot& plot, const FigureData& data, const FigureStyle& style, const std::vector<StreamPlace>& places)
{
    const core::Trace& trace = *shownRun(data)->trace;
    const auto tokens = core::Index(places.front().lengths.size());
    // The stream grows upwards: the embedding at the bottom, the last block on top.
    std::vector<float> values;
    QStringList labels;
    for (std::size_t i = places.size(); i-- > 0;) {
        for (const double length : places[i].lengths)
            values.push_back(float(length));
        labels << placeLabel(places[i]);
    }
    const Grid grid = gridOf(std::move(values), core::Index(places.size()), tokens);
    ScaleChoice choice{ColorMapId::Cividis, ScalePolicy::MinToMax};
    ColorScale scale = makeScale(choice, grid);
    if (scale.low > 0 && scale.high > 8 * scale.low) {
        choice.transform = ScaleTransform::Log;
        scale = makeScale(choice, grid);
    }
    GridAxisRect* rect = plot.addGridRect(1, 0, style);
    rect->setCells(int(places.size()), int(tokens), CellShape::Fill);
    rect->setRowTokens(labels);
    rect->setColumnTokens(tokenTexts(trace));
    rect->setAxisTitles(QString(), Residual::tr("depth in blocks"));
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("stream"));
    map->setData(grid, scale);
    int pinnedRow = -1;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].layer == data.selection.layer && places[i].depth == data.selection.layer)
            pinnedRow = int(places.size() - 1 - i);
    map->setPinned({pinnedRow, data.selection.query});
    new ColorBar(rect, scale, quantity(data), style);
}

void drawMean(Plot& plot, const FigureData& data, const FigureStyle& style, const std::vector<StreamPlace>& places)
{
    const Theme& theme = themeOf(style);
    QCPAxisRect* rect = plot.addAxisRect(1, 1, style);
    rect->axis(QCPAxis::atBottom)->setLabel(Residual::tr("depth in blocks"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    QVector<double> x, all, one;
    const auto query = std::size_t(std::max(0, data.selection.query));
    for (const StreamPlace& place : places) {
        x << place.depth;
        all << place.mean;
        one << (query < place.lengths.size() ? place.lengths[query] : qQNaN());
    }
    const auto [least, largest] = std::minmax_element(all.cbegin(), all.cend());
    chart->setLogarithmic(*least > 0 && *largest > 8 * *least);
    chart->addLine(x, all, Residual::tr("mean %1").arg(formatNumber(all.back())), {.color = theme.slotA});
    if (data.selection.query >= 0 && std::isfinite(one.back()))
        chart->addLine(x, one,
            QStringLiteral("%1 %2").arg(quotedToken(*shownRun(data)->trace, data.selection.query), formatNumber(one.back())),
            {.color = theme.slotB, .pen = Qt::DashLine});
    chart->fitAxes(*least > 0 && *largest <= 8 * *least);
}

/// Each kind of norm slot: spread before it, spread after it, over the layers.
void drawSlots(Plot& plot, const FigureStyle& style, const std::vector<SlotNumbers>& norms)
{
    const Theme& theme = themeOf(style);
    auto* row = new QCPLayoutGrid;
    row->setColumnSpacing(space::xl);
    plot.panel()->addElement(3, 0, row);
    int column = 0;
    for (const SlotNumbers& slot : norms) {
        row->addElement(0, column, plot.addPanelTitle(4, 0, QString::fromStdString(slot.slot), style));
        QCPAxisRect* rect = plot.addAxisRect(4, 0, style);
        row->addElement(1, column, rect);
        rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
        rect->axis(QCPAxis::atBottom)->setLabel(Residual::tr("layer"));
        QVector<double> layers;
        for (std::size_t layer = 0; layer < slot.rmsBefore.size(); ++layer)
            layers << double(layer);
        const auto numbers = [](const std::vector<double>& values) { return QVector<double>(values.begin(), values.end()); };
        auto* chart = new LineChart(rect, style);
        chart->addLine(layers, numbers(slot.rmsBefore), Residual::tr("RMS before"), {.color = theme.slotA, .points = true});
        chart->addLine(layers, numbers(slot.rmsAfter), Residual::tr("RMS after"),
            {.color = theme.slotB, .pen = Qt::DashLine, .points = true});
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
            chart->addLine(
                layers, numbers(slot.meanBefore), Residual::tr("mean before"), {.color = theme.text2, .pen = Qt::DotLine});
        chart->fitAxes(!isLog);
        ++column;
    }
    row->setRowStretchFactor(0, 0.001);
    plot.panel()->simplify();
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const core::Trace& trace = *shownRun(data)->trace;
    const std::vector<StreamPlace> places = placesOf(data);
    const std::vector<SlotNumbers> norms = slotNumbers(trace);
    QCPLayoutGrid* page = plot.panel();

    // Above, the stream; below, what the norms do with it.
    plot.addPanelTitle(0, 0, Residual::tr("%1 at each position").arg(quantity(data)), style);
    plot.addPanelTitle(0, 1, Residual::tr("Over depth"), style);
    drawMap(plot, data, style, places);
    drawMean(plot, data, style, places);
    auto* top = new QCPLayoutGrid;
    top->setColumnSpacing(space::xl);
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            top->addElement(row, column, page->element(row, column));
    top->setRowStretchFactor(0, 0.001);
    top->setColumnStretchFactor(0, 1.7);
    page->simplify();
    page->addElement(0, 0, top);
    page->setRowStretchFactor(0, 1.7);
    if (norms.empty() || roomOf(style).height() < 360)
        return;
    plot.addTitle(1, Residual::tr("Before and after each norm, mean over positions"), style, true);
    page->setRowStretchFactor(1, 0.001);
    drawSlots(plot, style, norms);
}

QString subtitle(const FigureData& data)
{
    return usesRms(data)
        ? Residual::tr("Each cell is the root mean square of one position's vector at one depth; the embedding is at the bottom.")
        : Residual::tr(
            "Each cell is the length (L2 norm) of one position's vector at one depth; the embedding is at the bottom.");
}

QString caption(const FigureData& data)
{
    const core::Trace& trace = *shownRun(data)->trace;
    const std::vector<StreamPlace> places = placesOf(data);
    const double first = places.front().mean;
    const double last = places.back().mean;
    const std::vector<double>& ends = places.back().lengths;
    const auto largest = std::max_element(ends.begin(), ends.end());
    const QString growth = first > 0 ? formatNumber(last / first) : maskedText();
    return Residual::tr(
        "The mean %1 goes from %2 after the embedding to %3 after the last block, %4 times as much; the largest is %5 at %6.")
        .arg(quantity(data), formatNumber(first), formatNumber(last), growth, formatNumber(*largest),
            quotedToken(trace, int(largest - ends.begin())));
}

} // namespace

const FigureInfo residualFigure{
    "residual", QT_TRANSLATE_NOOP("figures", "How does the residual stream grow?"), draw, caption, whyNot, subtitle};

} // namespace widgets
