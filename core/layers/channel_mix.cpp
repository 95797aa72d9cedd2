#include "core/layers/channel_mix.h"

#include "core/base/kernels.h"
#include "core/layers/feed_forward.h"
#include "core/layers/passed_back.h"
#include "core/layers/token_shift.h"

namespace core {

Tensor ChannelMix::run(const Scope& mlp, const FeedForwardInput& in) const
{
    constexpr Index costOfActivation = 8;
    const Index tokens = in.x.rows(), dModel = in.dModel();
    const TokenShift shift(mlp, in.x, in.places, in.cache, "mlp.x_prev");

    // Eq. 15: k = W_k (μ_k ∘ x_t + (1 − μ_k) ∘ x_{t−1})
    Tensor pre = mlp.make("pre", {axis::token, axis::dMlp}, {tokens, in.dFf});
    mlp.linear("up", shift.mixed("mix_k"), dModel, in.dFf, false, pre);
    mlp.record(pre);
    Tensor post = mlp.make("post", pre.axes(), pre.shape());
    mlp.rows(
        tokens, costOfActivation * in.dFf, [&](Index t) { applyActivation(in.activation, pre.row(t), post.row(t), in.dFf); });
    mlp.record(post);

    // Eq. 14: r = W_r (μ_r ∘ x_t + (1 − μ_r) ∘ x_{t−1})
    Tensor receptance = mlp.make("receptance", {axis::token, axis::dModel}, {tokens, dModel});
    mlp.linear("receptance", shift.mixed("mix_r"), dModel, dModel, false, receptance);
    mlp.record(receptance);
    shift.remember();

    // Eq. 18: out = σ(r) ∘ W_v act(k)
    Tensor value = mlp.make("value", receptance.axes(), receptance.shape(), Recording::Never);
    mlp.linear("down", post, in.dFf, dModel, false, value);
    Tensor out = mlp.make("out", receptance.axes(), receptance.shape());
    mlp.rows(tokens, costOfActivation * dModel, [&](Index t) {
        kernels::best().sigmoid(receptance.row(t), out.row(t), dModel);
        kernels::best().multiply(out.row(t), value.row(t), out.row(t), dModel);
    });
    mlp.record(out);
    return out;
}

Tensor ChannelMix::backward(const BackScope& mlp, const FeedForwardInput& in, const FeedForwardGradient& d) const
{
    const Scope forward = mlp.forward();
    const TokenShift shift(forward, in.x, in.places, nullptr, "");
    const Tensor &post = mlp.tape("post"), &receptance = mlp.tape("receptance");
    const Index dModel = in.dModel();
    const Tensor dOut = through(mlp, "out", d.out);

    // Eq. 18, with W_v act(k) once more
    Tensor value = mlp.make(receptance), dValue = mlp.make(receptance), dReceptance = mlp.make(receptance);
    forward.linear("down", post, in.dFf, dModel, false, value);
    mlp.rows(dOut.rows(), 12 * dModel, [&](Index t) {
        float* open = dValue.row(t);
        kernels::best().sigmoid(receptance.row(t), open, dModel);
        for (Index i = 0; i < dModel; ++i) {
            const float gain = dOut.row(t)[i];
            dReceptance.row(t)[i] = gain * value.row(t)[i] * open[i] * (1.f - open[i]);
            open[i] *= gain;
        }
    });
    dReceptance = through(mlp, "receptance", dReceptance);
    Tensor dPost = mlp.zeros(post), dPre = mlp.make(post);
    mlp.linear("down", post, dValue, false, dPost);
    activationBackward(in.activation, d.learned, mlp.tape("pre"), through(mlp, "post", dPost), dPre);
    dPre = through(mlp, "pre", dPre);

    // Eq. 14, 15
    Tensor dX = mlp.zeros(in.x);
    const auto throughShift = [&](const char* matrix, const char* mix, const Tensor& gradient) {
        Tensor dMixed = mlp.zeros(in.x);
        mlp.linear(matrix, shift.mixed(mix), gradient, false, dMixed);
        shift.backward(mlp, mix, dMixed, dX);
    };
    throughShift("up", "mix_k", dPre);
    throughShift("receptance", "mix_r", dReceptance);
    return dX;
}

} // namespace core
