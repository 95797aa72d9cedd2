// The way back through retention, in its parallel form (retention.h). What a row is divided by depends on queries and keys, too.

#include "core/layers/retention.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/products.h"
#include "core/layers/mixer.h"
#include "core/layers/norm.h"
#include "core/layers/passed_back.h"
#include "core/layers/retention_parts.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// Gradients of what scores are made of, [token, head, d_head].
struct OfTurned
{
    Tensor q, k, v;
};

struct RetentionBack
{
    const BackScope& mixer;
    const MixerInput& in;
    Index tokens = in.x.rows();
    Index width = in.heads * in.dHead;

    const float* headOf(const Tensor& x, Index head) const { return x.data() + head * in.dHead; }
    float* headOf(Tensor& x, Index head) const { return x.data() + head * in.dHead; }
    Factor factor(const Tensor& x, Index head) const { return {headOf(x, head), width}; }

    /// Through silu(g) ∘ normalized and the norm of each head: the gradient of z.
    Tensor throughGate(const Tensor& dPost, Tensor& dG) const
    {
        const Tensor &g = mixer.tape("g"), &normalized = mixer.tape("normalized"), &z = mixer.tape("z");
        Tensor dNormalized = mixer.make(z), dZ = mixer.make(z);
        mixer.rows(tokens * in.heads, 24 * in.dHead, [&](Index i) {
            const Index at = i * in.dHead;
            for (Index j = at; j < at + in.dHead; ++j) {
                const double open = double(g.data()[j]), of = double(dPost.data()[j]);
                dNormalized.data()[j] = float(of * Silu{}.value(open));
                dG.data()[j] = float(of * double(normalized.data()[j]) * Silu{}.derivative(open));
            }
            const float scale = std::sqrt(kernels::best().meanSquare(z.data() + at, in.dHead) + float(in.eps));
            throughStatistics(
                {.values = normalized.data() + at, .gradient = dNormalized.data() + at, .count = in.dHead, .scale = scale},
                dZ.data() + at);
        });
        mixer.record("normalized", dNormalized);
        return dZ;
    }

    /// A row of the scores' gradient in place: back through / max(1, Σ|·|) and · D / √ΣD. `products` are q · k of the row.
    void throughRow(Index head, Index t, const float* scores, const float* products, float* d) const
    {
        const Index start = in.places.keyStart[std::size_t(t)];
        const double root = retention::rootOfDecays(head, in.places.positions[std::size_t(t)]);
        double sum = 0.0, along = 0.0, decay = 1.0 / root;
        for (Index key = t; key >= start; --key, decay *= retention::gamma(head)) {
            sum += std::abs(double(products[key])) * decay;
            along += double(d[key]) * double(scores[key]);
        }
        decay = 1.0 / root;
        for (Index key = t; key >= start; --key, decay *= retention::gamma(head)) {
            const double sign = products[key] > 0.f ? 1.0 : products[key] < 0.f ? -1.0 : 0.0;
            const double inner = sum > 1.0 ? (double(d[key]) - sign * along) / sum : double(d[key]);
            d[key] = float(inner * decay);
        }
    }

    /// Through one head: the gradients of its queries, keys and values.
    void throughHead(Index head, const Tensor& dZ, Tensor& dScores, OfTurned& of) const
    {
        makeLibrariesSingleThreaded();
        const Tensor &q = mixer.tape("rot_q"), &k = mixer.tape("rot_k"), &v = mixer.tape("v"), &scores = mixer.tape("scores");
        const float* s = scores.data() + head * tokens * tokens;
        float* d = dScores.data() + head * tokens * tokens;
        const Index n = in.dHead;
        addProduct({tokens, n, tokens}, {s, tokens, true}, factor(dZ, head), headOf(of.v, head), width);
        productTransposed(tokens, tokens, n, 1.f, headOf(dZ, head), width, headOf(v, head), width, d, tokens);
        for (Index t = 0; t < tokens; ++t) {
            std::fill(d + t * tokens, d + t * tokens + in.places.keyStart[std::size_t(t)], 0.f);
            std::fill(d + t * tokens + t + 1, d + (t + 1) * tokens, 0.f);
        }
        std::vector<float> kept, products(std::size_t(tokens * tokens));
        productTransposed(tokens, tokens, n, 1.f, headOf(q, head), width, headOf(k, head), width, products.data(), tokens);
        kept.assign(d, d + tokens * tokens);
        for (Index t = 0; t < tokens; ++t)
            throughRow(head, t, s + t * tokens, products.data() + t * tokens, kept.data() + t * tokens);
        addProduct({tokens, n, tokens}, {kept.data(), tokens}, factor(k, head), headOf(of.q, head), width);
        addProduct({tokens, n, tokens}, {kept.data(), tokens, true}, factor(q, head), headOf(of.k, head), width);
    }

    /// What z gains by each state, by itself: q ⊗ dz over the divisor of the row [token, head, d_state, d_head].
    void recordStates(const Tensor& dZ) const
    {
        const Tensor* state = mixer.find("state");
        if (!state || (!mixer.wants("state") && !isChanged(mixer, "state")))
            return;
        const Tensor &q = mixer.tape("rot_q"), &k = mixer.tape("rot_k");
        Tensor dState = mixer.make(*state);
        const Index n = in.dHead;
        mixer.rows(tokens * in.heads, n * (n + tokens), [&](Index i) {
            const Index t = i / in.heads, head = i % in.heads;
            const float *query = headOf(q, head) + t * width, *dz = headOf(dZ, head) + t * width;
            const double root = retention::rootOfDecays(head, in.places.positions[std::size_t(t)]);
            double sum = 0.0, decay = 1.0 / root;
            for (Index key = t; key >= in.places.keyStart[std::size_t(t)]; --key, decay *= retention::gamma(head)) {
                double product = 0.0;
                for (Index j = 0; j < n; ++j)
                    product += double(query[j]) * double(headOf(k, head)[key * width + j]);
                sum += std::abs(product) * decay;
            }
            const double divisor = root * std::max(1.0, sum);
            for (Index a = 0; a < n; ++a)
                for (Index b = 0; b < n; ++b)
                    dState.data()[(i * n + a) * n + b] = float(double(query[a]) * double(dz[b]) / divisor);
        });
        mixer.record("state", dState);
    }

    /// Back through the rotation and the projection of q or k.
    void throughTurn(const char* name, double scale, const Tensor& dTurned, Tensor& dX) const
    {
        mixer.record(std::string("rot_") + name, dTurned);
        Tensor d = mixer.make(dTurned);
        retention::turn(mixer.forward(), in, dTurned, {scale, -1.0}, d);
        project(name, d, dX);
    }
    void project(const char* name, const Tensor& d, Tensor& dX) const
    {
        mixer.record(name, d);
        mixer.linear(name, in.x, d, false, dX);
    }
};

} // namespace

Tensor Retention::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const RetentionBack back{mixer, in};
    const Tensor &z = mixer.tape("z"), &scores = mixer.tape("scores");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(z), dG = mixer.make(z);
    mixer.linear("o", mixer.tape("post"), dOut, false, dPost);
    mixer.record("post", dPost);
    const Tensor dZ = back.throughGate(dPost, dG);
    mixer.record("z", dZ);
    back.recordStates(dZ);

    Tensor dScores = mixer.make(scores);
    OfTurned of{mixer.zeros(z), mixer.zeros(z), mixer.zeros(z)};
    mixer.rows(in.heads, 8 * scores.dim(1) * scores.dim(2), [&](Index head) { back.throughHead(head, dZ, dScores, of); });
    mixer.record("scores", dScores);

    Tensor dX = mixer.zeros(in.x);
    back.throughTurn("q", 1.0, of.q, dX);
    back.throughTurn("k", 1.0 / std::sqrt(double(in.dHead)), of.k, dX);
    back.project("v", of.v, dX);
    back.project("g", dG, dX);
    return dX;
}

} // namespace core
