#include "widgets/views/stage_places.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double smallest = 12;        // px of a square
constexpr double worthATurn = 1.08;    // a chain that turns, or headings of two lines, must give squares larger by this
constexpr double noteShare = 0.45;     // of a square: wider notes stay away
constexpr double linesOfSquare = 5;    // of type; smaller squares go without the tokens of their columns
constexpr double widestGap = 0.5;      // of a square

enum class Wides
{
    Row,   // below, side by side
    Stack, // below, one under the other
    Beside // right of the squares, one under the other
};

/// One way to fill the page.
struct Plan
{
    int columns = 1;
    Wides wides = Wides::Row;
    bool isOneLine = true;
    bool hasColumnTokens = true;
    double tile = 0;
    std::vector<double> gaps; // before each column; 0 before the first
};

double headingOf(const StageNeeds& needs, bool isOneLine) { return (isOneLine ? 1 : 2) * needs.line + 0.2 * needs.line; }
double leastWide(const StageNeeds& needs) { return 1.8 * needs.line; } // of height

int rowsOf(const StageNeeds& needs, int columns) { return needs.squares == 0 ? 0 : (needs.squares + columns - 1) / columns; }

double besideWidth(const StageNeeds& needs, const QRectF& room)
{
    return needs.rowTokens + std::max(needs.wide, 0.26 * room.width());
}

std::vector<double> gapsOf(const StageNeeds& needs, int columns, double tile)
{
    std::vector<double> gaps(std::size_t(columns), 0);
    for (int i = 0; i < needs.squares; ++i) {
        double& gap = gaps[std::size_t(i % columns)];
        if (i % columns == 0)
            continue;
        gap = std::max(gap, needs.arrow);
        if (const double note = needs.notes[std::size_t(i)]; note <= noteShare * tile)
            gap = std::max(gap, note);
    }
    return gaps;
}

double sum(const std::vector<double>& numbers)
{
    double all = 0;
    for (const double number : numbers)
        all += number;
    return all;
}

/// Px below the maps of a row for the tokens of columns that end there.
double tokensBelow(const StageNeeds& needs, const Plan& plan, int row)
{
    const int rows = rowsOf(needs, plan.columns);
    const bool isRagged = needs.squares % plan.columns != 0;
    if (!plan.hasColumnTokens)
        return 0;
    return row == rows - 1 || (isRagged && row == rows - 2) ? needs.columnTokens(plan.tile) : 0;
}

double squaresHeight(const StageNeeds& needs, const Plan& plan)
{
    const int rows = rowsOf(needs, plan.columns);
    double height = 0;
    for (int row = 0; row < rows; ++row)
        height += headingOf(needs, plan.isOneLine) + plan.tile + tokensBelow(needs, plan, row) + needs.legend
            + (row > 0 ? 0.4 * needs.line : 0);
    return height;
}

double wideBlock(const StageNeeds& needs) { return headingOf(needs, true) + leastWide(needs) + needs.legend; }

bool fits(const StageNeeds& needs, const QRectF& room, const Plan& plan)
{
    const double squares = squaresHeight(needs, plan);
    const double between = 0.4 * needs.line;
    const double stack = needs.wides * wideBlock(needs) + std::max(0, needs.wides - 1) * between;
    if (needs.wides == 0)
        return squares <= room.height();
    switch (plan.wides) {
    case Wides::Row:
        return squares + between + wideBlock(needs) <= room.height();
    case Wides::Stack:
        return squares + between + stack <= room.height();
    case Wides::Beside:
        return std::max(squares, stack) <= room.height();
    }
    return false;
}

/// The largest squares of this plan; 0 when it does not fit.
double largestTile(const StageNeeds& needs, const QRectF& room, Plan& plan)
{
    const double rowOfWides = (room.width() - needs.rowTokens - (needs.wides - 1) * needs.arrow) / std::max(1, needs.wides);
    if (plan.wides == Wides::Row && needs.wides > 1 && rowOfWides < needs.wide)
        return 0;
    const double width = room.width() - needs.rowTokens
        - (plan.wides == Wides::Beside && needs.wides > 0 ? besideWidth(needs, room) + needs.arrow : 0);
    const double rough = (width - (plan.columns - 1) * needs.arrow) / plan.columns;
    plan.gaps = gapsOf(needs, plan.columns, rough);
    // Headings end before those of the neighbour; under each other they may reach into the gap.
    const auto widest
        = [](const std::vector<double>& widths) { return widths.empty() ? 0 : *std::max_element(widths.begin(), widths.end()); };
    const double least = plan.isOneLine ? widest(needs.headings) : widest(needs.words) - 0.7 * needs.arrow;
    for (plan.tile = std::floor((width - sum(plan.gaps)) / plan.columns); plan.tile >= std::max(least, smallest); --plan.tile)
        if (fits(needs, room, plan))
            return plan.tile;
    return 0;
}

Plan bestPlan(const StageNeeds& needs, const QRectF& room, bool hasColumnTokens)
{
    Plan best;
    best.hasColumnTokens = hasColumnTokens;
    for (int columns = needs.squares; columns >= 1; --columns)
        for (const Wides wides : {Wides::Row, Wides::Beside, Wides::Stack})
            for (const bool isOneLine : {true, false}) {
                Plan plan{columns, wides, isOneLine, hasColumnTokens, 0, {}};
                if (largestTile(needs, room, plan) > best.tile * (best.tile > 0 ? worthATurn : 1))
                    best = plan;
            }
    if (best.tile > 0)
        return best;
    best.columns = std::max(1, needs.squares); // too small a page: as small as it gets
    best.tile = smallest;
    best.isOneLine = false;
    best.gaps = gapsOf(needs, best.columns, smallest);
    return best;
}

void placeWides(const StageNeeds& needs, const QRectF& room, Wides wides, StagePlaces& places)
{
    const double heading = headingOf(needs, true);
    const bool isRow = wides == Wides::Row;
    const int rows = isRow ? 1 : needs.wides, columns = isRow ? needs.wides : 1;
    const double between = 0.4 * needs.line;
    const double width = (room.width() - needs.rowTokens - (columns - 1) * needs.arrow) / columns;
    const double height = std::max(4.0, (room.height() - (rows - 1) * between) / rows - heading - needs.legend);
    for (int i = 0; i < needs.wides; ++i) {
        const double x = room.left() + needs.rowTokens + (isRow ? i * (width + needs.arrow) : 0);
        const double y = room.top() + (isRow ? 0 : i * (heading + height + needs.legend + between)) + heading;
        places.wides.emplace_back(x, y, width, height);
    }
}

} // namespace

StagePlaces placeStages(const StageNeeds& needs, const QRectF& room)
{
    StagePlaces places;
    if (needs.squares == 0) {
        placeWides(needs, room, Wides::Stack, places);
        return places;
    }
    Plan plan = bestPlan(needs, room, true);
    if (plan.tile < linesOfSquare * needs.line) // the tokens of the columns are those of the rows
        plan = bestPlan(needs, room, false);
    places.hasColumnTokens = plan.hasColumnTokens;
    places.columns = plan.columns;
    places.isOneLine = plan.isOneLine;
    places.heading = headingOf(needs, plan.isOneLine);

    const bool isBeside = plan.wides == Wides::Beside && needs.wides > 0;
    double rest = room.width() - needs.rowTokens - sum(plan.gaps) - plan.columns * plan.tile;
    if (!isBeside && plan.columns > 1) // to the right edge of the page
        for (std::size_t i = 1; i < plan.gaps.size(); ++i)
            plan.gaps[i] += std::min(rest / (plan.columns - 1), widestGap * plan.tile);
    double y = room.top();
    double right = 0;
    for (int i = 0, row = 0; i < needs.squares; ++row) {
        double x = room.left() + needs.rowTokens;
        y += (row > 0 ? 0.4 * needs.line : 0) + places.heading;
        for (int column = 0; column < plan.columns && i < needs.squares; ++column, ++i) {
            x += plan.gaps[std::size_t(column)];
            places.squares.emplace_back(std::round(x), std::round(y), plan.tile, plan.tile);
            x += plan.tile;
            right = std::max(right, x);
        }
        y += plan.tile + tokensBelow(needs, plan, row) + needs.legend;
    }
    if (needs.wides == 0)
        return places;
    const double between = 0.4 * needs.line;
    QRectF wideRoom = isBeside ? QRectF(QPointF(right + needs.arrow, room.top()), QPointF(room.right(), y))
                               : QRectF(QPointF(room.left(), y + between), room.bottomRight());
    if (isBeside)
        wideRoom.setBottom(
            std::max(wideRoom.bottom(), room.top() + needs.wides * wideBlock(needs) + (needs.wides - 1) * between));
    else // no higher than the squares: a token's row is a row of the same kind
        wideRoom.setHeight(std::min(wideRoom.height(),
            (plan.wides == Wides::Row ? 1 : needs.wides) * (headingOf(needs, true) + plan.tile + needs.legend + between)));
    placeWides(needs, wideRoom, plan.wides, places);
    return places;
}

} // namespace widgets
