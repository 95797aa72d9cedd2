// z-loss: log Z of every position with its penalty, and what becomes of the softmax in float16 when the logits are large.

#include "core/analysis/half_softmax.h"
#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/logits/log_z_chart.h"
#include "widgets/views/logits/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int shownTokens = 10;

using Rows = std::vector<core::Normaliser>;

float shiftOf(const FigureData& data) { return float(shiftOption.in(data, 0)); }

NeedId idOf(const RunPtr& run, float shift) { return {run->trace, {}, "normalisers " + std::to_string(shift)}; }

QString whyNotZLoss(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    if (run.setup && run.setup->config.outputHead == core::OutputHead::None)
        return LogitsWords::tr("This model has no output head, so it has no logits. Choose “Output matrix” as its output head.");
    return hasAllLogits(*run.trace) ? QString() : whyNotRecorded("logits");
}

/// log Z is that of the pass where it was recorded.
Rows normalisersOf(const core::Trace& trace, float shift, const core::RunControl& control)
{
    Rows rows = core::normalisers(trace.at("logits"), shift, control);
    if (const core::Tensor* const recorded = trace.find("log_z"); recorded && std::size_t(recorded->size()) == rows.size())
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].logZ = double(recorded->data()[i]) + double(shift);
    return rows;
}

Needs zLossNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        if (run && hasAllLogits(*run->trace))
            all.push_back(derivedNeed(idOf(run, shiftOf(data)), [run, shift = shiftOf(data)](const core::RunControl& control) {
                return normalisersOf(*run->trace, shift, control);
            }));
    return all;
}

const Rows& rowsOf(const FigureData& data, const RunPtr& run)
{
    static const Rows nothing;
    const Rows* const found = data.results.value<Rows>(idOf(run, shiftOf(data)));
    return found ? *found : nothing;
}

std::span<const float> shownLogits(const FigureData& data)
{
    return logitsAfter(*shownRun(data)->trace, shownPosition(*shownRun(data), data.selection));
}

/// The likeliest tokens of the marked position.
std::vector<core::TokenProbability> likeliest(const FigureData& data)
{
    return nextTokens(*shownRun(data)->trace, shownPosition(*shownRun(data), data.selection), shownTokens);
}

core::HalfSoftmax halfOf(const FigureData& data, bool subtracts)
{
    std::vector<core::TokenId> ids;
    for (const core::TokenProbability& one : likeliest(data))
        ids.push_back(one.id);
    return core::halfSoftmax(shownLogits(data), {.subtractsLargest = subtracts, .shift = shiftOf(data)}, ids);
}

/// A probability that may be none.
QString text(double value) { return std::isfinite(value) && value > 0 ? formatFixed(value, 3) : formatNumber(value); }

/// Beside the others or, where the figure is narrow, below them.
void addBars(const Drawing& drawing, QCPLayoutGrid* in, bool isBeside, const QString& heading, const std::vector<double>& values)
{
    const auto& [plot, data, style] = drawing;
    const int below = plot.panel()->rowCount();
    const int column = isBeside ? in->columnCount() : 0, row = isBeside ? 0 : in->rowCount();
    in->addElement(row, column, plot.addPanelTitle(below, 0, heading, style));
    in->setRowStretchFactor(row, 0.001);
    QCPAxisRect* const rect = plot.addAxisRect(below + 1, 0, style);
    in->addElement(row + 1, column, rect);
    auto* const chart = new BarChart(rect, style);
    chart->setName(QStringLiteral("softmax %1").arg(row + column));
    QVector<Bar> bars;
    const std::vector<core::TokenProbability> tokens = likeliest(data);
    for (std::size_t i = 0; i < tokens.size() && i < values.size(); ++i)
        bars << Bar{tokenText(*shownRun(data), tokens[i].id), std::isfinite(values[i]) ? values[i] : 0, text(values[i])};
    chart->setBars(bars, std::max(0.02, tokens.empty() ? 0.02 : tokens.front().probability));
}

/// Returns the names of those without room.
QStringList addSoftmax(const Drawing& drawing, QCPLayoutGrid* in)
{
    const FigureData& data = drawing.data;
    const core::HalfSoftmax plain = halfOf(data, false), shifted = halfOf(data, true);
    std::vector<double> exact;
    for (const core::TokenProbability& one : likeliest(data))
        exact.push_back(one.probability);
    const auto asDoubles = [](const std::vector<float>& values) { return std::vector<double>(values.begin(), values.end()); };
    const double width = roomOf(drawing.style).width();
    const bool isBeside = width >= 360;
    QStringList leftOut;
    if (width >= 640)
        addBars(drawing, in, isBeside, QStringLiteral("float64"), exact);
    else
        leftOut << QStringLiteral("float64");
    addBars(drawing, in, isBeside, QStringLiteral("float16: Σ eˣ = %1").arg(formatNumber(double(plain.sum))),
        asDoubles(plain.probabilities));
    if (isBeside || pictureHeight(drawing.style) >= 360)
        addBars(drawing, in, isBeside, QStringLiteral("float16: Σ exp(x − max) = %1").arg(formatNumber(double(shifted.sum))),
            asDoubles(shifted.probabilities));
    else
        leftOut << QStringLiteral("float16: Σ exp(x − max)");
    return leftOut;
}

QCPRange sharedRange(const FigureData& data)
{
    QCPRange range(0, 0);
    for (const RunPtr& run : scaledRuns(data))
        if (run)
            for (const core::Normaliser& row : rowsOf(data, run))
                if (std::isfinite(row.logZ))
                    range.expand(row.logZ);
    return range;
}

void addLines(const Drawing& drawing, QCPAxisRect* rect)
{
    const auto& [plot, data, style] = drawing;
    const Rows& rows = rowsOf(data, shownRun(data));
    const SlotPen pen = slotPen(data.side, style);
    LogZLine all{.positions = {}, .values = {}, .label = {}, .isStrong = true, .pen = pen.pen, .color = pen.color};
    QVector<double> over, overZ;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all.positions << double(i);
        all.values << rows[i].logZ;
        if (std::isinf(rows[i].plainSum)) {
            over << double(i);
            overZ << rows[i].logZ;
        }
    }
    LineChart* const chart = addLogZChart(rect, {all}, style);
    if (!over.isEmpty()) {
        QCPGraph* const marks
            = chart->addLine(over, overZ, {}, {.color = themeOf(style).slotB, .pen = Qt::NoPen, .points = true});
        marks->setName(QStringLiteral("overflows in float16"));
        const QColor color = themeOf(style).slotB; // rings would cover a long text
        marks->setScatterStyle(all.values.size() > maxLogZDots
                ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, 2.2 * style.lineWidth)
                : QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, style.lineWidth), Qt::NoBrush, 6 * style.lineWidth));
    }
    QCPRange range = sharedRange(data);
    const double limit = std::log(double(core::largestHalf));
    range.expand(limit);
    rect->axis(QCPAxis::atLeft)
        ->setRange(range.lower - (range.lower < 0 ? 0.06 * range.size() : 0), range.upper + 0.2 * range.size());
    addLevelMark(rect, limit, {}, style);
    const int position = shownPosition(*shownRun(data), data.selection);
    if (std::size_t(position) < rows.size())
        chart->setMark(position, rows[std::size_t(position)].logZ, formatNumber(rows[std::size_t(position)].logZ));
}

void drawZLoss(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    plot.addPanelTitle(0, 0,
        LogitsWords::tr("log Z of every position, its penalty 10⁻⁴ · log²Z on the right; dotted: float16 ends, e^%1 = 65,504")
            .arg(formatFixed(std::log(double(core::largestHalf)), 2)),
        style);
    plot.panel()->setRowStretchFactor(0, 0.001);
    addLines(drawing, plot.addAxisRect(1, 0, style));
    if (pictureHeight(style) < 250)
        return sayNoRoomFor(plot, {LogitsWords::tr("the softmax in three arithmetics")}, style);
    auto* const parts = plot.makeGrid();
    parts->setColumnSpacing(space::xl);
    parts->setRowSpacing(space::xs);
    const QStringList leftOut = addSoftmax(drawing, parts);
    plot.panel()->simplify();
    plot.panel()->addElement(2, 0, parts);
    plot.panel()->setRowStretchFactor(2, 1.05);
    sayNoRoomFor(plot, leftOut, style);
}

QString zLossSubtitle(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int position = shownPosition(run, data.selection);
    const QString shift = shiftOf(data) > 0
        ? LogitsWords::tr(" %1 is added to every logit.").arg(settingWords(double(shiftOf(data))))
        : QString();
    return LogitsWords::tr("Z = Σ e^logit; below, the softmax %1 in three arithmetics.")
               .arg((speaksOfHere(*run.trace) ? LogitsWords::tr("at %1") : LogitsWords::tr("after %1"))
                        .arg(quotedToken(*run.trace, position)))
        + shift;
}

QString zLossCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const Rows& rows = rowsOf(data, shownRun(data));
    if (rows.empty())
        return {};
    const auto byLogZ = [](const core::Normaliser& a, const core::Normaliser& b) { return a.logZ < b.logZ; };
    const auto low = std::ranges::min_element(rows, byLogZ), high = std::ranges::max_element(rows, byLogZ);
    double penalty = 0;
    for (const core::Normaliser& row : rows)
        penalty += core::zLoss(row.logZ) / double(rows.size());
    const auto overflowing = std::ranges::count_if(rows, [](const core::Normaliser& row) { return std::isinf(row.plainSum); });
    const auto at = [&](auto row) { return quotedToken(*run.trace, int(row - rows.begin())); };
    return joinedSentences({LogitsWords::tr("log Z runs from %1 at %2 to %3 at %4.")
                                .arg(formatNumber(low->logZ), at(low), formatNumber(high->logZ), at(high)),
        LogitsWords::tr("Z-loss would add %1 nat per position.").arg(formatNumber(penalty)),
        overflowing > 0
            ? LogitsWords::tr("In float16 the sum overflows at %1 of %2 positions unless the largest logit is subtracted first.")
                  .arg(overflowing)
                  .arg(rows.size())
            : LogitsWords::tr("In float16 no sum overflows here: that begins where log Z reaches %1.")
                  .arg(formatFixed(std::log(double(core::largestHalf)), 2))});
}

QString zLossTable(const FigureData& data)
{
    QString csv = QStringLiteral(
        "part,name,log_z,penalty,sum_float16,sum_float16_subtracted,softmax,softmax_float16,softmax_subtracted\n");
    const auto number = [](double value) { return exactText(float(value)); };
    const Rows& rows = rowsOf(data, shownRun(data));
    for (std::size_t i = 0; i < rows.size(); ++i)
        csv += QStringLiteral("position,%1,%2,%3,%4,%5,,,\n")
                   .arg(i)
                   .arg(number(rows[i].logZ), number(core::zLoss(rows[i].logZ)), number(double(rows[i].plainSum)),
                       number(double(rows[i].shiftedSum)));
    const core::HalfSoftmax plain = halfOf(data, false), shifted = halfOf(data, true);
    const std::vector<core::TokenProbability> tokens = likeliest(data);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        csv += QStringLiteral("token,%1,,,,,%2,%3,%4\n")
                   .arg(csvField(tokenText(*shownRun(data), tokens[i].id)), number(tokens[i].probability),
                       number(double(plain.probabilities[i])), number(double(shifted.probabilities[i])));
    return csv;
}

} // namespace

const FigurePage zLossPage{.id = "z_loss",
    .draw = drawZLoss,
    .caption = zLossCaption,
    .whyNot = whyNotZLoss,
    .subtitle = zLossSubtitle,
    .table = zLossTable,
    .needs = zLossNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {shiftOption}; },
    .minPanel = minPanelOf<165, 190>,
    .concepts = "C35"};

} // namespace widgets
