#include "widgets/views/scan/figure.h"

#include "core/experiments/scan_reading.h"
#include "core/io/shown_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/scan/hit_lines.h"
#include "widgets/views/scan/numbers.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/standard_offers.h"
#include "widgets/views/shared/texts_choice.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Scan
{
    Q_DECLARE_TR_FUNCTIONS(Scan)
};

constexpr double roomForSide = 520; // px of ordinary type

QString whyNotScan(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunPtr& run = shownRun(data);
    if (core::isOfScan(*run->trace))
        return {};
    if (!run->setup)
        return Scan::tr("A recorded run cannot read other texts: open its model, or the file of a scan.");
    if (run->setup->config.hasEncoder())
        return Scan::tr("This model has two stacks: “cutaway scan” reads texts with its encoder, and its file opens here.");
    if (!run->setup->model || !run->setup->model->tokenizer)
        return Scan::tr("This model has no tokenizer, so it cannot read texts.");
    if (!hasScanned(*run->setup, data))
        return Scan::tr("Layer %1 has no such numbers: choose others, or another layer.")
            .arg(counted(std::max(0, data.selection.layer)));
    return readsDirection(data) && scannedAlong(data, run).empty()
        ? Scan::tr("No direction yet: choose one with the button above.")
        : QString();
}

/// A model with experts, where those are asked for and this one has none.
ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->setup->config.hasEncoder() || !scannedOption.is(data, "experts")
        || hasTensor(*run->setup, ".mlp.gates"))
        return {};
    if (const ChoiceOffer experts = openOffer(QStringLiteral("experts")); !experts.key.isEmpty())
        return experts;
    return {Scan::tr("Use a mixture of experts"), QStringLiteral("feed_forward.kind"), QStringLiteral("mixture")};
}

HitLine lineOf(const core::Setup* setup, const core::ScanHit& hit)
{
    HitLine line{{}, hit.values};
    for (const core::TokenId id : hit.ids)
        line.words << (id < 0 ? QString() : scannedToken(setup, id));
    return line;
}

HitGroup groupOf(const core::Setup* setup, const QString& id, const QString& title, const std::vector<core::ScanHit>& hits)
{
    HitGroup group{id, title, {}};
    for (const core::ScanHit& hit : hits)
        group.lines.push_back(lineOf(setup, hit));
    return group;
}

QString scanValuesHeading(const core::Scan& scan)
{
    return Scan::tr("Its values, %1 tokens").arg(formatCount(std::int64_t(scan.tokens)));
}

QString scanWordsHeading(const core::Scan& scan)
{
    return scan.along == core::scanNorm ? Scan::tr("It writes in the mean: added to logits, less their mean")
                                        : Scan::tr("It writes: added to logits, less their mean");
}

void drawValues(SidePanel& side, const core::Scan& scan, int unit, const FigureStyle& style)
{
    const core::ScanChannel& channel = scan.channels[std::size_t(unit)];
    QCPAxisRect* const rect = side.add(scanValuesHeading(scan));
    auto* const histogram = new Histogram(rect, style);
    histogram->setName(QStringLiteral("values"));
    QVector<double> edges, counts;
    const double low = double(scan.low[std::size_t(unit)]), high = double(scan.high[std::size_t(unit)]);
    for (core::Index bin = 0; bin <= core::scanBins; ++bin)
        edges << low + (high - low) * double(bin) / double(core::scanBins);
    for (const std::uint64_t count : channel.bins)
        counts << double(count);
    histogram->setCounts(edges, counts);
    addVerticalMark(rect, channel.sum / std::max(1.0, double(scan.tokens)), Scan::tr("mean"), style);
}

void drawWords(SidePanel& side, const QString& heading, const core::Setup* setup, const core::WrittenWords& words,
    const FigureStyle& style)
{
    auto* const chart = new BarChart(side.add(heading), style);
    chart->setName(QStringLiteral("writes"));
    QVector<Bar> bars;
    for (const core::TokenLift& up : words.up)
        bars << Bar{scannedToken(setup, up.id), up.lift, formatDifference(up.lift), false};
    for (auto down = words.down.rbegin(); down != words.down.rend(); ++down)
        bars << Bar{scannedToken(setup, down->id), down->lift, formatDifference(down->lift), false};
    chart->setBars(bars);
}

void drawScan(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunPtr& run = shownRun(data);
    const core::Scan& scan = *scanOf(data, run);
    const int unit = shownUnit(scan, data);
    const core::ScanChannel& channel = scan.channels[std::size_t(unit)];
    const core::SetupPtr setup = setupOfScan(data, run);
    auto* const lines = new HitLines(plot.addAxisRect(0, 0, style), style);
    lines->setName(QStringLiteral("hits"));
    lines->setGroups({groupOf(setup.get(), QStringLiteral("top"), Scan::tr("Drives it most"), channel.top),
        groupOf(setup.get(), QStringLiteral("bottom"), Scan::tr("Drives it least"), channel.bottom),
        groupOf(setup.get(), QStringLiteral("sample"), Scan::tr("A random sample"), channel.sample)});
    const core::WrittenWords* const words = wordsOfUnit(data, run);
    if (roomOf(style).width() < roomForSide) {
        QStringList leftOut{scanValuesHeading(scan)};
        if (words)
            leftOut << scanWordsHeading(scan);
        return sayNoRoomFor(plot, leftOut, style);
    }
    SidePanel side(*plot.panel(), plot, 0, 1, style);
    drawValues(side, scan, unit, style);
    if (words)
        drawWords(side, scanWordsHeading(scan), setup.get(), *words, style);
    plot.panel()->setColumnStretchFactor(0, 2.4);
    plot.panel()->setColumnSpacing(space::xl);
}

QString scanSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const core::Scan* const scan = scanOf(data, run);
    if (!scan)
        return {};
    const QString name = unitName(*scan, shownUnit(*scan, data));
    return scan->along.empty() ? Scan::tr("Words with the value of %1 under them; framed: the token that is listed.").arg(name)
                               : Scan::tr("Words with %1 under them; framed: the token that is listed.").arg(name);
}

QString scanCaption(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const core::Scan& scan = *scanOf(data, run);
    const int unit = shownUnit(scan, data);
    const core::ScanChannel& channel = scan.channels[std::size_t(unit)];
    if (channel.top.empty())
        return {};
    const core::SetupPtr setup = setupOfScan(data, run);
    const core::ScanHit& best = channel.top.front();
    return joinedSentences(
        {Scan::tr("Of %1 texts (%2) with %3 tokens, %4 is largest at “%5” in line %6: %7.")
                .arg(formatCount(std::int64_t(scan.textCount)), textsTitle(scan.texts), formatCount(std::int64_t(scan.tokens)),
                    unitName(scan, unit), scannedToken(setup.get(), best.ids[std::size_t(core::scanBefore)]),
                    QString::number(best.line), formatNumber(double(best.value))),
            Scan::tr("Its mean is %1.").arg(formatNumber(channel.sum / std::max(1.0, double(scan.tokens)))),
            setup ? QString()
                  : Scan::tr("Its model “%1” is not here: tokens are numbers.")
                        .arg(QString::fromStdString(core::shownText(scan.model, 60)))});
}

QString scanTable(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const core::Scan* const scan = scanOf(data, run);
    if (!scan)
        return {};
    const core::ScanChannel& channel = scan->channels[std::size_t(shownUnit(*scan, data))];
    QString text = QStringLiteral("list,rank,value,line,position,token_id\n");
    for (const auto& [list, hits] : {std::pair{"top", &channel.top}, {"bottom", &channel.bottom}, {"sample", &channel.sample}})
        for (std::size_t rank = 0; rank < hits->size(); ++rank) {
            const core::ScanHit& hit = (*hits)[rank];
            text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                        .arg(QLatin1String(list))
                        .arg(rank + 1)
                        .arg(exactText(hit.value))
                        .arg(hit.line)
                        .arg(hit.position)
                        .arg(hit.ids[std::size_t(core::scanBefore)]);
        }
    return text;
}

FigureOptions options(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const core::Scan* const scan = run ? scanOf(data, run) : nullptr;
    return {scannedOption, readOption, alongOption, textsOption, scan ? unitOption.upTo(int(scan->channels.size()) - 1) : FigureOption(unitOption)};
}

std::vector<QVariantMap> variants()
{
    return {{}, {{scannedOption.name(), QStringLiteral("head")}, {textsOption.name(), QStringLiteral("capitals")}},
        {{scannedOption.name(), QStringLiteral("stream")}, {unitOption.name(), 3}},
        {{scannedOption.name(), QStringLiteral("head")}, {readOption.name(), QStringLiteral("vector")}},
        {{scannedOption.name(), QStringLiteral("stream")}, {readOption.name(), QStringLiteral("vector")}}};
}

QSizeF minPanel(const FigureData&) { return {320, 200}; }

} // namespace

const FigureInfo scanFigure{.id = "scan",
    .title = QT_TRANSLATE_NOOP("figures", "What drives this part of the model?"),
    .draw = drawScan,
    .caption = scanCaption,
    .whyNot = whyNotScan,
    .subtitle = scanSubtitle,
    .table = scanTable,
    .isOfRun = false, // of the model, over other texts
    .needs = scanNeeds,
    .options = options,
    .variants = variants,
    .offer = offer,
    .minPanel = minPanel,
    .caveats = caveatsOfTexts};

} // namespace widgets
