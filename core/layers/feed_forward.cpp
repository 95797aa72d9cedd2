#include "core/layers/feed_forward.h"

#include "core/base/kernels.h"

namespace core {

namespace {

/// mlp.pre or mlp.pre_linear: x through the matrix of this name, [token, d_mlp].
Tensor project(const Scope& mlp, const char* tensor, const char* matrix, const FeedForwardShape& shape, const Tensor& x)
{
    Tensor result = mlp.make(tensor, {axis::token, axis::dMlp}, {x.rows(), shape.dFf});
    mlp.linear(matrix, x, shape.dModel, shape.dFf, shape.bias, result);
    mlp.record(result);
    return result;
}

Tensor projectDown(const Scope& mlp, const FeedForwardShape& shape, const Tensor& post)
{
    Tensor out = mlp.make("out", {axis::token, axis::dModel}, {post.rows(), shape.dModel});
    mlp.linear("down", post, shape.dFf, shape.dModel, shape.bias, out);
    mlp.record(out);
    return out;
}

constexpr Index kCostOfActivation = 8; // an exponential costs about as much as touching this many numbers

} // namespace

Tensor PlainFeedForward::run(const Scope& mlp, const FeedForwardShape& shape, const Activation& activation, const Tensor& x) const
{
    const Tensor pre = project(mlp, "pre", "up", shape, x);
    Tensor post = mlp.make("post", pre.axes(), pre.shape());
    mlp.rows(pre.rows(), kCostOfActivation * shape.dFf,
        [&](Index t) { applyActivation(activation, pre.row(t), post.row(t), shape.dFf); });
    mlp.record(post);
    return projectDown(mlp, shape, post);
}

Tensor GatedFeedForward::run(const Scope& mlp, const FeedForwardShape& shape, const Activation& activation, const Tensor& x) const
{
    const Tensor gate = project(mlp, "pre", "gate", shape, x);
    const Tensor up = project(mlp, "pre_linear", "up", shape, x);
    Tensor post = mlp.make("post", gate.axes(), gate.shape());
    mlp.rows(gate.rows(), kCostOfActivation * shape.dFf, [&](Index t) {
        applyActivation(activation, gate.row(t), post.row(t), shape.dFf);
        kernels::best().multiply(post.row(t), up.row(t), post.row(t), shape.dFf);
    });
    mlp.record(post);
    return projectDown(mlp, shape, post);
}

Tensor runFeedForward(
    const FeedForward& kind, const Scope& mlp, const FeedForwardShape& shape, const Activation& activation, const Tensor& x)
{
    const Tensor input = mlp.alias("input", x, Recording::OnRequest);
    return std::visit([&](const auto& k) { return k.run(mlp, shape, activation, input); }, kind);
}

} // namespace core
