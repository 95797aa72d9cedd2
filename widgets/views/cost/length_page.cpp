// Attention's and the feed-forward's cost against the length of the text: FLOPs by the formulas, time measured at a few lengths.

#include "widgets/figure/sentences.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/cost/length_numbers.h"
#include "widgets/views/cost/operation_rows.h"
#include "widgets/views/cost/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double shortest = 6, longestShown = 1e6; // tokens
constexpr int points = 40;                         // of a line

struct ShownLengths
{
    const CostOverLength* cost;
    QString slot; // " A" beside another run
    Qt::PenStyle pen;
};

std::vector<ShownLengths> shownLengths(const Drawing& drawing)
{
    const FigureData& data = drawing.data;
    if (data.side != Side::Both)
        return {{lengthsOf(data, shownRun(data)), {}, Qt::SolidLine}};
    return {{lengthsOf(data, data.a), QStringLiteral(" A"), slotPen(Side::A, drawing.style).pen},
        {lengthsOf(data, data.b), QStringLiteral(" B"), slotPen(Side::B, drawing.style).pen}};
}

/// The first count of tokens at which attention needs more.
std::int64_t firstBeyond(double crossover) { return std::int64_t(std::floor(crossover)) + 1; }

/// The tokens that the charts end at: well behind the crossover and the text.
double lastTokens(const std::vector<ShownLengths>& shown)
{
    double last = 2048;
    for (const ShownLengths& one : shown)
        last = std::max({last, 4 * one.cost->growth.crossover(), 2.0 * one.cost->ownTokens});
    return std::min(last, longestShown);
}

/// The three kinds of work: a name, a colour, FLOPs at a length, time at a measured one.
struct Work
{
    QString name;
    const char* word; // of files
    QColor color;
    double (*flops)(const core::GrowthOfCost& growth, double tokens);
    double (*time)(const TimedLength& timed);
};

std::vector<Work> works(const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    return {{CostWords::tr("attention T²"), "attention", theme.accent,
                [](const core::GrowthOfCost& growth, double tokens) { return growth.pairs * tokens * tokens; },
                [](const TimedLength& timed) { return timed.attention; }},
        {CostWords::tr("feed-forward"), "feed_forward", theme.ok,
            [](const core::GrowthOfCost& growth, double tokens) { return growth.feedForward * tokens; },
            [](const TimedLength& timed) { return timed.feedForward; }},
        {CostWords::tr("projections"), "projections", theme.text2,
            [](const core::GrowthOfCost& growth, double tokens) { return growth.projections * tokens; },
            [](const TimedLength& timed) { return timed.projections; }}};
}

void setUp(QCPAxisRect* rect, LineChart& chart, const QString& label, double last)
{
    chart.setLogarithmic(true);
    chart.fitAxes();
    QCPAxis* const tokens = rect->axis(QCPAxis::atBottom);
    tokens->setScaleType(QCPAxis::stLogarithmic);
    tokens->setTicker(QSharedPointer<LogTicker>::create());
    tokens->setLabel(CostWords::tr("tokens"));
    tokens->setRange(shortest, last);
    rect->axis(QCPAxis::atLeft)->setLabel(label);
}

/// A dot where the first of them crosses, whose words have the number of each.
void markCrossovers(LineChart& chart, const std::vector<ShownLengths>& shown, double last)
{
    QPointF mark;
    QStringList numbers;
    for (const auto& [cost, slot, pen] : shown)
        if (const double crossover = cost->growth.crossover(); crossover >= shortest && crossover <= last) {
            if (numbers.isEmpty())
                mark = {crossover, cost->growth.feedForward * crossover};
            numbers << (slot.trimmed() + QLatin1Char(' ') + formatCount(firstBeyond(crossover))).trimmed();
        }
    if (!numbers.isEmpty())
        chart.setMark(mark.x(), mark.y(), CostWords::tr("equal at %1").arg(numbers.join(CostWords::tr(", "))));
}

void drawFlops(QCPAxisRect* rect, const Drawing& drawing)
{
    const FigureStyle& style = drawing.style;
    const std::vector<ShownLengths> shown = shownLengths(drawing);
    const double last = lastTokens(shown);
    auto* chart = new LineChart(rect, style);
    for (const auto& [cost, slot, pen] : shown)
        for (const Work& work : works(style)) {
            QVector<double> x, y;
            for (int i = 0; i <= points; ++i) {
                const double tokens = shortest * std::pow(last / shortest, double(i) / points);
                if (const double flops = work.flops(cost->growth, tokens); flops > 0) {
                    x << tokens;
                    y << flops;
                }
            }
            if (!x.isEmpty())
                chart->addLine(x, y, work.name + slot, {.color = work.color, .pen = pen})
                    ->setName(QLatin1String(work.word) + QStringLiteral(" flops") + slot);
        }
    setUp(rect, *chart, CostWords::tr("FLOPs of a pass"), last);
    markCrossovers(*chart, shown, last);
    for (const ShownLengths& one : shown)
        if (const int tokens = one.cost->ownTokens;
            tokens >= shortest && (&one == &shown.front() || tokens != shown.front().cost->ownTokens))
            addVerticalMark(rect, tokens, CostWords::tr("this text"), style);
}

void drawTimes(QCPAxisRect* rect, const Drawing& drawing)
{
    const FigureStyle& style = drawing.style;
    const std::vector<ShownLengths> shown = shownLengths(drawing);
    auto* chart = new LineChart(rect, style);
    for (const auto& [cost, slot, pen] : shown)
        for (const Work& work : works(style)) {
            QVector<double> x, y;
            for (const TimedLength& timed : cost->timed)
                if (work.time(timed) > 0) {
                    x << timed.tokens;
                    y << work.time(timed) / 1e6;
                }
            if (!x.isEmpty())
                chart->addLine(x, y, work.name + slot, {.color = work.color, .pen = pen, .points = true})
                    ->setName(QLatin1String(work.word) + QStringLiteral(" milliseconds") + slot);
        }
    setUp(rect, *chart, CostWords::tr("measured, ms"), lastTokens(shown));
}

bool hasTimes(const FigureData& data, const RunPtr& run)
{
    const CostOverLength* const cost = lengthsOf(data, run);
    return cost && !cost->timed.empty();
}

void drawCostLength(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* page = plot.panel();
    const QSizeF room = roomOf(style);
    const bool isWide = room.width() >= 640;
    const bool showsTimes = hasTimes(data, shownRun(data)) && (isWide || (room.height() >= 330 && !showsBoth(data)));
    QCPAxisRect* flops = plot.addAxisRect(0, 0, style);
    drawFlops(flops, drawing);
    if (!showsTimes)
        return sayNoRoomFor(
            plot, hasTimes(data, shownRun(data)) ? QStringList{CostWords::tr("the measured times")} : QStringList(), style);
    QCPAxisRect* times = plot.addAxisRect(isWide ? 0 : 1, isWide ? 1 : 0, style);
    drawTimes(times, drawing);
    page->setColumnSpacing(space::xl);
    page->setRowSpacing(space::m);
}

QString whyNotCostLength(const FigureData& data)
{
    if (data.side == Side::Delta)
        return CostWords::tr("Two crossovers are compared, not subtracted: look at A | B.");
    const CostOverLength* const cost = lengthsOf(data, shownRun(data));
    const bool isFlat = cost && cost->growth.pairs == 0 && cost->growth.feedForward == 0 && cost->growth.projections == 0;
    return isFlat && data.side != Side::Both
        ? CostWords::tr("This model has neither attention nor a feed-forward. Choose “Attention” as its mixer.")
        : QString();
}

QString costLengthSubtitle(const FigureData&)
{
    return CostWords::tr(
        "Lines: FLOPs by the formulas, mask ignored. Dots: this text repeated or cut, timed here.");
}

/// "attention overtakes the feed-forward at 612 tokens"
QString crossoverText(const CostOverLength& cost)
{
    const double crossover = cost.growth.crossover();
    if (cost.growth.pairs <= 0)
        return CostWords::tr("nothing in this model grows with pairs of tokens");
    if (cost.growth.feedForward <= 0)
        return CostWords::tr("there is no feed-forward to overtake");
    return CostWords::tr("attention needs more FLOPs than the feed-forward from %1 tokens on")
        .arg(formatCount(firstBeyond(crossover)));
}

/// Of the parts that are there.
QString timeText(const CostOverLength& cost)
{
    if (cost.timed.empty())
        return cost.hasTwoTexts ? CostWords::tr("Two stacks read two texts and are not timed over one length.") : QString();
    const TimedLength& last = cost.timed.back();
    QStringList times;
    if (cost.growth.pairs > 0)
        times << CostWords::tr("attention %1").arg(formatMilliseconds(last.attention / 1e6));
    if (cost.growth.feedForward > 0)
        times << CostWords::tr("feed-forward %1").arg(formatMilliseconds(last.feedForward / 1e6));
    return CostWords::tr("Measured with %1 tokens: %2.").arg(last.tokens).arg(times.join(CostWords::tr(", ")));
}

QString lengthSentence(const FigureData& data, const RunPtr& run)
{
    const CostOverLength& cost = *lengthsOf(data, run);
    if (data.side == Side::Both && cost.growth.pairs > 0 && cost.growth.feedForward > 0) // a line for each
        return joinedSentences(
            {CostWords::tr("Attention costs most from %1 tokens on.").arg(formatCount(firstBeyond(cost.growth.crossover()))),
                timeText(cost)});
    const QString first = CostWords::tr("By the formulas %1; this text has %2.").arg(crossoverText(cost)).arg(cost.ownTokens);
    return joinedSentences({first, timeText(cost)});
}

QString costLengthCaption(const FigureData& data) { return sentenceOfSides(data, lengthSentence); }

QString costLengthTable(const FigureData& data)
{
    QString text = QStringLiteral(
        "slot,tokens,attention_flops,feed_forward_flops,projection_flops,attention_ms,feed_forward_ms,projection_ms\n");
    std::vector<std::pair<const char*, RunPtr>> runs{{shownRun(data) == data.a ? "A" : "B", shownRun(data)}};
    if (data.side == Side::Both)
        runs = {{"A", data.a}, {"B", data.b}};
    const auto exact = [](double number) { return QString::number(number, 'g', 12); };
    for (const auto& [slot, run] : runs) {
        const CostOverLength& cost = *lengthsOf(data, run);
        const auto line = [&](double tokens, const TimedLength* timed) {
            QStringList fields{QLatin1String(slot), exact(tokens), exact(cost.growth.pairs * tokens * tokens),
                exact(cost.growth.feedForward * tokens), exact(cost.growth.projections * tokens)};
            for (const double time :
                {timed ? timed->attention : 0, timed ? timed->feedForward : 0, timed ? timed->projections : 0})
                fields << (timed ? exact(time / 1e6) : QString());
            text += fields.join(',') + '\n';
        };
        for (const TimedLength& timed : cost.timed)
            line(timed.tokens, &timed);
        line(cost.ownTokens, nullptr);
        if (cost.growth.crossover() > 0)
            line(cost.growth.crossover(), nullptr);
    }
    return text;
}

} // namespace

const FigurePage costLengthPage{.id = "length",
    .title = QT_TRANSLATE_NOOP("figures", "From which length on does attention cost the most?"),
    .draw = drawCostLength,
    .caption = costLengthCaption,
    .whyNot = whyNotCostLength,
    .subtitle = costLengthSubtitle,
    .table = costLengthTable,
    .needs = lengthNeeds,
    .minPanel = minPanelOf<200, 124>,
    .minRoom = {220, 110},
    .concepts = "C12"};

} // namespace widgets
