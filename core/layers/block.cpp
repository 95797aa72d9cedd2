#include "core/layers/block.h"

#include "core/base/kernels.h"

namespace core {

namespace {

/// The first addend of a sum: α · stream (DeepNorm) or the stream itself.
struct Carried
{
    const Tensor& stream;
    float alpha = 1.f;
};

/// name = α · stream + branch, [token, d_model].
Tensor sum(const Scope& block, std::string_view name, const Carried& carried, const Tensor& branch)
{
    Tensor result = block.make(name, branch.axes(), branch.shape());
    const Index width = branch.columns();
    block.rows(branch.rows(), 2 * width, [&](Index t) {
        const float* stream = carried.stream.row(t);
        if (carried.alpha != 1.f) {
            kernels::best().scale(stream, carried.alpha, result.row(t), width);
            stream = result.row(t);
        }
        kernels::best().add(stream, branch.row(t), result.row(t), width);
    });
    block.record(result);
    return result;
}

/// The parts of a block; `norms` says where each norm stands.
struct Block
{
    const Scope& scope;
    const BlockInput& in;
    const BlockConfig& config;
    NormPlaces norms;
    DeepFactors deep;

    /// The norm of a slot where the placement has one, else x itself. `frozen` as in applyNorm.
    Tensor before(const char* slot, const Tensor& x, Frozen* frozen = nullptr) const
    {
        return norms.beforeBranch ? applyNorm(config.norm, scope.child(slot), x, frozen) : x;
    }

    /// attn_out, mlp_out, …: what the branch adds to the stream, after its norm and multiplier.
    Tensor branch(const char* name, const char* slot, const Tensor& out) const
    {
        const Recording recording = norms.onBranch ? Recording::Usual : Recording::Never; // what the norm reads, for the way back
        const Tensor kept = in.dropout ? dropOut(scope, droppedName(name), out, in.dropout, recording) : out;
        const Tensor normed = norms.onBranch ? applyNorm(config.norm, scope.child(slot), kept) : kept;
        const float factor = float(config.residualScale * deep.beta);
        if (factor == 1.f)
            return scope.alias(name, normed);
        Tensor scaled = scope.make(name, normed.axes(), normed.shape());
        scope.rows(normed.rows(), normed.columns(),
            [&](Index t) { kernels::best().scale(normed.row(t), factor, scaled.row(t), normed.columns()); });
        scope.record(scaled);
        return scaled;
    }

    /// The stream that a branch is added to: as it is, or as the norm before the branch left it (BLOOM's switch).
    const Tensor& carried(const Tensor& stream, const Tensor& normed) const
    {
        return config.residualFromNorm && norms.beforeBranch ? normed : stream;
    }

    /// The stream after a branch: resid_mid, resid_mid_cross or resid_post.
    Tensor added(const char* name, const char* slot, const Tensor& stream, const Tensor& out) const
    {
        const Carried carried{stream, float(deep.alpha)};
        if (!norms.onStream || !traitsOf(config.norm).normalizes)
            return sum(scope, name, carried, out);
        const Tensor total = sum(scope, std::string(name) + "_sum", carried, out);
        return scope.alias(name, applyNorm(config.norm, scope.child(slot), total));
    }

    /// attn_out or mixer_out of the normalised stream.
    Tensor mixed(const Tensor& x, const Tensor* positionPart) const
    {
        if (isAttention(config.mixer))
            return branch("attn_out", "ln1_post",
                runAttention(scope.child("attn"),
                    {config, x, in.places, in.cache, in.relativeEmbedding, positionPart, in.dropout.ofAttention()}));
        const Scope mixer = scope.child("mixer");
        const Tensor input = mixer.alias("input", x, Recording::OnRequest);
        return branch("mixer_out", "ln1_post",
            runMixer(config.mixer, mixer,
                {input, config.heads, config.dHead, epsOf(config.norm), config.activation, in.places, in.cache}));
    }

    Tensor crossed(const Tensor& stream) const
    {
        const Tensor x = before("ln_cross", stream);
        const Tensor out = branch("cross_attn_out", "ln_cross_post",
            runCrossAttention(scope.child("cross_attn"),
                {.config = config, .x = x, .places = in.places, .cache = in.cache, .dropout = in.dropout.ofAttention()},
                *in.source));
        return added("resid_mid_cross", "ln_cross", carried(stream, x), out);
    }

    Tensor feedForward(const Tensor& x) const
    {
        return branch("mlp_out", "ln2_post",
            runFeedForward(config.feedForward, scope.child("mlp"),
                {x, config.activation, config.dFf, config.feedForwardBias, in.places, in.cache}));
    }
};

/// The part of the normalised stream that stems from positions, as long as the norm is held at its statistics.
Tensor normedPart(const Scope& scope, const Tensor& part, const Frozen& frozen)
{
    if (!frozen.scale || scope.planning())
        return part;
    Tensor result("position", part.axes(), part.shape());
    frozen.applyTo(part, result);
    return result;
}

} // namespace

std::string droppedName(std::string_view branch) { return std::string(branch) + "_dropped"; }

double epsOf(const Norm& norm)
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.eps; })
                return kind.eps;
            else
                return LayerNorm{}.eps;
        },
        norm);
}

Tensor runBlock(const Scope& scope, const BlockInput& in)
{
    const BlockConfig& config = in.config;
    const Block block{scope, in, config, placesOf(config.placement), config.deepFactors()};
    const Tensor& residPre = in.residPre;

    Frozen frozen;
    const Tensor x = config.mixerNorm ? block.before("ln1", residPre, &frozen) : residPre;
    const Tensor positionPart = in.positionPart ? normedPart(scope, *in.positionPart, frozen) : Tensor();
    const Tensor mixed = block.mixed(x, in.positionPart ? &positionPart : nullptr);

    if (!isParallel(config.layout)) {
        Tensor stream = block.added("resid_mid", "ln1", block.carried(residPre, x), mixed);
        if (in.source)
            stream = block.crossed(stream);
        if (!hasFeedForward(config.feedForward))
            return scope.alias("resid_post", stream);
        const Tensor y = block.before("ln2", stream);
        const Tensor mlpOut = block.feedForward(y);
        return block.added("resid_post", "ln2", block.carried(stream, y), mlpOut);
    }

    // Parallel: both branches read the stream as it enters, through one norm or each through its own.
    const Tensor& carried = block.carried(residPre, x);
    if (!hasFeedForward(config.feedForward))
        return sum(scope, "resid_post", {carried}, mixed);
    const Tensor mlpOut = block.feedForward(sharesNorm(config.layout) ? x : block.before("ln2", residPre));
    Tensor residPost = scope.make("resid_post", residPre.axes(), residPre.shape());
    scope.rows(residPre.rows(), 3 * residPre.columns(), [&](Index t) {
        kernels::best().add(carried.row(t), mixed.row(t), residPost.row(t), residPre.columns());
        kernels::best().add(residPost.row(t), mlpOut.row(t), residPost.row(t), residPre.columns());
    });
    scope.record(residPost);
    return residPost;
}

} // namespace core
