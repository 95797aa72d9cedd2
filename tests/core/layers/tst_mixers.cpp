// Mixers beside attention and RWKV's channel mixing: each against its paper's formula in nested loops and double precision, and
// what follows from it for texts, caches and packed sequences.

#include "core/files/traces/trace_axes.h"
#include "core/layers/channel_mix.h"
#include "core/layers/gated_recurrence.h"
#include "core/layers/linear_recurrence.h"
#include "core/layers/retention.h"
#include "core/layers/selective_ssm.h"
#include "core/layers/state_space_dual.h"
#include "core/layers/token_shift.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace core;

namespace {

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

std::vector<TokenId> textOf(Index tokens)
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

constexpr const char* kinds[] = {"mixer.kind=retention", "mixer.kind=retention sizes.heads=1 sizes.d_head=6",
    "mixer.kind=retention sizes.heads=2 sizes.d_head=3", "mixer.kind=retention sizes.heads=2 sizes.d_head=1",
    "mixer.kind=linear_recurrence", "mixer.kind=linear_recurrence mixer.d_inner=7", "mixer.kind=selective_ssm",
    "mixer.kind=selective_ssm mixer.d_inner=7 mixer.d_state=3 mixer.d_conv=2",
    "mixer.kind=selective_ssm mixer.d_conv=1 mixer.d_state=1",
    "mixer.kind=selective_ssm mixer.d_state=3 mixer.inner_norm=rms mixer.inner_eps=0.1 mixer.dt_rank=5 mixer.bias=true",
    "mixer.kind=selective_ssm mixer.inner_norm=rms_no_gain mixer.d_state=5", "mixer.kind=state_space_dual",
    "mixer.kind=state_space_dual sizes.heads=6 sizes.d_head=4 mixer.groups=3 mixer.d_state=5 mixer.d_conv=3 mixer.bias=true "
    "mixer.dt_min=0.3 mixer.dt_max=0.8",
    "mixer.kind=gated_recurrence", "mixer.kind=gated_recurrence mixer.d_inner=15 mixer.d_conv=2", "feed_forward.kind=channel_mix",
    "feed_forward.kind=channel_mix mixer.kind=linear_recurrence", "feed_forward.kind=none mixer.kind=selective_ssm"};

void everyKind()
{
    QTest::addColumn<QString>("choices");
    for (const char* kind : kinds)
        QTest::newRow(kind) << QString::fromUtf8(kind);
}

constexpr const char* allMixers[] = {"retention", "linear_recurrence", "selective_ssm", "state_space_dual", "gated_recurrence"};

/// Rows [from, from + rows) of a tensor of [token, …], or of [head, query, key] head by head.
std::vector<float> rowsOf(const Tensor& x, Index from, Index rows)
{
    const bool byHead = x.axes()[0] == axis::head;
    const Index outer = byHead ? x.dim(0) : 1, all = byHead ? x.dim(1) : x.dim(0), width = x.size() / outer / all;
    std::vector<float> result;
    for (Index head = 0; head < outer; ++head)
        result.insert(result.end(), x.data() + (head * all + from) * width, x.data() + (head * all + from + rows) * width);
    return result;
}

} // namespace

class TestMixers : public QObject
{
    Q_OBJECT

private slots:
    void eachKindIsItsFormula_data() { everyKind(); }
    void eachKindIsItsFormula();
    void cachedStepsEqualTheWholePass_data() { everyKind(); }
    void cachedStepsEqualTheWholePass();
    void laterTokensChangeNothingBefore_data() { everyKind(); }
    void laterTokensChangeNothingBefore();
    void packedSequencesAreSeparate_data() { everyKind(); }
    void packedSequencesAreSeparate();
    void notRecordingChangesNothing_data() { everyKind(); }
    void notRecordingChangesNothing();
    void parallelRetentionIsRecurrentRetention();
    void theStateIsRecordedOnRequestOnly();
    void theLastStateContinuesTheRun();
    void aReplacedStateActs();
    void largeExponentsStayFinite();
    void seededModelsNeitherExplodeNorForget();
};

void TestMixers::eachKindIsItsFormula()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    const BlockConfig& block = small.setup.config.block(0);
    for (const Index tokens : {1, 2, 7, 70}) {
        const std::shared_ptr<Trace> trace = small.run(textOf(tokens));
        const auto check = [&](const std::string& place, auto&& compute) {
            const auto input = trace->at("blocks.0." + place + ".input").values();
            Naive naive{small, tokens};
            compute(naive, Numbers(input.begin(), input.end()));
            for (const auto& [name, numbers] : naive.made) {
                const double worst = difference(trace->at("blocks.0." + place + "." + name).values(), numbers);
                QVERIFY2(worst <= 1e-5,
                    qPrintable(QString("%1.%2, %3 tokens: %4").arg(place.c_str(), name.c_str()).arg(tokens).arg(worst)));
            }
            const std::size_t recorded = std::size_t(std::count_if(trace->entries().begin(), trace->entries().end(),
                [&](const TraceEntry& entry) { return entry.name().starts_with("blocks.0." + place + "."); }));
            QCOMPARE(recorded, naive.made.size() + 1); // nothing but these and the input
        };
        if (std::holds_alternative<Retention>(block.mixer))
            check("mixer", [](Naive& naive, const Numbers& x) { naive.retention(x); });
        if (std::holds_alternative<LinearRecurrence>(block.mixer))
            check("mixer", [](Naive& naive, const Numbers& x) { naive.linearRecurrence(x); });
        if (const auto* ssm = std::get_if<SelectiveSsm>(&block.mixer))
            check("mixer", [&](Naive& naive, const Numbers& x) { naive.selectiveSsm(x, *ssm); });
        if (const auto* dual = std::get_if<StateSpaceDual>(&block.mixer))
            check("mixer", [&](Naive& naive, const Numbers& x) { naive.stateSpaceDual(x, *dual); });
        if (const auto* gated = std::get_if<GatedRecurrence>(&block.mixer))
            check("mixer", [&](Naive& naive, const Numbers& x) { naive.gatedRecurrence(x, *gated); });
        if (std::holds_alternative<ChannelMix>(block.feedForward))
            check("mlp", [](Naive& naive, const Numbers& x) { naive.channelMix(x); });
        for (const TraceEntry& entry : trace->entries()) // what a trace file without axes is read as
            if (entry.name().find(".mixer.") != std::string::npos && !axesOf(entry.name()).empty())
                QCOMPARE(axesOf(entry.name()), entry.tensor.axes());
    }
}

void TestMixers::cachedStepsEqualTheWholePass()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    const std::vector<TokenId> ids = textOf(9);
    const std::shared_ptr<Trace> whole = small.run(ids);
    for (const std::vector<Index>& steps : {std::vector<Index>(9, 1), {4, 5}, {1, 8}, {9}}) {
        KvCache cache(small.setup.config, 9);
        for (const Index step : steps) {
            const Index past = cache.tokens();
            const std::shared_ptr<Trace> trace = small.run({ids.begin() + past, ids.begin() + past + step}, &cache);
            for (const TraceEntry& entry : trace->entries()) {
                if (entry.tensor.axes()[0] == axis::head) // rows of scores end earlier in a shorter text
                    continue;
                const double worst = difference(entry.tensor.values(), rowsOf(whole->at(entry.name()), past, step));
                QVERIFY2(worst <= 1e-5, qPrintable(QString("%1 after %2: %3").arg(entry.name().c_str()).arg(past).arg(worst)));
            }
        }
        QCOMPARE(cache.tokens(), Index(9));
    }
}

void TestMixers::laterTokensChangeNothingBefore()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    std::vector<TokenId> ids = textOf(9);
    const std::shared_ptr<Trace> before = small.run(ids);
    ids[6] = (ids[6] + 1) % 13;
    const std::shared_ptr<Trace> after = small.run(ids);
    for (const TraceEntry& entry : before->entries())
        if (!entry.name().ends_with("scores_content")) // complete also where masked
            QVERIFY2(rowsOf(entry.tensor, 0, 6) == rowsOf(after->at(entry.name()), 0, 6), entry.name().c_str());
    QVERIFY(rowsOf(before->at("logits"), 7, 1) != rowsOf(after->at("logits"), 7, 1)); // and the next token sees it
}

void TestMixers::packedSequencesAreSeparate()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    const std::vector<TokenId> ids = textOf(9);
    const std::shared_ptr<Trace> packed = small.run(ids, nullptr, {0, 4, 5});
    for (const auto& [from, to] : {std::pair<Index, Index>(0, 4), {4, 5}, {5, 9}}) {
        const std::shared_ptr<Trace> alone = small.run({ids.begin() + from, ids.begin() + to});
        for (const TraceEntry& entry : alone->entries()) {
            if (entry.tensor.axes()[0] == axis::head)
                continue;
            const double worst = difference(rowsOf(packed->at(entry.name()), from, to - from), entry.tensor.values());
            QVERIFY2(worst <= 1e-5, qPrintable(QString("%1 from %2: %3").arg(entry.name().c_str()).arg(from).arg(worst)));
        }
    }
}

void TestMixers::notRecordingChangesNothing()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    for (const Index tokens : {9, 70})
        QCOMPARE(difference(small.run(textOf(tokens), nullptr, {}, {"logits"})->at("logits").values(),
                     small.run(textOf(tokens))->at("logits").values()),
            0.0);
}

void TestMixers::parallelRetentionIsRecurrentRetention()
{
    // Where an intervention changes the state, be it by as little as rounding does, the recurrent form computes z.
    const Small small("mixer.kind=retention");
    for (const std::vector<Index>& starts : {std::vector<Index>{0}, {0, 30}}) {
        ForwardInput input{textOf(70)};
        input.sequenceStarts = starts;
        TraceRequest request;
        const std::shared_ptr<Trace> parallel = forward(small.setup, input, request);
        const std::vector<float> almostOne{std::nextafter(1.f, 2.f)};
        request.interventions = {{.at = "blocks.0.mixer.state", .op = InterventionOp::Scale, .value = {{}, almostOne}}};
        const std::shared_ptr<Trace> recurrent = forward(small.setup, input, request);
        for (const char* name : {"mixer.scores", "mixer.z", "mixer.normalized", "mixer.out"}) {
            const std::string full = std::string("blocks.0.") + name;
            QVERIFY(difference(recurrent->at(full).values(), parallel->at(full).values()) <= 1e-5);
        }
        QVERIFY(difference(recurrent->at("blocks.0.mixer.z").values(), parallel->at("blocks.0.mixer.z").values()) > 0);
    }
}

void TestMixers::theStateIsRecordedOnRequestOnly()
{
    const std::map<std::string, Shape> shapes = {{"retention", {4, 3, 5, 5}}, {"linear_recurrence", {4, 1, 3, 18}},
        {"selective_ssm", {4, 1, 16, 36}}, {"state_space_dual", {4, 3, 16, 5}}, {"gated_recurrence", {4, 1, 1, 18}}};
    for (const auto& [kind, shape] : shapes) {
        const Small small("mixer.kind=" + kind);
        QVERIFY(!small.run(textOf(4), nullptr, {}, {})->find("blocks.0.mixer.state"));
        const std::shared_ptr<Trace> asked = small.run(textOf(4), nullptr, {}, {"blocks.0.mixer.state"});
        QCOMPARE(asked->at("blocks.0.mixer.state").shape(), shape);
        QCOMPARE(asked->at("blocks.0.mixer.state").axes(), (Axes{axis::token, axis::head, axis::dState, axis::dHead}));
    }
}

void TestMixers::theLastStateContinuesTheRun()
{
    for (const char* kind : allMixers) {
        const Small small(std::string("mixer.kind=") + kind);
        const std::vector<TokenId> ids = textOf(9);
        KvCache cache(small.setup.config, 9);
        small.run({ids.begin(), ids.begin() + 8}, &cache, {}, {"logits"});
        const std::shared_ptr<Trace> step = small.run({ids.begin() + 8, ids.end()}, &cache);
        const std::shared_ptr<Trace> whole = small.run(ids);
        QVERIFY2(
            difference(step->at("blocks.0.mixer.state").values(), rowsOf(whole->at("blocks.0.mixer.state"), 8, 1)) <= 1e-5, kind);
    }
}

void TestMixers::aReplacedStateActs()
{
    for (const char* kind : allMixers) {
        const Small small(std::string("mixer.kind=") + kind);
        TraceRequest request;
        const std::shared_ptr<Trace> before = forward(small.setup, {textOf(5)}, request);
        std::vector<float> factors; // of the last axis
        const Index width = small.run(textOf(5))->at("blocks.0.mixer.state").columns();
        for (Index i = 0; i < width; ++i)
            factors.push_back(i % 2 == 0 ? 2.f : 1.f);
        request.interventions = {
            {.at = "blocks.0.mixer.state", .slice = {{"token", 2, 2}}, .op = InterventionOp::Scale, .value = {{width}, factors}}};
        const std::shared_ptr<Trace> after = forward(small.setup, {textOf(5)}, request);
        const Tensor &a = before->at("blocks.0.mixer.out"), &b = after->at("blocks.0.mixer.out");
        QVERIFY2(difference(rowsOf(b, 0, 2), rowsOf(a, 0, 2)) <= 1e-5, kind);
        QVERIFY2(difference(rowsOf(b, 2, 2), rowsOf(a, 2, 2)) > 1e-3, kind); // the recurrence reads it a token later
    }
}

void TestMixers::largeExponentsStayFinite()
{
    const Small small("mixer.kind=linear_recurrence");
    TraceRequest request;
    request.patterns = {"*"};
    const Shape shape = small.run(textOf(9))->at("blocks.0.mixer.k").shape();
    std::vector<float> exponents;
    for (Index i = 0; i < elements(shape); ++i)
        exponents.push_back(i % 3 == 0 ? 80.f : i % 3 == 1 ? -80.f : 300.f);
    request.interventions = {{.at = "blocks.0.mixer.k", .op = InterventionOp::Set, .value = {shape, exponents}}};
    const std::shared_ptr<Trace> trace = forward(small.setup, {textOf(9)}, request);
    for (const char* name : {"blocks.0.mixer.wkv", "blocks.0.mixer.state", "logits"})
        for (const float number : trace->at(name).values())
            QVERIFY2(std::isfinite(number), name);
    // A mean of values lies between them.
    const Tensor &wkv = trace->at("blocks.0.mixer.wkv"), &v = trace->at("blocks.0.mixer.v");
    for (Index i = 0; i < v.columns(); ++i) {
        float low = INFINITY, high = -INFINITY;
        for (Index t = 0; t < v.rows(); ++t) {
            low = std::min(low, v.row(t)[i]);
            high = std::max(high, v.row(t)[i]);
            QVERIFY(wkv.row(t)[i] >= low - 1e-5f && wkv.row(t)[i] <= high + 1e-5f);
        }
    }
}

void TestMixers::seededModelsNeitherExplodeNorForget()
{
    for (const char* kind : allMixers) {
        Small small(std::string("mixer.kind=") + kind);
        GeneratedWeights generated;
        small.setup.weights = resolveWeights(small.setup.specs, {}, 3, generated);
        std::vector<TokenId> ids = textOf(200);
        const std::shared_ptr<Trace> trace = small.run(ids);
        ids[180] = (ids[180] + 1) % 13;
        const std::shared_ptr<Trace> other = small.run(ids);
        const Tensor &out = trace->at("blocks.0.mixer.out"), &changed = other->at("blocks.0.mixer.out");
        for (const float number : out.values())
            QVERIFY2(std::abs(number) < 20.f, kind);
        double square = 0;
        for (const float number : out.values())
            square += double(number) * double(number) / double(out.size());
        QVERIFY2(square > 1e-4, kind);
        QVERIFY2(difference(rowsOf(changed, 199, 1), rowsOf(out, 199, 1)) > 1e-4, kind); // 19 tokens later
    }
}

QTEST_GUILESS_MAIN(TestMixers)
#include "tst_mixers.moc"
