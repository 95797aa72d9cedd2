#include "widgets/views/attention/beside.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/shown.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Attention
{
    Q_DECLARE_TR_FUNCTIONS(Attention)
};

// Px of ordinary type.
constexpr double aroundMap = 130, belowMap = 60; // tokens, titles and key
constexpr double aroundWide = 200, wideFrom = 900; // in a wide picture a key with long numbers has room, too
constexpr double minBeside = 240;              // of what is beside a map
constexpr double roomForColumns = 520;           // lines and bars in columns of their own
constexpr double minOfMap = 0.8; // of its largest side: nothing is beside a map that would be smaller for it
constexpr int maxLineTokens = 48;      // more texts than that do not stand under each other
constexpr int maxLinesBelow = 16;      // the same under a map
constexpr int maxBars = 10, maxBarsApart = 24; // below lines, in a column of their own
constexpr double pitchOfBars = 27, widePitch = 44;
constexpr double highForLine = 240, widestForLine = 1.05; // of one of three maps that has a line below it; width to height

/// For bars: the height, and how many at most.
struct BarRoom
{
    double height;
    int most;
};

/// So many at most, where they have room; returns how many there are.
int addBars(SidePanel& panel, const FigureData& data, const FigureStyle& style, const Grid& grid, const BarRoom& room)
{
    const HeadAxes axes = headAxes(data);
    const Cell cell = shownPlace(data, grid, axes);
    std::vector<int> places = placesOfBars(data, grid, cell.row);
    const bool areScores = !isOfWeights(data), isDelta = data.side == Side::Delta;
    const double pitch = pitchOfBars * typeScale(style);
    const int fits = std::clamp(int(room.height / pitch) - 1, 3, room.most);
    places.resize(std::min<std::size_t>(places.size(), std::size_t(fits)));
    QVector<Bar> bars;
    for (const int j : places) {
        const auto value = double(grid.at(cell.row, j));
        bars << Bar{
            QStringLiteral("%1  %2").arg(visibleToken(axes.keys.texts.value(j), 12)).arg(counted(axes.keys.firstToken(j))), value,
            isDelta ? formatDifference(value) : formatNumber(value), j == cell.column};
    }
    const QString query = Attention::tr("“%1”").arg(visibleToken(axes.queries.texts.value(cell.row)));
    const QString heading = areScores && isDelta ? Attention::tr("Scores of %1, B − A")
        : areScores                              ? Attention::tr("Scores of %1")
        : isDelta                                ? Attention::tr("Where %1 looks more or less")
                                                 : Attention::tr("Where %1 looks");
    auto* chart = new BarChart(panel.add(heading.arg(query), double(places.size()) + 0.5), style);
    chart->setName(QStringLiteral("row"));
    chart->setBars(bars);
    return int(places.size());
}

/// The bars take the height of the column as far as they do not become thick.
void addBarColumn(SidePanel& panel, const FigureData& data, const FigureStyle& style, const Grid& grid, double height)
{
    const int bars = addBars(panel, data, style, grid, {height, maxBarsApart});
    panel.addSpace(std::max(0.001, height / (widePitch * typeScale(style)) - bars - 0.5));
}

void addLines(SidePanel& panel, const FigureData& data, const FigureStyle& style, const Grid& grid, double stretch)
{
    QCPAxisRect* rect = panel.add(Attention::tr("From query to key"), stretch);
    for (QCPAxis* const axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
    const HeadAxes axes = headAxes(data);
    auto* lines = new TokenLines(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    lines->setName(QStringLiteral("head")); // hovering and pinning are those of the map
    lines->setWeights(grid, axes.queries.texts.mid(std::max(0, int(axes.queries.count() - grid.rows))), axes.keys.texts);
    const ColorScale scale = shownHeadScale(data);
    lines->setFull(std::max(std::abs(scale.low), std::abs(scale.high)));
    lines->setSkipsFirst(scale.choice.withoutFirst);
    lines->setDifference(data.side == Side::Delta);
    lines->setPinned(pinnedPlace(data, axes));
}

bool showsLines(const FigureData& data, const FigureStyle& style)
{
    if (!isOfWeights(data))
        return false; // a line is as strong as a weight
    const QString option = linesOption.in(data);
    if (option == QLatin1String("on") || option == QLatin1String("off"))
        return option == QLatin1String("on");
    return whyNoLines(data, style).isEmpty();
}

double heightFor(const FigureStyle& style) { return style.size.height() - (style.showTitle ? 140 : 40); }

/// Px of the width that a map takes when it has this share of its largest side.
double mapWidth(const FigureStyle& style, double share)
{
    const double unit = typeScale(style);
    const double around = style.size.width() >= wideFrom * unit ? aroundWide : aroundMap;
    return share * (heightFor(style) - belowMap * unit) + around * unit;
}

bool hasRoomBeside(const FigureStyle& style)
{
    return roomOf(style).width() >= roomBesideMap
        && style.size.width() - mapWidth(style, minOfMap) >= minBeside * typeScale(style);
}

} // namespace

void drawBesideHead(const Drawing& drawing, const Grid& grid)
{
    const auto& [plot, data, style] = drawing;
    const bool hasLines = showsLines(data, style);
    const double height = heightFor(style), width = style.size.width(), unit = typeScale(style);
    QCPLayoutGrid* page = plot.panel();
    if (!hasRoomBeside(style)) {
        if (hasLines && roomOf(style).width() < roomBesideMap) {
            SidePanel below(*page, plot, 1, 0, style);
            addLines(below, data, style, grid, 1);
        }
        // Of three maps that of A has the line where the key of B has its place, and where the height is not all the map's.
        const QSizeF room = roomOf(style);
        if (data.mode != SlotMode::All
            || (data.side == Side::A && room.height() >= highForLine && room.width() < widestForLine * room.height()))
            (data.mode == SlotMode::SideBySide && data.side == Side::B ? leaveNoRoomLine : sayNoRoomFor)(
                plot, {Attention::tr("the row as bars")}, style); // A says it for both
        return;
    }
    // The map takes its square and what is around it, the rest is for the others.
    const bool hasColumns = hasLines && width - mapWidth(style, 1) >= roomForColumns * unit;
    const double square = std::min(mapWidth(style, 1), std::max(mapWidth(style, minOfMap), width - 300 * unit));
    if (hasColumns) {
        SidePanel lines(*page, plot, 0, 1, style);
        addLines(lines, data, style, grid, 1);
        SidePanel bars(*page, plot, 0, 2, style);
        addBarColumn(bars, data, style, grid, height);
        page->setColumnStretchFactor(1, (width - square) / 2);
        page->setColumnStretchFactor(2, (width - square) / 2);
    } else {
        SidePanel side(*page, plot, 0, 1, style);
        if (hasLines) {
            const double forBars = height * 0.42;
            addLines(side, data, style, grid, 1.25 * forBars / pitchOfBars);
            addBars(side, data, style, grid, {forBars, maxBars});
            side.addSpace(0.001);
        } else {
            addBarColumn(side, data, style, grid, height);
        }
        page->setColumnStretchFactor(1, width - square);
    }
    page->setColumnStretchFactor(0, square);
}

QString whyNoLines(const FigureData& data, const FigureStyle& style)
{
    const QSizeF room = roomOf(style);
    const HeadAxes axes = headAxes(data);
    const int tokens = std::max(axes.queries.count(), axes.keys.count());
    // Beside the map; in a narrow panel of a comparison below it, where that is high enough.
    const bool isBelow = !style.showTitle && data.b && room.height() >= 1.4 * room.width();
    if (!isBelow && !hasRoomBeside(style))
        return Attention::tr("The picture is too narrow for lines beside the map.");
    const int most = room.width() < roomBesideMap ? maxLinesBelow : maxLineTokens;
    return tokens <= most ? QString() : Attention::tr("%1 tokens: lines have room for %2 at most.").arg(tokens).arg(most);
}

} // namespace widgets
