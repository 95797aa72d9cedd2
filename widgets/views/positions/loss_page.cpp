// Loss against position up to four times the trained length, and the scores and weights of keys so far back: which kinds survive
// texts that are longer than those of training.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/added_cells.h"
#include "widgets/views/positions/loss_lines.h"
#include "widgets/views/positions/pages.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

constexpr double spreadOfSeeds = 0.05; // nats, of resources/models/README.md
constexpr double wideForSeeds = 520;   // px of ordinary type, where their names have room
constexpr double wideOfCell = 150, highForCells = 350; // of what each adds, below the losses

QString nats(double value) { return formatFixed(value, 2); }

QString valueText(const LossLine& line, double value) { return line.loss ? nats(value) : formatNumber(value); }

/// The kind, and where there is room the mean that addMeansHeading() names.
QString labelOf(const LossLine& line, bool hasRoom)
{
    const QString kind = shortKindName(line.sibling.kind);
    if (line.read().hasEnd || (line.isOtherSeed && !hasRoom))
        return {}; // where a table ends there are other lines
    const QString name = line.isOtherSeed ? Positions::tr("%1, seed %2").arg(kind).arg(line.sibling.seed)
                                          : (line.slot.isEmpty() ? QString() : line.slot + QLatin1Char(' ')) + kind;
    return hasRoom && std::isfinite(line.atEnd) ? name + QStringLiteral("  ") + valueText(line, line.atEnd) : name;
}

/// What the numbers beside the names of the lines are, above them.
void addMeansHeading(QCPAxisRect* rect, bool areIndices, const FigureStyle& style)
{
    auto* const text = new QCPItemText(rect->parentPlot());
    text->setText(Positions::tr("mean of %1–%2")
                      .arg(areIndices ? counted(lossEndFrom) : lossEndFrom)
                      .arg(areIndices ? counted(lossEndTo - 1) : lossEndTo - 1));
    text->setFont(tickFont(style));
    text->setColor(themeOf(style).text2);
    text->setSelectable(false);
    text->setClipToAxisRect(false);
    text->position->setAxisRect(rect);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(1, 0);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    const QFontMetricsF metrics(text->font(), rect->parentPlot());
    const int apart = int(std::ceil(0.6 * metrics.height())); // a name that is at the top of the chart has half its height above
    text->setPadding({space::s, 0, 0, apart});
    QMargins room = rect->minimumMargins();
    room.setTop(std::max(room.top(), int(std::ceil(metrics.height())) + apart));
    room.setRight(std::max(room.right(), int(std::ceil(metrics.horizontalAdvance(text->text()))) + space::l));
    rect->setMinimumMargins(room);
}

/// A kind has its colour and pen whichever others are beside it.
LineStyle kindStyle(const std::string& kind, const Theme& theme)
{
    static constexpr std::pair<const char*, QColor Theme::*> solid[]
        = {{"sinusoidal", &Theme::k}, {"learned", &Theme::v}, {"shaw", &Theme::o}, {"none", &Theme::text2}, {"rope", &Theme::q}};
    static constexpr std::pair<const char*, QColor Theme::*> dashed[]
        = {{"transformer_xl", &Theme::k}, {"t5_buckets", &Theme::v}, {"alibi", &Theme::text}, {"disentangled", &Theme::q}};
    for (const auto& [id, color] : solid)
        if (kind == id)
            return {.color = theme.*color};
    for (const auto& [id, color] : dashed)
        if (kind == id)
            return {.color = theme.*color, .pen = Qt::DashLine};
    return {.color = theme.text2, .pen = Qt::DotLine};
}

/// The name of a table above its last position, left of it, where the lines of the trained length leave room.
void addEnd(QCPAxisRect* rect, const LossLine& line, const QPointF& at, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCustomPlot* const plot = rect->parentPlot();
    const auto place = [&](QCPItemPosition* position, const QPointF& to) {
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        position->setAxisRect(rect);
        position->setType(QCPItemPosition::ptPlotCoords);
        position->setCoords(to);
    };
    const double top = rect->axis(QCPAxis::atLeft)->range().upper;
    const QPointF words(at.x(), at.y() + 0.22 * (top - at.y()));
    auto* const pointer = new QCPItemLine(plot);
    pointer->setPen(QPen(theme.text2, 1));
    pointer->setSelectable(false);
    place(pointer->start, words);
    place(pointer->end, at);
    auto* const text = new QCPItemText(plot);
    text->setText(Positions::tr("%1 ends").arg(shortKindName(line.sibling.kind)));
    text->setFont(figureFont(style, style.tickPoints, QFont::DemiBold));
    text->setColor(kindStyle(line.sibling.kind, theme).color);
    text->setSelectable(false);
    text->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    place(text->position, words);
}

/// Those that have room below the losses, A's and B's first.
std::vector<AddedCell> fittingCells(const FigureData& data, const std::vector<LossLine>& lines, const FigureStyle& style)
{
    std::vector<AddedCell> cells = lossOfOption.is(data, "loss") ? addedCells(data, lines) : std::vector<AddedCell>();
    const auto room = std::size_t(pictureHeight(style) < highForCells ? 0 : roomOf(style).width() / wideOfCell);
    while (cells.size() > room) {
        auto last
            = std::ranges::find_if(cells.rbegin(), cells.rend(), [](const AddedCell& cell) { return cell.line.slot.isEmpty(); });
        last = last == cells.rend() ? cells.rbegin() : last;
        cells.erase(std::next(last).base());
    }
    return cells;
}

/// Below the losses, under a heading of their own.
void addCellsBelow(const Drawing& drawing, const std::vector<AddedCell>& cells)
{
    const auto& [plot, data, style] = drawing;
    if (cells.empty())
        return;
    auto* const below = plot.makeGrid();
    below->setColumnSpacing(space::l);
    below->setRowSpacing(space::xs);
    drawAddedCells(drawing, *below, cells, cells.size());
    plot.panel()->simplify();
    QCPLayoutGrid& page = *plot.panel();
    plot.addPanelTitle(1, 0,
        Positions::tr("What each adds to a score over the distance, tokens (layer %1; thin: its other heads)")
            .arg(counted(std::max(0, data.selection.layer))),
        style);
    page.addElement(2, 0, below);
    page.setRowStretchFactor(0, 2.3);
    page.setRowStretchFactor(1, 0.001);
}

/// What each adds on the whole page.
void drawAdded(const Drawing& drawing, const std::vector<LossLine>& lines)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<AddedCell> cells = addedCells(data, lines);
    auto* const all = plot.makeGrid();
    all->setColumnSpacing(space::l);
    all->setRowSpacing(space::xs);
    const double wide = std::max(1.0, std::floor(roomOf(style).width() / wideOfCell));
    const double lineCount = std::ceil(double(cells.size()) / wide);
    drawAddedCells(drawing, *all, cells, std::size_t(std::max(1.0, std::ceil(double(cells.size()) / std::max(2.0, lineCount)))));
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, all);
}

void drawPositionLoss(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const std::vector<LossLine> lines = lossLines(data);
    if (lossOfOption.is(data, "added"))
        return drawAdded(drawing, lines);
    const std::vector<AddedCell> cells = fittingCells(data, lines, style);
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    LineChart* const chart = addLossChart(rect, style);
    if (!lossOfOption.is(data, "loss")) {
        rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true)); // a distance is no index
        rect->axis(QCPAxis::atBottom)->setLabel(Positions::tr("distance from the query back to the key, tokens"));
        rect->axis(QCPAxis::atLeft)
            ->setLabel(lossOfOption.is(data, "scores") ? Positions::tr("mean score") : Positions::tr("mean weight"));
        chart->setLogarithmic(lossOfOption.is(data, "weights"));
    }
    const bool hasRoom = roomOf(style).width() >= wideForSeeds;
    double trained = 0;
    std::vector<std::pair<const LossLine*, QPointF>> ends;
    for (const LossLine& line : lines) {
        const SlotPen pen = slotPen(line.slot == QLatin1String("B") ? Side::B : Side::A, style);
        LineStyle look
            = line.slot.isEmpty() ? kindStyle(line.sibling.kind, theme) : LineStyle{.color = pen.color, .pen = pen.pen};
        if (showsBoth(data) && line.slot.isEmpty())
            look.color = theme.text2; // the colours are those of A and B
        if (line.isOtherSeed)
            look.color.setAlphaF(0.6F);
        QCPGraph* const graph = addLossLine(*chart, line.numbers, labelOf(line, hasRoom), look);
        QPen drawn = graph->pen();
        drawn.setWidthF(drawn.widthF() * (line.isOtherSeed ? 0.6 : line.slot.isEmpty() ? 1.0 : 1.6));
        graph->setPen(drawn);
        graph->setName(QString::fromStdString(line.sibling.name));
        trained = double(line.read().trained);
        if (line.read().hasEnd)
            ends.emplace_back(
                &line, QPointF(graph->dataMainKey(graph->dataCount() - 1), graph->dataMainValue(graph->dataCount() - 1)));
    }
    chart->fitAxes(lossOfOption.is(data, "loss"));
    if (hasRoom)
        addMeansHeading(rect, lossOfOption.is(data, "loss"), style);
    for (const auto& [line, at] : hasRoom&& lossOfOption.is(data, "loss") ? ends : decltype(ends)()) // else the sentence says it
        addEnd(rect, *line, at, style);
    if (trained > 0)
        addVerticalMark(rect, trained, QCoreApplication::translate("plot", "trained %1").arg(trained), style);
    addCellsBelow(drawing, cells);
    if (lossOfOption.is(data, "loss") && cells.size() < addedCells(data, lines).size() && saysNoRoom(style))
        sayBelow(plot, Positions::tr("What each adds over the distance: “added”."), style);
}

QString positionLossSubtitle(const FigureData& data)
{
    if (lossOfOption.is(data, "added"))
        return Positions::tr("Over the distance, tokens (layer %1); thin: other heads, line: the trained length.")
            .arg(counted(std::max(0, data.selection.layer)));
    return lossOfOption.is(data, "loss")
        ? Positions::tr("Only positions differ; mean of %1 held-out rows, %2 neighbours.")
              .arg(lossRowsOption.in(data))
              .arg(lossSmoothWidth)
        : Positions::tr("What a key gets that lies so far back; mean of all heads and of the last queries of %1 held-out rows.")
              .arg(lossRowsOption.in(data));
}

/// "RoPE 6.28 (other seeds 4.04, 4.59)".
QString endOf(const LossLine& line, const std::vector<LossLine>& lines)
{
    QStringList others;
    for (const LossLine& other : lines)
        if (other.isOtherSeed && other.sibling.kind == line.sibling.kind && std::isfinite(other.atEnd))
            others << valueText(other, other.atEnd);
    const QString own = Positions::tr("%1 %2").arg(shortKindName(line.sibling.kind), valueText(line, line.atEnd));
    return others.isEmpty() ? own : Positions::tr("%1 (other seeds %2)").arg(own, others.join(Positions::tr(", ")));
}

/// The models from the least loss on; those that are no more apart than seeds are stand together.
QString lossesInOrder(const std::vector<LossLine>& ends, const std::vector<LossLine>& lines, bool hasB)
{
    QStringList groups;
    for (std::size_t i = 0; i < ends.size();) {
        QStringList group;
        const std::size_t first = i;
        do {
            const bool isOfSlot = hasB && !ends[i].slot.isEmpty();
            group << (isOfSlot ? ends[i].slot + QLatin1Char(' ') : QString()) + endOf(ends[i], lines);
            ++i;
        } while (i < ends.size() && ends[i].atEnd - ends[first].atEnd < spreadOfSeeds);
        const QString names = group.join(Positions::tr(", "));
        groups << (group.size() > 1 ? Positions::tr("%1 (within %2, the spread of seeds at trained lengths)").arg(names, nats(spreadOfSeeds)) : names);
    }
    return groups.join(Positions::tr("; "));
}

QString positionLossCaption(const FigureData& data)
{
    const std::vector<LossLine> lines = lossLines(data);
    if (lossOfOption.is(data, "added"))
        return addedSentence(addedCells(data, lines));
    std::vector<LossLine> ends;
    QStringList sentences, ended, own, others;
    if (const std::size_t wanted = wantedLossLines(data); lines.size() < wanted)
        sentences << Positions::tr("%1 of %2 models computed so far.").arg(lines.size()).arg(wanted);
    for (const LossLine& line : lines) {
        if (line.read().hasEnd)
            ended
                << Positions::tr("%1 ends: its table has %2 rows.").arg(shortKindName(line.sibling.kind)).arg(line.read().length);
        else if (!line.isOtherSeed && std::isfinite(line.atEnd))
            ends.push_back(line);
    }
    std::ranges::stable_sort(ends, {}, &LossLine::atEnd);
    if (lossOfOption.is(data, "loss")) {
        if (!ends.empty())
            sentences << Positions::tr("Mean loss at positions %1–%2, nats: %3.")
                             .arg(counted(lossEndFrom))
                             .arg(counted(lossEndTo - 1))
                             .arg(lossesInOrder(ends, lines, bool(data.b)));
        return joinedSentences(sentences + ended);
    }
    for (const QString& slot : {QStringLiteral("A"), QStringLiteral("B"), QString()})
        for (const LossLine& line : ends)
            if (line.slot == slot)
                (slot.isEmpty() ? others : own)
                    << (data.b && !slot.isEmpty() ? slot + QLatin1Char(' ') : QString()) + endOf(line, lines);
    if (const QStringList all = own + others; !all.isEmpty()) // over distances, which are no indices
        sentences << (lossOfOption.is(data, "scores") ? Positions::tr("Mean score of a key %1–%2 tokens back: %3.")
                                                      : Positions::tr("Mean weight of a key %1–%2 tokens back: %3."))
                         .arg(lossEndFrom)
                         .arg(lossEndTo - 1)
                         .arg(all.join(Positions::tr(", ")));
    return joinedSentences(sentences + ended);
}

/// Beside a run on weights of another kind: its line is not of these weights.
std::vector<Caveat> positionLossCaveats(const FigureData& data)
{
    for (const RunPtr& run : drawnRuns(data))
        if (run->setup && run->setup->origin.how == core::WeightsOrigin::How::Kept)
            return {{Positions::tr("Each line: a model trained with its own positions.")}};
    return {};
}

/// What each adds, behind the losses.
void addAddedRows(QString& text, const FigureData& data, const std::vector<LossLine>& lines)
{
    for (const AddedCell& cell : addedCells(data, lines))
        for (std::size_t head = 0; head < cell.added->lines.size(); ++head)
            for (std::size_t distance = 0; distance < cell.added->lines[head].size(); ++distance)
                text += QStringLiteral("%1,%2,%3,1,,,%4,%5,%6\n")
                            .arg(QString::fromStdString(cell.line.sibling.name), QString::fromStdString(cell.line.sibling.kind))
                            .arg(cell.line.sibling.seed)
                            .arg(head)
                            .arg(distance)
                            .arg(exactText(float(cell.added->lines[head][distance])));
}

QString positionLossTable(const FigureData& data)
{
    const bool isLoss = isOfLosses(data);
    QString text = isLoss ? QStringLiteral("model,kind,seed,rows,position,loss,head,distance,added\n")
                          : QStringLiteral("model,kind,seed,rows,distance,score,weight\n");
    for (const LossLine& line : lossLines(data))
        for (std::size_t at = 0; at < line.numbers.size(); ++at) {
            text += QStringLiteral("%1,%2,%3,%4,%5,")
                        .arg(QString::fromStdString(line.sibling.name), QString::fromStdString(line.sibling.kind))
                        .arg(line.sibling.seed)
                        .arg(line.read().rows)
                        .arg(at);
            text += line.loss
                ? exactText(float(line.loss->mean[at])) + QStringLiteral(",,,")
                : exactText(float(line.scores->score[at])) + QLatin1Char(',') + exactText(float(line.scores->weight[at]));
            text += QLatin1Char('\n');
        }
    if (isLoss)
        addAddedRows(text, data, lossLines(data));
    return text;
}

} // namespace

const FigurePage positionLossPage{.id = "loss",
    .title = QT_TRANSLATE_NOOP("figures", "Which positions survive a text longer than training?"),
    .draw = drawPositionLoss,
    .caption = positionLossCaption,
    .whyNot = whyNoLoss,
    .subtitle = positionLossSubtitle,
    .table = positionLossTable,
    .needs = lossNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {lossOfOption, lossRowsOption};
    },
    .minPanel = minPanelOf<300, 150>,
    .caveats = positionLossCaveats,
    .minRoom = {220, 100},
    .concepts = "C19"};

} // namespace widgets
