#include "widgets/views/flow/sentences.h"

#include "widgets/figure/sentences.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/shared/growing_view.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <span>

namespace widgets {

namespace {

struct Flow
{
    Q_DECLARE_TR_FUNCTIONS(Flow)
};

/// Why the parts of the logit are left out; empty when they are there.
QString whyNoParts(const RunResult& run)
{
    switch (core::attributionGap(*run.setup, *run.trace)) {
    case core::NoAttribution::NormOnStream:
        return Flow::tr("The whole stream is normalised after every branch, so the logit is not a sum of their parts.");
    case core::NoAttribution::NormCarried:
        return Flow::tr("The residual is taken after a norm, so the logit is not a sum of the branches' parts.");
    case core::NoAttribution::StreamScaled:
        return Flow::tr("The stream is scaled in every block, so the logit is not a plain sum of the branches' parts.");
    case core::NoAttribution::Head:
        return Flow::tr("The output head has an activation of its own, so the logit is not a sum of the branches' parts.");
    default:
        return {};
    }
}

/// Layers that follow each other and all name the answer.
struct SameWord
{
    int first = 0;
    int last = 0;
};

/// From the lowest to the last layer; empty: not known.
std::vector<SameWord> layersWithAnswer(const FlowShown& shown, const core::TokenProbability& answer)
{
    std::vector<SameWord> found;
    for (int layer = 0; layer < shown.layers; ++layer) {
        const LensTokens* best = shown.at(layer, shown.position);
        if (!best || best->empty())
            return {};
        if (best->front().id != answer.id)
            continue;
        if (!found.empty() && found.back().last == layer - 1)
            found.back().last = layer;
        else
            found.push_back({layer, layer});
    }
    return found;
}

/// "L0, L12–26"; of many how many layers, and the last of them.
QString namesOf(std::span<const SameWord> runs, int layers)
{
    constexpr std::size_t maxNamed = 3;
    QStringList names;
    int count = 0;
    for (const SameWord& run : runs) {
        names << (run.first == run.last ? layerLabel(run.first)
                                        : QStringLiteral("L%1–%2").arg(counted(run.first)).arg(counted(run.last)));
        count += run.last - run.first + 1;
    }
    return runs.size() <= maxNamed
        ? names.join(Flow::tr(", "))
        : Flow::tr("%1 of %2 layers, the last of them L%3").arg(count).arg(layers).arg(counted(runs.back().last));
}

/// The model's prediction, and the layers that agree.
QString answerSentence(const FlowShown& shown, const core::TokenProbability& answer)
{
    const QString says = (speaksOfHere(*shown.run.trace) ? Flow::tr("At %1 the model predicts “%2” with %3")
                                                         : Flow::tr("After %1 the model predicts “%2” with %3"))
                             .arg(quotedToken(*shown.run.trace, shown.position), tokenText(shown.run, answer.id),
                                 probabilityText(answer.probability));
    const std::vector<SameWord> runs = layersWithAnswer(shown, answer);
    if (runs.empty() || shown.layers == 1)
        return Flow::tr("%1.").arg(says);
    if (runs.back().first < shown.layers - 1)
        return Flow::tr("%1; so do all layers from L%2 on.").arg(says, countedText(runs.back().first));
    if (runs.size() == 1)
        return Flow::tr("%1; no layer before the last does.").arg(says);
    return Flow::tr("%1; it was best before in %2, and was lost again until the last layer.")
        .arg(says, namesOf(std::span(runs).first(runs.size() - 1), shown.layers - 1));
}

QString attentionSentence(const FlowShown& shown)
{
    if (shown.tokens < 2)
        return {};
    const std::vector<FlowArc> arcs = flowArcs(shown.run, shown.layer, shown.head, shown.position);
    if (arcs.empty())
        return {};
    const core::Trace& trace = *shown.run.trace;
    const QString head = headLabel(shown.layer, shown.head);
    const auto named = std::find_if(arcs.begin(), arcs.end(), [](const FlowArc& arc) { return !arc.isSink; });
    const auto sink = std::find_if(arcs.begin(), arcs.end(), [](const FlowArc& arc) { return arc.isSink; });
    const QString query = quotedToken(trace, shown.position);
    if (named == arcs.end())
        return Flow::tr("%1 leaves %2 of the attention of %3 on the first token, a sink (grey).")
            .arg(head, formatPercent(sink->weight), query);
    const QString most = Flow::tr("%1 turns %2 of the attention of %3 to %4")
                             .arg(head, formatPercent(named->weight), query, quotedToken(trace, named->key));
    return sink == arcs.end()
        ? Flow::tr("%1.").arg(most)
        : Flow::tr("%1, and leaves %2 on the first token, a sink (grey).").arg(most, formatPercent(sink->weight));
}

QString nameOf(const core::LogitPart& part, const RunResult& run)
{
    const auto ofLayer = [&](const QString& branch) { return Flow::tr("the %1 of L%2").arg(branch).arg(counted(part.layer)); };
    switch (part.of) {
    case core::PartOf::Embedded:
        return Flow::tr("the embedding");
    case core::PartOf::Mixed:
        return ofLayer(flowMixerName(run, int(part.layer)));
    case core::PartOf::Crossed:
        return ofLayer(Flow::tr("cross-attention"));
    case core::PartOf::FedForward:
        return ofLayer(Flow::tr("feed-forward"));
    case core::PartOf::Constant:
        break;
    }
    return Flow::tr("the bias after the blocks");
}

QString partsSentence(const FlowShown& shown)
{
    const core::TokenProbability* answer = shown.answer();
    const core::Attribution* parts = answer ? attributionOf(shown.results, shown.owner, shown.position) : nullptr;
    if (!parts)
        return whyNoParts(shown.run);
    const auto most = std::max_element(parts->parts.begin(), parts->parts.end(),
        [](const core::LogitPart& a, const core::LogitPart& b) { return a.value < b.value; });
    if (most == parts->parts.end())
        return {};
    QString text = Flow::tr("Of its logit %1, %2 adds most (%3); the final norm's scale is held fixed.")
                       .arg(formatNumber(parts->logit), nameOf(*most, shown.run), partText(most->value));
    if (std::abs(parts->rest) > 1e-3 * (1 + std::abs(parts->logit)))
        text += QLatin1Char(' ')
            + Flow::tr("An intervention adds the rest, %1, to the stream itself.").arg(formatDifference(parts->rest));
    return text;
}

} // namespace

QString flowCaption(const FigureData& data)
{
    const FlowShown shown(data);
    QStringList sentences;
    if (const core::TokenProbability* answer = shown.answer())
        sentences << answerSentence(shown, *answer);
    if (isUnfinished(shown.run))
        sentences << unfinishedSentence(shown.run) << attentionSentence(shown);
    else
        sentences << attentionSentence(shown) << partsSentence(shown);
    sentences.removeAll(QString());
    return joinedSentences(sentences);
}

} // namespace widgets
