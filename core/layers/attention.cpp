#include "core/layers/attention.h"

#include "core/layers/latent_attention.h"
#include "core/layers/passed_back.h"
#include "core/layers/position_terms.h"

#include <algorithm>
#include <cmath>

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

/// Back through Projection::finish() of q, k or v.
Tensor finishBackward(const BackScope& attn, const BlockConfig& config, const char* name, const Tensor& dFinished)
{
    Tensor d = through(attn, name, dFinished);
    if (*name == 'v' || config.qkNorm == QkNorm::None)
        clipBackward(attn, config.clipQkv, computed(attn, name), d);
    return d;
}

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

/// Back through rotated(): the gradient of what turned.
Tensor rotatedBackward(const BackScope& attn, const AttentionInput& in, const char* name, const Tensor& dTurned)
{
    if (!rotates(in.config.position))
        return dTurned;
    const Tensor d = through(attn, std::string("rot_") + name, dTurned);
    Tensor dx = attn.make(d);
    std::visit([&](const auto& kind) { kind.rotateBackward(attn, d, in.places, dx); }, in.config.position);
    return dx;
}

/// q or k as it meets its partner: normalised, then turned; or the other way round.
Tensor turnedAndNormed(const Scope& attn, const AttentionInput& in, const char* name, const Tensor& x)
{
    return in.config.qkNormAfterRope ? normedHeads(attn, in.config, name, rotated(attn, in, name, x))
                                     : rotated(attn, in, name, normedHeads(attn, in.config, name, x));
}

/// Back through turnedAndNormed() and finish(): the gradient of the projection.
Tensor toProjection(const BackScope& attn, const AttentionInput& in, const std::string& name, const Tensor& dLast)
{
    const BlockConfig& config = in.config;
    const char* word = name.c_str();
    Tensor d = dLast;
    if (config.qkNormAfterRope) {
        d = normedHeadsBackward(attn, config, word, attn.tape(rotates(config.position) ? "rot_" + name : name), d);
        d = rotatedBackward(attn, in, word, d);
    } else {
        d = rotatedBackward(attn, in, word, d);
        d = normedHeadsBackward(attn, config, word, attn.tape(name), d);
    }
    return finishBackward(attn, config, word, d);
}

/// The tensor that scores are made of: the last of q, q_normed and rot_q.
const Tensor& lastOf(const BackScope& attn, const AttentionInput& in, const std::string& name)
{
    const bool isNormed = in.config.qkNorm != QkNorm::None, turns = rotates(in.config.position);
    if (turns && !(isNormed && in.config.qkNormAfterRope))
        return attn.tape("rot_" + name);
    return attn.tape(isNormed ? name + "_normed" : name);
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

/// Where the numbers that are scored and mixed begin.
struct Scored
{
    const float *q, *k, *v;
};

/// What both ways say to scores.h; sinks and what positions do are still to come.
ScoreInput scoreInput(const AttentionInput& in, const TokenPlaces& places, const AttentionMask& mask, const Scored& of)
{
    const BlockConfig& config = in.config;
    return {.places = places,
        .mask = mask,
        .heads = config.heads,
        .kvHeads = config.kvHeads,
        .dKey = config.dHead,
        .dValue = config.dHead,
        .q = of.q,
        .k = of.k,
        .v = of.v,
        .scale = float(config.scale()),
        .softCap = float(config.softCap),
        .hasSinks = config.sinks,
        .dropout = in.dropout};
}

/// Every token sees the whole source.
TokenPlaces sourcePlaces(const AttentionInput& in, const Tensor& source)
{
    TokenPlaces places;
    const std::size_t tokens = std::size_t(in.x.rows());
    places.positions.assign(tokens, 0);
    places.keyStart.assign(tokens, 0);
    places.keyEnd.assign(tokens, source.rows());
    for (Index key = 0; key < source.rows(); ++key)
        places.keyPositions.push_back(key);
    return places;
}

PositionInput positionInput(const Scope& attn, const AttentionInput& in, const float* q, const float* k)
{
    const BlockConfig& config = in.config;
    return {attn, in.places, in.dModel(), config.heads, config.kvHeads, config.dHead, config.attentionBias, float(config.scale()),
        q, k, in.relativeEmbedding};
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

void clipBackward(const BackScope& scope, double limit, const Tensor& x, Tensor& d)
{
    if (limit <= 0.0)
        return;
    const float most = float(limit);
    Tensor inside = scope.make(d); // what was recorded stays
    scope.rows(d.rows(), 2 * d.columns(), [&](Index row) {
        for (Index i = 0; i < d.columns(); ++i)
            inside.row(row)[i] = std::abs(x.row(row)[i]) < most ? d.row(row)[i] : 0.f;
    });
    d = inside;
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

Tensor normedHeadsBackward(
    const BackScope& attn, const BlockConfig& config, const char* name, const Tensor& x, const Tensor& dNormed)
{
    if (config.qkNorm == QkNorm::None)
        return dNormed;
    const std::string normed = std::string(name) + "_normed";
    Tensor d = through(attn, normed, dNormed);
    clipBackward(attn, config.clipQkv, computed(attn, normed), d);
    return qkNormBackward(config.qkNorm, config.norm, attn.child(std::string(name) + "_norm"), x, d);
}

Tensor projectOut(const Scope& attn, const AttentionInput& in, const Tensor& z)
{
    Tensor out = attn.make("out", {axis::token, axis::dModel}, {z.dim(0), in.dModel()});
    attn.linear("o", z, z.dim(1) * z.dim(2), in.dModel(), in.config.attentionOutputBias, out);
    attn.record(out);
    return out;
}

Tensor projectOutBackward(const BackScope& attn, const AttentionInput& in, const Tensor& dOut)
{
    const Tensor& z = attn.tape("z");
    Tensor dZ = attn.zeros(z);
    attn.linear("o", z, through(attn, "out", dOut), in.config.attentionOutputBias, dZ);
    return through(attn, "z", dZ);
}

void namedLinearBackward(const BackScope& attn, const NamedLinear& map, const Tensor& dy, Tensor& dX)
{
    if (!attn.wants(map.inputName) && !isChanged(attn, map.inputName)) // added where it is computed
        return attn.linear(map.name, map.x, dy, map.bias, dX);
    Tensor dInput = attn.zeros(map.x);
    attn.linear(map.name, read(attn, map.inputName, map.x), dy, map.bias, dInput);
    attn.add(through(attn, map.inputName, dInput), dX);
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
    const PositionInput position = positionInput(attn, in, query.data(), allKeys);
    ScoreInput scores = scoreInput(in, in.places, config.mask, {query.data(), allKeys, allValues});
    scores.sinks = sinksOf(attn, config);
    scores.bias = std::visit([&](const auto& kind) { return kind.bias(position); }, config.position);
    scores.addToMix = std::visit([&](const auto& kind) { return kind.mix(position); }, config.position);
    return projectOut(attn, in, attend(attn, scores));
}

Tensor attentionBackward(const BackScope& attn, const AttentionInput& in, const Tensor& dOut, const SharedGradients& shared)
{
    const BlockConfig& config = in.config;
    if (isLatent(config.sharing))
        return latentAttentionBackward(attn, in, dOut);

    const Tensor dZ = projectOutBackward(attn, in, dOut);
    const Tensor &q = lastOf(attn, in, "q"), &k = lastOf(attn, in, "k");
    const Scope forward = attn.forward();
    const PositionInput position = positionInput(forward, in, q.data(), k.data());
    ScoreInput scores = scoreInput(in, in.places, config.mask, {q.data(), k.data(), attn.tape("v").data()});
    scores.bias = std::visit([&](const auto& kind) { return kind.bias(position); }, config.position);
    const ScoreHooks hooks{[&](const Tensor& dBias, ScoreGradients& of) {
                               const PositionGradients gradients{attn, of.q, of.k, shared.relativeEmbedding};
                               std::visit(
                                   [&](const auto& kind) { kind.biasBackward(position, dBias, gradients); }, config.position);
                           },
        [&](const Tensor& pattern, Tensor& dPattern) {
            std::visit([&](const auto& kind) { kind.mixBackward(position, attn, dZ, pattern, dPattern); }, config.position);
        }};
    const ScoreGradients of = attendBackward(attn, scores, dZ, hooks);

    Tensor dX = attn.zeros(in.x);
    const bool bias = config.attentionBias;
    namedLinearBackward(attn, {"q", "q_input", in.x, bias}, toProjection(attn, in, "q", of.q), dX);
    namedLinearBackward(attn, {"k", "k_input", in.x, bias}, toProjection(attn, in, "k", of.k), dX);
    namedLinearBackward(attn, {"v", "v_input", in.x, bias}, finishBackward(attn, config, "v", of.v), dX);
    return dX;
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

    const TokenPlaces places = sourcePlaces(in, source);
    const AttentionMask all = Bidirectional{};
    ScoreInput scores = scoreInput(in, places, all,
        {query.data(), storedKeys ? storedKeys->data() : k.data(), storedValues ? storedValues->data() : v.data()});
    scores.sinks = sinksOf(attn, config);
    return projectOut(attn, in, attend(attn, scores));
}

Tensor crossAttentionBackward(
    const BackScope& attn, const AttentionInput& in, const Tensor& source, const Tensor& dOut, const SharedGradients& shared)
{
    const BlockConfig& config = in.config;
    const Tensor dZ = projectOutBackward(attn, in, dOut);
    const TokenPlaces places = sourcePlaces(in, source);
    const bool isNormed = config.qkNorm != QkNorm::None;
    const AttentionMask all = Bidirectional{};
    const auto scored = [&](const char* name) { return attn.tape(isNormed ? std::string(name) + "_normed" : name).data(); };
    const ScoreInput scores = scoreInput(in, places, all, {scored("q"), scored("k"), attn.tape("v").data()});
    const ScoreGradients of = attendBackward(attn, scores, dZ, {});

    const auto projected = [&](const char* name, const Tensor& last) {
        return finishBackward(attn, config, name, normedHeadsBackward(attn, config, name, attn.tape(name), last));
    };
    Tensor dX = attn.zeros(in.x);
    const bool bias = config.attentionBias;
    namedLinearBackward(attn, {"q", "q_input", in.x, bias}, projected("q", of.q), dX);
    namedLinearBackward(attn, {"k", "k_input", source, bias}, projected("k", of.k), *shared.source);
    namedLinearBackward(attn, {"v", "v_input", source, bias}, finishBackward(attn, config, "v", of.v), *shared.source);
    return dX;
}

} // namespace core
