#include "widgets/views/cost/operation_rows.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

bool isSomething(const CostSum& sum) { return sum.parameters > 0 || sum.flops > 0 || sum.nanoseconds > 0; }

double part(double of, double whole) { return whole > 0 ? of / whole : 0; }

/// The cells of a row: parameters, FLOPs, bytes, time.
QStringList cellsOf(const CostSum& sum)
{
    return {formatCount(sum.parameters), flopsText(sum.flops), formatBytes(std::int64_t(sum.bytes)),
        formatMilliseconds(sum.milliseconds())};
}

QString withPlus(double value, const QString& text) { return (value > 0 ? QStringLiteral("+") : QString()) + text; }

const CostSum& sumOf(const std::vector<NamedCost>& rows, const QString& name)
{
    static const CostSum nothing;
    const auto found = std::ranges::find(rows, name, &NamedCost::name);
    return found == rows.end() ? nothing : found->sum;
}

} // namespace

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
    for (const auto& [name, sum, isTied] : rows) {
        const std::array shares{part(sum.flops, whole.flops), part(sum.nanoseconds, whole.nanoseconds)};
        QStringList cells = cellsOf(sum);
        if (isTied)
            cells[0] = CostWords::tr("tied");
        all.push_back({name, std::move(cells), shares, {formatPercent(shares[0]), formatPercent(shares[1])},
            {double(sum.parameters), sum.flops, sum.bytes, sum.milliseconds(), shares[0], shares[1]}});
    }
    return all;
}

std::vector<TableRow> pairRows(
    const std::vector<NamedCost>& a, const std::vector<NamedCost>& b, const CostSum& wholeA, const CostSum& wholeB)
{
    std::vector<TableRow> all;
    const double longer = std::max(wholeA.nanoseconds, wholeB.nanoseconds);
    for (const auto& [name, ofA, isTied] : a) {
        const CostSum& ofB = sumOf(b, name);
        all.push_back(
            {name, {flopsText(ofA.flops), flopsText(ofB.flops)}, {part(ofA.nanoseconds, longer), part(ofB.nanoseconds, longer)},
                {formatMilliseconds(ofA.milliseconds()), formatMilliseconds(ofB.milliseconds())},
                {ofA.flops, ofB.flops, ofA.milliseconds(), ofB.milliseconds()}});
    }
    return all;
}

std::vector<TableRow> differenceRows(const std::vector<NamedCost>& a, const std::vector<NamedCost>& b, const CostSum& wholeA)
{
    std::vector<TableRow> all;
    for (const auto& [name, ofA, isTied] : a) {
        const CostSum more = sumOf(b, name) - ofA;
        const std::array parts{part(more.flops, wholeA.flops), part(more.nanoseconds, wholeA.nanoseconds)};
        all.push_back({name,
            {signedCount(more.parameters), withPlus(more.flops, flopsText(more.flops)),
                withPlus(more.bytes, formatBytes(std::int64_t(more.bytes))),
                withPlus(more.nanoseconds, formatMilliseconds(more.milliseconds()))},
            parts, {signedPercent(parts[0]), signedPercent(parts[1])},
            {double(more.parameters), more.flops, more.bytes, more.milliseconds(), parts[0], parts[1]}});
    }
    return all;
}

TableRow wholeDifference(const QString& name, const MeasuredCost& a, const MeasuredCost& b)
{
    TableRow row = differenceRows({{name, wholeCost(a)}}, {{name, wholeCost(b)}}, wholeCost(a)).front();
    if (!differMeasurably(a, b)) {
        row.cells.back() = row.texts[1] = QStringLiteral("≈ 0");
        row.bars[1] = std::nan("");
    }
    return row;
}

QString signedCount(std::int64_t count) { return (count > 0 ? QStringLiteral("+") : QString()) + formatCount(count); }

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
    alignNames(ofA.all, ofB.all);
    alignNames(ofA.fewer, ofB.fewer);
    TableContent content;
    content.nameTitle = title;
    content.columns = differenceColumns();
    content.barNames = {CostWords::tr("FLOPs, of all of A"), CostWords::tr("time, of all of A")};
    content.colors = {theme.borderStrong, theme.accent};
    content.rows = differenceRows(ofA.all, ofB.all, wholeA);
    content.fewer = differenceRows(ofA.fewer, ofB.fewer, wholeA);
    content.total = wholeDifference(sumTitle(), a, b);
    content.numberNames = {"parameters", "flops", "bytes", "milliseconds", "flops_of_all_of_a", "time_of_all_of_a"};
    return content;
}

std::vector<TableColumn> differenceColumns()
{
    return {
        {CostWords::tr("parameters"), 1}, {CostWords::tr("FLOPs"), 2}, {CostWords::tr("bytes"), 3}, {CostWords::tr("time"), 0}};
}

QString differenceCaption(const MeasuredCost& a, const MeasuredCost& b)
{
    const CostSum wholeA = wholeCost(a), more = wholeCost(b) - wholeA;
    const QString parameters = signedCount(more.parameters);
    const QString flops = signedPercent(wholeA.flops > 0 ? more.flops / wholeA.flops : 0);
    const QString timeA = formatMilliseconds(wholeA.milliseconds()), timeB = formatMilliseconds(wholeCost(b).milliseconds());
    if (!differMeasurably(a, b))
        return joinedSentences({CostWords::tr("From A to B parameters change by %1 and FLOPs by %2.").arg(parameters, flops),
            CostWords::tr("The times do not differ measurably: A takes %1, B %2 (half of the passes %3 and %4).")
                .arg(timeA, timeB, spreadText(a), spreadText(b))});
    return CostWords::tr(
        "From A to B parameters change by %1, FLOPs by %2 and time by %3: A takes %4, B %5 (half of the passes %6 and %7).")
        .arg(parameters, flops, signedPercent(wholeA.nanoseconds > 0 ? more.nanoseconds / wholeA.nanoseconds : 0), timeA, timeB,
            spreadText(a), spreadText(b));
}

} // namespace widgets
