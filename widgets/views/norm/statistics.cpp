// The statistics of every norm over tokens and depth: the scale it divides by, or the mean it subtracts.

#include "widgets/figure/both_sides.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/side_heading.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

namespace widgets {

namespace {

struct NormStatistics
{
    Q_DECLARE_TR_FUNCTIONS(NormStatistics)
};

bool isMean(const FigureData& data) { return statisticOption.is(data, "mean"); }

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

QString whyNotStatistics(const FigureData& data)
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
class SideDrawing
{
    const FigureData& m_data;
    const FigureStyle& m_style;
    SharedCells& m_cells;
    const RunResult& m_run;
    const std::vector<SlotMap> m_maps;
    const std::vector<Grid> m_grids;
    ColorScale m_scale;
    const int m_perLine;
    const bool m_isStacked; // of maps above each other only the last has the tokens
    std::size_t m_last = 0; // of the drawn ones, from the top
    int m_withBar = 0;      // right of the first line
    QCPLayoutGrid* m_line = nullptr;
    QCPMarginGroup* m_level = nullptr;
    int m_inLine = 0, m_shown = 0, m_room = 0;

public:
    SideDrawing(const FigureData& data, const FigureStyle& style, SharedCells& cells)
        : m_data(data)
        , m_style(style)
        , m_cells(cells)
        , m_run(*shownRun(data))
        , m_maps(mapsOf(m_run, data))
        , m_grids(m_maps.empty() ? std::vector<Grid>() : sideGrids(data, gridsOf(data)))
        , m_perLine(std::max(1, int(roomOf(style).width() / 230)))
        , m_isStacked(m_perLine == 1)
    {
        const auto inBlocks = std::count_if(m_maps.begin(), m_maps.end(), isInBlocks);
        m_withBar = inBlocks > 0 ? std::min(m_perLine, int(inBlocks)) - 1 : 0;
        for (std::size_t i = 0; i < m_maps.size(); ++i)
            if (isDrawn(i) && (!isInBlocks(m_maps[i]) || isInBlocks(m_maps[m_last])))
                m_last = i;
    }

    /// Returns the px that the colour bar takes right of all of them.
    int draw(Plot& plot, QCPLayoutGrid& in, bool hasBar)
    {
        if (m_maps.empty()) {
            const QString reason = whyNoNorm(m_data);
            in.addElement(0, 0,
                plot.addPanelTitle(plot.panel()->rowCount(), 0,
                    reason.isEmpty() ? NormStatistics::tr("RMSNorm subtracts no mean. Look at its scale.") : reason, m_style,
                    true));
            return 0;
        }
        m_scale = sideScale(m_data, choiceOf(m_data), gridsOf(m_data));
        int row = 0;
        for (const bool ofBlocks : {true, false}) {
            m_inLine = m_perLine;
            for (std::size_t i = 0; i < m_maps.size(); ++i) {
                if (isInBlocks(m_maps[i]) != ofBlocks || !isDrawn(i))
                    continue;
                if (m_inLine == m_perLine) {
                    beginLine(plot);
                    in.addElement(row, 0, m_line);
                    in.setRowStretchFactor(row++, ofBlocks ? 1 : 0.34);
                }
                GridAxisRect* rect = addRect(plot, i);
                addMap(rect, i);
                if (hasBar && m_shown++ == m_withBar)
                    addBar(rect, i);
            }
        }
        return m_isStacked ? m_room : 0;
    }

private:
    static bool isInBlocks(const SlotMap& map) { return map.places.front().layer >= 0; }
    bool isDrawn(std::size_t i) const { return i < m_grids.size() && !m_grids[i].isEmpty(); }

    void beginLine(Plot& plot)
    {
        m_level = new QCPMarginGroup(&plot);
        m_line = plot.makeGrid();
        m_line->setColumnSpacing(space::l);
        m_line->setRowSpacing(space::xs);
        m_inLine = 0;
    }

    GridAxisRect* addRect(Plot& plot, std::size_t i)
    {
        const SlotMap& map = m_maps[i];
        const Grid& grid = m_grids[i];
        m_line->addElement(
            0, m_inLine, plot.addPanelTitle(plot.panel()->rowCount(), 0, QString::fromStdString(map.kind), m_style));
        m_line->setRowStretchFactor(0, 0.001);
        GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, m_style);
        m_line->addElement(1, m_inLine++, rect);
        rect->setMarginGroup(QCP::msBottom, m_level);
        rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
        std::shared_ptr<QSizeF>& size = m_cells[map.kind];
        rect->shareCells(size ? size : size = std::make_shared<QSizeF>());
        QStringList labels;
        for (const core::NormSlot& slot : map.places)
            labels << (slot.layer < 0 ? QString() : layerLabel(slot.layer));
        rect->setRowsUpwards(labels);
        const bool isLabelled = !m_isStacked || i == m_last || map.isOverTokens != m_maps[m_last].isOverTokens;
        if (isLabelled && map.isOverTokens) {
            rect->setColumnNumbers(int(grid.columns));
            rect->setAxisTitles(NormStatistics::tr("dimension"), QString());
        } else if (isLabelled) {
            labelColumns(*rect, *m_run.trace);
        }
        return rect;
    }

    void addMap(GridAxisRect* rect, std::size_t i)
    {
        const SlotMap& map = m_maps[i];
        auto* heat = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), m_style);
        if (m_isStacked)
            rect->setRoomRight(m_room);
        heat->setName(QStringLiteral("statistic:") + QString::fromStdString(map.kind));
        heat->setData(m_grids[i], m_scale);
        const core::NormSlot chosen = chosenSlot(m_run, m_data).value_or(core::NormSlot());
        const auto pinned = std::find_if(
            map.places.begin(), map.places.end(), [&](const core::NormSlot& slot) { return slot.name == chosen.name; });
        if (pinned != map.places.end())
            heat->setPinned({int(pinned - map.places.begin()), map.isOverTokens ? m_data.selection.dim : m_data.selection.query});
    }

    void addBar(GridAxisRect* rect, std::size_t i)
    {
        new ColorBar(rect, m_scale,
            m_data.side == Side::Delta ? NormStatistics::tr("Δ")
                : isMean(m_data)       ? NormStatistics::tr("mean μ")
                                       : NormStatistics::tr("scale"),
            m_style);
        m_room = rect->roomRight();
        if (m_isStacked && i != m_last)
            rect->setRoomDown(0); // below it there is room, too
        // As wide as the others, and the bar beside it.
        m_line->setColumnStretchFactor(
            m_inLine - 1, 1 + rect->roomRight() * (m_withBar + 1) / std::max(100.0, m_style.size.width() - rect->roomRight()));
    }
};

void drawStatistics(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
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
            wall->addElement(row, int(i), addSideHeading(drawing, {page->rowCount(), 0}, names, sides[i]));
            wall->setRowStretchFactor(row++, 0.001);
        }
        wall->addElement(row, int(i), in);
        const bool hasBar = !data.isLocked || i + 1 == sides.size(); // one scale needs one key
        const FigureData side = ofSide(data, sides[i]);
        const int key = SideDrawing(side, half, cells).draw(plot, *in, hasBar);
        wall->setColumnStretchFactor(int(i), half.size.width() + key * double(sides.size() - 1)); // maps as wide as the others
    }
    page->simplify();
    page->addElement(0, 0, wall);
}

QString statisticsSubtitle(const FigureData& data)
{
    if (const QString recorded = recordedNorms(*shownRun(data)); !recorded.isEmpty())
        return NormStatistics::tr("Of a text this long only the norms of %1 were recorded.").arg(recorded);
    return isMean(data) ? NormStatistics::tr("Each cell: the mean that a norm subtracts from one token's vector; layers upwards.")
                        : NormStatistics::tr("Each cell: what a norm divides one token's vector by; layers upwards.");
}

/// What the maps show from the bottom to the top: how the scale goes with depth.
QString depthText(const RunResult& run)
{
    const std::vector<core::NormSlot> places = core::normSlots(*run.trace);
    if (places.size() < 2)
        return {};
    const auto meanOf = [&](const core::NormSlot& slot) {
        const core::Tensor& scale = run.trace->at(slot.name + ".scale");
        return std::accumulate(scale.data(), scale.data() + scale.size(), 0.0) / double(scale.size());
    };
    const double first = meanOf(places.front()), last = meanOf(places.back());
    const QString from = slotText(places.front()), to = slotText(places.back());
    return (last > first ? NormStatistics::tr("Vectors grow on the way up: on average %1 divides by %2, %3 by %4.")
                         : NormStatistics::tr("Vectors do not grow on the way up: on average %1 divides by %2, %3 by %4."))
        .arg(from, lengthText(first), to, lengthText(last));
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
                    return map.isOverTokens ? NormStatistics::tr("%1, dimension %2").arg(slot).arg(counted(column))
                                            : NormStatistics::tr("%1 at %2 %3")
                                                  .arg(slot)
                                                  .arg(counted(column))
                                                  .arg(quotedToken(*run.trace, int(column)));
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
    return joinedSentences({depthText(run),
        NormStatistics::tr("The largest scale is %1 (%2), the smallest %3 (%4).")
            .arg(lengthText(most), where, lengthText(least), minPlace)});
}

QString statisticsCaption(const FigureData& data)
{
    if (data.side != Side::Both && data.side != Side::Delta)
        return captionOf(*shownRun(data), data);
    const auto sentence = [&](Side side) {
        const FigureData of = ofSide(data, side);
        return mapsOf(*shownRun(of), of).empty() ? QString() : captionOf(*shownRun(of), of);
    };
    return captionOfBoth(sentence(Side::A), sentence(Side::B));
}

QString statisticsTable(const FigureData& data)
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

std::vector<Metric> statisticsMetrics(const FigureData& data)
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
    .draw = drawStatistics,
    .caption = statisticsCaption,
    .whyNot = whyNotStatistics,
    .subtitle = statisticsSubtitle,
    .table = statisticsTable,
    .metrics = statisticsMetrics,
    .options = [](const FigureData&) -> FigureOptions { return {statisticOption}; },
    .minPanel = minPanelOf<300, 190>,
    .concepts = "C20"}; // A and B side by side

} // namespace widgets
