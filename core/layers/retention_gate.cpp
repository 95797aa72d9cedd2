#include "core/layers/retention_gate.h"

#include "core/base/kernels.h"
#include "core/layers/norm.h"

#include <cmath>

namespace core {

namespace {

/// √(mean z² + ε) of a head.
float scaleOf(const MixerInput& in, const float* z)
{
    return std::sqrt(kernels::best().meanSquare(z, in.dHead) + float(in.eps));
}

} // namespace

Tensor gatedHeads(const Scope& mixer, const MixerInput& in, const Tensor& z, const Tensor& g)
{
    const Index tokens = in.x.rows(), width = in.heads * in.dHead;
    Tensor normalized = mixer.make("normalized", z.axes(), z.shape());
    mixer.rows(tokens * in.heads, 3 * in.dHead, [&](Index i) {
        const float* from = z.data() + i * in.dHead;
        const float root = scaleOf(in, from);
        // A head of nothing but zeros stays so where ε is 0.
        kernels::best().scale(from, root > 0.f ? 1.f / root : 0.f, normalized.data() + i * in.dHead, in.dHead);
    });
    mixer.record(normalized);
    Tensor post = mixer.make("post", z.axes(), z.shape());
    mixer.rows(tokens, 8 * width, [&](Index t) {
        float* row = post.data() + t * width;
        kernels::best().swish(g.data() + t * width, 1.f, row, width);
        kernels::best().multiply(row, normalized.data() + t * width, row, width);
    });
    mixer.record(post);
    return post;
}

Tensor gatedHeadsBackward(const BackScope& mixer, const MixerInput& in, const Tensor& dPost, Tensor& dG)
{
    const Tensor &g = mixer.tape("g"), &normalized = mixer.tape("normalized"), &z = mixer.tape("z");
    mixer.record("post", dPost);
    Tensor dNormalized = mixer.make(z), dZ = mixer.make(z);
    mixer.rows(in.x.rows() * in.heads, 24 * in.dHead, [&](Index i) {
        const Index at = i * in.dHead;
        for (Index j = at; j < at + in.dHead; ++j) {
            const double open = double(g.data()[j]), of = double(dPost.data()[j]);
            dNormalized.data()[j] = float(of * Silu{}.value(open));
            dG.data()[j] = float(of * double(normalized.data()[j]) * Silu{}.derivative(open));
        }
        throughStatistics({.values = normalized.data() + at,
                              .gradient = dNormalized.data() + at,
                              .count = in.dHead,
                              .scale = scaleOf(in, z.data() + at)},
            dZ.data() + at);
    });
    mixer.record("normalized", dNormalized);
    return dZ;
}

} // namespace core
