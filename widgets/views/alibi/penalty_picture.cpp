// The slope of each head, and a head in four maps: content + penalty = score, and the attention that results.

#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/penalty.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type: each more head takes so much of the height, from a width that four maps in a row are readable at.
constexpr double kHighForHead = 290;
constexpr double kWideForHeads = 700;
constexpr double kWideForFormulas = 520, kWideForSoftmax = 190;

// Panels of a comparison with room for so many maps of about 110 px, in a row or below each other: px of ordinary type.
constexpr QSizeF kRowOfFour{640, 190}, kSquareOfFour{430, 330};
constexpr QSizeF kRowOfTwo{340, 190}, kColumnOfTwo{220, 320};

/// How many of the four maps a panel shows: all, score and attention, or attention alone. The others have theirs in A or B alone.
int mapsShown(const FigureData& now, const FigureStyle& style)
{
    const auto fits = [room = roomOf(style)](
                          const QSizeF& least) { return room.width() >= least.width() && room.height() >= least.height(); };
    return !showsBoth(now) || fits(kRowOfFour) || fits(kSquareOfFour) ? 4 : fits(kRowOfTwo) || fits(kColumnOfTwo) ? 2 : 1;
}

/// One stage of these heads, in a slot or as their difference, and its scale.
struct Stage
{
    std::vector<Grid> grids;
    ColorScale scale;
};

/// Stages that have one unit are drawn with one scale: that of `together`.
Stage stageOf(const FigureData& now, const std::vector<int>& heads, const ScaleChoice& choice, Grid AlibiMaps::*stage,
    const std::vector<Grid AlibiMaps::*>& together)
{
    const auto gridsOf = [&](const std::vector<Grid AlibiMaps::*>& stages) {
        return GridsOf([&now, &heads, stages](const RunResult& run) {
            std::vector<Grid> grids;
            for (const int head : heads) {
                const AlibiMaps maps = alibiMaps(run, now.selection.layer, head);
                for (Grid AlibiMaps::*each : stages)
                    grids.push_back(maps.*each);
            }
            return grids;
        });
    };
    Stage drawn{sideGrids(now, gridsOf({stage})), sideScale(now, choice, gridsOf(together))};
    drawn.grids.resize(heads.size());
    return drawn;
}

MapRows rowsOf(const FigureData& now, const FigureStyle& style, const std::vector<double>& slopes)
{
    const core::Trace& trace = *shownRun(now)->trace;
    const int layer = now.selection.layer, selected = shownHead(now, slopes);
    const bool isDelta = now.side == Side::Delta;

    MapRows rows;
    const TokenGroups tokens = tokenGroups(trace, false);
    const AlibiMaps first = alibiMaps(*shownRun(now), layer, selected);
    rows.columnTokens = tokens.texts.mid(0, first.score.columns);
    rows.rowTokens = tokens.texts.mid(tokens.count() - first.score.rows);
    if (first.score.rows == tokens.count()) // else the first queries were in a cache
        rows.brackets = tokens.brackets;
    const auto nameOf = [&](int head) {
        RowName name{headLabel(head), {}, head == selected};
        name.lines << Alibi::tr("slope") << slopeText(slopes[std::size_t(head)]);
        if (const auto scores = isDelta ? std::nullopt : scoresOf(*shownRun(now), layer, head))
            name.lines << Alibi::tr("mean reach") << formatFixed(scores->distance, 1);
        return name;
    };
    const QSizeF page = roomOf(style);
    const int most = tokens.count() > 400 || page.width() < kWideForHeads ? 1 : 4;
    const std::vector<int> heads = shownHeads(slopes, selected, std::clamp(int(pictureHeight(style) / kHighForHead), 1, most));

    const ScaleChoice score{ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, penalty{ColorMapId::Cividis, ScalePolicy::MinToMax};
    const std::array stages{stageOf(now, heads, score, &AlibiMaps::content, {&AlibiMaps::content, &AlibiMaps::score}),
        stageOf(now, heads, penalty, &AlibiMaps::penalty, {&AlibiMaps::penalty}),
        stageOf(now, heads, score, &AlibiMaps::score, {&AlibiMaps::content, &AlibiMaps::score}),
        stageOf(now, heads, penaltyWeightScale(now, selected), &AlibiMaps::attention, {&AlibiMaps::attention})};
    const core::BlockConfig* block = blockOf(*shownRun(now), layer);
    const QString scoreHeading = block && block->softCap > 0 ? Alibi::tr("score, capped") : Alibi::tr("score");
    const bool isTiny = page.width() < kWideForFormulas; // a panel of three
    const QString contentHeading = isTiny ? Alibi::tr("content") : Alibi::tr("content QKᵀ/√d");
    const QString penaltyHeading = isTiny ? Alibi::tr("penalty") : Alibi::tr("penalty %1").arg(QStringLiteral("−m(i − j)"));
    const Cell pinned{now.selection.query, now.selection.key};
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const QString head = countedText(heads[i]);
        rows.names.push_back(nameOf(heads[i]));
        const std::array<SquareMap, 4> words{
            {{contentHeading, {}, QStringLiteral("content "), Alibi::tr("score"), {}, {}, {}, {}},
                {penaltyHeading, QStringLiteral("+"), QStringLiteral("penalty "), Alibi::tr("penalty"), {}, {}, {}, {}},
                {scoreHeading, QStringLiteral("="), QStringLiteral("score "), Alibi::tr("score"), {}, {}, {}, {}},
                {isTiny ? Alibi::tr("weight") : Alibi::tr("attention"), QStringLiteral("→"), QStringLiteral("attention "),
                    Alibi::tr("weight"), {}, {}, {}, {}}}};
        rows.rows.emplace_back(words.begin(), words.end());
        for (std::size_t stage = 0; stage < words.size(); ++stage) {
            SquareMap& map = rows.rows.back()[stage];
            map.name += head;
            map.grid = stages[stage].grids[i];
            map.scale = stages[stage].scale;
            map.pinned = pinned;
        }
        if (const int shown = mapsShown(now, style); shown < 4) { // the heading names what is left out
            std::vector<SquareMap>& maps = rows.rows.back();
            maps.erase(maps.begin(), maps.end() - shown);
            maps.front().sign = QString();
            maps.front().heading = shown == 2    ? Alibi::tr("content + penalty = score")
                : page.width() < kWideForSoftmax ? Alibi::tr("weight")
                                                 : Alibi::tr("softmax(score)");
        }
        SquareMap& attention = rows.rows.back().back();
        if (!isTiny || rows.rows.back().size() == 1) // where it would be cut off the subtitle alone says it
            attention.heading += scaleMark(attention.scale.choice);
    }
    return rows;
}

void drawSlopes(MapStage& stage, Plot& plot, const FigureStyle& style, const std::vector<double>& slopes, int selected)
{
    const double rows = double(std::min<std::size_t>(slopes.size(), 12));
    const QString heading = Alibi::tr("Slope m of each head");
    SidePanel panel(*stage.addChart({110, 26 + 13 * rows}, heading), plot, 0, 0, style);
    auto* chart = new BarChart(panel.add(heading), style);
    chart->setName(QStringLiteral("slopes"));
    QVector<Bar> bars;
    for (std::size_t head = 0; head < slopes.size(); ++head)
        bars << Bar{headLabel(head), slopes[head], slopeText(slopes[head]), int(head) == selected};
    chart->setBars(bars);
}

struct PenaltyLines
{
    const std::vector<double>& slopes; // [head]
    int selected; // head
    int tokens;
};

void drawPenalties(MapStage& stage, Plot& plot, const FigureStyle& style, const PenaltyLines& lines)
{
    const auto& [slopes, selected, tokens] = lines;
    const Theme& theme = themeOf(style);
    const QString heading = Alibi::tr("Penalty at a distance of i − j");
    SidePanel panel(*stage.addChart({140, 82}, heading), plot, 0, 0, style);
    QCPAxisRect* rect = panel.add(heading);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    for (const int head : shownHeads(slopes, selected, 6)) {
        const double slope = slopes[std::size_t(head)];
        const bool isSelected = head == selected;
        chart->addLine({0.0, double(tokens - 1)}, {0.0, -slope * double(tokens - 1)}, headLabel(head),
            {.color = isSelected ? theme.slotB : theme.slotA, .pen = isSelected ? Qt::DashLine : Qt::SolidLine});
    }
    chart->fitAxes(true);
}

void drawAlibiPenalty(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const FigureData now = withAlibi(data);
    const std::vector<double> slopes = slopesOf(*shownRun(now), data.selection.layer);
    const int selected = shownHead(data, slopes), tokens = int(streamTokens(*shownRun(now)->trace).size());
    auto* stage = new MapStage(plot, 0, 0, rowsOf(now, style, slopes), style);
    if (data.side == Side::Delta || mapsShown(now, style) < 4)
        return; // the slopes are beside A and B
    drawSlopes(*stage, plot, style, slopes, selected);
    drawPenalties(*stage, plot, style, {slopes, selected, tokens});
}

std::vector<Metric> alibiPenaltyMetrics(const FigureData& data)
{
    const Selection& at = data.selection;
    const RunPtr a = alibiRunOf(data, data.a), b = alibiRunOf(data, data.b);
    if (!a || !b)
        return {};
    return gridMetrics(
        alibiMaps(*a, at.layer, at.head).attention, alibiMaps(*b, at.layer, at.head).attention, [&](int row, int column) {
            Selection place = at;
            place.query = row;
            place.key = column;
            return place;
        });
}

} // namespace

const FigurePage alibiPenaltyPage{.id = "penalty",
    .draw = drawAlibiPenalty,
    .caption = penaltyCaption,
    .whyNot = whyNoPenalty,
    .subtitle = penaltySubtitle,
    .table = penaltyTable,
    .metrics = alibiPenaltyMetrics,
    .needs = alibiNeeded,
    .options = [](const FigureData&) -> FigureOptions { return {scaleOption}; },
    .minPanel = minPanelOf<160, 150>, // one map, its name and its tokens
    .caveats = alibiInstead,
    .concepts = "C09"};

} // namespace widgets
