#include "tests/core/support/naive_reference.h"

#include "tests/core/support/naive_formulas.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace core;

namespace support {

namespace {

/// With 8 binary digits.
double rounded(double x)
{
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(mantissa, 8)), exponent - 8);
}

using Vector = std::vector<double>;
using Rows = std::vector<Vector>;      // [token][dimension]
using Heads = std::vector<Rows>;       // [token][head][dimension] or [head][query][key]

constexpr double never = -std::numeric_limits<double>::infinity();

template <class Kind, class Family>
const Kind* as(const Family& family)
{
    return std::get_if<Kind>(&family);
}

/// Throws NoTwin where the kind is none of these.
template <class... Kinds, class Family>
void refuseAllBut(const char* key, const Family& family)
{
    if (!(std::holds_alternative<Kinds>(family) || ...))
        throw NoTwin(std::string(key) + "=" + std::string(infoOf(family).id));
}

/// What is left to the tests of its own layer and to the golden files.
void refuseWithoutTwin(const ModelConfig& config)
{
    if (config.topology == Topology::EncoderDecoder)
        throw NoTwin("topology=encoder_decoder");
    if (config.outputHead != OutputHead::Linear)
        throw NoTwin(config.outputHead == OutputHead::None ? "output.head=none" : "output.head=masked_language");
    for (const BlockConfig& block : config.blocks) {
        refuseAllBut<LayerNorm, RmsNorm, NoNorm>("norm.kind", block.norm);
        refuseAllBut<AttentionMixer>("mixer.kind", block.mixer);
        refuseAllBut<NoPosition, Sinusoidal, Learned, Rope, Alibi>("position.kind", block.position);
        if (const Rope* rope = std::get_if<Rope>(&block.position))
            refuseAllBut<NoScaling>("rope.scaling", rope->scaling);
        refuseAllBut<MultiHead, GroupedQuery, MultiQuery>("attention.kind", block.sharing);
        refuseAllBut<PlainFeedForward, GatedFeedForward, NoFeedForward>("feed_forward.kind", block.feedForward);
        if (std::holds_alternative<XIelu>(block.activation))
            throw NoTwin("activation.kind=xielu");
        if (block.qkNorm != QkNorm::None)
            throw NoTwin("score.qk_norm=" + std::string(qkNormWords[std::size_t(block.qkNorm)]));
    }
}

class Naive
{
public:
    Naive(const ModelConfig& config, const Weights& weights, const std::vector<TokenId>& ids)
        : m_config(config)
        , m_weights(weights)
        , m_ids(ids)
        , m_tokens(Index(ids.size()))
    {
    }

    std::map<std::string, NaiveTensor> run()
    {
        Rows x = embedding();
        for (Index layer = 0; layer < m_config.layers(); ++layer)
            x = block(layer, x);
        if (m_config.finalNorm)
            x = norm(m_config.normAfter(m_config.blocks), "ln_final", x);
        const Rows logits = unembed(x);
        record("logits", logits);
        Vector logZ;
        for (const Vector& row : logits) {
            const double top = *std::max_element(row.begin(), row.end());
            double sum = 0.0;
            for (const double logit : row)
                sum += std::exp(logit - top);
            logZ.push_back(top + std::log(sum));
        }
        record("log_z", logZ);
        return std::move(m_tensors);
    }

private:
    // --- Weights and records ------------------------------------------------------------------------------------------

    Rows matrix(const std::string& name) const
    {
        const WeightTensor& tensor = m_weights.at(name);
        const Index rows = tensor.shape()[0], columns = tensor.shape().size() == 2 ? tensor.shape()[1] : 1;
        Rows result;
        for (Index r = 0; r < rows; ++r) {
            std::vector<float> row(static_cast<std::size_t>(columns));
            tensor.read(r, 1, row.data());
            result.emplace_back(row.begin(), row.end());
        }
        return result;
    }

    Vector vector(const std::string& name) const
    {
        Vector result;
        for (const Vector& row : matrix(name))
            result.push_back(row[0]);
        return result;
    }

    void record(const std::string& name, const Vector& v) { m_tensors[name] = {{Index(v.size())}, v}; }
    void record(const std::string& name, const Rows& rows)
    {
        NaiveTensor& tensor = m_tensors[name];
        tensor.shape = {Index(rows.size()), Index(rows[0].size())};
        for (const Vector& row : rows)
            tensor.values.insert(tensor.values.end(), row.begin(), row.end());
    }
    void record(const std::string& name, const Heads& heads)
    {
        NaiveTensor& tensor = m_tensors[name];
        tensor.shape = {Index(heads.size()), Index(heads[0].size()), Index(heads[0][0].size())};
        for (const Rows& rows : heads)
            for (const Vector& row : rows)
                tensor.values.insert(tensor.values.end(), row.begin(), row.end());
    }

    /// y_o = Σ_i W_oi x_i + b_o for each token
    Rows linear(const std::string& name, const Rows& x, bool hasBias) const
    {
        const Rows w = matrix(name + ".weight");
        const Vector b = hasBias ? vector(name + ".bias") : Vector(w.size(), 0.0);
        Rows y;
        for (const Vector& token : x) {
            Vector out;
            for (std::size_t o = 0; o < w.size(); ++o) {
                double sum = b[o];
                for (std::size_t i = 0; i < token.size(); ++i)
                    sum += w[o][i] * token[i];
                out.push_back(sum);
            }
            y.push_back(out);
        }
        return y;
    }

    static Rows sum(const Rows& a, const Rows& b)
    {
        Rows result = a;
        for (std::size_t t = 0; t < a.size(); ++t)
            for (std::size_t i = 0; i < a[t].size(); ++i)
                result[t][i] += b[t][i];
        return result;
    }

    // --- The two ends -------------------------------------------------------------------------------------------------

    Rows embedding()
    {
        Rows x = withPositions();
        const bool isNormed = m_config.embeddingNorm && !normsFirst();
        if (m_config.tokenTypes > 0) {
            const Rows types(x.size(), matrix("token_type_embed.weight")[0]); // every token is of type 0
            record("token_type_embed", types);
            x = sum(x, types);
        }
        if (isNormed)
            x = norm(m_config.block(0).norm, "ln_embed", x);
        return projects(EmbeddingProjection::Last) ? linear("embed_in", x, true) : x;
    }

    bool projects(EmbeddingProjection when) const { return m_config.embeddingWidth > 0 && m_config.embeddingProjection == when; }
    bool normsFirst() const { return m_config.normsTokensFirst && m_config.topology != Topology::Encoder; }

    /// Positions counted without padding, which is at −1.
    std::vector<Index> positions() const
    {
        std::vector<Index> result;
        Index next = 0;
        for (const TokenId id : m_ids)
            result.push_back(id == m_config.paddingId ? -1 : next++);
        return result;
    }

    Rows withPositions()
    {
        const Rows table = matrix("embed.weight");
        Rows x;
        for (const TokenId id : m_ids) {
            Vector row = table[std::size_t(id)];
            for (double& number : row)
                number *= m_config.embeddingScale;
            x.push_back(row);
        }
        if (projects(EmbeddingProjection::First))
            x = linear("embed_in", x, false);
        record("embed", x);
        if (m_config.embeddingNorm && normsFirst())
            x = norm(m_config.block(0).norm, "ln_embed", x);

        const PositionEncoding& position = m_config.position();
        Rows added;
        if (const auto* sinusoidal = as<Sinusoidal>(position)) {
            const std::size_t width = x[0].size();
            const bool toLast = sinusoidal->form.waves == SinusoidalWaves::ToLast;
            const double d = toLast ? std::max(1.0, double(width / 2 * 2) - 2) : double(width);
            for (const Index p : positions()) {
                Vector sines, cosines, row;
                for (std::size_t twoI = 0; twoI < (toLast ? width / 2 * 2 : width); twoI += 2) {
                    const double angle = double(p + sinusoidal->offset) / std::pow(10000.0, double(twoI) / d);
                    sines.push_back(p < 0 ? 0 : std::sin(angle));
                    cosines.push_back(p < 0 ? 0 : std::cos(angle));
                }
                if (sinusoidal->form.layout == SinusoidalLayout::Halves) {
                    row = sines;
                    row.insert(row.end(), cosines.begin(), cosines.end());
                } else {
                    for (std::size_t i = 0; i < sines.size(); ++i)
                        row.insert(row.end(), {sines[i], cosines[i]});
                }
                row.resize(width);
                added.push_back(row);
            }
        } else if (const auto* learned = as<Learned>(position)) {
            const Rows places = matrix("pos_embed.weight");
            for (const Index p : positions())
                added.push_back(places[std::size_t(std::max<Index>(0, p + learned->offset))]);
        } else
            return x;
        record("pos_embed", added);
        return sum(x, added);
    }

    static double capped(double x, double cap) { return cap > 0 ? cap * std::tanh(x / cap) : x; }

    Rows unembed(const Rows& stream) const
    {
        const Rows x = m_config.embeddingWidth > 0 ? linear("embed_out", stream, false) : stream;
        Rows logits;
        const Rows w = matrix(m_config.tied ? "embed.weight" : "unembed.weight");
        const Vector b = m_config.outputBias ? vector("unembed.bias") : Vector(w.size(), 0.0);
        for (const Vector& token : x) {
            Vector row;
            for (std::size_t id = 0; id < w.size(); ++id) {
                double logit = b[id];
                for (std::size_t i = 0; i < token.size(); ++i)
                    logit += w[id][i] * token[i];
                row.push_back(capped(logit * m_config.outputScale, m_config.outputSoftCap));
            }
            logits.push_back(row);
        }
        return logits;
    }

    // --- Norms --------------------------------------------------------------------------------------------------------

    static double root(double square, double eps, EpsPlace place)
    {
        return place == EpsPlace::Inside ? std::sqrt(square + eps) : std::sqrt(square) + eps;
    }

    Rows norm(const Norm& kind, const std::string& slot, const Rows& x)
    {
        const auto* layer = as<LayerNorm>(kind);
        const auto* rms = as<RmsNorm>(kind);
        if (as<NoNorm>(kind))
            return x;
        const NormGain gainKind = layer ? layer->gain : rms->gain;
        const Vector gain = gainKind == NormGain::None ? Vector() : vector(slot + ".weight");
        const Vector bias = layer && layer->bias ? vector(slot + ".bias") : Vector();

        Vector means, scales;
        Rows normalized, out;
        for (const Vector& token : x) {
            const double d = double(token.size());
            double mean = 0, square = 0;
            if (layer) {
                for (const double number : token)
                    mean += number / d;
                means.push_back(mean);
            }
            for (const double number : token)
                square += (number - mean) * (number - mean) / d;
            scales.push_back(layer ? root(square, layer->eps, layer->epsPlace) : root(square, rms->eps, rms->epsPlace));

            Vector plain, scaled;
            for (std::size_t i = 0; i < token.size(); ++i) {
                plain.push_back((token[i] - mean) / scales.back());
                double number = plain.back();
                if (gainKind == NormGain::Weight)
                    number *= gain[i];
                if (gainKind == NormGain::OnePlusWeight)
                    number *= 1 + gain[i];
                if (!bias.empty())
                    number += bias[i];
                scaled.push_back(number);
            }
            normalized.push_back(plain);
            out.push_back(scaled);
        }
        if (layer)
            record(slot + ".mean", means);
        record(slot + ".scale", scales);
        record(slot + ".normalized", normalized);
        record(slot + ".out", out);
        return out;
    }

    // --- A block ------------------------------------------------------------------------------------------------------

    /// a·α + b
    static Rows weighted(double alpha, Rows a, const Rows& b)
    {
        for (Vector& token : a)
            for (double& number : token)
                number *= alpha;
        return sum(a, b);
    }

    Rows block(Index layer, const Rows& x)
    {
        const BlockConfig& config = m_config.block(layer);
        const std::string at = "blocks." + std::to_string(layer) + ".";
        const bool pre = as<PreNorm>(config.placement) || as<SandwichNorm>(config.placement);
        const bool hasNorm = !as<NoNorm>(config.norm);
        record(at + "resid_pre", x);

        const Rows attentionInput = pre && config.mixerNorm ? norm(config.norm, at + "ln1", x) : x;
        const Rows a = branch(config, at, "attn_out", "ln1_post", attention(config, at + "attn.", attentionInput));
        const bool keepsNorm = config.residualFromNorm && pre && hasNorm;
        const Rows& carried = keepsNorm ? attentionInput : x;
        const bool feeds = !as<NoFeedForward>(config.feedForward);

        if (!as<Sequential>(config.layout)) {
            Rows result = sum(carried, a);
            if (feeds) {
                Rows forwardInput = x;
                if (pre && as<ParallelSharedNorm>(config.layout))
                    forwardInput = attentionInput;
                else if (pre && as<ParallelTwoNorms>(config.layout))
                    forwardInput = norm(config.norm, at + "ln2", x);
                result = sum(result, branch(config, at, "mlp_out", "ln2_post", feedForward(config, at + "mlp.", forwardInput)));
            }
            record(at + "resid_post", result);
            return result;
        }

        const Rows mid = afterBranch(config, at + "resid_mid", at + "ln1", carried, a);
        if (!feeds) {
            record(at + "resid_post", mid);
            return mid;
        }
        const Rows forwardInput = pre ? norm(config.norm, at + "ln2", mid) : mid;
        const Rows f = branch(config, at, "mlp_out", "ln2_post", feedForward(config, at + "mlp.", forwardInput));
        return afterBranch(config, at + "resid_post", at + "ln2", keepsNorm ? forwardInput : mid, f);
    }

    /// α and β of DeepNorm for the only stack (DeepNet, table 1), or those said; 1 elsewhere.
    std::pair<double, double> deepFactors(const BlockConfig& config) const
    {
        const DeepNorm* deep = as<DeepNorm>(config.placement);
        const double layers = double(m_config.layers());
        if (!deep)
            return {1, 1};
        return {deep->alpha.value_or(std::pow(2 * layers, 0.25)), deep->beta.value_or(std::pow(8 * layers, -0.25))};
    }

    /// What is added to the stream of what a branch puts out.
    Rows branch(const BlockConfig& config, const std::string& at, const char* name, const char* slot, Rows out)
    {
        if (as<SandwichNorm>(config.placement) || as<BranchOutputNorm>(config.placement))
            out = norm(config.norm, at + slot, out);
        for (Vector& token : out)
            for (double& number : token)
                number *= config.residualScale * deepFactors(config).second;
        record(at + name, out);
        return out;
    }

    Rows afterBranch(const BlockConfig& config, const std::string& name, const std::string& slot, const Rows& x, const Rows& f)
    {
        Rows total = weighted(deepFactors(config).first, x, f);
        if ((as<PostNorm>(config.placement) || as<DeepNorm>(config.placement)) && !as<NoNorm>(config.norm)) {
            record(name + "_sum", total);
            total = norm(config.norm, slot, total);
        }
        record(name, total);
        return total;
    }

    // --- Attention ----------------------------------------------------------------------------------------------------

    /// [token][head][d_head] of [token][head · d_head]
    static Heads split(const Rows& x, Index heads)
    {
        Heads result;
        for (const Vector& token : x) {
            Rows rows;
            const std::size_t width = token.size() / std::size_t(heads);
            for (std::size_t h = 0; h < std::size_t(heads); ++h)
                rows.emplace_back(token.begin() + std::ptrdiff_t(h * width), token.begin() + std::ptrdiff_t((h + 1) * width));
            result.push_back(rows);
        }
        return result;
    }

    static Heads rotated(const Rope& rope, Heads x)
    {
        for (std::size_t p = 0; p < x.size(); ++p)
            for (Vector& head : x[p]) {
                std::size_t dims = std::size_t(double(head.size()) * rope.fraction);
                dims += dims % 2; // an odd number is rounded up
                while (dims > head.size())
                    dims -= 2;
                const Vector before = head;
                for (std::size_t pair = 0; pair < dims / 2; ++pair) {
                    const double angle = double(p) / std::pow(rope.base, 2.0 * double(pair) / double(dims));
                    const bool interleaved = rope.pairing == RopePairing::Interleaved;
                    const std::size_t first = interleaved ? 2 * pair : pair;
                    const std::size_t second = interleaved ? 2 * pair + 1 : pair + dims / 2;
                    head[first] = before[first] * std::cos(angle) - before[second] * std::sin(angle);
                    head[second] = before[second] * std::cos(angle) + before[first] * std::sin(angle);
                }
            }
        return x;
    }

    static void clip(double limit, Heads& x)
    {
        for (Rows& token : x)
            for (Vector& head : token)
                for (double& number : head)
                    if (limit > 0 && std::abs(number) > limit)
                        number = number > 0 ? limit : -limit;
    }

    Rows attention(const BlockConfig& config, const std::string& at, const Rows& x)
    {
        const Index group = config.heads / config.kvHeads;
        Heads q = split(linear(at + "q", x, config.attentionBias), config.heads);
        Heads k = split(linear(at + "k", x, config.attentionBias), config.kvHeads);
        Heads v = split(linear(at + "v", x, config.attentionBias), config.kvHeads);
        for (Heads* heads : {&q, &k, &v})
            clip(config.clipQkv, *heads);
        record(at + "q", q);
        record(at + "k", k);
        record(at + "v", v);
        if (const auto* rope = as<Rope>(config.position)) {
            q = rotated(*rope, q);
            k = rotated(*rope, k);
            record(at + "rot_q", q);
            record(at + "rot_k", k);
        }
        const double scale = config.scoreScale ? *config.scoreScale : 1 / std::sqrt(double(config.dHead));
        const auto* alibi = as<Alibi>(config.position);
        const Vector slopes = alibi && !alibi->slopes.empty() ? alibi->slopes : naiveAlibiSlopes(config.heads);
        const Vector sinks = config.sinks ? vector(at + "sinks.weight") : Vector();
        Rows sinkWeight(std::size_t(config.heads), Vector(std::size_t(m_tokens), 0.0));

        const Rows square(std::size_t(m_tokens), Vector(std::size_t(m_tokens), 0.0));
        Heads content(std::size_t(config.heads), square), bias = content, scores = content, pattern = content;
        Heads z(std::size_t(m_tokens), Rows(std::size_t(config.heads), Vector(std::size_t(config.dHead), 0.0)));
        for (Index h = 0; h < config.heads; ++h)
            for (Index i = 0; i < m_tokens; ++i) {
                const auto H = std::size_t(h), I = std::size_t(i), KV = std::size_t(h / group);
                double top = config.sinks ? sinks[H] : never, total = 0;
                for (std::size_t j = 0; j < std::size_t(m_tokens); ++j) {
                    for (std::size_t d = 0; d < std::size_t(config.dHead); ++d)
                        content[H][I][j] += q[I][H][d] * k[j][KV][d] * scale;
                    if (alibi) {
                        const bool isRounded = alibi->precision == AlibiPrecision::Bfloat16;
                        const double m = isRounded ? rounded(slopes[H]) : slopes[H];
                        const double penalty = isRounded
                            ? std::abs(rounded(m * rounded(double(i))) - rounded(m * rounded(double(j))))
                            : m * std::abs(double(i) - double(j));
                        bias[H][I][j] = -penalty * (alibi->scaled ? scale : 1);
                    }
                    scores[H][I][j] = naiveSees(config.mask, m_config.topology == Topology::Encoder, i, Index(j))
                        ? capped(content[H][I][j] + bias[H][I][j], config.softCap)
                        : never;
                    top = std::max(top, scores[H][I][j]);
                }
                const auto above = [&](double score) { return score == never ? 0 : std::exp(score - top); };
                for (const double score : scores[H][I])
                    total += above(score);
                if (config.sinks) {
                    total += above(sinks[H]);
                    sinkWeight[H][I] = above(sinks[H]) / total;
                }
                for (std::size_t j = 0; j < std::size_t(m_tokens); ++j) {
                    pattern[H][I][j] = total > 0 ? above(scores[H][I][j]) / total : 0;
                    for (std::size_t d = 0; d < std::size_t(config.dHead); ++d)
                        z[I][H][d] += pattern[H][I][j] * v[j][KV][d];
                }
            }
        record(at + "scores_content", content);
        if (alibi)
            record(at + "bias", bias);
        record(at + "scores", scores);
        record(at + "pattern", pattern);
        if (config.sinks)
            record(at + "sink_weight", sinkWeight);
        record(at + "z", z);

        Rows joined;
        for (const Rows& heads : z) {
            Vector token;
            for (const Vector& head : heads)
                token.insert(token.end(), head.begin(), head.end());
            joined.push_back(token);
        }
        const Rows out = linear(at + "o", joined, config.attentionOutputBias);
        record(at + "out", out);
        return out;
    }

    // --- Feed-forward -------------------------------------------------------------------------------------------------

    static double linearHalfOf(const Activation& kind, double up)
    {
        const SwigluClamped* clamped = std::get_if<SwigluClamped>(&kind);
        return clamped ? 1 + std::max(-clamped->limit, std::min(clamped->limit, up)) : up;
    }
    Rows feedForward(const BlockConfig& config, const std::string& at, const Rows& x)
    {
        const bool gated = as<GatedFeedForward>(config.feedForward);
        const Rows pre = linear(at + (gated ? "gate" : "up"), x, config.feedForwardBias);
        const Rows up = gated ? linear(at + "up", x, config.feedForwardBias) : Rows();
        Rows post = pre;
        for (std::size_t t = 0; t < pre.size(); ++t)
            for (std::size_t i = 0; i < pre[t].size(); ++i)
                post[t][i]
                    = naiveActivation(config.activation, pre[t][i]) * (gated ? linearHalfOf(config.activation, up[t][i]) : 1);
        const Rows out = linear(at + "down", post, config.feedForwardBias);
        record(at + "pre", pre);
        if (gated)
            record(at + "pre_linear", up);
        record(at + "post", post);
        record(at + "out", out);
        return out;
    }

    const ModelConfig& m_config;
    const Weights& m_weights;
    const std::vector<TokenId>& m_ids;
    Index m_tokens;
    std::map<std::string, NaiveTensor> m_tensors;
};

} // namespace

std::string withoutTwin(const ModelConfig& config)
{
    try {
        refuseWithoutTwin(config);
        return {};
    } catch (const NoTwin& missing) {
        return missing.what();
    }
}

std::map<std::string, NaiveTensor> naiveForward(
    const ModelConfig& config, const Weights& weights, const std::vector<TokenId>& ids)
{
    refuseWithoutTwin(config);
    return Naive(config, weights, ids).run();
}

} // namespace support
