// The vectors that are added up to what enters the first block, as maps tokens × dimensions that are under or beside each
// other, with one scale for all that is added.

#include "widgets/plot/counting.h"
#include "widgets/views/embeddings/pictures.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/embeddings/sum_words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double besideMap = 150;  // tokens left of a map and the key right of it
constexpr double highHeading = 26; // over a map, with its space
constexpr double highNumbers = 36; // below the lowest map
constexpr double lowestMap = 11;
constexpr double highestCell = 44; // of few tokens the rows stay rows

/// Headings and maps that are all of one size, whatever is around the outer ones.
class PartsGrid : public QCPLayoutGrid
{
public:
    PartsGrid(Plot& plot, bool isBeside, const std::vector<QPointer<GridAxisRect>>& maps)
        : m_isBeside(isBeside)
        , m_maps(maps)
    {
        initializeParentPlot(&plot);
        setRowSpacing(space::xs);
        setColumnSpacing(space::l);
    }

protected:
    void updateLayout() override
    {
        const auto around = [&](const GridAxisRect& map) {
            const QMargins margins = map.margins();
            return m_isBeside ? margins.left() + margins.right() : margins.top() + margins.bottom();
        };
        double left = m_isBeside ? rect().width() - (columnCount() - 1) * columnSpacing() : rect().height() - rowSpacing();
        for (std::size_t i = 0; i < m_maps.size(); ++i) {
            left -= m_maps[i] ? around(*m_maps[i]) : 0;
            if (!m_isBeside && i > 0)
                left -= 2 * rowSpacing();
            if (!m_isBeside)
                left -= element(2 * int(i), 0)->minimumOuterSizeHint().height();
        }
        const double size = std::max(4.0, left / double(m_maps.size()));
        for (std::size_t i = 0; i < m_maps.size(); ++i) {
            const double share = size + (m_maps[i] ? around(*m_maps[i]) : 0);
            m_isBeside ? setColumnStretchFactor(int(i), share) : setRowStretchFactor(2 * int(i) + 1, share);
        }
        QCPLayoutGrid::updateLayout();
    }

private:
    bool m_isBeside;
    std::vector<QPointer<GridAxisRect>> m_maps;
};

/// The numbers of these parts in a run. A position or type that is not added counts as 0; where nothing follows the embedding, it
/// is what enters.
std::vector<Grid> gridsOf(const RunResult& run, const std::vector<InputPart>& wanted, int block)
{
    const std::vector<InputPart> own = inputParts(run);
    if (own.empty())
        return std::vector<Grid>(wanted.size());
    const auto numbers = [&](const InputPart& part) {
        const auto found = std::find_if(own.begin(), own.end(), [&](const InputPart& one) { return one.name == part.name; });
        if (found != own.end())
            return found->grid;
        const Grid& embedding = own.front().grid;
        const bool isAdded = part.name == "pos_embed" || part.name == "token_type_embed";
        return isAdded ? gridOf(std::vector<float>(std::size_t(embedding.size())), embedding.rows, embedding.columns) : embedding;
    };
    std::vector<Grid> grids;
    for (const InputPart& part : wanted)
        grids.push_back(blockMeans(numbers(part), block));
    return grids;
}

bool isOf(const std::vector<InputPart>& parts, const std::string& name)
{
    return std::any_of(parts.begin(), parts.end(), [&](const InputPart& part) { return part.name == name; });
}

/// The parts that are drawn, with the numbers of the shown run: of a comparison every part that A or B has, so that panels can be
/// read line by line.
std::vector<InputPart> shownParts(const FigureData& data)
{
    const bool isDelta = data.side == Side::Delta;
    if (!data.b || !(isDelta || showsBoth(data)))
        return inputParts(*shownRun(data));
    std::vector<InputPart> parts = inputParts(*data.a);
    std::size_t at = 0;
    for (InputPart& other : inputParts(*data.b)) {
        const auto known
            = std::find_if(parts.begin(), parts.end(), [&](const InputPart& part) { return part.name == other.name; });
        if (known == parts.end()) {
            parts.insert(parts.begin() + std::ptrdiff_t(at++), std::move(other));
        } else {
            at = std::size_t(known - parts.begin()) + 1;
            known->hasOwnScale |= other.hasOwnScale;
        }
    }
    const std::vector<Grid> grids = gridsOf(*shownRun(data), parts, 1);
    for (std::size_t i = 0; !isDelta && i < parts.size(); ++i)
        parts[i].grid = grids[i];
    return parts;
}

/// How the maps stand, and how many dimensions a column holds so that each has a pixel.
struct Arrangement
{
    bool isBeside = false;
    int block = 1;
    double cellHeight = 1; // px, about
};

Arrangement arrange(const std::vector<InputPart>& parts, const FigureStyle& style)
{
    const auto count = double(parts.size());
    core::Index dimensions = 1;
    for (const InputPart& part : parts)
        dimensions = std::max(dimensions, part.grid.columns);
    const auto tokens = double(parts.front().grid.rows);
    const double width = std::max(40.0, roomOf(style).width() - besideMap), height = pictureHeight(style);
    const double belowHeight = std::max(1.0, height - highNumbers - count * highHeading) / (count * tokens);
    const double besideHeight = std::max(1.0, height - highNumbers - highHeading) / tokens;
    const double besideWidth = (width - (count - 1) * space::l) / count;
    const auto least = [&](double mapWidth, double cellHeight) { // side of a cell
        return std::min({mapWidth / double(dimensions), cellHeight, highestCell});
    };
    Arrangement result;
    result.isBeside = count > 1 && least(besideWidth, besideHeight) > 1.15 * least(width, belowHeight);
    result.cellHeight = (result.isBeside ? besideHeight : belowHeight) * typeScale(style);
    const double pixels = (result.isBeside ? besideWidth : width) * typeScale(style);
    result.block = std::max(1, int(std::ceil(double(dimensions) / std::max(1.0, pixels))));
    return result;
}

constexpr ScaleChoice kScale{ColorMapId::RdBu, ScalePolicy::SymmetricRobust};

void labelDimensions(GridAxisRect& rect, core::Index dimensions, int block)
{
    QStringList numbers;
    for (core::Index first = 0; first < dimensions; first += block)
        numbers << countedText(first);
    rect.setColumnNumbers(numbers);
    rect.setAxisTitles(
        block > 1 ? Embeddings::tr("dimension (each column is the mean of %1)").arg(block) : Embeddings::tr("dimension"), {});
}

/// One scale for all that is added; another for what is not.
ColorScale scaleOf(const FigureData& data, const std::vector<InputPart>& parts, const InputPart& wanted, int block)
{
    return sideScale(data, kScale, GridsOf([&](const RunResult& run) {
        std::vector<InputPart> together;
        for (InputPart& part : data.side == Side::Delta ? std::vector(parts) : inputParts(run))
            if (wanted.hasOwnScale ? part.name == wanted.name : !part.hasOwnScale)
                together.push_back(std::move(part));
        return gridsOf(run, together, block);
    }));
}

QString headingOf(const FigureData& data, const InputPart& part, bool isOnly, const ColorScale& scale)
{
    QString named = partHeading(*shownRun(data), part.name, isOnly);
    if (data.side == Side::Delta) {
        for (const QString& sign : {QStringLiteral("+ "), QStringLiteral("= "), QStringLiteral("→ ")})
            if (named.startsWith(sign))
                named.remove(0, sign.size());
        named.prepend(QStringLiteral("Δ "));
    } else if (part.name != core::blockName(0, "resid_pre") && !isOf(inputParts(*shownRun(data)), part.name)) {
        return Embeddings::tr("%1: none").arg(named);
    }
    return !isOnly && part.hasOwnScale ? Embeddings::tr("%1 (own scale: ±%2)").arg(named, formatNumber(scale.high)) : named;
}

void drawEmbeddingSum(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<InputPart> parts = shownParts(data);
    const auto [isBeside, block, cellHeight] = arrange(parts, style);
    const std::vector<Grid> grids
        = sideGrids(data, GridsOf([&, b = block](const RunResult& run) { return gridsOf(run, parts, b); }));
    const auto cells = std::make_shared<QSizeF>();
    const double unit = typeScale(style);
    // The first token is written around the middle of its row, which may be lower than the type.
    const int above = std::max(2, int((QFontMetricsF(tickFont(style), &plot).height() - cellHeight) / 2));
    const std::size_t count = parts.size();
    std::vector<QPointer<GridAxisRect>> maps;
    std::vector<QCPTextElement*> headings;
    std::size_t keyed = 0; // the map with the key: the last beside each other, else the first
    for (std::size_t i = count; i-- > 0;)
        if (!parts[i].hasOwnScale && (keyed == 0 || !isBeside))
            keyed = i;
    for (std::size_t i = 0; i < count; ++i) {
        const ColorScale scale = scaleOf(data, parts, parts[i], block);
        const int below = plot.panel()->rowCount();
        headings.push_back(plot.addPanelTitle(below, 0, headingOf(data, parts[i], count == 1, scale), style));
        GridAxisRect* rect = plot.addGridRect(below + 1, 0, style);
        rect->setCells(int(grids[i].rows), int(grids[i].columns), CellShape::Fill);
        rect->setMinimumMargins({0, above, 0, 2});
        rect->setMinimumSize(40, int(lowestMap * unit));
        rect->setMaximumSize(QWIDGETSIZE_MAX, int(std::max(24.0, highestCell * unit * double(grids[i].rows))));
        rect->shareCells(cells);
        if (!isBeside || i == 0)
            labelRows(*rect, *shownRun(data)->trace);
        if (isBeside || i + 1 == count)
            labelDimensions(*rect, parts[i].grid.columns, block);
        auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
        map->setName(QString::fromStdString(parts[i].name));
        map->setData(grids[i], scale);
        map->setPinned({data.selection.query, std::max(0, data.selection.dim) / block});
        maps.emplace_back(rect);
        if (i == keyed)
            new ColorBar(rect, scale, data.side == Side::Delta ? Embeddings::tr("Δ value") : Embeddings::tr("value"), style);
    }
    auto* grid = new PartsGrid(plot, isBeside, maps);
    for (std::size_t i = 0; i < count; ++i) {
        const int row = isBeside ? 0 : 2 * int(i), column = isBeside ? int(i) : 0;
        grid->addElement(row, column, headings[i]);
        grid->addElement(row + 1, column, maps[i]);
        grid->setRowStretchFactor(row, 0.001);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, grid);
    if (!isBeside && count > 1)
        alignSides({maps.begin(), maps.end()});
}

std::vector<Metric> embeddingSumMetrics(const FigureData& data)
{
    const auto entering = [](const RunResult& run) {
        const std::vector<InputPart> parts = inputParts(run);
        return parts.empty() ? Grid() : parts.back().grid;
    };
    return gridMetrics(entering(*data.a), entering(*data.b), [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        at.dim = column;
        return at;
    });
}

QSizeF minPanel(const FigureData& data)
{
    const std::size_t count = inputParts(*shownRun(data)).size();
    return {panelOfMap.width(), std::max(panelOfMap.height(), 40 + 40.0 * double(count))};
}

} // namespace

const FigurePage embeddingSumPage{.id = "sum",
    .title = QT_TRANSLATE_NOOP("figures", "What enters the first block?"),
    .draw = drawEmbeddingSum,
    .caption = sumCaption,
    .whyNot = whyNoSum,
    .subtitle = sumSubtitle,
    .table = sumTable,
    .metrics = embeddingSumMetrics,
    .minPanel = minPanel,
    .concepts = "C01"};

} // namespace widgets
