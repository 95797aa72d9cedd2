// Derivation of numbers after a norm: its statistics and steps.

#include "core/analysis/derivation_parts.h"

namespace core {

namespace {

using Op = DerivationLine::Op;

/// The tensor that a norm slot reads; empty: none that is recorded.
std::string normInput(const DerivationBuilder& to, const DerivedName& name, const std::string& slot)
{
    if (name.layer < 0) {
        const ModelConfig& config = to.setup().config;
        const std::size_t layers = (name.stack.empty() ? config.blocks : config.encoderBlocks).size();
        return slot == "ln_final" ? name.inLayer(Index(layers) - 1, "resid_post") : slot == "head.ln" ? "head.post" : "";
    }
    const BlockConfig& config = blockOf(to, name);
    const bool onStream = normsStream(config);
    const auto either = [&](const char* sum, const std::string& stream) { return onStream ? name.inBlock(sum) : stream; };
    if (slot == "ln1")
        return either("resid_mid_sum", name.inBlock("resid_pre"));
    if (slot == "ln_cross")
        return either("resid_mid_cross_sum", name.inBlock("resid_mid"));
    if (slot == "ln2")
        return either("resid_post_sum", middleOf(to, name));
    if (slot == "ln1_post")
        return name.inBlock(isAttention(config.mixer) ? "attn.out" : "mixer.out");
    return slot == "ln_cross_post" ? name.inBlock("cross_attn.out") : slot == "ln2_post" ? name.inBlock("mlp.out") : "";
}

Norm normOf(const DerivationBuilder& to, const DerivedName& name)
{
    const ModelConfig& config = to.setup().config;
    const std::vector<BlockConfig>& blocks = name.stack.empty() ? config.blocks : config.encoderBlocks;
    return name.layer >= 0                  ? blockOf(to, name).norm
        : name.rest.starts_with("ln_embed") ? blocks.front().norm
                                            : config.normAfter(blocks);
}

/// SLOT.mean and SLOT.scale: of a token's vector, or for BatchNorm of one dimension over the tokens.
void deriveStatistic(DerivationBuilder& to, const DerivedName& name, const Norm& norm, const std::string& slot, bool isMean)
{
    const std::string from = normInput(to, name, slot), full = name.layer >= 0 ? name.inBlock(slot) : name.stack + slot;
    const Tensor* input = to.trace().find(from);
    if (!input)
        return from.empty() ? to.failUnexplained() : to.failMissing(from);
    const Index at = name.place[0];
    const Series x = traitsOf(norm).isOverTokens ? to.along(from, input->rows(),
                         [at](Index token) {
                             return std::vector<Index>{token, at};
                         })
                                                 : to.row(from, {at});
    const Element count = DerivationBuilder::number("count", double(x.values.size()));
    if (isMean) {
        to.sum(x);
        return to.does(Op::Divide, {count});
    }
    to.dot(x, x);
    to.does(Op::Divide, {count});
    if (traitsOf(norm).subtractsMean) {
        const Element mean = to.element(full + ".mean", name.place);
        to.does(Op::Subtract, {mean, mean}); // the mean of squares without the square of the mean: the variance
    }
    std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.epsPlace; }) {
                const bool isInside = kind.epsPlace == EpsPlace::Inside;
                if (isInside)
                    to.add(DerivationBuilder::number("ε", kind.eps));
                to.does(Op::Root);
                if (!isInside)
                    to.add(DerivationBuilder::number("ε", kind.eps));
            } else
                to.failUnexplained();
        },
        norm);
}

/// · gain + bias.
void addGain(DerivationBuilder& to, const Norm& norm, const std::string& full, Index dim)
{
    std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.gain; })
                if (kind.gain != NormGain::None) {
                    Element gain = to.weight(full + ".weight", {dim});
                    if (kind.gain == NormGain::OnePlusWeight)
                        gain = DerivationBuilder::number("gain", gain.value + 1);
                    to.does(Op::Multiply, {gain});
                }
            if constexpr (requires { kind.bias; })
                if (kind.bias)
                    to.add(to.weight(full + ".bias", {dim}));
        },
        norm);
}

} // namespace

bool deriveNorm(DerivationBuilder& to, const DerivedName& name)
{
    const std::size_t dot = name.rest.rfind('.');
    const std::string slot = name.rest.substr(0, dot);
    const std::string what = dot == std::string::npos ? "" : name.rest.substr(dot + 1);
    if (!slot.starts_with("ln") && slot != "head.ln")
        return false;
    const std::string full = name.layer >= 0 ? name.inBlock(slot) : name.stack + slot;
    const Norm& norm = normOf(to, name);
    if (what == "mean" || what == "scale") {
        deriveStatistic(to, name, norm, slot, what == "mean");
        return true;
    }
    const Index token = name.place[0], dim = name.place[1];
    const Index statistic = traitsOf(norm).isOverTokens ? dim : token;
    const std::string normalized = full + ".normalized";
    const TraceEntry* between = to.trace().findEntry(normalized);
    if (what == "out" && between && between->replaced)
        to.add(to.element(normalized, name.place)); // an intervention put other numbers there
    else {
        if (slot == "ln_embed")
            addEmbeddings(to, name.stack, token, dim);
        else
            to.add(to.element(normInput(to, name, slot), name.place));
        if (traitsOf(norm).subtractsMean)
            to.does(Op::Subtract, {to.element(full + ".mean", {statistic})});
        to.does(Op::Divide, {to.element(full + ".scale", {statistic})});
    }
    if (what == "out")
        addGain(to, norm, full, dim);
    return true;
}

} // namespace core
