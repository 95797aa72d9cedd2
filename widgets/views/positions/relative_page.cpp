// What relative positions add to the scores of a head, over the distance: Shaw, Transformer-XL, T5, DeBERTa, ALiBi.

#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/pages.h"
#include "widgets/views/positions/relative_cells.h"
#include "widgets/views/positions/relative_words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr double wideOfCell = 195, highOfCell = 112; // px of ordinary type

/// Adds the parts of a run that there is room for to the row of columns; returns the names of the others.
QStringList drawRun(const Drawing& drawing, QCPLayoutGrid& columns, const RelativeRun& shown, QSizeF room)
{
    if (!shown.terms) {
        columns.addElement(0, columns.columnCount(),
            drawing.plot.addPanelTitle(drawing.plot.panel()->rowCount(), 0, shown.why, drawing.style, true));
        return {};
    }
    std::vector<RelativeCell> cells = relativeCells(*shown.terms);
    const auto across = std::size_t(std::clamp(int(room.width() / wideOfCell), 1, 3));
    const auto down = std::size_t(std::clamp(int(room.height() / highOfCell), 1, 2));
    std::vector<int> ranks;
    for (const RelativeCell& cell : cells)
        ranks.push_back(cell.rank);
    std::ranges::sort(ranks);
    QStringList leftOut;
    RelativeRun unnamed = shown; // one name serves A and B
    unnamed.slot.clear();
    if (cells.size() > across * down) {
        std::size_t places = across * down;
        std::vector<RelativeCell> kept;
        for (const int rank : {0, 1, 2, 3, 4, 5})
            for (const RelativeCell& cell : cells)
                if (cell.rank == rank) {
                    if (places > 0)
                        kept.push_back(cell);
                    else
                        leftOut << headingOf(unnamed, cell).section(QLatin1Char(':'), 0, 0);
                    places -= places > 0;
                }
        cells = std::move(kept);
        std::ranges::stable_sort(cells, {}, [](const RelativeCell& cell) { return std::pair(cell.what, cell.index); });
    }
    const std::size_t wide = std::min(across, cells.size()), high = (cells.size() + wide - 1) / std::max<std::size_t>(1, wide);
    for (std::size_t i = 0; i < cells.size(); i += high) {
        auto* const column = drawing.plot.makeGrid();
        column->setRowSpacing(space::xs);
        columns.addElement(0, columns.columnCount(), column);
        for (std::size_t j = i; j < std::min(i + high, cells.size()); ++j)
            drawRelativeCell(drawing, *column, shown, cells[j]);
    }
    return leftOut;
}

void drawRelative(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<RelativeRun> runs = relativeRuns(data);
    auto* const columns = plot.makeGrid();
    columns->setColumnSpacing(space::l);
    plot.panel()->addElement(0, 0, columns);
    const QSizeF room(roomOf(style).width() / double(runs.size()), pictureHeight(style));
    QStringList leftOut;
    for (const RelativeRun& shown : runs)
        leftOut << drawRun(drawing, *columns, shown, room);
    plot.panel()->simplify();
    leftOut.removeDuplicates();
    sayNoRoomFor(plot, leftOut, style);
}

/// A line of the table behind the run and its kind.
struct PartLine
{
    QString part;
    core::Index index = 0, distance = 0; // head or dimension
    std::vector<double> values;          // one, or the mean with the least and the most
};

void addLine(QString& text, const RelativeRun& shown, const PartLine& line)
{
    text += QStringLiteral("%1,%2,%3,%4,%5")
                .arg(shown.slot.isEmpty() ? QStringLiteral("A") : shown.slot, QString::fromStdString(shown.kind), line.part)
                .arg(line.index)
                .arg(line.distance);
    for (const double value : line.values)
        text += QLatin1Char(',') + exactText(float(value));
    text += QString(int(3 - line.values.size()), QLatin1Char(',')) + QLatin1Char('\n');
}

void addLines(QString& text, const RelativeRun& shown)
{
    for (const core::ScoreTerm& term : shown.terms->terms)
        for (const core::DistanceSpread& at : term.byDistance)
            addLine(
                text, shown, {QString::fromStdString(term.name), shown.place.head, at.distance, {at.mean, at.least, at.most}});
    const core::Matrix& bias = shown.terms->ofHeads;
    for (core::Index head = 0; head < bias.rows(); ++head)
        for (core::Index distance = 0; distance < bias.cols(); ++distance)
            addLine(text, shown, {QStringLiteral("bias of a head"), head, distance, {double(bias(head, distance))}});
    for (const core::DistanceVectors& vectors : shown.terms->vectors)
        for (core::Index row = 0; row < vectors.rows.rows(); ++row)
            for (core::Index d = 0; d < vectors.rows.cols(); ++d)
                addLine(
                    text, shown, {QString::fromStdString(vectors.name), d, vectors.first + row, {double(vectors.rows(row, d))}});
    for (std::size_t distance = 0; distance < shown.terms->rowOf.size(); ++distance)
        addLine(
            text, shown, {QStringLiteral("row of a distance"), 0, core::Index(distance), {double(shown.terms->rowOf[distance])}});
}

QString relativeTable(const FigureData& data)
{
    QString text = QStringLiteral("run,kind,part,index,distance,value,least,most\n");
    for (const RelativeRun& shown : relativeRuns(data))
        if (shown.terms)
            addLines(text, shown);
    return text;
}

} // namespace

const FigurePage relativePage{.id = "relative",
    .title = QT_TRANSLATE_NOOP("figures", "What do relative positions add to a score?"),
    .draw = drawRelative,
    .caption = relativeCaption,
    .whyNot = whyNoRelative,
    .subtitle = relativeSubtitle,
    .table = relativeTable,
    .needs = relativeNeeds,
    .options = [](const FigureData&) -> FigureOptions { return {relativeKindOption.oneOf(relativeKinds())}; },
    .minPanel = minPanelOf<300, 150>,
    .caveats = relativeCaveats,
    .minRoom = {220, 100},
    .concepts = "C05 C06 C07"};

} // namespace widgets
