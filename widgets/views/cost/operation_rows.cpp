#include "widgets/views/cost/operation_rows.h"

#include "widgets/figure/choice_text.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

bool isSomething(const CostSum& sum) { return sum.parameters > 0 || sum.flops > 0 || sum.nanoseconds > 0; }

/// The range of a time as a part of a whole.
QCPRange whiskerOf(const CostSum& sum, double whole) { return {part(sum.low, whole), part(sum.high, whole)}; }

/// Chance, in place of a number.
QString noDifference() { return QStringLiteral("≈ 0"); }

/// The cells of a row: parameters, FLOPs, bytes, time.
QStringList cellsOf(const CostSum& sum)
{
    return {formatCount(sum.parameters), flopsText(sum.flops), formatBytes(std::int64_t(sum.bytes)),
        formatMilliseconds(sum.milliseconds())};
}

QString withPlus(double value, const QString& text) { return (value > 0 ? QStringLiteral("+") : QString()) + text; }

const NamedCost& rowOf(const std::vector<NamedCost>& rows, const QString& name)
{
    static const NamedCost nothing;
    const auto found = std::ranges::find(rows, name, &NamedCost::name);
    return found == rows.end() ? nothing : *found;
}

/// A table that another operation has counted is no table of none.
QString parametersText(const NamedCost& row)
{
    return row.isTied ? CostWords::tr("tied") : formatCount(row.sum.parameters);
}

} // namespace

const CostSum& sumOf(const std::vector<NamedCost>& rows, const QString& name) { return rowOf(rows, name).sum; }

double part(double of, double whole) { return whole > 0 ? of / whole : 0; }

std::vector<NamedCost> costsByOperation(const MeasuredCost& cost)
{
    std::vector<NamedCost> rows;
    for (int kind = 0; kind < core::operationKinds; ++kind) {
        const auto operation = core::Operation(kind);
        const CostSum sum = costSum(cost, [&](const core::OperationCost& one) { return one.operation == operation; });
        if (isSomething(sum))
            rows.push_back({operationName(operation), sum, operation == core::Operation::Unembedding && sum.parameters == 0});
    }
    return rows;
}

std::vector<NamedCost> costsByGroup(const MeasuredCost& cost)
{
    std::vector<NamedCost> rows;
    for (int i = 0; i < costGroups; ++i) {
        const auto group = CostGroup(i);
        const CostSum sum = costSum(cost, [&](const core::OperationCost& one) { return groupOf(one.operation) == group; });
        if (isSomething(sum))
            rows.push_back({groupName(group, cost), sum});
    }
    return rows;
}

std::vector<NamedCost> costsByLayer(const MeasuredCost& cost, int maxRows)
{
    std::vector<NamedCost> rows;
    const auto outside = [&](core::Operation operation, bool isFirst) {
        return costSum(cost, [&](const core::OperationCost& one) {
            return one.operation == operation && (one.layer < 0 || operation == core::Operation::Embedding) == isFirst;
        });
    };
    rows.push_back({operationName(core::Operation::Embedding), outside(core::Operation::Embedding, true)});
    for (const bool isOfEncoder : {true, false}) {
        int layers = 0;
        for (const core::OperationCost& one : cost.operations)
            layers = one.isOfEncoder == isOfEncoder ? std::max(layers, one.layer + 1) : layers;
        const int each = std::max(1, int(std::ceil(double(layers) / std::max(1, maxRows - 2))));
        for (int first = 0; first < layers; first += each) {
            const int last = std::min(first + each, layers) - 1;
            const CostSum sum = costSum(cost, [&](const core::OperationCost& one) {
                return one.isOfEncoder == isOfEncoder && one.layer >= first && one.layer <= last
                    && one.operation != core::Operation::Embedding;
            });
            const QString layer = layersText(first, last);
            rows.push_back({isOfEncoder ? CostWords::tr("Encoder %1").arg(layer) : layer, sum});
        }
    }
    CostSum rest = costSum(
        cost, [](const core::OperationCost& one) { return one.layer < 0 && one.operation != core::Operation::Embedding; });
    rows.push_back({operationName(core::Operation::Unembedding), rest});
    std::erase_if(rows, [](const NamedCost& row) { return !isSomething(row.sum); });
    return rows;
}

QString flopsText(double flops)
{
    constexpr std::array<std::pair<double, const char*>, 4> units{{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
    for (const auto& [size, unit] : units)
        if (std::abs(flops) >= size)
            return formatNumber(flops / size) + QChar(0x00a0) + QLatin1String(unit);
    return formatNumber(flops);
}

std::vector<TableRow> shareRows(const std::vector<NamedCost>& rows, const CostSum& whole)
{
    std::vector<TableRow> all;
    for (const NamedCost& row : rows) {
        const CostSum& sum = row.sum;
        const std::array shares{part(sum.flops, whole.flops), part(sum.nanoseconds, whole.nanoseconds)};
        QStringList cells = cellsOf(sum);
        cells[0] = parametersText(row);
        all.push_back({row.name, std::move(cells), shares, {formatPercent(shares[0]), formatPercent(shares[1])},
            {double(sum.parameters), sum.flops, sum.bytes, sum.milliseconds(), shares[0], shares[1], sum.low / 1e6,
                sum.high / 1e6},
            {QCPRange(0, 0), whiskerOf(sum, whole.nanoseconds)}});
    }
    return all;
}

std::vector<TableRow> pairRows(
    const std::vector<NamedCost>& a, const std::vector<NamedCost>& b, const CostSum& wholeA, const CostSum& wholeB)
{
    std::vector<TableRow> all;
    const double longer = std::max(wholeA.nanoseconds, wholeB.nanoseconds);
    for (const NamedCost& row : a) {
        const NamedCost& other = rowOf(b, row.name);
        const CostSum &ofA = row.sum, &ofB = other.sum;
        all.push_back({row.name,
            {parametersText(row), parametersText(other), flopsText(ofA.flops), flopsText(ofB.flops),
                formatBytes(std::int64_t(ofA.bytes)), formatBytes(std::int64_t(ofB.bytes))},
            {part(ofA.nanoseconds, longer), part(ofB.nanoseconds, longer)},
            {formatMilliseconds(ofA.milliseconds()), formatMilliseconds(ofB.milliseconds())},
            {double(ofA.parameters), double(ofB.parameters), ofA.flops, ofB.flops, ofA.bytes, ofB.bytes, ofA.milliseconds(),
                ofB.milliseconds(), ofA.low / 1e6, ofA.high / 1e6, ofB.low / 1e6, ofB.high / 1e6},
            {whiskerOf(ofA, longer), whiskerOf(ofB, longer)}, !(ofB - ofA).isMeasurable()});
    }
    return all;
}

std::vector<TableRow> differenceRows(const std::vector<NamedCost>& a, const std::vector<NamedCost>& b, const CostSum& wholeA)
{
    std::vector<TableRow> all;
    for (const auto& [name, ofA, isTied] : a) {
        const CostSum more = sumOf(b, name) - ofA;
        const std::array parts{part(more.flops, wholeA.flops), part(more.nanoseconds, wholeA.nanoseconds)};
        TableRow row{name,
            {signedCount(more.parameters), signedFlops(more.flops),
                withPlus(more.bytes, formatBytes(std::int64_t(more.bytes))),
                signedTime(more)},
            parts, {signedPercent(parts[0]), signedPercent(parts[1])},
            {double(more.parameters), more.flops, more.bytes, more.milliseconds(), parts[0], parts[1], more.low / 1e6,
                more.high / 1e6},
            {QCPRange(0, 0), whiskerOf(more, wholeA.nanoseconds)}};
        if (!more.isMeasurable()) { // chance has no bar
            row.cells.back() = row.texts[1] = noDifference();
            row.bars[1] = std::nan("");
            row.whiskers[1] = QCPRange(0, 0);
            row.isFaint = more.parameters == 0 && more.flops == 0 && more.bytes == 0;
        }
        all.push_back(std::move(row));
    }
    return all;
}

TableRow wholeDifference(const QString& name, const MeasuredCost& a, const MeasuredCost& b)
{
    return differenceRows({{name, passCost(a)}}, {{name, passCost(b)}}, passCost(a)).front();
}

namespace {

void orderByDifference(std::vector<NamedCost>& a, std::vector<NamedCost>& b)
{
    std::vector<std::pair<NamedCost, NamedCost>> pairs;
    for (const NamedCost& row : a)
        pairs.emplace_back(row, NamedCost{row.name, sumOf(b, row.name)});
    const auto isLarger = [](const auto& one, const auto& other) {
        const CostSum first = one.second.sum - one.first.sum, second = other.second.sum - other.first.sum;
        const auto of = [](const CostSum& sum) { return std::pair(std::abs(sum.flops), std::abs(sum.bytes)); };
        return of(first) > of(second);
    };
    std::ranges::stable_sort(pairs, isLarger);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        a[i] = pairs[i].first;
        b[i] = pairs[i].second;
    }
}

} // namespace

QString signedCount(std::int64_t count) { return (count > 0 ? QStringLiteral("+") : QString()) + formatCount(count); }

QString signedFlops(double flops) { return withPlus(flops, flopsText(flops)); }

QString signedTime(const CostSum& more) { return withPlus(more.nanoseconds, formatMilliseconds(more.milliseconds())); }

QString signedPercent(double fraction)
{
    const QString text = formatPercent(fraction);
    return fraction > 0 && text != formatPercent(0) ? QLatin1Char('+') + text : text;
}

void alignNames(std::vector<NamedCost>& a, std::vector<NamedCost>& b)
{
    for (auto* const rows : {&a, &b}) {
        const std::vector<NamedCost>& other = rows == &a ? b : a;
        for (std::size_t i = 0; i < other.size(); ++i)
            if (std::ranges::find(*rows, other[i].name, &NamedCost::name) == rows->end())
                rows->insert(rows->begin() + std::ptrdiff_t(std::min(i, rows->size())), NamedCost{other[i].name, {}});
    }
    std::vector<NamedCost> sorted;
    for (const NamedCost& row : a)
        sorted.push_back(*std::ranges::find(b, row.name, &NamedCost::name));
    b = std::move(sorted);
}

QString sumTitle() { return CostWords::tr("Sum"); }

TableContent differenceTable(const Drawing& drawing, const QString& title, CostRows ofA, CostRows ofB)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const MeasuredCost &a = *costOf(data, data.a), &b = *costOf(data, data.b);
    const CostSum wholeA = wholeCost(a);
    alignRows(ofA, ofB);
    TableContent content;
    content.nameTitle = title;
    content.columns = differenceColumns();
    content.barNames = {CostWords::tr("FLOPs, of all of A"), CostWords::tr("time, of all of A")};
    content.colors = {theme.borderStrong, theme.accent};
    content.rows = differenceRows(ofA.all, ofB.all, wholeA);
    content.fewer = differenceRows(ofA.fewer, ofB.fewer, wholeA);
    content.total = wholeDifference(sumTitle(), a, b);
    content.numberNames = {"parameters", "flops", "bytes", "milliseconds", "flops_of_all_of_a", "time_of_all_of_a",
        "milliseconds_low", "milliseconds_high"};
    return content;
}

std::vector<TableColumn> differenceColumns()
{
    return {
        {CostWords::tr("parameters"), 1}, {CostWords::tr("FLOPs"), 2}, {CostWords::tr("bytes"), 3}, {CostWords::tr("time"), 0}};
}

void alignRows(CostRows& a, CostRows& b)
{
    alignNames(a.all, b.all);
    alignNames(a.fewer, b.fewer);
    orderByDifference(a.all, b.all);
    orderByDifference(a.fewer, b.fewer);
}

} // namespace widgets
