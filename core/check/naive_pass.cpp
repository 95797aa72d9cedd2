#include "core/check/naive_pass.h"

#include "core/check/naive_formulas.h"

#include <algorithm>
#include <cmath>

namespace core::naive {

void NaivePass::run()
{
    Rows x = embedding();
    for (Index layer = 0; layer < m_config.layers(); ++layer)
        x = block(layer, x);
    if (m_config.finalNorm)
        x = norm(m_config.normAfter(m_config.blocks), "ln_final", x);
    if (m_config.outputHead == OutputHead::None)
        return;
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
}

// --- Weights and records ---

void NaivePass::eachRow(const std::string& name, const std::function<void(std::size_t row, const Vector& numbers)>& use)
{
    constexpr Index atOnce = 1 << 18; // numbers
    const WeightTensor& tensor = m_weights.at(name);
    const Index rows = tensor.shape()[0], columns = tensor.shape()[1];
    const Index most = std::max<Index>(1, atOnce / std::max<Index>(1, columns));
    std::vector<float> read(std::size_t(std::min(most, rows) * columns));
    for (Index first = 0; first < rows; first += most) {
        const Index there = std::min(most, rows - first);
        tensor.read(first, there, read.data());
        for (Index r = 0; r < there; ++r)
            use(std::size_t(first + r), Vector(read.begin() + r * columns, read.begin() + (r + 1) * columns));
    }
}

Vector NaivePass::row(const std::string& name, Index index) const
{
    const WeightTensor& tensor = m_weights.at(name);
    std::vector<float> read(std::size_t(tensor.shape()[1]));
    tensor.read(index, 1, read.data());
    return {read.begin(), read.end()};
}

Vector NaivePass::vector(const std::string& name) const
{
    const WeightTensor& tensor = m_weights.at(name);
    std::vector<float> read(std::size_t(elements(tensor.shape())));
    tensor.read(0, tensor.shape()[0], read.data());
    return {read.begin(), read.end()};
}

void NaivePass::record(const std::string& name, const Rows& rows)
{
    NaiveTensor tensor;
    tensor.shape = {Index(rows.size()), Index(rows[0].size())};
    for (const Vector& one : rows)
        tensor.values.insert(tensor.values.end(), one.begin(), one.end());
    m_sink(name, tensor);
}

void NaivePass::record(const std::string& name, const Heads& heads)
{
    NaiveTensor tensor;
    tensor.shape = {Index(heads.size()), Index(heads[0].size()), Index(heads[0][0].size())};
    for (const Rows& rows : heads)
        for (const Vector& one : rows)
            tensor.values.insert(tensor.values.end(), one.begin(), one.end());
    m_sink(name, tensor);
}

void NaivePass::count(double multiplications)
{
    m_multiplications += multiplications;
    m_control.check();
    m_control.progress(std::min(1.0, m_multiplications / m_allMultiplications), {});
}

Rows NaivePass::product(const std::string& matrix, const std::string& bias, const Rows& x)
{
    const Vector b = bias.empty() ? Vector(std::size_t(m_weights.at(matrix).shape()[0]), 0.0) : vector(bias);
    Rows y(x.size(), Vector(b.size()));
    eachRow(matrix, [&](std::size_t o, const Vector& w) {
        for (std::size_t t = 0; t < x.size(); ++t) {
            const Vector& token = x[t];
            double sum = b[o];
            for (std::size_t i = 0; i < w.size(); ++i)
                sum += w[i] * token[i];
            y[t][o] = sum;
        }
        count(double(x.size() * w.size()));
    });
    return y;
}

Rows NaivePass::sum(const Rows& a, const Rows& b)
{
    Rows result = a;
    for (std::size_t t = 0; t < a.size(); ++t)
        for (std::size_t i = 0; i < a[t].size(); ++i)
            result[t][i] += b[t][i];
    return result;
}

// --- The two ends ---

Rows NaivePass::embedding()
{
    Rows x = withPositions();
    const bool isNormed = m_config.embeddingNorm && !normsFirst();
    if (m_config.tokenTypes > 0) {
        const Rows types(x.size(), row("token_type_embed.weight", 0)); // every token is of type 0
        record("token_type_embed", types);
        x = sum(x, types);
    }
    if (isNormed)
        x = norm(m_config.block(0).norm, "ln_embed", x);
    return projects(EmbeddingProjection::Last) ? linear("embed_in", x, true) : x;
}

std::vector<Index> NaivePass::positions() const
{
    std::vector<Index> result;
    Index next = 0;
    for (const TokenId id : m_ids)
        result.push_back(id == m_config.paddingId ? -1 : next++);
    return result;
}

Rows NaivePass::withPositions()
{
    Rows x;
    for (const TokenId id : m_ids) {
        Vector token = row("embed.weight", id);
        for (double& number : token)
            number *= m_config.embeddingScale;
        x.push_back(token);
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
            Vector sines, cosines, waves;
            for (std::size_t twoI = 0; twoI < (toLast ? width / 2 * 2 : width); twoI += 2) {
                const double angle = double(p + sinusoidal->offset) / std::pow(10000.0, double(twoI) / d);
                sines.push_back(p < 0 ? 0 : std::sin(angle));
                cosines.push_back(p < 0 ? 0 : std::cos(angle));
            }
            if (sinusoidal->form.layout == SinusoidalLayout::Halves) {
                waves = sines;
                waves.insert(waves.end(), cosines.begin(), cosines.end());
            } else {
                for (std::size_t i = 0; i < sines.size(); ++i)
                    waves.insert(waves.end(), {sines[i], cosines[i]});
            }
            waves.resize(width);
            added.push_back(waves);
        }
    } else if (const auto* learned = as<Learned>(position)) {
        for (const Index p : positions())
            added.push_back(row("pos_embed.weight", std::max<Index>(0, p + learned->offset)));
    } else
        return x;
    record("pos_embed", added);
    return sum(x, added);
}

Rows NaivePass::unembed(const Rows& stream)
{
    const Rows x = m_config.embeddingWidth > 0 ? linear("embed_out", stream, false) : stream;
    Rows logits = product(m_config.tied ? "embed.weight" : "unembed.weight", m_config.outputBias ? "unembed.bias" : "", x);
    for (Vector& token : logits)
        for (double& logit : token)
            logit = capped(logit * m_config.outputScale, m_config.outputSoftCap);
    return logits;
}

// --- Norms ---

double NaivePass::root(double square, double eps, EpsPlace place)
{
    return place == EpsPlace::Inside ? std::sqrt(square + eps) : std::sqrt(square) + eps;
}

Rows NaivePass::norm(const Norm& kind, const std::string& slot, const Rows& x)
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

// --- A block ---

Rows NaivePass::weighted(double alpha, Rows a, const Rows& b)
{
    for (Vector& token : a)
        for (double& number : token)
            number *= alpha;
    return sum(a, b);
}

Rows NaivePass::block(Index layer, const Rows& x)
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

std::pair<double, double> NaivePass::deepFactors(const BlockConfig& config) const
{
    const DeepNorm* deep = as<DeepNorm>(config.placement);
    const double layers = double(m_config.layers());
    if (!deep)
        return {1, 1};
    return {deep->alpha.value_or(std::pow(2 * layers, 0.25)), deep->beta.value_or(std::pow(8 * layers, -0.25))};
}

Rows NaivePass::branch(const BlockConfig& config, const std::string& at, const char* name, const char* slot, Rows out)
{
    if (as<SandwichNorm>(config.placement) || as<BranchOutputNorm>(config.placement))
        out = norm(config.norm, at + slot, out);
    for (Vector& token : out)
        for (double& number : token)
            number *= config.residualScale * deepFactors(config).second;
    record(at + name, out);
    return out;
}

Rows NaivePass::afterBranch(
    const BlockConfig& config, const std::string& name, const std::string& slot, const Rows& x, const Rows& f)
{
    Rows total = weighted(deepFactors(config).first, x, f);
    if ((as<PostNorm>(config.placement) || as<DeepNorm>(config.placement)) && !as<NoNorm>(config.norm)) {
        record(name + "_sum", total);
        total = norm(config.norm, slot, total);
    }
    record(name, total);
    return total;
}

// --- Feed-forward ---

double NaivePass::linearHalfOf(const Activation& kind, double up)
{
    const SwigluClamped* clamped = as<SwigluClamped>(kind);
    return clamped ? 1 + std::max(-clamped->limit, std::min(clamped->limit, up)) : up;
}

Rows NaivePass::feedForward(const BlockConfig& config, const std::string& at, const Rows& x)
{
    const bool gated = as<GatedFeedForward>(config.feedForward);
    const Rows pre = linear(at + (gated ? "gate" : "up"), x, config.feedForwardBias);
    const Rows up = gated ? linear(at + "up", x, config.feedForwardBias) : Rows();
    Rows post = pre;
    for (std::size_t t = 0; t < pre.size(); ++t)
        for (std::size_t i = 0; i < pre[t].size(); ++i)
            post[t][i] = naiveActivation(config.activation, pre[t][i]) * (gated ? linearHalfOf(config.activation, up[t][i]) : 1);
    const Rows out = linear(at + "down", post, config.feedForwardBias);
    record(at + "pre", pre);
    if (gated)
        record(at + "pre_linear", up);
    record(at + "post", post);
    record(at + "out", out);
    return out;
}

} // namespace core::naive
