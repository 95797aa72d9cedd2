#include "widgets/views/positions/relative_cells.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/relative_words.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

constexpr const char* content = "scores_content";

SlotPen penOf(const RelativeRun& shown, const FigureStyle& style)
{
    return slotPen(shown.slot == QLatin1String("B") ? Side::B : Side::A, style);
}

QCPAxisRect* addChart(const Drawing& drawing, QCPLayoutGrid& column)
{
    QCPAxisRect* const rect = drawing.plot.addAxisRect(drawing.plot.panel()->rowCount(), 0, drawing.style);
    column.addElement(column.rowCount(), 0, rect);
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atBottom)->setLabel(Positions::tr("distance i − j"));
    return rect;
}

/// Buckets grow with the distance: so do the places of their axis. Distance 0, one token, is not on it.
void spreadNearDistances(QCPAxisRect& rect, double distances)
{
    QCPAxis* const across = rect.axis(QCPAxis::atBottom);
    across->setScaleType(QCPAxis::stLogarithmic);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (int distance = 1; distance < int(distances); distance *= 4)
        ticker->addTick(distance, QString::number(distance));
    across->setTicker(ticker);
    across->setRange(0.9, std::max(2.0, distances));
    across->setLabel(Positions::tr("distance i − j, from 1 on"));
}

/// A map with the names of its axes.
struct NamedMap
{
    QString name;
    Grid grid;
    QStringList columns, rows = {}; // no names of rows: dimensions
    QString ofColumns;
    Grid beside = {}; // that of the other slot, of one scale
};

void addMap(const Drawing& drawing, QCPLayoutGrid& column, const NamedMap& named)
{
    const auto& [plot, data, style] = drawing;
    const auto& [name, grid, columns, rows, ofColumns, beside] = named;
    GridAxisRect* const rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
    column.addElement(column.rowCount(), 0, rect);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setColumnNumbers(columns);
    if (rows.isEmpty())
        rect->setRowNumbers(int(grid.rows));
    else
        rect->setRowTokens(rows);
    rect->setAxisTitles(ofColumns, rows.isEmpty() ? Positions::tr("dimension") : QString());
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(name);
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, std::vector<Grid>{grid, beside});
    map->setData(grid, scale);
    map->setNumbers(false);
    if (style.showColorBar)
        new ColorBar(rect, scale, Positions::tr("value"), style);
}

/// The row of a table that a column shows: distances i − j grow to the right, as in the charts; those of a stored table are j − i.
core::Index rowOfColumn(const core::DistanceVectors& table, core::Index column)
{
    return table.first < 0 ? table.rows.rows() - 1 - column : column;
}

/// A column a distance, a row a number of the head.
Grid tableGrid(const core::DistanceVectors& table)
{
    std::vector<float> numbers;
    for (core::Index d = 0; d < table.rows.cols(); ++d)
        for (core::Index column = 0; column < table.rows.rows(); ++column)
            numbers.push_back(table.rows(rowOfColumn(table, column), d));
    return gridOf(std::move(numbers), table.rows.cols(), table.rows.rows());
}

bool isFutureHidden(const RunResult& run)
{
    return run.setup && run.setup->config.topology == core::Topology::CausalDecoder;
}

void drawTable(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown, std::size_t index)
{
    const core::DistanceVectors& table = shown.terms->vectors[index];
    QStringList distances;
    for (core::Index at = 0; at < table.rows.rows(); ++at) {
        const core::Index distance = table.first + rowOfColumn(table, at);
        distances << formatFixed(double(table.first < 0 ? -distance : distance), 0);
    }
    addMap(drawing, column,
        {QString::fromStdString(table.name), tableGrid(table), distances, {},
            table.first < 0 && isFutureHidden(*shown.run) ? Positions::tr("i − j (below 0 masked, so never trained)")
                                                          : QStringLiteral("i − j"),
            shown.beside && index < shown.beside->vectors.size() ? tableGrid(shown.beside->vectors[index]) : Grid()});
}

/// u and v below each other.
Grid vectorsGrid(const core::RelativeTerms& terms)
{
    std::vector<float> numbers;
    core::Index width = 0;
    for (const core::DistanceVectors& vectors : terms.vectors)
        if (vectors.rows.rows() == 1) {
            numbers.insert(numbers.end(), vectors.rows.data(), vectors.rows.data() + vectors.rows.size());
            width = vectors.rows.cols();
        }
    const core::Index rows = width > 0 ? core::Index(numbers.size()) / width : 0;
    return gridOf(std::move(numbers), rows, width);
}

void drawVectors(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown)
{
    const Grid grid = vectorsGrid(*shown.terms);
    QStringList names, dimensions;
    for (const core::DistanceVectors& vectors : shown.terms->vectors)
        if (vectors.rows.rows() == 1)
            names << (vectors.name == "w" ? QStringLiteral("v") : QString::fromStdString(vectors.name));
    for (core::Index d = 0; d < grid.columns; ++d)
        dimensions << countedText(d);
    addMap(drawing, column,
        {QStringLiteral("u v"), grid, dimensions, names, Positions::tr("dimension"),
            shown.beside ? vectorsGrid(*shown.beside) : Grid()});
}

void drawSteps(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown)
{
    QCPAxisRect* const rect = addChart(drawing, column);
    rect->axis(QCPAxis::atLeft)->setLabel(Positions::tr("bucket"));
    rect->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<IndexTicker>::create());
    auto* const chart = new LineChart(rect, drawing.style);
    QVector<double> x, y;
    for (const core::Index row : shown.terms->rowOf) {
        x << double(x.size());
        y << double(row);
    }
    const SlotPen pen = penOf(shown, drawing.style);
    QCPGraph* const line = chart->addLine(
        x, y, y.isEmpty() ? QString() : countedText(core::Index(y.back())), {.color = pen.color, .pen = pen.pen});
    line->setLineStyle(QCPGraph::lsStepCenter);
    line->setName(QStringLiteral("row of a distance"));
    chart->fitAxes(true);
    spreadNearDistances(*rect, double(y.size()));
    if (const core::Index last = lastRowFrom(*shown.terms); last > 0)
        addVerticalMark(rect, double(last), QStringLiteral("≥ %1").arg(last), drawing.style);
}

QCPRange rangeWithRoom(double low, double high)
{
    const double room = 0.06 * std::max(1e-6, high - low);
    return {low - room, high + room};
}

void drawHeads(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* const rect = addChart(drawing, column);
    rect->axis(QCPAxis::atLeft)->setLabel(Positions::tr("added to the score"));
    auto* const chart = new LineChart(rect, style);
    const core::Matrix& bias = shown.terms->ofHeads;
    const SlotPen pen = penOf(shown, style);
    const Theme& theme = themeOf(style);
    constexpr core::Index maxNamed = 8;
    for (core::Index head = 0; head < bias.rows(); ++head) {
        QVector<double> x, y;
        for (core::Index distance = 0; distance < bias.cols(); ++distance) {
            x << double(distance);
            y << double(bias(head, distance));
        }
        const bool isSelected = head == shown.place.head;
        const bool isCompared = !shown.slot.isEmpty(); // the colours are those of A and B
        const std::array others = isCompared ? std::array{theme.text2, theme.text2, theme.text2, theme.text2}
                                             : std::array{theme.q, theme.k, theme.v, theme.o};
        constexpr std::array pens{Qt::SolidLine, Qt::DotLine, Qt::DashDotLine};
        QCPGraph* const line = chart->addLine(x, y, isSelected || bias.rows() <= maxNamed ? headLabel(head) : QString(),
            {.color = isSelected ? pen.color : others[std::size_t(head) % others.size()],
                .pen = isSelected ? pen.pen : pens[std::size_t(head) % pens.size()]});
        line->setName(QStringLiteral("bias of head %1").arg(counted(head)));
        if (!shown.terms->rowOf.empty())
            line->setLineStyle(QCPGraph::lsStepCenter);
        QPen drawn = line->pen();
        drawn.setWidthF(drawn.widthF() * (isSelected ? 1.3 : 0.7));
        line->setPen(drawn);
    }
    chart->fitAxes();
    if (!shown.terms->rowOf.empty())
        spreadNearDistances(*rect, double(bias.cols()));
    if (shown.beside && shown.beside->ofHeads.size() > 0) {
        const double low = double(std::min(bias.minCoeff(), shown.beside->ofHeads.minCoeff())),
                     high = double(std::max(bias.maxCoeff(), shown.beside->ofHeads.maxCoeff()));
        rect->axis(QCPAxis::atLeft)->setRange(rangeWithRoom(low, high));
    }
    const auto trained = double(shown.run->setup->config.context);
    if (trained < double(bias.cols()))
        addVerticalMark(rect, trained, contextMark(*shown.run->setup), style);
}

/// Of all terms that positions bring, so that their charts have one axis; the content has its own.
QCPRange rangeOfTerms(const RelativeRun& shown, bool isContent)
{
    double low = 0, high = 0;
    const auto expand = [&](const core::RelativeTerms& terms) {
        for (const core::ScoreTerm& term : terms.terms)
            for (const core::DistanceSpread& at : term.byDistance) {
                if (isContent != (term.name == content))
                    continue;
                low = std::min(low, at.least);
                high = std::max(high, at.most);
            }
    };
    expand(*shown.terms);
    if (shown.beside)
        expand(*shown.beside);
    return rangeWithRoom(low, high);
}

void drawTerm(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown, const core::ScoreTerm& term)
{
    const FigureStyle& style = drawing.style;
    QCPAxisRect* const rect = addChart(drawing, column);
    auto* const chart = new LineChart(rect, style);
    QVector<double> x, mean, least, most;
    for (const core::DistanceSpread& at : term.byDistance) {
        x << double(at.distance);
        mean << at.mean;
        least << at.least;
        most << at.most;
    }
    const SlotPen pen = penOf(shown, style);
    const QColor color = term.name == content ? themeOf(style).text2 : pen.color;
    QColor faint = color;
    faint.setAlphaF(0.25F);
    QCPGraph* const low = chart->addLine(x, least, {}, {.color = faint});
    QCPGraph* const high = chart->addLine(x, most, {}, {.color = faint});
    low->setName(QStringLiteral("least ") + QString::fromStdString(term.name));
    high->setName(QStringLiteral("most ") + QString::fromStdString(term.name));
    high->setBrush(faint);
    high->setChannelFillGraph(low);
    QCPGraph* const line = chart->addLine(x, mean, {}, {.color = color, .pen = pen.pen, .points = x.size() < 24});
    line->setName(meanOfTerm + QString::fromStdString(term.name));
    chart->fitAxes(true);
    rect->axis(QCPAxis::atLeft)->setRange(rangeOfTerms(shown, term.name == content));
    if (const core::Index last = lastRowFrom(*shown.terms);
        last > 0 && term.name != content && double(last) < (x.isEmpty() ? 0.0 : x.back()))
        addVerticalMark(rect, double(last), Positions::tr("one row from %1 on").arg(last), style);
}

} // namespace

std::vector<RelativeCell> relativeCells(const core::RelativeTerms& terms)
{
    std::vector<RelativeCell> cells;
    bool hasSingle = false;
    for (std::size_t i = 0; i < terms.vectors.size(); ++i) {
        const bool isTable = terms.vectors[i].rows.rows() > 1;
        if (isTable)
            cells.push_back({RelativeCell::Table, i, terms.vectors[i].name == "rel_v" ? 3 : 2});
        hasSingle |= !isTable;
    }
    if (hasSingle)
        cells.push_back({RelativeCell::Vectors, 0, 5});
    if (terms.vectors.empty() && !terms.rowOf.empty())
        cells.push_back({RelativeCell::Steps, 0, 2});
    if (terms.ofHeads.size() > 0)
        cells.push_back({RelativeCell::Heads, 0, 0});
    else
        for (std::size_t i = 0; i < terms.terms.size(); ++i)
            cells.push_back({RelativeCell::Term, i, terms.terms[i].name == content ? 4 : 1});
    return cells;
}

QString headingOf(const RelativeRun& shown, const RelativeCell& cell)
{
    const QString slot = shown.slot.isEmpty() ? QString() : shown.slot + QLatin1Char(' ');
    switch (cell.what) {
    case RelativeCell::Table:
        return slot + tableName(shown.terms->vectors[cell.index].name);
    case RelativeCell::Vectors:
        return slot + tableName("u");
    case RelativeCell::Steps:
        return slot + Positions::tr("Distance → bucket");
    case RelativeCell::Heads:
        return slot + Positions::tr("Bias of each head, layer %1").arg(counted(shown.place.layer));
    case RelativeCell::Term:
        break;
    }
    return slot + termName(shown, shown.terms->terms[cell.index].name);
}

void drawRelativeCell(const Drawing& drawing, QCPLayoutGrid& column, const RelativeRun& shown, const RelativeCell& cell)
{
    const int row = column.rowCount();
    column.addElement(
        row, 0, drawing.plot.addPanelTitle(drawing.plot.panel()->rowCount(), 0, headingOf(shown, cell), drawing.style));
    column.setRowStretchFactor(row, 0.001);
    switch (cell.what) {
    case RelativeCell::Table:
        return drawTable(drawing, column, shown, cell.index);
    case RelativeCell::Vectors:
        drawVectors(drawing, column, shown);
        return;
    case RelativeCell::Steps:
        return drawSteps(drawing, column, shown);
    case RelativeCell::Heads:
        return drawHeads(drawing, column, shown);
    case RelativeCell::Term:
        return drawTerm(drawing, column, shown, shown.terms->terms[cell.index]);
    }
}

} // namespace widgets
