#include "app/session/why_unfit.h"

#include "app/base/error_text.h"

#include "core/experiments/steering.h"
#include "core/run/intervention_list.h"
#include "core/trace/trace_request.h"
#include "core/trace/weight_place.h"

#include <algorithm>
#include <utility>

namespace app {

namespace {

/// Whether the run has this intervention in its list.
bool hasInForce(const widgets::RunResult& run, const core::Intervention& one)
{
    const core::Json json = core::toJson({one}).front();
    return std::ranges::any_of(run.trace->interventions, [&](const core::Json& there) { return there == json; });
}

constexpr const char* noTensor = CUTAWAY_TR("matches no tensor of this model"); // as a run says it

/// Why the run of a slot does not have a weight of another model.
core::Error::Parts whyNotTaken(const widgets::RunResult& run, const core::Intervention& swap)
{
    const std::string pattern(core::weightOf(swap.at));
    const auto isMeant = [&](const auto& weight) { return core::matchesPattern(pattern, weight.first); };
    if (std::ranges::none_of(run.setup->weights.all(), isMeant))
        return {.problem = CUTAWAY_TR("matches no weight of this model")};
    return {
        .problem = CUTAWAY_TR("the other model has no such weight of this shape, or is not there"), .found = swap.source.file};
}

/// What the run of this request went on without.
std::vector<core::UnfitIntervention> unfitIn(const widgets::RunResult& run, const RunRequest& request)
{
    const std::vector<core::Intervention>& list = request.record.interventions;
    std::vector<core::UnfitIntervention> unfit;
    if (!run.setup) {
        for (std::size_t i = 0; i < list.size(); ++i)
            unfit.push_back({i, {.problem = CUTAWAY_TR("a trace file is not run again")}});
        return unfit;
    }
    const bool hasTwoStacks = run.setup->config.hasEncoder();
    const auto source = core::Index(run.trace->ids.size()), target = core::Index(run.trace->decoderIds.size());
    core::TraceRequest ofTensors = request.record;
    for (std::size_t i = 0; i < list.size(); ++i) {
        core::Intervention& one = ofTensors.interventions[i];
        one.isOff = one.isOff || core::isOfWeight(one); // of these the run knows
        if (one.isOff || !core::needsNumbers(one))
            continue;
        try {
            if (core::directionOf(one).kind == core::DirectionKind::File)
                one.value = core::directionNumbers(*run.setup, one);
            one.source = {}; // of any other the place alone is asked about
            one.origin = {};
        } catch (const core::Error& error) {
            unfit.push_back({i, error.parts()});
            one.isOff = true;
        }
    }
    for (core::UnfitIntervention& one :
        core::unfitInterventions(run.setup->config, hasTwoStacks ? target : source, hasTwoStacks ? source : 0, ofTensors))
        unfit.push_back(std::move(one));
    const auto isSaid
        = [&](std::size_t i) { return std::ranges::any_of(unfit, [i](const auto& one) { return one.number == i; }); };
    for (std::size_t i = 0; i < list.size(); ++i)
        if (!list[i].isOff && !hasInForce(run, list[i]) && !isSaid(i))
            unfit.push_back({i,
                core::isOfWeight(list[i])         ? whyNotTaken(run, list[i])
                    : core::needsNumbers(list[i]) ? core::Error::Parts{.problem = CUTAWAY_TR("this model has no such direction")}
                                                  : core::Error::Parts{.problem = CUTAWAY_TR("this run has no such place")}});
    return unfit;
}

} // namespace

QStringList whyUnfit(const widgets::RunResult& run, const RunRequest& request)
{
    QStringList reasons(qsizetype(request.record.interventions.size()));
    for (const core::UnfitIntervention& one : unfitIn(run, request)) {
        core::Error::Parts why = one.why;
        why.file.clear(); // of a list that a person sees
        why.where.clear();
        if (why.problem == noTensor) // the names of others help who writes a list, not who has pointed
            why.expected = why.found = {};
        reasons[qsizetype(one.number)] = errorText(why);
    }
    return reasons;
}

} // namespace app
