#include "core/analysis/relative_terms.h"

#include "core/layers/position_encoding.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"

#include <cmath>

namespace core {

namespace {

/// Of a tensor [head, query, key]; nothing when it was not recorded, or queries and keys are not the same tokens.
std::vector<DistanceSpread> spreadOf(const Trace& trace, const std::string& name, Index head)
{
    const Tensor* const all = trace.find(name);
    if (!all || all->rank() != 3 || head >= all->dim(0) || all->dim(1) != all->dim(2))
        return {};
    const Index length = all->dim(1);
    return spreadByDistance({all->data() + head * length * length, std::size_t(length * length)}, length);
}

std::vector<ScoreTerm> termsOf(const Trace& trace, const RelativePlace& place)
{
    std::vector<ScoreTerm> terms;
    const auto add = [&](const std::string& name) {
        std::vector<DistanceSpread> spread = spreadOf(trace, blockName(place.layer, "attn." + name), place.head);
        if (!spread.empty())
            terms.push_back({name, std::move(spread)});
    };
    add("scores_content");
    const std::string prefix = blockName(place.layer, "attn.");
    for (const TraceEntry& entry : trace.entries())
        if (entry.name().starts_with(prefix + "bias_"))
            add(entry.name().substr(prefix.size()));
    if (terms.size() < 2) // the bias is one part, and has its own name
        add("bias");
    return terms;
}

/// A weight of a layer as rows [row, d_head]; a vector per head: the row of the head.
void addStored(RelativeTerms& found, const Setup& setup, const RelativePlace& place, const std::string& name)
{
    const WeightTensor* const weight = setup.weights.find(blockName(place.layer, "attn." + name + ".weight"));
    if (!weight || weight->shape().size() != 2)
        return;
    const bool isTable = name.starts_with("rel_");
    DistanceVectors vectors{name, Matrix(isTable ? weight->shape()[0] : 1, weight->shape()[1])};
    weight->read(isTable ? 0 : place.head, vectors.rows.rows(), vectors.rows.data());
    if (isTable)
        vectors.first = -(vectors.rows.rows() / 2);
    found.vectors.push_back(std::move(vectors));
}

/// r of distances 0, 1, …: rows of the head of W_r times the sinusoids, as the layer computes them.
void addProjectedSinusoids(RelativeTerms& found, const Setup& setup, const RelativePlace& place)
{
    const WeightTensor* const weight = setup.weights.find(blockName(place.layer, "attn.r.weight"));
    const BlockConfig& block = setup.config.block(place.layer);
    if (!weight || weight->shape().size() != 2)
        return;
    const Index width = weight->shape()[1];
    Matrix projection(block.dHead, width), sinusoids(place.distances, width);
    weight->read(place.head * block.dHead, block.dHead, projection.data());
    for (Index distance = 0; distance < place.distances; ++distance)
        sinusoid(double(distance), {.layout = SinusoidalLayout::Halves}, sinusoids.data() + distance * width, width);
    found.vectors.push_back({"r", sinusoids * projection.transpose()});
}

/// The bias that a cell has by its distance alone; NaN where it depends on the text.
double biasOfDistance(const Setup& setup, const BlockConfig& block, Index layer, const ScoreCell& cell)
{
    const BiasOfCell bias = biasOfCell(block.position, cell);
    if (const auto* const slope = std::get_if<bias_of_cell::Slope>(&bias))
        return -slope->slope * double(slope->distance);
    if (const auto* const penalty = std::get_if<bias_of_cell::Penalty>(&bias))
        return -penalty->penalty;
    const auto* const at = std::get_if<bias_of_cell::TableCell>(&bias);
    const WeightTensor* const table = at ? setup.weights.find(blockName(layer, "attn." + std::string(at->table))) : nullptr;
    return table ? double(table->values().row(at->row)[at->column]) : std::nan("");
}

void addBiasOfHeads(RelativeTerms& found, const Setup& setup, const RelativePlace& place, const RunControl& control)
{
    const BlockConfig& block = setup.config.block(place.layer);
    Matrix all(block.heads, place.distances);
    for (Index head = 0; head < block.heads; ++head) {
        control.check();
        for (Index distance = 0; distance < place.distances; ++distance) {
            const ScoreCell cell{.head = head, .query = distance, .key = 0, .heads = block.heads, .scale = block.scale()};
            const double bias = biasOfDistance(setup, block, place.layer, cell);
            if (!std::isfinite(bias))
                return;
            all(head, distance) = float(bias);
        }
    }
    found.ofHeads = std::move(all);
}

} // namespace

std::size_t RelativeTerms::bytes() const
{
    std::size_t sum = std::size_t(ofHeads.size()) * sizeof(float) + rowOf.size() * sizeof(Index);
    for (const ScoreTerm& term : terms)
        sum += term.byDistance.size() * sizeof(DistanceSpread);
    for (const DistanceVectors& table : vectors)
        sum += std::size_t(table.rows.size()) * sizeof(float);
    return sum;
}

RelativeTerms relativeTerms(const Setup& setup, const Trace& trace, const RelativePlace& place, const RunControl& control)
{
    RelativeTerms found;
    found.origin = setup.origin;
    if (place.ofText)
        found.terms = termsOf(trace, place);
    control.check();
    addProjectedSinusoids(found, setup, place);
    for (const char* name : {"rel_k", "rel_v", "u", "w"})
        addStored(found, setup, place, name);
    addBiasOfHeads(found, setup, place, control);
    const PositionEncoding& kind = setup.config.block(place.layer).position;
    for (Index distance = 0; distance < place.distances; ++distance)
        if (const std::optional<Index> row = distanceRow(kind, distance))
            found.rowOf.push_back(*row);
    return found;
}

RelativeTerms relativeTermsUnder(
    const std::string& kind, const Setup& setup, const Trace& trace, const RelativePlace& place, const RunControl& control)
{
    Choices said = setup.said, change;
    change.set("position.kind", kind);
    change.set("weights", "trained_or_keep");
    said.merge(change);
    const SetupPtr other = configure(setup.model, said);
    if (!place.ofText)
        return relativeTerms(*other, trace, place, control);
    TraceRequest request;
    request.patterns = {blockName(place.layer, "attn.scores_content"), blockName(place.layer, "attn.bias*")};
    const std::shared_ptr<Trace> run = forward(*other, inputOf(trace), request, control);
    return relativeTerms(*other, *run, place, control);
}

} // namespace core
