// A training as it went: the loss beside the corpus' entropy, the heads as they form, the gradient of each layer, the stream.
// Several trainings lie over each other as lines, and below each other as maps with one scale.

#include "widgets/views/training_figure.h"

#include "core/files/training_runs.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/figure_pages.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/training_data.h"
#include "widgets/views/training_sentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace widgets {

namespace {

QString whyNot(const FigureData& data)
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
    const QStringList first = all.mid(0, 6);
    return (name.isEmpty() ? TrainingText::tr("No training is chosen.")
                           : TrainingText::tr("%1 has no history of its training.").arg(name))
        + QLatin1Char(' ')
        + TrainingText::tr("Choose one that has under “Trainings”: %1 …").arg(first.join(TrainingText::tr(", ")));
}

constexpr std::size_t mostMaps = 4; // below each other; lines have no such limit

LineStyle styleOfRun(std::size_t run, const Theme& theme)
{
    const std::array colors{theme.slotA, theme.slotB, theme.v, theme.o, theme.q, theme.k};
    constexpr std::array pens{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine};
    return {.color = colors[run % colors.size()], .pen = pens[run % pens.size()]};
}

LineChart* addChart(Plot& plot, QCPAxisRect* rect, const FigureStyle& style, const QString& quantity)
{
    Q_UNUSED(plot)
    rect->axis(QCPAxis::atBottom)->setLabel(TrainingText::tr("step"));
    rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atLeft)->setLabel(quantity);
    return new LineChart(rect, style);
}

/// One line a training of a column [point]; the label has the name only when asked to.
void addLines(LineChart& chart, const std::vector<Training>& shown, const char* column, const Theme& theme)
{
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QVector<double> values = columnOf(*shown[i].history, column);
        if (!values.isEmpty())
            chart.addLine(stepsOf(shown[i]), values, QStringLiteral("%1 %2").arg(shown[i].name, formatNumber(lastFinite(values))),
                styleOfRun(i, theme));
    }
}

void markStep(LineChart& chart, const FigureData& data, const QVector<double>& steps, const QVector<double>& values)
{
    const double step = shownStep(data);
    if (step >= 0 && !values.isEmpty())
        chart.setMark(step, valueAt(steps, values, step), TrainingText::tr("step %1").arg(formatCount(qint64(step))));
}

bool predictsNext(const Training& training) { return training.history->training.value("task", "next") == "next"; }

std::optional<double> entropyOf(const std::vector<Training>& shown)
{
    return std::all_of(shown.begin(), shown.end(), predictsNext) ? core::corpusEntropy() : std::nullopt;
}

void drawLoss(Plot& plot, const FigureData& data, const FigureStyle& style, const std::vector<Training>& shown)
{
    const Theme& theme = themeOf(style);
    plot.addPanelTitle(0, 0, TrainingText::tr("Loss on texts that were held out"), style);
    QCPAxisRect* above = plot.addAxisRect(1, 0, style);
    LineChart* loss = addChart(plot, above, style, TrainingText::tr("nats a token"));
    if (shown.size() == 1) {
        LineStyle faint{.color = theme.slotB};
        faint.color.setAlphaF(0.55F);
        loss->addLine(stepsOf(shown[0]), columnOf(*shown[0].history, "loss"), TrainingText::tr("of each batch"), faint);
    }
    addLines(*loss, shown, "held_out", theme);
    if (const std::optional<double> entropy = entropyOf(shown)) {
        const QVector<double> steps = stepsOf(shown[0]);
        loss->addLine({steps.first(), steps.last()}, {*entropy, *entropy},
            TrainingText::tr("entropy %1").arg(formatNumber(*entropy)), {.color = theme.text2, .pen = Qt::DotLine});
    }
    loss->fitAxes(true);
    markStep(*loss, data, stepsOf(shown[0]), columnOf(*shown[0].history, "held_out"));
    plot.panel()->setRowStretchFactor(0, 0.001);
    if (roomOf(style).height() < 360)
        return;
    plot.addPanelTitle(2, 0, TrainingText::tr("Learning rate"), style);
    QCPAxisRect* below = plot.addAxisRect(3, 0, style);
    LineChart* rate = addChart(plot, below, style, QString());
    addLines(*rate, shown, "learning_rate", theme);
    rate->fitAxes(true);
    auto* aligned = new QCPMarginGroup(&plot); // one axis of steps for both
    aligned->setParent(above);                 // the plot is drawn anew many times
    for (QCPAxisRect* rect : {above, below})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, aligned);
    plot.panel()->setRowStretchFactor(2, 0.001);
    plot.panel()->setRowStretchFactor(1, 2.6);
}

struct MapPlace
{
    int row, column; // of the layout: the title there, the map below
    QString title, quantity;
    bool hasSteps = true; // below the map; of maps above each other only the last has them
    bool hasBar = true;   // … and only the first its colours
};

/// A map of a column over the points of a training, null when there is none.
GridAxisRect* addMap(Plot& plot, const FigureStyle& style, const Training& training, const char* column, const MapPlace& place,
    const ColorScale& scale)
{
    const Grid grid = rowsOverPoints(*training.history, column);
    if (grid.isEmpty())
        return nullptr;
    plot.addPanelTitle(place.row, place.column, place.title, style);
    GridAxisRect* rect = plot.addGridRect(place.row + 1, place.column, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    const core::Tensor* numbers = training.history->column(column);
    QStringList rows;
    for (core::Index row = 0; row < grid.rows; ++row)
        rows << (numbers->rank() < 3 ? QStringLiteral("L%1").arg(row)
                                     : QStringLiteral("L%1 H%2").arg(row / numbers->dim(2)).arg(row % numbers->dim(2)));
    rect->setRowTokens(rows);
    QStringList steps;
    for (const double step : stepsOf(training))
        steps << QString::number(step, 'f', 0);
    if (place.hasSteps) {
        rect->setColumnNumbers(steps);
        rect->setAxisTitles(TrainingText::tr("step"), QString());
    }
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("%1/%2").arg(training.name, QLatin1String(column)));
    map->setNumbers(false);
    map->setData(grid, scale);
    if (place.hasBar)
        new ColorBar(rect, scale, place.quantity, style);
    plot.panel()->setRowStretchFactor(place.row, 0.001);
    return rect;
}

/// One scale for all trainings, so that equal colours are equal numbers.
ColorScale commonScale(const std::vector<Training>& shown, const char* column, ScaleChoice choice)
{
    std::vector<Grid> grids;
    for (const Training& training : shown)
        if (Grid grid = rowsOverPoints(*training.history, column); !grid.isEmpty())
            grids.push_back(std::move(grid));
    return makeScale(choice, grids);
}

void drawHeads(Plot& plot, const FigureData& data, const FigureStyle& style, const std::vector<Training>& shown)
{
    const Theme& theme = themeOf(style);
    const bool hasMaps = roomOf(style).height() >= 360;
    const std::size_t maps = hasMaps ? std::min<std::size_t>(shown.size(), 2) : 0;
    plot.addPanelTitle(0, 0, TrainingText::tr("Mean attention of the best head for each task"), style);
    LineChart* best = addChart(plot, plot.addAxisRect(1, 0, style), style, QString());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QString prefix = shown.size() > 1 ? shown[i].name + QLatin1Char(' ') : QString();
        const QVector<double> induction = bestHead(*shown[i].history, "induction");
        const QVector<double> previous = bestHead(*shown[i].history, "previous");
        LineStyle line = styleOfRun(i, theme);
        line.pen = Qt::SolidLine;
        if (!induction.isEmpty())
            best->addLine(stepsOf(shown[i]), induction,
                prefix + TrainingText::tr("induction %1").arg(formatNumber(lastFinite(induction))), line);
        line.pen = Qt::DashLine;
        if (!previous.isEmpty())
            best->addLine(stepsOf(shown[i]), previous,
                prefix + TrainingText::tr("previous token %1").arg(formatNumber(lastFinite(previous))), line);
    }
    best->fitAxes(true);
    markStep(*best, data, stepsOf(shown[0]), bestHead(*shown[0].history, "induction"));
    QCPLayoutGrid* page = plot.panel();
    page->setRowStretchFactor(0, 0.001);
    const ColorScale scale = commonScale(shown, "induction", {ColorMapId::Viridis, ScalePolicy::Fixed01});
    for (std::size_t i = 0; i < maps; ++i)
        addMap(plot, style, shown[i], "induction",
            {int(2 + 2 * i), 0, TrainingText::tr("Induction, head by head: %1").arg(shown[i].name),
                TrainingText::tr("mean attention")},
            scale);
}

void drawGradient(Plot& plot, const FigureData&, const FigureStyle& style, const std::vector<Training>& shown)
{
    const ColorScale scale
        = commonScale(shown, "gradient_layers", {ColorMapId::Cividis, ScalePolicy::MinToMax, ScaleTransform::Log});
    const std::size_t maps = std::min(shown.size(), mostMaps);
    auto* aligned = new QCPMarginGroup(&plot);
    for (std::size_t i = 0; i < maps; ++i) {
        GridAxisRect* rect = addMap(plot, style, shown[i], "gradient_layers",
            {int(2 * i), 0, TrainingText::tr("Gradient of each layer: %1").arg(shown[i].name),
                TrainingText::tr("norm, before clipping"), i + 1 == maps, i == 0},
            scale);
        if (!rect)
            continue;
        if (!aligned->parent() || aligned->parent() == &plot)
            aligned->setParent(rect); // the plot is drawn anew many times
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, aligned);
        plot.panel()->setRowStretchFactor(int(2 * i) + 1, i + 1 == maps ? 2.0 : 1.3); // the last has the steps below it
    }
    if (roomOf(style).height() < 360)
        return;
    const int row = plot.panel()->rowCount();
    plot.addPanelTitle(row, 0, TrainingText::tr("Gradient of the whole model"), style);
    LineChart* whole = addChart(plot, plot.addAxisRect(row + 1, 0, style), style, QString());
    addLines(*whole, shown, "gradient", themeOf(style));
    const auto isPositive = [](const Training& training) {
        const QVector<double> values = columnOf(*training.history, "gradient");
        return std::all_of(values.begin(), values.end(), [](double value) { return !(value <= 0); });
    };
    const bool isLog = std::all_of(shown.begin(), shown.end(), isPositive);
    whole->setLogarithmic(isLog);
    whole->fitAxes(!isLog);
    plot.panel()->setRowStretchFactor(row, 0.001);
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

void drawStream(Plot& plot, const FigureData&, const FigureStyle& style, const std::vector<Training>& shown)
{
    // A narrow page has them below each other, as many as it is high enough for.
    const bool isWide = roomOf(style).width() >= 700;
    const auto fitting = std::size_t(chartsFitting(style));
    const std::size_t maps = std::min({shown.size(), mostMaps, isWide ? mostMaps : fitting});
    int place = 0;
    for (std::size_t i = 0; i < maps; ++i)
        for (std::size_t q = 0; q < streamQuantities.size(); ++q, ++place) {
            const StreamQuantity& quantity = streamQuantities[q];
            if (!isWide && q > 0 && (shown.size() > 1 || q >= fitting))
                continue;
            const QString title = shown.size() > 1
                ? TrainingText::tr("%1: %2").arg(shown[i].name, TrainingText::tr(quantity.title))
                : TrainingText::tr(quantity.title);
            const ColorScale scale
                = commonScale(shown, quantity.column, {ColorMapId::Cividis, ScalePolicy::MinToMax, ScaleTransform::Log});
            addMap(plot, style, shown[i], quantity.column,
                {isWide ? int(2 * i) : 2 * place, isWide ? int(q) : 0, title, TrainingText::tr(quantity.quantity)}, scale);
        }
}

/// FigurePage::draw from a function that draws trainings.
template <auto drawTrainings>
void drawOf(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    drawTrainings(plot, data, style, shownTrainings(data));
    plot.panel()->simplify();
}

QStringList sentencesOf(const std::vector<Training>& shown, const auto& sentence)
{
    QStringList sentences;
    for (std::size_t i = 0; i < std::min<std::size_t>(shown.size(), 3); ++i)
        sentences << sentence(shown[i]);
    return sentences;
}

/// FigurePage::caption from a function that says a sentence of a training.
template <auto sentence>
QString captionOf(const FigureData& data)
{
    return sentencesOf(shownTrainings(data), sentence).join(QLatin1Char(' '));
}

QString lossCaption(const FigureData& data)
{
    const std::vector<Training> shown = shownTrainings(data);
    const std::optional<double> entropy = entropyOf(shown);
    QStringList sentences = sentencesOf(shown, [&](const Training& training) { return lossSentence(training, entropy); });
    sentences << seedSentence(shown) << (shown.size() == 1 ? curriculumSentence(shown[0]) : QString());
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

constexpr FigurePage kLoss{.id = "loss", // its question is that of the figure
    .draw = drawOf<drawLoss>,
    .caption = lossCaption,
    .subtitle = [](const FigureData&) {
        return TrainingText::tr("Each point is measured before the update of its step; on held-out texts no model stays below "
                                "the entropy of the corpus.");
    }};

constexpr FigurePage kHeads{.id = "heads",
    .title = QT_TRANSLATE_NOOP("figures", "When did its heads begin to work?"),
    .draw = drawOf<drawHeads>,
    .caption = captionOf<headSentence>,
    .subtitle = [](const FigureData&) {
        return TrainingText::tr("Attention of the best head on random sequences given twice: to the token that followed last "
                                "time (induction), and to the token before.");
    }};

constexpr FigurePage kGradient{.id = "gradient",
    .title = QT_TRANSLATE_NOOP("figures", "Did the gradient reach every layer?"),
    .draw = drawOf<drawGradient>,
    .caption = captionOf<gradientSentence>,
    .subtitle = [](const FigureData&) {
        return TrainingText::tr(
            "A column is a recorded step, a row a layer; the colours are logarithmic and the same for every training.");
    }};

constexpr FigurePage kStream{.id = "stream",
    .title = QT_TRANSLATE_NOOP("figures", "How large did the stream and its branches become?"),
    .draw = drawOf<drawStream>,
    .caption = captionOf<streamSentence>,
    .subtitle = [](const FigureData&) {
        return TrainingText::tr("A column is a recorded step, a row a layer; the branch is divided by the stream before it.");
    }};

constexpr const FigurePage* kPages[] = {&kLoss, &kHeads, &kGradient, &kStream};

QString table(const FigureData& data) { return trainingTable(shownTrainings(data)); }

} // namespace

constinit const FigureInfo trainingFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNot>("training", QT_TRANSLATE_NOOP("figures", "How did it learn?"));
    figure.table = table;
    figure.isOfRun = false;
    figure.comparing = Comparing::Nothing;
    return figure;
}();

} // namespace widgets
