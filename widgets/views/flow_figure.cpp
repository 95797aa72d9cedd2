// The flow: what each layer would say comes next at each position, what the selected head brings together there, and how much
// each layer and head adds to the answer.

#include "widgets/views/flow_figure.h"

#include "widgets/panels/read_out.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/flow_grid.h"
#include "widgets/views/flow_numbers.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/next_tokens.h"
#include "widgets/views/side_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Flow
{
    Q_DECLARE_TR_FUNCTIONS(Flow)
};

constexpr double atOnce = 1.2e8; // multiplied numbers that nobody waits for
constexpr int nextTokensShown = 6, mostHeads = 12;

bool readsInTurns(const FigureData& data)
{
    return data.options.value(QStringLiteral("reading")).toString() == QLatin1String("turns");
}

bool speaksOfHere(const core::Trace& trace) { return choiceOf(trace, "topology") == "encoder"; }

/// What the picture is about, found once.
struct Shown
{
    const RunResult& run;
    int layer, head, position, layers, tokens;

    explicit Shown(const FigureData& data)
        : run(*shownRun(data))
        , layer(0)
        , head(std::max(0, data.selection.head))
        , position(flowPosition(data))
        , layers(layersOf(run))
        , tokens(int(streamTokens(*run.trace).size()))
    {
        layer = std::clamp(data.selection.layer, 0, std::max(0, layers - 1));
        head = std::min(head, std::max(0, headsOf(run, layer) - 1));
    }
    const LensTokens* at(int row, int column) const { return lensTokens(run, {row, column}); }

    /// What the model says at the position; nullptr: not known.
    const core::TokenProbability* answer() const
    {
        const LensTokens* last = at(layers - 1, position);
        return last && !last->empty() ? &last->front() : nullptr;
    }
};

/// Reads what is cheap, or everything; returns what is still missing.
std::vector<core::LensPlace> read(const FigureData& data, const Shown& shown, std::vector<core::LensPlace> places)
{
    std::erase_if(places, [&](const core::LensPlace& place) {
        const core::Tensor* stream = core::streamAfter(*shown.run.trace, place.layer);
        return !stream || place.position >= stream->rows();
    });
    const core::ModelConfig& config = shown.run.setup->config;
    const double cost = double(places.size()) * double(config.vocabulary) * double(config.dModel);
    readLens(shown.run, places, !readsInTurns(data) ? 1e30 : cost <= atOnce ? atOnce : 0);
    std::erase_if(places, [&](const core::LensPlace& place) { return lensTokens(shown.run, place) != nullptr; });
    return places;
}

/// Every layer at the selected position: what the sentence needs.
std::vector<core::LensPlace> columnPlaces(const Shown& shown)
{
    std::vector<core::LensPlace> places;
    for (int layer = shown.layers - 1; layer >= 0; --layer)
        places.push_back({layer, shown.position});
    return places;
}

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (!run.setup)
        return Flow::tr(
            "This trace came without its model. What a layer would say next needs the output matrix: open the model and "
            "run the text there.");
    if (run.setup->config.outputHead == core::OutputHead::None)
        return Flow::tr("This model has no output head, so no layer can say a token. Choose “Output matrix” as its output head.");
    if (flowLayers(*run.trace, -1, std::numeric_limits<int>::max()).empty())
        return whyNotRecorded("blocks.*.resid_post");
    return {};
}

/// Why the parts of the logit are left out; empty when they are there.
QString whyNoParts(const RunResult& run)
{
    switch (core::attributionGap(*run.setup, *run.trace)) {
    case core::NoAttribution::NormOnStream:
        return Flow::tr("The whole stream is normed again after every branch, so the logit is no sum of their parts.");
    case core::NoAttribution::NormCarried:
        return Flow::tr("The residual carries what a norm left, so the logit is no sum of the branches' parts.");
    case core::NoAttribution::StreamScaled:
        return Flow::tr("The stream is scaled in every block, so the logit is no plain sum of the branches' parts.");
    case core::NoAttribution::Head:
        return Flow::tr("The output head has an activation of its own, so the logit is no sum of the branches' parts.");
    default:
        return {};
    }
}

int rowsThatFit(const FigureStyle& style)
{
    const double used = style.showTitle ? 190 : 84; // titles, labels, margins
    return std::max(4, int((roomOf(style).height() - used) / 23));
}

QString layerLabel(int layer) { return layer < 0 ? Flow::tr("embed") : QStringLiteral("L%1").arg(layer); }

void fillGrid(FlowGrid& grid, const FigureData& data, const Shown& shown, const std::vector<int>& rows)
{
    std::vector<core::LensPlace> places = columnPlaces(shown);
    for (int back = 0; back < shown.tokens; ++back) // from the selected position to the left, then the rest
        for (const int layer : rows)
            places.push_back({layer, (shown.position - back + shown.tokens) % shown.tokens});
    grid.setWaiting(shownRun(data), read(data, shown, std::move(places)));

    std::vector<FlowCell> cells;
    for (const int layer : rows)
        for (int position = 0; position < shown.tokens; ++position) {
            const LensTokens* best = shown.at(layer, position);
            const LensTokens* last = shown.at(shown.layers - 1, position);
            if (!best || best->empty()) {
                cells.push_back({{}, std::numeric_limits<double>::quiet_NaN(), false});
                continue;
            }
            const bool isFinal = last && !last->empty() && last->front().id == best->front().id;
            cells.push_back({tokenText(shown.run, best->front().id), best->front().probability, isFinal});
        }
    grid.setCells(rows, shown.tokens, std::move(cells));
    grid.setPinned({grid.rowOf(shown.layer), data.selection.query});

    std::vector<FlowArc> arcs;
    if (shown.tokens > 1)
        arcs = flowArcs(shown.run, shown.layer, shown.head, shown.position);
    std::erase_if(arcs, [&](const FlowArc& arc) { return arc.key >= shown.tokens; });
    const auto named = std::find_if(arcs.begin(), arcs.end(), [](const FlowArc& arc) { return !arc.isSink; });
    const QString label = named == arcs.end()
        ? QString()
        : QStringLiteral("L%1 H%2 · %3").arg(shown.layer).arg(shown.head).arg(formatNumber(named->weight, 2));
    grid.setArcs(grid.rowOf(shown.layer), shown.position, std::move(arcs), label);
}

void drawSide(SidePanel& side, const Shown& shown, const FigureStyle& style, const core::TokenProbability* answer)
{
    const bool chinese = isChinese(style);
    const QString token = quotedToken(*shown.run.trace, shown.position);
    QVector<Bar> next;
    if (const LensTokens* last = shown.at(shown.layers - 1, shown.position)) {
        std::vector<core::TokenProbability> best = nextTokens(*shown.run.trace, shown.position, nextTokensShown);
        for (const core::TokenProbability& one : best.empty() ? *last : best)
            next << Bar{tokenText(shown.run, one.id), one.probability, probabilityText(one.probability, chinese), next.isEmpty()};
    }
    double used = 0;
    if (!next.isEmpty()) {
        const QString title = speaksOfHere(*shown.run.trace) ? Flow::tr("Token at %1") : Flow::tr("Next token after %1");
        auto* chart = new BarChart(side.add(title.arg(token), double(next.size())), style);
        chart->setName(QStringLiteral("next"));
        chart->setBars(next, std::max(next.front().value, 0.02));
        used += double(next.size()) + 1.5;
    }
    const core::HeadParts* heads = answer ? headPartsOf(shown.run, shown.layer, shown.position, answer->id) : nullptr;
    if (heads) {
        std::vector<int> order(heads->heads.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = int(i);
        if (order.size() > std::size_t(mostHeads)) {
            std::stable_sort(order.begin(), order.end(),
                [&](int a, int b) { return std::abs(heads->heads[std::size_t(a)]) > std::abs(heads->heads[std::size_t(b)]); });
            order.resize(mostHeads);
            std::sort(order.begin(), order.end());
        }
        QVector<Bar> bars;
        for (const int head : order)
            bars << Bar{QStringLiteral("H%1").arg(head), heads->heads[std::size_t(head)],
                formatDifference(heads->heads[std::size_t(head)], 2), head == shown.head};
        auto* chart
            = new BarChart(side.add(Flow::tr("Heads of L%1, to “%2”").arg(shown.layer).arg(tokenText(shown.run, answer->id)),
                               double(bars.size())),
                style);
        chart->setName(QStringLiteral("heads"));
        chart->setBars(bars);
        used += double(bars.size()) + 1.5;
    }
    if (const double left = roomOf(style).height() / 30 - used; left > 1)
        side.addSpace(left);
}

void draw(Plot& plot, const FigureData& data, const FigureStyle& style)
{
    const Shown shown(data);
    const double width = roomOf(style).width(), unit = style.labelPoints / FigureStyle().labelPoints;
    const std::vector<int> rows = flowLayers(*shown.run.trace, shown.layer, rowsThatFit(style));
    QCPLayoutGrid* const page = plot.panel();
    GridAxisRect* const rect = plot.addGridRect(0, 0, style);
    rect->setCells(int(rows.size()), shown.tokens, CellShape::Fill);
    QStringList labels;
    for (const int layer : rows)
        labels << layerLabel(layer);
    rect->setRowTokens(labels);
    rect->setColumnTokens(tokenTexts(*shown.run.trace));
    const QFontMetricsF metrics(tickFont(style), &plot);
    rect->setMinimumMargins({0, int(metrics.height()) + space::s, 0, 0});

    auto* const grid = new FlowGrid(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    grid->setName(QStringLiteral("flow"));
    fillGrid(*grid, data, shown, rows);

    const core::TokenProbability* const answer = shown.answer();
    const core::Attribution* const parts = answer ? attributionOf(shown.run, shown.position, answer->id) : nullptr;
    if (parts && width >= 440) {
        const int room = int(unit * std::clamp(width * 0.15, 110.0, 190.0));
        rect->setRoomRight(room);
        auto* const bars = new FlowParts(grid, room, style);
        bars->setName(QStringLiteral("parts"));
        bars->setSums(flowSums(*parts, rows), Flow::tr("adds to “%1”").arg(tokenText(shown.run, answer->id)));
    }
    if (width < 700)
        return;
    SidePanel side(*page, plot, 0, 1, style);
    drawSide(side, shown, style, answer);
    page->setColumnStretchFactor(0, std::clamp(width / 250 - 1, 2.0, 4.5));
}

QString subtitle(const FigureData& data)
{
    return speaksOfHere(*shownRun(data)->trace)
        ? Flow::tr(
            "Each cell is the token that the stream after a layer stands for, read by the output layer (logit lens); colour is "
            "its probability, bold what the model says in the end.")
        : Flow::tr("Each cell is the next token that the stream after a layer stands for, read by the output layer (logit lens); "
                   "colour is its probability, bold what the model says in the end.");
}

/// The first layer from which on all name the answer; −1: not known.
int decidedFrom(const Shown& shown)
{
    const core::TokenProbability* answer = shown.answer();
    for (int layer = shown.layers - 1; layer >= 0 && answer; --layer) {
        const LensTokens* best = shown.at(layer, shown.position);
        if (!best || best->empty())
            return -1;
        if (best->front().id != answer->id)
            return layer + 1;
    }
    return answer ? 0 : -1;
}

QString attentionSentence(const Shown& shown)
{
    if (shown.tokens < 2)
        return {};
    const std::vector<FlowArc> arcs = flowArcs(shown.run, shown.layer, shown.head, shown.position);
    if (arcs.empty())
        return {};
    const core::Trace& trace = *shown.run.trace;
    const bool chinese = currentLanguageIsChinese();
    const QString head = QStringLiteral("L%1 H%2").arg(shown.layer).arg(shown.head);
    const auto named = std::find_if(arcs.begin(), arcs.end(), [](const FlowArc& arc) { return !arc.isSink; });
    const auto sink = std::find_if(arcs.begin(), arcs.end(), [](const FlowArc& arc) { return arc.isSink; });
    const QString query = quotedToken(trace, shown.position);
    if (named == arcs.end())
        return Flow::tr("%1 leaves %2 of the attention of %3 on the first token, a sink (grey).")
            .arg(head, formatPercent(sink->weight, chinese), query);
    const QString most = Flow::tr("%1 turns %2 of the attention of %3 to %4")
                             .arg(head, formatPercent(named->weight, chinese), query, quotedToken(trace, named->key));
    return sink == arcs.end()
        ? Flow::tr("%1.").arg(most)
        : Flow::tr("%1, and leaves %2 on the first token, a sink (grey).").arg(most, formatPercent(sink->weight, chinese));
}

QString partsSentence(const Shown& shown)
{
    const core::TokenProbability* answer = shown.answer();
    const core::Attribution* parts = answer ? attributionOf(shown.run, shown.position, answer->id) : nullptr;
    if (!parts)
        return whyNoParts(shown.run);
    const auto isBranch = [](const core::LogitPart& part) { return part.layer >= 0; };
    const core::LogitPart* most = nullptr;
    for (const core::LogitPart& part : parts->parts)
        if (isBranch(part) && (!most || part.value > most->value))
            most = &part;
    if (!most)
        return {};
    const QString branch
        = most->of == core::PartOf::FedForward ? Flow::tr("the feed-forward of L%1") : Flow::tr("the attention of L%1");
    QString text = Flow::tr("Of its logit %1, %2 adds most (%3); the final norm is held at its scale here.")
                       .arg(formatNumber(parts->logit), branch.arg(most->layer), formatDifference(most->value));
    if (std::abs(parts->rest) > 1e-3 * (1 + std::abs(parts->logit)))
        text += QLatin1Char(' ')
            + Flow::tr("An intervention adds the rest, %1, to the stream itself.").arg(formatDifference(parts->rest));
    return text;
}

QString caption(const FigureData& data)
{
    const Shown shown(data);
    read(data, shown, columnPlaces(shown));
    QStringList sentences;
    if (const core::TokenProbability* answer = shown.answer()) {
        const bool here = speaksOfHere(*shown.run.trace);
        const QString says
            = (here ? Flow::tr("At %1 the model sees “%2” with %3") : Flow::tr("After %1 the model expects “%2” with %3"))
                  .arg(quotedToken(*shown.run.trace, shown.position), tokenText(shown.run, answer->id),
                      probabilityText(answer->probability, currentLanguageIsChinese()));
        const int from = decidedFrom(shown);
        sentences << (from < 0            ? Flow::tr("%1.").arg(says)
                : from < shown.layers - 1 ? Flow::tr("%1; so do all layers from L%2 on.").arg(says).arg(from)
                                          : Flow::tr("%1; no layer before the last says so.").arg(says));
    }
    sentences << attentionSentence(shown) << partsSentence(shown);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString table(const FigureData& data)
{
    const Shown shown(data);
    const std::vector<int> rows = flowLayers(*shown.run.trace, shown.layer, std::numeric_limits<int>::max());
    std::vector<core::LensPlace> places;
    for (const int layer : rows)
        for (int position = 0; position < shown.tokens; ++position)
            places.push_back({layer, position});
    readLens(shown.run, places, 1e30);
    QString text = QStringLiteral("layer,position,token_id,probability\n");
    for (const core::LensPlace& place : places)
        if (const LensTokens* best = shown.at(int(place.layer), int(place.position)); best && !best->empty())
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(place.layer)
                        .arg(place.position)
                        .arg(best->front().id)
                        .arg(exactText(float(best->front().probability)));
    return text;
}

const char* titleFor(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && speaksOfHere(*run->trace) ? QT_TRANSLATE_NOOP("figures", "What does each layer make of the text?") : nullptr;
}

} // namespace

int flowPosition(const FigureData& data)
{
    const int last = int(streamTokens(*shownRun(data)->trace).size()) - 1;
    return data.selection.query >= 0 ? std::min(data.selection.query, last) : last;
}

const FigureInfo flowFigure{.id = "flow",
    .title = QT_TRANSLATE_NOOP("figures", "How does the text become the next token?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .titleFor = titleFor,
    .table = table};

} // namespace widgets
