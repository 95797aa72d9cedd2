// The short convolution of a mixer: what each channel takes of the last few tokens, as maps of all channels and as bars.

#include "core/analysis/mixer_kernels.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixers/data.h"
#include "widgets/views/mixers/pages.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/token_groups.h"

#include <cmath>

namespace widgets {

namespace {

using Kernels = std::vector<core::MixerKernel>;

constexpr double wideForBars = 460, shortestBar = 24; // px of ordinary type

NeedId idOf(const RunPtr& run, int layer) { return {run->trace, {}, "kernels of mixer " + std::to_string(layer)}; }

bool hasKernels(const RunResult& run, const FigureData& data)
{
    const core::MixerForm form = core::mixerFormOf(*run.setup, mixerLayer(run, data.selection));
    return form.convolution || !form.shifts.empty();
}

QString whyNotOf(const RunResult& run, const FigureData& data)
{
    if (!run.setup)
        return Mixers::tr("A recorded run does not say how its mixer was computed. Open the model itself.");
    return hasKernels(run, data)
        ? QString()
        : Mixers::tr("%1 has no convolution over the last tokens. Mamba, Mamba-2 and RG-LRU have one, RWKV-4 shifts tokens.")
              .arg(mixerName(mixerKind(run, mixerLayer(run, data.selection))));
}

QString whyNotMixerKernels(const FigureData& data)
{
    QString reason = whyNotOf(*shownRun(data), data);
    if (reason.isEmpty() && data.side == Side::Delta)
        reason = whyNotOf(*data.b, data);
    return reason;
}

Needs mixerKernelsNeeds(const FigureData& data)
{
    Needs all;
    if (!shownRun(data) || !whyNoTokens(data).isEmpty())
        return all;
    for (const RunPtr& run : drawnRuns(data))
        if (whyNotOf(*run, data).isEmpty()) {
            const int layer = mixerLayer(*run, data.selection);
            all.push_back(derivedNeed(
                idOf(run, layer), [run, layer](const core::RunControl&) { return core::mixerKernels(*run->setup, layer); }));
        }
    return all;
}

const Kernels& kernelsOf(const FigureData& data, const RunPtr& run)
{
    static const Kernels none;
    const auto* const found
        = run && run->setup ? data.results.value<Kernels>(idOf(run, mixerLayer(*run, data.selection))) : nullptr;
    return found ? *found : none;
}

/// "conv" of "blocks.3.mixer.conv.weight".
QString nameOf(const core::MixerKernel& kernel)
{
    return QString::fromStdString(kernel.weight).section(QLatin1Char('.'), -2, -2);
}

QStringList tapNames(core::Index taps)
{
    QStringList names;
    for (core::Index tap = 0; tap < taps; ++tap)
        names << (tap == 0 ? Mixers::tr("the token") : Mixers::tr("%1 before").arg(tap));
    return names;
}

void drawMap(const Drawing& drawing, GridAxisRect* rect, std::size_t index)
{
    const auto& [plot, data, style] = drawing;
    const GridOf numbers = [&](const RunResult& run) {
        const Kernels& all = kernelsOf(data, pointerTo(data, run));
        return index < all.size() ? gridOf(all[index].taps) : Grid();
    };
    const Grid grid = sideGrid(data, numbers);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowTokens(tapNames(grid.rows));
    rect->setColumnNumbers(int(grid.columns));
    rect->setAxisTitles(Mixers::tr("channel"), QString());
    auto* const map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    const ColorScale scale = sideScale(data, {ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, numbers);
    map->setName(nameOf(kernelsOf(data, shownRun(data))[index]));
    map->setData(grid, scale);
    map->setNumbers(false);
    if (style.showColorBar)
        (new ColorBar(rect, scale, data.side == Side::Delta ? QStringLiteral("Δ") : Mixers::tr("weight"), style))
            ->setShortest(shortestBar);
}

void drawBars(QCPAxisRect* rect, const core::MixerKernel& kernel, const FigureStyle& style)
{
    auto* const chart = new BarChart(rect, style);
    chart->setName(nameOf(kernel) + QStringLiteral(" mean"));
    QVector<Bar> bars;
    const QStringList names = tapNames(kernel.taps.rows());
    for (core::Index tap = 0; tap < kernel.taps.rows(); ++tap)
        bars << Bar{names[int(tap)], kernel.meanMagnitude(tap), {}};
    chart->setBars(bars);
}

void drawMixerKernels(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Kernels& kernels = kernelsOf(data, shownRun(data));
    const bool hasBars = data.side != Side::Delta && roomOf(style).width() >= wideForBars;
    auto* const page = plot.makeGrid();
    page->setRowSpacing(space::xs);
    page->setColumnSpacing(space::xl);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const int below = plot.panel()->rowCount(), row = page->rowCount();
        const QString heading = kernels[i].isShift
            ? Mixers::tr("%1: what the projection reads of the last two tokens").arg(nameOf(kernels[i]))
            : Mixers::tr("%1: weights of the last %2 tokens").arg(nameOf(kernels[i])).arg(kernels[i].taps.rows());
        page->addElement(row, 0, plot.addPanelTitle(below, 0, heading, style));
        GridAxisRect* const rect = plot.addGridRect(below + 1, 0, style);
        page->addElement(row + 1, 0, rect);
        drawMap(drawing, rect, i);
        if (hasBars) {
            page->addElement(row, 1, plot.addPanelTitle(below + 2, 0, Mixers::tr("mean magnitude"), style));
            QCPAxisRect* const bars = plot.addAxisRect(below + 3, 0, style);
            page->addElement(row + 1, 1, bars);
            drawBars(bars, kernels[i], style);
        }
        page->setRowStretchFactor(row, 0.001);
    }
    if (hasBars)
        page->setColumnStretchFactor(0, 2.2);
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, page);
}

QString mixerKernelsSubtitle(const FigureData& data)
{
    return Mixers::tr("Layer %1: a column is a channel, a row one of the last tokens; each channel mixes them by itself.")
        .arg(counted(mixerLayer(*shownRun(data), data.selection)));
}

QString mixerKernelsCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return {};
    QStringList sentences;
    for (const RunPtr& run : panelRuns(data))
        for (const core::MixerKernel& kernel : kernelsOf(data, run)) {
            QStringList means;
            for (core::Index tap = 0; tap < std::min<core::Index>(kernel.taps.rows(), 4); ++tap)
                means << formatNumber(kernel.meanMagnitude(tap));
            sentences << slotPrefix(data, run)
                    + Mixers::tr("%1: mean magnitudes %2, from the token itself back.")
                          .arg(nameOf(kernel), means.join(Mixers::tr(", ")));
        }
    return joinedSentences(sentences);
}

QString mixerKernelsTable(const FigureData& data)
{
    QString text = QStringLiteral("kernel,back,channel,weight\n");
    for (const RunPtr& run : panelRuns(data))
        for (const core::MixerKernel& kernel : kernelsOf(data, run))
            for (core::Index tap = 0; tap < kernel.taps.rows(); ++tap)
                for (core::Index i = 0; i < kernel.taps.cols(); ++i)
                    text += QStringLiteral("%1,%2,%3,%4\n")
                                .arg(nameOf(kernel))
                                .arg(tap)
                                .arg(i)
                                .arg(exactText(kernel.taps(tap, i)));
    return text;
}

} // namespace

const FigurePage mixerKernelsPage{.id = "kernels",
    .title = QT_TRANSLATE_NOOP("figures", "Which last tokens does a mixer’s convolution read?"),
    .draw = drawMixerKernels,
    .caption = mixerKernelsCaption,
    .whyNot = whyNotMixerKernels,
    .subtitle = mixerKernelsSubtitle,
    .table = mixerKernelsTable,
    .needs = mixerKernelsNeeds,
    .minPanel = minPanelOf<240, 150>,
    .minRoom = {180, 100},
    .concepts = "C42"};

} // namespace widgets
