// One neuron: its values over the text, what it reads, and which tokens it speaks for or against.

#include "widgets/views/feed_forward/neuron_picture.h"

#include "core/analysis/written_words.h"
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
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace widgets {

namespace {

constexpr core::Index computedInputs = 10, computedWords = 8;
constexpr double kWideForPlaces = 520; // px of ordinary type: of tokens that occur twice
constexpr int maxTokens = 24; // bars over the text
constexpr double minBar = 17, minHeading = 30; // px of ordinary type
constexpr double threeColumns = 760, twoColumns = 380; // px of ordinary type: a narrower page has one, without the inputs
constexpr const char* kTokens = "tokens"; // of the bars: property of their chart

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

Needs feedForwardNeuronNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        const auto layer = feedForwardOf(data, *run);
        if (!layer)
            continue;
        all.push_back(derivedNeed(inputsId(run, *layer), [run, layer = *layer](const core::RunControl&) {
            return core::neuronInputs(*run->setup, *run->trace, {layer.layer, layer.token, layer.neuron}, computedInputs);
        }));
        if (hasWords(*run))
            all.push_back(derivedNeed(wordsId(run, *layer), [run, layer = *layer](const core::RunControl& control) {
                return core::writtenWords(
                    *run->setup, core::blockName(layer.layer, "mlp.post"), layer.neuron, computedWords, control);
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

/// What the final norm divides the stream of the token by; nothing where it does not, or divides each dimension by its own.
std::optional<double> finalScale(const RunResult& run, int token)
{
    const core::Tensor* const scale = run.trace->find("ln_final.scale");
    if (!scale || scale->axes().front() != core::axis::token || token < 0 || token >= scale->size())
        return std::nullopt;
    const auto divisor = double(scale->values()[std::size_t(token)]);
    return divisor > 0 ? std::optional(divisor) : std::nullopt;
}

/// What one unit adds to the logits of the token, its final norm's division included where the run has it.
core::WrittenWords wordsOf(const FigureData& data, const FeedForwardLayer& layer)
{
    const RunPtr& run = shownRun(data);
    const auto* const found = data.results.value<core::WrittenWords>(wordsId(run, layer));
    core::WrittenWords words = found ? *found : core::WrittenWords();
    if (const std::optional<double> scale = finalScale(*run, layer.token))
        for (std::vector<core::TokenLift>* lifts : {&words.up, &words.down})
            for (core::TokenLift& one : *lifts)
                one.lift /= *scale;
    return words;
}

/// Bars that can be read below so many headings, one above the other.
int barsBelow(int headings, const FigureStyle& style)
{
    return std::max(3, int((pictureHeight(style) - headings * minHeading) / minBar));
}

/// In the order of the text: all, or the chosen one and those with the largest values, in A or in B where both read one text, so
/// that a row is the same token in both.
QList<int> shownTokens(const FigureData& data, const FeedForwardLayer& layer, int most)
{
    std::vector<FeedForwardLayer> layers{layer};
    if (showsBoth(data) && data.a->trace->ids == data.b->trace->ids)
        for (const RunPtr& run : {data.a, data.b})
            if (auto of = feedForwardOf(data, *run); of && of->post.rows == layer.post.rows)
                layers.push_back(std::move(*of));
    const auto size = [&](int token) {
        double largest = 0;
        for (const FeedForwardLayer& of : layers)
            largest = std::max(largest, std::abs(of.product(token)));
        return std::pair(token == layer.token, largest);
    };
    QList<int> tokens(layer.post.rows);
    std::iota(tokens.begin(), tokens.end(), 0);
    if (tokens.size() <= most)
        return tokens;
    std::ranges::stable_sort(tokens, std::greater(), size);
    tokens.resize(most);
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

/// What the neuron leaves at the tokens.
void addTokens(const Drawing& drawing, Column& column, const FeedForwardLayer& layer, int most)
{
    const FigureData& data = drawing.data;
    const QList<int> tokens = shownTokens(data, layer, std::min(most, maxTokens));
    QStringList names;
    for (const int token : tokens)
        names << quotedToken(*shownRun(data)->trace, token);
    QVector<Bar> bars;
    for (int i = 0; i < int(tokens.size()); ++i) {
        const bool isTwice = roomOf(drawing.style).width() >= kWideForPlaces && names.count(names[i]) > 1;
        bars << Bar{isTwice ? names[i] + QLatin1Char(' ') + countedText(tokens[i]) : names[i], layer.product(tokens[i]), {},
            tokens[i] == layer.token};
    }
    const QString heading = tokens.size() < layer.post.rows ? FeedForward::tr("Neuron %1: largest, in text order")
                                                            : FeedForward::tr("Neuron %1 over the text");
    BarChart* const chart = column.add(heading.arg(counted(layer.neuron)), "tokens", double(bars.size()));
    chart->setProperty(kTokens, QVariant::fromValue(tokens));
    setBars(*chart, bars);
}

/// The largest terms of what it reads, so many bars with those of all others and of the sum.
void addInputs(const Drawing& drawing, Column& column, const FeedForwardLayer& layer, int most)
{
    const core::NeuronInputs& inputs = inputsOf(drawing.data, layer);
    if (inputs.largest.empty())
        return;
    const auto shown = std::min(inputs.largest.size(), std::size_t(std::max(1, most - (inputs.bias != 0 ? 3 : 2))));
    double rest = inputs.rest;
    QVector<Bar> bars;
    for (std::size_t i = 0; i < inputs.largest.size(); ++i)
        if (const core::NeuronInput& input = inputs.largest[i]; i < shown)
            bars << Bar{FeedForward::tr("dim %1").arg(counted(input.dimension)), input.product(), {}};
        else
            rest += input.product();
    if (core::Index(shown) < shownRun(drawing.data)->setup->config.dModel)
        bars << Bar{FeedForward::tr("all others"), rest, {}};
    if (inputs.bias != 0)
        bars << Bar{FeedForward::tr("bias"), inputs.bias, {}};
    bars << Bar{FeedForward::tr("sum"), inputs.value, {}, true};
    setBars(*column.add(headingOfInputs(drawing.data, layer), "inputs", double(bars.size())), bars);
}

/// The tokens that it speaks for and those that it speaks against, so many bars of each.
void addWords(const Drawing& drawing, Column& column, const FeedForwardLayer& layer, int most)
{
    const core::WrittenWords words = wordsOf(drawing.data, layer);
    if (words.up.empty())
        return;
    const double full = std::max(std::abs(words.up.front().lift), std::abs(words.down.front().lift));
    const auto barsOf = [&](const std::vector<core::TokenLift>& lifts) {
        QVector<Bar> bars;
        for (const core::TokenLift& lift : lifts)
            if (bars.size() < most)
                bars << Bar{tokenText(*shownRun(drawing.data), lift.id), std::abs(lift.lift), formatDifference(lift.lift)};
        return bars;
    };
    const double product = layer.product(layer.token);
    const bool isTurned = product < 0; // it takes from what a unit of it would give to
    column.add((isTurned ? FeedForward::tr("Likelier per unit; here × %1, less likely") : FeedForward::tr("Likelier per unit; here × %1"))
                   .arg(formatNumber(product)),
              "up", most)
        ->setBars(barsOf(words.up), full);
    BarChart* const down = column.add(
        isTurned ? FeedForward::tr("Less likely per unit; here likelier") : FeedForward::tr("… and less likely"), "down", most);
    down->setColor(themeOf(drawing.style).text2);
    down->setBars(barsOf(words.down), full);
}

void drawFeedForwardNeuron(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const FeedForwardLayer layer = shownFeedForward(data);
    const bool hasInputs = !inputsOf(data, layer).largest.empty(), hasWords = !wordsOf(data, layer).up.empty();
    const double width = roomOf(style).width();
    const int words = std::clamp(barsBelow(3, style) / 4, 2, int(computedWords));
    auto* columns = plot.makeGrid();
    columns->setColumnSpacing(space::xl);
    Column values(drawing, columns, 0);
    if (width < twoColumns) { // below each other
        addTokens(drawing, values, layer, hasWords ? barsBelow(3, style) - 2 * words : barsBelow(1, style));
        addWords(drawing, values, layer, words);
    } else {
        addTokens(drawing, values, layer, barsBelow(1, style));
        Column reads(drawing, columns, 1);
        if (width < threeColumns) {
            addInputs(drawing, reads, layer, hasWords ? barsBelow(3, style) - 2 * words : barsBelow(1, style));
            addWords(drawing, reads, layer, words);
        } else {
            addInputs(drawing, reads, layer, barsBelow(1, style));
            if (hasWords) {
                Column writes(drawing, columns, hasInputs ? 2 : 1);
                addWords(drawing, writes, layer, int(computedWords));
            }
        }
    }
    plot.panel()->simplify();
    plot.panel()->addElement(0, 0, columns);
    if (width < twoColumns && hasInputs)
        sayNoRoomFor(plot, {headingOfInputs(data, layer)}, style);
}

QString feedForwardNeuronSubtitle(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    QString text
        = layer.isGated ? FeedForward::tr("Over the text: gate × up") : FeedForward::tr("Over the text: after the activation");
    if (!inputsOf(data, layer).largest.empty())
        text += FeedForward::tr("; reading: input · %1, adding up to the value before the activation")
                    .arg(layer.isGated ? QStringLiteral("W_gate") : QStringLiteral("W_up"));
    if (!wordsOf(data, layer).up.empty())
        text += finalScale(*shownRun(data), layer.token)
            ? FeedForward::tr(
                "; tokens: logits per unit less their mean, W_down · gain ÷ scale of the final norm here · output matrix")
            : FeedForward::tr("; tokens: logits per unit less their mean, before the final norm divides");
    if (showsBoth(data) && !areNeuronsShared(data))
        text += layer.isNeuronChosen ? FeedForward::tr("; A and B share no neuron, only its number")
                                     : FeedForward::tr("; A and B share no neuron: each its largest at the token");
    return FeedForward::tr("%1.").arg(text);
}

/// Of two sides, beside whose maps little is said: the numbers alone.
QString shortCaption(const FeedForwardLayer& layer)
{
    return FeedForward::tr("Neuron %1 reads %2 and leaves %3.")
        .arg(counted(layer.neuron))
        .arg(formatNumber(layer.before(layer.token)), formatNumber(layer.product(layer.token)));
}

QString feedForwardNeuronCaption(const FigureData& data)
{
    const FeedForwardLayer layer = shownFeedForward(data);
    const core::NeuronInputs& inputs = inputsOf(data, layer);
    const core::WrittenWords words = wordsOf(data, layer);
    QStringList sentences;
    if (showsBoth(data))
        sentences << shortCaption(layer);
    else if (!inputs.largest.empty())
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
        sentences << FeedForward::tr("Against the mean of all logits, one unit of it adds most to that of “%1” (%2) and takes most from “%3” (%4).")
                         .arg(tokenText(*shownRun(data), words.up.front().id), formatDifference(words.up.front().lift),
                             tokenText(*shownRun(data), words.down.front().id), formatDifference(words.down.front().lift));
    if (!words.up.empty() && layer.product(layer.token) < 0)
        sentences << FeedForward::tr("Below 0, as here, it does the opposite.");
    return joinedSentences(sentences);
}

QString feedForwardNeuronTable(const FigureData& data)
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
    const core::WrittenWords words = wordsOf(data, layer);
    for (const core::TokenLift& lift : words.up)
        row("up", lift.id, lift.lift);
    for (const core::TokenLift& lift : words.down)
        row("down", lift.id, lift.lift);
    return text;
}

std::vector<Caveat> feedForwardNeuronCaveats(const FigureData& data)
{
    std::vector<Caveat> all;
    const RunResult& run = *shownRun(data);
    const FeedForwardLayer layer = shownFeedForward(data);
    if (!hasWords(run))
        all.push_back({FeedForward::tr("No tokens: there is no linear output matrix behind the stream."), false});
    else if (core::placesOf(run.setup->config.block(layer.layer).placement).onBranch)
        all.push_back({FeedForward::tr("Tokens: without the norm on the branch."), false});
    if (inputsOf(data, layer).largest.empty() && !inputsOf(data, layer).missing.empty())
        all.push_back({whyNotRecorded(inputsOf(data, layer).missing), false});
    return all;
}

} // namespace

int tokenOfNeuronBar(Plot& plot, int bar)
{
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (const auto* const chart = qobject_cast<const BarChart*>(plot.plottable(i));
            chart && chart->name() == QLatin1String("tokens"))
            return chart->property(kTokens).value<QList<int>>().value(bar, -1);
    return -1;
}

const FigurePage feedForwardNeuronPage{.id = "neuron",
    .title = QT_TRANSLATE_NOOP("figures", "What does this neuron read and write?"),
    .draw = drawFeedForwardNeuron,
    .caption = feedForwardNeuronCaption,
    .whyNot = whyNoFeedForwardDifference,
    .subtitle = feedForwardNeuronSubtitle,
    .table = feedForwardNeuronTable,
    .needs = feedForwardNeuronNeeds,
    .minPanel = minPanelOf<300, 190>,
    .caveats = feedForwardNeuronCaveats,
    .concepts = "C25"};

} // namespace widgets
