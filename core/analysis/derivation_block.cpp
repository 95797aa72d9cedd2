// Feed-forward and the residual stream of a block.

#include "core/analysis/derivation_parts.h"

#include <cmath>

namespace core {

namespace {

using Op = DerivationLine::Op;

/// The output of the norm before a branch, or what it would read.
std::string beforeBranch(const DerivationBuilder& to, const DerivedName& name, const char* slot, const std::string& stream)
{
    const BlockConfig& config = blockOf(to, name);
    const bool isLeftOut = !config.mixerNorm && std::string_view(slot) == "ln1";
    return placesOf(config.placement).beforeBranch && !isLeftOut && traitsOf(config.norm).normalizes
        ? name.inBlock(std::string(slot) + ".out")
        : stream;
}

/// α · stream + branch.
void addStream(DerivationBuilder& to, const BlockConfig& config, const Element& stream, const Element& branch)
{
    const double alpha = config.deepFactors().alpha;
    to.does(Op::Add, alpha == 1 ? std::vector{stream} : std::vector{DerivationBuilder::number("α", alpha), stream});
    to.add(branch);
}

/// What a branch gives before its multiplier, times that.
void deriveBranch(DerivationBuilder& to, const DerivedName& name, const char* slot, const std::string& raw)
{
    const BlockConfig& config = blockOf(to, name);
    const bool isNormed = placesOf(config.placement).onBranch && traitsOf(config.norm).normalizes;
    to.add(to.element(isNormed ? name.inBlock(std::string(slot) + ".out") : raw, name.place));
    if (const double factor = config.residualScale * config.deepFactors().beta; factor != 1)
        to.does(Op::Multiply, {DerivationBuilder::number("multiplier", factor)});
}

/// The stream after a branch, or the sum that its norm reads.
void deriveSum(DerivationBuilder& to, const DerivedName& name)
{
    const BlockConfig& config = blockOf(to, name);
    const bool isSum = name.rest.ends_with("_sum");
    const std::string place = isSum ? name.rest.substr(0, name.rest.size() - 4) : name.rest;
    const bool isMid = place == "resid_mid", isCross = place == "resid_mid_cross";
    const char* slot = isMid ? "ln1" : isCross ? "ln_cross" : "ln2";
    const std::string mixed = name.inBlock(isAttention(config.mixer) ? "attn_out" : "mixer_out");
    const auto at = [&](const std::string& tensor) { return to.element(tensor, name.place); };
    const auto carried = [&](const std::string& stream, const char* norm) {
        return config.residualFromNorm ? beforeBranch(to, name, norm, stream) : stream;
    };
    if (isParallel(config.layout)) {
        to.add(at(carried(name.inBlock("resid_pre"), "ln1")));
        to.add(at(mixed));
        if (hasFeedForward(config.feedForward))
            to.add(at(name.inBlock("mlp_out")));
    } else if (!isMid && !isCross && !hasFeedForward(config.feedForward))
        to.add(at(middleOf(to, name)));
    else if (!isSum && normsStream(config))
        to.add(at(name.inBlock(std::string(slot) + ".out")));
    else if (isMid)
        addStream(to, config, at(carried(name.inBlock("resid_pre"), slot)), at(mixed));
    else if (isCross)
        addStream(to, config, at(carried(name.inBlock("resid_mid"), slot)), at(name.inBlock("cross_attn_out")));
    else
        addStream(to, config, at(carried(middleOf(to, name), slot)), at(name.inBlock("mlp_out")));
}

} // namespace

const BlockConfig& blockOf(const DerivationBuilder& to, const DerivedName& name)
{
    const ModelConfig& config = to.setup().config;
    return (name.stack.empty() ? config.blocks : config.encoderBlocks)[std::size_t(name.layer)];
}

std::string middleOf(const DerivationBuilder& to, const DerivedName& name)
{
    if (isParallel(blockOf(to, name).layout))
        return name.inBlock("resid_pre");
    const std::string crossed = name.inBlock("resid_mid_cross");
    return to.has(crossed) ? crossed : name.inBlock("resid_mid");
}

bool normsStream(const BlockConfig& config)
{
    return placesOf(config.placement).onStream && traitsOf(config.norm).normalizes && !isParallel(config.layout);
}

std::string attentionInput(const DerivationBuilder& to, const DerivedName& name)
{
    return beforeBranch(to, name, "ln1", name.inBlock("resid_pre"));
}

std::string feedForwardInput(const DerivationBuilder& to, const DerivedName& name)
{
    if (const std::string asked = name.inBlock("mlp.input"); to.has(asked))
        return asked;
    return sharesNorm(blockOf(to, name).layout) ? attentionInput(to, name) : beforeBranch(to, name, "ln2", middleOf(to, name));
}

bool deriveFeedForward(DerivationBuilder& to, const DerivedName& name)
{
    if (name.layer < 0 || !name.rest.starts_with("mlp."))
        return false;
    const BlockConfig& config = blockOf(to, name);
    const auto [isDense, isGated] = traitsOf(config.feedForward);
    if (!isDense)
        return true; // not yet explained
    const std::string what = name.rest.substr(4), mlp = name.inBlock("mlp");
    const auto x = [&] { return to.row(feedForwardInput(to, name), {name.place[0]}); };
    if (what == "pre")
        to.linear(mlp + (isGated ? ".gate" : ".up"), name.place[1], x(), config.feedForwardBias);
    else if (what == "pre_linear")
        to.linear(mlp + ".up", name.place[1], x(), config.feedForwardBias);
    else if (what == "post") {
        to.add(to.element(mlp + ".pre", name.place));
        to.activate(config.activation, mlp);
        if (isGated) {
            Element up = to.element(mlp + ".pre_linear", name.place);
            if (const double half = linearHalf(config.activation, up.value); half != up.value)
                up = DerivationBuilder::number("pre_linear + 1", half);
            to.does(Op::Multiply, {up});
        }
    } else if (what == "out")
        to.linear(mlp + ".down", name.place[1], to.row(mlp + ".post", {name.place[0]}), config.feedForwardBias);
    return true;
}

bool deriveStream(DerivationBuilder& to, const DerivedName& name)
{
    if (name.layer < 0)
        return false;
    if (name.rest == "resid_pre" && name.layer > 0)
        to.add(to.element(name.inLayer(name.layer - 1, "resid_post"), name.place));
    else if (name.rest == "resid_pre" && to.setup().config.projectsEmbedding()
        && to.setup().config.embeddingProjection == EmbeddingProjection::Last) {
        if (to.has(name.stack + "ln_embed.out")) // the sum of the tables is not yet explained
            to.linear("embed_in", name.place[1], to.row(name.stack + "ln_embed.out", {name.place[0]}), true);
    } else if (name.rest == "resid_pre" && to.setup().config.embeddingNorm && to.has(name.stack + "ln_embed.out"))
        to.add(to.element(name.stack + "ln_embed.out", name.place));
    else if (name.rest == "resid_pre")
        addEmbeddings(to, name.stack, name.place[0], name.place[1]);
    else if (name.rest.starts_with("resid_"))
        deriveSum(to, name);
    else if (name.rest == "attn_out")
        deriveBranch(to, name, "ln1_post", name.inBlock("attn.out"));
    else if (name.rest == "cross_attn_out")
        deriveBranch(to, name, "ln_cross_post", name.inBlock("cross_attn.out"));
    else if (name.rest == "mixer_out")
        deriveBranch(to, name, "ln1_post", name.inBlock("mixer.out"));
    else if (name.rest == "mlp_out")
        deriveBranch(to, name, "ln2_post", name.inBlock("mlp.out"));
    else
        return false;
    return true;
}

} // namespace core
