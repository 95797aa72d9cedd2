// The soft cap: cap · tanh(x / cap) with the numbers of this run before and after, and what it does to their softmax.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/logits/capped_row.h"
#include "widgets/views/logits/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

constexpr int curvePoints = 201, maxDots = 400;
constexpr std::size_t shownNames = 10;

/// Places of the row, the largest number first.
std::vector<std::size_t> largestFirst(const CappedRow& row)
{
    std::vector<std::size_t> order(row.before.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return row.before[a] > row.before[b]; });
    return order;
}

/// x from the lowest to the highest number, and wide enough that the curve bends.
QCPRange reachOf(const CappedRow& row)
{
    QCPRange reach(-row.cap, row.cap);
    for (const double x : row.before)
        reach.expand(x);
    return {1.04 * reach.lower, 1.04 * reach.upper};
}

void addCurve(const Drawing& drawing, QCPAxisRect* rect, const CappedRow& row)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const QCPRange reach = reachOf(row);
    QVector<double> x, curve, limits;
    for (int i = 0; i < curvePoints; ++i) {
        x << reach.lower + reach.size() * i / (curvePoints - 1);
        curve << row.cap * std::tanh(x.last() / row.cap);
    }
    auto* const chart = new LineChart(rect, style);
    chart
        ->addLine({reach.lower, reach.upper}, {reach.lower, reach.upper}, LogitsWords::tr("no cap"),
            {.color = theme.text2, .pen = Qt::DashLine})
        ->setName(QStringLiteral("no cap"));
    chart->addLine(x, curve, LogitsWords::tr("cap %1").arg(settingWords(row.cap)), {.color = theme.slotA})
        ->setName(QStringLiteral("curve"));
    QVector<double> before, after;
    const std::vector<std::size_t> order = largestFirst(row);
    const std::size_t step = std::max<std::size_t>(1, order.size() / maxDots);
    for (std::size_t i = 0; i < order.size(); i += i < shownNames ? 1 : step) { // the largest all, of the others every n-th
        before << row.before[order[i]];
        after << row.after[order[i]];
    }
    chart->addLine(before, after, {}, {.color = theme.slotB, .pen = Qt::NoPen, .points = true})
        ->setName(QStringLiteral("numbers"));
    chart->fitAxes(true);
    rect->axis(QCPAxis::atBottom)->setRange(reach);
    rect->axis(QCPAxis::atBottom)
        ->setLabel(row.areScores ? LogitsWords::tr("score before the cap") : LogitsWords::tr("logit before the cap"));
    rect->axis(QCPAxis::atLeft)->setLabel(LogitsWords::tr("after it"));
    rect->axis(QCPAxis::atLeft)->setRange(-1.25 * row.cap, 1.25 * row.cap);
    if (!order.empty())
        chart->setMark(row.before[order[0]], row.after[order[0]],
            QStringLiteral("%1 → %2").arg(formatNumber(row.before[order[0]]), formatNumber(row.after[order[0]])));
}

QCPAxisRect* addPart(const Drawing& drawing, QCPLayoutGrid* in, int column, const QString& heading)
{
    const auto& [plot, data, style] = drawing;
    const int below = plot.panel()->rowCount();
    in->addElement(0, column, plot.addPanelTitle(below, 0, heading, style));
    in->setRowStretchFactor(0, 0.001);
    QCPAxisRect* const rect = plot.addAxisRect(below + 1, 0, style);
    in->addElement(1, column, rect);
    return rect;
}

void addSoftmax(const Drawing& drawing, QCPAxisRect* rect, const CappedRow& row, bool isAfter)
{
    auto* const chart = new BarChart(rect, drawing.style);
    chart->setName(isAfter ? QStringLiteral("softmax after") : QStringLiteral("softmax before"));
    const std::vector<double> before = softmaxOf(row.before), after = softmaxOf(row.after);
    QVector<Bar> bars;
    double full = 0.02;
    const std::vector<std::size_t> order = largestFirst(row);
    for (std::size_t i = 0; i < std::min(shownNames, order.size()); ++i) {
        const double p = (isAfter ? after : before)[order[i]];
        full = std::max({full, before[order[i]], after[order[i]]});
        bars << Bar{row.nameOf(*shownRun(drawing.data), order[i]), p, formatFixed(p, 3)};
    }
    chart->setBars(bars, full);
}

void drawSoftCap(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const CappedRow row = cappedRow(data);
    auto* const parts = plot.makeGrid();
    parts->setColumnSpacing(space::xl);
    parts->setRowSpacing(space::xs);
    addCurve(drawing,
        addPart(drawing, parts, 0,
            row.areScores ? LogitsWords::tr("Scores, %1").arg(row.where) : LogitsWords::tr("Logits %1").arg(row.where)),
        row);
    const double width = roomOf(style).width();
    const QString ofBefore = LogitsWords::tr("softmax before"), ofAfter = LogitsWords::tr("softmax after");
    if (width >= 520) {
        addSoftmax(drawing, addPart(drawing, parts, 1, ofBefore), row, false);
        addSoftmax(drawing, addPart(drawing, parts, 2, ofAfter), row, true);
        parts->setColumnStretchFactor(0, 1.7);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, parts);
    if (width < 520)
        sayNoRoomFor(plot, {ofBefore, ofAfter}, style);
}

QString softCapSubtitle(const FigureData& data)
{
    return LogitsWords::tr("cap · tanh(x / cap): small numbers pass, none gets beyond ±%1; dots: the numbers of this run.")
        .arg(settingWords(cappedRow(data).cap));
}

QString softCapCaption(const FigureData& data)
{
    const CappedRow row = cappedRow(data);
    if (row.before.empty())
        return {};
    const std::size_t top = largestFirst(row).front();
    const std::vector<double> before = softmaxOf(row.before), after = softmaxOf(row.after);
    return joinedSentences({LogitsWords::tr("A cap of %1 takes the largest %2, %3, from %4 to %5.")
                                .arg(settingWords(row.cap), row.areScores ? LogitsWords::tr("score") : LogitsWords::tr("logit"),
                                    row.areScores ? row.nameOf(*shownRun(data), top)
                                                  : LogitsWords::tr("“%1”").arg(row.nameOf(*shownRun(data), top)),
                                    formatNumber(row.before[top]), formatNumber(row.after[top])),
        LogitsWords::tr("Its softmax goes from %1 to %2, the entropy from %3 to %4 nat.")
            .arg(formatNumber(before[top]), formatNumber(after[top]), formatNumber(entropyOf(before)),
                formatNumber(entropyOf(after)))});
}

std::vector<Caveat> softCapCaveats(const FigureData& data)
{
    const CappedRow row = cappedRow(data);
    if (row.isOwn)
        return {};
    return {
        {row.areScores ? LogitsWords::tr("This run caps no scores here: a cap of %1 is tried on them.").arg(settingWords(row.cap))
                       : LogitsWords::tr("This run caps no logits: a cap of %1 is tried on them.").arg(settingWords(row.cap)),
            false}};
}

QString softCapTable(const FigureData& data)
{
    const CappedRow row = cappedRow(data);
    const std::vector<double> before = softmaxOf(row.before), after = softmaxOf(row.after);
    const auto number = [](double value) { return exactText(float(value)); };
    QString csv = QStringLiteral("name,id,before,after,softmax_before,softmax_after\n");
    for (const std::size_t i : largestFirst(row))
        csv += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                   .arg(csvField(row.nameOf(*shownRun(data), i)))
                   .arg(row.ids[i])
                   .arg(number(row.before[i]), number(row.after[i]), number(before[i]), number(after[i]));
    return csv;
}

} // namespace

const FigurePage softCapPage{.id = "soft_cap",
    .title = QT_TRANSLATE_NOOP("figures", "What does a soft cap do?"),
    .draw = drawSoftCap,
    .caption = softCapCaption,
    .whyNot = whyNoCap,
    .subtitle = softCapSubtitle,
    .table = softCapTable,
    .needs = cappedNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {cappedOption, capOption};
    },
    .minPanel = minPanelOf<165, 160>,
    .caveats = softCapCaveats,
    .concepts = "C37"};

} // namespace widgets
