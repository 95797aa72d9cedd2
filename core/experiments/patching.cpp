#include "core/experiments/patching.h"

#include "core/io/shown_text.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <cstring>

namespace core {

namespace {

constexpr std::pair<const char*, PatchedPart> words[] = {{"stream", PatchedPart::Stream}, {"attention", PatchedPart::Attention},
    {"feed_forward", PatchedPart::MlpOut}, {"heads", PatchedPart::Heads}};

bool isOfPart(const std::string_view rest, PatchedPart part, bool isLast)
{
    switch (part) {
    case PatchedPart::Stream:
        return rest == "resid_pre" || (isLast && rest == "resid_post");
    case PatchedPart::Attention:
        return rest == "attn_out" || rest == "cross_attn_out" || rest == "mixer_out";
    case PatchedPart::MlpOut:
        return rest == "mlp_out";
    case PatchedPart::Heads:
        break;
    }
    return false;
}

/// The places of the part, each without its token.
std::vector<MeasuredPlace> placesOf(const ModelConfig& config, std::span<const PlannedTensor> planned, PatchedPart part)
{
    if (part == PatchedPart::Heads)
        return headsIn(planned);
    std::vector<MeasuredPlace> places;
    for (const PlannedTensor& tensor : planned) {
        const NameParts name = partsOfName(tensor.name);
        const Index layers = name.isOfEncoder ? Index(config.encoderBlocks.size()) : config.layers();
        if (name.layer >= 0 && isOfPart(name.rest, part, name.layer == layers - 1))
            places.push_back({.at = tensor.name,
                .isOfEncoder = name.isOfEncoder,
                .layer = name.layer,
                .branch = std::string(name.rest),
                .value = std::numeric_limits<double>::quiet_NaN()});
    }
    return places;
}

/// Whether a run has the same numbers as another, bit for bit, at a token of a tensor: there is nothing to patch.
bool isSameAt(const Tensor& a, const Tensor& b, Index head, Index token)
{
    const Index each = a.size() / a.dim(0), width = head < 0 ? each : a.dim(2); // heads: [token, head, d_head]
    const Index from = token * each + std::max<Index>(0, head) * width;
    return std::memcmp(a.data() + from, b.data() + from, std::size_t(width) * sizeof(float)) == 0;
}

void requireSameLength(const Setup& setup, const ForwardInput& a, const ForwardInput& b)
{
    const bool hasTarget = setup.config.hasEncoder();
    const auto target
        = [](const ForwardInput& input) { return std::max<std::size_t>(1, input.decoderIds.size()); }; // or its start
    if (a.ids.size() != b.ids.size() || (hasTarget && target(a) != target(b)))
        throw Error({ErrorKind::BadInput, "", "--b-text", CUTAWAY_TR("the two texts have different numbers of tokens"),
            std::to_string(a.ids.size()), std::to_string(b.ids.size())});
}

} // namespace

PatchedPart patchedPart(const std::string& word)
{
    const auto found = std::find_if(std::begin(words), std::end(words), [&](const auto& row) { return word == row.first; });
    if (found == std::end(words))
        throw Error({ErrorKind::Usage, "", "--over", CUTAWAY_TR("unknown value"),
            joinedWords(words, [](const auto& row) { return std::string(row.first); }), shownText(word, 60)});
    return found->second;
}

PatchRuns patchRuns(const Measurement& other, const PatchRequest& request, const RunControl& control)
{
    const Setup& setup = other.setup;
    requireSameLength(setup, request.clean, other.input);
    const Index tokens
        = Index(std::max<std::size_t>(1, setup.config.hasEncoder() ? other.input.decoderIds.size() : other.input.ids.size()));
    const Plan planned = plan(setup.config, tokens, Index(other.input.ids.size()), {});
    const std::vector<MeasuredPlace> places = placesOf(setup.config, planned.tensors, request.part);
    if (places.empty())
        throw Error({ErrorKind::BadInput, "", "--over", CUTAWAY_TR("the model has none of these: choose others"), "", ""});

    std::vector<std::string> names;
    for (const MeasuredPlace& place : places)
        names.push_back(place.at.substr(0, place.at.find('[')));
    PatchRuns result{ChangedRuns(other, control, names, RunsFrom::Token), {}};
    const ChangedRuns source({setup, request.clean, other.metric, request.inForce}, control, names);
    MapRuns& all = result.all;
    all = {.map = {other.metric, result.runs.untouched(), {}}, .changes = {}, .clean = source.untouched()};
    for (const MeasuredPlace& place : places) {
        const std::string name = place.at.substr(0, place.at.find('['));
        const Tensor &clean = source.base()->at(name), &untouched = result.runs.base()->at(name);
        for (Index token = 0; token < clean.dim(0); ++token) {
            MeasuredPlace at = place;
            at.token = token;
            at.slice = {{axis::token, token, token}};
            all.changes.emplace_back();
            if (!isSameAt(clean, untouched, place.head, token))
                all.changes.back().push_back(
                    {.at = at.at, .slice = at.slice, .op = InterventionOp::From, .source = {"clean", "", "", source.base()}});
            all.map.places.push_back(std::move(at));
        }
    }
    return result;
}

Patches patch(const Measurement& other, const PatchRequest& request, const RunControl& control, RunWay way,
    const std::function<void(const MeasuredMap&)>& onPlace)
{
    const auto [runs, all] = patchRuns(other, request, control);
    return {measured(runs, all, way, onPlace), all.clean};
}

} // namespace core
