// The load of every expert while a mixture learns, in shares of what would be fair.

#include "widgets/figure/sentences.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/standard_offers.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/pages.h"
#include "widgets/views/training/parts.h"
#include "widgets/views/training/sentences.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr const char* column = "expert_load";
constexpr std::size_t maxExpertMaps = 2;

std::vector<Training> mixturesIn(const FigureData& data)
{
    std::vector<Training> shown = shownTrainings(data);
    std::erase_if(shown, [](const Training& training) { return rowsOverPoints(*training.history, column).isEmpty(); });
    return shown;
}

QString whyNotTrainingExperts(const FigureData& data)
{
    return mixturesIn(data).empty() ? TrainingText::tr("None of these trainings is of a mixture of experts: it has no load to "
                                                       "show. Open the model “experts”, or choose one under Trainings.")
                                    : QString();
}

void drawTrainingExperts(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const std::vector<Training> shown = mixturesIn(data);
    const StepAxis axis = StepAxis::ofMaps(shown);
    const ColorScale scale = commonScale(shown, {column}, {ColorMapId::Viridis, ScalePolicy::MinToMax});
    std::vector<GridAxisRect*> maps;
    for (std::size_t i = 0; i < std::min(shown.size(), maxExpertMaps); ++i)
        if (GridAxisRect* const map = addMap(plot, style, shown[i], {column, scale},
                {int(2 * i), 0, TrainingText::tr("Load of each expert: %1").arg(shown[i].words), TrainingText::tr("1 = fair share"),
                    !axis.isOfMaps(), maps.empty()}))
            maps.push_back(map);
    QCPAxisRect* const rect = stackMaps(plot, style, maps, TrainingText::tr("The busiest expert, in fair shares"));
    if (!rect)
        return;
    LineChart* const busiest = axis.addChart(rect, style, QString());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QVector<double> values = bestHead(*shown[i].history, column);
        busiest->addLine(axis.placesOf(shown[i]), values,
            QStringLiteral("%1 %2").arg(shown[i].words, formatNumber(lastFinite(values))), styleOfRun(i, style));
    }
    busiest->fitAxes(true);
    axis.fit(*rect, shown[0]);
}

QString trainingExpertsCaption(const FigureData& data)
{
    QStringList sentences;
    for (const Training& training : mixturesIn(data)) {
        if (const QString watch = watchSentence(training); !watch.isEmpty() && sentences.isEmpty())
            sentences << watch;
        const Grid loads = rowsOverPoints(*training.history, column);
        double least = qInf(), most = 0;
        for (core::Index row = 0; row < loads.rows; ++row)
            if (const double load = double(loads.at(row, loads.columns - 1)); std::isfinite(load)) {
                least = std::min(least, load);
                most = std::max(most, load);
            }
        sentences << (isUnderWay(training)
                             ? TrainingText::tr("%1: so far the experts take %2 to %3 of their fair share.")
                             : TrainingText::tr("%1: at the end the experts take %2 to %3 of their fair share."))
                         .arg(training.words, formatNumber(least), formatNumber(most));
    }
    return joinedSentences(sentences);
}

} // namespace

ChoiceOffer trainingExpertsOffer(const FigureData& data)
{
    const bool isOfModel = runsOption.listIn(data).isEmpty(); // else another model changes nothing
    if (showOption.in(data) != QLatin1String(trainingExpertsPage.id) || !isOfModel || whyNotTrainingExperts(data).isEmpty())
        return {};
    return openOffer(QStringLiteral("experts"));
}

const FigurePage trainingExpertsPage{.id = "experts",
    .title = QT_TRANSLATE_NOOP("figures", "Were all experts used while it learned?"),
    .draw = drawTrainingExperts,
    .caption = trainingExpertsCaption,
    .whyNot = whyNotTrainingExperts,
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr("A column is a recorded step, a row an expert of a layer; on held-out texts.");
        },
    .concepts = "C29"};

} // namespace widgets
