#include "widgets/views/circuits/map_numbers.h"

#include "core/experiments/text_set.h"
#include "core/run/same_weights.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/texts_choice.h"

#include <QCoreApplication>

#include <algorithm>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

bool saysAnswer(const FigureData& data)
{
    const QString said = metricOption.in(data);
    return said.isEmpty() || said == QLatin1String(answerMetric);
}

/// The likeliest next token after the text; −1 without logits.
core::TokenId answerOf(const RunPtr& run)
{
    const std::vector<core::TokenProbability> next = nextTokens(*run->trace, int(streamTokens(*run->trace).size()) - 1, 1);
    return next.empty() ? -1 : next.front().id;
}

core::AblationRequest ablationRequest(const FigureData& data)
{
    core::AblationRequest request;
    const QString over = ablatedOption.in(data);
    request.part = over == QLatin1String("branches") ? core::AblatedPart::Branches
        : over == QLatin1String("experts")           ? core::AblatedPart::Experts
        : over == QLatin1String("neurons")           ? core::AblatedPart::Neurons
                                                     : core::AblatedPart::Heads;
    if (request.part == core::AblatedPart::Neurons)
        request.layer = std::max(0, data.selection.layer);
    request.to = replacementOption.is(data, "mean") ? core::AblatedTo::Mean
        : replacementOption.is(data, "reference")   ? core::AblatedTo::Reference
                                                    : core::AblatedTo::Zero;
    return request;
}

NeedId ablationId(const FigureData& data, const RunPtr& run)
{
    const core::AblationRequest request = ablationRequest(data);
    return {run->trace, {},
        "ablation " + ablatedOption.in(data).toStdString() + " " + std::to_string(request.layer) + " "
            + replacementOption.in(data).toStdString() + " "
            + (request.to == core::AblatedTo::Reference ? core::stateOfTexts(referenceTexts(data)) + " " : "")
            + ablationMetric(data, run)};
}

NeedId patchingId(const FigureData& data)
{
    return {data.a->trace, data.b->trace, "patching " + patchedOption.in(data).toStdString() + " " + patchingMetric(data)};
}

core::Measurement measurementOf(const RunPtr& run, const std::string& metric)
{
    return {*run->setup, core::inputOf(*run->trace), core::parseMetric(metric, *run->setup)};
}

} // namespace

std::string referenceTexts(const FigureData& data)
{
    const QString said = textsOption.in(data);
    return said.isEmpty() ? defaultReferenceTexts : said.toStdString();
}

std::string ablationMetric(const FigureData& data, const RunPtr& run)
{
    if (!saysAnswer(data))
        return metricOption.in(data).toStdString();
    const core::TokenId answer = answerOf(run);
    return answer < 0 ? std::string() : "log_prob:#" + std::to_string(answer) + "@-1";
}

std::string patchingMetric(const FigureData& data)
{
    if (!saysAnswer(data))
        return metricOption.in(data).toStdString();
    const core::TokenId clean = answerOf(data.a), other = answerOf(data.b);
    if (clean < 0 || other < 0)
        return {};
    return clean == other ? "log_prob:#" + std::to_string(clean) + "@-1"
                          : "logit_difference:#" + std::to_string(clean) + ",#" + std::to_string(other) + "@-1";
}

Needs ablationNeeds(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data)) {
        const std::string metric = run->setup ? ablationMetric(data, run) : std::string();
        if (!metric.empty())
            needs.push_back(derivedNeed(ablationId(data, run),
                [run, metric, asked = ablationRequest(data), texts = referenceTexts(data)](const core::RunControl& control) {
                    core::AblationRequest request = asked;
                    if (request.to == core::AblatedTo::Reference)
                        request.texts = core::idsOfTexts(texts, *run->setup->model);
                    const core::ChangedRuns runs(measurementOf(run, metric), control);
                    return core::ablate(runs, request, control);
                }));
    }
    return needs;
}

Needs patchingNeeds(const FigureData& data)
{
    if (!data.a || !data.b || !data.a->setup || !data.b->setup)
        return {};
    const std::string metric = patchingMetric(data);
    if (metric.empty())
        return {};
    const core::PatchedPart part = core::patchedPart(patchedOption.in(data).toStdString());
    return {derivedNeed(patchingId(data), [a = data.a, b = data.b, metric, part](const core::RunControl& control) {
        return core::patch(measurementOf(b, metric), {core::inputOf(*a->trace), part}, control);
    })};
}

const core::MeasuredMap* ablationOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<core::MeasuredMap>(ablationId(data, run));
}

const core::Patches* patchesOf(const FigureData& data) { return data.results.value<core::Patches>(patchingId(data)); }

QString whyNoMetric(const RunResult& run, const std::string& metric)
{
    if (!run.setup)
        return Circuits::tr("A recorded run cannot be run again: open its model.");
    return metric.empty() ? Circuits::tr("This model has no logits to measure.") : QString();
}

std::vector<Caveat> caveatsOfMeasured(const FigureData& data)
{
    if (shownRun(data)->trace->replaced.empty())
        return {};
    return {{Circuits::tr("Measured on the run without its interventions"), true}};
}

QString metricWords(const core::Metric& metric, const RunResult& run)
{
    const auto token = [&](core::TokenId id) { return Circuits::tr("“%1”").arg(tokenText(run, id)); };
    QString words;
    switch (metric.kind) {
    case core::MetricKind::Loss:
        return Circuits::tr("loss of the text, nat");
    case core::MetricKind::Kl:
        return Circuits::tr("KL to the untouched run, nat");
    case core::MetricKind::Logit:
        words = Circuits::tr("logit of %1").arg(token(metric.token));
        break;
    case core::MetricKind::LogProb:
        words = Circuits::tr("log p of %1").arg(token(metric.token));
        break;
    case core::MetricKind::LogitDifference:
        words = Circuits::tr("logit of %1 minus that of %2").arg(token(metric.token), token(metric.other));
        break;
    case core::MetricKind::Entropy:
        words = Circuits::tr("entropy of the next token, nat");
        break;
    case core::MetricKind::Rank:
        words = Circuits::tr("rank of %1").arg(token(metric.token));
        break;
    }
    const core::Index tokens = core::Index(streamTokens(*run.trace).size());
    const core::Index position = metric.position < 0 ? tokens + metric.position : metric.position;
    return position == tokens - 1 ? words : Circuits::tr("%1 at position %2").arg(words).arg(counted(position));
}

} // namespace widgets
