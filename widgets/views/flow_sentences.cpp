#include "widgets/views/flow_sentences.h"

#include "widgets/panels/read_out.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/views/flow_parts.h"
#include "widgets/views/flow_shown.h"
#include "widgets/views/next_tokens.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

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

/// The first layer from which on all name the answer; −1: not known.
int decidedFrom(const FlowShown& shown)
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

QString attentionSentence(const FlowShown& shown)
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

QString partsSentence(const FlowShown& shown)
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
                       .arg(formatNumber(parts->logit), branch.arg(most->layer), partText(most->value));
    if (std::abs(parts->rest) > 1e-3 * (1 + std::abs(parts->logit)))
        text += QLatin1Char(' ')
            + Flow::tr("An intervention adds the rest, %1, to the stream itself.").arg(formatDifference(parts->rest));
    return text;
}

} // namespace

QString flowCaption(const FigureData& data)
{
    const FlowShown shown(data);
    readFlow(data, shown, shown.column());
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

} // namespace widgets
