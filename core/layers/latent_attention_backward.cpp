// The way back through latent attention in its plain form (latent_attention.h).

#include "core/layers/latent_attention.h"

#include "core/base/kernels.h"
#include "core/layers/passed_back.h"

#include <algorithm>

namespace core {

namespace {

struct LatentBack
{
    const BackScope& attn;
    const AttentionInput& in;
    const BlockConfig& config;
    const Latent& sizes;

    Index tokens() const { return in.x.rows(); }
    bool isNormed() const { return config.qkNorm != QkNorm::None; }
    const Rope* rope() const { return std::get_if<Rope>(&config.position); }

    /// rot_q, q_normed or q: what scores are made of.
    const Tensor& lastOf(const std::string& name) const
    {
        return attn.tape(rope() ? "rot_" + name : isNormed() ? name + "_normed" : name);
    }

    /// From the gradient of the last one, which becomes that of what turned, to that of q or k as they are projected.
    Tensor toRecorded(const char* name, Tensor& dLast) const
    {
        Tensor d = dLast;
        if (const Rope* turning = rope()) {
            dLast = d = through(attn, std::string("rot_") + name, d);
            Tensor dx = attn.make(d);
            turning->rotateLastBackward(attn, d, in.places, sizes.dRope, dx);
            d = dx;
        }
        d = normedHeadsBackward(attn, config, name, attn.tape(name), d);
        return through(attn, name, d);
    }

    /// Back through the clipping of q or k.
    Tensor unclipped(const char* name, Tensor d) const
    {
        if (!isNormed())
            clipBackward(attn, config.clipQkv, computed(attn, name), d);
        return d;
    }

    /// Back through an inner norm of x [token, rank], from the gradient of what it left.
    Tensor throughNorm(const char* slot, const Tensor& x, const Tensor& dLatent) const
    {
        const BackScope norm = attn.child(slot);
        const Index rank = x.columns();
        const float* gain = norm.forward().vectorWeight("weight", rank, Init::Gain);
        Tensor normalized = attn.make(x), dx = attn.make(x);
        attn.rows(x.rows(), 8 * rank, [&](Index t) {
            const float scale = normScale(kernels::best().meanSquare(x.row(t), rank), latentNorm.eps, latentNorm.epsPlace);
            for (Index i = 0; i < rank; ++i) {
                normalized.row(t)[i] = x.row(t)[i] / scale;
                dx.row(t)[i] = dLatent.row(t)[i] * gain[i];
            }
            throughStatistics({.values = normalized.row(t), .gradient = dx.row(t), .count = rank, .scale = scale}, dx.row(t));
        });
        norm.addToVector("weight", dLatent, &normalized);
        return dx;
    }

    void queries(Tensor dLast, Tensor& dX) const
    {
        const Tensor dQ = unclipped("q", toRecorded("q", dLast));
        if (sizes.qRank == 0)
            return namedLinearBackward(attn, {"q", "q_input", in.x, config.attentionBias}, dQ, dX);
        const Tensor& latent = attn.tape("c_q");
        Tensor dLatent = attn.zeros(latent), low = attn.make(latent);
        attn.linear("q_b", latent, dQ, false, dLatent);
        dLatent = through(attn, "c_q", dLatent);
        attn.forward().linear("q_a", read(attn, "q_input", in.x), in.dModel(), sizes.qRank, config.attentionBias, low);
        namedLinearBackward(attn, {"q_a", "q_input", in.x, config.attentionBias}, throughNorm("q_a_norm", low, dLatent), dX);
    }

    /// The part of a head's key that is for positions, summed over the heads: [token, d_rope].
    void addSharedPart(const Tensor& dKeys, Tensor& sum) const
    {
        attn.rows(tokens(), 2 * config.heads * sizes.dRope, [&](Index t) {
            for (Index head = 0; head < config.heads; ++head) {
                const float* from = dKeys.data() + (t * config.heads + head) * sizes.dKey() + sizes.dNope;
                for (Index i = 0; i < sizes.dRope; ++i)
                    sum.row(t)[i] += from[i];
            }
        });
    }

    /// What k_rope stands for: the shared part of rot_k, or of k where positions do not turn. Nothing follows it where a norm
    /// stands between.
    void recordShared(const Tensor& dLast, const Tensor& dK) const
    {
        Tensor sum = attn.zeros({axis::token, axis::dRope}, {tokens(), sizes.dRope});
        if (!rope())
            addSharedPart(dK, sum);
        else if (!isNormed())
            addSharedPart(dLast, sum);
        attn.record("k_rope", sum);
    }

    void keysAndValues(Tensor dLast, Tensor dV, Tensor& dX) const
    {
        const Tensor dRecorded = toRecorded("k", dLast), dK = unclipped("k", dRecorded);
        recordShared(dLast, dRecorded);
        dV = through(attn, "v", dV);
        clipBackward(attn, config.clipQkv, computed(attn, "v"), dV);

        // kv_b gives each head its keys and values; the shared part goes around it.
        const Tensor& latent = attn.tape("c_kv");
        const Index perHead = sizes.dNope + sizes.dValue, width = sizes.kvRank + sizes.dRope;
        Tensor dBoth = attn.make({axis::token, axis::rank}, {tokens(), config.heads * perHead});
        attn.rows(tokens(), dBoth.columns(), [&](Index t) {
            for (Index head = 0; head < config.heads; ++head) {
                float* to = dBoth.row(t) + head * perHead;
                std::copy_n(dK.data() + (t * config.heads + head) * sizes.dKey(), sizes.dNope, to);
                std::copy_n(dV.data() + (t * config.heads + head) * sizes.dValue, sizes.dValue, to + sizes.dNope);
            }
        });
        Tensor dLatent = attn.zeros(latent), dShared = attn.zeros({axis::token, axis::dRope}, {tokens(), sizes.dRope});
        attn.linear("kv_b", latent, dBoth, false, dLatent);
        dLatent = through(attn, "c_kv", dLatent);
        addSharedPart(dK, dShared);

        Tensor both = attn.make({axis::token, axis::rank}, {tokens(), width}), low = attn.make(latent), dAll = attn.make(both);
        attn.forward().linear("kv_a", read(attn, "k_input", in.x), in.dModel(), width, config.attentionBias, both);
        attn.rows(tokens(), width, [&](Index t) { std::copy_n(both.row(t), sizes.kvRank, low.row(t)); });
        const Tensor dLow = throughNorm("kv_a_norm", low, dLatent);
        attn.rows(tokens(), width, [&](Index t) {
            std::copy_n(dLow.row(t), sizes.kvRank, dAll.row(t));
            std::copy_n(dShared.row(t), sizes.dRope, dAll.row(t) + sizes.kvRank);
        });
        namedLinearBackward(attn, {"kv_a", "k_input", in.x, config.attentionBias}, dAll, dX);
    }
};

} // namespace

Tensor latentAttentionBackward(const BackScope& attn, const AttentionInput& in, const Tensor& dOut)
{
    const LatentBack latent{attn, in, in.config, std::get<Latent>(in.config.sharing)};
    const BlockConfig& config = in.config;
    const Tensor dZ = projectOutBackward(attn, in, dOut);
    const ScoreGradients of = attendBackward(attn,
        {.places = in.places,
            .mask = config.mask,
            .heads = config.heads,
            .kvHeads = config.heads,
            .dKey = latent.sizes.dKey(),
            .dValue = latent.sizes.dValue,
            .q = latent.lastOf("q").data(),
            .k = latent.lastOf("k").data(),
            .v = attn.tape("v").data(),
            .scale = float(config.scale()),
            .softCap = float(config.softCap),
            .hasSinks = config.sinks,
            .dropout = in.dropout},
        dZ, {});
    Tensor dX = attn.zeros(in.x);
    latent.queries(of.q, dX);
    latent.keysAndValues(of.k, of.v, dX);
    return dX;
}

} // namespace core
