#include "core/experiments/ablation.h"

#include "core/experiments/reference_means.h"
#include "core/io/shown_text.h"
#include "core/trace/trace.h"

#include <charconv>

namespace core {

namespace {

std::vector<MeasuredPlace> placesOf(const ChangedRuns& runs, const AblationRequest& request)
{
    switch (request.part) {
    case AblatedPart::Heads:
        return headsIn(runs.planned());
    case AblatedPart::Branches:
        return branchesIn(runs.planned());
    case AblatedPart::Experts:
        return expertsIn(runs.planned());
    case AblatedPart::Neurons:
        return neuronsIn(runs.planned(), request.layer);
    }
    return {};
}

const char* wordOf(AblatedPart part)
{
    return part == AblatedPart::Heads   ? "heads"
        : part == AblatedPart::Branches ? "branches"
        : part == AblatedPart::Experts  ? "experts"
                                        : "neurons";
}

/// The name of a place without its heads in brackets.
std::string tensorOf(const MeasuredPlace& place) { return place.at.substr(0, place.at.find('[')); }

/// The interventions of the ablation of each place, in the order of the map.
std::vector<Changes> ablationsOf(
    const ChangedRuns& runs, const std::vector<MeasuredPlace>& places, const AblationRequest& request, const RunControl& control)
{
    ReferenceMeans means;
    if (request.to == AblatedTo::Reference) {
        std::vector<std::string> names;
        for (const MeasuredPlace& place : places)
            if (names.empty() || names.back() != tensorOf(place))
                names.push_back(tensorOf(place));
        means = referenceMeans(runs.measured().setup, request.texts, names, control);
    }
    std::vector<Changes> changes;
    for (const MeasuredPlace& place : places) {
        Intervention what{.at = place.at, .slice = place.slice};
        if (request.to == AblatedTo::Mean)
            what.op = InterventionOp::Mean;
        if (request.to == AblatedTo::Reference) {
            what.op = InterventionOp::Set;
            what.value = means.valueOf(tensorOf(place), place.head, place.neuron);
        }
        changes.push_back({std::move(what)});
    }
    return changes;
}

} // namespace

AblationRequest ablationOver(const std::string& words)
{
    AblationRequest request;
    constexpr std::string_view neurons = "neurons@";
    if (words == "heads")
        return request;
    if (words == "branches")
        request.part = AblatedPart::Branches;
    else if (words == "experts")
        request.part = AblatedPart::Experts;
    else {
        const char* end = words.data() + words.size();
        const bool isOfLayer = words.starts_with(neurons);
        const auto [at, error] = std::from_chars(isOfLayer ? words.data() + neurons.size() : end, end, request.layer);
        if (error != std::errc() || at != end || request.layer < 0)
            throw Error({ErrorKind::Usage, "", "--over", CUTAWAY_TR("unknown value"), "heads, branches, experts, neurons@LAYER",
                shownText(words, 60)});
        request.part = AblatedPart::Neurons;
    }
    return request;
}

MapRuns ablationRuns(const ChangedRuns& runs, const AblationRequest& request, const RunControl& control)
{
    MapRuns all{.map = {runs.measured().metric, runs.untouched(), placesOf(runs, request)}, .changes = {}};
    if (all.map.places.empty())
        throw Error({ErrorKind::BadInput, "", "--over", CUTAWAY_TR("the model has none of these: choose others"), "",
            wordOf(request.part) + (request.layer >= 0 ? "@" + std::to_string(request.layer) : "")});
    all.changes = ablationsOf(runs, all.map.places, request, control);
    return all;
}

MeasuredMap ablate(const ChangedRuns& runs, const AblationRequest& request, const RunControl& control, RunWay way,
    const std::function<void(const MeasuredMap&)>& onPlace)
{
    return measured(runs, ablationRuns(runs, request, control), way, onPlace);
}

} // namespace core
