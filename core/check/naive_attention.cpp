// The attention of the naive twin.

#include "core/check/naive_pass.h"

#include "core/check/naive_formulas.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core::naive {

namespace {

/// With 8 binary digits.
double rounded(double x)
{
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(mantissa, 8)), exponent - 8);
}

constexpr double never = -std::numeric_limits<double>::infinity();

} // namespace

Heads NaivePass::split(const Rows& x, Index heads)
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

Heads NaivePass::rotated(const Rope& rope, Heads x)
{
    for (std::size_t p = 0; p < x.size(); ++p)
        for (Vector& head : x[p]) {
            std::size_t dims = std::size_t(double(head.size()) * rope.fraction);
            const std::size_t said = dims; // in the exponents
            dims += dims % 2; // an odd number is rounded up
            while (dims > head.size())
                dims -= 2;
            const Vector before = head;
            for (std::size_t pair = 0; pair < dims / 2; ++pair) {
                const double angle
                    = double(p) / std::pow(rope.base, 2.0 * double(pair) / double(std::min(said, head.size() - head.size() % 2)));
                const bool interleaved = rope.pairing == RopePairing::Interleaved;
                const std::size_t first = interleaved ? 2 * pair : pair;
                const std::size_t second = interleaved ? 2 * pair + 1 : pair + dims / 2;
                head[first] = before[first] * std::cos(angle) - before[second] * std::sin(angle);
                head[second] = before[second] * std::cos(angle) + before[first] * std::sin(angle);
            }
        }
    return x;
}

void NaivePass::clip(double limit, Heads& x)
{
    for (Rows& token : x)
        for (Vector& head : token)
            for (double& number : head)
                if (limit > 0 && std::abs(number) > limit)
                    number = number > 0 ? limit : -limit;
}

Rows NaivePass::attention(const BlockConfig& config, const std::string& at, const Rows& x)
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
                    const double penalty = isRounded ? std::abs(rounded(m * rounded(double(i))) - rounded(m * rounded(double(j))))
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
            count(2 * double(m_tokens * config.dHead));
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

} // namespace core::naive
