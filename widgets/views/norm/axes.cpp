// Which axis a norm normalises: the normalised activations of one slot, tokens by dimensions, for each kind of norm on the same
// weights, with one group of numbers that share a statistic framed, and the statistics beside (or below) the map.

#include "widgets/figure/both_sides.h"
#include "widgets/figure/by_index.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/kind_header.h"
#include "widgets/views/norm/normalised.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double kShortBar = 40; // px, where A is above B
constexpr double kWideBeside = 255, kHighBelow = 190; // px of ordinary type of one that has others beside or below it
constexpr int kAroundStrip = 46; // px around the numbers of a strip that stands: margins and the padding of its cells
constexpr double kBesideMap = 120, kBelowMap = 70; // px of ordinary type that labels and statistics take

struct Axes
{
    Q_DECLARE_TR_FUNCTIONS(NormAxes)
};

QString whyNotAxes(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const std::vector<Normalised> all = normalisedKinds(data);
    const auto isMissing = [](const Normalised& one) { return one.map.isEmpty(); };
    if (data.side == Side::Both ? std::ranges::any_of(all, isMissing) : std::ranges::all_of(all, isMissing)) {
        const QString reason = whyNoNorm(data);
        return reason.isEmpty() ? std::ranges::find_if(all, isMissing)->why : reason;
    }
    if (data.side == Side::Delta && sideGrid(data, normalisedOf(data)).isEmpty())
        return Axes::tr("The normalised tensors of A and B differ in shape. Look at A | B.");
    return data.side == Side::Delta ? whyNotByIndex(data) : QString();
}

constexpr double lowRoom = 320; // px of ordinary type: of two lines of maps each is hardly higher than its key

/// A frame around the numbers that share one mean and scale.
void addFrame(Plot& plot, QCPAxisRect* rect, const QRectF& cells, const QColor& color)
{
    auto* frame = new QCPItemRect(&plot);
    frame->setClipToAxisRect(false);
    frame->setClipAxisRect(rect);
    for (QCPItemPosition* position : frame->positions())
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    frame->topLeft->setCoords(cells.left() - 0.5, cells.top() - 0.5);
    frame->bottomRight->setCoords(cells.right() - 0.5, cells.bottom() - 0.5);
    frame->setPen(QPen(color, 2.5));
    frame->setBrush(Qt::NoBrush);
    frame->setLayer(QStringLiteral("overlay"));
    frame->setSelectable(false);
}

HeatmapPlottable* addMap(
    GridAxisRect* rect, const Grid& grid, const ColorScale& scale, const char* name, const FigureStyle& style)
{
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QString::fromLatin1(name));
    map->setData(grid, scale);
    return map;
}

struct AxesScales
{
    ColorScale map, statistics;
    bool hasBar; // the key of the map is beside it
};

/// What the colours below a map are.
QString spreadOfScales(const Grid& scales, const ColorScale& colors)
{
    const auto [least, most] = std::minmax_element(scales.data, scales.data + scales.size()); // one row
    return *least == *most ? Axes::tr("dimension; σ %1 (with ε)").arg(formatNumber(*least))
                           : Axes::tr("dimension; σ from %1 (dark) to %2").arg(formatNumber(colors.low), formatNumber(colors.high));
}

/// The map, and right of it a column of one scale per token, or below it a row of one scale a dimension.
QCPLayoutGrid* drawOne(const Drawing& drawing, const Normalised& one, const AxesScales& scales)
{
    const auto& [plot, data, style] = drawing;
    auto* in = plot.makeGrid();
    in->setRowSpacing(space::xs);
    in->setColumnSpacing(space::s);
    const Theme& theme = themeOf(style);
    const auto take = [&] { return plot.panel()->rowCount(); };
    GridAxisRect* rect = plot.addGridRect(take(), 0, style);
    in->addElement(0, 0, rect);
    labelRows(*rect, *one.run->trace);
    if (!one.isOverTokens) {
        rect->setColumnNumbers(int(one.map.columns));
        rect->setAxisTitles(Axes::tr("dimension"), QString());
    }
    HeatmapPlottable* map = addMap(rect, one.map, scales.map, "normalized", style);
    map->setNumbers(false);
    map->setPinned({data.selection.query, data.selection.dim});
    const int token = std::min(shownPosition(*one.run, data.selection), int(one.map.rows) - 1);
    const int dim = std::clamp(data.selection.dim, 0, int(one.map.columns) - 1);
    addFrame(plot, rect,
        one.isOverTokens ? QRectF(dim, 0, 1, double(one.map.rows)) : QRectF(0, token, double(one.map.columns), 1), theme.slotB);
    if (scales.hasBar) {
        auto* bar = new ColorBar(rect, scales.map, Axes::tr("normalised"), style);
        if (roomOf(style).height() < lowRoom)
            bar->setShortest(36);
    }

    GridAxisRect* strip = plot.addGridRect(take(), 0, style);
    auto* group = new QCPMarginGroup(&plot);
    if (one.isOverTokens) {
        in->addElement(1, 0, strip);
        strip->setRowTokens({QStringLiteral("σ")});
        strip->setColumnNumbers(int(one.map.columns));
        strip->setAxisTitles(spreadOfScales(one.scales, scales.statistics), QString());
        strip->setMarginGroup(QCP::msLeft | QCP::msRight, group);
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
        if (scales.hasBar)
            strip->setRoomRight(rect->roomRight());
        const int height = int(QFontMetricsF(tickFont(style), &plot).height());
        strip->setMinimumSize(20, int(5.4 * height));
        strip->setMaximumSize(QWIDGETSIZE_MAX, int(5.4 * height));
        strip->setSizeConstraintRect(QCPLayoutElement::scrOuterRect);
    } else {
        in->addElement(0, 1, strip);
        strip->setColumnNumbers(QStringList{
            one.run->trace->find(chosenSlot(*one.run, data)->name + ".mean") ? QStringLiteral("σ") : QStringLiteral("RMS")});
        strip->setMarginGroup(QCP::msTop | QCP::msBottom, group);
        rect->setMarginGroup(QCP::msTop | QCP::msBottom, group);
        const int wide = int(QFontMetricsF(tickFont(style), &plot).horizontalAdvance(QStringLiteral("00.00"))) + kAroundStrip;
        strip->setMinimumSize(wide, 20);
        strip->setMaximumSize(wide, QWIDGETSIZE_MAX);
        strip->setSizeConstraintRect(QCPLayoutElement::scrOuterRect);
    }
    HeatmapPlottable* statistics
        = addMap(strip, one.scales, scales.statistics, one.isOverTokens ? "scale_of_dimension" : "scale_of_token", style);
    statistics->setPinned(one.isOverTokens ? Cell{0, data.selection.dim} : Cell{data.selection.query, 0});
    return in;
}

/// A above B on one scale: the key of B is A's, and so is the title of its columns; their maps end below each other.
void placeInStack(QCPLayoutGrid& cell, int parts, bool isLast, QCPMarginGroup& ends)
{
    for (QCPLayoutElement* const element : cell.elements(false))
        if (element)
            element->setMinimumMargins({15, space::xs, 15, 0}); // close to the name above
    for (int part = 0; part < parts; ++part) {
        auto* const rect = qobject_cast<GridAxisRect*>(cell.element(part, 0));
        rect->setMarginGroup(QCP::msRight, &ends);
        if (!isLast)
            rect->setAxisTitles(QString(), QString());
        if (auto* const bar = rect->findChild<ColorBar*>(QString(), Qt::FindDirectChildrenOnly))
            bar->setShortest(kShortBar);
    }
}

/// The model's own kind and as many others as there is room for, in their order. Returns the names of those that go.
QStringList keepFitting(std::vector<Normalised>& all, std::size_t most)
{
    QStringList leftOut;
    for (std::size_t i = all.size(); i-- > 0 && all.size() > most;)
        if (all[i].slot.isEmpty()) {
            leftOut.prepend(all[i].name);
            all.erase(all.begin() + std::ptrdiff_t(i));
        }
    return leftOut;
}

/// Whether the maps of A and B are larger beside each other than A's above B's.
bool areBeside(const QSizeF& room)
{
    return std::min(room.width() / 2 - kBesideMap, room.height() - kBelowMap)
        > std::min(room.width() - kBesideMap, room.height() / 2 - kBelowMap);
}

void drawAxes(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    std::vector<Normalised> all = normalisedKinds(data);
    QCPLayoutGrid* page = plot.panel();
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::l);
    wall->setRowSpacing(space::s);
    const ScaleChoice choice{ColorMapId::RdBu, ScalePolicy::SymmetricRobust};
    if (data.side == Side::Delta) {
        const Grid difference = sideGrid(data, normalisedOf(data));
        GridAxisRect* rect = plot.addGridRect(page->rowCount(), 0, style);
        labelRows(*rect, *data.a->trace);
        rect->setColumnNumbers(int(difference.columns));
        rect->setAxisTitles(Axes::tr("dimension"), QString());
        const ColorScale scale = sideScale(data, choice, normalisedOf(data));
        addMap(rect, difference, scale, "normalized", style)->setPinned({data.selection.query, data.selection.dim});
        new ColorBar(rect, scale, Axes::tr("Δ normalised"), style);
        return;
    }
    const bool isBoth = data.side == Side::Both, isLocked = data.isLocked || !isBoth;
    const int beside = isBoth && areBeside(roomOf(style)) ? 2 : std::max(1, int(roomOf(style).width() / kWideBeside));
    const int below = std::max(1, int(pictureHeight(style) / kHighBelow));
    const QStringList leftOut = isBoth ? QStringList() : keepFitting(all, std::size_t(beside * below)); // A and B never go
    std::vector<Grid> maps, statistics;
    for (const Normalised& one : all) {
        maps.push_back(one.map);
        statistics.push_back(one.scales);
    }
    const ScaleChoice ofScales{ColorMapId::Cividis, ScalePolicy::MinToRobust};
    const ColorScale shared = makeScale(choice, maps), sharedScales = makeScale(ofScales, statistics);
    const auto count = int(all.size());
    const int fitting = std::min(beside, count);
    const int lines = (count + fitting - 1) / fitting;
    const int columns = (count + lines - 1) / lines;
    auto* ends = new QCPMarginGroup(&plot);
    for (int i = 0; i < count; ++i) {
        const Normalised& one = all[std::size_t(i)];
        const int row = 2 * (i / columns), column = i % columns;
        wall->addElement(row, column, new KindHeader(&plot, {kindPen(one.pen, style), one.name, one.slot, one.formula}, style));
        wall->setRowStretchFactor(row, 0.001);
        if (one.map.isEmpty()) {
            wall->addElement(row + 1, column, plot.addPanelTitle(page->rowCount(), 0, one.why, style, true));
            continue;
        }
        const bool hasBar = !isLocked || (column == columns - 1 && (!isBoth || i == count - 1));
        QCPLayoutGrid* cell = drawOne(drawing, one,
            {isLocked ? shared : makeScale(choice, one.map), isLocked && isBoth ? sharedScales : makeScale(ofScales, one.scales),
                hasBar});
        wall->addElement(row + 1, column, cell);
        if (isBoth && lines > 1)
            placeInStack(*cell, one.isOverTokens ? 2 : 1, i + 1 == count, *ends);
    }
    page->simplify();
    page->addElement(0, 0, wall);
    sayNoRoomFor(plot, leftOut, style);
}

QString axesSubtitle(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const auto slot = chosenSlot(*run, data);
    const core::Index width = normalisedKinds(data).front().width;
    return slot ? Axes::tr("Cells: %1 normalised, tokens by %2 of %3 dimensions; frame: one scale.")
                      .arg(slotText(*slot))
                      .arg(std::min(width, shownDimensions))
                      .arg(width)
                : Axes::tr("Cells: normalised numbers, tokens by dimensions; frame: those that share one scale.");
}

std::vector<Caveat> axesCaveats(const FigureData& data)
{
    std::vector<NamedRun> others;
    if (!kindsOf(data, familyOfNorms()).empty())
        for (const Normalised& one : normalisedKinds(data))
            if (one.slot.isEmpty())
                others.push_back({one.name, one.run});
    return caveatsOfKinds(others);
}

/// How far what the norm leaves is of one size in each token, and in each dimension; empty where it left nothing.
QString sizesSentence(const FigureData& data, const Normalised& one)
{
    if (one.map.isEmpty())
        return {};
    if (one.isOverTokens && one.map.rows == 1)
        return Axes::tr("%1: the mean over one token is that token, so all is 0.").arg(one.name);
    const core::Tensor& tensor = one.run->trace->at(chosenSlot(*one.run, data)->name + ".normalized");
    const auto range = [](const std::vector<double>& values) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        const QString from = formatFixed(*low, 2), to = formatFixed(*high, 2);
        return from == to ? from : Axes::tr("%1 to %2").arg(from, to);
    };
    const QString tokens = range(core::rowRms(tensor)), dimensions = range(core::columnRms(tensor));
    return data.side == Side::Both || data.side == Side::Delta // who shows it names A and B
        ? Axes::tr("RMS of a token %1, of a dimension %2.").arg(tokens, dimensions)
        : Axes::tr("%1: RMS of a token %2, of a dimension %3.").arg(one.name, tokens, dimensions);
}

QString axesCaption(const FigureData& data)
{
    std::vector<Normalised> all = normalisedKinds(data);
    const core::Index width = all.front().width;
    const QString shown = width > shownDimensions
        ? Axes::tr("Dimensions %1 to %2 of %3 are shown.").arg(counted(0)).arg(counted(shownDimensions - 1)).arg(width)
        : QString();
    if (data.side == Side::Both || data.side == Side::Delta)
        return captionOfBoth(joinedSentences({sizesSentence(data, all.front()), shown}),
            joinedSentences({sizesSentence(data, all.back()), shown}));
    // First what every page has room for: the model's own kind, and the one whose frame stands on the other axis.
    std::ranges::stable_sort(all, {}, [](const Normalised& one) { return !one.slot.isEmpty() ? 0 : one.isOverTokens ? 1 : 2; });
    QStringList sentences;
    for (const Normalised& one : all)
        sentences << sizesSentence(data, one);
    return joinedSentences(sentences << shown);
}

QString axesTable(const FigureData& data)
{
    QString text = QStringLiteral("kind,position,dimension,normalized\n");
    for (const Normalised& one : normalisedKinds(data))
        for (core::Index row = 0; row < one.map.rows; ++row)
            for (core::Index column = 0; column < one.map.columns; ++column)
                text += QStringLiteral("%1,%2,%3,%4\n")
                            .arg(QString::fromStdString(one.run ? normKindOf(*one.run) : std::string()))
                            .arg(row)
                            .arg(column)
                            .arg(exactText(one.map.at(row, column)));
    return text;
}

std::vector<Metric> axesMetrics(const FigureData& data)
{
    const GridOf numbers = normalisedOf(data);
    return gridMetrics(numbers(*data.a), numbers(*data.b), [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        at.dim = column;
        return at;
    });
}

/// A beside B with one key, or two.
QSizeF minPanel(const FigureData& data)
{
    return !showsBoth(data) ? panelOfMap : data.isLocked ? QSizeF(330, 130) : QSizeF(420, 130);
}

} // namespace

const FigurePage axesPage{.id = "axes",
    .title = QT_TRANSLATE_NOOP("figures", "Which numbers share one mean and one scale?"),
    .draw = drawAxes,
    .caption = axesCaption,
    .whyNot = whyNotAxes,
    .subtitle = axesSubtitle,
    .table = axesTable,
    .metrics = axesMetrics,
    .needs = [](const FigureData& data) { return kindsNeeded(data, familyOfNorms()); },
    .options = slotOptions,
    .minPanel = minPanel,
    .caveats = axesCaveats,
    .concepts = "C20"};

} // namespace widgets
