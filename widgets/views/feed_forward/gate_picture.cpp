// Gate × up: where the gate is nearly closed the product is small, whatever is multiplied.

#include "widgets/views/feed_forward/gate_picture.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_map.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/dot_cloud.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/feed_forward/slope_histogram.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr core::Index maxDots = 12'000; // beyond, each neuron once, and all of them at the selected token
constexpr ScaleChoice productScale{ColorMapId::RdBu, ScalePolicy::SymmetricRobust};

bool isThinned(const FeedForwardLayer& layer) { return layer.pre.size() > maxDots; }

Grid productsOf(const FigureData& data, const RunResult& run)
{
    const auto layer = feedForwardOf(data, run);
    return layer && layer->isGated ? layer->post : Grid();
}

struct Reach
{
    QCPRange gate{-1, 1}, up{-1, 1};
};

Reach reachOf(const FeedForwardLayer& layer)
{
    Reach reach;
    for (core::Index token = 0; token < layer.pre.rows; ++token)
        for (core::Index i = 0; i < layer.pre.columns; ++i) {
            if (const auto x = double(layer.pre.at(token, i)); std::isfinite(x))
                reach.gate.expand(x);
            if (const auto y = double(layer.up.at(token, i)); std::isfinite(y))
                reach.up.expand(y);
        }
    for (QCPRange* range : {&reach.gate, &reach.up}) {
        const double margin = 0.03 * range->size();
        *range = {range->lower - margin, range->upper + margin};
    }
    return reach;
}

Reach sharedReach(const FigureData& data)
{
    Reach reach;
    for (const RunPtr& run : scaledRuns(data))
        if (const auto layer = run ? feedForwardOf(data, *run) : std::nullopt; layer && layer->isGated) {
            const Reach one = reachOf(*layer);
            reach.gate.expand(one.gate);
            reach.up.expand(one.up);
        }
    return reach;
}

/// Round products of each sign, from those that colours tell apart to those near 0.
std::vector<double> levelsOf(const ColorScale& scale)
{
    const auto rounded = [](double value) {
        const double power = std::pow(10.0, std::floor(std::log10(value)));
        return std::round(value / power) * power;
    };
    const double high = rounded(0.9 * scale.high), middle = rounded(0.3 * scale.high), low = rounded(0.1 * scale.high);
    return {high, middle, low, -low, -middle, -high};
}

/// The colour of products of one sign, as strong as its numbers can be read on the paper.
QColor levelColor(const ColorScale& scale, double end, const QColor& paper)
{
    constexpr double readable = 4.5; // WCAG contrast of text
    for (const double share : {0.9, 0.75, 0.6, 0.45})
        if (const QColor color(scale.color(share * end)); contrastRatio(color, paper) >= readable)
            return color;
    return QColor(scale.color(0.3 * end));
}

/// up = level ÷ act(gate), where that is in the chart.
void addLevel(LineChart& chart, const FeedForwardLayer& layer, const Reach& reach, double level, const QColor& color)
{
    constexpr int points = 400;
    const double offset = core::linearHalf(layer.kind, 0); // a clamped gate multiplies up + 1
    QVector<double> x, y;
    for (int i = 0; i <= points; ++i) {
        x << reach.gate.lower + reach.gate.size() * i / points;
        const double up = level / core::activationValue(layer.kind, x.last()) - offset;
        const bool isInside = up > reach.up.lower - reach.up.size() && up < reach.up.upper + reach.up.size();
        y << (std::isfinite(up) && isInside ? up : qQNaN());
    }
    const bool endsInside = std::isfinite(y.last()) && reach.up.contains(y.last());
    QCPGraph* const line = chart.addLine(x, y, endsInside ? formatNumber(level, 1) : QString(), {.color = color});
    QPen thin = line->pen();
    thin.setWidthF(0.6 * thin.widthF());
    line->setPen(thin);
    line->setName(QStringLiteral("product %1").arg(formatNumber(level)));
}

void drawFeedForwardGate(const Drawing& drawing) { addGateCloud(drawing, drawing.plot.addAxisRect(0, 0, drawing.style)); }

QString whyNotFeedForwardGate(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    if (!layer.isGated)
        return FeedForward::tr(
            "The feed-forward of layer %1 is plain: it has no gate that multiplies. Choose “Gated” as the feed-forward.")
            .arg(counted(layer.layer));
    return whyNoFeedForwardDifference(data);
}

QString feedForwardGateSubtitle(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    return FeedForward::tr(
        "Lines: equal products %1(gate) · up; dots: neurons at tokens in these colours.")
        .arg(activationName(layer.kind));
}

/// Where the magnitude of the product is largest.
Cell largestOf(const Grid& products)
{
    Cell best{0, 0};
    for (int token = 0; token < int(products.rows); ++token)
        for (int i = 0; i < int(products.columns); ++i)
            if (std::abs(products.at(token, i)) > std::abs(products.at(best.row, best.column)))
                best = {token, i};
    return best;
}

QString feedForwardGateCaption(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const Cell best = largestOf(layer.post);
    core::Index small = 0;
    const double least = 0.1 * std::abs(double(layer.post.at(best.row, best.column)));
    for (int token = 0; token < int(layer.post.rows); ++token)
        for (int i = 0; i < int(layer.post.columns); ++i)
            small += std::abs(double(layer.post.at(token, i))) < least;
    return joinedSentences({FeedForward::tr("The largest product is %1, of neuron %2 at %3.")
                                .arg(formatNumber(double(layer.post.at(best.row, best.column))))
                                .arg(counted(best.column))
                                .arg(feedForwardTokenAt(data, best.row)),
        FeedForward::tr("Its gate is %1, its up %2.")
            .arg(formatNumber(double(layer.pre.at(best.row, best.column))),
                formatNumber(double(layer.up.at(best.row, best.column)))),
        FeedForward::tr("%1 of the %2 products are smaller than a tenth of it.")
            .arg(formatPercent(double(small) / double(layer.post.size())), formatCount(layer.post.size()))});
}

QString feedForwardGateTable(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    QString text = QStringLiteral("position,neuron,gate,up,product\n");
    for (int token = 0; token < int(layer.pre.rows); ++token)
        for (int i = 0; i < int(layer.pre.columns); ++i)
            text += QStringLiteral("%1,%2,%3,%4,%5\n")
                        .arg(token)
                        .arg(i)
                        .arg(exactText(layer.pre.at(token, i)), exactText(layer.up.at(token, i)),
                            exactText(layer.post.at(token, i)));
    return text;
}

std::vector<Caveat> feedForwardGateCaveats(const FigureData& data)
{
    std::vector<Caveat> all;
    if (const FeedForwardLayer layer = shownFeedForward(data); isThinned(layer))
        all.push_back(
            {FeedForward::tr(
                 "Of %1 dots those of the selected token are shown, and of each neuron the one with its largest product.")
                    .arg(formatCount(layer.pre.size())),
                false});
    return all;
}

} // namespace

void addGateCloud(const Drawing& drawing, QCPAxisRect* rect)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    const FeedForwardLayer layer = shownFeedForward(data);
    const Reach reach = sharedReach(data);
    const ColorScale scale = sideScale(data, productScale, [&](const RunResult& run) { return productsOf(data, run); });
    auto* cloud = new DotCloud(rect, style);
    cloud->setName(QStringLiteral("dots"));
    rect->axis(QCPAxis::atBottom)->setLabel(FeedForward::tr("gate, before the activation"));
    rect->axis(QCPAxis::atLeft)->setLabel(FeedForward::tr("up"));
    auto* chart = new LineChart(rect, style);
    for (const double level : levelsOf(scale))
        addLevel(*chart, layer, reach, level, levelColor(scale, level > 0 ? scale.high : scale.low, theme.surface));
    rect->axis(QCPAxis::atBottom)->setRange(reach.gate);
    rect->axis(QCPAxis::atLeft)->setRange(reach.up);

    const std::vector<core::NeuronUse>& neurons = neuronUse(data, shownRun(data));
    const bool isThin = isThinned(layer);
    QVector<CloudDot> dots;
    QColor faint = theme.borderStrong;
    faint.setAlphaF(0.55F);
    double most = 0; // of the neuron
    for (int token = 0; token < int(layer.post.rows); ++token)
        most = std::max(most, std::abs(layer.product(token)));
    const QColor high = levelColor(scale, scale.high, theme.surface), low = levelColor(scale, scale.low, theme.surface);
    const double colored = 0.15 * scale.high; // the middle of the colours is that of the paper
    for (int token = 0; token < int(layer.pre.rows); ++token)
        for (int i = 0; i < int(layer.pre.columns); ++i) {
            const bool isMarked = i == layer.neuron;
            const bool isPeak = std::size_t(i) < neurons.size() && neurons[std::size_t(i)].peakToken == token;
            const auto x = double(layer.pre.at(token, i)), y = double(layer.up.at(token, i)),
                       product = double(layer.post.at(token, i));
            if ((isThin && !isMarked && !isPeak && token != layer.token) || !std::isfinite(x) || !std::isfinite(y))
                continue;
            CloudDot dot{{x, y}, {token, i}, faint, {}, isMarked};
            if (std::isfinite(product) && std::abs(product) > colored) // the larger, the farther from the paper
                dot.color = mixed(product > 0 ? high : low, theme.surface,
                    0.4 + 0.6 * std::min(1.0, std::abs(product) / scale.high));
            if (isMarked && std::abs(product) >= 0.08 * most)
                dot.words = QStringLiteral("%1 %2").arg(quotedToken(*shownRun(data)->trace, token), formatNumber(product));
            dots << dot;
        }
    std::stable_partition(dots.begin(), dots.end(), [&](const CloudDot& dot) { return dot.color == faint; }); // below the others
    cloud->setDots(std::move(dots), {QStringLiteral("gate"), QStringLiteral("up")});
    cloud->setPinned({layer.token, layer.neuron});
}

QString gateCloudHeading(const FigureData& data)
{
    return isThinned(shownFeedForward(data))
        ? FeedForward::tr("Gate × up: each neuron where it is largest, and at the selected token")
        : FeedForward::tr("Gate × up: a dot is a neuron at a token");
}

const FigurePage feedForwardGatePage{.id = "gate",
    .title = QT_TRANSLATE_NOOP("figures", "What does the gate let through?"),
    .draw = drawFeedForwardGate,
    .caption = feedForwardGateCaption,
    .whyNot = whyNotFeedForwardGate,
    .subtitle = feedForwardGateSubtitle,
    .table = feedForwardGateTable,
    .needs = neuronUseNeeded,
    .minPanel = minPanelOf<200, 150>,
    .caveats = feedForwardGateCaveats,
    .concepts = "C27"};

} // namespace widgets
