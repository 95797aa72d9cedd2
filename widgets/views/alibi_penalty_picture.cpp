// The slope of each head, and a head in four maps: content + penalty = score, and the attention that results.

#include "widgets/figure/sides.h"
#include "widgets/panels/read_out.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi_numbers.h"
#include "widgets/views/alibi_pictures.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/map_rows.h"
#include "widgets/views/side_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

constexpr double kSideFrom = 820; // px of ordinary type, from which the slopes stand beside the maps
constexpr double kSideWidth = 190;

/// The runs of both slots with ALiBi: what the picture draws.
FigureData resolved(const FigureData& data)
{
    FigureData now = data;
    now.a = alibiRunOf(data, data.a);
    now.b = data.b ? alibiRunOf(data, data.b) : nullptr;
    return now;
}

int headOf(const FigureData& data, const std::vector<double>& slopes)
{
    return std::clamp(data.selection.head, 0, std::max(0, int(slopes.size()) - 1));
}

QString noRun(const RunResult& run, int layer)
{
    const core::BlockConfig* block = blockOf(run, layer);
    if (!block)
        return Alibi::tr(
            "This trace was recorded without ALiBi and its model is not at hand. Open the model to see its penalty.");
    if (core::isLatent(block->sharing))
        return Alibi::tr("Latent attention has no place for ALiBi. Choose another kind of attention.");
    return Alibi::tr("This model has no penalty by distance. Choose “ALiBi” as its position encoding to see one.");
}

QString whyNot(const FigureData& data)
{
    const FigureData now = resolved(data);
    const int layer = data.selection.layer;
    std::vector<RunPtr> runs{shownRun(now)};
    std::vector<RunPtr> originals{shownRun(data)};
    if (data.side == Side::Delta && data.b) {
        runs = {now.a, now.b};
        originals = {data.a, data.b};
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i])
            return noRun(*originals[i], layer);
        const int head = headOf(data, slopesOf(*runs[i], layer));
        for (const char* stage : {"attn.scores_content", "attn.bias", "attn.scores", "attn.pattern"})
            if (!runs[i]->trace->find(core::blockName(layer, stage)))
                return whyNotRecorded(core::blockName(layer, stage));
        if (!alibiMaps(*runs[i], layer, head).isComplete())
            return whyNotRecorded(core::blockName(layer, "attn.pattern") + "[" + std::to_string(head) + "]");
    }
    return {};
}

/// The four maps of these heads, one after the other.
std::vector<Grid> gridsOf(const RunResult& run, int layer, const std::vector<int>& heads, bool scores)
{
    std::vector<Grid> grids;
    for (const int head : heads) {
        const AlibiMaps maps = alibiMaps(run, layer, head);
        if (scores)
            grids.insert(grids.end(), {maps.content, maps.penalty, maps.score});
        else
            grids.push_back(maps.attention);
    }
    return grids;
}

MapRows rowsOf(const FigureData& now, const FigureStyle& style, const std::vector<double>& slopes, QSizeF room)
{
    const core::Trace& trace = *shownRun(now)->trace;
    const int layer = now.selection.layer, selected = headOf(now, slopes);
    const bool isDelta = now.side == Side::Delta;
    const std::vector<core::HeadScores> scores = headScoresOf(*shownRun(now), layer);

    MapRows rows;
    rows.width = room.width();
    rows.height = room.height();
    const QStringList tokens = tokenTexts(trace);
    const AlibiMaps first = alibiMaps(*shownRun(now), layer, selected);
    rows.columnTokens = tokens.mid(0, first.score.columns);
    rows.rowTokens = tokens.mid(tokens.size() - first.score.rows);
    const auto nameOf = [&](int head) {
        RowName name{QStringLiteral("H%1").arg(head), {}, head == selected};
        name.lines << Alibi::tr("slope") << slopeText(slopes[std::size_t(head)]);
        if (!isDelta && std::size_t(head) < scores.size())
            name.lines << Alibi::tr("mean reach") << formatFixed(scores[std::size_t(head)].distance, 1);
        return name;
    };
    // Measured with one row, then filled with as many heads as there is room for.
    rows.names = {nameOf(selected)};
    rows.rows = {std::vector<SquareMap>(4)};
    const int most = tokens.size() > 400 ? 1 : 4;
    const std::vector<int> heads = shownHeads(slopes, selected, std::min(most, rowsThatFit(rows, style, 120)));
    rows.names.clear();
    rows.rows.clear();

    const GridsOf scoreGrids = [&](const RunResult& run) { return gridsOf(run, layer, heads, true); };
    const GridsOf weightGrids = [&](const RunResult& run) { return gridsOf(run, layer, heads, false); };
    const std::vector<Grid> drawn = sideGrids(now, scoreGrids), weights = sideGrids(now, weightGrids);
    const ColorScale scale = sideScale(now, {ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, scoreGrids);
    const ColorScale weightScale = sideScale(now, scaleChoiceFor("pattern"), weightGrids);
    const core::BlockConfig* block = blockOf(*shownRun(now), layer);
    const QString scoreHeading = block && block->softCap > 0 ? Alibi::tr("score, capped") : Alibi::tr("score");
    const QString contentHeading = Alibi::tr("content QKᵀ/√d"), penaltyHeading = QStringLiteral("−m(i − j)");
    const Cell pinned{now.selection.query, now.selection.key};
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const QString head = QString::number(heads[i]);
        const auto map = [&](std::size_t stage) { return 3 * i + stage < drawn.size() ? drawn[3 * i + stage] : Grid(); };
        rows.names.push_back(nameOf(heads[i]));
        rows.rows.push_back({{contentHeading, {}, QStringLiteral("content ") + head, Alibi::tr("score"), map(0), scale, pinned,
                                 {}},
            {Alibi::tr("penalty %1").arg(penaltyHeading), QStringLiteral("+"), QStringLiteral("penalty ") + head,
                Alibi::tr("score"), map(1), scale, pinned, {}},
            {scoreHeading, QStringLiteral("="), QStringLiteral("score ") + head, Alibi::tr("score"), map(2), scale, pinned, {}},
            {Alibi::tr("attention"), Alibi::tr("softmax →"), QStringLiteral("attention ") + head, Alibi::tr("weight"),
                i < weights.size() ? weights[i] : Grid(), weightScale, pinned, {}}});
    }
    return rows;
}

void drawSlopes(SidePanel& panel, const FigureStyle& style, const std::vector<double>& slopes, int selected)
{
    auto* chart = new BarChart(
        panel.add(Alibi::tr("Slope m of each head"), 0.4 + 0.22 * double(std::min<std::size_t>(slopes.size(), 12))), style);
    chart->setName(QStringLiteral("slopes"));
    QVector<Bar> bars;
    for (std::size_t head = 0; head < slopes.size(); ++head)
        bars << Bar{QStringLiteral("H%1").arg(head), slopes[head], slopeText(slopes[head]), int(head) == selected};
    chart->setBars(bars);
}

void drawPenalties(SidePanel& panel, const FigureStyle& style, const std::vector<double>& slopes, const std::vector<int>& heads,
    int selected, int tokens)
{
    const Theme& theme = themeOf(style);
    QCPAxisRect* rect = panel.add(Alibi::tr("Penalty at a distance of i − j"), 1.6);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    for (const int head : heads) {
        const double slope = slopes[std::size_t(head)];
        const bool isSelected = head == selected;
        chart->addLine({0.0, double(tokens - 1)}, {0.0, -slope * double(tokens - 1)}, QStringLiteral("H%1").arg(head),
            {.color = isSelected ? theme.slotB : theme.slotA, .pen = isSelected ? Qt::DashLine : Qt::SolidLine});
    }
    chart->fitAxes(true);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const FigureData now = resolved(data);
    const std::vector<double> slopes = slopesOf(*shownRun(now), data.selection.layer);
    const int selected = headOf(data, slopes), tokens = int(streamTokens(*shownRun(now)->trace).size());
    const double unit = style.labelPoints / FigureStyle().labelPoints;
    QSizeF room = roomForPicture(data, style);
    const bool isBeside = room.width() >= kSideFrom * unit;
    const double charts = 120 * unit;
    const bool isBelow = !isBeside && room.height() >= 430 * unit && data.side != Side::Delta;
    if (isBeside)
        room.rwidth() -= kSideWidth * unit + space::xl;
    if (isBelow)
        room.rheight() -= charts + space::l;
    const MapRows rows = rowsOf(now, style, slopes, room);
    QCPLayoutGrid* maps = addMapRows(plot, rows, style);
    QCPLayoutGrid* page = plot.panel();
    page->addElement(0, 0, maps);
    const std::vector<int> heads = shownHeads(slopes, selected, 6);
    if (isBeside) {
        SidePanel side(*page, plot, 0, 1, style);
        drawSlopes(side, style, slopes, selected);
        drawPenalties(side, style, slopes, heads, selected, tokens);
    } else if (isBelow) {
        auto* strip = new QCPLayoutGrid;
        strip->setColumnSpacing(space::l);
        page->addElement(1, 0, strip);
        SidePanel left(*strip, plot, 0, 0, style);
        drawSlopes(left, style, slopes, selected);
        SidePanel right(*strip, plot, 0, 1, style);
        drawPenalties(right, style, slopes, heads, selected, tokens);
        page->setRowStretchFactor(0, room.height() / charts);
    }
}

QString subtitle(const FigureData& data)
{
    const QString meaning
        = Alibi::tr("A head a row: rows of a map are queries, columns are keys; blue lowers a score, red raises it.");
    const QString instead = insteadOf(data);
    return instead.isEmpty() ? meaning : instead + QLatin1Char(' ') + meaning;
}

std::pair<int, int> shownPair(const FigureData& data, const AlibiMaps& maps)
{
    const int query
        = data.selection.query >= 0 ? std::min(data.selection.query, int(maps.score.rows) - 1) : int(maps.score.rows) - 1;
    if (data.selection.key >= 0)
        return {query, std::min(data.selection.key, int(maps.score.columns) - 1)};
    int best = 0;
    for (int key = 0; key < int(maps.attention.columns); ++key)
        if (maps.attention.at(query, key) > maps.attention.at(query, best))
            best = key;
    return {query, best};
}

double largestOf(const Grid& a, const Grid& b)
{
    const Grid difference = differenceOf(a, b);
    double largest = 0;
    for (core::Index row = 0; row < difference.rows; ++row)
        for (core::Index column = 0; column < difference.columns; ++column)
            if (std::isfinite(difference.at(row, column)))
                largest = std::max(largest, std::abs(double(difference.at(row, column))));
    return largest;
}

QString caption(const FigureData& data)
{
    const FigureData now = resolved(data);
    const RunResult& run = *shownRun(now);
    const int layer = data.selection.layer;
    const std::vector<double> slopes = slopesOf(run, layer);
    const int head = headOf(data, slopes);
    const AlibiMaps maps = alibiMaps(run, layer, head);
    if (data.side == Side::Delta) {
        const AlibiMaps other = alibiMaps(*now.b, layer, head);
        return Alibi::tr("L%1 H%2: the penalty differs by at most %3, the score by %4, the attention by %5.")
            .arg(layer)
            .arg(head)
            .arg(formatNumber(largestOf(maps.penalty, other.penalty)), formatNumber(largestOf(maps.score, other.score)),
                formatNumber(largestOf(maps.attention, other.attention)));
    }
    const auto [query, key] = shownPair(data, maps);
    const auto number = [&, q = query, k = key](const Grid& grid) { return double(grid.at(q, k)); };
    QStringList sentences;
    if (std::isfinite(number(maps.score)))
        sentences << Alibi::tr("L%1 H%2, slope %3: from %4 to %5 the content gives %6, the distance of %7 costs %8: score %9.")
                         .arg(layer)
                         .arg(head)
                         .arg(slopeText(slopes[std::size_t(head)]), quotedToken(*run.trace, query), quotedToken(*run.trace, key),
                             formatNumber(number(maps.content)))
                         .arg(std::abs(query + int(maps.score.columns - maps.score.rows) - key))
                         .arg(formatNumber(-number(maps.penalty)), formatNumber(number(maps.score)));
    const std::vector<core::HeadScores> scores = headScoresOf(run, layer);
    if (scores.size() == slopes.size() && scores.size() > 1) {
        const auto [least, most] = std::minmax_element(slopes.begin(), slopes.end());
        const auto steep = std::size_t(most - slopes.begin()), flat = std::size_t(least - slopes.begin());
        sentences << Alibi::tr("H%1 (slope %2) looks %3 tokens back on average, H%4 (slope %5) %6.")
                         .arg(steep)
                         .arg(slopeText(*most), formatFixed(scores[steep].distance, 1))
                         .arg(flat)
                         .arg(slopeText(*least), formatFixed(scores[flat].distance, 1));
    }
    sentences << slopeRule(slopes);
    return sentences.join(QLatin1Char(' '));
}

QString table(const FigureData& data)
{
    const FigureData now = resolved(data);
    const RunResult& run = *shownRun(now);
    const std::vector<double> slopes = slopesOf(run, data.selection.layer);
    QStringList lines{QStringLiteral("layer,head,slope,query,key,content,penalty,score,attention")};
    for (int head = 0; head < int(slopes.size()); ++head) {
        const AlibiMaps maps = alibiMaps(run, data.selection.layer, head);
        for (core::Index query = 0; query < maps.score.rows; ++query)
            for (core::Index key = 0; key < maps.score.columns; ++key)
                if (maps.isComplete() && std::isfinite(maps.score.at(query, key)))
                    lines << QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8,%9")
                                 .arg(data.selection.layer)
                                 .arg(head)
                                 .arg(exactText(float(slopes[std::size_t(head)])))
                                 .arg(query)
                                 .arg(key)
                                 .arg(exactText(maps.content.at(query, key)), exactText(maps.penalty.at(query, key)),
                                     exactText(maps.score.at(query, key)), exactText(maps.attention.at(query, key)));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace

const AlibiPicture alibiPenaltyPicture{"penalty", draw, caption, whyNot, subtitle, table};

} // namespace widgets
