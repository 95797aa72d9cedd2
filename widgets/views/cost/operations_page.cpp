// Every operation of the pass: parameters, FLOPs, bytes and measured time; its share of the FLOPs beside its share of the time.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/plot.h"
#include "widgets/views/cost/cost_words.h"
#include "widgets/views/cost/pages.h"

namespace widgets {

namespace {

constexpr int fewLayers = 6; // rows of a small table of layers

bool isByLayer(const FigureData& data) { return costRowsOption.is(data, "layer"); }

CostRows rowsOf(const FigureData& data, const MeasuredCost& cost)
{
    if (isByLayer(data))
        return {costsByLayer(cost, 1000), costsByLayer(cost, fewLayers)};
    return rowsByOperation(cost);
}

QString rowTitle(const FigureData& data) { return isByLayer(data) ? CostWords::tr("Layer") : CostWords::tr("Operation"); }

TableContent contentOfOne(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const MeasuredCost& cost = *costOf(data, shownRun(data));
    const CostSum whole = wholeCost(cost);
    const CostRows rows = rowsOf(data, cost);
    TableContent content;
    content.nameTitle = rowTitle(data);
    content.columns = {
        {CostWords::tr("parameters"), 2}, {CostWords::tr("FLOPs"), 1}, {CostWords::tr("bytes"), 3}, {CostWords::tr("time"), 0}};
    content.barNames = {CostWords::tr("of the FLOPs"), CostWords::tr("of the time")};
    content.colors = {theme.borderStrong, theme.accent};
    content.rows = shareRows(rows.all, whole);
    content.fewer = shareRows(rows.fewer, whole);
    content.total = shareRows({{sumTitle(), whole}}, whole).front();
    content.total.texts = {};
    content.numberNames = {"parameters", "flops", "bytes", "milliseconds", "share_of_flops", "share_of_time", "milliseconds_low",
        "milliseconds_high"};
    return content;
}

TableContent contentOfBoth(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const MeasuredCost &a = *costOf(data, data.a), &b = *costOf(data, data.b);
    const CostSum wholeA = wholeCost(a), wholeB = wholeCost(b);
    CostRows ofA = rowsOf(data, a), ofB = rowsOf(data, b);
    if (data.mode == SlotMode::All) { // as in B − A, which is beside it
        alignRows(ofA, ofB);
    } else { // in the order of the pass, as A alone
        alignNames(ofA.all, ofB.all);
        alignNames(ofA.fewer, ofB.fewer);
    }
    TableContent content;
    content.nameTitle = rowTitle(data);
    content.columns
        = {{CostWords::tr("parameters of A"), 2}, {CostWords::tr("parameters of B"), 2}, {CostWords::tr("FLOPs of A"), 1},
            {CostWords::tr("FLOPs of B"), 0}, {CostWords::tr("bytes of A"), 3}, {CostWords::tr("bytes of B"), 3}};
    content.barNames = {CostWords::tr("time of A"), CostWords::tr("time of B")};
    content.colors = {theme.slotA, theme.slotB};
    content.rows = pairRows(ofA.all, ofB.all, wholeA, wholeB);
    content.fewer = pairRows(ofA.fewer, ofB.fewer, wholeA, wholeB);
    content.total = pairRows({{sumTitle(), wholeA}}, {{sumTitle(), wholeB}}, wholeA, wholeB).front();
    content.numberNames = {"parameters_a", "parameters_b", "flops_a", "flops_b", "bytes_a", "bytes_b", "milliseconds_a",
        "milliseconds_b", "milliseconds_low_a", "milliseconds_high_a", "milliseconds_low_b", "milliseconds_high_b"};
    return content;
}

void drawCostOperations(const Drawing& drawing)
{
    const FigureData& data = drawing.data;
    TableContent content = data.side == Side::Delta
        ? differenceTable(drawing, rowTitle(data), rowsOf(data, *costOf(data, data.a)), rowsOf(data, *costOf(data, data.b)))
        : data.side == Side::Both ? contentOfBoth(drawing)
                                  : contentOfOne(drawing);
    drawing.plot.panel()->addElement(0, 0, new OperationTable(&drawing.plot, drawing.style, std::move(content)));
}

QString costOperationsSubtitle(const FigureData& data)
{
    const QString rows = isByLayer(data) ? CostWords::tr("Each row: a layer with all its operations.")
                                         : CostWords::tr("Rows: operations in all layers.");
    if (data.side == Side::Delta)
        return joinedSentences({rows, CostWords::tr("Bars: parts of all FLOPs and all time of A; no bar of time: within the noise.")});
    return joinedSentences({rows,
        CostWords::tr("Whiskers: the middle half of the passes, or all of a few. Times: of this machine and run, the middle pass."),
        data.side == Side::Both ? CostWords::tr("Pale: within the noise.") : QString()});
}

QString costOperationsCaption(const FigureData& data)
{
    if (data.side == Side::Both || data.side == Side::Delta)
        return differenceCaption(data);
    const MeasuredCost& cost = *costOf(data, shownRun(data));
    return isByLayer(data) ? layersSentence(cost) : operationsSentence(cost);
}

QString exact(double number) { return QString::number(number, 'g', 12); }

QString costOperationsTable(const FigureData& data)
{
    QString text
        = QStringLiteral("slot,stack,layer,operation,parameters,product_flops,attention_flops,other_flops,bytes,milliseconds,"
                         "milliseconds_low,milliseconds_high\n");
    std::vector<std::pair<const char*, RunPtr>> runs{{shownRun(data) == data.a ? "A" : "B", shownRun(data)}};
    if (data.side == Side::Both || data.side == Side::Delta)
        runs = {{"A", data.a}, {"B", data.b}};
    for (const auto& [slot, run] : runs) {
        const MeasuredCost& cost = *costOf(data, run);
        for (std::size_t i = 0; i < cost.operations.size(); ++i) {
            const core::OperationCost& one = cost.operations[i];
            const core::TimeRange& time = cost.times.operations[i];
            text += QStringLiteral("%1,%2,%3,%4,%5,")
                        .arg(QLatin1String(slot), one.isOfEncoder ? QStringLiteral("encoder") : QStringLiteral("decoder"))
                        .arg(one.layer < 0 ? QString() : QString::number(one.layer))
                        .arg(csvField(QString::fromLatin1(core::wordOf(one.operation))))
                        .arg(one.parameters);
            text += QStringList{exact(one.productFlops), exact(one.attentionFlops), exact(one.otherFlops), exact(one.bytes),
                        exact(double(time.middle) / 1e6), exact(double(time.low) / 1e6), exact(double(time.high) / 1e6)}
                        .join(',')
                + '\n';
        }
    }
    return text;
}

} // namespace

const FigurePage costOperationsPage{.id = "operations",
    .title = QT_TRANSLATE_NOOP("figures", "What does each operation of a pass cost?"),
    .draw = drawCostOperations,
    .caption = costOperationsCaption,
    .subtitle = costOperationsSubtitle,
    .table = costOperationsTable,
    .needs = costNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {costRowsOption}; },
    .minPanel = minPanelOf<200, 124>,
    .minRoom = {230, 120},
    .concepts = "C12 C14 C20 C24 C28"};

} // namespace widgets
