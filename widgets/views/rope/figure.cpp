// The figure "rope": which picture it shows, the reason where it has none, and what the pictures share.

#include "widgets/views/rope/figure.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/rope/pictures.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <cmath>
#include <numbers>

namespace widgets {

namespace {

struct RopeWords
{
    Q_DECLARE_TR_FUNCTIONS(RopeWords)
};

constexpr const FigurePage* kPages[]
    = {&ropePlanePage, &ropeAnglesPage, &ropeRelativePage, &ropePairingPage, &ropeDistancePage, &ropeScalingPage};

bool hasOtherPositions(const RunResult& run, int layer)
{
    return run.setup && layer >= 0 && layer < int(run.setup->config.blocks.size()) && whyNoAttention(run, layer).isEmpty()
        && !ropeOf(run, layer);
}

QString whyNotRope(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    const int layer = data.selection.layer;
    if (!run.setup)
        return RopeWords::tr("This trace comes from a file whose model is not open, so its angles are not known.");
    if (QString reason = whyNoAttention(run, layer); !reason.isEmpty())
        return reason;
    if (hasOtherPositions(run, layer)) {
        const std::string kind(core::infoOf(run.setup->config.block(layer).position).id);
        return RopeWords::tr("No rotation here: layer %1 has the position encoding “%2”.")
            .arg(counted(layer))
            .arg(choiceText("position.kind", core::Json(kind)));
    }
    if (const std::string missing = missingRopeTensor(run, layer); !missing.empty())
        return whyNotRecorded(missing);
    if (!ropeHeadOf(data)) {
        const core::Rope* rope = ropeOf(run, layer);
        if (rope && run.setup->config.block(layer).dHead < 2)
            return RopeWords::tr("A head of one dimension has no pair of numbers to turn: choose wider heads.");
        return rope && rope->rotatedDims(run.setup->config.block(layer).dHead) < 2
            ? RopeWords::tr("The fraction %1 rotates nothing: choose a larger one.").arg(formatNumber(rope->fraction))
            : whyNotRecorded(core::blockName(layer, "attn.rot_q"));
    }
    return {};
}

ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || streamTokens(*run->trace).empty())
        return {};
    if (run->setup && run->setup->config.block(std::max(0, data.selection.layer)).dHead < 2)
        return openOffer(QStringLiteral("main"));
    if (!hasOtherPositions(*run, data.selection.layer))
        return {};
    return {RopeWords::tr("Use RoPE"), QStringLiteral("position.kind"), QStringLiteral("rope")};
}

QString baseText(double base) { return base == std::floor(base) ? formatCount(std::int64_t(base)) : formatNumber(base, 4); }

/// What the picture assumes that the model does not do.
QString whatIf(const RopeHead& head)
{
    QStringList parts;
    const core::Rope& shown = head.rotation.rope;
    if (shown.base != head.ofModel.base)
        parts << RopeWords::tr("base %1 instead of %2").arg(baseText(shown.base), baseText(head.ofModel.base));
    if (shown.fraction != head.ofModel.fraction)
        parts << RopeWords::tr("fraction %1 instead of %2")
                     .arg(formatFixed(shown.fraction, 2), formatFixed(head.ofModel.fraction, 2));
    return parts.isEmpty()
        ? QString()
        : RopeWords::tr("What if: %1. The model's own q and k, turned by other angles; the model did not run so.")
              .arg(parts.join(RopeWords::tr(", ")));
}

std::vector<Caveat> ropeCaveats(const FigureData& data)
{
    std::vector<Caveat> all = ofPage<kPages, &FigurePage::caveats>(data);
    if (const std::optional<RopeHead> head = ropeHeadOf(data); head && head->isWhatIf)
        all.push_back({whatIf(*head), true});
    return all;
}

std::vector<Metric> ropeMetrics(const FigureData& data)
{
    const std::optional<RopeHead> a = ropeHeadOf(data, *data.a), b = ropeHeadOf(data, *data.b);
    if (!a || !b)
        return {};
    const double distance = double(a->query - a->key);
    const auto score
        = [&](const RopeHead& head) { return head.scale * core::productAt(head.products(), head.rotation.angles, distance); };
    return {{RopeWords::tr("score in A"), formatNumber(score(*a)), {}, false},
        {RopeWords::tr("score in B"), formatNumber(score(*b)), {}, false},
        {RopeWords::tr("slowest turn in A"), formatNumber(core::wavelengths(a->rotation.angles).back()), {}, false},
        {RopeWords::tr("slowest turn in B"), formatNumber(core::wavelengths(b->rotation.angles).back()), {}, false}};
}

} // namespace

QString whyNoAngleDifference(const FigureData& data)
{
    return data.side == Side::Delta && !ropeHeadOf(data, *data.b)
        ? RopeWords::tr("B does not rotate here, so there is no difference of angles: look at A | B.")
        : QString();
}

QString whyNeverDifference(const FigureData& data)
{
    return data.side == Side::Delta ? RopeWords::tr("Rotations cannot be subtracted: look at A | B.") : QString();
}

Grid angleGrid(const RopeHead& head)
{
    const core::Index positions = head.positions(), pairs = head.rotation.pairs();
    std::vector<float> values;
    for (core::Index position = 0; position < positions; ++position)
        for (core::Index pair = 0; pair < pairs; ++pair)
            values.push_back(float(
                std::remainder(double(position) * head.rotation.angles.frequencies[std::size_t(pair)], 2 * std::numbers::pi)));
    return gridOf(std::move(values), positions, pairs);
}

GridAxisRect* addAngleMap(const Drawing& drawing, int row, const RopeHead& head)
{
    const auto& [plot, data, style] = drawing;
    const GridOf numbers = [&](const RunResult& run) {
        const std::optional<RopeHead> one = ropeHeadOf(data, run);
        return one ? angleGrid(*one) : Grid();
    };
    const Grid grid = sideGrid(data, numbers);
    const ScaleChoice choice{ColorMapId::VikO, ScalePolicy::Phase};
    const ColorScale scale = data.side == Side::Delta ? sideScale(data, choice, numbers) : makeScale(choice, grid);
    GridAxisRect* rect = plot.addGridRect(row, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowNumbers(int(grid.rows));
    rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(RopeWords::tr("pair"), roomOf(style).width() < narrowRope ? QString() : RopeWords::tr("position"));
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("angles"));
    map->setNumbers(false);
    map->setData(grid, scale);
    map->setPinned({int(std::lround(head.position)), head.pair});
    new ColorBar(rect, scale, data.side == Side::Delta ? RopeWords::tr("Δ angle") : RopeWords::tr("angle"), style);
    return rect;
}

QVector<double> scoreCurve(const RopeHead& head, const core::PairProducts& products)
{
    QVector<double> scores;
    for (int distance = 0; distance <= head.distances(); ++distance)
        scores << head.scale * core::productAt(products, head.rotation.angles, double(distance));
    return scores;
}

QString tokenAt(const FigureData& data, int position)
{
    return RopeWords::tr("%1 at %2").arg(quotedToken(*shownRun(data)->trace, position)).arg(counted(position));
}

QString turnLength(double wavelength)
{
    return wavelength >= 100 ? formatCount(std::int64_t(std::llround(wavelength))) : formatNumber(wavelength);
}

constinit const FigureInfo ropeFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNotRope>("rope", QT_TRANSLATE_NOOP("figures", "What does rotating queries and keys do?"));
    figure.difference = Difference::Any;
    figure.metrics = ropeMetrics;
    figure.offer = offer;
    figure.caveats = ropeCaveats;
    return figure;
}();

} // namespace widgets
