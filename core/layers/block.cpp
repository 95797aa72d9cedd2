#include "core/layers/block.h"

#include "core/base/kernels.h"

namespace core {

namespace {

/// name = a + b, [token, d_model].
Tensor sum(const Scope& block, std::string_view name, const Tensor& a, const Tensor& b)
{
    Tensor result = block.make(name, a.axes(), a.shape());
    block.rows(a.rows(), 2 * a.columns(), [&](Index t) { kernels::best().add(a.row(t), b.row(t), result.row(t), a.columns()); });
    block.record(result);
    return result;
}

/// The parts of a block; `places` of the norms decide where each stands.
struct Block
{
    const Scope& scope;
    const BlockConfig& config;
    Index dModel;
    NormPlaces norms;

    /// The norm of a slot where the placement has one, else x itself.
    Tensor normed(bool stands, const char* slot, const Tensor& x) const
    {
        return stands ? applyNorm(config.norm, scope.child(slot), x) : x;
    }

    /// attn_out or mlp_out: what the branch adds to the stream.
    Tensor branch(const char* name, const char* slot, const Tensor& out) const
    {
        return scope.alias(name, normed(norms.onBranch, slot, out));
    }

    Tensor attention(const TokenPlaces& places, const CacheRows& cache, const Tensor& x) const
    {
        return branch("attn_out", "ln1_post", runAttention(scope.child("attn"), config, dModel, places, cache, x));
    }

    Tensor feedForward(const Tensor& x) const
    {
        const FeedForwardShape shape{dModel, config.dFf, config.feedForwardBias};
        return branch("mlp_out", "ln2_post", runFeedForward(config.feedForward, scope.child("mlp"), shape, config.activation, x));
    }

    /// The stream after a branch: resid_mid or resid_post.
    Tensor added(const char* name, const char* slot, const Tensor& stream, const Tensor& out) const
    {
        if (!norms.onStream || std::holds_alternative<NoNorm>(config.norm))
            return sum(scope, name, stream, out);
        const Tensor total = sum(scope, std::string(name) + "_sum", stream, out);
        return scope.alias(name, applyNorm(config.norm, scope.child(slot), total));
    }
};

} // namespace

Tensor runBlock(const Scope& scope, const BlockConfig& config, Index dModel, const TokenPlaces& places, const CacheRows& cache,
    const Tensor& residPre)
{
    const Block block{scope, config, dModel, placesOf(config.placement)};
    const bool before = block.norms.beforeBranch;

    if (!isParallel(config.layout)) {
        const Tensor attnOut = block.attention(places, cache, block.normed(before, "ln1", residPre));
        const Tensor residMid = block.added("resid_mid", "ln1", residPre, attnOut);
        const Tensor mlpOut = block.feedForward(block.normed(before, "ln2", residMid));
        return block.added("resid_post", "ln2", residMid, mlpOut);
    }

    // Parallel: both branches read the stream as it enters, through one norm or each through its own.
    const Tensor attnInput = block.normed(before, "ln1", residPre);
    const Tensor mlpInput = sharesNorm(config.layout) ? attnInput : block.normed(before, "ln2", residPre);
    const Tensor attnOut = block.attention(places, cache, attnInput);
    const Tensor mlpOut = block.feedForward(mlpInput);
    Tensor residPost = scope.make("resid_post", residPre.axes(), residPre.shape());
    scope.rows(residPre.rows(), 3 * dModel, [&](Index t) {
        kernels::best().add(residPre.row(t), attnOut.row(t), residPost.row(t), dModel);
        kernels::best().add(residPost.row(t), mlpOut.row(t), residPost.row(t), dModel);
    });
    scope.record(residPost);
    return residPost;
}

} // namespace core
