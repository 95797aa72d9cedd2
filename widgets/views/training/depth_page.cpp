// The gradient over depth at the first step of a training, before anything has been learned: what a placement of the norms does
// by itself (Xiong et al. 2020, On Layer Normalization in the Transformer Architecture).

#include "core/model/choices.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/courses.h"
#include "widgets/views/norm/kind_pen.h"
#include "widgets/views/training/pages.h"
#include "widgets/views/training/parts.h"
#include "widgets/views/training/sentences.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

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

/// One training, by what it differs in from the others: the placement of its norms and, where there are several, its depth.
struct FirstStep
{
    const Training* training;
    QVector<double> values; // of each layer
    std::string kind; // "post"; empty: not known
    QString placement; // its words
};

std::string firstStepPlacement(const Training& training)
{
    const core::Json word = training.history->choices.value("norm.placement");
    return word.is_string() ? word.get<std::string>() : std::string();
}

std::vector<FirstStep> firstSteps(const std::vector<Training>& shown)
{
    std::vector<FirstStep> steps;
    for (const Training& training : shown)
        if (const QVector<double> values = firstGradients(training); !values.isEmpty())
            steps.push_back({&training, values, firstStepPlacement(training),
                choiceText("norm.placement", training.history->choices.value("norm.placement"))});
    return steps;
}

/// Whether the trainings are of several depths, and placement and depth tell all of them apart.
bool areOfDepths(const std::vector<FirstStep>& steps)
{
    std::set<std::pair<QString, qsizetype>> each;
    std::set<qsizetype> depths;
    for (const FirstStep& step : steps) {
        each.emplace(step.placement, step.values.size());
        depths.insert(step.values.size());
    }
    return depths.size() > 1 && each.size() == steps.size();
}

void drawTrainingDepth(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    plot.addPanelTitle(0, 0, TrainingText::tr("Gradient of each layer at the first step"), style);
    QCPAxisRect* const rect = plot.addAxisRect(1, 0, style);
    rect->axis(QCPAxis::atBottom)->setLabel(TrainingText::tr("depth: 0 the first layer, 1 the last"));
    rect->axis(QCPAxis::atLeft)->setLabel(TrainingText::tr("norm, before clipping"));
    auto* const chart = new LineChart(rect, style);
    const std::vector<Training> shown = shownTrainings(data);
    const std::vector<FirstStep> steps = firstSteps(shown);
    const bool areDeep = areOfDepths(steps);
    const std::string own = shownRun(data) ? placementOf(*shownRun(data)) : std::string();
    qsizetype deepest = 0;
    for (const FirstStep& step : steps)
        deepest = std::max(deepest, step.values.size());
    std::set<std::string> kinds;
    for (const FirstStep& step : steps)
        kinds.insert(step.kind);
    const bool areOfKinds = areDeep || kinds.size() == steps.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& [training, values, kind, placement] = steps[i];
        QVector<double> depths; // models of 4 layers and of 12 on one axis
        for (qsizetype layer = 0; layer < values.size(); ++layer)
            depths << double(layer) / double(std::max<qsizetype>(1, values.size() - 1));
        const QString words = areDeep ? TrainingText::tr("%1, %2 layers").arg(placement).arg(values.size()) : training->words;
        // A colour is a placement where these differ, as on the pages that run all of them; the pen is the depth where that does.
        const KindPen pen = kindPen(placeInFamily(kind), style);
        const Qt::PenStyle dash = !areDeep ? pen.pen : values.size() == deepest ? Qt::SolidLine : Qt::DashLine;
        QCPGraph* const line = chart->addLine(
            depths, values, words, areOfKinds ? LineStyle{.color = pen.color, .pen = dash} : styleOfRun(i, style));
        line->setName(training->name);
        if (!kind.empty() && kind == own)
            makeThick(*line);
    }
    chart->setLogarithmic(true);
    chart->fitAxes();
    plot.panel()->setRowStretchFactor(0, 0.001);
}

QString trainingDepthCaption(const FigureData& data)
{
    QStringList sentences;
    std::set<std::string> measured;
    const std::vector<Training> shown = shownTrainings(data);
    const std::vector<FirstStep> steps = firstSteps(shown);
    const bool areDeep = areOfDepths(steps);
    std::map<qsizetype, QStringList, std::greater<>> each; // by depth, the deepest first
    for (const auto& [training, values, kind, placement] : steps) {
        if (!kind.empty())
            measured.insert(kind);
        each[areDeep ? values.size() : 0] << TrainingText::tr("%1 %2 → %3")
                                                 .arg(areDeep ? placement : training->words, formatNumber(values.first()),
                                                     formatNumber(values.last()));
    }
    for (const auto& [layers, ways] : each) {
        const QString all = ways.join(TrainingText::tr(", "));
        sentences << (areDeep ? TrainingText::tr("From the first of %1 layers to the last: %2.").arg(layers).arg(all)
                              : TrainingText::tr("From the first layer to the last: %1.").arg(all));
    }
    const auto ratioOf = [](const FirstStep& step) { return step.values.first() / step.values.last(); };
    if (steps.size() > 1) {
        const auto [least, most] = std::ranges::minmax_element(steps, {}, ratioOf);
        const auto words = [&](const FirstStep& step) {
            const QString name = areDeep ? TrainingText::tr("%1, %2 layers").arg(step.placement).arg(step.values.size())
                                         : step.training->words;
            return TrainingText::tr("%1 times in %2").arg(formatNumber(ratioOf(step)), name);
        };
        sentences << TrainingText::tr("First layer against last: from %1 to %2.").arg(words(*least), words(*most));
    }
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
    .draw = drawTrainingDepth,
    .caption = trainingDepthCaption,
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr(
                "Lines: untrained placements; thick: this model’s; logarithmic.");
        },
    .caveats = caveatsOfGradients,
    .concepts = "C23"};

} // namespace widgets
