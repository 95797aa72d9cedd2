#include "widgets/figure/sides.h"

#include "widgets/figure/by_index.h"
#include "widgets/figure/fairness.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>

#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Sides
{
    Q_DECLARE_TR_FUNCTIONS(Sides)
};

bool sameShape(const Grid& a, const Grid& b) { return !a.isEmpty() && a.rows == b.rows && a.columns == b.columns; }

/// Δ runs to its largest number, unless a first token that is left out of the scale of A and B would whiten the rest.
ScaleChoice differenceChoice(const ScaleChoice& ofSides)
{
    ScaleChoice choice{ColorMapId::Vik, ofSides.withoutFirst ? ScalePolicy::SymmetricRobust : ScalePolicy::SymmetricMax};
    choice.withoutFirst = ofSides.withoutFirst;
    return choice;
}

const RunPtr& runOf(const FigureData& data, Side side) { return side == Side::B && data.b ? data.b : data.a; }

} // namespace

const RunPtr& shownRun(const FigureData& data)
{
    const bool isB = data.side == Side::B || (data.side == Side::A && data.mode == SlotMode::B);
    return runOf(data, isB ? Side::B : Side::A);
}

std::vector<RunPtr> panelRuns(const FigureData& data)
{
    return data.side == Side::Both && data.b ? std::vector{data.a, data.b} : std::vector{shownRun(data)};
}

std::vector<RunPtr> drawnRuns(const FigureData& data)
{
    std::vector<RunPtr> runs;
    const bool isB = data.b && data.mode == SlotMode::B;
    for (const RunPtr& run : {isB ? data.b : data.a, isB ? data.a : data.b})
        if (run)
            runs.push_back(run);
    return runs;
}

const RunPtr& pointerTo(const FigureData& data, const RunResult& run) { return data.b.get() == &run ? data.b : data.a; }

FigureData ofSide(FigureData data, Side side)
{
    data.side = side;
    return data;
}

int shownPosition(const RunResult& run, const Selection& selection)
{
    const int last = int(streamTokens(*run.trace).size()) - 1;
    return selection.query >= 0 ? std::min(selection.query, last) : last;
}

namespace {
constexpr std::pair<SlotMode, const char*> kModeWords[] = {
    {SlotMode::A, "a"}, {SlotMode::B, "b"}, {SlotMode::SideBySide, "ab"}, {SlotMode::Delta, "delta"}, {SlotMode::All, "abdelta"}};
} // namespace

const char* slotModeWord(SlotMode mode)
{
    for (const auto& [known, word] : kModeWords)
        if (known == mode)
            return word;
    return "a";
}

std::optional<SlotMode> slotModeOf(const QString& word)
{
    for (const auto& [mode, known] : kModeWords)
        if (word == QLatin1String(known))
            return mode;
    return std::nullopt;
}

QStringList slotModeWords()
{
    QStringList words;
    for (const auto& [mode, word] : kModeWords)
        words << QLatin1String(word);
    return words;
}

bool showsBoth(const FigureData& data) { return data.b && data.mode != SlotMode::A && data.mode != SlotMode::B; }

std::vector<Side> shownSides(const FigureInfo& info, const FigureData& data)
{
    if (!data.b || info.comparing == Comparing::Nothing)
        return {Side::A};
    const bool overlays = info.comparing == Comparing::Overlay;
    switch (data.mode) {
    case SlotMode::A:
        return {Side::A};
    case SlotMode::B:
        return {Side::B};
    case SlotMode::SideBySide:
        return overlays ? std::vector{Side::Both} : std::vector{Side::A, Side::B};
    case SlotMode::Delta:
        return {Side::Delta};
    case SlotMode::All:
        return overlays ? std::vector{Side::Both, Side::Delta} : std::vector{Side::A, Side::B, Side::Delta};
    }
    return {Side::A};
}

QString whyNotComputed(const FigureInfo& info, const FigureData& data)
{
    for (const Need& need : info.needs ? info.needs(data) : Needs()) {
        const NeedResult* const result = need.isPart ? nullptr : data.results.find(need.id);
        if (!need.isPart && !result)
            return Sides::tr("Computing …");
        if (result && !result->value && !need.run) // of a further run the figure knows what its refusal means
            return Sides::tr("This could not be computed: %1.").arg(QCoreApplication::translate("core", result->why.c_str()));
    }
    return {};
}

QString whyNoNumbers(const FigureInfo& info, const FigureData& data)
{
    if (!info.isOfRun || !info.isOfNumbers)
        return {};
    const bool isOfBoth = data.side == Side::Both || data.side == Side::Delta;
    for (const RunPtr& run : isOfBoth ? std::vector{data.a, data.b} : std::vector{shownRun(data)}) {
        const core::Tensor* const first = run ? run->trace->find(core::blockName(0, "resid_pre")) : nullptr;
        for (core::Index token = 0; first && token < first->rows(); ++token)
            if (std::isnan(first->row(token)[0]))
                return Sides::tr("The weights of %1 are no numbers (NaN), so that the pass has none. Choose an earlier step of its "
                                 "training, or another model.")
                    .arg(QString::fromStdString(run->setup ? run->setup->origin.model : run->trace->model));
    }
    return {};
}

QString whyNotSide(const FigureInfo& info, const FigureData& data, Side side, bool areSidesUnknown)
{
    const FigureData now = ofSide(data, side);
    if (QString reason = whyNoNumbers(info, now); !reason.isEmpty())
        return reason;
    if (QString reason = whyNotComputed(info, now); !reason.isEmpty())
        return reason;
    if (side == Side::Delta && areSidesUnknown && info.whyNot) // who subtracts must not ask whether B has a picture
        if (QString reason = info.whyNot(ofSide(data, Side::B)); !reason.isEmpty())
            return reason;
    if (QString reason = info.whyNot ? info.whyNot(now) : QString(); !reason.isEmpty())
        return reason;
    if (side == Side::Delta)
        return whyNoDifference(info, now);
    return {};
}

Grid differenceOf(const Grid& a, const Grid& b)
{
    if (!sameShape(a, b))
        return {};
    std::vector<float> values(std::size_t(a.size()));
    std::size_t at = 0;
    for (core::Index row = 0; row < a.rows; ++row)
        for (core::Index column = 0; column < a.columns; ++column, ++at) {
            const float x = a.at(row, column), y = b.at(row, column);
            const bool isMasked = std::isinf(x) && x < 0 && std::isinf(y) && y < 0;
            values[at] = isMasked ? -std::numeric_limits<float>::infinity() : y - x;
        }
    return gridOf(std::move(values), a.rows, a.columns);
}

Grid sideGrid(const FigureData& data, const GridOf& numbers)
{
    if (data.side == Side::Delta && data.a && data.b)
        return differenceOf(numbers(*data.a), numbers(*data.b));
    const RunPtr& run = shownRun(data);
    return run ? numbers(*run) : Grid();
}

std::vector<Grid> sideGrids(const FigureData& data, const GridsOf& numbers)
{
    if (data.side != Side::Delta || !data.a || !data.b) {
        const RunPtr& run = shownRun(data);
        return run ? numbers(*run) : std::vector<Grid>();
    }
    const std::vector<Grid> a = numbers(*data.a), b = numbers(*data.b);
    std::vector<Grid> differences;
    if (a.size() == b.size())
        for (std::size_t i = 0; i < a.size(); ++i)
            differences.push_back(differenceOf(a[i], b[i]));
    return differences;
}

std::vector<RunPtr> scaledRuns(const FigureData& data)
{
    if (data.isLocked && data.a && data.b && data.mode != SlotMode::A)
        return {data.a, data.b};
    return {shownRun(data)};
}

ColorScale sideScale(const FigureData& data, const ScaleChoice& choice, const GridOf& numbers)
{
    return sideScale(data, choice, [&](const RunResult& run) { return std::vector{numbers(run)}; });
}

ColorScale sideScale(const FigureData& data, const ScaleChoice& choice, const GridsOf& numbers)
{
    if (data.side == Side::Delta)
        return makeScale(differenceChoice(choice), sideGrids(data, numbers));
    std::vector<Grid> grids;
    for (const RunPtr& run : scaledRuns(data))
        for (Grid& grid : run ? numbers(*run) : std::vector<Grid>())
            grids.push_back(std::move(grid));
    return makeScale(choice, grids);
}

std::optional<GridChange> gridChange(const Grid& a, const Grid& b)
{
    if (!sameShape(a, b))
        return std::nullopt;
    GridChange change;
    double squares = 0, product = 0, lengthA = 0, lengthB = 0;
    std::int64_t count = 0;
    for (core::Index i = 0; i < a.rows; ++i)
        for (core::Index j = 0; j < a.columns; ++j) {
            const double x = double(a.at(i, j)), y = double(b.at(i, j));
            if (!std::isfinite(x) || !std::isfinite(y))
                continue;
            const double difference = std::abs(y - x);
            if (difference > change.largest)
                change = {.largest = difference, .row = int(i), .column = int(j)};
            squares += difference * difference;
            product += x * y;
            lengthA += x * x;
            lengthB += y * y;
            ++count;
        }
    if (count == 0)
        return std::nullopt;
    change.rms = std::sqrt(squares / double(count));
    change.cosine = product / std::sqrt(lengthA * lengthB);
    return change;
}

std::vector<Metric> changeMetrics(
    const std::optional<GridChange>& change, const std::function<Selection(int row, int column)>& place)
{
    if (!change)
        return {};
    std::vector<Metric> metrics{
        {Sides::tr("max |Δ|"), formatNumber(change->largest), place(change->row, change->column), true},
        {Sides::tr("RMS of Δ"), formatNumber(change->rms), {}}};
    if (std::isfinite(change->cosine))
        metrics.push_back({Sides::tr("cosine"), formatFixed(change->cosine, 4), {}});
    return metrics;
}

std::vector<Metric> gridMetrics(const Grid& a, const Grid& b, const std::function<Selection(int row, int column)>& place)
{
    return changeMetrics(gridChange(a, b), place);
}

QString whyNoDifference(const FigureInfo& info, const FigureData& data)
{
    if (info.difference == Difference::None)
        return Sides::tr("These numbers cannot be subtracted: look at A | B.");
    const auto length = [](const RunPtr& run) { return streamTokens(*run->trace).size(); };
    if (length(data.a) != length(data.b))
        return Sides::tr("A has %1 tokens and B has %2: a difference needs the same places. Look at A | B.")
            .arg(length(data.a))
            .arg(length(data.b));
    return info.difference == Difference::ByIndex ? whyNotByIndex(data) : QString();
}

QString whyNotByIndex(const FigureData& data)
{
    return sharesWeights(data) ? QString()
                               : Sides::tr("A and B were trained separately: number 1 of the one is not number 1 of the other. Look at A | B.");
}

SlotPen slotPen(Side side, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    return side == Side::B ? SlotPen{theme.slotB, Qt::DashLine} : SlotPen{theme.slotA, Qt::SolidLine};
}

} // namespace widgets
