// The course of a training: the loss beside the corpus' entropy, the heads as they form, the gradient of each layer, the stream.
// Several trainings are over each other as lines, and below each other as maps with one scale. Maps and the lines below them have
// one axis of steps.

#include "widgets/views/training/figure.h"

#include "core/files/library/training_runs.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/training/pages.h"
#include "widgets/views/training/parts.h"
#include "widgets/views/training/sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace widgets {

namespace {

QString whyNotTraining(const FigureData& data)
{
    QString problem;
    if (!shownTrainings(data, &problem).empty())
        return {};
    if (!problem.isEmpty())
        return TrainingText::tr("The history of this training cannot be read: %1").arg(problem);
    const QStringList all = trainingNames();
    if (all.isEmpty())
        return TrainingText::tr("No model here has a history of its training.");
    const QString name = data.a ? QString::fromStdString(core::withoutStep(data.a->trace->model)) : QString();
    if (data.a && core::withoutStep(data.a->trace->model) != data.a->trace->model)
        return TrainingText::tr("The training of %1 has just begun: its pictures come with the first steps.").arg(name);
    const QStringList first = all.mid(0, 6);
    return (name.isEmpty() ? TrainingText::tr("No training is chosen.")
                           : TrainingText::tr("%1 has no history of its training.").arg(name))
        + QLatin1Char(' ')
        + TrainingText::tr("Choose one that has under “Trainings”: %1 …").arg(first.join(TrainingText::tr(", ")));
}

constexpr std::size_t maxMaps = 4; // below each other; lines have no such limit

bool predictsNext(const Training& training) { return training.history->training.value("task", "next") == "next"; }

/// That of the corpus, in the tokens of the model: a training of this program measures it, those of the bundled models share one.
std::optional<double> entropyOf(const Training& training)
{
    if (!predictsNext(training))
        return {};
    const core::Json& of = training.history->training;
    const auto own = of.find("entropy");
    return own != of.end() && own->is_number() ? own->get<double>() : core::corpusEntropy();
}

/// The one below which none of them can stay; nothing where one has none.
std::optional<double> entropyOf(const std::vector<Training>& shown)
{
    std::optional<double> lowest;
    for (const Training& training : shown) {
        const std::optional<double> own = entropyOf(training);
        if (!own)
            return {};
        lowest = std::min(*own, lowest.value_or(*own));
    }
    return lowest;
}

/// Whether its loss grew far beyond that of guessing.
bool hasDiverged(const Training& training)
{
    constexpr double most = 100; // nats: more than any vocabulary costs
    return training.history->training.find("changes") == training.history->training.end()
        && std::ranges::any_of(columnOf(*training.history, "held_out"), [](double loss) { return loss > most; });
}

void drawLoss(const Drawing& drawing, const std::vector<Training>& shown)
{
    const auto& [plot, data, style] = drawing;
    const Theme& theme = themeOf(style);
    plot.addPanelTitle(0, 0, TrainingText::tr("Loss on held-out texts"), style);
    QCPAxisRect* above = plot.addAxisRect(1, 0, style);
    const StepAxis axis = StepAxis::ofSteps();
    LineChart* loss = axis.addChart(above, style, TrainingText::tr("nats per token"));
    for (std::size_t i = 0; shown.size() <= 2 && i < shown.size(); ++i) { // of more the lines would hide each other
        LineStyle faint = shown.size() == 1 ? LineStyle{.color = theme.slotB} : styleOfRun(i, style);
        faint.color.setAlphaF(shown.size() == 1 ? 0.55F : 0.4F);
        const QString words = shown.size() == 1 ? TrainingText::tr("of each batch")
                                                : TrainingText::tr("%1, of each batch").arg(shown[i].words);
        loss->addLine(stepsOf(shown[i]), columnOf(*shown[i].history, "loss"), words, faint);
    }
    addLines(*loss, axis, shown, "held_out", style);
    if (const std::optional<double> entropy = entropyOf(shown)) {
        const QVector<double> steps = stepsOf(shown[0]);
        loss->addLine({steps.first(), steps.last()}, {*entropy, *entropy},
            TrainingText::tr("entropy %1").arg(formatNumber(*entropy)), {.color = theme.text2, .pen = Qt::DotLine});
    }
    addChanges(*loss, axis, shown, style);
    const bool isLog = std::ranges::any_of(shown, hasDiverged); // beside it the others would be a line at 0
    loss->setLogarithmic(isLog);
    loss->fitAxes(!isLog);
    markStep(*loss, axis, data, shown[0], columnOf(*shown[0].history, "held_out"));
    plot.panel()->setRowStretchFactor(0, 0.001);
    const QString ofRate = TrainingText::tr("Learning rate");
    if (roomOf(style).height() < roomForSecondPart)
        return sayNoRoomFor(plot, {ofRate}, style);
    plot.addPanelTitle(2, 0, ofRate, style);
    QCPAxisRect* below = plot.addAxisRect(3, 0, style);
    LineChart* rate = axis.addChart(below, style, QString());
    addLines(*rate, axis, shown, "learning_rate", style);
    rate->fitAxes(true);
    auto* aligned = new QCPMarginGroup(&plot); // one axis of steps for both
    aligned->setParent(above); // the plot is drawn anew many times
    for (QCPAxisRect* rect : {above, below})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, aligned);
    plot.panel()->setRowStretchFactor(2, 0.001);
    plot.panel()->setRowStretchFactor(1, 2.6);
}

void drawHeads(const Drawing& drawing, const std::vector<Training>& shown)
{
    const auto& [plot, data, style] = drawing;
    const bool hasMaps = roomOf(style).height() >= roomForSecondPart;
    const StepAxis axis = hasMaps ? StepAxis::ofMaps(shown) : StepAxis::ofSteps();
    const ColorScale scale = commonScale(shown, {"induction"}, {ColorMapId::Viridis, ScalePolicy::Fixed01});
    std::vector<GridAxisRect*> maps;
    for (std::size_t i = 0; hasMaps && i < std::min<std::size_t>(shown.size(), 2); ++i)
        if (GridAxisRect* const map = addMap(plot, style, shown[i], {"induction", scale},
                {int(2 * i), 0, TrainingText::tr("Induction, head by head: %1").arg(shown[i].words),
                    TrainingText::tr("mean attention"), !axis.isOfMaps(), maps.empty()}))
            maps.push_back(map);
    const QString title = TrainingText::tr("Mean attention of the best head for each task");
    QCPAxisRect* rect = stackMaps(plot, style, maps, title);
    if (!rect) { // no room for maps
        plot.addPanelTitle(0, 0, title, style);
        plot.panel()->setRowStretchFactor(0, 0.001);
        rect = plot.addAxisRect(1, 0, style);
    }
    LineChart* best = axis.addChart(rect, style, QString());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto labelled = [&](const QString& words) { // a training may have the name of what is measured
            const bool isNamed = shown.size() > 1 && !words.startsWith(shown[i].words + QLatin1Char(' '));
            return isNamed ? shown[i].words + QLatin1Char(' ') + words : words;
        };
        const QVector<double> induction = bestHead(*shown[i].history, "induction");
        const QVector<double> previous = bestHead(*shown[i].history, "previous");
        LineStyle line = styleOfRun(i, style);
        line.pen = Qt::SolidLine;
        if (!induction.isEmpty())
            best->addLine(axis.placesOf(shown[i]), induction,
                labelled(TrainingText::tr("induction %1").arg(formatNumber(lastFinite(induction)))), line);
        line.pen = Qt::DashLine;
        if (!previous.isEmpty())
            best->addLine(axis.placesOf(shown[i]), previous,
                labelled(TrainingText::tr("previous token %1").arg(formatNumber(lastFinite(previous)))), line);
    }
    best->fitAxes(true);
    axis.fit(*rect, shown[0]);
    markStep(*best, axis, data, shown[0], bestHead(*shown[0].history, "induction"));
    if (!hasMaps)
        sayNoRoomFor(plot, {TrainingText::tr("Induction, head by head: %1").arg(shown[0].words)}, style);
}

/// Its words, with its layers where the model on screen has not as many.
QString withDepth(const Training& training, const FigureData& data)
{
    const core::Index layers = rowsOverPoints(*training.history, "gradient_layers").rows;
    return shownRun(data) && layers != shownRun(data)->trace->layers()
        ? TrainingText::tr("%1, %2 layers").arg(training.words).arg(layers)
        : training.words;
}

void drawGradient(const Drawing& drawing, const std::vector<Training>& shown)
{
    const auto& [plot, data, style] = drawing;
    const ColorScale scale = commonLogScale(shown, "gradient_layers");
    const bool hasChart = roomOf(style).height() >= roomForSecondPart;
    const StepAxis axis = StepAxis::ofMaps(shown);
    const std::size_t count = std::min(shown.size(), maxMaps);
    std::vector<GridAxisRect*> maps;
    for (std::size_t i = 0; i < count; ++i)
        if (GridAxisRect* const map = addMap(plot, style, shown[i], {"gradient_layers", scale},
                {int(2 * i), 0, TrainingText::tr("Gradient of each layer: %1").arg(withDepth(shown[i], data)),
                    TrainingText::tr("norm, before clipping"), !axis.isOfMaps() || (!hasChart && i + 1 == count), maps.empty()}))
            maps.push_back(map);
    const QString ofWhole = TrainingText::tr("Gradient of the whole model");
    QCPAxisRect* const rect = stackMaps(plot, style, maps, ofWhole);
    if (!rect)
        return sayNoRoomFor(plot, {ofWhole}, style);
    LineChart* whole = axis.addChart(rect, style, QString());
    addLines(*whole, axis, shown, "gradient", style);
    const auto isPositive = [](const Training& training) {
        const QVector<double> values = columnOf(*training.history, "gradient");
        return std::all_of(values.begin(), values.end(), [](double value) { return !(value <= 0); });
    };
    const bool isLog = std::all_of(shown.begin(), shown.end(), isPositive);
    whole->setLogarithmic(isLog);
    whole->fitAxes(!isLog);
    axis.fit(*rect, shown[0]);
}

struct StreamQuantity
{
    const char* column;
    const char* title;
    const char* quantity;
};

constexpr std::array streamQuantities{
    StreamQuantity{"activation", QT_TRANSLATE_NOOP("Training", "Stream after each layer"), QT_TRANSLATE_NOOP("Training", "RMS")},
    StreamQuantity{"attention_ratio", QT_TRANSLATE_NOOP("Training", "What attention adds"),
        QT_TRANSLATE_NOOP("Training", "‖branch‖ / ‖stream‖")},
    StreamQuantity{"feed_forward_ratio", QT_TRANSLATE_NOOP("Training", "What the feed-forward adds"),
        QT_TRANSLATE_NOOP("Training", "‖branch‖ / ‖stream‖")},
};

void drawStream(const Drawing& drawing, const std::vector<Training>& shown)
{
    const auto& [plot, data, style] = drawing;
    // A narrow page has them below each other, as many as it is high enough for.
    const bool isWide = roomOf(style).width() >= 700;
    const auto fitting = std::size_t(chartsFitting(style));
    const std::size_t maps = std::min({shown.size(), maxMaps, isWide ? maxMaps : fitting});
    int place = 0;
    QStringList leftOut;
    std::array<std::shared_ptr<QSizeF>, maxMaps> cells; // maps of one training are equally large
    for (auto& one : cells)
        one = std::make_shared<QSizeF>();
    for (std::size_t i = 0; i < maps; ++i)
        for (std::size_t q = 0; q < streamQuantities.size(); ++q, ++place) {
            const StreamQuantity& quantity = streamQuantities[q];
            if (!isWide && q > 0 && (shown.size() > 1 || q >= fitting)) {
                leftOut << TrainingText::tr(quantity.title);
                continue;
            }
            const QString title = shown.size() > 1
                ? TrainingText::tr("%1: %2").arg(shown[i].words, TrainingText::tr(quantity.title))
                : TrainingText::tr(quantity.title);
            // The branches are parts of the stream, with one scale; the first of two beside each other leaves its key to the second.
            constexpr ScaleChoice choice{ColorMapId::Cividis, ScalePolicy::MinToMax, ScaleTransform::Log};
            const ColorScale scale = q == 0 ? commonScale(shown, {quantity.column}, choice)
                                            : commonScale(shown, {streamQuantities[1].column, streamQuantities[2].column}, choice);
            GridAxisRect* const map = addMap(plot, style, shown[i], {quantity.column, scale},
                {isWide ? int(2 * i) : 2 * place, isWide ? int(q) : 0, title, TrainingText::tr(quantity.quantity), true,
                    !isWide || q != 1});
            if (!map)
                continue;
            // Above it is said what a cell is where steps share one: not on the last layer.
            map->setMinimumMargins({0, int(std::ceil(QFontMetricsF(tickFont(style), &plot).height())) + space::xs, 0, 0});
            map->shareCells(cells[i]);
        }
    leftOut.removeDuplicates();
    sayNoRoomFor(plot, leftOut, style);
}

/// FigurePage::draw from a function that draws trainings.
template <auto drawTrainings>
void drawOf(const Drawing& drawing)
{
    drawTrainings(drawing, shownTrainings(drawing.data));
    drawing.plot.panel()->simplify();
}

QStringList sentencesOf(const std::vector<Training>& shown, const auto& sentence)
{
    QStringList sentences;
    for (std::size_t i = 0; i < std::min<std::size_t>(shown.size(), 3); ++i)
        sentences << sentence(shown[i]);
    return sentences;
}

/// What to watch for, where they are a preset of the page, before what the picture says.
QString watched(const std::vector<Training>& shown, const QString& caption)
{
    return joinedSentences({shown.empty() ? QString() : watchSentence(shown[0]), caption});
}

/// FigurePage::caption from a function that returns a sentence about a training.
template <auto sentence>
QString captionOf(const FigureData& data)
{
    const std::vector<Training> shown = shownTrainings(data);
    return watched(shown, joinedSentences(sentencesOf(shown, sentence)));
}

QString lossCaption(const FigureData& data)
{
    const std::vector<Training> shown = shownTrainings(data);
    QStringList sentences
        = sentencesOf(shown, [&](const Training& training) { return lossSentence(training, entropyOf(training)); });
    sentences << seedSentence(shown, trainingsOf(data, seedsOfMain()))
              << (shown.size() == 1 ? curriculumSentence(shown[0]) : QString());
    return watched(shown, joinedSentences(sentences));
}

constexpr FigurePage kLoss{.id = "loss", // its question is that of the figure
    .draw = drawOf<drawLoss>,
    .caption = lossCaption,
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr(
                "Each point is measured before the update of its step; on held-out texts no model stays below "
                "the entropy of the corpus.");
        },
    .concepts = "C34"};

QString whyNotHeads(const FigureData& data)
{
    const std::vector<Training> all = shownTrainings(data);
    const auto isThere = [](const Training& training) {
        return isUnderWay(training) || std::isfinite(lastFinite(bestHead(*training.history, "induction")));
    };
    return std::ranges::any_of(all, isThere)
        ? QString()
        : TrainingText::tr("%1: its training did not measure how its heads copy. Choose another under “Trainings”.")
              .arg(all.front().words);
}

constexpr FigurePage kHeads{.id = "heads",
    .title = QT_TRANSLATE_NOOP("figures", "When did its heads begin to work?"),
    .draw = drawOf<drawHeads>,
    .caption = captionOf<headSentence>,
    .whyNot = whyNotHeads,
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr(
                "Best head on repeated random text; its attention to what followed last time (induction), and to the token before.");
        },
    .concepts = "C13"};

constexpr FigurePage kGradient{.id = "gradient",
    .title = QT_TRANSLATE_NOOP("figures", "Did the gradient reach every layer?"),
    .draw = drawOf<drawGradient>,
    .caption = [](const FigureData& data) { return watched(shownTrainings(data), gradientSentence(shownTrainings(data))); },
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr(
                "A column is a recorded step, a row a layer; log colours, the same for every training.");
        },
    .caveats = caveatsOfGradients,
    .concepts = "C23"};

constexpr FigurePage kStream{.id = "stream",
    .title = QT_TRANSLATE_NOOP("figures", "How large did the stream and its branches become?"),
    .draw = drawOf<drawStream>,
    .caption = captionOf<streamSentence>,
    .subtitle =
        [](const FigureData&) {
            return TrainingText::tr(
                "Columns: steps; rows: layers; a branch is divided by the stream before it.");
        },
    .concepts = "C22"};

constexpr const FigurePage* kPages[] = {&kLoss, &kHeads, &kGradient, &trainingDepthPage, &kStream, &trainingExpertsPage};

QString tableOfTraining(const FigureData& data) { return trainingTable(shownTrainings(data)); }

} // namespace

constinit const FigureInfo trainingFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNotTraining>("training", QT_TRANSLATE_NOOP("figures", "How did it learn?"));
    figure.table = tableOfTraining;
    figure.offer = trainingExpertsOffer;
    figure.needs = trainingsNeeded;
    figure.options = [](const FigureData& data) {
        FigureOptions options = optionsOfPages<kPages>(data);
        options.push_back(runsOption);
        return options;
    };
    figure.isOfRun = false;
    figure.comparing = Comparing::Nothing;
    return figure;
}();

} // namespace widgets
