// ΔW: how far the weights of B are from those of A, as a map of layers by matrices or as singular values.

#include "widgets/figure/number_files.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/side_panel.h"
#include "widgets/views/weights/change_numbers.h"
#include "widgets/views/weights/figure.h"
#include "widgets/views/weights/numbers.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr std::size_t maxBars = 12;

QString valueText(const FigureData& data, double value)
{
    return changeOption.is(data, "rank") ? formatNumber(value) : formatPercent(value);
}

void drawBars(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    std::vector<ChangedCell> most = changedMost(data);
    most.resize(std::min(most.size(), barsFitting(style, maxBars)));
    SidePanel beside(*plot.panel(), plot, 0, 1, style);
    auto* chart = new BarChart(
        beside.add(changeOption.is(data, "rank") ? WeightWords::tr("In the fewest directions") : WeightWords::tr("Changed most")),
        style);
    chart->setName(QStringLiteral("most"));
    QVector<Bar> bars;
    for (const ChangedCell& one : most)
        bars << Bar{layerLabel(one.layer) + QLatin1Char(' ') + matrixText(one.matrix), one.value, valueText(data, one.value)};
    chart->setBars(bars);
    plot.panel()->setColumnStretchFactor(0, 2.2);
    plot.panel()->setColumnSpacing(space::xl);
}

void drawMap(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const Grid grid = changeGrid(data);
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax}, grid);
    QStringList layers, matrices;
    for (int layer = int(grid.rows); layer-- > 0;)
        layers << layerLabel(layer);
    for (const core::MatrixChange& one : *changesOf(data))
        matrices << matrixText(one.name);
    GridAxisRect* rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    rect->setRowsUpwards(layers);
    rect->setColumnTokens(matrices);
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("change"));
    map->setData(grid, scale);
    new ColorBar(
        rect, scale, changeOption.is(data, "rank") ? WeightWords::tr("stable rank of ΔW") : QStringLiteral("‖ΔW‖ / ‖W‖"), style);
    if (hasRoomForBars(style))
        drawBars(drawing);
}

void drawSpectrum(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(WeightWords::tr("singular value, largest first"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atLeft)->setLabel(WeightWords::tr("size in ΔW"));
    auto* chart = new LineChart(rect, style);
    for (const core::Spectrum& one : *changeSpectraOf(data, changedLayer(data))) {
        if (one.values.empty())
            continue;
        QVector<double> x;
        for (std::size_t i = 0; i < one.values.size(); ++i)
            x << double(i);
        chart->addLine(x, {one.values.begin(), one.values.end()}, matrixText(one.name), matrixLine(one.name, style))
            ->setName(QString::fromStdString(one.name));
    }
    chart->fitAxes(true);
}

void draw(const Drawing& drawing) { changeOption.is(drawing.data, "spectrum") ? drawSpectrum(drawing) : drawMap(drawing); }

const char* titleOf(const FigureData& data)
{
    return changeOption.is(data, "norm") ? nullptr
                                         : QT_TRANSLATE_NOOP("figures", "In how many directions were the weights changed?");
}

QString subtitle(const FigureData& data)
{
    if (changeOption.is(data, "spectrum"))
        return WeightWords::tr("Each line: the singular values of ΔW of a matrix of the layer");
    return changeOption.is(data, "rank")
        ? WeightWords::tr("Each cell: ‖ΔW‖² over its largest squared singular value")
        : WeightWords::tr("Each cell: the norm of ΔW = W of B − W of A, as a share of that of A");
}

QString placeText(const ChangedCell& cell)
{
    return WeightWords::tr("%1 of layer %2").arg(matrixText(cell.matrix)).arg(counted(cell.layer));
}

QString normCaption(const FigureData& data)
{
    const std::vector<ChangedCell> cells = changedMost(data);
    const ChangedCell &most = cells.front(), &least = cells.back();
    QStringList sentences{WeightWords::tr("%1 is changed most: ‖ΔW‖ is %2 of ‖W‖; %3 least, %4.")
                              .arg(placeText(most), formatPercent(most.value), placeText(least), formatPercent(least.value))};
    if (cells[cells.size() / 2].value > 1)
        sentences << WeightWords::tr("Weights of equal norm that have nothing in common are 141 % apart.");
    return joinedSentences(sentences);
}

QString rankCaption(const FigureData& data)
{
    const std::vector<ChangedCell> cells = changedMost(data);
    if (cells.empty())
        return {};
    const ChangedCell &least = cells.front(), &most = cells.back();
    return WeightWords::tr("%1 is changed in the fewest directions, a stable rank of %2; %3 in the most, %4.")
        .arg(placeText(least), formatNumber(least.value), placeText(most), formatNumber(most.value));
}

QString spectrumCaption(const FigureData& data)
{
    QStringList ranks, without;
    for (const core::Spectrum& one : *changeSpectraOf(data, changedLayer(data)))
        if (one.values.empty())
            without << matrixText(one.name);
        else
            ranks << WeightWords::tr("%1 %2 of %3").arg(matrixText(one.name)).arg(one.rank()).arg(one.values.size());
    QStringList sentences{WeightWords::tr("The rank of ΔW: %1.").arg(ranks.join(WeightWords::tr(", ")))};
    if (!without.isEmpty())
        sentences << WeightWords::tr("Larger than %1 and not computed: %2.")
                         .arg(core::maxSpectrum)
                         .arg(without.join(WeightWords::tr(", ")));
    return joinedSentences(sentences);
}

QString caption(const FigureData& data)
{
    if (!changesOf(data) || !whyNoChange(ofSide(data, Side::Both)).isEmpty())
        return {};
    const QString numbers = changeOption.is(data, "spectrum") ? spectrumCaption(data)
        : changeOption.is(data, "rank")                       ? rankCaption(data)
                                                              : normCaption(data);
    QStringList sentences{numbers};
    if (const QString expert = expertSentence(data); !expert.isEmpty())
        sentences << expert;
    return joinedSentences(sentences);
}

std::vector<Caveat> caveats(const FigureData& data)
{
    QStringList others;
    if (const auto* const all = changesOf(data))
        for (const core::MatrixChange& one : *all)
            if (std::ranges::all_of(one.norms, [](double norm) { return std::isnan(norm); }))
                others << matrixText(one.name);
    if (others.isEmpty())
        return {};
    return {{WeightWords::tr("Without ΔW, as B has no such matrix of this shape: %1").arg(others.join(WeightWords::tr(", ")))}};
}

/// The numbers of a spectrum by matrix; of a layer with their ranks.
QString tableOfSpectra(const std::vector<core::Spectrum>& spectra)
{
    QString text = QStringLiteral("matrix,index,singular_value\n");
    for (const core::Spectrum& one : spectra)
        for (std::size_t i = 0; i < one.values.size(); ++i)
            text
                += QStringLiteral("%1,%2,%3\n").arg(QString::fromStdString(one.name)).arg(i).arg(exactText(float(one.values[i])));
    return text;
}

QString tableOfRanks(const FigureData& data)
{
    QString text = QStringLiteral("matrix,layer,stable_rank,matrix_rank,values\n");
    for (int layer = 0; layer < int(data.a->setup->config.layers()); ++layer)
        if (const auto* const spectra = changeSpectraOf(data, layer))
            for (const core::Spectrum& one : *spectra)
                if (!one.values.empty())
                    text += QStringLiteral("%1,%2,%3,%4,%5\n")
                                .arg(QString::fromStdString(one.name))
                                .arg(layer)
                                .arg(exactText(float(one.stableRank())))
                                .arg(one.rank())
                                .arg(one.values.size());
    return text;
}

QString table(const FigureData& data)
{
    const auto* const all = changesOf(data);
    if (!all)
        return {};
    if (changeOption.is(data, "rank"))
        return tableOfRanks(data);
    if (changeOption.is(data, "spectrum")) {
        const auto* const spectra = changeSpectraOf(data, changedLayer(data));
        return spectra ? tableOfSpectra(*spectra) : QString();
    }
    QString text = QStringLiteral("matrix,layer,norm,relative\n");
    for (const core::MatrixChange& one : *all)
        for (std::size_t layer = 0; layer < one.norms.size(); ++layer)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(QString::fromStdString(one.name))
                        .arg(layer)
                        .arg(exactText(float(one.norms[layer])), exactText(float(one.relative(core::Index(layer)))));
    return text;
}

FigureOptions options(const FigureData& data)
{
    FigureOptions all{changeOption};
    addOptions(all, expertOptions(data));
    return all;
}

std::vector<QVariantMap> variants()
{
    std::vector<QVariantMap> all;
    for (const QString& of : changeOption.list())
        all.push_back({{changeOption.name(), of}});
    return all;
}

} // namespace

int layerOfChange(const FigureData& data, int row) { return int(changeGrid(data).rows) - 1 - row; }

int layerOfChangeBar(const FigureData& data, int bar)
{
    const std::vector<ChangedCell> cells = changedMost(data);
    return bar >= 0 && std::size_t(bar) < cells.size() ? cells[std::size_t(bar)].layer : -1;
}

const FigureInfo weightChangeFigure{.id = "weight_change",
    .title = QT_TRANSLATE_NOOP("figures", "Where were the weights changed?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNoChange,
    .subtitle = subtitle,
    .titleFor = titleOf,
    .table = table,
    .comparing = Comparing::Overlay,
    .difference = Difference::Any,
    .needs = changeNeeds,
    .options = options,
    .variants = variants,
    .offer = changeOffer,
    .minPanel = minPanelOf<260, 160>,
    .caveats = caveats,
    .concepts = [](const FigureData&) { return "C34"; }};

} // namespace widgets
