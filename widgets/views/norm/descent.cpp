// Why normalise: gradient descent on the quadratic before a norm and after it, both real steps on real curvatures.

#include "core/analysis/descent.h"
#include "widgets/figure/both_sides.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/descent_plottable.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct NormDescent
{
    Q_DECLARE_TR_FUNCTIONS(NormDescent)
};

constexpr int steps = 30;
constexpr std::array<double, 2> start{1, -2}; // steep, shallow
constexpr double shape = 16.0 / 9;            // width to height of a chart

/// One quadratic with the descent on it.
struct Descent
{
    core::Quadratic quadratic; // of mean curvature 1
    std::vector<core::DescentStep> steps;

    bool diverges(double rate) const { return rate > quadratic.largestRate(); }
};

struct Descents
{
    Descent before, after;
};

using Curvatures = std::optional<core::NormCurvatures>;

bool isTextbook(const FigureData& data) { return quadraticOption.is(data, "textbook"); }

double rateOf(const FigureData& data) { return std::clamp(rateOption.in(data, ordinaryRate), rateOption.least, rateOption.most); }

double conditionOf(const FigureData& data)
{
    return std::clamp(conditionOption.in(data, ordinaryCondition), conditionOption.least, conditionOption.most);
}

NeedId curvaturesId(const RunPtr& run, const core::NormSlot& slot) { return {run->trace, {}, "curvatures at " + slot.name}; }

/// What the quadratics of a run are: of its slot, or of the textbook.
std::string nameOf(const RunPtr& run, const FigureData& data)
{
    if (isTextbook(data))
        return "textbook " + std::to_string(conditionOf(data));
    const auto slot = chosenSlot(*run, data);
    return slot ? slot->name : std::string();
}

NeedId descentsId(const RunPtr& run, const FigureData& data)
{
    return {run->trace, {}, "descent on " + nameOf(run, data) + " at " + std::to_string(rateOf(data))};
}

/// Nothing while they are computed, and without a second direction.
std::optional<core::NormCurvatures> curvaturesOf(const RunPtr& run, const FigureData& data)
{
    if (isTextbook(data))
        return core::NormCurvatures{{conditionOf(data), 1}, {1, 1}};
    const auto slot = chosenSlot(*run, data);
    const auto* const found = slot ? data.results.value<Curvatures>(curvaturesId(run, *slot)) : nullptr;
    const bool isThere = found && *found && (*found)->before.shallow > 0 && (*found)->after.shallow > 0;
    return isThere ? *found : std::nullopt;
}

Needs descentNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!isTextbook(data)) {
            const auto slot = chosenSlot(*run, data);
            if (!slot || streamTokens(*run->trace).empty())
                continue;
            all.push_back(derivedNeed(curvaturesId(run, *slot), [run, slot = *slot](const core::RunControl& control) {
                return core::normCurvatures(*run->trace, slot, control);
            }));
        }
        if (const auto curvatures = curvaturesOf(run, data))
            all.push_back(derivedNeed(descentsId(run, data), [both = *curvatures, rate = rateOf(data)](const core::RunControl&) {
                const auto descent = [&](const core::Quadratic& quadratic) {
                    return Descent{quadratic.scaled(), core::descend(quadratic.scaled(), start, rate, steps)};
                };
                return Descents{descent(both.before), descent(both.after)};
            }));
    }
    return all;
}

const Descents* descentsOf(const RunPtr& run, const FigureData& data)
{
    return data.results.value<Descents>(descentsId(run, data));
}

/// "12.3", "25", "6,461": a condition as it stands in headings.
QString conditionText(double condition)
{
    const bool isWhole = std::abs(condition - std::round(condition)) < 1e-9 * condition;
    return isWhole || condition >= 1000 ? formatCount(std::llround(condition)) : formatNumber(condition);
}

/// "before L0 ln1", "after L0 ln1"; of the textbook "badly scaled", "normalised".
QString placeText(const RunPtr& run, const FigureData& data, bool isAfter)
{
    if (isTextbook(data))
        return isAfter ? NormDescent::tr("normalised") : NormDescent::tr("badly scaled");
    const auto slot = chosenSlot(*run, data);
    return (isAfter ? NormDescent::tr("after %1") : NormDescent::tr("before %1")).arg(slot ? slotText(*slot) : QString());
}

/// "5.3 %", and of what would round to 0.0 % "3.1 × 10⁻⁵".
QString leftText(const Descent& descent)
{
    const double left = core::distanceLeft(descent.steps);
    return left < 0.0005 ? formatNumber(left) : formatPercent(left);
}

/// "5.3 % left", "diverges".
QString outcomeText(const Descent& descent, double rate)
{
    return descent.diverges(rate) ? NormDescent::tr("diverges") : NormDescent::tr("%1 left").arg(leftText(descent));
}

QString whyNotDescent(const FigureData& data)
{
    if (data.side == Side::Delta)
        return NormDescent::tr("The paths of A and B cannot be subtracted: look at A | B.");
    if (QString reason = whyNoTokens(data); !reason.isEmpty() || isTextbook(data))
        return reason;
    if (QString reason = whyNoNorm(data); !reason.isEmpty())
        return reason;
    for (const Side side : mapSides(data)) {
        const RunPtr run = shownRun(ofSide(data, side));
        const auto slot = chosenSlot(*run, data);
        if (!slot)
            return whyNoNorm(ofSide(data, side));
        const auto* const found = data.results.value<Curvatures>(curvaturesId(run, *slot));
        if (found && !*found)
            return whyNotRecorded(slot->name + ".normalized");
        if (found && !curvaturesOf(run, data))
            return NormDescent::tr(
                "All vectors of this text lie along one direction. Write a longer text, or choose the textbook.");
    }
    return {};
}

struct Chart
{
    Side side;
    const Descent* descent;
    QString place; // "A · before L0 ln1"
    QString heading; // with the condition
};

std::vector<Chart> chartsOf(const FigureData& data)
{
    std::vector<Chart> all;
    const std::vector<Side> sides = mapSides(data);
    for (const Side side : sides) {
        const RunPtr run = shownRun(ofSide(data, side));
        const Descents* const both = descentsOf(run, data);
        for (const bool isAfter : {false, true}) {
            if (!both)
                break;
            const Descent& descent = isAfter ? both->after : both->before;
            const QString slot = sides.size() == 1 ? QString()
                : side == Side::A                  ? QStringLiteral("A · ")
                                                   : QStringLiteral("B · ");
            const QString place = slot + placeText(run, data, isAfter);
            all.push_back({side, &descent, place,
                NormDescent::tr("%1: condition %2").arg(place, conditionText(descent.quadratic.condition()))});
        }
    }
    return all;
}

/// Columns that make the charts as large as they can be.
int columnsFor(const FigureStyle& style, int count)
{
    constexpr double heading = 24;
    int best = 1;
    double largest = 0;
    for (int columns = 1; columns <= count; ++columns) {
        if (count % columns != 0)
            continue;
        const double width = roomOf(style).width() / columns, height = pictureHeight(style) / (double(count) / columns) - heading;
        if (const double size = std::min(width, shape * height); size > largest) {
            largest = size;
            best = columns;
        }
    }
    return best;
}

void drawDescent(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<Chart> charts = chartsOf(data);
    const double rate = rateOf(data);
    const int columns = columnsFor(style, int(charts.size()));
    auto* wall = plot.makeGrid();
    wall->setRowSpacing(space::xs);
    wall->setColumnSpacing(space::m);
    const QFontMetricsF metrics(figureFont(style, style.labelPoints, QFont::DemiBold), &plot);
    const double width = 0.92 * style.size.width() / columns - space::m; // one line each
    for (int i = 0; i < int(charts.size()); ++i) {
        const Chart& chart = charts[std::size_t(i)];
        const int row = 2 * (i / columns), column = i % columns, below = plot.panel()->rowCount();
        const QString& heading = metrics.horizontalAdvance(chart.heading) <= width ? chart.heading : chart.place;
        QCPTextElement* title = plot.addPanelTitle(below, 0, metrics.elidedText(heading, Qt::ElideRight, width), style);
        wall->addElement(row, column, title);
        wall->setRowStretchFactor(row, 0.001);
        QCPAxisRect* rect = plot.addAxisRect(below + 1, 0, style);
        wall->addElement(row + 1, column, rect);
        rect->setMinimumSize(60, 34);
        auto* path = new DescentPlottable(rect, style);
        path->setName(QStringLiteral("%1%2").arg(
            QLatin1String(i % 2 == 0 ? "before" : "after"), chart.side == Side::B ? QStringLiteral(" B") : QString()));
        path->setDescent(chart.descent->quadratic, chart.descent->steps);
        const SlotPen pen = slotPen(chart.side == Side::B ? Side::B : Side::A, style);
        path->setPath(pen.color, pen.pen);
        path->setWords(outcomeText(*chart.descent, rate), chart.descent->diverges(rate));
        rect->axis(QCPAxis::atBottom)->setRange(-2.4, 2.4);
        rect->axis(QCPAxis::atLeft)->setRange(-1.35, 1.35);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, wall);
}

QString descentSubtitle(const FigureData& data)
{
    return isTextbook(data)
        ? NormDescent::tr("Two weights; curves: equal loss, upwards the steeper direction; dots: gradient descent from the ring.")
        : NormDescent::tr("Curves: equal error of a linear layer; dots: steps of descent; on these vectors, its two steepest directions, upwards the first.");
}

QString outcome(const Descent& descent, const QString& place, double rate)
{
    const QString condition = conditionText(descent.quadratic.condition());
    const double left = core::distanceLeft(descent.steps);
    return descent.diverges(rate)
        ? NormDescent::tr("%1 (condition %2) it diverges and ends %3 times as far away").arg(place, condition, formatNumber(left))
        : NormDescent::tr("%1 (condition %2) %3 of the distance is left").arg(place, condition, leftText(descent));
}

QString captionOf(const RunPtr& run, const FigureData& data)
{
    const Descents* const both = descentsOf(run, data);
    if (!both)
        return {};
    const double rate = rateOf(data);
    const QString limits
        = NormDescent::tr("Rates below %1 and %2 converge.")
              .arg(formatNumber(both->before.quadratic.largestRate()), formatNumber(both->after.quadratic.largestRate()));
    const double before = both->before.quadratic.condition(), after = both->after.quadratic.condition();
    const QStringList gain = !isTextbook(data) && after > 0.9 * before
        ? QStringList{NormDescent::tr("The norm scales this text no better: condition %1, then %2.")
                          .arg(formatNumber(before), formatNumber(after)),
            NormDescent::tr("“%1” shows where a norm helps.").arg(NormDescent::tr("textbook"))}
        : QStringList();
    if (data.side == Side::Both) // a line for each
        return joinedSentences({NormDescent::tr("%1 steps: before the norm %2, after it %3.")
                                    .arg(both->after.steps.size() - 1)
                                    .arg(outcomeText(both->before, rate), outcomeText(both->after, rate)),
            joinedSentences(gain), limits});
    return joinedSentences({joinedSentences(gain),
        NormDescent::tr("After %1 steps at rate %2: %3; %4.")
            .arg(both->after.steps.size() - 1)
            .arg(formatFixed(rate, 2), outcome(both->before, placeText(run, data, false), rate),
                outcome(both->after, placeText(run, data, true), rate)),
        limits});
}

QString descentCaption(const FigureData& data)
{
    return data.side == Side::Both ? captionOfBoth(captionOf(data.a, data), captionOf(data.b, data))
                                   : captionOf(shownRun(data), data);
}

QString descentTable(const FigureData& data)
{
    QString text = QStringLiteral("quadratic,condition,step,steep_weight,shallow_weight,loss\n");
    const std::vector<Chart> charts = chartsOf(data);
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const Descent& descent = *charts[i].descent;
        for (std::size_t step = 0; step < descent.steps.size(); ++step)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                        .arg(QLatin1String(i % 2 == 0 ? "before" : "after"))
                        .arg(exactText(float(descent.quadratic.condition())))
                        .arg(step)
                        .arg(exactText(float(descent.steps[step].weights[0])), exactText(float(descent.steps[step].weights[1])),
                            exactText(float(descent.steps[step].loss)));
    }
    return text;
}

/// How much better or worse the quadratics of B are scaled.
std::vector<Metric> descentMetrics(const FigureData& data)
{
    const Descents *const a = descentsOf(data.a, data), *const b = descentsOf(data.b, data);
    if (!a || !b)
        return {};
    const auto change = [](const Descent& from, const Descent& to) {
        return formatDifference(to.quadratic.condition() - from.quadratic.condition());
    };
    return {{NormDescent::tr("Δ condition before"), change(a->before, b->before), data.selection},
        {NormDescent::tr("Δ condition after"), change(a->after, b->after), data.selection}};
}

std::vector<Caveat> descentCaveats(const FigureData& data)
{
    if (isTextbook(data))
        return {{NormDescent::tr("A quadratic of the textbook: none of this model's numbers, whatever its norm. “This layer” has "
                                 "them.")}};
    return {{NormDescent::tr("Two directions of many; both errors are scaled to a mean curvature of 1.")}};
}

} // namespace

const FigurePage descentPage{.id = "descent",
    .title = QT_TRANSLATE_NOOP("figures", "Why does descent go better after a norm?"),
    .draw = drawDescent,
    .caption = descentCaption,
    .whyNot = whyNotDescent,
    .subtitle = descentSubtitle,
    .table = descentTable,
    .metrics = descentMetrics,
    .needs = descentNeeds,
    .options = [](const FigureData& data) -> FigureOptions {
        FigureOptions all{quadraticOption, rateOption, conditionOption};
        addOptions(all, slotOptions(data));
        return all;
    },
    .minPanel = minPanelOf<240, 150>,
    .caveats = descentCaveats,
    .concepts = "C21"};

} // namespace widgets
