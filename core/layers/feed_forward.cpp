#include "core/layers/feed_forward.h"

#include "core/base/kernels.h"

namespace core {

namespace {

/// mlp.pre or mlp.pre_linear: x through the matrix of this name, [token, d_mlp]; of an expert [routed_token, d_mlp].
Tensor project(const Scope& mlp, const char* tensor, const char* matrix, const FeedForwardInput& input)
{
    Tensor result = mlp.make(tensor, {input.x.axes().front(), axis::dMlp}, {input.x.rows(), input.dFf});
    mlp.linear(matrix, input.x, input.dModel(), input.dFf, input.bias, result);
    mlp.record(result);
    return result;
}

Tensor projectDown(const Scope& mlp, const FeedForwardInput& input, const Tensor& post)
{
    Tensor out = mlp.make("out", {input.x.axes().front(), axis::dModel}, {post.rows(), input.dModel()});
    mlp.linear("down", post, input.dFf, input.dModel(), input.bias, out);
    mlp.record(out);
    return out;
}

constexpr Index kCostOfActivation = 8; // an exponential costs about as much as touching this many numbers

} // namespace

Tensor PlainFeedForward::run(const Scope& mlp, const FeedForwardInput& input) const
{
    const Tensor pre = project(mlp, "pre", "up", input);
    Tensor post = mlp.make("post", pre.axes(), pre.shape());
    mlp.rows(pre.rows(), kCostOfActivation * input.dFf,
        [&](Index t) { applyActivation(input.activation, pre.row(t), post.row(t), input.dFf); });
    mlp.record(post);
    return projectDown(mlp, input, post);
}

Tensor GatedFeedForward::run(const Scope& mlp, const FeedForwardInput& input) const
{
    const Tensor gate = project(mlp, "pre", "gate", input);
    const Tensor up = project(mlp, "pre_linear", "up", input);
    Tensor post = mlp.make("post", gate.axes(), gate.shape());
    mlp.rows(gate.rows(), kCostOfActivation * input.dFf, [&](Index t) {
        applyActivation(input.activation, gate.row(t), post.row(t), input.dFf);
        kernels::best().multiply(post.row(t), up.row(t), post.row(t), input.dFf);
    });
    mlp.record(post);
    return projectDown(mlp, input, post);
}

Tensor runFeedForward(const FeedForward& kind, const Scope& mlp, const FeedForwardInput& input)
{
    const Tensor x = mlp.alias("input", input.x, Recording::OnRequest);
    const Activation activation = boundActivation(input.activation, mlp);
    const FeedForwardInput named{x, activation, input.dFf, input.bias, input.places, input.cache};
    return std::visit([&](const auto& k) { return k.run(mlp, named); }, kind);
}

} // namespace core
