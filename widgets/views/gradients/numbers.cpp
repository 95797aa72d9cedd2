#include "widgets/views/gradients/numbers.h"

#include "core/run/same_weights.h"
#include "widgets/figure/sides.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/paths_numbers.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <utility>

namespace widgets {

namespace {

struct Gradients
{
    Q_DECLARE_TR_FUNCTIONS(Gradients)
};

NeedId idOf(const char* quantity, const FigureData& data, const RunPtr& run)
{
    return {run->trace, {}, std::string(quantity) + pathMetric(data, run)};
}

NeedId softmaxId(const FigureData& data, const RunPtr& run)
{
    const core::HeadPlace at = shownHead(data, *run);
    NeedId id = idOf("softmax gradient ", data, run);
    id.quantity += " " + std::to_string(at.layer) + " " + std::to_string(at.head);
    return id;
}

NeedId firstGradientsId(const RunPtr& run) { return {run->trace, {}, "first gradients"}; }

constexpr const char* streamWord = "gradient x stream ";
constexpr const char* attributionWord = "attribution ";
constexpr const char* occlusionWord = "occlusion ";
constexpr const char* weightsWord = "weight gradients ";

/// What compute(measurement, control) gives for a run; nothing where it has no metric.
template <class Compute>
Needs measuredNeed(const FigureData& data, const RunPtr& run, NeedId id, const Compute& compute)
{
    const std::string metric = run->setup && !run->trace->ids.empty() ? pathMetric(data, run) : std::string();
    if (metric.empty())
        return {};
    return {derivedNeed(std::move(id), [run, metric, compute](const core::RunControl& control) {
        return compute(measurementOf(run, metric, control), control);
    })};
}

/// The same for every run, under the word of the quantity.
template <class Compute>
Needs measuredNeeds(const FigureData& data, const char* quantity, const Compute& compute)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        std::ranges::move(measuredNeed(data, run, idOf(quantity, data, run), compute), std::back_inserter(needs));
    return needs;
}

} // namespace

/// First what one way back says; the integrated gradients of a large model take a minute.
Needs attributionNeeds(const FigureData& data)
{
    Needs needs = measuredNeeds(data, streamWord, core::gradientTimesStream);
    for (Need& need : measuredNeeds(data, attributionWord, core::attributeTokens)) {
        need.isPart = true;
        needs.push_back(std::move(need));
    }
    return needs;
}

const core::TokenAttribution* attributionOf(const FigureData& data, const RunPtr& run)
{
    const auto* const whole = data.results.value<core::TokenAttribution>(idOf(attributionWord, data, run));
    return whole ? whole : data.results.value<core::TokenAttribution>(idOf(streamWord, data, run));
}

Needs occlusionNeeds(const FigureData& data)
{
    return measuredNeeds(data, occlusionWord, [](const core::Measurement& measured, const core::RunControl& control) {
        return core::occludeTokens(measured, control);
    });
}

const core::MeasuredMap* occlusionOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<core::MeasuredMap>(idOf(occlusionWord, data, run));
}

std::vector<Caveat> caveatsOfGradient(const FigureData& data)
{
    std::vector<Caveat> all = caveatsOfMetric(data);
    addHeldConstant(all, *shownRun(data));
    return all;
}

std::vector<Caveat> caveatsOfMeasuredGradient(const FigureData& data)
{
    std::vector<Caveat> all = caveatsOfGradient(data);
    if (data.a && data.a->setup && showsBoth(data) && data.b->setup && pathMetric(data, data.a) != pathMetric(data, data.b))
        all.push_back({Gradients::tr("A and B are measured by different things, as other tokens are likeliest there"), true});
    return all;
}

bool isIntegrating(const FigureData& data, const RunPtr& run)
{
    return run->setup && !run->setup->config.hasEncoder() && !data.results.find(idOf(attributionWord, data, run));
}

Needs weightGradientNeeds(const FigureData& data) { return measuredNeeds(data, weightsWord, core::weightGradients); }

const core::WeightGradients* weightGradientsOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<core::WeightGradients>(idOf(weightsWord, data, run));
}

Needs softmaxNeeds(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data)) {
        const core::HeadPlace at = shownHead(data, *run);
        if (whyNoAttention(*run, int(at.layer)).isEmpty() && whyOneWeight(*run).isEmpty())
            std::ranges::move(measuredNeed(data, run, softmaxId(data, run),
                                  [at](const core::Measurement& measured, const core::RunControl& control) {
                                      return core::softmaxGradients(measured, at, control);
                                  }),
                std::back_inserter(needs));
    }
    return needs;
}

const core::SoftmaxGradients* softmaxGradientsOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<core::SoftmaxGradients>(softmaxId(data, run));
}

Needs firstGradientNeeds(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        if (run->setup && !run->setup->config.hasEncoder() && !run->trace->ids.empty())
            needs.push_back(derivedNeed(firstGradientsId(run),
                [run](const core::RunControl& control) { return core::firstGradients(*run->setup, run->trace->ids, control); }));
    return needs;
}

const std::vector<core::FirstGradient>* firstGradientsOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<std::vector<core::FirstGradient>>(firstGradientsId(run));
}

core::HeadPlace shownHead(const FigureData& data, const RunResult& run)
{
    const int layer = std::clamp(data.selection.layer, 0, std::max(0, layersOf(run) - 1));
    return {layer, std::clamp(data.selection.head, 0, std::max(0, headsOf(run, layer) - 1))};
}

bool isTooLongForGradients(const FigureData& data)
{
    return std::ranges::any_of(drawnRuns(data),
        [](const RunPtr& run) { return core::Index(streamTokens(*run->trace).size()) > maxGradientTokens; });
}

QString whyNoGradient(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (isTooLongForGradients(data))
        return Gradients::tr("The text is too long for the way back: shorten it to %1 tokens.").arg(maxGradientTokens);
    const RunPtr& run = shownRun(data);
    return whyNoMetric(*run, run->setup ? pathMetric(data, run) : std::string());
}

} // namespace widgets
