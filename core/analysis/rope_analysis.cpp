#include "core/analysis/rope_analysis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

std::pair<Index, Index> Rotation::dimsOf(Index pair) const
{
    const bool isHalf = rope.pairing == RopePairing::HalfSplit;
    return {offset + (isHalf ? pair : 2 * pair), offset + (isHalf ? pair + pairs() : 2 * pair + 1)};
}

Index Rotation::pairOf(Index dim) const
{
    for (Index pair = 0; pair < pairs(); ++pair)
        if (const auto [a, b] = dimsOf(pair); a == dim || b == dim)
            return pair;
    return -1;
}

Rotation rotationOf(const Rope& rope, Index offset, Index frequencyDims, Index length)
{
    return {rope, offset, frequencyDims + frequencyDims % 2, frequencyDims, rope.anglesOf(frequencyDims, length)};
}

std::vector<double> wavelengths(const RopeAngles& angles)
{
    std::vector<double> result;
    for (const double frequency : angles.frequencies)
        result.push_back(2 * std::numbers::pi / frequency);
    return result;
}

std::vector<PairPoint> pairPoints(std::span<const float> vector, const Rotation& rotation)
{
    std::vector<PairPoint> points;
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [a, b] = rotation.dimsOf(pair);
        points.emplace_back(double(vector[std::size_t(a)]), double(vector[std::size_t(b)]));
    }
    return points;
}

PairPoint turned(PairPoint z, const RopeAngles& angles, Index pair, double position)
{
    return z * std::polar(angles.attentionFactor, position * angles.frequencies[std::size_t(pair)]);
}

std::vector<double> turnedVector(std::span<const float> vector, const Rotation& rotation, double position)
{
    std::vector<double> result(vector.begin(), vector.end());
    const std::vector<PairPoint> points = pairPoints(vector, rotation);
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [a, b] = rotation.dimsOf(pair);
        const PairPoint z = turned(points[std::size_t(pair)], rotation.angles, pair, position);
        result[std::size_t(a)] = z.real();
        result[std::size_t(b)] = z.imag();
    }
    return result;
}

double reorderingError(std::span<const float> vector, const Rotation& rotation, double position)
{
    Rotation half = rotation, interleaved = rotation;
    half.rope.pairing = RopePairing::HalfSplit;
    interleaved.rope.pairing = RopePairing::Interleaved;
    std::vector<float> reordered(vector.begin(), vector.end());
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [from, fromSecond] = half.dimsOf(pair);
        const auto [to, toSecond] = interleaved.dimsOf(pair);
        reordered[std::size_t(to)] = vector[std::size_t(from)];
        reordered[std::size_t(toSecond)] = vector[std::size_t(fromSecond)];
    }
    const std::vector<double> a = turnedVector(vector, half, position), b = turnedVector(reordered, interleaved, position);
    double largest = 0;
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [from, fromSecond] = half.dimsOf(pair);
        const auto [to, toSecond] = interleaved.dimsOf(pair);
        largest = std::max({largest, std::abs(double(float(a[std::size_t(from)])) - double(float(b[std::size_t(to)]))),
            std::abs(double(float(a[std::size_t(fromSecond)])) - double(float(b[std::size_t(toSecond)])))});
    }
    return largest;
}

PairProducts pairProducts(std::span<const float> q, std::span<const float> k, const Rotation& rotation)
{
    PairProducts result;
    const std::vector<PairPoint> qs = pairPoints(q, rotation), ks = pairPoints(k, rotation);
    for (std::size_t pair = 0; pair < qs.size(); ++pair)
        result.pairs.push_back(qs[pair] * std::conj(ks[pair]));
    const auto first = std::size_t(rotation.offset), last = std::size_t(rotation.offset + rotation.dims);
    for (std::size_t dim = 0; dim < std::min(q.size(), k.size()); ++dim)
        if (dim < first || dim >= last)
            result.rest += double(q[dim]) * double(k[dim]);
    return result;
}

PairProducts meanPairProducts(
    const float* q, Index qStride, const float* k, Index kStride, Index tokens, Index width, const Rotation& rotation)
{
    // Σ over key ≤ query of q·conj(k) = Σ over queries of q·conj(Σ of the keys so far).
    PairProducts mean;
    mean.pairs.resize(std::size_t(rotation.pairs()));
    std::vector<double> keys(std::size_t(width), 0.0);
    for (Index token = 0; token < tokens; ++token) {
        const float* query = q + token * qStride;
        for (std::size_t dim = 0; dim < keys.size(); ++dim)
            keys[dim] += double(k[token * kStride + Index(dim)]);
        for (Index pair = 0; pair < rotation.pairs(); ++pair) {
            const auto [a, b] = rotation.dimsOf(pair);
            mean.pairs[std::size_t(pair)] += PairPoint(double(query[a]), double(query[b]))
                * std::conj(PairPoint(keys[std::size_t(a)], keys[std::size_t(b)]));
        }
        for (Index dim = 0; dim < width; ++dim)
            if (dim < rotation.offset || dim >= rotation.offset + rotation.dims)
                mean.rest += double(query[dim]) * keys[std::size_t(dim)];
    }
    const double count = std::max(1.0, double(tokens) * double(tokens + 1) / 2);
    for (PairPoint& pair : mean.pairs)
        pair /= count;
    mean.rest /= count;
    return mean;
}

std::vector<double> pairTerms(const PairProducts& products, const RopeAngles& angles, double distance)
{
    std::vector<double> terms;
    const double factor = angles.attentionFactor * angles.attentionFactor; // of q and of k
    for (std::size_t pair = 0; pair < products.pairs.size(); ++pair)
        terms.push_back(factor * (products.pairs[pair] * std::polar(1.0, distance * angles.frequencies[pair])).real());
    return terms;
}

double productAt(const PairProducts& products, const RopeAngles& angles, double distance)
{
    double sum = products.rest;
    for (const double term : pairTerms(products, angles, distance))
        sum += term;
    return sum;
}

Turn turnMatrix(double angle)
{
    const float c = float(std::cos(angle)), s = float(std::sin(angle));
    return {c, -s, s, c};
}

Turn transposed(const Turn& m) { return {m[0], m[2], m[1], m[3]}; }

Turn product(const Turn& a, const Turn& b)
{
    return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
}

double relativeError(const RopeAngles& angles, Index i, Index j)
{
    double largest = 0;
    for (const double frequency : angles.frequencies) {
        const Turn both = product(turnMatrix(double(i) * frequency), transposed(turnMatrix(double(j) * frequency)));
        const Turn one = turnMatrix(double(i - j) * frequency);
        for (std::size_t n = 0; n < one.size(); ++n)
            largest = std::max(largest, std::abs(double(both[n]) - double(one[n])));
    }
    return largest;
}

std::vector<ScaledAngles> everyScaling(const Rotation& rotation, double factor, Index trained, Index length)
{
    std::vector<ScaledAngles> result;
    for (RopeScaling kind : FamilyTraits<RopeScaling>::defaults()) {
        if (kind.index() == rotation.rope.scaling.index())
            kind = rotation.rope.scaling;
        std::visit(
            [&](auto& one) {
                if constexpr (requires { one.factor; })
                    one.factor = factor;
                if constexpr (requires { one.originalContext; })
                    one.originalContext = trained;
            },
            kind);
        Rope rope = rotation.rope;
        rope.scaling = kind;
        rope.context = trained;
        result.push_back({kind, rope.anglesOf(rotation.frequencyDims, length)});
    }
    return result;
}

double scalingFactor(const RopeScaling& scaling)
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.factor; })
                return kind.factor;
            else
                return 0.0;
        },
        scaling);
}

Index trainedLength(const Rope& rope)
{
    return std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.originalContext; })
                return kind.originalContext > 0 ? kind.originalContext : rope.context;
            else
                return rope.context;
        },
        rope.scaling);
}

} // namespace core
