// A sweep: a point for each value of a choice, between the least and the most over seeds a band.

#include "widgets/views/sweep/figure.h"

#include "core/model/choice_values.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/sweep/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <cmath>

namespace widgets {

namespace {

struct SweepWords
{
    Q_DECLARE_TR_FUNCTIONS(Sweep)
};

constexpr double chartShare = 0.6; // of the width of a page that is the chart's, at least
constexpr double widelySpread = 8; // largest value over the smallest: the axis is logarithmic from there
constexpr std::size_t namedValues = 12; // more have round numbers below the axis

/// Where values are on the axis: numbers at themselves, words one after the other.
struct ValueAxis
{
    std::vector<double> places;
    bool isOfNumbers = true;
    bool isLogarithmic = false;
};

ValueAxis axisOf(const core::SweepRequest& request)
{
    ValueAxis axis;
    for (const std::string& value : request.values) {
        const std::optional<double> number = core::numberIn<double>(value);
        axis.isOfNumbers &= number && std::isfinite(*number);
        axis.places.push_back(number.value_or(0));
    }
    if (axis.isOfNumbers) {
        const auto [least, most] = std::ranges::minmax(axis.places);
        axis.isLogarithmic = least > 0 && most / least >= widelySpread;
    } else
        for (std::size_t i = 0; i < axis.places.size(); ++i)
            axis.places[i] = double(i);
    return axis;
}

double placeOf(const core::SweepRequest& request, const ValueAxis& axis, const std::string& value)
{
    return axis.places[std::size_t(std::ranges::find(request.values, value) - request.values.begin())];
}

void setUpAxis(QCPAxis& across, const core::SweepRequest& request, const ValueAxis& axis, const FigureStyle& style)
{
    across.setLabel(choiceName(request.key.substr(0, request.key.find('@'))));
    if (axis.isLogarithmic)
        across.setScaleType(QCPAxis::stLogarithmic);
    if (!axis.isOfNumbers || request.values.size() <= namedValues) {
        const auto names = QSharedPointer<QCPAxisTickerText>::create();
        const QFontMetricsF metrics(tickFont(style), across.parentPlot());
        double widest = 0;
        for (std::size_t i = 0; i < request.values.size(); ++i) {
            const QString name = sweptValueText(request.key, request.values[i]);
            names->addTick(axis.places[i], name);
            widest = std::max(widest, metrics.horizontalAdvance(name) + metrics.height());
        }
        across.setTicker(names);
        if (widest * double(request.values.size()) > chartShare * style.size.width())
            across.setTickLabelRotation(30); // beside each other they would touch
    } else if (axis.isLogarithmic)
        across.setTicker(QSharedPointer<LogTicker>::create());
    const auto [least, most] = std::ranges::minmax(axis.places);
    const double edge = !axis.isOfNumbers ? 0.5 : most > least ? 0.03 * (most - least) : 0.5;
    const double factor = std::pow(most / least, 0.03);
    across.setRange(axis.isLogarithmic ? least / factor : least - edge, axis.isLogarithmic ? most * factor : most + edge);
}

/// What is drawn of one run, or of a difference.
struct Series
{
    std::vector<core::SweepRow> rows;
    SlotPen pen;
    QString label; // at its end; empty: it is alone
};

/// Of words, between which there is nothing, each band is a line of its own.
void addWhiskers(const QVector<double>& x, std::pair<QCPGraph*, QCPGraph*> ends, const QColor& color)
{
    constexpr double wide = 6; // px
    for (QCPGraph* const end : {ends.first, ends.second})
        end->setLineStyle(QCPGraph::lsNone);
    for (qsizetype i = 0; i < x.size(); ++i) {
        auto* const line = new QCPItemLine(ends.first->parentPlot());
        for (const auto& [position, graph] : {std::pair{line->start, ends.first}, std::pair{line->end, ends.second}}) {
            position->setAxes(graph->keyAxis(), graph->valueAxis());
            position->setCoords(x[i], graph->data()->at(int(i))->value);
        }
        line->setPen(QPen(color, wide, Qt::SolidLine, Qt::FlatCap));
    }
}

void addSeries(LineChart& chart, const Series& series, const core::SweepRequest& request, const ValueAxis& axis)
{
    const QString prefix = series.label.isEmpty() ? QString() : series.label + QLatin1Char(' ');
    std::vector<std::pair<double, core::SweepBand>> bands; // along the axis
    for (const core::SweepBand& band : core::bandsOf(series.rows))
        bands.emplace_back(placeOf(request, axis, band.value), band);
    std::ranges::stable_sort(bands, {}, [](const auto& band) { return band.first; });
    QVector<double> x, mean, least, most;
    for (const auto& [place, band] : bands)
        if (std::isfinite(band.mean)) {
            x << place;
            mean << band.mean;
            least << band.least;
            most << band.most;
        }
    QColor faint = series.pen.color;
    faint.setAlphaF(0.25F);
    if (request.seeds > 1) {
        QCPGraph* const low = chart.addLine(x, least, {}, {.color = faint});
        QCPGraph* const high = chart.addLine(x, most, {}, {.color = faint});
        low->setName(prefix + QStringLiteral("least"));
        high->setName(prefix + QStringLiteral("most"));
        if (axis.isOfNumbers) {
            high->setBrush(faint);
            high->setChannelFillGraph(low);
        } else
            addWhiskers(x, {low, high}, faint);
        QVector<double> places, all;
        for (const core::SweepRow& row : series.rows)
            if (std::isfinite(row.result)) {
                places << placeOf(request, axis, row.value);
                all << row.result;
            }
        QCPGraph* const seeds = chart.addLine(places, all, {}, {.color = faint, .points = true});
        seeds->setName(prefix + QStringLiteral("seeds"));
        seeds->setLineStyle(QCPGraph::lsNone);
    }
    QCPGraph* const line
        = chart.addLine(x, mean, series.label, {.color = series.pen.color, .pen = series.pen.pen, .points = true});
    line->setName(prefix + (request.seeds > 1 ? QStringLiteral("mean") : QStringLiteral("measured")));
    if (!axis.isOfNumbers)
        line->setLineStyle(QCPGraph::lsNone);
}

/// A and B of one picture, B − A, or one of them.
std::vector<Series> seriesOf(const FigureData& data, const FigureStyle& style)
{
    const Side shown = data.side == Side::Both ? Side::A
        : data.side == Side::Delta             ? Side::Delta
        : shownRun(data) == data.b             ? Side::B
                                               : Side::A;
    std::vector<Series> all{{sideRows(data), slotPen(shown, style), {}}};
    if (data.side == Side::Both && data.b) {
        all.front().label = QStringLiteral("A");
        all.push_back({sweptRows(data, data.b), slotPen(Side::B, style), QStringLiteral("B")});
    }
    return all;
}

void drawSweep(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const core::SweepRequest request = *sweepOf(data, shownRun(data));
    const ValueAxis axis = axisOf(request);
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    auto* const chart = new LineChart(rect, style);
    for (const Series& series : seriesOf(data, style))
        addSeries(*chart, series, request, axis);
    chart->fitAxes();
    setUpAxis(*rect->axis(QCPAxis::atBottom), request, axis, style);
    const QString words = measuredWords(data, shownRun(data));
    rect->axis(QCPAxis::atLeft)->setLabel(data.side == Side::Delta ? QStringLiteral("Δ ") + words : words);
}

QString whyNotSweep(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunPtr& run = shownRun(data);
    if (QString reason = whyNoMetric(*run, run->setup ? measuredIn(data, run) : std::string()); !reason.isEmpty())
        return reason;
    const std::optional<core::SweepRequest> request = sweepOf(data, run);
    if (!request)
        return SweepWords::tr("Say a choice and its values, such as %1.").arg(QStringLiteral("sizes.layers=1,2,4"));
    if (data.side != Side::Delta && data.side != Side::Both)
        return {};
    const std::optional<core::SweepRequest> other = data.b && data.b->setup ? sweepOf(data, data.b) : std::nullopt;
    if (!other)
        return SweepWords::tr("B is a recorded run, which cannot be run again: look at A.");
    return other->measured != request->measured
        ? SweepWords::tr("The answer of A is no token of B: measure something else, or look at A and B by themselves.")
        : QString();
}

QString sweepSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const std::optional<core::SweepRequest> request = run && run->setup ? sweepOf(data, run) : std::nullopt;
    if (!request)
        return {};
    return request->seeds > 1 ? SweepWords::tr("Each dot: a run with another value or seed; the line is the mean over %1 seeds, "
                                               "the band goes from the least to the most.")
                                    .arg(request->seeds)
                              : SweepWords::tr("Each dot: a run with another value.");
}

/// How much of it has come, where that is not all.
QString soFar(const core::SweepRequest& request, std::size_t bands)
{
    return bands < request.values.size() ? SweepWords::tr("%1 of %2 values so far.").arg(bands).arg(request.values.size())
                                         : QString();
}

/// Values that were run, or refused, and gave none.
QString withoutNumber(const core::SweepRequest& request, const std::vector<core::SweepBand>& bands)
{
    QStringList names;
    for (const core::SweepBand& band : bands)
        if (!std::isfinite(band.mean))
            names << sweptValueText(request.key, band.value);
    return names.isEmpty() ? QString() : SweepWords::tr("Without a number: %1.").arg(names.join(SweepWords::tr(", ")));
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const std::optional<core::SweepRequest> request = run->setup ? sweepOf(data, run) : std::nullopt;
    if (!request)
        return {};
    const bool isDelta = data.side == Side::Delta;
    const std::vector<core::SweepRow> rows = isDelta ? sideRows(data) : sweptRows(data, run);
    const std::vector<core::SweepBand> all = core::bandsOf(rows);
    std::vector<core::SweepBand> bands = all;
    std::erase_if(bands, [](const core::SweepBand& band) { return !std::isfinite(band.mean); });
    if (bands.empty())
        return joinedSentences({SweepWords::tr("No value gives a number."), soFar(*request, all.size())});
    const auto [least, most] = std::ranges::minmax_element(bands, {}, &core::SweepBand::mean);
    const QString measured = (isDelta ? QStringLiteral("Δ ") : QString()) + measuredWords(data, run);
    const auto value = [&](const core::SweepBand& band) { return sweptValueText(request->key, band.value); };
    const auto number = [&](double one) { return isDelta ? formatDifference(one) : formatNumber(one); };
    QStringList sentences{least->mean == most->mean
            ? SweepWords::tr("The %1 is the same for every value: %2.").arg(measured, number(least->mean))
            : SweepWords::tr("The %1 goes from %2 (%3) to %4 (%5).")
                  .arg(measured, number(least->mean), value(*least), number(most->mean), value(*most))};
    if (request->seeds > 1) {
        const auto widest = std::ranges::max_element(bands, {}, [](const auto& band) { return band.most - band.least; });
        sentences << (widest->most == widest->least ? SweepWords::tr("No seed changes it.")
                                                    : SweepWords::tr("Seeds differ most at %1: from %2 to %3.")
                                                          .arg(value(*widest), number(widest->least), number(widest->most)));
    }
    return joinedSentences(sentences << withoutNumber(*request, all) << soFar(*request, all.size()));
}

QString sweepCaption(const FigureData& data)
{
    return data.side == Side::Delta ? sentenceOf(data, data.a) : sentenceOfSides(data, sentenceOf);
}

QString sweepTable(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const std::optional<core::SweepRequest> request = run && run->setup ? sweepOf(data, run) : std::nullopt;
    return request ? QString::fromStdString(core::toCsv(*request, sideRows(data))) : QString();
}

std::vector<Metric> sweepMetrics(const FigureData& data)
{
    const std::vector<core::SweepRow> rows = sideRows(ofSide(data, Side::Delta));
    const core::SweepRow* widest = nullptr;
    for (const core::SweepRow& row : rows)
        if (std::isfinite(row.result) && (!widest || std::abs(row.result) > std::abs(widest->result)))
            widest = &row;
    return widest ? std::vector<Metric>{{SweepWords::tr("max |Δ|"), formatNumber(std::abs(widest->result)), data.selection}}
                  : std::vector<Metric>();
}

std::vector<QVariantMap> variants()
{
    return {{},
        {{sweptOption.name(), QStringLiteral("norm.placement=pre,post,sandwich")}, {seedsOption.name(), 3},
            {metricOption.name(), QStringLiteral("entropy@-1")}}};
}

std::vector<Caveat> sweepCaveats(const FigureData& data)
{
    std::vector<Caveat> all = caveatsOfSwaps(data);
    std::ranges::copy(caveatsOfMetric(data), std::back_inserter(all));
    return all;
}

} // namespace

const FigureInfo sweepFigure{.id = "sweep",
    .title = QT_TRANSLATE_NOOP("figures", "What does this choice change?"),
    .draw = drawSweep,
    .caption = sweepCaption,
    .whyNot = whyNotSweep,
    .subtitle = sweepSubtitle,
    .table = sweepTable,
    .comparing = Comparing::Overlay,
    .difference = Difference::Any,
    .metrics = sweepMetrics,
    .needs = sweepNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {sweptOption, seedsOption, metricOption};
    },
    .variants = variants,
    .caveats = sweepCaveats,
    .concepts = [](const FigureData&) { return "C32"; }};

} // namespace widgets
