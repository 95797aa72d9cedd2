#pragma once

// The twins of the mixers and of RWKV's channel mixing: each paper's formula in nested loops and double precision, over a small
// model of one layer.

#include "core/layers/selective_ssm.h"
#include "core/layers/state_space_dual.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "tests/core/support/small_models.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace twins {

using namespace core;

using Numbers = std::vector<double>;

/// A model of one layer with random numbers in every tensor, gains and biases too. Sizes do not divide each other.
struct Small
{
    Setup setup;

    explicit Small(const std::string& assignments)
    {
        const Choices choices
            = support::assigned("sizes.layers=1 sizes.d_model=18 sizes.heads=3 sizes.d_head=5 sizes.d_ff=11 sizes.vocab=13 "
                                "norm.kind=rms_norm norm.eps=1e-3 activation.kind=relu_squared "
                + assignments);
        setup.config = resolve(choices, {});
        setup.specs = plan(setup.config, 1).weights;
        for (const WeightSpec& spec : setup.specs)
            setup.weights.set(spec.name, std::make_shared<WeightTensor>(seededSource({spec.name, spec.shape}, 5)));
    }

    std::shared_ptr<Trace> run(const std::vector<TokenId>& ids, KvCache* cache = nullptr, std::vector<Index> starts = {},
        const std::vector<std::string>& patterns = {"*"}) const
    {
        ForwardInput input{ids};
        input.sequenceStarts = std::move(starts);
        TraceRequest request;
        request.patterns = patterns;
        return forward(setup, input, request, {}, cache);
    }

    Numbers weight(const std::string& name) const
    {
        const auto values = setup.weights.at("blocks.0." + name).values().values();
        return {values.begin(), values.end()};
    }
};

inline std::vector<TokenId> textOf(Index tokens)
{
    std::vector<TokenId> ids;
    for (Index t = 0; t < tokens; ++t)
        ids.push_back(TokenId((7 + 5 * t * t) % 13));
    return ids;
}

/// Largest |a − b| over the largest |b|; infinite where one is not finite or lengths differ.
template <class A, class B>
double difference(const A& a, const B& b)
{
    if (a.size() != b.size())
        return INFINITY;
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const double x = double(a[i]), y = double(b[i]);
        worst = std::max(worst, x == y ? 0.0 : std::isfinite(x - y) ? std::abs(x - y) : INFINITY);
        largest = std::max(largest, std::abs(y));
    }
    return worst == 0 ? 0 : worst / largest;
}

/// The twin: tensors of one mixer or channel mixing by their names under it.
struct Naive
{
    const Small& small;
    Index tokens;
    std::map<std::string, Numbers> made = {};

    Index d() const { return small.setup.config.dModel; }
    static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
    static double silu(double x) { return x * sigmoid(x); }

    /// x [token, in] · Wᵀ, W [out, in].
    Numbers linear(const std::string& name, const Numbers& x) const
    {
        const Numbers w = small.weight(name + ".weight");
        const std::size_t in = x.size() / std::size_t(tokens), out = w.size() / in;
        Numbers y(std::size_t(tokens) * out, 0.0);
        for (std::size_t t = 0; t < std::size_t(tokens); ++t)
            for (std::size_t o = 0; o < out; ++o)
                for (std::size_t i = 0; i < in; ++i)
                    y[t * out + o] += w[o * in + i] * x[t * in + i];
        return y;
    }
    Numbers shifted(const std::string& mix, const Numbers& x) const
    {
        const Numbers share = small.weight(mix + ".weight");
        const std::size_t width = share.size();
        Numbers y(x.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            y[i] = share[i % width] * x[i] + (1 - share[i % width]) * (i < width ? 0.0 : x[i - width]);
        return y;
    }

    void retention(const Numbers& x)
    {
        const Index heads = small.setup.config.block(0).heads, n = small.setup.config.block(0).dHead;
        const auto at = [&](Index t, Index h, Index i) { return std::size_t((t * heads + h) * n + i); };
        for (const char* name : {"q", "k", "v", "g"})
            made[name] = linear(std::string("mixer.") + name, x);
        for (const auto& [from, to, scale] :
            {std::tuple("q", "rot_q", 1.0), std::tuple("k", "rot_k", 1 / std::sqrt(double(n)))}) {
            Numbers turned = made[from];
            for (Index t = 0; t < tokens; ++t)
                for (Index h = 0; h < heads; ++h)
                    for (Index i = 0; i + 1 < n; i += 2) {
                        const double last = double(n / 2 - 1),
                                     angle = double(t) / std::pow(1e4, last > 0 ? double(i / 2) / last : 0);
                        const double a = made[from][at(t, h, i)], b = made[from][at(t, h, i + 1)];
                        turned[at(t, h, i)] = a * std::cos(angle) - b * std::sin(angle);
                        turned[at(t, h, i + 1)] = a * std::sin(angle) + b * std::cos(angle);
                    }
            for (double& number : turned)
                number *= scale;
            made[to] = turned;
        }
        Numbers scores(std::size_t(heads * tokens * tokens), 0.0), z(made["q"].size(), 0.0), normalized = z, post = z;
        Numbers state(std::size_t(tokens * heads * n * n), 0.0);
        for (Index h = 0; h < heads; ++h)
            for (Index t = 0; t < tokens; ++t) {
                const double gamma = 1 - std::pow(2.0, double(-5 - h));
                double decays = 0, total = 0, square = 0;
                for (Index s = 0; s <= t; ++s)
                    decays += std::pow(gamma, double(t - s));
                double* row = scores.data() + (h * tokens + t) * tokens;
                for (Index s = 0; s <= t; ++s) {
                    for (Index i = 0; i < n; ++i)
                        row[s] += made["rot_q"][at(t, h, i)] * made["rot_k"][at(s, h, i)];
                    row[s] *= std::pow(gamma, double(t - s)) / std::sqrt(decays);
                    total += std::abs(row[s]);
                }
                for (Index s = 0; s <= t; ++s) {
                    row[s] /= std::max(1.0, total);
                    for (Index i = 0; i < n; ++i)
                        z[at(t, h, i)] += row[s] * made["v"][at(s, h, i)];
                    for (Index i = 0; i < n * n; ++i) // S = Σ γ^(t−s) k_s v_sᵀ
                        state[std::size_t((t * heads + h) * n * n + i)]
                            += std::pow(gamma, double(t - s)) * made["rot_k"][at(s, h, i / n)] * made["v"][at(s, h, i % n)];
                }
                for (Index i = 0; i < n; ++i)
                    square += z[at(t, h, i)] * z[at(t, h, i)] / double(n);
                for (Index i = 0; i < n; ++i) {
                    normalized[at(t, h, i)] = z[at(t, h, i)] / std::sqrt(square + 1e-3);
                    post[at(t, h, i)] = silu(made["g"][at(t, h, i)]) * normalized[at(t, h, i)];
                }
            }
        made["scores"] = scores;
        made["z"] = z;
        made["normalized"] = normalized;
        made["post"] = post;
        made["state"] = state;
        made["out"] = linear("mixer.o", post);
    }

    void linearRecurrence(const Numbers& x)
    {
        for (const char* name : {"k", "v", "r"})
            made[name] = linear(std::string("mixer.") + name, shifted(std::string("mixer.mix_") + name, x));
        const Numbers &k = made["k"], &v = made["v"], decay = small.weight("mixer.decay.weight"),
                      first = small.weight("mixer.first.weight");
        const std::size_t width = decay.size();
        Numbers wkv(k.size()), post(k.size()), state(3 * k.size());
        for (std::size_t i = 0; i < width; ++i)
            for (std::size_t t = 0; t < std::size_t(tokens); ++t) {
                const double w = -std::exp(decay[i]);
                const auto sums = [&](std::size_t end, double past, double top) { // of s < end, fading from `past`
                    std::pair<double, double> both;
                    for (std::size_t s = 0; s < end; ++s) {
                        const double weight = std::exp(w * (past - double(s)) + k[s * width + i] - top);
                        both.first += weight * v[s * width + i];
                        both.second += weight;
                    }
                    return both;
                };
                double top = -INFINITY, bonus = std::exp(first[i] + k[t * width + i]);
                for (std::size_t s = 0; s <= t; ++s)
                    top = std::max(top, w * double(t - s) + k[s * width + i]);
                const auto before = sums(t, double(t) - 1, 0), after = sums(t + 1, double(t), top);
                wkv[t * width + i] = (before.first + bonus * v[t * width + i]) / (before.second + bonus);
                post[t * width + i] = sigmoid(made["r"][t * width + i]) * wkv[t * width + i];
                state[3 * t * width + i] = after.first;
                state[(3 * t + 1) * width + i] = after.second;
                state[(3 * t + 2) * width + i] = top;
            }
        made["wkv"] = wkv;
        made["post"] = post;
        made["state"] = state;
        made["out"] = linear("mixer.o", post);
    }

    /// x [token, in] · Wᵀ + b
    Numbers affine(const std::string& name, const Numbers& x) const
    {
        Numbers y = linear(name, x);
        const Numbers bias = small.weight(name + ".bias");
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] += bias[i % bias.size()];
        return y;
    }
    /// Columns [from, from + width) of [token, …].
    Numbers columns(const Numbers& x, std::size_t from, std::size_t width) const
    {
        const std::size_t all = x.size() / std::size_t(tokens);
        Numbers part;
        for (std::size_t t = 0; t < std::size_t(tokens); ++t)
            part.insert(part.end(), x.begin() + long(t * all + from), x.begin() + long(t * all + from + width));
        return part;
    }
    Numbers convolution(const Numbers& x, std::size_t taps) const
    {
        const Numbers weight = small.weight("mixer.conv.weight"), bias = small.weight("mixer.conv.bias");
        const std::size_t width = bias.size();
        Numbers y(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            y[i] = bias[i % width];
            for (std::size_t back = 0; back < taps && back * width <= i - i % width; ++back)
                y[i] += weight[i % width * taps + taps - 1 - back] * x[i - back * width];
        }
        return y;
    }
    /// Rows of `width` numbers over their root mean square, times SLOT.weight where there is one.
    Numbers rmsNorm(const std::string& slot, const Numbers& x, std::size_t width, double eps) const
    {
        Numbers y(x);
        const Numbers gain = slot.empty() ? Numbers(x.size() / std::size_t(tokens), 1.0) : small.weight(slot + ".weight");
        for (std::size_t first = 0; first < x.size(); first += width) {
            double square = 0;
            for (std::size_t i = first; i < first + width; ++i)
                square += x[i] * x[i] / double(width);
            for (std::size_t i = first; i < first + width; ++i)
                y[i] *= gain[i % gain.size()] / std::sqrt(square + eps);
        }
        return y;
    }

    void stateSpaceDual(const Numbers& x, const StateSpaceDual& kind)
    {
        const BlockConfig& block = small.setup.config.block(0);
        const auto heads = std::size_t(block.heads), p = std::size_t(block.dHead), width = heads * p;
        const auto states = std::size_t(kind.dState), groups = std::size_t(kind.groups), n = std::size_t(tokens);
        const Numbers all = kind.bias ? affine("mixer.in", x) : linear("mixer.in", x);
        Numbers mixed = convolution(columns(all, width, width + 2 * groups * states), std::size_t(kind.dConv));
        for (double& number : mixed)
            number = silu(number);
        const Numbers gate = columns(all, 0, width), c = columns(mixed, 0, width), b = columns(mixed, width, groups * states),
                      read = columns(mixed, width + groups * states, groups * states);
        Numbers step = columns(all, 2 * width + 2 * groups * states, heads);
        const Numbers bias = small.weight("mixer.dt.bias"), logA = small.weight("mixer.a_log.weight"),
                      skip = small.weight("mixer.d.weight");
        for (std::size_t i = 0; i < step.size(); ++i) {
            step[i] = std::max(std::log(1 + std::exp(step[i] + bias[i % heads])), kind.dtMin);
            step[i] = kind.dtMax > 0 ? std::min(step[i], kind.dtMax) : step[i];
        }
        Numbers y(n * width), post(n * width), state(n * heads * states * p);
        for (std::size_t t = 0; t < n; ++t)
            for (std::size_t h = 0; h < heads; ++h)
                for (std::size_t j = 0; j < p; ++j) {
                    const std::size_t at = t * width + h * p + j;
                    y[at] = skip[h] * c[at];
                    for (std::size_t s = 0; s < states; ++s) { // the sum over all tokens so far
                        const std::size_t group = h / (heads / groups) * states + s;
                        double sum = 0;
                        for (std::size_t from = 0; from <= t; ++from) {
                            double faded = 0;
                            for (std::size_t u = from + 1; u <= t; ++u)
                                faded -= step[u * heads + h] * std::exp(logA[h]);
                            sum += std::exp(faded) * step[from * heads + h] * b[from * groups * states + group]
                                * c[from * width + h * p + j];
                        }
                        y[at] += read[t * groups * states + group] * sum;
                        state[((t * heads + h) * states + s) * p + j] = sum;
                    }
                    post[at] = y[at] * silu(gate[at]);
                }
        post = rmsNorm("mixer.norm", post, width / groups, 1e-3);
        made = {{"gate", gate}, {"conv", c}, {"b", b}, {"c", read}, {"step", step}, {"y", y}, {"post", post}, {"state", state}};
        made["out"] = kind.bias ? affine("mixer.out", post) : linear("mixer.out", post);
    }

    void gatedRecurrence(const Numbers& x, const GatedRecurrence& kind)
    {
        const Numbers pre = affine("mixer.x", x), gate = affine("mixer.y", x), c = convolution(pre, std::size_t(kind.dConv)),
                      lambda = small.weight("mixer.lambda.weight");
        const std::size_t width = lambda.size(), block = width / std::size_t(small.setup.config.block(0).heads);
        const auto gateOf = [&](const std::string& name) {
            const Numbers weight = small.weight("mixer." + name + ".weight"), bias = small.weight("mixer." + name + ".bias");
            Numbers y(c.size());
            for (std::size_t i = 0; i < c.size(); ++i) {
                const std::size_t channel = i % width, head = channel / block;
                double sum = bias[channel];
                for (std::size_t j = 0; j < block; ++j)
                    sum += weight[(head * block + j) * block + channel % block] * c[i - channel + head * block + j];
                y[i] = sigmoid(sum);
            }
            return y;
        };
        const Numbers input = gateOf("input_gate"), recurrent = gateOf("recurrent_gate");
        Numbers a(c.size()), h(c.size()), post(c.size());
        for (std::size_t i = 0; i < c.size(); ++i) {
            a[i] = i < width ? 0 : std::exp(-8 * recurrent[i] * std::log(1 + std::exp(lambda[i % width])));
            h[i] = (i < width ? 0 : a[i] * h[i - width]) + std::sqrt(1 - a[i] * a[i]) * input[i] * c[i];
            post[i] = h[i] * std::pow(std::max(0.0, gate[i]), 2); // relu_squared
        }
        made = {{"pre", pre}, {"gate", gate}, {"conv", c}, {"input_gate", input}, {"recurrent_gate", recurrent}, {"decay", a},
            {"h", h}, {"state", h}, {"post", post}};
        made["out"] = affine("mixer.out", post);
    }

    void selectiveSsm(const Numbers& x, const SelectiveSsm& kind)
    {
        const auto states = std::size_t(kind.dState), taps = std::size_t(kind.dConv);
        const std::size_t n = std::size_t(tokens), rank = kind.dtRank > 0 ? std::size_t(kind.dtRank) : std::size_t(d() + 15) / 16;
        const auto projected
            = [&](const std::string& name, const Numbers& of) { return kind.bias ? affine(name, of) : linear(name, of); };
        const Numbers both = projected("mixer.in", x), conv = small.weight("mixer.conv.weight"),
                      convBias = small.weight("mixer.conv.bias"), dtWeight = small.weight("mixer.dt.weight"),
                      dtBias = small.weight("mixer.dt.bias"), logA = small.weight("mixer.a_log.weight"),
                      skip = small.weight("mixer.d.weight");
        const std::size_t width = skip.size();
        Numbers pre(n * width), gate(n * width), c(n * width), dt(n * width), y(n * width), post(n * width), b, read;
        for (std::size_t t = 0; t < n; ++t)
            for (std::size_t i = 0; i < width; ++i) {
                pre[t * width + i] = both[2 * t * width + i];
                gate[t * width + i] = both[(2 * t + 1) * width + i];
                double sum = convBias[i];
                for (std::size_t back = 0; back < taps && back <= t; ++back)
                    sum += conv[i * taps + taps - 1 - back] * pre[(t - back) * width + i];
                c[t * width + i] = silu(sum);
            }
        Numbers selected = linear("mixer.x", c);
        const std::size_t stride = rank + 2 * states;
        if (kind.innerNorm != InnerNorm::None) {
            const auto normed = [&](const char* slot, std::size_t from, std::size_t size) {
                const bool hasGain = kind.innerNorm == InnerNorm::Rms;
                const Numbers part = rmsNorm(hasGain ? slot : "", columns(selected, from, size), size, kind.innerEps);
                for (std::size_t i = 0; i < part.size(); ++i)
                    selected[i / size * stride + from + i % size] = part[i];
            };
            normed("mixer.dt_norm", 0, rank);
            normed("mixer.b_norm", rank, states);
            normed("mixer.c_norm", rank + states, states);
        }
        for (std::size_t t = 0; t < n; ++t) {
            b.insert(b.end(), selected.begin() + long(t * stride + rank), selected.begin() + long(t * stride + rank + states));
            read.insert(
                read.end(), selected.begin() + long(t * stride + rank + states), selected.begin() + long((t + 1) * stride));
        }
        Numbers h(width * states, 0.0), state(n * width * states);
        for (std::size_t t = 0; t < n; ++t)
            for (std::size_t i = 0; i < width; ++i) {
                double step = dtBias[i];
                for (std::size_t r = 0; r < rank; ++r)
                    step += dtWeight[i * rank + r] * selected[t * stride + r];
                step = dt[t * width + i] = std::log(1 + std::exp(step));
                y[t * width + i] = skip[i] * c[t * width + i];
                for (std::size_t s = 0; s < states; ++s) {
                    double& number = h[i * states + s];
                    number
                        = std::exp(-step * std::exp(logA[i * states + s])) * number + step * b[t * states + s] * c[t * width + i];
                    y[t * width + i] += read[t * states + s] * number;
                    state[(t * states + s) * width + i] = number;
                }
                post[t * width + i] = y[t * width + i] * silu(gate[t * width + i]);
            }
        made = {{"pre", pre}, {"gate", gate}, {"conv", c}, {"b", b}, {"c", read}, {"dt", dt}, {"y", y}, {"post", post},
            {"state", state}};
        made["out"] = projected("mixer.out", post);
    }

    void channelMix(const Numbers& x)
    {
        const Numbers pre = linear("mlp.up", shifted("mlp.mix_k", x)), r = linear("mlp.receptance", shifted("mlp.mix_r", x));
        Numbers post = pre;
        for (double& number : post)
            number = std::pow(std::max(0.0, number), 2);
        Numbers out = linear("mlp.down", post);
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] *= sigmoid(r[i]);
        made = {{"pre", pre}, {"post", post}, {"receptance", r}, {"out", out}};
    }
};

} // namespace twins
