// What reaches each layer before anything is learned, on this text, for every placement of the norms.

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"
#include "widgets/views/norm/courses.h"
#include "widgets/views/norm/kind_pen.h"
#include "widgets/views/norm/kind_signs.h"
#include "widgets/views/norm/parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace widgets {

namespace {

struct Gradients
{
    Q_DECLARE_TR_FUNCTIONS(Gradients)
};

QString nameOf(const core::FirstGradient& gradient) { return choiceText("norm.placement", core::Json(gradient.placement)); }

/// The numbers of a line: of a difference B − A, where both have as many layers.
QVector<double> valuesOf(const FigureData& data, std::size_t placement)
{
    const core::FirstGradient& shown = (*firstGradientsOf(data, shownRun(data)))[placement];
    QVector<double> values(shown.layers.begin(), shown.layers.end());
    if (data.side == Side::Delta) {
        const std::vector<double>& other = (*firstGradientsOf(data, data.b))[placement].layers;
        for (qsizetype i = 0; i < values.size(); ++i)
            values[i] = other[std::size_t(i)] - values[i];
    }
    return values;
}

bool isDrawn(const FigureData& data, std::size_t placement)
{
    const core::FirstGradient& shown = (*firstGradientsOf(data, shownRun(data)))[placement];
    return !shown.layers.empty()
        && (data.side != Side::Delta || (*firstGradientsOf(data, data.b))[placement].layers.size() == shown.layers.size());
}

QString whyNotGradientPlacements(const FigureData& data)
{
    for (const RunPtr& run : drawnRuns(data))
        if (run->setup && run->setup->config.hasEncoder())
            return Gradients::tr("The first gradient of each placement is measured in models of one stack. Choose a causal decoder.");
    if (hasNoNorm(*shownRun(data)))
        return Gradients::tr("Without a norm there is nothing to place. Choose LayerNorm or RMSNorm as its norm.");
    const std::vector<core::FirstGradient>* const all = firstGradientsOf(data, shownRun(data));
    if (!all || (data.side == Side::Delta && !firstGradientsOf(data, data.b)))
        return {};
    for (std::size_t i = 0; i < all->size(); ++i)
        if (isDrawn(data, i))
            return {};
    return data.side == Side::Delta
        ? Gradients::tr("A and B do not have the same number of layers. Look at A | B.")
        : Gradients::tr("None of the placements could be run on this text: %1.").arg(coreText(all->front().why));
}

void drawGradientPlacements(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(Gradients::tr("layer"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<IndexTicker>::create());
    rect->axis(QCPAxis::atLeft)
        ->setLabel(data.side == Side::Delta ? Gradients::tr("Δ size of the gradient") : Gradients::tr("size of the gradient"));
    auto* const chart = new LineChart(rect, style);
    const std::vector<core::FirstGradient>& all = *firstGradientsOf(data, shownRun(data));
    bool isPositive = data.side != Side::Delta;
    std::vector<KindSigns::Line> signs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!isDrawn(data, i))
            continue;
        const QVector<double> y = valuesOf(data, i);
        QVector<double> x;
        for (qsizetype layer = 0; layer < y.size(); ++layer)
            x << double(layer);
        isPositive = isPositive && std::ranges::all_of(y, [](double value) { return value > 0; });
        const KindPen pen = kindPen(int(i), style);
        const QString last = data.side == Side::Delta ? formatDifference(y.back()) : formatNumber(y.back());
        QCPGraph* const graph = chart->addLine(x, y, QStringLiteral("%1 %2 %3").arg(pen.sign, nameOf(all[i]), last),
            {.color = pen.color, .pen = pen.pen, .points = y.size() < 24}); // what was measured
        graph->setName(QString::fromStdString(all[i].placement));
        if (all[i].placement == placementOf(*shownRun(data)))
            makeThick(*graph);
        signs.push_back({graph, pen});
    }
    if (signs.size() > 1)
        new KindSigns(rect, std::move(signs), style);
    chart->setLogarithmic(isPositive);
    chart->fitAxes();
}

QString gradientPlacementsSubtitle(const FigureData&)
{
    return Gradients::tr(
        "Lines: √Σ g² of a layer’s weights; one a placement, thick: this model’s; g: gradient of this text’s loss.");
}

/// What the lines say together: where the least gradient is and where the largest, and how many times that is.
QString extremesOf(const FigureData& data)
{
    struct Place
    {
        double value;
        std::size_t placement;
        qsizetype layer;
    };
    std::vector<Place> all;
    for (std::size_t i = 0; data.side != Side::Delta && i < firstGradientsOf(data, shownRun(data))->size(); ++i) {
        const QVector<double> values = isDrawn(data, i) ? valuesOf(data, i) : QVector<double>();
        for (qsizetype layer = 0; layer < values.size(); ++layer)
            all.push_back({values[layer], i, layer});
    }
    if (all.size() < 2)
        return {};
    const auto [least, most] = std::ranges::minmax_element(all, {}, &Place::value);
    const auto words = [&](const Place& place) {
        return Gradients::tr("%1 in %2 (L%3)")
            .arg(formatNumber(place.value), nameOf((*firstGradientsOf(data, shownRun(data)))[place.placement]))
            .arg(counted(int(place.layer)));
    };
    const QString both = Gradients::tr("The gradient of a layer is least, %1, and largest, %2").arg(words(*least), words(*most));
    return least->value > 0 ? Gradients::tr("%1: %2 times as large.").arg(both, formatNumber(most->value / least->value))
                            : Gradients::tr("%1.").arg(both);
}

QString gradientPlacementsCaption(const FigureData& data)
{
    const std::vector<core::FirstGradient>& all = *firstGradientsOf(data, shownRun(data));
    QStringList ways, sentences;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (isDrawn(data, i)) {
            const QVector<double> y = valuesOf(data, i);
            const auto text
                = [&](double value) { return data.side == Side::Delta ? formatDifference(value) : formatNumber(value); };
            const QString way = Gradients::tr("%1 from %2 to %3").arg(nameOf(all[i]), text(y.front()), text(y.back()));
            if (data.side != Side::Delta && showsBoth(data) && all[i].placement == placementOf(*shownRun(data)))
                return Gradients::tr("The gradient goes from the first layer to the last: %1.")
                    .arg(way); // the others are in both
            ways << way;
        }
    sentences << extremesOf(data);
    const auto said = sentences.size();
    for (const QString& way : ways) // a sentence each: a page that lacks the room has the first
        sentences << (sentences.size() > said ? Gradients::tr("%1.").arg(way)
                : data.side == Side::Delta ? Gradients::tr("B minus A, from the first layer to the last: %1.").arg(way)
                                           : Gradients::tr("The gradient goes from the first layer to the last: %1.").arg(way));
    for (const core::FirstGradient& one : all)
        if (one.layers.empty())
            sentences << Gradients::tr("%1 is not shown: %2.").arg(nameOf(one), coreText(one.why));
    return joinedSentences(sentences);
}

QString gradientPlacementsTable(const FigureData& data)
{
    const std::vector<core::FirstGradient>* const all = firstGradientsOf(data, shownRun(data));
    if (!all)
        return {};
    QString text = QStringLiteral("placement,layer,gradient,loss\n");
    for (const core::FirstGradient& one : *all)
        for (std::size_t layer = 0; layer < one.layers.size(); ++layer)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(QString::fromStdString(one.placement))
                        .arg(layer)
                        .arg(exactNumber(one.layers[layer]), exactNumber(one.loss));
    return text;
}

std::vector<Caveat> gradientPlacementsCaveats(const FigureData& data)
{
    std::vector<Caveat> all;
    if (std::ranges::any_of(panelRuns(data), [](const RunPtr& run) { return !run->trace->replaced.empty(); }))
        all.push_back({Gradients::tr("Measured on the run without its interventions"), true});
    all.push_back({Gradients::tr("Seeded weights: nothing is learned"), false});
    addHeldConstant(all, *shownRun(data));
    return all;
}

} // namespace

const FigurePage gradientPlacementsPage{.id = "placements",
    .title = QT_TRANSLATE_NOOP("figures", "What reaches each layer before anything is learned?"),
    .draw = drawGradientPlacements,
    .caption = gradientPlacementsCaption,
    .whyNot = whyNotGradientPlacements,
    .subtitle = gradientPlacementsSubtitle,
    .table = gradientPlacementsTable,
    .needs = firstGradientNeeds,
    .minPanel = minPanelOf<300, 170>,
    .caveats = gradientPlacementsCaveats,
    .minRoom = {260, 130},
    .concepts = "C23"};

} // namespace widgets
