// One neuron: its values over the text, what it reads, and which tokens it speaks for or against.

#include "widgets/views/feed_forward/neuron_picture.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace widgets {

namespace {

constexpr int maxTokens = 24; // bars over the text: beyond, the largest ones
constexpr core::Index shownInputs = 10, shownWords = 8;

NeedId inputsId(const RunPtr& run, const FeedForwardLayer& layer)
{
    return {run->trace, {},
        "inputs of neuron " + std::to_string(layer.neuron) + " of layer " + std::to_string(layer.layer) + " at "
            + std::to_string(layer.token)};
}

NeedId wordsId(const RunPtr& run, const FeedForwardLayer& layer)
{
    return {run->trace, {}, "words of neuron " + std::to_string(layer.neuron) + " of layer " + std::to_string(layer.layer)};
}

bool hasWords(const RunResult& run) { return run.setup->config.outputHead == core::OutputHead::Linear; }

Needs needs(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        const auto layer = feedForwardOf(data, *run);
        if (!layer)
            continue;
        all.push_back(derivedNeed(inputsId(run, *layer), [run, layer = *layer](const core::RunControl&) {
            return core::neuronInputs(*run->setup, *run->trace, {layer.layer, layer.token, layer.neuron}, shownInputs);
        }));
        if (hasWords(*run))
            all.push_back(derivedNeed(wordsId(run, *layer), [run, layer = *layer](const core::RunControl& control) {
                return core::neuronWords(*run->setup, layer.layer, layer.neuron, shownWords, control);
            }));
    }
    return all;
}

const core::NeuronInputs& inputsOf(const FigureData& data, const FeedForwardLayer& layer)
{
    static const core::NeuronInputs nothing;
    const auto* const found = data.results.value<core::NeuronInputs>(inputsId(shownRun(data), layer));
    return found ? *found : nothing;
}

const core::NeuronWords& wordsOf(const FigureData& data, const FeedForwardLayer& layer)
{
    static const core::NeuronWords nothing;
    const auto* const found = data.results.value<core::NeuronWords>(wordsId(shownRun(data), layer));
    return found ? *found : nothing;
}

/// All in the order of the text, or those with the largest values; of two slots, whose charts are too low for all, the chosen token
/// first and then the largest.
std::vector<int> shownTokens(const FigureData& data, const FeedForwardLayer& layer)
{
    std::vector<int> tokens(std::size_t(layer.post.rows));
    std::iota(tokens.begin(), tokens.end(), 0);
    if (tokens.size() <= std::size_t(maxTokens) && !showsBoth(data))
        return tokens;
    std::ranges::stable_sort(tokens, std::greater(), [&](int token) {
        return std::pair(showsBoth(data) && token == layer.token, std::abs(layer.product(token)));
    });
    tokens.resize(std::min(tokens.size(), std::size_t(maxTokens)));
    if (!showsBoth(data))
        std::ranges::sort(tokens);
    return tokens;
}

/// A column of the page: headings and charts of bars.
class Column
{
public:
    Column(const Drawing& drawing, QCPLayoutGrid* in, int place)
        : m_drawing(drawing)
        , m_grid(drawing.plot.makeGrid())
    {
        in->addElement(0, place, m_grid);
        m_grid->setRowSpacing(space::xs);
    }

    BarChart* add(const QString& heading, const char* name, double share = 1)
    {
        const auto& [plot, data, style] = m_drawing;
        const int below = plot.panel()->rowCount();
        m_grid->addElement(m_row, 0, plot.addPanelTitle(below, 0, heading, style));
        m_grid->setRowStretchFactor(m_row++, 0.001);
        QCPAxisRect* rect = plot.addAxisRect(below + 1, 0, style);
        m_grid->addElement(m_row, 0, rect);
        m_grid->setRowStretchFactor(m_row++, share);
        auto* chart = new BarChart(rect, style);
        chart->setName(QString::fromLatin1(name));
        return chart;
    }

private:
    const Drawing& m_drawing;
    QCPLayoutGrid* m_grid;
    int m_row = 0;
};

/// The width runs from the lowest to the highest, so that few negative ones do not take half of it.
void setBars(BarChart& chart, const QVector<Bar>& bars)
{
    chart.setBars(bars);
    QCPRange reach(0, 0);
    for (const Bar& bar : bars)
        if (std::isfinite(bar.value))
            reach.expand(bar.value);
    if (reach.size() > 0)
        chart.setReach(reach);
}

QString headingOfInputs(const FigureData& data, const FeedForwardLayer& layer)
{
    return FeedForward::tr("What it reads at %1").arg(quotedToken(*shownRun(data)->trace, layer.token));
}

void addWords(const Drawing& drawing, Column& column, const FeedForwardLayer& layer)
{
    const core::NeuronWords& words = wordsOf(drawing.data, layer);
    if (words.up.empty())
        return;
    const double full = std::max(std::abs(words.up.front().lift), std::abs(words.down.front().lift));
    const auto barsOf = [&](const std::vector<core::TokenLift>& lifts) {
        QVector<Bar> bars;
        for (const core::TokenLift& lift : lifts)
            bars << Bar{tokenText(*shownRun(drawing.data), lift.id), std::abs(lift.lift), formatDifference(lift.lift)};
        return bars;
    };
    column.add(FeedForward::tr("Tokens made likelier"), "up")->setBars(barsOf(words.up), full);
    BarChart* const down = column.add(FeedForward::tr("… and less likely"), "down");
    down->setColor(themeOf(drawing.style).text2);
    down->setBars(barsOf(words.down), full);
}

void draw(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const FeedForwardLayer layer = shownFeedForward(data);
    const core::NeuronInputs& inputs = inputsOf(data, layer);
    auto* columns = plot.makeGrid();
    columns->setColumnSpacing(space::xl);
    int place = 0;

    Column values(drawing, columns, place++);
    QVector<Bar> bars;
    for (const int token : shownTokens(data, layer))
        bars << Bar{quotedToken(*shownRun(data)->trace, token), layer.product(token), {}, token == layer.token};
    const QString heading = showsBoth(data) ? FeedForward::tr("Neuron %1: chosen, then largest") : FeedForward::tr("Neuron %1 over the text");
    setBars(*values.add(heading.arg(counted(layer.neuron)), "tokens"), bars);

    const bool isNarrow = roomOf(style).width() < 500;
    if (!inputs.largest.empty() && !isNarrow) {
        Column reads(drawing, columns, place++);
        bars.clear();
        for (const core::NeuronInput& input : inputs.largest)
            bars << Bar{FeedForward::tr("dim %1").arg(counted(input.dimension)), input.product(), {}};
        bars << Bar{FeedForward::tr("all others"), inputs.rest, {}};
        if (inputs.bias != 0)
            bars << Bar{FeedForward::tr("bias"), inputs.bias, {}};
        bars << Bar{FeedForward::tr("sum"), inputs.value, {}, true};
        setBars(*reads.add(headingOfInputs(data, layer), "inputs"), bars);
    }
    if (isNarrow)
        addWords(drawing, values, layer); // below each other
    else if (!wordsOf(data, layer).up.empty()) {
        Column words(drawing, columns, place++);
        addWords(drawing, words, layer);
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, columns);
}

QString subtitle(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    QString text = layer.isGated ? FeedForward::tr("Left gate × up") : FeedForward::tr("Left after the activation");
    if (!inputsOf(data, layer).largest.empty())
        text += FeedForward::tr("; middle input · %1, adding up to the value before the activation")
                    .arg(layer.isGated ? QStringLiteral("W_gate") : QStringLiteral("W_up"));
    if (!wordsOf(data, layer).up.empty())
        text += FeedForward::tr("; right logits per unit: W_down · gain of the final norm · output matrix");
    return FeedForward::tr("%1.").arg(text);
}

QString caption(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const core::NeuronInputs& inputs = inputsOf(data, layer);
    const core::NeuronWords& words = wordsOf(data, layer);
    QStringList sentences;
    if (!inputs.largest.empty())
        sentences << FeedForward::tr("At %1 neuron %2 reads %3; dimension %4 gives %5 of it.")
                         .arg(feedForwardTokenAt(data, layer.token))
                         .arg(counted(layer.neuron))
                         .arg(formatNumber(inputs.value))
                         .arg(counted(inputs.largest.front().dimension))
                         .arg(formatNumber(inputs.largest.front().product()));
    else
        sentences << FeedForward::tr("At %1 neuron %2 is %3.")
                         .arg(feedForwardTokenAt(data, layer.token))
                         .arg(counted(layer.neuron))
                         .arg(formatNumber(layer.product(layer.token)));
    if (!words.up.empty())
        sentences << FeedForward::tr("One unit of it adds most to the logit of “%1” (%2) and takes most from “%3” (%4).")
                         .arg(tokenText(*shownRun(data), words.up.front().id), formatDifference(words.up.front().lift),
                             tokenText(*shownRun(data), words.down.front().id), formatDifference(words.down.front().lift));
    return joinedSentences(sentences);
}

QString table(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    QString text = QStringLiteral("part,index,value\n");
    const auto row = [&](const char* part, std::int64_t index, double value) {
        text += QStringLiteral("%1,%2,%3\n").arg(QLatin1String(part)).arg(index).arg(exactText(float(value)));
    };
    for (int token = 0; token < int(layer.post.rows); ++token)
        row("position", token, layer.product(token));
    for (const core::NeuronInput& input : inputsOf(data, layer).largest)
        row("input", input.dimension, input.product());
    for (const core::TokenLift& lift : wordsOf(data, layer).up)
        row("up", lift.id, lift.lift);
    for (const core::TokenLift& lift : wordsOf(data, layer).down)
        row("down", lift.id, lift.lift);
    return text;
}

std::vector<Caveat> caveats(const FigureData& data)
{
    std::vector<Caveat> all;
    const RunResult& run = *shownRun(data);
    const FeedForwardLayer layer = shownFeedForward(data);
    if (!hasWords(run))
        all.push_back({FeedForward::tr("No tokens: there is no linear output matrix behind the stream."), false});
    else if (core::placesOf(run.setup->config.block(layer.layer).placement).onBranch)
        all.push_back({FeedForward::tr("Tokens: without the norm on the branch."), false});
    if (layer.post.rows > maxTokens)
        all.push_back(
            {FeedForward::tr("The %1 tokens with the largest values of %2.").arg(maxTokens).arg(layer.post.rows), false});
    if (inputsOf(data, layer).largest.empty() && !inputsOf(data, layer).missing.empty())
        all.push_back({whyNotRecorded(inputsOf(data, layer).missing), false});
    return all;
}

} // namespace

int tokenOfNeuronBar(const FigureData& data, int bar)
{
    const std::vector<int> tokens = shownTokens(data, shownFeedForward(data));
    return bar >= 0 && std::size_t(bar) < tokens.size() ? tokens[std::size_t(bar)] : -1;
}

const FigurePage feedForwardNeuronPage{.id = "neuron",
    .title = QT_TRANSLATE_NOOP("figures", "What does this neuron read and write?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNoFeedForwardDifference,
    .subtitle = subtitle,
    .table = table,
    .needs = needs,
    .minPanel = minPanelOf<300, 190>,
    .caveats = caveats,
    .concepts = "C25"};

} // namespace widgets
