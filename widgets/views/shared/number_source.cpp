#include "widgets/views/shared/number_source.h"

#include "widgets/figure/figure.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/written_numbers.h"
#include "widgets/views/shared/view.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QWhatsThis>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct NumberSource
{
    Q_DECLARE_TR_FUNCTIONS(NumberSource)
};

constexpr double reach = 12;          // px from a point of a line
constexpr qint64 maxCells = 1 << 20; // of a picture that is read for its labels

const QCPPlottableInterface1D* pointsOf(const QCPAbstractPlottable* part)
{
    return const_cast<QCPAbstractPlottable*>(part)->interface1D();
}

/// The cell, bar or column of this part there; none: it has none of them.
Cell cellOf(const QCPAbstractPlottable* part, const QPointF& pixel)
{
    if (const auto* const map = qobject_cast<const CellPlottable*>(part))
        return map->cellAt(pixel);
    if (const auto* const chart = qobject_cast<const BarChart*>(part))
        return chart->barAt(pixel) < 0 ? Cell() : Cell{chart->barAt(pixel), 0};
    const auto* const histogram = qobject_cast<const Histogram*>(part);
    if (!histogram || !part->keyAxis()->axisRect()->rect().contains(pixel.toPoint()))
        return {};
    const double key = part->keyAxis()->pixelToCoord(pixel.x());
    const auto edge = std::ranges::upper_bound(histogram->edges(), key);
    const bool isInside = edge != histogram->edges().begin() && edge != histogram->edges().end();
    return isInside ? Cell{int(edge - histogram->edges().begin()) - 1, 0} : Cell();
}

/// The point that is nearest, and how far it is, px.
std::pair<Cell, double> nearestOf(const QCPAbstractPlottable* part, const QPointF& pixel)
{
    std::pair<Cell, double> nearest{{}, reach};
    const QCPPlottableInterface1D* const points = pointsOf(part);
    for (int i = 0; points && i < points->dataCount(); ++i) {
        const QPointF way = part->coordsToPixels(points->dataMainKey(i), points->dataMainValue(i)) - pixel;
        if (const double far = std::hypot(way.x(), way.y()); far < nearest.second)
            nearest = {{i, 0}, far};
    }
    return nearest;
}

bool hasNumbers(const QCPAbstractPlottable* part)
{
    return pointsOf(part) || dynamic_cast<const HasNumbers*>(part) || qobject_cast<const Histogram*>(part);
}

/// The row of this number in the table of its part; −1: the table has no row of it.
int rowIn(const NumberTable& table, const PointedNumber& number)
{
    const auto* const map = qobject_cast<const CellPlottable*>(number.part);
    const bool isCell = map && table.rows() == map->rows() && table.columns() == map->columns();
    return number.cell.isNone() || number.cell.row >= table.rows() || (map && !isCell) ? -1 : number.cell.row;
}

struct Words
{
    QString number;
    QStringList place;
};

/// A number that is written in a table, and with all its digits what it was rounded from.
Words wordsOfWritten(const HasNumbers* part, const WrittenNumber& written)
{
    Words words{written.text, written.place};
    words.place.removeAll(QString());
    if (!part || written.row < 0 || written.column < 0)
        return words;
    const NumberTable table(part->numbers().front());
    words.place << table.columnName(written.column) + QLatin1Char(' ') + table.exact(written.row, written.column);
    return words;
}

/// The number, and what of the picture it is.
Words wordsOf(const Plot& plot, const PointedNumber& number)
{
    const auto* const ofElement = dynamic_cast<const WritesNumbers*>(number.element);
    const auto* const writer = ofElement ? ofElement : dynamic_cast<const WritesNumbers*>(number.part);
    if (const WrittenNumber written = writer ? writer->writtenAt(number.pixel) : WrittenNumber(); !written.text.isEmpty())
        return wordsOfWritten(dynamic_cast<const HasNumbers*>(writer), written);
    const auto* const heat = qobject_cast<const HeatmapPlottable*>(number.part);
    if (heat && qint64(heat->rows()) * heat->columns() > maxCells)
        return {number.cell.isNone() ? QString() : exactText(heat->grid().at(number.cell.row, number.cell.column)), {}};
    Words words;
    for (const auto& [table, part] : plottedTables(plot)) {
        if (part != number.part || !part)
            continue;
        if (!number.cell.isNone() || !pointsOf(part)) // between lines none of them is meant
            words.place = {table.shownName()};
        const int row = rowIn(table, number);
        if (row < 0)
            continue;
        const bool isCell = qobject_cast<const CellPlottable*>(part);
        const int column = isCell ? number.cell.column : table.columns() - 1;
        words.number = table.isMasked(row, column) ? table.shown(row, column) : table.exact(row, column);
        words.place << table.rowName(row);
        if (isCell)
            words.place << table.columnName(column);
        for (int before = 0; before < column && !isCell; ++before) // of a point: where it is
            words.place << table.columnName(before) + QLatin1Char(' ') + table.shown(row, before);
        break;
    }
    words.place.removeAll(QString());
    return words;
}

} // namespace

PointedNumber numberUnder(const Plot& plot, const QPointF& pixel)
{
    auto& drawn = const_cast<Plot&>(plot); // QCustomPlot's readers are not const
    const QCPAxisRect* const rect = plot.axisRectAt(pixel);
    const QCPAbstractPlottable *nearest = nullptr, *around = nullptr;
    std::pair<Cell, double> best{{}, reach};
    for (int i = 0; i < plot.plottableCount(); ++i) {
        const QCPAbstractPlottable* const part = drawn.plottable(i);
        if (!part->keyAxis() || !part->realVisibility())
            continue;
        if (const Cell cell = cellOf(part, pixel); !cell.isNone())
            return {part, nullptr, cell, pixel};
        if (part->keyAxis()->axisRect() != rect || !hasNumbers(part))
            continue;
        around = part;
        if (const auto found = nearestOf(part, pixel); found.second < best.second) {
            best = found;
            nearest = part;
        }
    }
    if (nearest || around)
        return {nearest ? nearest : around, nullptr, best.first, pixel};
    const QCPLayoutElement* const element = plot.layoutElementAt(pixel);
    const bool isOfNumbers = dynamic_cast<const HasNumbers*>(element) || dynamic_cast<const WritesNumbers*>(element);
    return isOfNumbers ? PointedNumber{nullptr, element, {}, pixel} : PointedNumber();
}

QString sourceWords(const View& view, const Plot& plot, const PointedNumber& number)
{
    if (number.isNone())
        return {};
    const FigureInfo& figure = view.figure();
    const FigureData data = view.figureData();
    const Words words = wordsOf(plot, number);
    QStringList lines;
    if (const QString place = words.place.join(QStringLiteral(" · ")).toHtmlEscaped(); !words.number.isEmpty())
        lines << QStringLiteral("<b>%1</b> %2").arg(words.number.toHtmlEscaped(), place);
    else if (!place.isEmpty())
        lines << place;
    lines << QStringLiteral("<b>%1</b>").arg(titleText(figure, data).toHtmlEscaped());
    if (figure.subtitle)
        lines << spacedSentence(figure.subtitle(data)).toHtmlEscaped();
    const QString tensor = view.markedTensor();
    if (!figure.isOfRun)
        lines << NumberSource::tr("It is not of the run on screen.").toHtmlEscaped();
    else if (!tensor.isEmpty() && data.a && data.a->trace->find(tensor.toStdString()))
        lines << NumberSource::tr("See %1 under Any tensor.").arg(tensor).toHtmlEscaped();
    return QStringLiteral("<p>") + lines.join(QStringLiteral("<br>")) + QStringLiteral("</p>");
}

void showSource(const QString& words, const QPoint& where, QWidget* picture) { QWhatsThis::showText(where, words, picture); }

bool showSourceOfPoint(const View& view, Plot& plot, const QMouseEvent& click)
{
    const PointedNumber number = click.button() == Qt::LeftButton ? numberUnder(plot, click.position()) : PointedNumber();
    const bool saysItself = qobject_cast<const CellPlottable*>(number.part) || qobject_cast<const BarChart*>(number.part);
    const QString words = saysItself ? QString() : sourceWords(view, plot, number);
    if (!words.isEmpty())
        showSource(words, click.globalPosition().toPoint(), &plot);
    return !words.isEmpty();
}

} // namespace widgets
