#include "widgets/views/circuits/map_numbers.h"

#include "core/experiments/measured_map.h"
#include "core/experiments/steering.h"
#include "core/experiments/text_set.h"
#include "core/run/same_weights.h"
#include "core/trace/weight_place.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/texts_choice.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

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

using MapPartsPtr = std::shared_ptr<const core::MapParts>;

constexpr std::size_t maxParts = 48; // of a map

NeedId partId(NeedId whole, std::size_t part)
{
    whole.quantity += " part " + std::to_string(part);
    return whole;
}

/// A need of what a map runs, and of its parts where that is known.
template <class Compute>
void addMap(Needs& needs, const FigureData& data, const NeedId& id, Compute compute)
{
    const auto* const known = data.results.value<MapPartsPtr>(id);
    needs.push_back(derivedNeed(id, std::move(compute)));
    for (std::size_t part = 0; known && part < (*known)->parts(); ++part) {
        needs.push_back(derivedNeed(
            partId(id, part), [all = *known, part](const core::RunControl& control) { return all->values(part, control); }));
        needs.back().isPart = part > 0;
    }
}

std::optional<MapSoFar> mapSoFar(const FigureData& data, const NeedId& id)
{
    const auto* const known = data.results.value<MapPartsPtr>(id);
    if (!known)
        return {};
    const core::MapParts& all = **known;
    MapSoFar result{.map = all.all().map, .clean = all.all().clean};
    for (core::MeasuredPlace& place : result.map.places)
        place.value = -std::numeric_limits<double>::infinity();
    for (std::size_t part = 0; part < all.parts(); ++part) {
        const NeedResult* const found = data.results.find(partId(id, part));
        if (!found)
            continue;
        const std::vector<std::size_t>& places = all.placesOf(part);
        result.runs += places.size();
        const auto* const values = data.results.value<std::vector<double>>(partId(id, part));
        if (!values)
            result.why = found->why;
        for (std::size_t i = 0; values && i < places.size(); ++i)
            result.map.places[places[i]].value = (*values)[i];
    }
    return result;
}

/// The interventions of a run at weights, or at tensors, in words.
QString interventionsAt(const RunResult& run, bool areOfWeights)
{
    core::Json some = core::Json::array();
    for (const core::Json& one : run.trace->interventions)
        if (core::weightOf(one.value("at", std::string())).empty() != areOfWeights)
            some.push_back(one);
    return interventionsText(some);
}

/// Nothing for a text that is no metric of the run.
std::optional<core::Metric> parsedMetric(const QString& metric, const RunResult& run)
{
    try {
        return run.setup ? std::optional(core::parseMetric(metric.toStdString(), *run.setup)) : std::nullopt;
    } catch (const core::Error&) { // which the figure says
        return {};
    }
}

void addLeft(std::vector<Caveat>& caveats, const QString& interventions)
{
    if (!interventions.isEmpty())
        caveats.push_back({Circuits::tr("Measured without its interventions: %1.").arg(interventions), true});
}

} // namespace

core::Measurement measurementOf(const RunPtr& run, const std::string& metric, const core::RunControl& control)
{
    return {*run->setup, core::inputOf(*run->trace), core::parseMetric(metric, *run->setup),
        core::inForceOf(*run->setup, *run->trace, control)};
}

const RunPtr& untouchedRun(const FigureData& data, const RunPtr& run)
{
    const RunPtr& other = run == data.b ? data.a : data.b;
    const auto isTheSame = [&] {
        return other->setup && run->setup && other->trace->replaced.empty() && other->setup->model == run->setup->model
            && other->setup->config == run->setup->config && other->trace->ids == run->trace->ids
            && other->trace->decoderIds == run->trace->decoderIds;
    };
    return !run->trace->replaced.empty() && other && isTheSame() ? other : run;
}

bool saysAnswer(const FigureData& data)
{
    const QString said = metricOption.in(data);
    return said.isEmpty() || said == QLatin1String(answerMetric);
}

std::string referenceTexts(const FigureData& data)
{
    const QString said = textsOption.in(data);
    return said.isEmpty() ? defaultReferenceTexts : said.toStdString();
}

std::string ablationMetric(const FigureData& data, const RunPtr& run)
{
    if (!saysAnswer(data))
        return metricOption.in(data).toStdString();
    const core::TokenId answer = answerOf(untouchedRun(data, run));
    return answer < 0 ? std::string() : "log_prob:#" + std::to_string(answer) + "@-1";
}

std::string patchingMetric(const FigureData& data)
{
    if (!saysAnswer(data))
        return metricOption.in(data).toStdString();
    const core::TokenId clean = answerOf(untouchedRun(data, data.a)), other = answerOf(untouchedRun(data, data.b));
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
        if (metric.empty())
            continue;
        addMap(needs, data, ablationId(data, run),
            [run, metric, asked = ablationRequest(data), texts = referenceTexts(data)](const core::RunControl& control) {
                core::AblationRequest request = asked;
                if (request.to == core::AblatedTo::Reference)
                    request.texts = core::idsOfTexts(texts, *run->setup->model);
                core::ChangedRuns runs(measurementOf(run, metric, control), control);
                core::MapRuns all = core::ablationRuns(runs, request, control);
                return std::make_shared<const core::MapParts>(run->setup, std::move(runs), std::move(all), maxParts);
            });
    }
    std::ranges::stable_partition(needs, [](const Need& need) { return !need.isPart; });
    return needs;
}

Needs patchingNeeds(const FigureData& data)
{
    Needs needs;
    const std::string metric = data.a && data.b && data.a->setup && data.b->setup ? patchingMetric(data) : std::string();
    if (metric.empty())
        return needs;
    const core::PatchedPart part = core::patchedPart(patchedOption.in(data).toStdString());
    addMap(needs, data, patchingId(data), [a = data.a, b = data.b, metric, part](const core::RunControl& control) {
        auto [runs, all] = core::patchRuns(measurementOf(b, metric, control),
            {core::inputOf(*a->trace), part, core::inForceOf(*a->setup, *a->trace, control)}, control);
        return std::make_shared<const core::MapParts>(b->setup, std::move(runs), std::move(all), maxParts);
    });
    return needs;
}

std::optional<MapSoFar> ablationOf(const FigureData& data, const RunPtr& run) { return mapSoFar(data, ablationId(data, run)); }

std::optional<MapSoFar> patchesOf(const FigureData& data) { return mapSoFar(data, patchingId(data)); }

QString soFar(std::size_t runs, std::size_t all, const std::string& why)
{
    QStringList sentences;
    if (runs < all)
        sentences << Circuits::tr("%1 of %2 runs so far.").arg(runs).arg(all);
    if (!why.empty())
        sentences << Circuits::tr("Some runs were not possible: %1.").arg(QCoreApplication::translate("core", why.c_str()));
    return joinedSentences(sentences);
}

QString soFar(const MapSoFar& map) { return soFar(map.runs, map.map.places.size(), map.why); }

QString whyNoMetric(const RunResult& run, const std::string& metric)
{
    if (!run.setup)
        return Circuits::tr("A recorded run cannot be run again: open its model.");
    return metric.empty() ? Circuits::tr("This model has no logits to measure. Choose an output head.") : QString();
}

std::vector<Caveat> caveatsOfSwaps(const FigureData& data)
{
    std::vector<Caveat> caveats;
    for (const RunPtr& run : panelRuns(data))
        addLeft(caveats, interventionsAt(*run, true));
    return caveats;
}

std::vector<Caveat> caveatsOfMetric(const FigureData& data)
{
    std::vector<Caveat> caveats;
    for (const RunPtr& run : saysAnswer(data) ? std::vector<RunPtr>() : panelRuns(data)) {
        const std::optional<core::Metric> metric = run ? parsedMetric(metricOption.in(data), *run) : std::nullopt;
        const int tokens = run ? int(streamTokens(*run->trace).size()) : 0;
        if (!metric || metric->token < 0 || metric->position >= tokens || metric->position < -tokens)
            continue;
        const int at = int(metric->position) + (metric->position < 0 ? tokens : 0);
        const std::vector<core::TokenProbability> next = nextTokens(*untouchedRun(data, run)->trace, at, 1);
        if (next.empty() || next.front().id == metric->token || next.front().id == metric->other)
            continue;
        const QString said = Circuits::tr("Measured is “%1”, as it was chosen; the likeliest next token is “%2”.")
                                 .arg(tokenText(*run, metric->token), tokenText(*run, next.front().id));
        if (std::ranges::none_of(caveats, [&](const Caveat& one) { return one.text == said; }))
            caveats.push_back({said, false});
    }
    return caveats;
}

std::vector<Caveat> caveatsOfTexts(const FigureData& data)
{
    std::vector<Caveat> caveats;
    for (const RunPtr& run : panelRuns(data)) {
        if (const QString said = interventionsAt(*run, true); !said.isEmpty())
            caveats.push_back({Circuits::tr("Intervened: %1.").arg(said), true});
        addLeft(caveats, interventionsAt(*run, false));
    }
    return caveats;
}

QString heldConstant(const RunResult& run)
{
    return run.setup && !core::expertsIn(core::plan(run.setup->config, 1).tensors).empty()
        ? heldRouting().text
        : QString();
}

void addHeldConstant(std::vector<Caveat>& caveats, const RunResult& run)
{
    if (QString text = heldConstant(run); !text.isEmpty())
        caveats.push_back({std::move(text), false});
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
