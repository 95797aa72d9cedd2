// Added positions against RoPE: the four terms of an absolute score in layer 0, how much each differs between pairs of tokens
// that are the same distance apart, and the score of one pair that is moved on, beside the one term of RoPE.

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/alibi/terms.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double kWideForWords = 560; // in a narrower panel the maps have letters over them
constexpr double kWideForCharts = 700; // of wide charts
constexpr double kLeastChart = 92, kLowChart = 104, kHighChart = 168; // with its heading and its axis; the least beside another run
constexpr double kChartShare = 0.4;                // of the height of the picture, between these
constexpr double kLow = 100;          // and in a lower one the fewest
constexpr double kHighForColumns = 300; // a lower one names the tokens beside the rows alone: its maps are larger

/// Numbers by distance: the mean as a line, and between least and most a band. Returns the axis of the numbers.
QCPAxis* addSpread(SidePanel& panel, const FigureStyle& style, const QString& heading,
    const std::vector<core::DistanceSpread>& spreads, const QColor& color)
{
    QCPAxisRect* rect = panel.add(heading, 1);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atBottom)->setLabel(Alibi::tr("distance i − j"));
    auto* chart = new LineChart(rect, style);
    QVector<double> x, mean, least, most;
    for (const core::DistanceSpread& spread : spreads) {
        x << double(spread.distance);
        mean << spread.mean;
        least << spread.least;
        most << spread.most;
    }
    QColor faint = color;
    faint.setAlphaF(0.25F);
    QCPGraph* low = chart->addLine(x, least, {}, {.color = faint});
    QCPGraph* high = chart->addLine(x, most, {}, {.color = faint});
    high->setBrush(faint);
    high->setChannelFillGraph(low);
    chart->addLine(x, mean, {}, {.color = color, .points = x.size() < 40});
    chart->fitAxes();
    return rect->axis(QCPAxis::atLeft);
}

/// What a score changes by when its pair is moved on: with added positions, and with RoPE.
struct MovedPair
{
    QVector<double> places, added, rotary;
    double most = 0, maxRotary = 0; // changes by magnitude
};

MovedPair movedPairOf(const FigureData& data)
{
    MovedPair pair;
    const std::vector<core::MovedScore> scores = movedOf(data, shownRun(data));
    for (const core::MovedScore& score : scores) {
        pair.places << double(score.places);
        pair.added << score.added - scores.front().added;
        pair.rotary << score.rotary - scores.front().rotary;
        pair.most = std::max(pair.most, std::abs(pair.added.last()));
        pair.maxRotary = std::max(pair.maxRotary, std::abs(pair.rotary.last()));
    }
    return pair;
}

constexpr double roomForNames = 560; // px of ordinary type

/// Whether the lines of a moved pair have their names at their ends; else that of the maps is in the heading.
bool namesBothLines(const MovedPair& pair, const FigureStyle& style)
{
    return pair.rotary.isEmpty() || !std::isfinite(pair.rotary.front()) || roomOf(style).width() >= roomForNames;
}

QCPAxis* addMoved(SidePanel& panel, const FigureStyle& style, const QString& heading, const MovedPair& pair)
{
    const Theme& theme = themeOf(style);
    QCPAxisRect* rect = panel.add(heading, 1);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atBottom)->setLabel(Alibi::tr("places"));
    auto* chart = new LineChart(rect, style);
    const bool hasRotary = std::isfinite(pair.rotary.front());
    chart->addLine(pair.places, pair.added, namesBothLines(pair, style) ? Alibi::tr("added") : QString(), {.color = theme.slotA})
        ->setName(QStringLiteral("moved added"));
    if (hasRotary)
        chart->addLine(pair.places, pair.rotary, QStringLiteral("RoPE"), {.color = theme.slotB, .pen = Qt::DashLine})
            ->setName(QStringLiteral("moved RoPE"));
    chart->fitAxes();
    return rect->axis(QCPAxis::atLeft);
}

void drawSpreads(MapStage& stage, const Drawing& drawing, int head)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const std::vector<Grid> grids = termGrids(data, shownRun(data), head);
    const auto cross = spreadOf({grids[1], grids[2]}), places = spreadOf({grids[3]});
    const MovedPair moved = movedPairOf(data);
    double low = 0, high = 0;
    for (const auto* spreads : {&cross, &places})
        for (const core::DistanceSpread& spread : *spreads) {
            low = std::min(low, spread.least);
            high = std::max(high, spread.most);
        }
    for (const double change : moved.added) {
        low = std::min(low, change);
        high = std::max(high, change);
    }
    const double room = 0.06 * std::max(1e-6, high - low);
    const QCPRange range(low - room, high + room);
    const bool isWide = roomOf(style).width() >= kWideForCharts;
    const QSizeF least(isWide ? 200 : 112,
        showsBoth(data) ? kLeastChart : std::clamp(kChartShare * pictureHeight(style), kLowChart, kHighChart));
    const auto panel = [&](const QString& heading) {
        return SidePanel(*stage.addChart(least, heading), plot, 0, 0, style);
    };
    const bool namesBands = roomOf(style).width() >= roomForNames;
    const QString ofCross = namesBands ? Alibi::tr("Cross terms; band: all pairs") : Alibi::tr("Cross terms"),
                  ofPlaces = namesBands ? Alibi::tr("place · place; band: all pairs") : Alibi::tr("place · place"),
                  ofMove = namesBothLines(moved, style) ? Alibi::tr("When both move on") : Alibi::tr("Both move on: added");
    if (moved.places.size() > 1) { // what the sentence says first: where few have room it is that one
        SidePanel a = panel(ofMove);
        addMoved(a, style, ofMove, moved)->setRange(range);
    }
    SidePanel b = panel(ofCross);
    addSpread(b, style, ofCross, cross, theme.slotA)->setRange(range);
    SidePanel c = panel(ofPlaces);
    addSpread(c, style, ofPlaces, places, theme.slotA)->setRange(range);
    if (saysNoRoom(style)) // and says the ends of scales whose colour bars they leave no room
        stage.keepCharts();
}

void drawAlibiTerms(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const int head = alibiPlace(data).head;
    const TokenGroups tokens = tokenGroups(*shownRun(data)->trace, false);
    const GridsOf numbers = [&](const RunResult& run) { return termGrids(data, pointerTo(data, run), head); };
    const std::vector<Grid> grids = sideGrids(data, numbers);
    const ColorScale scale = sideScale(data, {ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, numbers);
    const ColorScale placeScale
        = sideScale(data, {ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, GridsOf([&](const RunResult& run) {
              const std::vector<Grid> all = termGrids(data, pointerTo(data, run), head);
              return std::vector<Grid>(all.begin() + 1, all.begin() + 4);
          }));

    const bool isNarrow = roomOf(style).width() < kWideForWords, isTight = isNarrow && pictureHeight(style) < kLow;
    MapRows rows;
    rows.rowTokens = tokens.texts;
    rows.columnTokens = tokens.texts;
    rows.brackets = tokens.brackets;
    if (pictureHeight(style) < kHighForColumns && data.side != Side::Delta)
        rows.columnTokens.fill(QString());
    if (isTight) { // its height is for the maps
        rows.rowTokens.fill(QString());
        rows.columnTokens.fill(QString());
        rows.brackets = {};
    }
    if (isNarrow)
        rows.names = {{Alibi::tr("w: word, p: place"), {}, false}};
    const std::array headings = isTight ? std::array{QStringLiteral("w·w"), QStringLiteral("w·p"), QStringLiteral("p·w"),
                                    QStringLiteral("p·p"), QStringLiteral("Σ")}
        : isNarrow                      ? std::array{QStringLiteral("w · w"), QStringLiteral("w · p"), QStringLiteral("p · w"),
              QStringLiteral("p · p"), Alibi::tr("score")}
                   : std::array{Alibi::tr("word · word"), Alibi::tr("word · place"), Alibi::tr("place · word"),
                       Alibi::tr("place · place"), Alibi::tr("score")};
    // One key is that of the first map and of the last one.
    const QString ofScore = Alibi::tr("w · w, score");
    rows.rows.emplace_back();
    for (std::size_t term = 0; term < grids.size(); ++term) {
        const bool hasPlace = term > 0 && term < 4; // often much smaller than what words say to each other
        const ColorScale& own = hasPlace ? placeScale : scale;
        rows.rows[0].push_back({headings[term],
            term == 0       ? QString()
                : term == 4 ? QStringLiteral("=")
                            : QStringLiteral("+"),
            QString::fromLatin1(core::sinusoidTermNames[term]).mid(5), hasPlace ? Alibi::tr("with place") : ofScore, grids[term],
            own, {data.selection.query, data.selection.key}, {}, {},
            isNarrow ? QString() : QStringLiteral("±") + formatNumber(own.high, 2)});
    }
    auto* stage = new MapStage(plot, 0, 0, rows, style);
    if (data.side != Side::Delta)
        drawSpreads(*stage, drawing, head);
}

QString alibiTermsSubtitle(const FigureData& data)
{
    return Alibi::tr("Score = (word + place) · (word + place); %1.")
        .arg(headLabel(0, alibiPlace(data).head));
}

/// Whose weights with sinusoids these are, where the model itself adds nothing.
Caveat whoseTerms(const FigureData& data, const std::string& kind)
{
    const core::WeightsOrigin* const origin = originOfTerms(data, shownRun(data));
    const int layer = data.selection.layer;
    const core::SetupPtr& own = shownRun(data)->setup;
    const bool isTrained = origin && origin->how == core::WeightsOrigin::How::Trained
        && (!own || origin->model != own->origin.model); // its own weights were trained with what it has itself
    const QString sibling = isTrained ? QString::fromStdString(origin->model) : QString();
    if (showsBoth(data)) // the names of the panels say what the models have themselves
        return {!sibling.isEmpty() ? Alibi::tr("Sinusoids as in %1, trained with them.").arg(sibling)
                : layer > 0        ? Alibi::tr("With sinusoids, in layer %1, not %2.").arg(counted(0)).arg(counted(layer))
                                   : Alibi::tr("With sinusoids on the same weights."),
            sibling.isEmpty()};
    const QString ownKind = choiceText("position.kind", kind);
    const bool isSeeded = origin && origin->how == core::WeightsOrigin::How::Seeded;
    return {isSeeded ? Alibi::tr("With sinusoids, on random weights; the model itself has %1.").arg(ownKind)
            : sibling.isEmpty()
            ? Alibi::tr("With sinusoids, on weights trained with %1.").arg(ownKind)
            : Alibi::tr("Sinusoids by its sibling %1, trained with them; the model itself has %2.").arg(sibling, ownKind),
        sibling.isEmpty()};
}

std::vector<Caveat> alibiTermsCaveats(const FigureData& data)
{
    const std::string kind = positionKindOf(*shownRun(data), 0);
    std::vector<Caveat> all;
    if (!isAdded(kind))
        all.push_back(whoseTerms(data, kind));
    if (const int layer = data.selection.layer; layer > 0 && (isAdded(kind) || !showsBoth(data)))
        all.push_back({Alibi::tr("Layer %1, not %2: places are added there.").arg(counted(0)).arg(counted(layer))});
    return all;
}

/// The terms of one score: "1.5 − 0.2 + 0.1 + 0.3".
QString sumOfTerms(const std::vector<Grid>& grids, const core::ScoredPair& pair)
{
    QString sum;
    for (std::size_t term = 0; term < 4; ++term) {
        const double value = grids[term].at(pair.query, pair.key);
        const QString sign = value < 0 ? QStringLiteral(" − ") : QStringLiteral(" + ");
        sum += term == 0 ? formatNumber(value) : sign + formatNumber(std::abs(value));
    }
    return sum;
}

QString alibiTermsCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return {}; // the sentences of A and of B have said it
    const RunResult& run = *shownRun(data);
    const std::vector<Grid> grids = termGrids(data, shownRun(data), alibiPlace(data).head);
    const MovedPair moved = movedPairOf(data);
    if (showsBoth(data) && moved.places.size() > 1) // of each the one that the picture is about
        return joinedSentences({(std::isfinite(moved.rotary.front())
                                        ? Alibi::tr("Moved on by up to %1 places the score changes by up to %2, with RoPE by %3.")
                                        : Alibi::tr("Moved on by up to %1 places the score changes by up to %2."))
                                    .arg(moved.places.last())
                                    .arg(formatNumber(moved.most), formatNumber(moved.maxRotary)),
            Alibi::tr("The four terms add up to the score within %1.").arg(formatNumber(deviationOfTerms(grids)))});
    QStringList sentences;
    if (moved.places.size() > 1) {
        const core::ScoredPair pair = markedPair(data, run);
        const QString query = quotedToken(*run.trace, int(pair.query)), key = quotedToken(*run.trace, int(pair.key)),
                      score = formatNumber(grids[4].at(pair.query, pair.key)), sum = sumOfTerms(grids, pair),
                      most = formatNumber(moved.most);
        // In one sentence: a small page shows no second one.
        sentences << (std::isfinite(moved.rotary.front())
                ? Alibi::tr("%2 and %3 score %6, the sum of four terms: %7; moved on by up to %1 places it changes by up to %4, "
                            "with RoPE, one term of the distance, by %5.")
                      .arg(moved.places.last())
                      .arg(query, key, most, formatNumber(moved.maxRotary), score, sum)
                : Alibi::tr("%2 and %3 score %5, the sum of four terms: %6; moved on by up to %1 places it changes by up to %4.")
                      .arg(moved.places.last())
                      .arg(query, key, most, score, sum));
    }
    sentences << Alibi::tr("At one distance the cross terms differ by up to %1 from pair to pair and place · place by up to %2.")
                     .arg(formatNumber(widestSpread(spreadOf({grids[1], grids[2]}))),
                         formatNumber(widestSpread(spreadOf({grids[3]}))));
    sentences << Alibi::tr("The four terms add up to the score within %1.").arg(formatNumber(deviationOfTerms(grids)));
    return joinedSentences(sentences);
}

QString alibiTermsTable(const FigureData& data)
{
    const std::vector<Grid> grids = termGrids(data, shownRun(data), alibiPlace(data).head);
    QStringList lines{QStringLiteral("query,key,content_content,content_position,position_content,position_position,score")};
    for (core::Index row = 0; row < grids[4].rows; ++row)
        for (core::Index column = 0; column < grids[4].columns; ++column)
            if (std::isfinite(grids[4].at(row, column))) {
                QStringList line{QString::number(row), QString::number(column)};
                for (const Grid& grid : grids)
                    line << exactText(grid.at(row, column));
                lines << line.join(QLatin1Char(','));
            }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace

const FigurePage alibiTermsPage{.id = "terms",
    .title = QT_TRANSLATE_NOOP("figures", "What do added positions do to a score?"),
    .draw = drawAlibiTerms,
    .caption = alibiTermsCaption,
    .whyNot = whyNoTerms,
    .subtitle = alibiTermsSubtitle,
    .table = alibiTermsTable,
    .needs = termsNeeded,
    .minPanel = minPanelOf<330, 80>, // five in one line
    .caveats = alibiTermsCaveats,
    .concepts = "C04 C11"};

} // namespace widgets
