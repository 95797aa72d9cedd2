// What a choice saves: the model with its biases dropped, its branches in parallel, other heads, another norm, beside what it is;
// of two slots B − A, operation by operation.

#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/cost/cost_words.h"
#include "widgets/views/cost/pages.h"
#include "widgets/views/cost/saved_numbers.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace widgets {

namespace {

bool isOfTwo(const FigureData& data) { return showsBoth(data); } // as its needs do: a table is asked for without a side

/// A choice with what it changes; the one that changes most FLOPs in front.
struct Saved
{
    OtherChoice choice;
    const MeasuredCost* cost; // null: the model cannot have it
};

std::vector<Saved> savedOf(const FigureData& data)
{
    std::vector<Saved> all;
    const RunPtr& run = shownRun(data);
    for (const OtherChoice& choice : otherChoices(*run))
        all.push_back({choice, costWith(data, run, choice)});
    const CostSum own = passCost(*ownCost(data, run));
    const auto flops
        = [&](const Saved& one) { return one.cost ? std::abs((passCost(*one.cost) - own).flops) : -1; };
    std::ranges::stable_sort(all, std::greater(), flops); // by what is known, not by what chance measures
    return all;
}

QStringList numberNames()
{
    return {
        "parameters", "flops", "bytes", "milliseconds", "part_of_flops", "part_of_time", "milliseconds_low", "milliseconds_high"};
}

std::vector<TableRow> rowsOf(const FigureData& data, const MeasuredCost& own)
{
    std::vector<TableRow> rows;
    for (const auto& [choice, cost] : savedOf(data)) {
        if (cost) {
            rows.push_back(wholeDifference(choice.name, own, *cost));
            continue;
        }
        TableRow row{
            choice.name, QStringList(4, maskedText()), {std::nan(""), std::nan("")}, {CostWords::tr("not this model"), {}}};
        row.numbers.assign(numberNames().size(), std::nan(""));
        row.isFaint = true;
        rows.push_back(std::move(row));
    }
    return rows;
}

void drawCostSaved(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    TableContent content;
    if (isOfTwo(data)) {
        content = differenceTable(
            drawing, CostWords::tr("B − A"), rowsByOperation(*costOf(data, data.a)), rowsByOperation(*costOf(data, data.b)));
    } else {
        const Theme& theme = themeOf(style);
        content.nameTitle = CostWords::tr("Instead");
        content.columns = differenceColumns();
        content.barNames = {CostWords::tr("FLOPs"), CostWords::tr("time")};
        content.colors = {theme.borderStrong, theme.accent};
        content.rows = rowsOf(data, *ownCost(data, shownRun(data)));
        content.numberNames = numberNames();
    }
    plot.panel()->addElement(0, 0, new OperationTable(&plot, style, std::move(content)));
}

QString whyNotCostSaved(const FigureData& data)
{
    return data.side == Side::Delta && data.mode == SlotMode::All ? CostWords::tr("The rows beside are B − A already.")
                                                                  : QString();
}

QString costSavedSubtitle(const FigureData& data)
{
    return isOfTwo(data)
        ? CostWords::tr(
            "Each row: B − A of an operation in all layers. Bars: parts of all FLOPs and all time of A; no bar of time: within the noise.")
        : CostWords::tr("Rows: one other choice, minus this model; no bar: within the noise. Bars: parts of its FLOPs and its time.");
}

QString costSavedCaption(const FigureData& data)
{
    if (isOfTwo(data))
        return differenceCaption(data);
    const MeasuredCost& own = *ownCost(data, shownRun(data));
    const auto hasOwnPage = [](const Saved& one) { return one.choice.id.startsWith(QLatin1String("attention.kind")); };
    std::vector<Saved> all = savedOf(data);
    const core::BlockConfig& block = shownRun(data)->setup->config.blocks.front();
    if (block.kvHeads == block.heads && !core::isLatent(block.sharing)) // in front what no other page says; else what its own save
        std::ranges::stable_partition(all, std::not_fn(hasOwnPage));
    QStringList changes;
    for (const auto& [choice, cost] : all)
        if (cost)
            changes << choiceChange(choice.name, own, *cost);
    return joinedSentences({changes.join(CostWords::tr("; ")) + CostWords::tr("."),
        CostWords::tr("The passes of this model took %1.").arg(spreadText(own))});
}

QString costSavedTable(const FigureData& data)
{
    QString text = QStringLiteral("choice,parameters,flops,bytes,milliseconds,milliseconds_low,milliseconds_high\n");
    const auto exact = [](double number) { return QString::number(number, 'g', 12); };
    const auto line = [&](const QString& name, const CostSum& sum) {
        text += QStringList{name, QString::number(sum.parameters), exact(sum.flops), exact(sum.bytes), exact(sum.milliseconds()),
                    exact(sum.low / 1e6), exact(sum.high / 1e6)}
                    .join(',')
            + '\n';
    };
    if (isOfTwo(data)) {
        line(QStringLiteral("A"), passCost(*costOf(data, data.a)));
        line(QStringLiteral("B"), passCost(*costOf(data, data.b)));
        return text;
    }
    line(QStringLiteral("own"), passCost(*ownCost(data, shownRun(data))));
    for (const auto& [choice, cost] : savedOf(data))
        if (cost)
            line(choice.id, passCost(*cost));
    return text;
}

} // namespace

const FigurePage costSavedPage{.id = "saved",
    .title = QT_TRANSLATE_NOOP("figures", "What does a choice save?"),
    .draw = drawCostSaved,
    .caption = costSavedCaption,
    .whyNot = whyNotCostSaved,
    .subtitle = costSavedSubtitle,
    .table = costSavedTable,
    .needs = savedNeeds,
    .minPanel = minPanelOf<200, 124>,
    .minRoom = {230, 100},
    .concepts = "C14 C20 C24 C28"};

} // namespace widgets
