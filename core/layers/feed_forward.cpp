#include "core/layers/feed_forward.h"

#include "core/base/kernels.h"
#include "core/layers/passed_back.h"

#include <algorithm>

namespace core {

namespace {

/// mlp.pre or mlp.pre_linear, [token, d_mlp]; of an expert [routed_token, d_mlp].
Tensor makePre(const Scope& mlp, const char* name, const FeedForwardInput& input)
{
    return mlp.make(name, {input.x.axes().front(), axis::dMlp}, {input.x.rows(), input.dFf});
}

/// Its numbers: x through the matrix of this name.
Scope::Linear projection(const char* matrix, const FeedForwardInput& input, Tensor& result)
{
    return {matrix, input.x, input.dModel(), input.dFf, input.bias, result};
}

constexpr Index kTileTokens = 512;

/// mlp.out = W_down · hidden(x). Where nothing inside is recorded, a long text goes through in tiles of tokens, so that the
/// widest tensors of a pass never exist as a whole.
template <class Hidden>
Tensor projectDown(const Scope& mlp, const FeedForwardInput& input, Hidden&& hidden)
{
    const Index tokens = input.x.rows();
    Tensor out = mlp.make("out", {input.x.axes().front(), axis::dModel}, {tokens, input.dModel()});
    const bool isSeen = mlp.planning() || mlp.wants("pre") || mlp.wants("pre_linear") || mlp.wants("post");
    Index first = 0;
    do {
        const Index count = isSeen ? tokens : std::min(kTileTokens, tokens - first);
        const Tensor x = input.x.part(first, count);
        const Tensor post = hidden(FeedForwardInput{x, input.activation, input.dFf, input.bias, input.places, input.cache});
        Tensor part = out.part(first, count);
        mlp.linear("down", post, input.dFf, input.dModel(), input.bias, part);
        first += count;
    } while (first < tokens);
    mlp.record(out);
    return out;
}

constexpr Index kCostOfActivation = 8; // an exponential costs about as much as touching this many numbers

} // namespace

Tensor PlainFeedForward::run(const Scope& mlp, const FeedForwardInput& input) const
{
    return projectDown(mlp, input, [&](const FeedForwardInput& in) {
        Tensor pre = makePre(mlp, "pre", in);
        mlp.linear({projection("up", in, pre)});
        mlp.record(pre);
        Tensor post = mlp.make("post", pre.axes(), pre.shape());
        mlp.rows(pre.rows(), kCostOfActivation * in.dFf,
            [&](Index t) { applyActivation(in.activation, pre.row(t), post.row(t), in.dFf); });
        mlp.record(post);
        return post;
    });
}

Tensor GatedFeedForward::run(const Scope& mlp, const FeedForwardInput& input) const
{
    return projectDown(mlp, input, [&](const FeedForwardInput& in) {
        Tensor gate = makePre(mlp, "pre", in), up = makePre(mlp, "pre_linear", in);
        mlp.linear({projection("gate", in, gate), projection("up", in, up)});
        mlp.record(gate);
        mlp.record(up);
        Tensor post = mlp.make("post", gate.axes(), gate.shape());
        mlp.rows(gate.rows(), kCostOfActivation * in.dFf,
            [&](Index t) { applyGate(in.activation, gate.row(t), up.row(t), post.row(t), in.dFf); });
        mlp.record(post);
        return post;
    });
}

namespace {

/// Back through W_down: the gradient of mlp.post.
Tensor throughDown(const BackScope& mlp, const FeedForwardInput& in, const Tensor& dOut)
{
    const Tensor& post = mlp.tape("post");
    Tensor dPost = mlp.zeros(post);
    mlp.linear("down", post, through(mlp, "out", dOut), in.bias, dPost);
    return through(mlp, "post", dPost);
}

} // namespace

Tensor PlainFeedForward::backward(const BackScope& mlp, const FeedForwardInput& in, const FeedForwardGradient& d) const
{
    const Tensor dPost = throughDown(mlp, in, d.out);
    Tensor dPre = mlp.make(dPost);
    activationBackward(in.activation, d.learned, mlp.tape("pre"), dPost, dPre);
    Tensor dX = mlp.zeros(in.x);
    mlp.linear("up", in.x, through(mlp, "pre", dPre), in.bias, dX);
    return dX;
}

Tensor GatedFeedForward::backward(const BackScope& mlp, const FeedForwardInput& in, const FeedForwardGradient& d) const
{
    const Tensor dPost = throughDown(mlp, in, d.out);
    Tensor dGate = mlp.make(dPost), dUp = mlp.make(dPost);
    gateBackward(in.activation, d.learned, {mlp.tape("pre"), mlp.tape("pre_linear")}, dPost, {dGate, dUp});
    Tensor dX = mlp.zeros(in.x);
    mlp.linear("gate", in.x, through(mlp, "pre", dGate), in.bias, dX);
    mlp.linear("up", in.x, through(mlp, "pre_linear", dUp), in.bias, dX);
    return dX;
}

Tensor feedForwardBackward(const FeedForward& kind, const BackScope& mlp, const FeedForwardInput& in, const Tensor& dOut)
{
    const Activation activation = boundActivation(in.activation, mlp.forward());
    const FeedForwardInput named{read(mlp, "input", in.x), activation, in.dFf, in.bias, in.places, nullptr};
    return through(mlp, "input", std::visit([&](const auto& k) { return k.backward(mlp, named, {dOut, mlp}); }, kind));
}

Tensor runFeedForward(const FeedForward& kind, const Scope& mlp, const FeedForwardInput& input)
{
    const Tensor x = mlp.alias("input", input.x, Recording::OnRequest);
    const Activation activation = boundActivation(input.activation, mlp);
    const FeedForwardInput named{x, activation, input.dFf, input.bias, input.places, input.cache};
    return std::visit([&](const auto& k) { return k.run(mlp, named); }, kind);
}

} // namespace core
