#include "core/analysis/norm_steps.h"

#include "core/analysis/residual.h"

#include <cmath>
#include <limits>

namespace core {

namespace {

/// What goes into the slot at this position: one tensor, or, before ln_embed, the sum of the embeddings.
std::vector<float> inputRow(const Trace& trace, const NormSlot& slot, const std::string& input, Index position)
{
    const Tensor* first = trace.find(input);
    if (!first || position >= first->rows())
        return {};
    std::vector<float> row(first->row(position), first->row(position) + first->columns());
    if (slot.kind == "ln_embed")
        for (const char* name : {"pos_embed", "token_type_embed"})
            if (const Tensor* added = trace.find(name); added && position < added->rows())
                for (std::size_t i = 0; i < row.size(); ++i)
                    row[i] += added->row(position)[i];
    return row;
}

const Norm* normOf(const ModelConfig& config, const NormSlot& slot)
{
    if (config.blocks.empty() || slot.layer >= config.layers())
        return nullptr;
    return slot.layer >= 0        ? &config.block(slot.layer).norm
        : slot.kind == "ln_embed" ? &config.blocks.front().norm
                                  : &config.blocks.back().norm;
}

std::vector<float> rowOf(const Tensor& tensor, Index row) { return {tensor.row(row), tensor.row(row) + tensor.columns()}; }

} // namespace

std::vector<NormSlot> normSlots(const Trace& trace)
{
    constexpr std::string_view ending = ".scale";
    std::vector<NormSlot> slots;
    for (const TraceEntry& entry : trace.entries()) {
        const std::string& name = entry.name();
        if (!name.ends_with(ending))
            continue;
        NormSlot slot{name.substr(0, name.size() - ending.size()), {}, -1};
        const std::size_t dot = slot.name.rfind('.');
        slot.kind = dot == std::string::npos ? slot.name : slot.name.substr(dot + 1);
        const bool isInBlock = slot.name.starts_with("blocks.");
        if (!slot.kind.starts_with("ln") || (dot != std::string::npos && !isInBlock))
            continue;
        if (isInBlock) {
            const std::string number = slot.name.substr(7, dot - 7);
            if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos)
                continue; // a norm inside attention
            slot.layer = Index(std::stol(number));
        }
        slots.push_back(std::move(slot));
    }
    return slots;
}

NormWeights normWeights(const Setup& setup, const NormSlot& slot)
{
    NormWeights weights;
    const Norm* norm = normOf(setup.config, slot);
    if (!norm)
        return weights;
    weights.areKnown = true;
    std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.gain; }) {
                if (const WeightTensor* gain
                    = kind.gain == NormGain::None ? nullptr : setup.weights.find(slot.name + ".weight")) {
                    const std::span<const float> stored = gain->values().values();
                    weights.gain.assign(stored.begin(), stored.end());
                    if (kind.gain == NormGain::OnePlusWeight)
                        for (float& value : weights.gain)
                            value += 1.f;
                }
            }
            if constexpr (requires { kind.bias; }) {
                if (const WeightTensor* bias = kind.bias ? setup.weights.find(slot.name + ".bias") : nullptr) {
                    const std::span<const float> stored = bias->values().values();
                    weights.bias.assign(stored.begin(), stored.end());
                }
            }
        },
        *norm);
    return weights;
}

RowMoments momentsOf(std::span<const float> values)
{
    RowMoments moments;
    if (values.empty())
        return moments;
    const auto count = double(values.size());
    for (const float value : values) {
        moments.mean += double(value) / count;
        moments.rms += double(value) * double(value) / count;
    }
    for (const float value : values)
        moments.deviation += (double(value) - moments.mean) * (double(value) - moments.mean) / count;
    moments.rms = std::sqrt(moments.rms);
    moments.deviation = std::sqrt(moments.deviation);
    return moments;
}

std::optional<NormSteps> normSteps(const Trace& trace, const NormSlot& slot, Index position, const NormWeights& weights)
{
    const Tensor* scale = trace.find(slot.name + ".scale");
    const Tensor* mean = trace.find(slot.name + ".mean");
    const Tensor* normalized = trace.find(slot.name + ".normalized");
    const Tensor* out = trace.find(slot.name + ".out");
    NormSteps steps;
    steps.slot = slot.name;
    steps.input = normInput(trace, slot.name);
    steps.before = inputRow(trace, slot, steps.input, position);
    if (steps.before.empty() || !scale || !normalized || !out)
        return std::nullopt;
    steps.isOverTokens = scale->axes().front() == axis::dModel;
    steps.subtractsMean = mean != nullptr;
    if (mean) {
        steps.centred = steps.before;
        for (std::size_t i = 0; i < steps.centred.size(); ++i)
            steps.centred[i] -= mean->data()[steps.isOverTokens ? Index(i) : position];
    }
    steps.scaled = rowOf(*normalized, position);
    steps.out = rowOf(*out, position);
    steps.hasBias = weights.areKnown ? !weights.bias.empty() : mean && steps.out != steps.scaled;
    if (!weights.gain.empty()) {
        steps.gained = steps.scaled;
        for (std::size_t i = 0; i < steps.gained.size(); ++i)
            steps.gained[i] *= weights.gain[i];
    }
    const RowMoments moments = momentsOf(steps.before);
    steps.mean = moments.mean;
    steps.deviation = moments.deviation;
    steps.rms = moments.rms;
    steps.scale = steps.isOverTokens ? std::numeric_limits<double>::quiet_NaN() : double(scale->data()[position]);
    return steps;
}

std::vector<double> rowRms(const Tensor& tensor)
{
    std::vector<double> all;
    for (Index row = 0; row < tensor.rows(); ++row)
        all.push_back(momentsOf({tensor.row(row), std::size_t(tensor.columns())}).rms);
    return all;
}

std::vector<double> columnRms(const Tensor& tensor)
{
    std::vector<double> all(std::size_t(tensor.columns()));
    for (Index row = 0; row < tensor.rows(); ++row)
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] += double(tensor.row(row)[i]) * double(tensor.row(row)[i]) / double(tensor.rows());
    for (double& value : all)
        value = std::sqrt(value);
    return all;
}

} // namespace core
