// The statistics of every norm over tokens and depth: the scale it divides by, or the mean it subtracts.

#include "widgets/figure/fairness.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace widgets {

namespace {

struct NormStatistics
{
    Q_DECLARE_TR_FUNCTIONS(NormStatistics)
};

bool isMean(const FigureData& data)
{
    return statisticOption.is(data, "mean");
}

/// One kind of slot over the layers: a row a layer, the last on top; a column a token, or a dimension (BatchNorm).
struct SlotMap
{
    std::string kind; // "ln1"
    std::vector<core::NormSlot> places; // of the rows, from the top
    Grid grid = {};
    bool isOverTokens = false;
};

std::vector<SlotMap> mapsOf(const RunResult& run, bool mean)
{
    std::vector<SlotMap> maps;
    for (const core::NormSlot& slot : core::normSlots(*run.trace)) {
        if (!run.trace->find(slot.name + (mean ? ".mean" : ".scale")))
            continue;
        auto found = std::find_if(maps.begin(), maps.end(), [&](const SlotMap& map) { return map.kind == slot.kind; });
        if (found == maps.end())
            found = maps.insert(maps.end(), SlotMap{slot.kind, {}});
        found->places.insert(found->places.begin(), slot);
    }
    for (SlotMap& map : maps) {
        std::vector<float> values;
        core::Index columns = 0;
        for (const core::NormSlot& slot : map.places) {
            const core::Tensor& tensor = run.trace->at(slot.name + (mean ? ".mean" : ".scale"));
            map.isOverTokens = tensor.axes().front() == core::axis::dModel;
            columns = tensor.size();
            values.insert(values.end(), tensor.data(), tensor.data() + tensor.size());
        }
        map.grid = gridOf(std::move(values), core::Index(map.places.size()), columns);
    }
    return maps;
}

/// Of a difference the kinds of slots that both have: a final norm that only A has is no reason to show nothing.
std::vector<SlotMap> mapsOf(const RunResult& run, const FigureData& data)
{
    std::vector<SlotMap> maps = mapsOf(run, isMean(data));
    if (data.side != Side::Delta)
        return maps;
    for (const RunPtr& other : {data.a, data.b}) {
        const std::vector<SlotMap> others = mapsOf(*other, isMean(data));
        std::erase_if(maps, [&](const SlotMap& map) {
            return std::none_of(others.begin(), others.end(), [&](const SlotMap& one) { return one.kind == map.kind; });
        });
    }
    return maps;
}

GridsOf gridsOf(const FigureData& data)
{
    return [data](const RunResult& run) {
        std::vector<Grid> grids;
        for (const SlotMap& map : mapsOf(run, data))
            grids.push_back(map.grid);
        return grids;
    };
}

ScaleChoice choiceOf(const FigureData& data)
{
    return isMean(data) ? ScaleChoice{ColorMapId::RdBu, ScalePolicy::SymmetricRobust, ScaleTransform::Linear, true}
                        : ScaleChoice{ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log, true};
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoNorm(data); !reason.isEmpty())
        return reason;
    if (mapsOf(*shownRun(data), isMean(data)).empty())
        return NormStatistics::tr("RMSNorm subtracts no mean. Look at its scale.");
    if (data.side == Side::Delta) {
        const std::vector<Grid> differences = sideGrids(data, gridsOf(data));
        if (std::none_of(differences.begin(), differences.end(), [](const Grid& grid) { return !grid.isEmpty(); }))
            return NormStatistics::tr("A and B do not have the same norms: a difference needs the same places. Look at A | B.");
    }
    return {};
}

/// The cells of A and of B, equally large in each kind of slot.
using SharedCells = std::map<std::string, std::shared_ptr<QSizeF>>;

/// The slots of one run side by side, those outside the blocks as flat maps below the others.
/// Returns the px that the colour bar takes right of all of them.
int drawSide(Plot& plot, QCPLayoutGrid& in, const FigureData& data, const FigureStyle& style, bool hasBar, SharedCells& cells)
{
    const RunResult& run = *shownRun(data);
    const std::vector<SlotMap> maps = mapsOf(run, data);
    if (maps.empty()) {
        const QString reason = whyNoNorm(data);
        in.addElement(0, 0,
            plot.addPanelTitle(plot.panel()->rowCount(), 0,
                reason.isEmpty() ? NormStatistics::tr("RMSNorm subtracts no mean. Look at its scale.") : reason, style, true));
        return 0;
    }
    const std::vector<Grid> grids = sideGrids(data, gridsOf(data));
    const ColorScale scale = sideScale(data, choiceOf(data), gridsOf(data));
    const core::NormSlot chosen = chosenSlot(run, data).value_or(core::NormSlot());
    const int perLine = std::max(1, int(roomOf(style).width() / 230));
    const auto inBlocks
        = std::count_if(maps.begin(), maps.end(), [](const SlotMap& map) { return map.places.front().layer >= 0; });
    const int withBar = inBlocks > 0 ? std::min(perLine, int(inBlocks)) - 1 : 0; // right of the first line
    const bool isStacked = perLine == 1; // of maps above each other only the last has the tokens
    const auto isDrawn = [&](std::size_t i) { return i < grids.size() && !grids[i].isEmpty(); };
    std::size_t last = 0;
    for (std::size_t i = 0; i < maps.size(); ++i)
        if (isDrawn(i) && (maps[i].places.front().layer < 0 || maps[last].places.front().layer >= 0))
            last = i;
    int inLine = 0, row = 0, shown = 0, room = 0;
    QCPLayoutGrid* line = nullptr;
    QCPMarginGroup* level = nullptr;
    for (const bool isInBlocks : {true, false}) {
        inLine = perLine;
        for (std::size_t i = 0; i < maps.size(); ++i) {
            const SlotMap& map = maps[i];
            if ((map.places.front().layer >= 0) != isInBlocks || !isDrawn(i))
                continue;
            const Grid& grid = grids[i];
            if (inLine == perLine) {
                level = new QCPMarginGroup(&plot);
                line = plot.makeGrid();
                line->setColumnSpacing(space::l);
                line->setRowSpacing(space::xs);
                in.addElement(row, 0, line);
                in.setRowStretchFactor(row++, isInBlocks ? 1 : 0.34);
                inLine = 0;
            }
            line->addElement(0, inLine, plot.addPanelTitle(plot.panel()->rowCount(), 0, QString::fromStdString(map.kind), style));
            line->setRowStretchFactor(0, 0.001);
            GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
            line->addElement(1, inLine++, rect);
            rect->setMarginGroup(QCP::msBottom, level);
            rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
            std::shared_ptr<QSizeF>& size = cells[map.kind];
            rect->shareCells(size ? size : size = std::make_shared<QSizeF>());
            QStringList labels;
            for (const core::NormSlot& slot : map.places)
                labels << (slot.layer < 0 ? QString() : QStringLiteral("L%1").arg(slot.layer));
            rect->setRowsUpwards(labels);
            const bool isLabelled = !isStacked || i == last || map.isOverTokens != maps[last].isOverTokens;
            if (isLabelled && map.isOverTokens) {
                rect->setColumnNumbers(int(grid.columns));
                rect->setAxisTitles(NormStatistics::tr("dimension"), QString());
            } else if (isLabelled) {
                labelColumns(*rect, *run.trace);
            }
            auto* heat = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
            if (isStacked)
                rect->setRoomRight(room);
            heat->setName(QStringLiteral("statistic:") + QString::fromStdString(map.kind));
            heat->setData(grid, scale);
            const auto pinned = std::find_if(
                map.places.begin(), map.places.end(), [&](const core::NormSlot& slot) { return slot.name == chosen.name; });
            if (pinned != map.places.end())
                heat->setPinned({int(pinned - map.places.begin()), map.isOverTokens ? data.selection.dim : data.selection.query});
            if (hasBar && shown++ == withBar) {
                new ColorBar(rect, scale,
                    data.side == Side::Delta ? NormStatistics::tr("Δ")
                        : isMean(data)       ? NormStatistics::tr("mean μ")
                                             : NormStatistics::tr("scale"),
                    style);
                room = rect->roomRight();
                if (isStacked && i != last)
                    rect->setRoomDown(0); // below it there is room, too
                // As wide as the others, and the bar beside it.
                line->setColumnStretchFactor(
                    inLine - 1, 1 + rect->roomRight() * (withBar + 1) / std::max(100.0, style.size.width() - rect->roomRight()));
            }
        }
    }
    return isStacked ? room : 0;
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    QCPLayoutGrid* page = plot.panel();
    auto* wall = plot.makeGrid();
    wall->setColumnSpacing(space::xl);
    const std::vector<Side> sides = mapSides(data);
    FigureStyle half = style;
    half.size.setWidth(style.size.width() / double(sides.size()));
    SharedCells cells;
    const auto names = sides.size() > 1 ? slotNames(data, fairnessOf(data)) : std::pair<QString, QString>();
    for (std::size_t i = 0; i < sides.size(); ++i) {
        auto* in = plot.makeGrid();
        in->setRowSpacing(space::s);
        int row = 0;
        if (sides.size() > 1) {
            QCPTextElement* title = plot.addPanelTitle(page->rowCount(), 0, sideHeading(names, sides[i]), style);
            title->setTextColor(slotPen(sides[i], style).color);
            wall->addElement(row, int(i), title);
            wall->setRowStretchFactor(row++, 0.001);
        }
        wall->addElement(row, int(i), in);
        const bool hasBar = !data.isLocked || i + 1 == sides.size(); // one scale needs one key
        const int key = drawSide(plot, *in, ofSide(data, sides[i]), half, hasBar, cells);
        wall->setColumnStretchFactor(int(i), half.size.width() + key * double(sides.size() - 1)); // maps as wide as the others
    }
    page->simplify();
    page->addElement(0, 0, wall);
}

QString subtitle(const FigureData& data)
{
    return isMean(data) ? NormStatistics::tr("Each cell: the mean that a norm subtracts from one token's vector; layers upwards.")
                        : NormStatistics::tr("Each cell: what a norm divides one token's vector by; layers upwards.");
}

QString captionOf(const RunResult& run, const FigureData& data)
{
    double most = -1, least = std::numeric_limits<double>::infinity();
    QString where, minPlace;
    for (const SlotMap& map : mapsOf(run, isMean(data)))
        for (core::Index row = 0; row < map.grid.rows; ++row)
            for (core::Index column = 0; column < map.grid.columns; ++column) {
                const double value = std::abs(double(map.grid.at(row, column)));
                if (!std::isfinite(value))
                    continue;
                const auto name = [&] {
                    const QString slot = slotText(map.places[std::size_t(row)]);
                    return map.isOverTokens ? NormStatistics::tr("%1, dimension %2").arg(slot).arg(column)
                                            : NormStatistics::tr("%1 at %2").arg(slot, quotedToken(*run.trace, int(column)));
                };
                if (value > most) {
                    most = value;
                    where = name();
                }
                if (value < least) {
                    least = value;
                    minPlace = name();
                }
            }
    if (isMean(data))
        return NormStatistics::tr("The mean farthest from 0 has magnitude %1: %2.").arg(lengthText(most), where);
    return NormStatistics::tr("The largest scale is %1 (%2), the smallest %3 (%4).")
        .arg(lengthText(most), where, lengthText(least), minPlace);
}

QString caption(const FigureData& data)
{
    if (data.side != Side::Both && data.side != Side::Delta)
        return captionOf(*shownRun(data), data);
    QStringList sentences;
    for (const Side side : {Side::A, Side::B}) {
        const FigureData of = ofSide(data, side);
        if (!mapsOf(*shownRun(of), of).empty())
            sentences << (side == Side::A ? NormStatistics::tr("A: %1") : NormStatistics::tr("B: %1"))
                             .arg(captionOf(*shownRun(of), of));
    }
    return sentences.join(QLatin1Char(' '));
}

QString table(const FigureData& data)
{
    QString text = QStringLiteral("slot,index,%1\n").arg(isMean(data) ? QStringLiteral("mean") : QStringLiteral("scale"));
    for (const SlotMap& map : mapsOf(*shownRun(data), isMean(data)))
        for (core::Index row = 0; row < map.grid.rows; ++row)
            for (core::Index column = 0; column < map.grid.columns; ++column)
                text += QStringLiteral("%1,%2,%3\n")
                            .arg(QString::fromStdString(map.places[std::size_t(row)].name))
                            .arg(column)
                            .arg(exactText(map.grid.at(row, column)));
    return text;
}

std::vector<Metric> metrics(const FigureData& data)
{
    const std::vector<SlotMap> maps = mapsOf(*data.a, data);
    const std::vector<Grid> a = gridsOf(data)(*data.a), b = gridsOf(data)(*data.b);
    if (a.empty() || b.empty())
        return {};
    return gridMetrics(a.front(), b.front(), [&](int row, int column) {
        Selection at = data.selection;
        at.layer = std::max(0, int(maps.front().places[std::size_t(row)].layer));
        (maps.front().isOverTokens ? at.dim : at.query) = column;
        return at;
    });
}

} // namespace

const FigurePage statisticsPage{.id = "statistics",
    .title = QT_TRANSLATE_NOOP("figures", "What does each norm measure?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .table = table,
    .metrics = metrics,
    .options = [](const FigureData&) -> FigureOptions { return {statisticOption}; },
    .leastPanel = leastPanelOf<300, 190>}; // A and B side by side

} // namespace widgets
