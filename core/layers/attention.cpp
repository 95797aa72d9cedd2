#include "core/layers/attention.h"

#include "core/layers/latent_attention.h"
#include "core/layers/position_terms.h"

#include <algorithm>

namespace core {

namespace {

/// One of q, k, v: what it reads and its numbers [token, head, d_head].
struct Projection
{
    const char* name;
    Tensor input;
    Index heads;
    Tensor result;

    Projection(const Scope& attn, const AttentionInput& in, const char* projection, const Tensor& x)
        : name(projection)
        , input(attn.alias(std::string(name) + "_input", x, Recording::OnRequest))
        , heads(isQuery() ? in.config.heads : in.config.kvHeads)
        , result(attn.make(
              name, {axis::token, isQuery() ? axis::head : axis::kvHead, axis::dHead}, {x.rows(), heads, in.config.dHead}))
    {
    }
    bool isQuery() const { return *name == 'q'; }
    bool isValue() const { return *name == 'v'; }

    Scope::Linear map(const AttentionInput& in)
    {
        return {name, input, in.dModel(), heads * in.config.dHead, in.config.attentionBias, result};
    }

    /// Clipped where no norm follows, and recorded.
    const Tensor& finish(const Scope& attn, const BlockConfig& config)
    {
        if (isValue() || config.qkNorm == QkNorm::None)
            clip(attn, config.clipQkv, result);
        attn.record(result);
        return result;
    }
};

/// rot_q or rot_k: turned by position, where positions rotate.
Tensor rotated(const Scope& attn, const AttentionInput& in, const char* name, const Tensor& x)
{
    if (!rotates(in.config.position))
        return x;
    Tensor result = attn.make(std::string("rot_") + name, x.axes(), x.shape());
    std::visit([&](const auto& kind) { kind.rotate(attn, x, in.places, result); }, in.config.position);
    attn.record(result);
    return result;
}

/// q or k as it meets its partner: normalised, then turned; or the other way round.
Tensor turnedAndNormed(const Scope& attn, const AttentionInput& in, const char* name, const Tensor& x)
{
    return in.config.qkNormAfterRope ? normedHeads(attn, in.config, name, rotated(attn, in, name, x))
                                     : rotated(attn, in, name, normedHeads(attn, in.config, name, x));
}

/// All rows under this name in the cache, those of this pass appended; the pass's own rows without a cache.
const float* withEarlier(const Scope& scope, LayerCache* cache, const char* name, const Tensor& x, Index keys)
{
    if (!cache || scope.planning())
        return x.data();
    const Index width = x.size() / std::max<Index>(1, x.dim(0)), past = keys - x.dim(0);
    float* rows = cache->rows(name, width, keys);
    std::copy_n(x.data(), x.size(), rows + past * width);
    return rows;
}

const float* sinksOf(const Scope& attn, const BlockConfig& config)
{
    return config.sinks ? attn.vectorWeight("sinks.weight", config.heads, Init::Bias) : nullptr;
}

} // namespace

void clip(const Scope& scope, double limit, Tensor& x)
{
    if (limit <= 0.0)
        return;
    const float most = float(limit);
    scope.rows(x.rows(), x.columns(), [&](Index row) {
        for (Index i = 0; i < x.columns(); ++i)
            x.row(row)[i] = std::clamp(x.row(row)[i], -most, most);
    });
}

Tensor normedHeads(const Scope& attn, const BlockConfig& config, const char* name, const Tensor& x)
{
    if (config.qkNorm == QkNorm::None)
        return x;
    Tensor result = attn.make(std::string(name) + "_normed", x.axes(), x.shape());
    applyQkNorm(config.qkNorm, config.norm, attn.child(std::string(name) + "_norm"), x, result);
    clip(attn, config.clipQkv, result); // OLMoE clips what is normalised
    attn.record(result);
    return result;
}

Tensor projectOut(const Scope& attn, const AttentionInput& in, const Tensor& z)
{
    Tensor out = attn.make("out", {axis::token, axis::dModel}, {z.dim(0), in.dModel()});
    attn.linear("o", z, z.dim(1) * z.dim(2), in.dModel(), in.config.attentionOutputBias, out);
    attn.record(out);
    return out;
}

Tensor runAttention(const Scope& attn, const AttentionInput& in)
{
    const BlockConfig& config = in.config;
    if (isLatent(config.sharing))
        return runLatentAttention(attn, in);

    Projection queries(attn, in, "q", in.x), keysOf(attn, in, "k", in.x), values(attn, in, "v", in.x);
    attn.linear({queries.map(in), keysOf.map(in), values.map(in)});
    const Tensor q = queries.finish(attn, config), k = keysOf.finish(attn, config), v = values.finish(attn, config);
    // A norm or a limit on queries and keys mixes what stems from where.
    if (in.positionPart && config.qkNorm == QkNorm::None && config.clipQkv == 0.0)
        recordPositionTerms(attn, in, q, k);
    const Tensor query = turnedAndNormed(attn, in, "q", q), key = turnedAndNormed(attn, in, "k", k);

    const Index keys = in.places.keys();
    const float* allKeys = withEarlier(attn, in.cache, "k", key, keys);
    const float* allValues = withEarlier(attn, in.cache, "v", v, keys);
    const float scale = float(config.scale());
    const PositionInput position{attn, in.places, in.dModel(), config.heads, config.kvHeads, config.dHead, config.attentionBias,
        scale, query.data(), allKeys, in.relativeEmbedding};
    const Tensor z = attend(attn,
        {.places = in.places,
            .mask = config.mask,
            .heads = config.heads,
            .kvHeads = config.kvHeads,
            .dKey = config.dHead,
            .dValue = config.dHead,
            .q = query.data(),
            .k = allKeys,
            .v = allValues,
            .scale = scale,
            .softCap = float(config.softCap),
            .hasSinks = config.sinks,
            .sinks = sinksOf(attn, config),
            .bias = std::visit([&](const auto& kind) { return kind.bias(position); }, config.position),
            .addToMix = std::visit([&](const auto& kind) { return kind.mix(position); }, config.position),
            .dropout = in.dropout});
    return projectOut(attn, in, z);
}

Tensor runCrossAttention(const Scope& attn, const AttentionInput& in, const Tensor& source)
{
    const BlockConfig& config = in.config;
    Projection queries(attn, in, "q", in.x);
    attn.linear({queries.map(in)});
    const Tensor query = normedHeads(attn, config, "q", queries.finish(attn, config));

    // Keys and values of the source are the same at every step: the first one leaves them in the cache.
    const std::vector<float>* storedKeys = in.cache ? in.cache->fixed("cross_k") : nullptr;
    const std::vector<float>* storedValues = in.cache ? in.cache->fixed("cross_v") : nullptr;
    Tensor k, v;
    if (!storedKeys) {
        Projection keysOf(attn, in, "k", source), values(attn, in, "v", source);
        attn.linear({keysOf.map(in), values.map(in)});
        k = normedHeads(attn, config, "k", keysOf.finish(attn, config));
        v = values.finish(attn, config);
        if (in.cache && !attn.planning()) {
            in.cache->setFixed("cross_k", {k.data(), k.data() + k.size()});
            in.cache->setFixed("cross_v", {v.data(), v.data() + v.size()});
        }
    }

    TokenPlaces places; // every token sees the whole source
    const std::size_t tokens = std::size_t(in.x.rows());
    places.positions.assign(tokens, 0);
    places.keyStart.assign(tokens, 0);
    places.keyEnd.assign(tokens, source.rows());
    for (Index key = 0; key < source.rows(); ++key)
        places.keyPositions.push_back(key);
    const AttentionMask all = Bidirectional{};
    const Tensor z = attend(attn,
        {.places = places,
            .mask = all,
            .heads = config.heads,
            .kvHeads = config.kvHeads,
            .dKey = config.dHead,
            .dValue = config.dHead,
            .q = query.data(),
            .k = storedKeys ? storedKeys->data() : k.data(),
            .v = storedValues ? storedValues->data() : v.data(),
            .scale = float(config.scale()),
            .softCap = float(config.softCap),
            .hasSinks = config.sinks,
            .sinks = sinksOf(attn, config),
            .dropout = in.dropout});
    return projectOut(attn, in, z);
}

} // namespace core
