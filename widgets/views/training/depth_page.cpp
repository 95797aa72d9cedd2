// The gradient over depth at the first step of a training, before anything has been learned: what a placement of the norms does
// by itself (Xiong et al. 2020, On Layer Normalization in the Transformer Architecture).

#include "core/model/choices.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training/pages.h"
#include "widgets/views/training/parts.h"
#include "widgets/views/training/sentences.h"

#include <cmath>
#include <set>

namespace widgets {

namespace {

/// Of each layer at the first point that was measured; empty: none was.
QVector<double> firstGradients(const Training& training)
{
    const Grid grid = rowsOverPoints(*training.history, "gradient_layers");
    QVector<double> values;
    for (core::Index layer = 0; !grid.isEmpty() && layer < grid.rows; ++layer)
        values << double(grid.at(layer, 0));
    return std::ranges::all_of(values, [](double value) { return value > 0; }) ? values : QVector<double>();
}

void draw(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    plot.addPanelTitle(0, 0, TrainingText::tr("Gradient of each layer at the first step"), style);
    QCPAxisRect* const rect = plot.addAxisRect(1, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(TrainingText::tr("depth: 0 the first layer, 1 the last"));
    rect->axis(QCPAxis::atLeft)->setLabel(TrainingText::tr("norm, before clipping"));
    auto* const chart = new LineChart(rect, style);
    const std::vector<Training> shown = shownTrainings(data);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QVector<double> values = firstGradients(shown[i]);
        QVector<double> depths; // models of 4 layers and of 12 on one axis
        for (qsizetype layer = 0; layer < values.size(); ++layer)
            depths << double(layer) / double(std::max<qsizetype>(1, values.size() - 1));
        if (!values.isEmpty())
            chart->addLine(depths, values, shown[i].words, styleOfRun(i, style))->setName(shown[i].name);
    }
    chart->setLogarithmic(true);
    chart->fitAxes();
    plot.panel()->setRowStretchFactor(0, 0.001);
}

QString caption(const FigureData& data)
{
    QStringList sentences, each;
    std::set<std::string> measured;
    for (const Training& training : shownTrainings(data)) {
        const QVector<double> values = firstGradients(training);
        if (values.isEmpty())
            continue;
        if (const core::Json placement = training.history->choices.value("norm.placement"); placement.is_string())
            measured.insert(placement.get<std::string>());
        each << TrainingText::tr("%1 %2 → %3").arg(training.words, formatNumber(values.first()), formatNumber(values.last()));
    }
    if (!each.isEmpty())
        sentences << TrainingText::tr("From the first layer to the last: %1.").arg(each.join(TrainingText::tr(", ")));
    QStringList others;
    for (const std::string& word : core::findChoiceKey("norm.placement")->words)
        if (!measured.contains(word))
            others << choiceText("norm.placement", word);
    if (!others.isEmpty())
        sentences << TrainingText::tr("Not measured: %1.").arg(others.join(TrainingText::tr(", ")));
    return joinedSentences(sentences);
}

} // namespace

const FigurePage trainingDepthPage{.id = "depth",
    .title = QT_TRANSLATE_NOOP("figures", "What reaches the first layer before anything is learned?"),
    .draw = draw,
    .caption = caption,
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr("A line is a model with another norm placement, seeded and not yet trained; logarithmic.");
        },
    .concepts = "C23"};

} // namespace widgets
