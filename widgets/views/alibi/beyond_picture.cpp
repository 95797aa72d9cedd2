// Beyond the prompt and the trained length: the penalty needs no table and no training, only the slopes.

#include "core/analysis/distance_penalty.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/alibi/length_limits.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/penalty.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/side_panel.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double kWideForWords = 560; // px of ordinary type; where less of it is left, names are short
constexpr int kMaxCells = 1024;      // of a row of the map: of longer texts a cell is a block of tokens

TextLengths lengthsOf(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    TextLengths lengths;
    lengths.prompt = int(streamTokens(*run.trace).size());
    lengths.trained = run.setup ? int(run.setup->config.context) : 0;
    lengths.ofTraining = run.setup ? contextMark(*run.setup) : QString();
    const int asked = textLengthOption.in(data, 0);
    const int most = std::max(2 * lengths.trained, 4 * lengths.prompt);
    lengths.shown = std::clamp(asked > 0 ? asked : most, std::max(2, lengths.prompt), longestAlibiText);
    return lengths;
}

QString whyNotAlibiBeyond(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Alibi::tr("Slopes do not depend on the run: look at A | B.");
    if (slopesOf(*shownRun(data), data.selection.layer).empty())
        return Alibi::tr("This trace does not say how many heads its model has.");
    return {};
}

QVector<double> lengthsAlong(int longest)
{
    QVector<double> along;
    for (double x = 1; x < longest; x = std::max(x + 1, std::floor(x * 1.06)))
        along << x;
    return along << longest;
}

LineStyle lineOf(bool isSelected, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    return {.color = isSelected ? theme.slotB : theme.slotA, .pen = isSelected ? Qt::DashLine : Qt::SolidLine};
}

QString alibiPenaltiesHeading() { return Alibi::tr("Penalty −m·d over the distance d"); }
QString alibiReachesHeading() { return Alibi::tr("Reach when all contents are equal"); }

void drawCharts(MapStage& stage, const Drawing& drawing, const std::vector<double>& slopes)
{
    const auto& [plot, data, style] = drawing;
    const TextLengths lengths = lengthsOf(data);
    const int selected = shownHead(data, slopes);
    const std::vector<int> heads = shownHeads(slopes, selected, 6);
    const auto add = [&](const QString& heading) {
        return SidePanel(*stage.addChart({235, 120}, heading), plot, 0, 0, style).add(heading);
    };
    const QVector<double> along = lengthsAlong(lengths.shown);
    const bool isNarrow = roomOf(style).width() < kWideForWords; // the heading says what m is

    // First what the sentence is about: a small page has room for one, and the map shows penalties.
    QCPAxisRect* reaches = add(alibiReachesHeading());
    auto* reach = new LineChart(reaches, style);
    reach->setLogarithmic(true);
    reaches->axis(QCPAxis::atBottom)->setScaleType(QCPAxis::stLogarithmic);
    reaches->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<LogTicker>::create());
    reaches->axis(QCPAxis::atBottom)->setLabel(Alibi::tr("length of the text, tokens"));
    QVector<double> from = along.mid(1); // of one token there is nothing to look back at
    for (const int head : heads) {
        QVector<double> y;
        for (const double length : std::as_const(from))
            y << core::reachOfEqualContents(slopes[std::size_t(head)], core::Index(length));
        reach->addLine(
            from, y, QStringLiteral("H%1 %2").arg(counted(head)).arg(formatNumber(y.back())), lineOf(head == selected, style));
    }
    reach->fitAxes();
    addLengthLimits(plot, reaches, lengths, style);

    QCPAxisRect* penalties = add(alibiPenaltiesHeading());
    penalties->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    auto* chart = new LineChart(penalties, style);
    for (const int head : heads)
        chart->addLine({0.0, double(lengths.shown)}, {0.0, -slopes[std::size_t(head)] * lengths.shown},
            (isNarrow ? QStringLiteral("H%1 %2") : Alibi::tr("H%1 m = %2"))
                .arg(counted(head))
                .arg(slopeText(slopes[std::size_t(head)])),
            lineOf(head == selected, style));
    chart->fitAxes(true);
    addLengthLimits(plot, penalties, lengths, style);
}

/// The edge of the prompt, and of the trained length, in the matrix.
void addSquare(Plot& plot, QCPAxisRect* rect, double length, double shown, const FigureStyle& style)
{
    if (length >= shown)
        return;
    auto* square = new QCPItemRect(&plot);
    square->setClipAxisRect(rect);
    for (QCPItemPosition* corner : {square->topLeft, square->bottomRight}) {
        corner->setAxisRect(rect);
        corner->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    }
    square->topLeft->setCoords(-0.5, -0.5);
    square->bottomRight->setCoords(length - 0.5, length - 0.5);
    square->setPen(QPen(themeOf(style).text, 1.25, Qt::DashLine));
    square->setBrush(Qt::NoBrush);
    square->setSelectable(false);
}

/// Of penalties that are all 0 or below a sequential scale: half of a diverging one would mean no number.
ColorScale colorsOf(const Grid& grid, double slope)
{
    if (slope <= 0)
        return makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, grid);
    ColorScale scale = makeScale({ColorMapId::Cividis, ScalePolicy::MinToMax}, grid);
    scale.high = 0; // of blocks of tokens none has it
    return scale;
}

void drawAlibiBeyond(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<double> slopes = slopesOf(*shownRun(data), data.selection.layer);
    const int head = shownHead(data, slopes);
    const TextLengths lengths = lengthsOf(data);
    const int block = (lengths.shown + kMaxCells - 1) / kMaxCells, side = (lengths.shown + block - 1) / block;
    const double slope = slopes[std::size_t(head)];
    const Grid grid
        = gridOf(core::penaltyMatrix(slope, lengths.shown, block, seesAll(*shownRun(data), data.selection.layer)), side, side);
    const ColorScale scale = colorsOf(grid, slope);

    MapRows rows;
    rows.rowTitle = Alibi::tr("query");
    rows.columnTitle = Alibi::tr("key");
    for (int cell = 0; block > 1 && cell < side; ++cell)
        rows.rowTokens << countedText(cell * block); // the first of each
    rows.columnTokens = rows.rowTokens;
    const auto named = [&](const QString& text) { return text.arg(counted(head)).arg(lengths.shown); };
    const QString name = roomOf(style).width() < kWideForWords ? named(Alibi::tr("H%1 at %2 tokens"))
        : lengths.trained < lengths.shown ? named(Alibi::tr("H%1 at %2 tokens; dashed: prompt, %3")).arg(lengths.ofTraining)
                                          : named(Alibi::tr("H%1: penalty at %2 tokens, prompt outlined"));
    rows.names = {{name, {}, false}};
    const auto cellOf = [block](int token) { return token < 0 ? token : token / block; };
    SquareMap map{{}, {}, QStringLiteral("beyond"), Alibi::tr("penalty"), grid, scale,
        {cellOf(data.selection.query), cellOf(data.selection.key)}, {}};
    rows.rows.push_back({std::move(map)});
    auto* stage = new MapStage(plot, 0, 0, rows, style);
    QCPAxisRect* rect = plot.cellMaps(QStringLiteral("beyond")).back()->keyAxis()->axisRect();
    for (const int length : {lengths.prompt, lengths.trained})
        if (length > 0)
            addSquare(plot, rect, double(length) / block, side, style);
    if (!showsBoth(data) || roomOf(style).width() >= kWideForWords) // panels show the same, whatever is beside their maps
        drawCharts(*stage, drawing, slopes);
    else
        sayNoRoomFor(plot, {alibiReachesHeading(), alibiPenaltiesHeading()}, style);
}

QString alibiBeyondSubtitle(const FigureData&)
{
    return Alibi::tr("Slopes know no trained length. Nothing is learned, so nothing ends at the prompt or there.");
}

QString alibiBeyondCaption(const FigureData& data)
{
    const std::vector<double> slopes = slopesOf(*shownRun(data), data.selection.layer);
    const int head = shownHead(data, slopes);
    const double slope = slopes[std::size_t(head)];
    const TextLengths lengths = lengthsOf(data);
    QString text = Alibi::tr("H%1 pays %2 for the %n token(s) of the prompt and %3 for %4.", nullptr, lengths.prompt)
                       .arg(counted(head))
                       .arg(formatNumber(slope * (lengths.prompt - 1)))
                       .arg(formatNumber(slope * (lengths.shown - 1)))
                       .arg(lengths.shown);
    text += QLatin1Char(' ')
        + Alibi::tr("With equal contents it would look %1 tokens back at the prompt's length and %2 at %3, where a head without "
                    "penalty looks %4.")
              .arg(formatNumber(core::reachOfEqualContents(slope, lengths.prompt)),
                  formatNumber(core::reachOfEqualContents(slope, lengths.shown)))
              .arg(lengths.shown)
              .arg(formatNumber(core::reachOfEqualContents(0, lengths.shown), 4));
    return text;
}

QString alibiBeyondTable(const FigureData& data)
{
    const std::vector<double> slopes = slopesOf(*shownRun(data), data.selection.layer);
    QStringList lines{QStringLiteral("head,slope,length,penalty_of_farthest,mean_reach_of_equal_contents")};
    for (std::size_t head = 0; head < slopes.size(); ++head)
        for (const double length : lengthsAlong(lengthsOf(data).shown))
            lines << QStringLiteral("%1,%2,%3,%4,%5")
                         .arg(head)
                         .arg(exactText(float(slopes[head])))
                         .arg(length)
                         .arg(exactText(float(-slopes[head] * (length - 1))),
                             exactText(float(core::reachOfEqualContents(slopes[head], core::Index(length)))));
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

/// No shorter than the text.
FigureOptions options(const FigureData& data)
{
    return {textLengthOption.between(std::min(std::max(2, longestText(data)), longestAlibiText), longestAlibiText)};
}

} // namespace

const FigurePage alibiBeyondPage{.id = "beyond",
    .title = QT_TRANSLATE_NOOP("figures", "What does ALiBi do beyond the trained length?"),
    .draw = drawAlibiBeyond,
    .caption = alibiBeyondCaption,
    .whyNot = whyNotAlibiBeyond,
    .subtitle = alibiBeyondSubtitle,
    .table = alibiBeyondTable,
    .options = options,
    .caveats = slopesInstead,
    .concepts = "C09 C19"};

} // namespace widgets
