// Ablation: the metric without each head, branch, expert or neuron.

#include "widgets/plot/counting.h"
#include "widgets/views/circuits/figure.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/map_picture.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/texts_choice.h"

#include <QCoreApplication>

#include <cmath>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

GridOf changes(const FigureData& data)
{
    return [data](const RunResult& run) {
        const std::optional<MapSoFar> all = ablationOf(data, pointerTo(data, run));
        return all ? tableOfLayers(all->map).grid : Grid();
    };
}

QString whyNotAblation(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunPtr& run = shownRun(data);
    if (QString reason = whyNoMetric(*run, run->setup ? ablationMetric(data, run) : std::string()); !reason.isEmpty())
        return reason;
    if (ablatedOption.is(data, "experts") && core::expertsIn(core::plan(run->setup->config, 1).tensors).empty())
        return Circuits::tr("This model has no experts.");
    if (data.side == Side::Delta && ablationOf(data, data.a) && ablationOf(data, data.b)
        && sideGrid(data, changes(data)).isEmpty())
        return Circuits::tr("A and B do not have the same places: look at A | B.");
    return {};
}

int pinnedPlace(const core::MeasuredMap& map, const Selection& selection)
{
    for (std::size_t i = 0; i < map.places.size(); ++i) {
        const core::MeasuredPlace& place = map.places[i];
        if (selection.isHeadChosen && place.head >= 0 && place.branch == "attn" && !place.isOfEncoder
            && place.layer == selection.layer && place.head == selection.head)
            return int(i);
    }
    return -1;
}

void drawAblation(const Drawing& drawing)
{
    const FigureData& data = drawing.data;
    const core::MeasuredMap map = ablationOf(data, shownRun(data))->map;
    MapTable table = tableOfLayers(map);
    const bool isDelta = data.side == Side::Delta;
    if (isDelta)
        table.grid = sideGrid(data, changes(data));
    const ScaleChoice choice{isDelta ? ColorMapId::Vik : ColorMapId::RdBu, ScalePolicy::SymmetricMax};
    drawMap(drawing,
        {map, table, sideScale(data, choice, changes(data)), isDelta ? Circuits::tr("Δ change") : Circuits::tr("change"), {},
            pinnedPlace(map, data.selection), !isDelta});
}

QString partWords(const FigureData& data)
{
    const QString over = ablatedOption.in(data);
    return over == QLatin1String("branches") ? Circuits::tr("a branch")
        : over == QLatin1String("experts")   ? Circuits::tr("an expert")
        : over == QLatin1String("neurons") ? Circuits::tr("a neuron of layer %1").arg(counted(std::max(0, data.selection.layer)))
                                           : Circuits::tr("a head");
}

QString ablationSubtitle(const FigureData& data)
{
    const std::optional<MapSoFar> all = ablationOf(data, shownRun(data));
    if (!all)
        return {};
    const QString measured = metricWords(all->map.metric, *shownRun(data));
    if (replacementOption.is(data, "reference"))
        return Circuits::tr("Each cell is a run in which %1 is its mean over texts (%2): how that changes the %3.")
            .arg(partWords(data), textsTitle(referenceTexts(data)), measured);
    return replacementOption.is(data, "mean")
        ? Circuits::tr("Each cell is a run in which %1 is its mean over the tokens: how that changes the %2.")
              .arg(partWords(data), measured)
        : Circuits::tr("Each cell is a run without %1: how that changes the %2.").arg(partWords(data), measured);
}

QString sentenceOf(const FigureData& data, const RunPtr& run)
{
    const MapSoFar all = *ablationOf(data, run);
    const core::MeasuredMap& map = all.map;
    const std::vector<int> most = mostChanged(map, 1);
    if (most.empty())
        return std::isfinite(map.untouched)
            ? soFar(all)
            : Circuits::tr("The text is too short for the %1: add a word.").arg(metricWords(map.metric, *run));
    const core::MeasuredPlace& place = map.places[std::size_t(most.front())];
    return joinedSentences(
        {Circuits::tr("The %1 is %2; without %3 it is %4.")
                .arg(metricWords(map.metric, *run), formatNumber(map.untouched), placeWords(place), formatNumber(place.value)),
            soFar(all)});
}

QString ablationCaption(const FigureData& data) { return sentenceOfSides(data, sentenceOf); }

QString ablationTable(const FigureData& data)
{
    const std::optional<MapSoFar> all = ablationOf(data, shownRun(data));
    return all ? tableText(all->map) : QString();
}

std::vector<Metric> ablationMetrics(const FigureData& data)
{
    const std::optional<MapSoFar> a = ablationOf(data, data.a), b = ablationOf(data, data.b);
    if (!a || !b)
        return {};
    const MapTable table = tableOfLayers(a->map);
    return gridMetrics(table.grid, tableOfLayers(b->map).grid, [&](int row, int column) {
        Selection at = data.selection;
        if (const core::MeasuredPlace* const place = table.placeAt(a->map, row, column); place && !place->isOfEncoder) {
            at.layer = int(place->layer);
            at.head = std::max(at.head, int(place->head));
        }
        return at;
    });
}

std::vector<QVariantMap> variants()
{
    return {{}, {{ablatedOption.name(), QStringLiteral("branches")}, {replacementOption.name(), QStringLiteral("mean")}},
        {{ablatedOption.name(), QStringLiteral("neurons")}, {metricOption.name(), QStringLiteral("loss")}}};
}

} // namespace

const FigureInfo ablationFigure{.id = "ablation",
    .title = QT_TRANSLATE_NOOP("figures", "What does this answer need?"),
    .draw = drawAblation,
    .caption = ablationCaption,
    .whyNot = whyNotAblation,
    .subtitle = ablationSubtitle,
    .table = ablationTable,
    .difference = Difference::ByIndex,
    .metrics = ablationMetrics,
    .needs = ablationNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {ablatedOption, replacementOption, textsOption, metricOption};
    },
    .variants = variants,
    .caveats = caveatsOfMetric};

} // namespace widgets
