#include "core/layers/latent_attention.h"

#include "core/layers/latent_absorbed.h"
#include "core/layers/latent_norm.h"
#include "core/layers/passed_back.h"

#include <algorithm>

namespace core {

namespace {

/// What both ways say to scores.h; sinks are still to come.
ScoreInput scoreInput(const AttentionInput& in, const Latent& sizes, const float* q, const float* k, const float* v)
{
    const BlockConfig& config = in.config;
    return {.places = in.places,
        .mask = config.mask,
        .heads = config.heads,
        .kvHeads = config.heads,
        .dKey = sizes.dKey(),
        .dValue = sizes.dValue,
        .q = q,
        .k = k,
        .v = v,
        .scale = float(config.scale()),
        .softCap = float(config.softCap),
        .hasSinks = config.sinks,
        .dropout = in.dropout};
}

struct LatentAttention
{
    const Scope& attn;
    const AttentionInput& in;
    const BlockConfig& config;
    const Latent& sizes;

    Index tokens() const { return in.x.rows(); }
    Index keys() const { return in.places.keys(); }
    Index kvWidth() const { return sizes.kvRank + sizes.dRope; } // of a row of the cache

    /// A QK-norm acts on whole keys before they turn, so then the cache keeps them unturned and keys are expanded.
    bool needsWholeKeys() const { return config.qkNorm != QkNorm::None; }

    /// Whether attention can run on the latents: one step of a cache, and keys, values and z are not recorded.
    bool canAbsorb() const
    {
        if (attn.planning() || !in.cache || needsWholeKeys() || config.clipQkv > 0.0)
            return false;
        constexpr std::string_view ofPlainForm[] = {"k", "v", "rot_k", "k_rope", "z"};
        return std::none_of(
            std::begin(ofPlainForm), std::end(ofPlainForm), [&](std::string_view name) { return attn.wants(name); });
    }

    /// q [token, head, d_nope + d_rope].
    Tensor queries() const
    {
        const Tensor input = attn.alias("q_input", in.x, Recording::OnRequest);
        const Index width = config.heads * sizes.dKey();
        Tensor q = attn.make("q", {axis::token, axis::head, axis::dHead}, {tokens(), config.heads, sizes.dKey()});
        if (sizes.qRank > 0) {
            Tensor latent = attn.make("c_q", {axis::token, axis::rank}, {tokens(), sizes.qRank});
            attn.linear("q_a", input, in.dModel(), sizes.qRank, config.attentionBias, latent);
            normLatent(attn.child("q_a_norm"), latent);
            attn.record(latent);
            attn.linear("q_b", latent, sizes.qRank, width, false, q);
        } else
            attn.linear("q", input, in.dModel(), width, config.attentionBias, q);
        clipUnlessNormed(q);
        attn.record(q);
        return q;
    }

    void clipUnlessNormed(Tensor& x) const
    {
        if (config.qkNorm == QkNorm::None)
            clip(attn, config.clipQkv, x);
    }

    bool turns() const { return std::holds_alternative<Rope>(config.position); }

    /// The rope part of each head turned, [row, head, d]; not recorded yet. x itself where positions do not turn.
    Tensor turned(std::string_view name, const Tensor& x, const TokenPlaces& places, Recording recording) const
    {
        const Rope* rope = std::get_if<Rope>(&config.position);
        if (!rope)
            return x;
        Tensor result = attn.make(name, x.axes(), x.shape(), recording);
        rope->rotateLast(attn, x, places, sizes.dRope, result);
        return result;
    }

    Tensor turnedQueries(const Tensor& q) const
    {
        Tensor result = turned("rot_q", q, in.places, Recording::Usual);
        if (turns())
            attn.record(result);
        return result;
    }

    /// rot_k, with the numbers of an intervention on k_rope in each head.
    Tensor turnedKeys(const Tensor& k, const Tensor& turnedKey) const
    {
        Tensor result = turned("rot_k", k, in.places, Recording::Usual);
        if (!turns())
            return result;
        if (attn.intervenes("k_rope"))
            setSharedPart(turnedKey.data(), sizes.dRope, result);
        attn.record(result);
        return result;
    }

    /// The part that turns of each head becomes that of the shared keys, rows of which are `stride` apart.
    void setSharedPart(const float* sharedKeys, Index stride, Tensor& keys) const
    {
        attn.rows(keys.dim(0), config.heads * sizes.dRope, [&](Index t) {
            for (Index head = 0; head < config.heads; ++head)
                std::copy_n(
                    sharedKeys + t * stride, sizes.dRope, keys.data() + (t * config.heads + head) * sizes.dKey() + sizes.dNope);
        });
    }

    /// kv_a: latents c_kv [token, rank], recorded, and the shared key before it turns [token, 1, d_rope].
    std::pair<Tensor, Tensor> compress() const
    {
        const Tensor input = attn.alias("k_input", in.x, Recording::OnRequest);
        Tensor both = attn.make("both", {axis::token, axis::rank}, {tokens(), kvWidth()}, Recording::Never);
        attn.linear("kv_a", input, in.dModel(), kvWidth(), config.attentionBias, both);
        Tensor latent = attn.make("c_kv", {axis::token, axis::rank}, {tokens(), sizes.kvRank});
        Tensor key = attn.make("key", {axis::token, axis::kvHead, axis::dRope}, {tokens(), 1, sizes.dRope}, Recording::Never);
        attn.rows(tokens(), kvWidth(), [&](Index t) {
            std::copy_n(both.row(t), sizes.kvRank, latent.row(t));
            std::copy_n(both.row(t) + sizes.kvRank, sizes.dRope, key.data() + t * sizes.dRope);
        });
        normLatent(attn.child("kv_a_norm"), latent);
        attn.record(latent);
        return {latent, key};
    }

    /// Keys before they turn and values of `rows` latents: kv_b, the shared key in each head. Rows of latents and of shared
    /// keys are `stride` apart.
    void expand(const Tensor& latents, const float* sharedKeys, Index stride, Tensor& k, Tensor& v) const
    {
        const Index perHead = sizes.dNope + sizes.dValue, width = config.heads * perHead, rows = latents.rows();
        Tensor both = attn.make("both", {axis::token, axis::rank}, {rows, width}, Recording::Never);
        attn.linear("kv_b", latents, sizes.kvRank, width, false, both);
        attn.rows(rows, width, [&](Index t) {
            for (Index head = 0; head < config.heads; ++head) {
                const float* from = both.row(t) + head * perHead;
                float* key = k.data() + (t * config.heads + head) * sizes.dKey();
                std::copy_n(from, sizes.dNope, key);
                std::copy_n(from + sizes.dNope, sizes.dValue, v.data() + (t * config.heads + head) * sizes.dValue);
            }
        });
        setSharedPart(sharedKeys, stride, k);
        clipUnlessNormed(k);
        clip(attn, config.clipQkv, v);
    }

    /// Appends latents and shared keys to the cache: [key, rank + d_rope], all of it.
    const float* cached(const Tensor& latent, const float* sharedKeys) const
    {
        float* rows = in.cache->rows("latent", kvWidth(), keys());
        const Index past = keys() - tokens();
        for (Index t = 0; t < tokens(); ++t) {
            std::copy_n(latent.row(t), sizes.kvRank, rows + (past + t) * kvWidth());
            std::copy_n(sharedKeys + t * sizes.dRope, sizes.dRope, rows + (past + t) * kvWidth() + sizes.kvRank);
        }
        return rows;
    }

    /// k_rope [token, d_rope]: the shared key as it turns (clipped as in attn.k), recorded. With a QK-norm it is not what the
    /// scores are made of, but where positions do not turn.
    Tensor recordTurned(const Tensor& sharedKey) const
    {
        const Tensor turnedKey = turned("", clippedCopy(sharedKey), in.places, Recording::Never);
        Tensor result = attn.make("k_rope", {axis::token, axis::dRope}, {tokens(), sizes.dRope});
        if (needsWholeKeys() && turns())
            attn.nothingFollows(result, {"k", "k_normed", "rot_k"});
        attn.rows(
            tokens(), sizes.dRope, [&](Index t) { std::copy_n(turnedKey.data() + t * sizes.dRope, sizes.dRope, result.row(t)); });
        attn.record(result);
        return result;
    }
    Tensor clippedCopy(const Tensor& x) const
    {
        Tensor copy = attn.make("copy", x.axes(), x.shape(), Recording::Never);
        if (!attn.planning())
            std::copy_n(x.data(), x.size(), copy.data());
        clipUnlessNormed(copy);
        return copy;
    }

    ScoreInput scores(const float* q, const float* k, const float* v) const
    {
        ScoreInput result = scoreInput(in, sizes, q, k, v);
        result.sinks = config.sinks ? attn.vectorWeight("sinks.weight", config.heads, Init::Bias) : nullptr;
        return result;
    }

    /// Places of the keys, as tokens of their own: to turn keys of a cache.
    TokenPlaces keyPlaces() const
    {
        TokenPlaces places = in.places;
        places.positions = in.places.keyPositions;
        places.keyStart.assign(std::size_t(keys()), 0);
        places.keyEnd.assign(std::size_t(keys()), keys());
        return places;
    }

    /// On the latents themselves (latent_absorbed.h).
    Tensor absorbed(const Tensor& query, const Tensor& latent, const Tensor& turnedKey) const
    {
        const float* rows = cached(latent, turnedKey.data());
        return attendToLatents(attn, scores(query.data(), rows, rows), sizes, rows);
    }

    Tensor plain(const Tensor& query, const Tensor& latent, const Tensor& sharedKey, const Tensor& turnedKey) const
    {
        Tensor k = attn.make("k", {axis::token, axis::head, axis::dHead}, {tokens(), config.heads, sizes.dKey()});
        Tensor v = attn.make("v", {axis::token, axis::head, axis::dHead}, {tokens(), config.heads, sizes.dValue});
        expand(latent, turns() ? sharedKey.data() : turnedKey.data(), sizes.dRope, k, v);
        attn.record(k);
        attn.record(v);
        const Tensor key = turnedKeys(normedHeads(attn, config, "k", k), turnedKey);
        if (!in.cache || attn.planning())
            return attend(attn, scores(query.data(), key.data(), v.data()));

        const float* rows = cached(latent, needsWholeKeys() && turns() ? sharedKey.data() : turnedKey.data());
        if (keys() == tokens())
            return attend(attn, scores(query.data(), key.data(), v.data()));

        // Earlier keys again from their latents; those that were kept turned stay as they are.
        Tensor latents("latents", {axis::token, axis::rank}, {keys(), sizes.kvRank});
        for (Index row = 0; row < keys(); ++row)
            std::copy_n(rows + row * kvWidth(), sizes.kvRank, latents.row(row));
        Tensor allKeys("k", k.axes(), {keys(), config.heads, sizes.dKey()});
        Tensor allValues("v", v.axes(), {keys(), config.heads, sizes.dValue});
        expand(latents, rows + sizes.kvRank, kvWidth(), allKeys, allValues);
        if (needsWholeKeys()) {
            if (config.qkNorm != QkNorm::None) {
                applyQkNorm(config.qkNorm, config.norm, attn.child("k_norm"), allKeys, allKeys);
                clip(attn, config.clipQkv, allKeys);
            }
            allKeys = turned("", allKeys, keyPlaces(), Recording::Never);
        } else
            setSharedPart(rows + sizes.kvRank, kvWidth(), allKeys); // turned, and clipped before
        return attend(attn, scores(query.data(), allKeys.data(), allValues.data()));
    }
};

/// The way back through the plain form.
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
        namedLinearBackward(attn, {"q_a", "q_input", in.x, config.attentionBias}, normLatentBackward(attn.child("q_a_norm"), low, dLatent), dX);
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
        const Tensor dLow = normLatentBackward(attn.child("kv_a_norm"), low, dLatent);
        attn.rows(tokens(), width, [&](Index t) {
            std::copy_n(dLow.row(t), sizes.kvRank, dAll.row(t));
            std::copy_n(dShared.row(t), sizes.dRope, dAll.row(t) + sizes.kvRank);
        });
        namedLinearBackward(attn, {"kv_a", "k_input", in.x, config.attentionBias}, dAll, dX);
    }
};

} // namespace

Tensor runLatentAttention(const Scope& attn, const AttentionInput& in)
{
    const LatentAttention latent{attn, in, in.config, std::get<Latent>(in.config.sharing)};
    const Tensor query = latent.turnedQueries(normedHeads(attn, in.config, "q", latent.queries()));
    const auto [compressed, sharedKey] = latent.compress();

    const Tensor turnedKey = latent.recordTurned(sharedKey);
    const Tensor z = latent.canAbsorb() ? latent.absorbed(query, compressed, turnedKey)
                                        : latent.plain(query, compressed, sharedKey, turnedKey);
    return projectOut(attn, in, z);
}

Tensor latentAttentionBackward(const BackScope& attn, const AttentionInput& in, const Tensor& dOut)
{
    const LatentBack latent{attn, in, in.config, std::get<Latent>(in.config.sharing)};
    const Tensor dZ = projectOutBackward(attn, in, dOut);
    const ScoreInput scores
        = scoreInput(in, latent.sizes, latent.lastOf("q").data(), latent.lastOf("k").data(), attn.tape("v").data());
    const ScoreGradients of = attendBackward(attn, scores, dZ, {});
    Tensor dX = attn.zeros(in.x);
    latent.queries(of.q, dX);
    latent.keysAndValues(of.k, of.v, dX);
    return dX;
}

} // namespace core
