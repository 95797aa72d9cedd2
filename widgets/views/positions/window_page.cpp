// What keeps a text readable that is longer than those of training: the same weights with all tokens in sight, with the last ones
// only, with the first few beside the last ones (Xiao et al. 2024, Efficient Streaming Language Models with Attention Sinks), and
// as the run has them, where it hides more than the future.

#include "core/model/choices.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/loss_lines.h"
#include "widgets/views/positions/pages.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <variant>
#include <vector>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

constexpr core::Index sinks = 4;
constexpr double spreadOfSeeds = 0.05; // nats, of resources/models/README.md
constexpr double wideForLabels = 520; // px of ordinary type, where what a line is has room at its end

struct Sight
{
    const char* mask; // "own": as the run has it
    bool hasSinks;
};
constexpr std::array<Sight, 4> sights{
    {{"causal", false}, {"sliding_window", false}, {"sinks_window", true}, {"own", false}}};

core::Index windowOf(const core::Setup& setup, const Sight& sight) { return setup.config.context - (sight.hasSinks ? sinks : 0); }

bool isAll(const Sight& sight) { return std::string_view(sight.mask) == "causal"; }

bool isOwn(const Sight& sight) { return std::string_view(sight.mask) == "own"; }

/// The mask of the run; null: it differs by layer.
const core::AttentionMask* ownMask(const core::Setup& setup)
{
    const std::vector<core::BlockConfig>& blocks = setup.config.blocks;
    const auto isFirst = [&](const core::BlockConfig& block) { return block.mask == blocks.front().mask; };
    return std::ranges::all_of(blocks, isFirst) ? &blocks.front().mask : nullptr;
}

/// Its own mask is a line where it is another one than those that are tried.
bool isTried(const core::Setup& setup, const Sight& sight)
{
    const core::AttentionMask* const own = ownMask(setup);
    return !isOwn(sight) || !own || core::infoOf(*own).id != "causal";
}

/// "its own window of 16"
QString ownLabel(const core::Setup& setup)
{
    const core::AttentionMask* const own = ownMask(setup);
    if (!own)
        return Positions::tr("its own masks, by layer");
    core::Index window = 0;
    std::visit(
        [&](const auto& mask) {
            if constexpr (requires { mask.window; } && !requires { mask.sinks; })
                window = mask.window;
        },
        *own);
    if (window > 0)
        return Positions::tr("its own window of %1").arg(window);
    return Positions::tr("its own mask (%1)").arg(choiceText("mask.kind", core::Json(std::string(core::infoOf(*own).id))));
}

QString labelOf(const core::Setup& setup, const Sight& sight)
{
    return isAll(sight)  ? Positions::tr("all tokens")
        : isOwn(sight)   ? ownLabel(setup)
        : sight.hasSinks ? Positions::tr("%1 sinks and a window of %2").arg(sinks).arg(windowOf(setup, sight))
                         : Positions::tr("a window of %1").arg(windowOf(setup, sight));
}

NeedId lossId(const RunPtr& run, const FigureData& data, const Sight& sight)
{
    return {run->trace, {}, std::string("loss with ") + sight.mask + " over " + lossRowsOption.in(data).toStdString() + " rows"};
}

Need lossNeed(const RunPtr& run, const FigureData& data, const Sight& sight)
{
    const core::Index rows = lossRowsOption.in(data).toInt();
    return derivedNeed(lossId(run, data, sight), [setup = run->setup, rows, sight](const core::RunControl& control) {
        if (isOwn(sight))
            return core::lossByPosition(*setup, heldOutRows(*setup, rows), control);
        core::Choices said = setup->said;
        said.set("weights", "keep");
        said.set("mask.kind", sight.mask);
        if (!isAll(sight))
            said.set("mask.window", windowOf(*setup, sight));
        if (sight.hasSinks)
            said.set("mask.sinks", sinks);
        const core::SetupPtr masked = core::configure(setup->model, said);
        core::Setup changed = *setup; // with its own weights, which may be those of a trained sibling
        for (std::size_t layer = 0; layer < changed.config.blocks.size(); ++layer)
            changed.config.blocks[layer].mask = masked->config.blocks[layer].mask;
        return core::lossByPosition(changed, heldOutRows(changed, rows), control);
    });
}

QString whyNoWindows(const RunResult& run)
{
    if (!run.setup || !core::isBundledModel(run.setup->model->path))
        return Positions::tr("The held-out texts are of the bundled models’ words. Open the model main.");
    const core::ModelConfig& config = run.setup->config;
    return config.topology != core::Topology::CausalDecoder || config.outputHead == core::OutputHead::None
        ? Positions::tr("Only a causal decoder has a loss at each position. Open the model main.")
        : QString();
}

QString whyNotPositionWindow(const FigureData& data) { return whyNoWindows(*shownRun(data)); }

Needs positionWindowNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data))
        for (const Sight& sight : sights)
            if (run && whyNoWindows(*run).isEmpty() && isTried(*run->setup, sight)) {
                all.push_back(lossNeed(run, data, sight));
                all.back().isPart = all.size() > 1; // one line makes a picture
            }
    return all;
}

/// One where B is the run of A still.
std::vector<RunPtr> runsOf(const FigureData& data)
{
    std::vector<RunPtr> runs = panelRuns(data);
    const auto same = std::ranges::unique(runs);
    runs.erase(same.begin(), same.end());
    return runs;
}

struct Line
{
    RunPtr run;
    const Sight* sight;
    Side side;
    const core::LossByPosition* loss;

    double atEnd() const { return core::meanBetween(loss->mean, lossEndFrom, lossEndTo); }
    QString slot() const { return side == Side::B ? QStringLiteral("B ") : QStringLiteral("A "); }
};

std::vector<Line> linesOf(const FigureData& data)
{
    std::vector<Line> lines;
    for (const RunPtr& run : runsOf(data))
        for (const Sight& sight : sights)
            if (const auto* loss = data.results.value<core::LossByPosition>(lossId(run, data, sight)))
                lines.push_back({run, &sight, run == data.a ? Side::A : Side::B, loss});
    return lines;
}

void drawPositionWindow(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    LineChart* const chart = addLossChart(rect, style);
    const bool hasRoom = roomOf(style).width() >= wideForLabels, both = runsOf(data).size() > 1;
    const Theme& theme = themeOf(style);
    const std::array colors{theme.text2, theme.o, theme.accent, theme.slotB};
    for (const Line& line : linesOf(data)) {
        constexpr Qt::PenStyle pens[] = {Qt::DotLine, Qt::DashLine, Qt::SolidLine, Qt::DashDotLine};
        const QString label = (both ? line.slot() : QString()) + labelOf(*line.run->setup, *line.sight);
        QCPGraph* const graph = addLossLine(*chart, core::smoothed(line.loss->mean, lossSmoothWidth), hasRoom ? label : QString(),
            {.color = both ? slotPen(line.side, style).color : colors[line.sight - sights.data()],
                .pen = pens[line.sight - sights.data()]});
        graph->setName((both ? line.slot() : QString()) + QLatin1String(line.sight->mask));
    }
    chart->fitAxes(true);
    addVerticalMark(rect, double(shownRun(data)->setup->config.context),
        contextMark(*shownRun(data)->setup), style);
}

QString positionWindowSubtitle(const FigureData& data)
{
    return Positions::tr("Same weights, other masks; mean of %1 rows, %2 neighbours.")
        .arg(lossRowsOption.in(data))
        .arg(lossSmoothWidth);
}

/// Why sinks make it worse, where they do: empty where they do not, and where a key has no distance or no position.
QString sinksSentence(const FigureData& data, const RunPtr& run)
{
    const Line* window = nullptr;
    const Line* withSinks = nullptr;
    const std::vector<Line> lines = linesOf(data);
    for (const Line& line : lines)
        if (line.run == run && !isAll(*line.sight) && !isOwn(*line.sight))
            (line.sight->hasSinks ? withSinks : window) = &line;
    const std::string kind = ownPositionKind(*run, 0);
    if (!window || !withSinks || kind == "none" || withSinks->loss->hasEnd
        || withSinks->atEnd() < window->atEnd() + spreadOfSeeds)
        return {};
    return Positions::tr(
        "Sinks make it worse: they stay up to %1 tokens back, farther than any in training.")
        .arg(withSinks->loss->mean.size() - 1);
}

/// "window 1.27": a line of each slot has room for no more.
QString shortLoss(const Line& line)
{
    const QString name = isAll(*line.sight) ? Positions::tr("all tokens")
        : isOwn(*line.sight)                ? ownLabel(*line.run->setup)
        : line.sight->hasSinks              ? Positions::tr("sinks + window")
                                            : Positions::tr("window");
    return Positions::tr("%1 %2").arg(name, line.loss->hasEnd ? Positions::tr("(its table ends)") : formatFixed(line.atEnd(), 2));
}

QString windowSentence(const FigureData& data, const RunPtr& run)
{
    const bool isShort = data.side == Side::Both;
    QStringList values;
    std::vector<Line> lines = linesOf(data);
    std::ranges::stable_partition(lines, [](const Line& line) { return isOwn(*line.sight); }); // what it was trained with first
    for (const Line& line : lines)
        if (line.run == run)
            values << (isShort ? shortLoss(line)
                    : line.loss->hasEnd
                    ? Positions::tr("none with %1, its table ends").arg(labelOf(*run->setup, *line.sight))
                    : Positions::tr("%1 with %2").arg(formatFixed(line.atEnd(), 2), labelOf(*run->setup, *line.sight)));
    if (values.isEmpty())
        return {};
    const QString kind = shortKindName(ownPositionKind(*run, 0)), all = values.join(Positions::tr(", "));
    const QString from = countedText(lossEndFrom), to = countedText(lossEndTo - 1);
    return joinedSentences({isShort ? Positions::tr("%1: %2.").arg(kind, all)
                                    : Positions::tr("%1, nats at positions %2–%3: %4.").arg(kind, from, to, all),
        sinksSentence(data, run), isShort ? Positions::tr("Mean loss at positions %1–%2.").arg(from, to) : QString()});
}

QString positionWindowCaption(const FigureData& data) { return sentenceOfSides(data, windowSentence); }

QString positionWindowTable(const FigureData& data)
{
    QString text = QStringLiteral("slot,mask,window,sinks,rows,position,loss\n");
    for (const Line& line : linesOf(data))
        for (std::size_t at = 0; at < line.loss->mean.size(); ++at)
            text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7\n")
                        .arg(line.slot().trimmed(), QLatin1String(line.sight->mask),
                            isAll(*line.sight) || isOwn(*line.sight) ? QString() : QString::number(windowOf(*line.run->setup, *line.sight)))
                        .arg(line.sight->hasSinks ? sinks : 0)
                        .arg(line.loss->rows)
                        .arg(at)
                        .arg(exactText(float(line.loss->mean[at])));
    return text;
}

} // namespace

const FigurePage positionWindowPage{.id = "window",
    .title = QT_TRANSLATE_NOOP("figures", "What keeps a text readable that is longer than training?"),
    .draw = drawPositionWindow,
    .caption = positionWindowCaption,
    .whyNot = whyNotPositionWindow,
    .subtitle = positionWindowSubtitle,
    .table = positionWindowTable,
    .needs = positionWindowNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {lossRowsOption}; },
    .minPanel = minPanelOf<300, 150>,
    .minRoom = {220, 100},
    .concepts = "C17 C19"};

} // namespace widgets
