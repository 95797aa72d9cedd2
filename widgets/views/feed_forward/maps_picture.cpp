// Tokens × neurons: which neurons answer which token, and which stay silent all along.

#include "widgets/views/feed_forward/maps_picture.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/neuron_strip.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace widgets {

namespace {

constexpr ScaleChoice mapScale{ColorMapId::RdBu, ScalePolicy::SymmetricRobust};

bool showsOut(const FigureData& data) { return mapOption.in(data) == QLatin1String("out"); }

/// "product" where nothing is said, or where the layer has no such part.
QString shownPart(const FigureData& data, const FeedForwardLayer& layer)
{
    const QString of = mapOption.in(data);
    const bool needsGate = of == QLatin1String("gate") || of == QLatin1String("up");
    const bool lacksOut = of == QLatin1String("out") && layer.out.isEmpty();
    return of.isEmpty() || (needsGate && !layer.isGated) || lacksOut ? QStringLiteral("product") : of;
}

/// The numbers of a part as the trace has them; the gate is act(pre).
Grid partOf(const FeedForwardLayer& layer, const QString& part)
{
    if (part == QLatin1String("pre"))
        return layer.pre;
    if (part == QLatin1String("up"))
        return layer.up;
    if (part == QLatin1String("out"))
        return layer.out;
    if (part != QLatin1String("gate"))
        return layer.post;
    std::vector<float> values(std::size_t(layer.pre.size()));
    for (core::Index token = 0; token < layer.pre.rows; ++token)
        core::applyActivation(layer.kind, layer.pre.data + token * layer.pre.rowStride, values.data() + token * layer.pre.columns,
            layer.pre.columns);
    return gridOf(std::move(values), layer.pre.rows, layer.pre.columns);
}

/// Not so B beside A and B − A where B has the neurons of A, each by the same number.
bool hasOwnOrder(const FigureData& data)
{
    return !data.b || data.side == Side::A || (data.side != Side::Delta && !showsBoth(data)) || !areNeuronsShared(data)
        || neuronUse(data, data.a).size() != neuronUse(data, data.b).size();
}

/// Neurons of B that are those of A stand where they do in A, so that columns can be compared; others have an order of their own.
std::vector<core::Index> orderOf(const FigureData& data)
{
    const std::vector<core::NeuronUse>& neurons = neuronUse(data, hasOwnOrder(data) ? shownRun(data) : data.a);
    const QString order = orderOption.in(data);
    return core::neuronOrder(neurons,
        order == QLatin1String("neuron")     ? core::NeuronOrder::ByNeuron
            : order == QLatin1String("size") ? core::NeuronOrder::BySize
                                             : core::NeuronOrder::ByToken);
}

Grid sorted(const Grid& grid, const std::vector<core::Index>& order)
{
    if (core::Index(order.size()) != grid.columns)
        return grid;
    std::vector<float> values(std::size_t(grid.size()));
    for (core::Index row = 0; row < grid.rows; ++row)
        for (std::size_t column = 0; column < order.size(); ++column)
            values[std::size_t(row) * order.size() + column] = grid.at(row, order[column]);
    return gridOf(std::move(values), grid.rows, grid.columns);
}

/// What the map shows of a run: sorted, but for `out`, whose columns are dimensions.
Grid shownGrid(const FigureData& data, const RunResult& run)
{
    const auto layer = feedForwardOf(data, run);
    if (!layer)
        return {};
    const Grid grid = partOf(*layer, shownPart(data, *layer));
    return showsOut(data) ? grid : sorted(grid, orderOf(data));
}

QString partName(const QString& part, const FeedForwardLayer& layer)
{
    return part == QLatin1String("pre") ? beforeName(layer)
        : part == QLatin1String("gate") ? FeedForward::tr("gate after its activation")
        : part == QLatin1String("up")   ? FeedForward::tr("up")
        : part == QLatin1String("out")  ? FeedForward::tr("output")
        : layer.isGated                 ? FeedForward::tr("product gate × up")
                                        : FeedForward::tr("value after the activation");
}

NeuronStripData stripOf(const FigureData& data, const FeedForwardLayer& layer)
{
    NeuronStripData strip;
    const bool isOut = showsOut(data);
    const std::vector<core::Index> order = isOut ? std::vector<core::Index>() : orderOf(data);
    const std::vector<core::NeuronUse>& neurons = neuronUse(data, shownRun(data));
    const bool isByToken = orderOption.is(data, "token");
    core::Index token = -1;
    for (std::size_t column = 0; column < order.size() && order.size() == neurons.size(); ++column) {
        const core::NeuronUse& neuron = neurons[std::size_t(order[column])];
        if (neuron.isNeverPositive)
            strip.ticks << int(column);
        if (isByToken && (column == 0 || neuron.peakToken != token) && hasOwnOrder(data))
            strip.groups << 0;
        token = neuron.peakToken;
        if (!strip.groups.isEmpty())
            ++strip.groups.last();
    }
    if (!isOut) {
        strip.marked = columnOfNeuron(data, layer.neuron);
        strip.words = FeedForward::tr("neuron %1").arg(counted(layer.neuron));
    }
    return strip;
}

void drawFeedForwardMaps(const Drawing& drawing)
{
    auto* grid = drawing.plot.makeGrid();
    grid->setRowSpacing(0);
    addNeuronMap(drawing, grid, 0);
    drawing.plot.panel()->simplify();
    drawing.plot.panel()->addElement(0, 0, grid);
}

QString whyNotFeedForwardMaps(const FigureData& data)
{
    if (data.side == Side::Delta && sideGrid(data, [&](const RunResult& run) { return shownGrid(data, run); }).isEmpty())
        return FeedForward::tr("A and B do not have the same neurons and tokens here: look at A | B.");
    return {};
}

QString feedForwardMapsSubtitle(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const QString part = shownPart(data, layer);
    const QString name = data.side == Side::Delta ? QStringLiteral("Δ ") + partName(part, layer) : partName(part, layer);
    if (part == QLatin1String("out"))
        return FeedForward::tr("Cells: %1 of L%2, tokens by dimensions.").arg(name).arg(counted(layer.layer));
    const QString order = orderOption.in(data);
    const QString sort = order == QLatin1String("neuron") ? FeedForward::tr("in the order of the weights")
        : order == QLatin1String("size")                  ? FeedForward::tr("sorted by their largest magnitude")
                                                          : FeedForward::tr("sorted by the token where they are largest");
    return FeedForward::tr(
        "Cells: %1, L%2; ticks: all inputs ≤ 0; neurons %3.")
        .arg(name)
        .arg(counted(layer.layer))
        .arg(sort);
}

/// Where B differs most from A.
QString captionOfDelta(const FigureData& data)
{
    const Grid delta = sideGrid(data, [&](const RunResult& run) { return shownGrid(data, run); });
    Cell most{0, 0};
    for (int row = 0; row < int(delta.rows); ++row)
        for (int column = 0; column < int(delta.columns); ++column)
            if (std::abs(delta.at(row, column)) > std::abs(delta.at(most.row, most.column)))
                most = {row, column};
    return (showsOut(data) ? FeedForward::tr("The largest difference is %1, in dimension %2 at %3.")
                           : FeedForward::tr("The largest difference is %1, of neuron %2 at %3."))
        .arg(formatNumber(double(delta.at(most.row, most.column))))
        .arg(counted(neuronOfColumn(data, most.column)))
        .arg(feedForwardTokenAt(data, most.row));
}

QString feedForwardMapsCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return captionOfDelta(data);
    const FeedForwardLayer layer = shownFeedForward(data);
    const std::vector<core::NeuronUse>& neurons = neuronUse(data, shownRun(data));
    const QuietNeurons quiet = quietNeurons(neurons);
    const QString count = formatCount(std::int64_t(neurons.size()));
    QStringList sentences;
    sentences << (core::isZeroBelowZero(layer.kind)
            ? FeedForward::tr("%1 of %2 neurons of L%3 are dead on this text: never above 0, so %4 gives 0 at every token.")
            : FeedForward::tr(
                "%1 of %2 neurons of L%3 stay below 0 at every token: %4 lets a little of them through, ReLU would not."))
                     .arg(quiet.neverPositive)
                     .arg(count)
                     .arg(counted(layer.layer))
                     .arg(activationName(layer.kind));
    if (const int first = quiet.neverPositiveLater - quiet.neverPositive; first > 0 && layer.post.rows > 1)
        sentences << FeedForward::tr("The first token counts, too: %1 more are above 0 there alone.").arg(first);
    sentences << FeedForward::tr("%1 are saturated: slope within ±0.1 at every token.").arg(quiet.silent);
    std::vector<int> tokens;
    for (int token = 0; token < int(layer.post.rows); ++token)
        tokens.push_back(token);
    std::ranges::stable_sort(tokens, std::greater(), [&](int token) { return std::abs(layer.product(token)); });
    if (tokens.size() > 1)
        sentences << FeedForward::tr("Neuron %1 is %2 at %3 and %4 at %5.")
                         .arg(counted(layer.neuron))
                         .arg(formatNumber(layer.product(tokens[0])), feedForwardTokenAt(data, tokens[0]),
                             formatNumber(layer.product(tokens[1])), feedForwardTokenAt(data, tokens[1]));
    return joinedSentences(sentences);
}

QString feedForwardMapsTable(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const std::vector<core::NeuronUse>& neurons = neuronUse(data, shownRun(data));
    QString text = QStringLiteral("neuron,peak_position,peak,never_above_0,saturated\n");
    for (const core::Index i : orderOf(data)) {
        const core::NeuronUse& neuron = neurons[std::size_t(i)];
        text += QStringLiteral("%1,%2,%3,%4,%5\n")
                    .arg(i)
                    .arg(neuron.peakToken)
                    .arg(exactText(neuron.peak))
                    .arg(int(neuron.isNeverPositive))
                    .arg(int(neuron.isSilent));
    }
    return text;
}

std::vector<Metric> feedForwardMapsMetrics(const FigureData& data)
{
    const auto a = feedForwardOf(data, *data.a), b = feedForwardOf(data, *data.b);
    if (!a || !b)
        return {};
    return gridMetrics(a->post, b->post, [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        at.dim = column;
        return at;
    });
}

FigureOptions options(const FigureData& data)
{
    QStringList parts{"product", "pre", "gate", "up", "out"};
    if (data.a && whyNoFeedForward(data).isEmpty() && !shownFeedForward(data).isGated)
        parts = {"product", "pre", "out"};
    return {mapOption.oneOf(parts), orderOption};
}

} // namespace

void addNeuronMap(const Drawing& drawing, QCPLayoutGrid* in, int row)
{
    const auto& [plot, data, style] = drawing;
    const FeedForwardLayer layer = shownFeedForward(data);
    const GridOf numbers = [&](const RunResult& run) { return shownGrid(data, run); };
    const Grid grid = sideGrid(data, numbers);
    const ColorScale scale = sideScale(data, mapScale, numbers);
    const QString part = shownPart(data, layer);
    const int below = plot.panel()->rowCount();
    GridAxisRect* rect = plot.addGridRect(below, 0, style);
    in->addElement(row, 0, rect);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    labelRows(*rect, *shownRun(data)->trace);
    const bool isOut = part == QLatin1String("out");
    if (isOut)
        rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(isOut ? FeedForward::tr("dimension") : QString(), QString());
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(neuronMapName(data));
    map->setNumbers(false);
    map->setData(grid, scale);
    map->setPinned({layer.token, isOut ? data.selection.dim : columnOfNeuron(data, layer.neuron)});
    const QString key = isOut              ? FeedForward::tr("output")
        : part != QLatin1String("product") ? part
        : layer.isGated                    ? FeedForward::tr("product")
                                           : FeedForward::tr("after");
    new ColorBar(rect, scale, data.side == Side::Delta ? QStringLiteral("Δ ") + key : key, style);
    if (isOut)
        return;
    QCPAxisRect* foot = plot.addAxisRect(below + 1, 0, style);
    in->addElement(row + 1, 0, foot);
    in->setRowStretchFactor(row + 1, 0.001);
    rect->setFollower(foot);
    auto* strip = new NeuronStrip(foot, map, style);
    strip->setData(stripOf(data, layer));
}

QString neuronMapName(const FigureData& data)
{
    const bool isOther = data.side == Side::B && showsBoth(data) && !showsOut(data) && hasOwnOrder(data);
    return isOther ? QStringLiteral("neurons B") : QStringLiteral("neurons");
}

FigureData ofNeuronMap(const FigureData& data, const QString& map)
{
    return map == QLatin1String("neurons B") ? ofSide(data, Side::B) : data;
}

bool isNeuronMap(const QString& map) { return map == QLatin1String("neurons") || map == QLatin1String("neurons B"); }

int neuronOfColumn(const FigureData& data, int column)
{
    if (showsOut(data))
        return column;
    const std::vector<core::Index> order = orderOf(data);
    return column >= 0 && std::size_t(column) < order.size() ? int(order[std::size_t(column)]) : -1;
}

int columnOfNeuron(const FigureData& data, int neuron)
{
    if (showsOut(data))
        return neuron;
    const std::vector<core::Index> order = orderOf(data);
    const auto found = std::find(order.begin(), order.end(), neuron);
    return found == order.end() ? -1 : int(found - order.begin());
}

const char* tensorOfMap(const FigureData& data)
{
    const QString part = mapOption.in(data);
    return part == QLatin1String("pre") ? "mlp.pre"
        : part == QLatin1String("up")   ? "mlp.pre_linear"
        : part == QLatin1String("out")  ? "mlp.out"
        : part == QLatin1String("gate") ? "mlp.pre"
                                        : "mlp.post";
}

const FigurePage feedForwardMapsPage{.id = "maps",
    .title = QT_TRANSLATE_NOOP("figures", "Which neurons answer which token?"),
    .draw = drawFeedForwardMaps,
    .caption = feedForwardMapsCaption,
    .whyNot = whyNotFeedForwardMaps,
    .subtitle = feedForwardMapsSubtitle,
    .table = feedForwardMapsTable,
    .metrics = feedForwardMapsMetrics,
    .needs = neuronUseNeeded,
    .options = options,
    .concepts = "C25"};

} // namespace widgets
