// One attention weight, computed again from its operands: q · k term by term, scale, bias, softmax.

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/shared/cell_operands.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"

#include <QCoreApplication>

#include <cmath>
#include <tuple>

namespace widgets {

namespace {

struct AttentionCell
{
    Q_DECLARE_TR_FUNCTIONS(AttentionCell)
};

constexpr double roomBeside = 440; // px of ordinary type: the sum and the words are side by side
constexpr double roomForBar = 400; // px of the page's height
constexpr double wideForBar = 190;  // px of ordinary type
constexpr double highForWords = 300; // px of ordinary type, of a panel: a lower one says that it leaves them out

CellOperands operandsOf(const FigureData& data, const RunResult& run)
{
    Selection at = data.selection;
    std::tie(at.query, at.key) = shownCell(data);
    return cellOperands(run, partOf(data), at);
}

CellOperands operandsOf(const FigureData& data) { return operandsOf(data, *shownRun(data)); }

/// q, k and their product, one column a dimension.
Grid stripOf(const CellOperands& cell)
{
    std::vector<float> values(cell.q);
    values.insert(values.end(), cell.k.begin(), cell.k.end());
    for (const double term : cell.terms)
        values.push_back(float(term));
    return gridOf(std::move(values), 3, core::Index(cell.q.size()));
}

QString lastName(const std::string& name) { return QString::fromStdString(name.substr(name.rfind('.') + 1)); }

QString whyNotAttentionCell(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (QString reason = whyNoAttention(*shownRun(data), data.selection.layer); !reason.isEmpty())
        return reason;
    if (QString reason = partOf(data) == core::AttentionPart::Self ? QString() : whyNoPart(data, data.selection.layer);
        !reason.isEmpty())
        return reason;
    const std::string missing = missingOperand(*shownRun(data), partOf(data), data.selection.layer);
    if (!missing.empty())
        return whyNotRecorded(missing);
    if (operandsOf(data).q.empty())
        return AttentionCell::tr("This run did not record head %1 of layer %2.")
            .arg(counted(data.selection.head))
            .arg(counted(data.selection.layer));
    if (data.side != Side::Delta)
        return {};
    if (QString reason = whyHeadsDiffer(data); !reason.isEmpty())
        return joinedSentences({reason, AttentionCell::tr("Look at A | B.")});
    if (streamTokens(*data.a->trace).size() != streamTokens(*data.b->trace).size())
        return {}; // there is no difference at all, and compose says so
    if (QString reason = whyTokensDiffer(data); !reason.isEmpty())
        return reason;
    const CellOperands b = operandsOf(data, *data.b);
    if (b.q.empty())
        return AttentionCell::tr("B did not record the inputs of this number.");
    if (const CellOperands a = operandsOf(data); a.q.size() != b.q.size())
        return AttentionCell::tr("A adds up %1 terms and B %2. Look at A | B.").arg(a.q.size()).arg(b.q.size());
    return {};
}

/// The arithmetic as lines of text, each with its live numbers.
QStringList ladder(const CellOperands& cell)
{
    QStringList lines;
    lines << AttentionCell::tr("Σ qᵢ kᵢ = %1").arg(formatNumber(cell.product, 5));
    lines << AttentionCell::tr("× scale %1 = %2").arg(formatNumber(cell.scale, 5), formatNumber(cell.content, 5));
    if (cell.hasBias)
        lines << AttentionCell::tr("+ bias %1 = score %2")
                     .arg(formatNumber(cell.bias, 5), formatNumber(cell.content + cell.bias, 5));
    if (cell.cap > 0)
        lines << AttentionCell::tr("%1 · tanh(score / %1) = %2").arg(formatNumber(cell.cap, 5), formatNumber(cell.score, 5));
    if (cell.isMasked) {
        lines << AttentionCell::tr("This query may not see this key: the mask makes the score −∞ and the weight 0.");
        return lines;
    }
    lines << AttentionCell::tr("exp(score − the largest of the row) = exp(%1 − %2) = %3")
                 .arg(formatNumber(cell.score, 5), formatNumber(cell.largest, 5), formatNumber(cell.exponential, 5));
    lines << (cell.hasSink ? AttentionCell::tr("÷ Σ over the keys and the sink %1 = weight %2")
                           : AttentionCell::tr("÷ Σ over the keys %1 = weight %2"))
                 .arg(formatNumber(cell.sum, 5), formatNumber(cell.weight, 5));
    return lines;
}

/// Each number in A and in B.
QStringList changes(const CellOperands& a, const CellOperands& b)
{
    const auto line = [](const QString& name, double x, double y) {
        return AttentionCell::tr("%1: A %2, B %3, Δ %4")
            .arg(name, formatNumber(x, 5), formatNumber(y, 5), formatDifference(y - x, 5));
    };
    QStringList lines{line(QStringLiteral("Σ qᵢ kᵢ"), a.product, b.product)};
    lines << line(AttentionCell::tr("score"), a.score, b.score);
    lines << line(AttentionCell::tr("weight"), a.recordedWeight, b.recordedWeight);
    return lines;
}

void drawAttentionCell(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const bool isDelta = data.side == Side::Delta;
    const CellOperands cell = operandsOf(data);
    const auto dims = core::Index(cell.q.size());
    const auto stripFrom = [&](const RunResult& run) { return stripOf(operandsOf(data, run)); };
    const Grid grid = sideGrid(data, stripFrom);
    const ColorScale scale = sideScale(data, scaleChoiceFor("attn.q"), stripFrom);
    const bool hasBar
        = style.size.height() >= roomForBar && roomOf(style).width() >= wideForBar; // else its ends are in the heading
    const QString ofStrip
        = AttentionCell::tr("%1 and %2, and what each dimension adds").arg(lastName(cell.qName), lastName(cell.kName));
    plot.addPanelTitle(0, 0, hasBar ? ofStrip : QStringLiteral("%1 · ±%2").arg(ofStrip, formatNumber(scale.high)), style);
    GridAxisRect* strip = plot.addGridRect(1, 0, style);
    strip->setCells(3, int(dims), CellShape::Fill);
    strip->setRowTokens({lastName(cell.qName), lastName(cell.kName), QStringLiteral("q × k")});
    strip->setColumnNumbers(int(dims));
    auto* map = new HeatmapPlottable(strip->axis(QCPAxis::atBottom), strip->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("operands"));
    map->setData(grid, scale);
    if (hasBar)
        new ColorBar(strip, scale, AttentionCell::tr("value"), style);

    const bool isBeside = roomOf(style).width() >= roomBeside;
    QCPLayoutGrid* page = plot.panel();
    QCPLayoutGrid* parts = plot.makeGrid();
    parts->setColumnSpacing(space::l);
    page->addElement(2, 0, parts);

    // The sum as it grows from dimension to dimension.
    SidePanel sums(*parts, plot, 0, 0, style);
    QCPAxisRect* rect = sums.add(AttentionCell::tr("Their sum, term by term"));
    rect->axis(QCPAxis::atBottom)->setLabel(AttentionCell::tr("terms added"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    LineChart* chart = new LineChart(rect, style);
    const auto addSum = [&](const CellOperands& of, Side side) {
        QVector<double> x{0}, y{0};
        double sum = 0;
        for (const double term : of.terms) {
            sum += term;
            x << double(x.size());
            y << sum;
        }
        const SlotPen pen = slotPen(side, style);
        chart->addLine(x, y, formatNumber(of.product, 4), {.color = pen.color, .pen = pen.pen})->setName(QStringLiteral("sum"));
    };
    addSum(cell, isDelta || shownRun(data) != data.b ? Side::A : Side::B);
    if (isDelta)
        addSum(operandsOf(data, *data.b), Side::B);
    chart->fitAxes(true);

    const bool hasWords = isBeside || style.showTitle || roomOf(style).height() >= highForWords;
    page->setRowStretchFactor(0, 0.001);
    page->setRowStretchFactor(2, isBeside || !hasWords ? 1.5 : 3);
    const QString ofWords = AttentionCell::tr("From the product to the weight");
    if (!hasWords)
        return sayNoRoomFor(plot, {ofWords}, style);
    const QStringList lines = isDelta ? changes(cell, operandsOf(data, *data.b)) : ladder(cell);
    SidePanel words(*parts, plot, isBeside ? 0 : 1, isBeside ? 1 : 0, style);
    words.addText(ofWords, true);
    for (const QString& line : lines)
        words.addText(line);
    if (isBeside)
        words.addSpace(1);
    else
        parts->setRowStretchFactor(1, 0.001);
}

QString attentionCellSubtitle(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const auto [query, key] = shownCell(data);
    return AttentionCell::tr("Every number is of this trace; layer %1, head %2: query %3 at %4, key %5 at %6.")
        .arg(counted(data.selection.layer))
        .arg(counted(data.selection.head))
        .arg(quotedPart(run, partOf(data), true, query))
        .arg(counted(query))
        .arg(quotedPart(run, partOf(data), false, key))
        .arg(counted(key));
}

QString attentionCellCaption(const FigureData& data)
{
    const CellOperands cell = operandsOf(data);
    if (data.side == Side::Delta) {
        const CellOperands b = operandsOf(data, *data.b);
        return AttentionCell::tr("The sum changes from %1 to %2, the weight from %3 to %4.")
            .arg(formatNumber(cell.product, 4), formatNumber(b.product, 4), formatNumber(cell.recordedWeight, 4),
                formatNumber(b.recordedWeight, 4));
    }
    if (cell.isMasked)
        return AttentionCell::tr("%n term(s) add up to %1. Without the mask the score would be %2; the mask makes the weight 0.", nullptr,
            int(cell.terms.size()))
            .arg(formatNumber(cell.product, 4), formatNumber(cell.score, 4));
    if (showsBoth(data)) // a line for each
        return AttentionCell::tr("%n term(s) add up to %1: score %2, weight %3.", nullptr, int(cell.terms.size()))
            .arg(formatNumber(cell.product, 4), formatNumber(cell.score, 4), formatNumber(cell.weight, 4));
    QStringList how{AttentionCell::tr("scaled")};
    if (cell.hasBias)
        how << AttentionCell::tr("biased");
    if (cell.cap > 0)
        how << AttentionCell::tr("capped");
    const QString computed
        = AttentionCell::tr("%n term(s) add up to %1; %2, they make the score %3, and the softmax turns it into the weight %4.",
            nullptr, int(cell.terms.size()))
              .arg(formatNumber(cell.product, 4), how.join(AttentionCell::tr(", ")), formatNumber(cell.score, 4),
                  formatNumber(cell.weight, 4));
    return joinedSentences({computed,
        AttentionCell::tr("Recorded: score %1, weight %2.")
            .arg(formatNumber(cell.recordedScore, 4), formatNumber(cell.recordedWeight, 4))});
}

std::vector<Metric> attentionCellMetrics(const FigureData& data)
{
    if (!whyHeadsDiffer(data).isEmpty())
        return {};
    return gridMetrics(stripOf(operandsOf(data, *data.a)), stripOf(operandsOf(data, *data.b)), [&](int, int column) {
        Selection at = data.selection;
        at.dim = column;
        return at;
    });
}

} // namespace

const FigureInfo attentionCellFigure{.id = "attention_cell",
    .title = QT_TRANSLATE_NOOP("figures", "Where does this number come from?"),
    .draw = drawAttentionCell,
    .caption = attentionCellCaption,
    .whyNot = whyNotAttentionCell,
    .subtitle = attentionCellSubtitle,
    .difference = Difference::ByIndex,
    .metrics = attentionCellMetrics,
    .options = partOptions,
    .offer = partOffer,
    .minPanel = [](const FigureData&) { return QSizeF(160, 150); },
    .concepts = [](const FigureData& data) { return partOf(data) == core::AttentionPart::Self ? "C12" : "C12 C18"; }};

} // namespace widgets
