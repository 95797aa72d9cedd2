// The next token: the most probable ones after the selected position, and the best one after every position.

#include "widgets/views/output/figure.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace widgets {

namespace {

struct Output
{
    Q_DECLARE_TR_FUNCTIONS(Output)
};

int shownCount(const FigureData& data) { return std::clamp(countOption.in(data, usualNextTokens), 1, maxNextTokens); }

/// The last one where only its logits were computed.
int shownPosition(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    return shownPosition(run, hasAllLogits(*run.trace) ? data.selection : Selection());
}

/// An encoder sees the whole text: its logits are about the token that is there, not of the next one.
/// The token that the logits of a position are about; −1 beyond the end.
core::TokenId trueToken(const core::Trace& trace, int position)
{
    const std::size_t at = std::size_t(position) + (speaksOfHere(trace) ? 0 : 1);
    return at < streamIds(trace).size() ? streamIds(trace)[at] : -1;
}

QString whyNotOutput(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (run.setup && run.setup->config.outputHead == core::OutputHead::None)
        return Output::tr("This model has no output head, so it predicts no tokens. Choose “Output matrix” as its output head.");
    return nextTokens(*run.trace, shownPosition(data), 1).empty() ? whyNotRecorded("logits") : QString();
}

/// The type that the widest of the words has room in, px; rather a smaller word than a part of one.
QFont fontOfStrip(const QStringList& words, double room, const FigureStyle& style, Plot& plot)
{
    constexpr double smallest = 0.7;
    double factor = 1;
    const auto widest = [&] {
        const QFontMetricsF metrics(figureFont(style, style.tickPoints * factor), &plot);
        double width = 0;
        for (const QString& word : words)
            width = std::max(width, metrics.horizontalAdvance(word));
        return width;
    };
    while (factor > smallest && widest() > room)
        factor -= 0.05;
    return figureFont(style, style.tickPoints * factor);
}

/// The best prediction after every position: its text in a cell coloured by its probability.
void drawStrip(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const int count = int(streamTokens(*run.trace).size());
    std::vector<float> probabilities;
    QStringList best;
    for (int position = 0; position < count; ++position) {
        const std::vector<core::TokenProbability> next = nextTokens(*run.trace, position, 1);
        probabilities.push_back(next.empty() ? 0.0F : float(next.front().probability));
        best << (next.empty() ? QString() : tokenText(run, next.front().id));
    }
    const Grid grid = gridOf(std::move(probabilities), 1, count);
    const ColorScale scale = makeScale(scaleChoiceFor("probabilities"), grid);
    GridAxisRect* rect = plot.addGridRect(3, 0, style);
    rect->setCells(1, count, CellShape::Fill);
    labelColumns(*rect, *run.trace);
    rect->setRowTokens({speaksOfHere(*run.trace) ? Output::tr("here") : Output::tr("next")});
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("strip"));
    map->setNumbers(false);
    map->setData(grid, scale);
    map->setPinned({0, shownPosition(data)});
    if (count > 40)
        return; // no room for words
    const double room = style.size.width() * 0.82 / count - space::xs;
    const QFont font = fontOfStrip(best, room, style, plot);
    const QFontMetricsF metrics(font, &plot);
    for (int position = 0; position < count; ++position) {
        auto* text = new QCPItemText(&plot);
        text->setClipAxisRect(rect);
        text->position->setAxisRect(rect);
        text->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        text->position->setCoords(position, 0);
        text->setFont(font);
        text->setColor(textColorOn(scale.color(double(grid.at(0, position)))));
        const QString shown = metrics.elidedText(best[position], Qt::ElideRight, room);
        const bool saysSomething = shown == best[position] || shown.size() > 2; // a letter alone does not
        text->setText(saysSomething && metrics.horizontalAdvance(shown) <= room ? shown : QString());
        text->setSelectable(false);
    }
}

/// Probabilities of the tokens that either run thinks likely, B − A, the largest change first.
std::vector<core::TokenProbability> changes(const FigureData& data)
{
    const int position = shownPosition(data);
    std::set<core::TokenId> likely;
    for (const RunPtr& run : {data.a, data.b})
        for (const core::TokenProbability& next : nextTokens(*run->trace, position, 50))
            likely.insert(next.id);
    std::vector<core::TokenProbability> changed;
    for (const core::TokenId id : likely)
        changed.push_back(
            {.id = id, .probability = probabilityOf(*data.b->trace, position, id) - probabilityOf(*data.a->trace, position, id)});
    std::ranges::stable_sort(
        changed, [](const auto& x, const auto& y) { return std::abs(x.probability) > std::abs(y.probability); });
    std::erase_if(changed, [](const core::TokenProbability& change) { return change.probability == 0; });
    changed.resize(std::min(changed.size(), std::size_t(shownCount(data))));
    return changed;
}

bool sameVocabulary(const FigureData& data)
{
    const auto tokenizer = [](const RunPtr& run) { return run->setup ? run->setup->model->tokenizer.get() : nullptr; };
    return data.a->setup && data.b->setup && data.a->setup->config.vocabulary == data.b->setup->config.vocabulary
        && (tokenizer(data.a) == tokenizer(data.b) || streamTokens(*data.a->trace) == streamTokens(*data.b->trace));
}

QString nothingChanges() { return Output::tr("No probability changes here: A and B predict the same."); }

void drawChanges(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    if (!sameVocabulary(data))
        return plot.showMessage(Output::tr("A and B differ in vocabulary: their tokens cannot be compared one by one."), style);
    const std::vector<core::TokenProbability> changed = changes(data);
    if (changed.empty())
        return plot.showMessage(nothingChanges(), style);
    plot.addPanelTitle(0, 0,
        Output::tr("Change after %1, position %2")
            .arg(quotedToken(*data.a->trace, shownPosition(data)))
            .arg(counted(shownPosition(data))),
        style);
    auto* chart = new BarChart(plot.addAxisRect(1, 0, style), style);
    chart->setName(QStringLiteral("change"));
    QVector<Bar> bars;
    for (const core::TokenProbability& change : changed)
        bars << Bar{tokenText(*data.a, change.id), double(change.probability),
            Output::tr("%1 points").arg(formatDifference(100 * double(change.probability), 3)), change.probability > 0};
    chart->setBars(bars);
    plot.panel()->setRowStretchFactor(0, 0.001);
}

std::vector<Metric> outputMetrics(const FigureData& data)
{
    if (!sameVocabulary(data) || !hasAllLogits(*data.a->trace) || !hasAllLogits(*data.b->trace))
        return {};
    const int count = int(std::min(streamTokens(*data.a->trace).size(), streamTokens(*data.b->trace).size()));
    int same = 0, firstOther = -1;
    for (int position = 0; position < count; ++position) {
        const auto a = nextTokens(*data.a->trace, position, 1), b = nextTokens(*data.b->trace, position, 1);
        const bool agrees = !a.empty() && !b.empty() && a.front().id == b.front().id;
        same += agrees;
        if (!agrees && firstOther < 0)
            firstOther = position;
    }
    Selection at = data.selection;
    at.query = firstOther;
    return {{Output::tr("same best guess"), Output::tr("%1 of %2").arg(same).arg(count), at, firstOther >= 0}};
}

void drawOutput(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    if (data.side == Side::Delta)
        return drawChanges(drawing);
    const RunResult& run = *shownRun(data);
    const core::Trace& trace = *run.trace;
    const int position = shownPosition(data);
    const bool here = speaksOfHere(trace);

    plot.addPanelTitle(0, 0,
        (here ? Output::tr("At %1, position %2") : Output::tr("After %1, position %2"))
            .arg(quotedToken(trace, position))
            .arg(counted(position)),
        style);
    auto* chart = new BarChart(plot.addAxisRect(1, 0, style), style);
    chart->setName(QStringLiteral("next"));
    QVector<Bar> bars;
    for (const core::TokenProbability& next : nextTokens(trace, position, shownCount(data)))
        bars << Bar{
            tokenText(run, next.id), next.probability, probabilityText(next.probability), next.id == trueToken(trace, position)};
    double best = bars.isEmpty() || std::isnan(bars.front().value) ? 1 : bars.front().value;
    for (const RunPtr& one : scaledRuns(data))
        for (const core::TokenProbability& next : nextTokens(*one->trace, position, 1))
            best = std::max(best, next.probability);
    chart->setBars(bars, std::max(best, 0.02));
    plot.panel()->setRowStretchFactor(0, 0.001);
    if (!hasAllLogits(trace))
        return;
    plot.addPanelTitle(
        2, 0, here ? Output::tr("Best guess at every position") : Output::tr("Best guess after every position"), style);
    drawStrip(drawing);
    plot.panel()->setRowStretchFactor(1, 3.2);
    plot.panel()->setRowStretchFactor(2, 0.001);
}

QString outputSubtitle(const FigureData& data)
{
    const core::Trace& trace = *shownRun(data)->trace;
    const bool here = speaksOfHere(trace);
    QString text = here ? Output::tr("Each bar is the probability of one token at this place: softmax of the logits.")
                        : Output::tr("Each bar is the probability of one next token: softmax of the logits.");
    if (hasAllLogits(trace) && here)
        text += QLatin1Char(' ') + Output::tr("Orange is the token in the text.");
    else if (hasAllLogits(trace) && trueToken(trace, shownPosition(data)) >= 0)
        text += QLatin1Char(' ') + Output::tr("Orange is the actual next token.");
    return text;
}

std::vector<Caveat> outputCaveats(const FigureData& data)
{
    if (hasAllLogits(*shownRun(data)->trace))
        return {};
    return {{Output::tr("Logits were computed for the last token only.")}};
}

QString outputCaption(const FigureData& data)
{
    if (data.side == Side::Delta) {
        if (!sameVocabulary(data))
            return {};
        const std::vector<core::TokenProbability> changed = changes(data);
        return changed.empty()
            ? nothingChanges()
            : Output::tr("The probability of “%1” changes most, by %2 percentage points.")
                  .arg(tokenText(*data.a, changed.front().id), formatDifference(100 * double(changed.front().probability), 3));
    }
    const RunResult& run = *shownRun(data);
    const core::Trace& trace = *run.trace;
    const int position = shownPosition(data);
    const std::vector<core::TokenProbability> next = nextTokens(trace, position, 2);
    const bool here = speaksOfHere(trace);
    QString text
        = (here ? Output::tr("At %1 the model predicts “%2” with %3") : Output::tr("After %1 the model predicts “%2” with %3"))
              .arg(quotedToken(trace, position), tokenText(run, next.front().id), probabilityText(next.front().probability));
    if (next.size() > 1)
        text = Output::tr("%1, then “%2” with %3").arg(text, tokenText(run, next[1].id), probabilityText(next[1].probability));
    text = Output::tr("%1.").arg(text);
    if (const core::TokenId there = trueToken(trace, position); there >= 0)
        text += QLatin1Char(' ')
            + (here ? Output::tr("The one there, %1, has %2.") : Output::tr("The actual one, %1, has %2."))
                  .arg(quotedToken(trace, position + (here ? 0 : 1)), probabilityText(probabilityOf(trace, position, there)));
    return text;
}

/// The bars of a difference have names and numbers on either side.
QSizeF minPanel(const FigureData& data) { return data.mode == SlotMode::All ? QSizeF(190, 127) : panelOfMap; }

} // namespace

const char* titleFor(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && speaksOfHere(*run->trace) ? QT_TRANSLATE_NOOP("figures", "Which token belongs here?") : nullptr;
}

const FigureInfo outputFigure{.id = "output",
    .title = QT_TRANSLATE_NOOP("figures", "What comes next?"),
    .draw = drawOutput,
    .caption = outputCaption,
    .whyNot = whyNotOutput,
    .subtitle = outputSubtitle,
    .titleFor = titleFor,
    .difference = Difference::Any,
    .metrics = outputMetrics,
    .options = [](const FigureData&) -> FigureOptions { return {countOption}; },
    .offer = outputOffer,
    .minPanel = minPanel,
    .caveats = outputCaveats};

} // namespace widgets
