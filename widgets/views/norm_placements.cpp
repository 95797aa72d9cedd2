// Where the norm stands: the size of the residual stream over depth for every placement on the same weights, each below the
// diagram of its own block, and all in one plot.

#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/panels/read_out.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/kind_header.h"
#include "widgets/views/norm_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr const char* kFamily = "norm.placement";

struct Placements
{
    Q_DECLARE_TR_FUNCTIONS(Placements)
};

/// One stream: a kind of the family, or a slot.
struct Course
{
    QString name;
    QString slot = {};           // "A": the kind that slot A has
    QString why = {};            // instead of a picture
    RunPtr run = nullptr;
    int pen = 0;
    std::string value = {};      // of the family; empty when it is not known
    std::vector<core::StreamPlace> places = {};
};

QString optionOf(const FigureData& data, const char* key) { return data.options.value(QLatin1String(key)).toString(); }

bool isOverlay(const FigureData& data) { return optionOf(data, "layout") == QLatin1String("overlay"); }
/// A stream without norms grows beyond all others: it is shown when asked for, and never decides over a scale.
constexpr const char* kUnbounded = "none";

bool isOfSelected(const FigureData& data) { return optionOf(data, "of") == QLatin1String("selected"); }

/// "post"; empty when the run does not say, or has another in each layer.
std::string placementOf(const RunResult& run)
{
    if (run.setup && !run.setup->config.blocks.empty())
        return std::string(core::infoOf(run.setup->config.blocks.front().placement).id);
    const core::Json& choices = run.trace->choices;
    if (choices.is_object() && choices.contains("norm") && choices["norm"].contains("placement")
        && choices["norm"]["placement"].is_string())
        return choices["norm"]["placement"].get<std::string>();
    return {};
}

Course courseOf(const RunPtr& run, const QString& name, int pen)
{
    Course course{.name = name, .run = run, .pen = pen};
    if (run) {
        course.places = core::streamPlaces(*run->trace, core::VectorLength::Rms);
        course.value = placementOf(*run);
    }
    return course;
}

int placeInFamily(const std::string& value)
{
    const core::ChoiceKey* key = core::findChoiceKey(kFamily);
    const auto found = std::find(key->words.begin(), key->words.end(), value);
    return found == key->words.end() ? 0 : int(found - key->words.begin());
}

std::vector<Course> kindCourses(const FigureData& data)
{
    QStringList wanted = optionOf(data, "kinds").split(QLatin1Char(','), Qt::SkipEmptyParts);
    wanted.removeAll(QStringLiteral("normed"));
    const std::string ofA = placementOf(*data.a);
    std::vector<Course> courses;
    for (const KindRun& kind : data.kinds) {
        const bool isWanted = wanted.isEmpty()
            ? kind.value != kUnbounded || kind.value == ofA
            : wanted.contains(QStringLiteral("all")) || wanted.contains(QString::fromStdString(kind.value));
        if (!isWanted)
            continue;
        Course course = courseOf(kind.run, choiceText(kFamily, kind.value), placeInFamily(kind.value));
        course.value = kind.value;
        course.slot = kind.value == ofA ? QStringLiteral("A") : QString();
        if (!kind.run)
            course.why = coreText(kind.why);
        else if (course.places.empty())
            course.why = whyNotRecorded("blocks.*.resid_pre");
        courses.push_back(std::move(course));
    }
    return courses;
}

/// What the picture shows: A and B, the kinds of the family, or one run.
std::vector<Course> coursesOf(const FigureData& data)
{
    if (data.side == Side::Both || data.side == Side::Delta) {
        const auto [a, b] = slotNames(data, fairnessOf(data));
        return {courseOf(data.a, a.isEmpty() ? QStringLiteral("A") : a, 0),
            courseOf(data.b, b.isEmpty() ? QStringLiteral("B") : b, 1)};
    }
    const RunPtr& run = shownRun(data);
    if (hasKindsOf(data, kFamily) && run == data.a)
        return kindCourses(data);
    const bool isB = data.b && run == data.b && run != data.a;
    const std::string value = placementOf(*run);
    const QString name = value.empty() ? Placements::tr("this run") : choiceText(kFamily, value);
    Course course = courseOf(run, name, isB ? 1 : 0);
    return {course};
}

double valueAt(const core::StreamPlace& place, const FigureData& data, const RunResult& run)
{
    if (!isOfSelected(data))
        return place.rest;
    const auto position = std::size_t(shownPosition(run, data.selection));
    return position < place.lengths.size() ? place.lengths[position] : std::numeric_limits<double>::quiet_NaN();
}

/// Depth by position, the last block on top.
Grid depthGrid(const std::vector<core::StreamPlace>& places)
{
    std::vector<float> values;
    core::Index rows = 0, columns = 0;
    for (std::size_t i = places.size(); i-- > 0;)
        if (places[i].isBetweenBlocks()) {
            for (const double length : places[i].lengths)
                values.push_back(float(length));
            columns = core::Index(places[i].lengths.size());
            ++rows;
        }
    return gridOf(std::move(values), rows, columns);
}

GridOf depthGridOf()
{
    return [](const RunResult& run) { return depthGrid(core::streamPlaces(*run.trace, core::VectorLength::Rms)); };
}

constexpr ScaleChoice kScale{ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log, true};

/// The depth from which numbers are no numbers any more; −1 = all are.
double brokenFrom(const Course& course)
{
    for (const core::StreamPlace& place : course.places)
        for (const double length : place.lengths)
            if (!std::isfinite(length))
                return place.depth;
    return -1;
}

/// Whether this one decides over scales and axes.
bool isInScale(const Course& course, const std::vector<Course>& all)
{
    const bool hasOthers
        = std::any_of(all.begin(), all.end(), [](const Course& one) { return one.value != kUnbounded && !one.places.empty(); });
    return !hasOthers || course.value != kUnbounded;
}

QString depthText(double depth)
{
    return QString::number(std::floor(depth)) + (depth > std::floor(depth) ? QStringLiteral(".5") : QString());
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (data.side == Side::Delta && sideGrid(data, depthGridOf()).isEmpty())
        return Placements::tr(
            "A and B do not have the same number of blocks: a difference needs the same depths. Look at A | B.");
    const std::vector<Course> courses = coursesOf(data);
    const bool isAny = std::any_of(courses.begin(), courses.end(), [](const Course& course) { return !course.places.empty(); });
    return isAny ? QString() : whyNotRecorded("blocks.*.resid_pre");
}

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

/// All in one plot: the size of the stream over depth.
void drawLines(
    Plot& plot, QCPLayoutGrid& in, int row, const FigureData& data, const FigureStyle& style, const std::vector<Course>& courses)
{
    QCPAxisRect* rect = plot.addAxisRect(plot.panel()->rowCount(), 0, style);
    in.addElement(row, 0, rect);
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
    for (std::size_t i = 0; i < courses.size(); ++i) {
        if (courses[i].places.empty())
            continue;
        const KindPen pen = kindPen(courses[i].pen, style);
        const auto& [x, y] = lines[i];
        const auto last = std::find_if(y.crbegin(), y.crend(), [](double value) { return std::isfinite(value); });
        if (last == y.crend())
            continue;
        const QString name = courses.size() == 1 ? lengthText(*last)
                                                 : QStringLiteral("%1 %2 %3").arg(pen.sign, courses[i].name, lengthText(*last));
        chart->addLine(x, y, name, {.color = pen.color, .pen = pen.pen})
            ->setName(courses[i].value.empty() ? QStringLiteral("stream") : QString::fromStdString(courses[i].value));
    }
    chart->fitAxes();
    fitTo(*rect, courses, lines);
}

/// The heading over a course, with the diagram of its real block.
KindHeader* headerOf(Plot& plot, const Course& course, const FigureData& data, const FigureStyle& style)
{
    KindHeading heading{kindPen(course.pen, style), course.name, course.slot, {}};
    const core::ChoiceKey* key = core::findChoiceKey(kFamily);
    if (!course.value.empty() && std::size_t(placeInFamily(course.value)) < key->formulas.size())
        heading.formula = coreText(key->formulas[std::size_t(placeInFamily(course.value))]);
    if (course.run && course.run->setup && !course.run->setup->config.blocks.empty())
        heading.strip = stripOf(course.run->setup->config, data.selection.layer);
    return new KindHeader(&plot, heading, style);
}

/// A map for each course below its heading, `columns` beside each other, with one scale.
void drawMaps(Plot& plot, QCPLayoutGrid& wall, const FigureData& data, const FigureStyle& style,
    const std::vector<Course>& courses, int columns)
{
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
    const int rows = (count + columns - 1) / columns;
    const QFontMetricsF metrics(tickFont(style), &plot);
    int room = 0; // that the colour bar takes

    for (int i = 0; i < count; ++i) {
        const Course& course = courses[std::size_t(i)];
        const Grid& grid = grids[std::size_t(i)];
        const int row = 2 * (i / columns), column = i % columns;
        if (data.side != Side::Delta)
            wall.addElement(row, column, headerOf(plot, course, data, style));
        if (grid.isEmpty()) {
            QCPLayoutElement* why = plot.addPanelTitle(plot.panel()->rowCount(), 0, course.why, style, true);
            wall.addElement(row + 1, column, why);
            continue;
        }
        GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
        wall.addElement(row + 1, column, rect);
        rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
        QStringList depths;
        for (core::Index depth = grid.rows; depth-- > 0;)
            depths << QString::number(depth);
        if (column == 0)
            rect->setRowTokens(depths);
        if (i + columns >= count) // nothing below it
            rect->setColumnTokens(tokenTexts(*(course.run ? course.run : data.a)->trace));
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
            new ColorBar(rect, scale, data.side == Side::Delta ? Placements::tr("Δ RMS") : Placements::tr("RMS"), style);
            room = rect->roomRight();
        } else if (column == columns - 1) {
            rect->setRoomRight(room);
        }
    }
    // Maps as wide as each other: the first one has labels on its left, the last one the bar on its right.
    const double labels = metrics.horizontalAdvance(QStringLiteral("00")) + space::m;
    const double whole = style.size.width() - 2 * space::l - (columns - 1) * wall.columnSpacing();
    const double each = std::max(20.0, (whole - labels - room) / columns);
    for (int column = 0; column < wall.columnCount(); ++column)
        wall.setColumnStretchFactor(column, each + (column == 0 ? labels : 0) + (column == columns - 1 && isLocked ? room : 0));
    for (int row = 0; row < rows && 2 * row < wall.rowCount(); ++row)
        wall.setRowStretchFactor(2 * row, 0.001);
}

int columnsFor(int count, const FigureStyle& style)
{
    constexpr double atEnds = 160, least = 150; // depths and the colour bar; a heading with its diagram
    const int fitting = std::clamp(int((roomOf(style).width() - atEnds) / least), 1, std::max(1, count));
    const int rows = (count + fitting - 1) / fitting;
    return (count + rows - 1) / rows;
}

/// Whether the curves fit below the maps; else they have the picture "overlay" to themselves.
bool hasRoomForLines(int rows, const FigureStyle& style)
{
    const double words = style.showTitle ? 110 : 0;
    return roomOf(style).height() - words >= rows * (72 + 60) + 45 + 110;
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const std::vector<Course> courses = coursesOf(data);
    QCPLayoutGrid* page = plot.panel();
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::l);
    wall->setRowSpacing(space::xs);

    const int columns = columnsFor(data.side == Side::Delta ? 1 : int(courses.size()), style);
    const int rows = (int(courses.size()) + columns - 1) / columns;
    const bool isMapped = data.side == Side::Delta || !isOverlay(data);
    if (!isMapped)
        for (std::size_t i = 0; i < courses.size(); ++i)
            wall->addElement(int(i) / columns, int(i) % columns, headerOf(plot, courses[i], data, style));
    else
        drawMaps(plot, *wall, data, style, courses, columns);
    page->simplify();
    page->addElement(0, 0, wall);
    if (isMapped && !hasRoomForLines(rows, style))
        return;
    auto* below = plot.makeGrid();
    below->setRowSpacing(space::xs);
    const QString heading = isOfSelected(data)
        ? Placements::tr("%1 over depth").arg(quotedToken(*shownRun(data)->trace, shownPosition(*shownRun(data), data.selection)))
        : Placements::tr("Mean over depth, without the first position");
    below->addElement(0, 0, plot.addPanelTitle(page->rowCount(), 0, heading, style));
    below->setRowStretchFactor(0, 0.001);
    drawLines(plot, *below, 1, data, style, courses);
    page->simplify();
    page->addElement(1, 0, below);
    page->setRowStretchFactor(0, isMapped ? rows : 0.001);
    page->setRowStretchFactor(1, isMapped ? 0.8 : 1);
    page->setRowSpacing(space::m);
}

QString subtitle(const FigureData& data)
{
    if (isOverlay(data))
        return Placements::tr(
            "Each line: root mean square (RMS) of the residual stream after so many blocks, on a logarithmic axis.");
    return Placements::tr(
        "Each cell: root mean square (RMS) of the residual stream of one token after so many blocks, which go upwards.");
}

QString caption(const FigureData& data)
{
    std::vector<Course> courses = coursesOf(data);
    QStringList ends, sentences;
    double first = std::numeric_limits<double>::quiet_NaN();
    core::Index blocks = 0;
    for (const Course& course : courses) {
        if (course.places.empty())
            continue;
        const double last = valueAt(course.places.back(), data, *course.run);
        first = valueAt(course.places.front(), data, *course.run);
        blocks = std::max(blocks, core::Index(course.places.back().depth));
        ends << Placements::tr("%1 with %2").arg(lengthText(last), course.name);
    }
    if (data.side == Side::Delta) {
        const double a = valueAt(courses[0].places.back(), data, *courses[0].run);
        const double b = valueAt(courses[1].places.back(), data, *courses[1].run);
        return Placements::tr("After the last block the RMS of B is %1 and that of A %2: %3.")
            .arg(lengthText(b), lengthText(a), formatDifference(b - a));
    }
    const QString comma = Placements::tr(", ");
    if (ends.size() == 1)
        sentences << Placements::tr("The RMS of the stream goes from %1 after the embedding to %2 after %3 blocks.")
                         .arg(lengthText(first), ends.front())
                         .arg(blocks);
    else
        sentences << Placements::tr("From %1 after the embedding the RMS of the stream comes, after %3 blocks, to %2.")
                         .arg(lengthText(first), ends.join(comma))
                         .arg(blocks);
    for (const Course& course : courses) {
        if (const double depth = brokenFrom(course); depth >= 0)
            sentences << Placements::tr("%1: from depth %2 on numbers are too large for float32 (hatched).")
                             .arg(course.name, depthText(depth));
    }
    return sentences.join(QLatin1Char(' '));
}

QString table(const FigureData& data)
{
    QString text = QStringLiteral("kind,depth,position,rms\n");
    for (const Course& course : coursesOf(data))
        for (const core::StreamPlace& place : course.places)
            for (std::size_t i = 0; i < place.lengths.size(); ++i)
                text += QStringLiteral("%1,%2,%3,%4\n")
                            .arg(course.value.empty() ? QStringLiteral("run") : QString::fromStdString(course.value),
                                depthText(place.depth))
                            .arg(i)
                            .arg(exactText(float(place.lengths[i])));
    return text;
}

std::vector<Metric> metrics(const FigureData& data)
{
    const GridOf numbers = depthGridOf();
    return gridMetrics(numbers(*data.a), numbers(*data.b), [&](int row, int column) {
        Selection at = data.selection;
        at.layer = layerOfRow(*data.a, row);
        at.query = column;
        return at;
    });
}

} // namespace

core::Index depthRows(const RunResult& run) { return depthGridOf()(run).rows; }

int layerOfRow(const RunResult& run, int row) { return std::max(0, int(depthRows(run)) - 2 - row); }

int rowOfLayer(const RunResult& run, int layer)
{
    const int row = int(depthRows(run)) - 2 - layer;
    return row >= 0 && layer >= 0 ? row : -1;
}

const NormPart placementsPart{"placements", QT_TRANSLATE_NOOP("figures", "What does where the norm stands do to the stream?"),
    kFamily, draw, caption, whyNot, subtitle, table, metrics};

} // namespace widgets
