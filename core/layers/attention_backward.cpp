// The way back through attention (attention.h): from attn.out to what the projections read.

#include "core/layers/attention.h"

#include "core/layers/latent_attention.h"
#include "core/layers/passed_back.h"

#include <cmath>

namespace core {

namespace {

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

/// The tensor that scores are made of: the last of q, q_normed and rot_q.
const Tensor& lastOf(const BackScope& attn, const AttentionInput& in, const std::string& name)
{
    const bool isNormed = in.config.qkNorm != QkNorm::None, turns = rotates(in.config.position);
    if (turns && !(isNormed && in.config.qkNormAfterRope))
        return attn.tape("rot_" + name);
    return attn.tape(isNormed ? name + "_normed" : name);
}

/// Back through turnedAndNormed() and the clipping of q or k: the gradient of the projection.
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
    d = through(attn, name, d);
    if (config.qkNorm == QkNorm::None)
        clipBackward(attn, config.clipQkv, computed(attn, name), d);
    return d;
}

/// The gradient of the projection to values.
Tensor toValues(const BackScope& attn, const BlockConfig& config, Tensor d)
{
    d = through(attn, "v", d);
    clipBackward(attn, config.clipQkv, computed(attn, "v"), d);
    return d;
}

ScoreInput scoreInput(const AttentionInput& in, const TokenPlaces& places, const AttentionMask& mask)
{
    const BlockConfig& config = in.config;
    return {.places = places,
        .mask = mask,
        .heads = config.heads,
        .kvHeads = config.kvHeads,
        .dKey = config.dHead,
        .dValue = config.dHead,
        .scale = float(config.scale()),
        .softCap = float(config.softCap),
        .hasSinks = config.sinks,
        .dropout = in.dropout};
}

} // namespace

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

Tensor attentionBackward(const BackScope& attn, const AttentionInput& in, const Tensor& dOut, const SharedGradients& shared)
{
    const BlockConfig& config = in.config;
    if (isLatent(config.sharing))
        return latentAttentionBackward(attn, in, dOut);

    const Tensor dZ = projectOutBackward(attn, in, dOut);
    const Tensor &q = lastOf(attn, in, "q"), &k = lastOf(attn, in, "k");
    const Scope forward = attn.forward();
    const PositionInput position{forward, in.places, in.dModel(), config.heads, config.kvHeads, config.dHead,
        config.attentionBias, float(config.scale()), q.data(), k.data(), in.relativeEmbedding};
    ScoreInput scores = scoreInput(in, in.places, config.mask);
    scores.q = q.data();
    scores.k = k.data();
    scores.v = attn.tape("v").data();
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
    namedLinearBackward(attn, {"v", "v_input", in.x, bias}, toValues(attn, config, of.v), dX);
    return dX;
}

Tensor crossAttentionBackward(
    const BackScope& attn, const AttentionInput& in, const Tensor& source, const Tensor& dOut, const SharedGradients& shared)
{
    const BlockConfig& config = in.config;
    const Tensor dZ = projectOutBackward(attn, in, dOut);
    TokenPlaces places; // as many queries and keys as there are
    places.positions.assign(std::size_t(in.x.rows()), 0);
    places.keyPositions.assign(std::size_t(source.rows()), 0);
    const bool isNormed = config.qkNorm != QkNorm::None;
    const AttentionMask all = Bidirectional{};
    ScoreInput scores = scoreInput(in, places, all);
    scores.q = attn.tape(isNormed ? "q_normed" : "q").data();
    scores.k = attn.tape(isNormed ? "k_normed" : "k").data();
    scores.v = attn.tape("v").data();
    const ScoreGradients of = attendBackward(attn, scores, dZ, {});

    const auto projected = [&](const char* name, const Tensor& last) {
        Tensor d = normedHeadsBackward(attn, config, name, attn.tape(name), last);
        d = through(attn, name, d);
        if (!isNormed)
            clipBackward(attn, config.clipQkv, computed(attn, name), d);
        return d;
    };
    Tensor dX = attn.zeros(in.x);
    const bool bias = config.attentionBias;
    namedLinearBackward(attn, {"q", "q_input", in.x, bias}, projected("q", of.q), dX);
    namedLinearBackward(attn, {"k", "k_input", source, bias}, projected("k", of.k), *shared.source);
    namedLinearBackward(attn, {"v", "v_input", source, bias}, toValues(attn, config, of.v), *shared.source);
    return dX;
}

} // namespace core
