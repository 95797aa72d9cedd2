#pragma once

// What parts of pictures of a run hold, computed from the trace by plain loops.

#include "core/trace/trace.h"
#include "widgets/figure/figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace support {

/// What a part of a picture must hold, computed from the trace by plain loops.
using NumberList = std::vector<double>;
struct Claim
{
    enum class Place
    {
        All,
        First, // of what is drawn: what is claimed, then more
        Last   // what is added up, then the sum that is claimed
    };
    const char* figure;
    const char* part;   // of figureNumbers()
    const char* tensor; // of the trace, "attn.pattern" one of every block: another one, another picture
    NumberList (*expected)(const core::Trace& trace, const widgets::Selection& at);
    const char* choice = nullptr; // that the model needs for it
    Place place = Place::All;
    const char* show = nullptr; // the page; null: the first
};

inline const core::Tensor& blockTensor(const core::Trace& trace, const widgets::Selection& at, const char* name)
{
    return trace.at(core::blockName(at.layer, name));
}

/// A head's matrix of [head, query, key].
inline NumberList headOf(const core::Tensor& tensor, int head)
{
    const core::Index size = tensor.dim(1) * tensor.dim(2);
    return {tensor.data() + head * size, tensor.data() + (head + 1) * size};
}

/// A head's vector of [token, head, component].
inline NumberList vectorOf(const core::Tensor& tensor, int token, int head)
{
    const float* const first = tensor.data() + (token * tensor.dim(1) + head) * tensor.dim(2);
    return {first, first + tensor.dim(2)};
}

inline NumberList mostLikely(const core::Trace& trace, const widgets::Selection& at, std::size_t count)
{
    const core::Tensor& logits = trace.at("logits");
    NumberList row(logits.row(at.query), logits.row(at.query) + logits.columns());
    const double largest = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (double& value : row)
        sum += value = std::exp(value - largest);
    for (double& value : row)
        value /= sum;
    std::sort(row.rbegin(), row.rend());
    row.resize(count);
    return row;
}

/// Root mean squares of rows, a row of the result for each of these tensors, the last on top.
inline NumberList rootMeanSquares(const core::Trace& trace, std::vector<std::string> names)
{
    NumberList all;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        const core::Tensor& stream = trace.at(*name);
        for (core::Index token = 0; token < stream.rows(); ++token) {
            double squares = 0;
            for (core::Index d = 0; d < stream.columns(); ++d)
                squares += double(stream.row(token)[d]) * double(stream.row(token)[d]);
            all.push_back(std::sqrt(squares / double(stream.columns())));
        }
    }
    return all;
}

/// The score of a query and a key if they stood 0, 1, … apart: rows of the distance and the score, computed from what enters
/// the rotation (halves paired; Su et al. 2021, equation 34).
inline NumberList scoresOverDistance(const core::Trace& trace, const widgets::Selection& at)
{
    const NumberList q = vectorOf(blockTensor(trace, at, "attn.q"), at.query, at.head),
                     k = vectorOf(blockTensor(trace, at, "attn.k"), at.key, at.head);
    const std::size_t half = q.size() / 2;
    const double base = trace.choices["rope"]["base"].get<double>();
    NumberList rows;
    for (int distance = 0; distance <= 200; ++distance) {
        double sum = 0;
        for (std::size_t i = 0; i < half; ++i) {
            const double angle = distance * std::pow(base, -double(i) / double(half));
            sum += (q[i] * k[i] + q[i + half] * k[i + half]) * std::cos(angle)
                + (q[i] * k[i + half] - q[i + half] * k[i]) * std::sin(angle);
        }
        rows.insert(rows.end(), {double(distance), sum / std::sqrt(double(q.size()))});
    }
    return rows;
}

/// What each position says after the last block: the probability of its most likely token.
inline NumberList mostLikelyOfEach(const core::Trace& trace, const widgets::Selection& at)
{
    NumberList row;
    for (widgets::Selection one = at; core::Index(row.size()) < trace.at("logits").rows();
         row.push_back(mostLikely(trace, one, 1)[0]))
        one.query = int(row.size());
    return row;
}

/// Keys with at least 2 % of a query's weight, the heaviest first: rows of key and weight.
inline NumberList heaviestKeys(const core::Trace& trace, const widgets::Selection& at)
{
    const core::Tensor& pattern = blockTensor(trace, at, "attn.pattern");
    const float* const weights = pattern.data() + (at.head * pattern.dim(1) + at.query) * pattern.dim(2);
    std::vector<int> keys;
    for (int key = 0; key <= at.query; ++key)
        if (weights[key] >= 0.02F)
            keys.push_back(key);
    std::sort(keys.begin(), keys.end(), [&](int a, int b) { return weights[a] > weights[b]; });
    NumberList rows;
    for (const int key : keys)
        rows.insert(rows.end(), {double(key), double(weights[key])});
    return rows;
}

inline int layersIn(const core::Trace& trace)
{
    int layers = 0;
    while (trace.find(core::blockName(layers, "resid_post")))
        ++layers;
    return layers;
}

/// What a neuron is at each token before SiLU, and after it.
inline NumberList beforeAndAfter(const core::Trace& trace, const widgets::Selection& at)
{
    const core::Tensor& pre = blockTensor(trace, at, "mlp.pre");
    NumberList rows;
    for (core::Index token = 0; token < pre.rows(); ++token) {
        const auto x = double(pre.row(token)[at.dim]);
        rows.insert(rows.end(), {x, x / (1 + std::exp(-x))});
    }
    return rows;
}

/// Every position and log Z there.
inline NumberList logZOfPositions(const core::Trace& trace, const widgets::Selection&)
{
    NumberList rows;
    for (const float logZ : trace.at("log_z").values())
        rows.insert(rows.end(), {double(rows.size() / 2), double(logZ)});
    return rows;
}

/// The largest eigenvalue of a symmetric matrix, which is taken out of it, by repeated multiplication.
inline double takeLargest(std::vector<NumberList>& matrix)
{
    const std::size_t n = matrix.size();
    NumberList v(n);
    for (std::size_t i = 0; i < n; ++i)
        v[i] = 1 + 0.3 * double(i);
    double value = 0;
    for (int round = 0; round < 40000; ++round) {
        NumberList next(n, 0.0);
        double squares = 0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                next[i] += matrix[i][j] * v[j];
            squares += next[i] * next[i];
        }
        value = std::sqrt(squares);
        for (std::size_t i = 0; i < n; ++i)
            v[i] = next[i] / value;
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            matrix[i][j] -= value * v[i] * v[j];
    return value;
}

/// Thirty steps of descent at rate 0.9 on the two leading curvatures of the vectors before the first norm of the layer: rows of
/// the shallow weight, the steep one and the loss.
inline NumberList descentBefore(const core::Trace& trace, const widgets::Selection& at)
{
    const core::Tensor& stream = blockTensor(trace, at, "resid_pre");
    const auto tokens = std::size_t(stream.rows());
    std::vector<NumberList> products(tokens, NumberList(tokens, 0.0));
    for (std::size_t i = 0; i < tokens; ++i)
        for (std::size_t j = 0; j < tokens; ++j)
            for (core::Index d = 0; d < stream.columns(); ++d)
                products[i][j] += double(stream.row(core::Index(i))[d]) * double(stream.row(core::Index(j))[d]);
    double steep = takeLargest(products), shallow = takeLargest(products);
    const double mean = (steep + shallow) / 2;
    steep /= mean;
    shallow /= mean;
    NumberList rows;
    double up = 1, across = -2;
    for (int step = 0; step <= 30; ++step) {
        rows.insert(rows.end(), {across, up, (steep * up * up + shallow * across * across) / 2});
        up *= 1 - 0.9 * steep;
        across *= 1 - 0.9 * shallow;
    }
    return rows;
}

/// How far the scores of a causal head spread within its rows when only the first d numbers of its vectors are multiplied: rows
/// of d and the spread.
inline NumberList spreadOverWidth(const core::Trace& trace, const widgets::Selection& at)
{
    const core::Tensor &queries = blockTensor(trace, at, "attn.rot_q"), &keys = blockTensor(trace, at, "attn.rot_k");
    const int tokens = int(queries.dim(0)), kvHead = int(at.head * keys.dim(1) / queries.dim(1));
    NumberList rows;
    for (core::Index width = 1, next = 0; width > next; width = std::min(2 * width, queries.dim(2))) {
        double variance = 0;
        for (int query = 1; query < tokens; ++query) {
            double sum = 0, squares = 0;
            for (int key = 0; key <= query; ++key) {
                const NumberList q = vectorOf(queries, query, at.head), k = vectorOf(keys, key, kvHead);
                double score = 0;
                for (std::size_t d = 0; d < std::size_t(width); ++d)
                    score += q[d] * k[d];
                sum += score / (query + 1);
                squares += score * score / (query + 1);
            }
            variance += (squares - sum * sum) / (tokens - 1);
        }
        rows.insert(rows.end(), {double(width), std::sqrt(variance)});
        next = width;
    }
    return rows;
}

/// The mean of a head's bias over all pairs of one distance: rows of distance and mean.
inline NumberList meanOfEachDistance(const core::Trace& trace, const widgets::Selection& at)
{
    const core::Tensor& bias = blockTensor(trace, at, "attn.bias");
    const NumberList numbers = headOf(bias, at.head);
    const auto tokens = std::size_t(bias.dim(1));
    NumberList rows;
    for (std::size_t distance = 0; distance < tokens; ++distance) {
        double sum = 0;
        for (std::size_t key = 0; key + distance < tokens; ++key)
            sum += numbers[(key + distance) * tokens + key];
        rows.insert(rows.end(), {double(distance), sum / double(tokens - distance)});
    }
    return rows;
}

/// What is read back from the picture is what the trace holds.
inline const Claim claims[] = {
    {"flow", "next", "logits", [](const core::Trace& trace, const widgets::Selection& at) { return mostLikely(trace, at, 6); }},
    {"flow", "flow", "logits", mostLikelyOfEach, nullptr, Claim::Place::First}, // its first row
    {"flow", "arcs", "attn.pattern", heaviestKeys},
    {"rope", "score", "attn.q", scoresOverDistance, "position.kind=rope"},
    {"attention", "head", "attn.pattern",
        [](const core::Trace& trace, const widgets::Selection& at) {
            return headOf(blockTensor(trace, at, "attn.pattern"), at.head);
        }},
    {"attention_wall", "wall", "attn.pattern",
        [](const core::Trace& trace, const widgets::Selection&) {
            NumberList all;
            for (int layer = 0; layer < layersIn(trace); ++layer) {
                const core::Tensor& pattern = trace.at(core::blockName(layer, "attn.pattern"));
                all.insert(all.end(), pattern.data(), pattern.data() + pattern.size());
            }
            return all;
        }},
    {"attention_stages", "stage_qk", "attn.scores_content",
        [](const core::Trace& trace, const widgets::Selection& at) { // before it is divided by √d
            NumberList all = headOf(blockTensor(trace, at, "attn.scores_content"), at.head);
            for (double& number : all)
                number *= std::sqrt(double(blockTensor(trace, at, "attn.q").dim(2)));
            return all;
        }},
    {"attention_stages", "stage_softmax", "attn.pattern",
        [](const core::Trace& trace, const widgets::Selection& at) {
            return headOf(blockTensor(trace, at, "attn.pattern"), at.head);
        }},
    {"attention_stages", "stage_out", "attn.out",
        [](const core::Trace& trace, const widgets::Selection& at) {
            const core::Tensor& out = blockTensor(trace, at, "attn.out");
            return NumberList(out.data(), out.data() + out.size());
        }},
    {"attention_cell", "operands", "attn.rot_q",
        [](const core::Trace& trace, const widgets::Selection& at) {
            const NumberList q = vectorOf(blockTensor(trace, at, "attn.rot_q"), at.query, at.head),
                             k = vectorOf(blockTensor(trace, at, "attn.rot_k"), at.key, at.head);
            NumberList rows(q);
            rows.insert(rows.end(), k.begin(), k.end());
            for (std::size_t d = 0; d < q.size(); ++d)
                rows.push_back(q[d] * k[d]);
            return rows;
        },
        "position.kind=rope"},
    {"attention_width", "spread", "attn.rot_q", spreadOverWidth, "position.kind=rope"},
    {"alibi", "attention", "attn.pattern",
        [](const core::Trace& trace, const widgets::Selection& at) {
            return headOf(blockTensor(trace, at, "attn.pattern"), at.head);
        },
        "position.kind=alibi"},
    {"positions", "mean bias", "attn.bias", meanOfEachDistance, "position.kind=shaw"},
    {"norm", "placement", "resid_post",
        [](const core::Trace& trace, const widgets::Selection&) {
            std::vector<std::string> names{core::blockName(0, "resid_pre")};
            for (int layer = 0; layer < layersIn(trace); ++layer)
                names.push_back(core::blockName(layer, "resid_post"));
            return rootMeanSquares(trace, names);
        }},
    {"norm", "before", "resid_pre", descentBefore, nullptr, Claim::Place::All, "descent"},
    {"mixture", "sum", "mlp.out",
        [](const core::Trace& trace, const widgets::Selection& at) { // its last row
            const core::Tensor& out = blockTensor(trace, at, "mlp.out");
            return NumberList(out.row(at.query), out.row(at.query) + out.columns());
        },
        "feed_forward.kind=mixture", Claim::Place::Last},
    {"mixture", "logits", "mlp.router_logits",
        [](const core::Trace& trace, const widgets::Selection& at) {
            const core::Tensor& logits = blockTensor(trace, at, "mlp.router_logits");
            return NumberList(logits.row(at.query), logits.row(at.query) + logits.columns());
        },
        "feed_forward.kind=mixture"},
    {"mixture", "gates", "mlp.gates",
        [](const core::Trace& trace, const widgets::Selection& at) {
            const core::Tensor& gates = blockTensor(trace, at, "mlp.gates");
            return NumberList(gates.row(at.query), gates.row(at.query) + gates.columns());
        },
        "feed_forward.kind=mixture"},
    {"feed_forward", "neuron", "mlp.pre", beforeAndAfter, "activation.kind=silu"},
    {"heads_cache", "MHA v", "attn.v",
        [](const core::Trace& trace, const widgets::Selection& at) { // of the token, all heads
            const core::Tensor& v = blockTensor(trace, at, "attn.v");
            const core::Index size = v.dim(1) * v.dim(2);
            return NumberList(v.data() + at.query * size, v.data() + (at.query + 1) * size);
        },
        "attention.kind=multi_head"},
    {"residual", "stream", "resid_mid",
        [](const core::Trace& trace, const widgets::Selection&) {
            std::vector<std::string> names{core::blockName(0, "resid_pre")};
            for (int layer = 0; layer < layersIn(trace); ++layer)
                for (const char* name : {"resid_mid", "resid_post"})
                    names.push_back(core::blockName(layer, name));
            return rootMeanSquares(trace, names);
        }},
    {"output", "next", "logits",
        [](const core::Trace& trace, const widgets::Selection& at) { return mostLikely(trace, at, 10); }},
    {"logits", "log Z", "log_z", logZOfPositions},
    {"embeddings", "embed", "embed",
        [](const core::Trace& trace, const widgets::Selection&) {
            const core::Tensor& embed = trace.at("embed");
            return NumberList(embed.data(), embed.data() + embed.size());
        }},
};

} // namespace support
