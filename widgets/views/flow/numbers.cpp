#include "widgets/views/flow/numbers.h"

#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/kept_results.h"
#include "widgets/views/shared/next_tokens.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace widgets {

namespace {

constexpr int lensDepth = 5;
constexpr std::size_t placesAtOnce = 16, maxArcs = 12;
constexpr double minWeight = 0.02;

/// What is known of one trace.
struct Known
{
    std::map<std::pair<core::Index, core::Index>, LensTokens> lens = {};
    std::tuple<int, core::TokenId> partsFor{-1, -1};
    core::Attribution parts = {};
    std::tuple<int, int, core::TokenId> headsFor{-1, -1, -1};
    core::HeadParts heads = {};
};

Known& knownOf(const RunResult& run)
{
    static KeptResults<Known> kept;
    return kept.get(run.trace, {}, [] { return Known(); });
}

} // namespace

const LensTokens* lensTokens(const RunResult& run, core::LensPlace place)
{
    const Known& known = knownOf(run);
    const auto found = known.lens.find({place.layer, place.position});
    return found == known.lens.end() ? nullptr : &found->second;
}

bool readLens(const RunResult& run, std::span<const core::LensPlace> places, double most)
{
    Known& known = knownOf(run);
    std::vector<core::LensPlace> unknown;
    for (const core::LensPlace& place : places) {
        const auto [cell, isNew] = known.lens.try_emplace({place.layer, place.position});
        if (!isNew)
            continue;
        // The last layer is what the model really said.
        if (place.layer == run.setup->config.layers() - 1)
            cell->second = nextTokens(*run.trace, int(place.position), lensDepth);
        if (cell->second.empty()) {
            known.lens.erase(cell);
            unknown.push_back(place);
        }
    }
    const double cost = double(run.setup->config.vocabulary) * double(run.setup->config.dModel);
    std::size_t first = 0;
    while (first < unknown.size() && most >= cost) {
        const std::size_t count = std::min({placesAtOnce, std::size_t(std::min(most / cost, 1e6)), unknown.size() - first});
        const std::span<const core::LensPlace> now = std::span(unknown).subspan(first, count);
        const core::Tensor logits = core::lensLogits(*run.setup, *run.trace, now);
        for (std::size_t i = 0; i < count; ++i)
            known.lens[{now[i].layer, now[i].position}]
                = core::topK({logits.row(core::Index(i)), std::size_t(logits.columns())}, lensDepth);
        first += count;
        most -= cost * double(count);
    }
    return first == unknown.size();
}

const core::Attribution* attributionOf(const RunResult& run, int position, core::TokenId token)
{
    if (!run.setup || core::attributionGap(*run.setup, *run.trace) != core::NoAttribution::Possible)
        return nullptr;
    Known& known = knownOf(run);
    if (known.partsFor != std::tuple(position, token)) {
        known.parts = core::attribution(*run.setup, *run.trace, position, token);
        known.partsFor = {position, token};
    }
    return &known.parts;
}

const core::HeadParts* headPartsOf(const RunResult& run, int layer, int position, core::TokenId token)
{
    if (!run.setup || core::attributionGap(*run.setup, *run.trace) != core::NoAttribution::Possible)
        return nullptr;
    Known& known = knownOf(run);
    if (known.headsFor != std::tuple(layer, position, token)) {
        known.heads = core::headParts(*run.setup, *run.trace, layer, position, token);
        known.headsFor = {layer, position, token};
    }
    return known.heads.heads.empty() ? nullptr : &known.heads;
}

std::vector<int> flowLayers(const core::Trace& trace, int selected, int most)
{
    const int last = int(trace.layers()) - 1;
    int step = 1;
    while (2 + (last + step - 1) / step + (step > 1 ? 1 : 0) > std::max(most, 4) && step < last)
        ++step;
    std::vector<int> rows;
    for (int layer = last; layer >= -1; --layer)
        if ((layer == last || layer <= 0 || layer % step == 0 || layer == selected) && core::streamAfter(trace, layer))
            rows.push_back(layer);
    return rows;
}

std::vector<FlowSum> flowSums(const core::Attribution& parts, const std::vector<int>& rows)
{
    std::vector<FlowSum> sums(rows.size());
    for (const core::LogitPart& part : parts.parts) {
        if (part.of == core::PartOf::Constant)
            continue;
        // The lowest row at or above the layer.
        const auto below = std::find_if(rows.begin(), rows.end(), [&](int row) { return row < part.layer; });
        if (below == rows.begin())
            continue;
        FlowSum& sum = sums[std::size_t(below - rows.begin()) - 1];
        (part.of == core::PartOf::FedForward ? sum.feedForward : sum.mixer) += part.value;
    }
    return sums;
}

std::vector<FlowArc> flowArcs(const RunResult& run, int layer, int head, int query)
{
    const Grid pattern = headGrid(*run.trace, layer, "attn.pattern", head);
    std::vector<FlowArc> arcs;
    if (pattern.isEmpty() || query < 0 || query >= pattern.rows)
        return arcs;
    for (core::Index key = 0; key < pattern.columns; ++key) {
        const double weight = double(pattern.at(query, key));
        if (weight >= minWeight)
            arcs.push_back({int(key), weight, key == 0 && query > 0 && weight > 0.5});
    }
    std::stable_sort(arcs.begin(), arcs.end(), [](const FlowArc& a, const FlowArc& b) { return a.weight > b.weight; });
    arcs.resize(std::min(arcs.size(), maxArcs));
    return arcs;
}

} // namespace widgets
