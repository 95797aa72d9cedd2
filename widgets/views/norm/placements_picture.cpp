#include "widgets/views/norm/placements_picture.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/kind_header.h"
#include "widgets/views/norm/kind_signs.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace widgets {

namespace {

struct Placements
{
    Q_DECLARE_TR_FUNCTIONS(Placements)
};

// Px at the type of the screen: a name with its diagram, and without; a map; all lines in one plot.
constexpr double headingHeight = 84, nameHeight = 20, minMap = 72, minLines = 165, lowestNoted = 48;
constexpr double besideBar = 95, linesBelow = 110; // a map in one row only, beside the whole colour bar; lines below it
constexpr QSizeF minLinesBeside{200, 150}; // lines in the place of a map that the last row has not
constexpr double line = 16;

/// How the page is divided; found from its room alone.
struct Arrangement
{
    int columns = 1;
    int rows = 1;
    bool hasDiagrams = true; // of the blocks, below the names
    bool hasLines = true;    // below the maps; else they have the picture "overlay" to themselves
    bool hasNote = false; // that the lines have no room; else the maps need its height
    bool hasLinesBeside = false; // in the place that is left in the last row of maps
    double map = minMap;   // about as high as a map will be
    double lines = minLines;
};

/// Columns that make the rows even: five are three and two.
int evenColumns(int count, int fitting)
{
    const int rows = (count + fitting - 1) / fitting;
    return (count + rows - 1) / rows;
}

Arrangement arrange(int count, const FigureStyle& style)
{
    constexpr double atEnds = 160;                 // depths and the colour bar
    constexpr double besideNames = 95;
    const double besideDiagrams = saysNoRoom(style) ? 110 : 150; // in a column of a paper smaller ones cannot be read
    constexpr double letters = 760, title = 60;    // the words of title and caption in one line would be so long
    const QSizeF room = roomOf(style);
    const double words = style.showTitle ? title + 2 * std::ceil(letters / room.width()) * 20 : 0;
    const double height = room.height() - words;
    Arrangement page;
    for (const bool hasDiagrams : {true, false}) {
        const int fitting = int((room.width() - atEnds) / (hasDiagrams ? besideDiagrams : besideNames));
        page.hasDiagrams = hasDiagrams;
        page.columns = evenColumns(count, std::clamp(fitting, 1, count));
        page.rows = (count + page.columns - 1) / page.columns;
        if (height >= page.rows * (minMap + headingHeight))
            break;
    }
    const double least = page.rows == 1 ? besideBar : minMap;
    page.lines = page.rows == 1 ? std::max(linesBelow, line * (count + 4)) : minLines; // with a name at the end of each
    const double edges = page.rows == 1 ? (2 * pageMargin(style) + space::m) / typeScale(style) : 0;
    page.hasLines = height - edges >= page.rows * (least + (page.hasDiagrams ? headingHeight : nameHeight)) + page.lines;
    const double rest = height - (page.hasLines ? page.lines : 0) - page.rows * (page.hasDiagrams ? headingHeight : nameHeight);
    page.map = std::max(minMap, rest / page.rows);
    page.hasNote = saysNoRoom(style) && rest >= page.rows * lowestNoted + line;
    page.hasLinesBeside = !page.hasLines && page.rows > 1 && page.rows * page.columns > count
        && room.width() / page.columns >= minLinesBeside.width() && height / page.rows >= minLinesBeside.height();
    return page;
}

constexpr ScaleChoice kScale{ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log, true};

using Lines = std::vector<std::pair<QVector<double>, QVector<double>>>;

/// The value axis of the courses that decide over it; the others run out of it.
void fitTo(QCPAxisRect& rect, const std::vector<Course>& courses, const Lines& lines)
{
    double least = std::numeric_limits<double>::infinity(), most = -least;
    bool isCut = false;
    for (std::size_t i = 0; i < courses.size(); ++i)
        if (!isInScale(courses[i], courses))
            isCut = true;
        else
            for (const double value : lines[i].second)
                if (std::isfinite(value)) {
                    least = std::min(least, value);
                    most = std::max(most, value);
                }
    if (isCut && least > 0 && most > least)
        rect.axis(QCPAxis::atLeft)->setRange(least / 1.2, most * 1.5);
}

/// All in one plot: the size of the stream over depth; `isNamed`: each with its name, not with its sign alone.
void drawLines(QCPAxisRect* rect, const Drawing& drawing, const std::vector<Course>& courses, bool isNamed)
{
    const auto& [plot, data, style] = drawing;
    rect->axis(QCPAxis::atBottom)->setLabel(Placements::tr("depth in blocks"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(rect, style);
    const bool isDelta = data.side == Side::Delta;
    double least = std::numeric_limits<double>::infinity();
    Lines lines;
    for (const Course& course : courses) {
        QVector<double> x, y;
        for (const core::StreamPlace& place : course.places) {
            const double value = valueAt(place, data, *course.run);
            x << place.depth;
            y << (std::isfinite(value) ? value : qQNaN());
            if (std::isfinite(value))
                least = std::min(least, value);
        }
        lines.emplace_back(x, y);
    }
    if (isDelta) {
        const auto& [x, a] = lines.front();
        const QVector<double>& b = lines.back().second;
        QVector<double> difference;
        for (qsizetype i = 0; i < std::min(a.size(), b.size()); ++i)
            difference << b[i] - a[i];
        const QString label = difference.isEmpty() ? QString() : formatDifference(difference.back());
        chart->addLine(x, difference, label, {.color = themeOf(style).text})->setName(QStringLiteral("difference"));
        chart->fitAxes(true);
        return;
    }
    chart->setLogarithmic(std::isfinite(least) && least > 0);
    std::vector<KindSigns::Line> signs;
    for (std::size_t i = 0; i < courses.size(); ++i) {
        if (courses[i].places.empty())
            continue;
        const KindPen pen = kindPen(courses[i].pen, style);
        const auto& [x, y] = lines[i];
        const auto last = std::find_if(y.crbegin(), y.crend(), [](double value) { return std::isfinite(value); });
        if (last == y.crend())
            continue;
        const QString name = courses.size() == 1 ? lengthText(*last)
            : isNamed                            ? QStringLiteral("%1 %2 %3").arg(pen.sign, courses[i].name, lengthText(*last))
                                                 : QStringLiteral("%1 %2").arg(pen.sign, lengthText(*last));
        QCPGraph* const graph = chart->addLine(x, y, name, {.color = pen.color, .pen = pen.pen});
        graph->setName(courses[i].value.empty() ? QStringLiteral("stream") : QString::fromStdString(courses[i].value));
        signs.push_back({graph, pen});
    }
    if (signs.size() > 1)
        new KindSigns(rect, std::move(signs), style);
    chart->fitAxes();
    fitTo(*rect, courses, lines);
}

/// The heading over a course, with the diagram of its real block.
KindHeader* headerOf(const Drawing& drawing, const Course& course, bool hasDiagram)
{
    const auto& [plot, data, style] = drawing;
    KindHeading heading{kindPen(course.pen, style), course.name, course.slot, {}};
    const core::ChoiceKey* key = core::findChoiceKey(placementFamily);
    if (!course.value.empty() && std::size_t(placeInFamily(course.value)) < key->formulas.size())
        heading.formula = coreText(key->formulas[std::size_t(placeInFamily(course.value))]);
    if (hasDiagram && course.run && course.run->setup && !course.run->setup->config.blocks.empty())
        heading.strip = stripOf(course.run->setup->config, data.selection.layer);
    heading.id = QString::fromStdString(course.value);
    auto* header = new KindHeader(&plot, heading, style);
    header->setMargins({0, 0, 0, 0});
    return header;
}

/// From the top.
QStringList namesOfDepths(core::Index rows)
{
    QStringList names;
    for (core::Index depth = rows; depth-- > 0;)
        names << QString::number(depth);
    return names;
}

/// The tokens in one line below a small map: some of them where not all fit, none slanted.
void labelInOneLine(GridAxisRect& rect, const core::Trace& trace)
{
    TokenGroups groups = tokenGroups(trace, false);
    for (QString& text : groups.texts)
        text = visibleToken(text, 10);
    rect.setColumnNumbers(groups.texts);
    rect.setColumnBrackets(std::move(groups.brackets));
}

Arrangement arrangementOf(const FigureData& data, const FigureStyle& style, const std::vector<Course>& courses)
{
    return arrange(data.side == Side::Delta ? 1 : int(courses.size()), style);
}

/// The layout of a heading with its map, in the wall.
QCPLayoutGrid* cellOf(QCPLayoutGrid& wall, Plot& plot, int row, int column)
{
    QCPLayoutGrid* const cell = plot.makeGrid();
    cell->setRowSpacing(space::xs);
    wall.addElement(row, column, cell);
    return cell;
}

/// A map of these numbers that is as large as all that share `cells`, with so many px around it.
void fill(GridAxisRect& rect, const Grid& grid, const std::shared_ptr<QSizeF>& cells, int around)
{
    rect.setMinimumMargins({around, around, around, around});
    rect.setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect.shareCells(cells);
}

/// A map for each course below its heading, with one scale.
void drawMaps(const Drawing& drawing, QCPLayoutGrid& wall, const std::vector<Course>& courses)
{
    const auto& [plot, data, style] = drawing;
    const Arrangement arrangement = arrangementOf(data, style, courses);
    std::vector<Grid> grids;
    if (data.side == Side::Delta)
        grids.push_back(sideGrid(data, depthGridOf()));
    else
        for (const Course& course : courses)
            grids.push_back(depthGrid(course.places));
    std::vector<Grid> deciding;
    for (std::size_t i = 0; i < grids.size(); ++i)
        if (data.side == Side::Delta || isInScale(courses[i], courses))
            deciding.push_back(grids[i]);
    const bool isLocked = data.isLocked || data.side != Side::Both;
    const bool isAlone = data.side != Side::Both && courses.size() == 1;
    const auto count = int(grids.size());
    const int columns = arrangement.columns, rows = arrangement.rows;
    const QFontMetricsF metrics(tickFont(style), &plot);
    int room = 0; // that the colour bar takes
    const int around = saysNoRoom(style) ? 15 : 2; // a map, at least: in a column of a paper it is the map's
    const auto cells = std::make_shared<QSizeF>(); // maps beside labels and the bar are as large as the others
    const bool goesOn = rows > 1 && isLocked && !arrangement.hasLinesBeside; // the bar, beside the next line of maps

    for (int i = 0; i < count; ++i) {
        const Course& course = courses[std::size_t(i)];
        const Grid& grid = grids[std::size_t(i)];
        const int row = i / columns, column = i % columns;
        QCPLayoutGrid* const cell = cellOf(wall, plot, row, column);
        if (data.side != Side::Delta) {
            KindHeader* header = headerOf(drawing, course, arrangement.hasDiagrams);
            header->setMargins({0, 0, row > 0 && column == columns - 1 ? room : 0, 0}); // the colour bar's
            cell->addElement(0, 0, header);
            cell->setRowStretchFactor(0, 0.001);
        }
        if (grid.isEmpty()) {
            QCPLayoutElement* why = plot.addPanelTitle(plot.panel()->rowCount(), 0, course.why, style, true);
            cell->addElement(1, 0, why);
            continue;
        }
        GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
        cell->addElement(1, 0, rect);
        fill(*rect, grid, cells, around);
        if (column == 0)
            rect->setRowsUpwards(namesOfDepths(grid.rows));
        if (i / columns == rows - 1)
            labelInOneLine(*rect, *(course.run ? course.run : data.a)->trace);
        auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        map->setName(QStringLiteral("placement"));
        const ColorScale scale = data.side == Side::Delta ? sideScale(data, kScale, depthGridOf())
            : isLocked && !isAlone                        ? makeScale(kScale, deciding)
            : isAlone                                     ? sideScale(data, kScale, depthGridOf())
                                                          : makeScale(kScale, grid);
        map->setData(grid, scale);
        map->setNumbers(false);
        if (data.selection.query >= 0)
            map->setPinned({rowOfLayer(course.run ? *course.run : *data.a, data.selection.layer), data.selection.query});
        if (i == std::min(columns, count) - 1 || !isLocked) {
            auto* bar
                = new ColorBar(rect, scale, data.side == Side::Delta ? Placements::tr("Δ RMS") : Placements::tr("RMS"), style);
            room = rect->roomRight();
            if (goesOn)
                rect->setRoomDown(0); // it goes on beside the next line, which leaves it the room
            else if (arrangement.hasLines || arrangement.hasLinesBeside)
                bar->setShortest(40); // the lines need the room below
        } else if (column == columns - 1) {
            rect->setRoomRight(room);
        }
    }
    // Maps as wide as each other: the first one has labels on its left, the last one the bar on its right.
    const double labels = std::max(0.0, metrics.horizontalAdvance(QStringLiteral("00")) + space::s - around);
    const double whole = style.size.width() - 2 * plot.plotLayout()->margins().left() - (columns - 1) * wall.columnSpacing();
    const double each = std::max(20.0, (whole - labels - room) / columns);
    for (int column = 0; column < wall.columnCount(); ++column)
        wall.setColumnStretchFactor(column, each + (column == 0 ? labels : 0) + (column == columns - 1 && isLocked ? room : 0));
    // And as high: those of the last row have the tokens below them.
    const double heading = data.side == Side::Delta ? 0 : arrangement.hasDiagrams ? headingHeight : nameHeight;
    for (int row = 0; row < std::min(rows, wall.rowCount()); ++row)
        wall.setRowStretchFactor(row, heading + arrangement.map + (row == rows - 1 ? metrics.height() / typeScale(style) : 0));
}

/// All courses as lines, below a heading.
QCPLayoutGrid* linesUnderHeading(const Drawing& drawing, const std::vector<Course>& courses, bool isNamed)
{
    const auto& [plot, data, style] = drawing;
    QCPLayoutGrid* const page = plot.panel();
    auto* lines = plot.makeGrid();
    lines->setRowSpacing(space::xs);
    const QString heading = isOfSelected(data)
        ? Placements::tr("%1 over depth").arg(quotedToken(*shownRun(data)->trace, shownPosition(*shownRun(data), data.selection)))
        : streamTokens(*shownRun(data)->trace).size() == 1 ? Placements::tr("Over depth")
        : isNamed                                          ? Placements::tr("Mean over depth, without the first position")
                                                           : Placements::tr("Mean over depth, without the first");
    lines->addElement(0, 0, plot.addPanelTitle(page->rowCount(), 0, heading, style));
    lines->setRowStretchFactor(0, 0.001);
    QCPAxisRect* rect = plot.addAxisRect(page->rowCount(), 0, style);
    lines->addElement(1, 0, rect);
    drawLines(rect, drawing, courses, isNamed);
    return lines;
}

} // namespace

void drawPlacements(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<Course> courses = coursesOf(data);
    QCPLayoutGrid* page = plot.panel();
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::l);
    wall->setRowSpacing(space::xs);

    const Arrangement arrangement = arrangementOf(data, style, courses);
    const bool isMapped = data.side == Side::Delta || !isOverlay(data);
    if (!isMapped)
        for (std::size_t i = 0; i < courses.size(); ++i)
            wall->addElement(int(i) / arrangement.columns, int(i) % arrangement.columns,
                headerOf(drawing, courses[i], arrangement.hasDiagrams));
    else
        drawMaps(drawing, *wall, courses);
    const bool hasLinesBeside = isMapped && arrangement.hasLinesBeside;
    if (hasLinesBeside)
        wall->addElement(
            arrangement.rows - 1, int(courses.size()) % arrangement.columns, linesUnderHeading(drawing, courses, false));
    page->simplify();
    page->addElement(0, 0, wall);
    if (hasLinesBeside)
        return;
    if (isMapped && !arrangement.hasLines) {
        if (arrangement.hasNote)
            sayBelow(plot,
                Placements::tr("No room for the lines over depth: a larger window or page has them, or “lines” alone."), style);
        return;
    }
    auto* below = linesUnderHeading(drawing, courses, true);
    page->simplify();
    page->addElement(1, 0, below);
    page->setRowStretchFactor(0, isMapped ? arrangement.rows : 0.001);
    page->setRowStretchFactor(1, 1);
    const double named = QFontMetricsF(tickFont(style), &plot).height() * double(courses.size() + 4); // with heading and axis
    below->setMinimumSize(0, int(isMapped ? arrangement.lines * typeScale(style) : named));
    page->setRowSpacing(space::m);
}

} // namespace widgets
