#include "widgets/views/flow/numbers.h"

#include "widgets/figure/sides.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/predictions.h"

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int lensDepth = 5;
constexpr int placesAtOnce = 16; // of one layer: a product of some 10 ms with a large output matrix
constexpr std::size_t maxArcs = 12;
constexpr double minWeight = 0.02;

using LensBlock = std::vector<LensTokens>;
using OtherBlock = std::vector<std::pair<core::Index, double>>; // by position

NeedId idOf(const RunPtr& run, const std::string& quantity) { return {run->trace, {}, quantity}; }

/// The places of a layer from `block` · placesAtOnce on.
NeedId idOfBlock(const RunPtr& run, int layer, int block)
{
    return idOf(run, "lens of layer " + std::to_string(layer) + " " + std::to_string(block));
}

/// All layers at a position: from the last one down, then the embedding.
NeedId idOfColumn(const RunPtr& run, int position) { return idOf(run, "lens at " + std::to_string(position)); }
NeedId idOfParts(const RunPtr& run, int position) { return idOf(run, "parts at " + std::to_string(position)); }
NeedId idOfHeads(const RunPtr& run, int layer, int position)
{
    return idOf(run, "heads of layer " + std::to_string(layer) + " at " + std::to_string(position));
}

/// In A, of the likeliest words of B there.
NeedId idOfOthers(const RunPtr& a, const RunPtr& b, int layer, int block)
{
    return {a->trace, b->trace, "lens of the other's words, layer " + std::to_string(layer) + " " + std::to_string(block)};
}

/// The token of A with the text of a token of B; −1: it has none.
core::TokenId tokenInA(const RunPtr& a, const RunPtr& b, core::TokenId id)
{
    const auto &ofA = a->setup->model->tokenizer, &ofB = b->setup->model->tokenizer;
    if (ofA == ofB || !ofA || !ofB || (id < a->setup->config.vocabulary && ofA->tokenText(id) == ofB->tokenText(id)))
        return id < a->setup->config.vocabulary ? id : -1;
    const std::vector<core::TokenId> ids = ofA->encode(ofB->tokenText(id), /*special=*/false);
    return ids.size() == 1 ? ids.front() : -1;
}

Need lensNeed(NeedId id, const RunPtr& run, std::vector<core::LensPlace> places)
{
    return derivedNeed(std::move(id), [run, places = std::move(places)](const core::RunControl& control) {
        return LensBlock(core::lensTokens(*run->setup, *run->trace, places, lensDepth, control));
    });
}

void addPosition(Needs& needs, const FigureData& data, const RunPtr& run, const FlowShown& shown)
{
    std::vector<core::LensPlace> column;
    bool isKnown = true; // from the blocks
    for (int layer = shown.layers - 1; layer >= -1; --layer) {
        column.push_back({layer, shown.position});
        isKnown = isKnown && data.results.find(idOfBlock(run, layer, shown.position / placesAtOnce));
    }
    if (!isKnown)
        needs.push_back(lensNeed(idOfColumn(run, shown.position), run, std::move(column)));
    needs.push_back(
        derivedNeed(idOfParts(run, shown.position), [run, position = shown.position](const core::RunControl& control) {
            return core::answerParts(*run->setup, *run->trace, position, control);
        }));
    needs.push_back(derivedNeed(idOfHeads(run, shown.layer, shown.position),
        [run, layer = shown.layer, position = shown.position](const core::RunControl& control) {
            return core::answerHeadParts(*run->setup, *run->trace, layer, position, control);
        }));
}

/// From the selected position to the left, then the rest; the last layer first.
void addGrid(Needs& needs, const RunPtr& run, const FlowShown& shown)
{
    const int blocks = (shown.tokens + placesAtOnce - 1) / placesAtOnce;
    for (int back = 0; back < blocks; ++back)
        for (int layer = shown.layers - 1; layer >= -1; --layer) {
            const bool isLast = layer == shown.layers - 1; // it reads the logits
            if (isLast ? isUnfinished(*run) : !core::streamAfter(*run->trace, layer))
                continue;
            const int block = (shown.position / placesAtOnce - back + blocks) % blocks;
            std::vector<core::LensPlace> places;
            for (int i = block * placesAtOnce; i < std::min(shown.tokens, (block + 1) * placesAtOnce); ++i)
                places.push_back({layer, i});
            needs.push_back(lensNeed(idOfBlock(run, layer, block), run, std::move(places)));
            needs.back().isPart = true;
        }
}

/// Of B's words those that are not among A's likeliest, a block of places at a time. A change of the last layer is said of every
/// comparison, the others are drawn in a difference alone.
void addOthers(Needs& needs, const FigureData& data)
{
    const int layers = layersOf(*data.a), tokens = std::min(FlowShown(data, data.a).tokens, FlowShown(data, data.b).tokens);
    const bool isDifference = data.mode == SlotMode::Delta || data.mode == SlotMode::All;
    for (int layer = layers - 1; layer >= (isDifference ? -1 : layers - 1); --layer)
        for (int block = 0; block * placesAtOnce < tokens; ++block) {
            if (!data.results.find(idOfBlock(data.a, layer, block)) || !data.results.find(idOfBlock(data.b, layer, block)))
                continue;
            std::vector<core::LensPlace> places;
            std::vector<core::TokenId> ids;
            for (int i = block * placesAtOnce; i < std::min(tokens, (block + 1) * placesAtOnce); ++i) {
                const LensTokens* const best = lensTokens(data.results, data.b, {layer, i});
                const core::TokenId id = best ? tokenInA(data.a, data.b, best->front().id) : -1;
                if (id < 0)
                    continue;
                places.push_back({layer, i});
                ids.push_back(id);
            }
            needs.push_back(derivedNeed(
                idOfOthers(data.a, data.b, layer, block), [run = data.a, places, ids](const core::RunControl& control) {
                    const std::vector<double> all = core::lensProbabilities(*run->setup, *run->trace, places, ids, control);
                    OtherBlock known;
                    for (std::size_t i = 0; i < all.size(); ++i)
                        known.push_back({places[i].position, all[i]});
                    return known;
                }));
            needs.back().isPart = true;
        }
}

} // namespace

Needs flowNeeded(const FigureData& data)
{
    Needs needs;
    std::vector<std::pair<RunPtr, FlowShown>> runs;
    for (const RunPtr& run : drawnRuns(data))
        if (run->setup && run->setup->config.outputHead != core::OutputHead::None && !streamTokens(*run->trace).empty())
            runs.emplace_back(run, FlowShown(data, run));
    if (!isUnfinished(data.a, data.b)) // else what is of single layers
        for (const auto& [run, shown] : runs)
            addPosition(needs, data, run, shown);
    for (const auto& [run, shown] : runs)
        addGrid(needs, run, shown);
    if (runs.size() == 2 && data.a != data.b && !isUnfinished(data.a, data.b) && layersOf(*data.a) == layersOf(*data.b))
        addOthers(needs, data);
    return needs;
}

const LensTokens* lensTokens(const NeedResults& results, const RunPtr& run, core::LensPlace place)
{
    return LensOfRun(results, run).at(place);
}

const LensTokens* LensOfRun::at(core::LensPlace place) const
{
    const auto in = [](const LensBlock* block, core::Index i) -> const LensTokens* {
        return block && i >= 0 && i < core::Index(block->size()) && !(*block)[std::size_t(i)].empty() ? &(*block)[std::size_t(i)]
                                                                                                      : nullptr;
    };
    const int layer = int(place.layer), block = int(place.position) / placesAtOnce;
    const auto [known, isNew] = m_blocks.try_emplace({layer, block}, nullptr);
    if (isNew)
        known->second = m_results.value<LensBlock>(idOfBlock(m_run, layer, block));
    if (known->second)
        return in(known->second, place.position % placesAtOnce);
    return in(m_results.value<LensBlock>(idOfColumn(m_run, int(place.position))), layersOf(*m_run) - 1 - place.layer);
}

std::optional<double> OtherProbabilities::at(core::LensPlace place) const
{
    const int layer = int(place.layer), block = int(place.position) / placesAtOnce;
    const auto [known, isNew] = m_blocks.try_emplace({layer, block}, nullptr);
    if (isNew)
        known->second = m_results.value<OtherBlock>(idOfOthers(m_a, m_b, layer, block));
    for (std::size_t i = 0; known->second && i < known->second->size(); ++i)
        if ((*known->second)[i].first == place.position)
            return (*known->second)[i].second;
    return {};
}

const core::Attribution* attributionOf(const NeedResults& results, const RunPtr& run, int position)
{
    const auto* const parts = results.value<std::optional<core::Attribution>>(idOfParts(run, position));
    return parts && *parts ? &**parts : nullptr;
}

const core::HeadParts* headPartsOf(const NeedResults& results, const RunPtr& run, int layer, int position)
{
    const auto* const parts = results.value<std::optional<core::HeadParts>>(idOfHeads(run, layer, position));
    return parts && *parts && !(*parts)->heads.empty() ? &**parts : nullptr;
}

std::vector<int> flowLayers(const RunResult& run, int selected, int most)
{
    const int last = layersOf(run) - 1;
    int step = 1;
    while (2 + (last + step - 1) / step + (step > 1 ? 1 : 0) > std::max(most, 4) && step < last)
        ++step;
    std::vector<int> rows;
    for (int layer = last; layer >= -1; --layer)
        if ((layer == last || layer <= 0 || layer % step == 0 || layer == selected)
            && (isUnfinished(run) || core::streamAfter(*run.trace, layer)))
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
