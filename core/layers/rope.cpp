#include "core/layers/rope.h"

#include "core/base/kernels.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace core {

namespace {

/// The numbers of each head that turn: `dims` of them (an odd number is rounded up) from `offset` on, the others are copied;
/// `direction` −1 turns them back, which is also what a gradient does.
struct Turn
{
    Index offset = 0;
    Index dims = 0;
    double direction = 1.0;
};

/// cos and sin of the positions of a text [position, pair], kept on a thread from one turn to the next: a pass turns the queries
/// and keys of every layer by the same angles.
class TurnTable
{
public:
    /// Of positions below `count`.
    void prepare(const RopeAngles& angles, Index count)
    {
        if (angles.frequencies != m_angles.frequencies || angles.attentionFactor != m_angles.attentionFactor) {
            m_angles = angles;
            m_cosines.clear();
            m_sines.clear();
            m_count = 0;
        }
        for (; m_count < count; ++m_count)
            for (const double frequency : angles.frequencies) {
                const double angle = double(m_count) * frequency;
                m_cosines.push_back(float(std::cos(angle) * angles.attentionFactor));
                m_sines.push_back(float(std::sin(angle) * angles.attentionFactor));
            }
    }
    const float* cosines(Index position) const { return m_cosines.data() + std::size_t(position) * m_angles.frequencies.size(); }
    const float* sines(Index position) const { return m_sines.data() + std::size_t(position) * m_angles.frequencies.size(); }

    static constexpr Index longest = 4096;

private:
    RopeAngles m_angles;
    std::vector<float> m_cosines, m_sines;
    Index m_count = 0;
};

/// y of x [token, head, d].
void turn(const Rope& rope, const Scope& scope, const Tensor& x, const TokenPlaces& places, const Turn& by, Tensor& y)
{
    const auto& [offset, dims, direction] = by;
    if (scope.planning())
        return;
    const Index heads = x.dim(1), width = x.dim(2), pairs = (dims + 1) / 2;
    std::map<Index, RopeAngles> byLength; // texts of one length share their angles
    for (Index t = 0; t < places.tokens(); ++t)
        if (const Index length = places.length(t); !byLength.count(length))
            byLength[length] = rope.anglesOf(dims, length);

    const Index past = places.positions.empty() ? 0 : 1 + *std::max_element(places.positions.begin(), places.positions.end());
    thread_local TurnTable ofThread;
    TurnTable* const table = byLength.size() == 1 && past <= TurnTable::longest && 16 * x.dim(0) >= past ? &ofThread : nullptr;
    if (table)
        table->prepare(byLength.begin()->second, past);

    scope.rows(x.dim(0), 2 * heads * width + 32 * pairs, [&, offset = offset, direction = direction](Index t) {
        thread_local std::vector<float> ownCosines, ownSines;
        const float* cosines = nullptr;
        const float* sines = nullptr;
        const Index position = places.positions[std::size_t(t)];
        if (table) {
            cosines = table->cosines(position);
            sines = table->sines(position);
        } else {
            const RopeAngles& angles = byLength.at(places.length(t));
            ownCosines.resize(std::size_t(pairs));
            ownSines.resize(std::size_t(pairs));
            for (std::size_t i = 0; i < std::size_t(pairs); ++i) {
                const double angle = double(position) * angles.frequencies[i];
                ownCosines[i] = float(std::cos(angle) * angles.attentionFactor);
                ownSines[i] = float(std::sin(angle) * angles.attentionFactor);
            }
            cosines = ownCosines.data();
            sines = ownSines.data();
        }
        const float back = float(direction);
        const bool isHalf = rope.pairing == RopePairing::HalfSplit;
        if (isHalf)
            kernels::best().turnHalves({x.data() + t * heads * width + offset, cosines, sines, back, pairs, heads, width,
                y.data() + t * heads * width + offset});
        for (Index head = 0; head < heads; ++head) {
            const float* from = x.data() + (t * heads + head) * width;
            float* to = y.data() + (t * heads + head) * width;
            std::copy(from, from + offset, to);
            for (Index i = 0; !isHalf && i < pairs; ++i) {
                const Index a = offset + 2 * i, b = a + 1;
                const float c = cosines[i], s = sines[i] * back;
                to[a] = from[a] * c - from[b] * s;
                to[b] = from[a] * s + from[b] * c;
            }
            std::copy(from + offset + 2 * pairs, from + width, to + offset + 2 * pairs);
        }
    });
}

} // namespace

Index Rope::frequencyDims(Index dHead) const { return std::min(Index(double(dHead) * fraction), dHead - dHead % 2); }

RopeAngles Rope::anglesOf(Index dims, Index length) const
{
    return std::visit(
        [&](const auto& kind) {
            Index original = context;
            if constexpr (requires { kind.originalContext; })
                original = kind.originalContext > 0 ? kind.originalContext : context;
            return kind.angles({dims, base, double(original), length});
        },
        scaling);
}

void Rope::rotate(const Scope& scope, const Tensor& x, const TokenPlaces& places, Tensor& y) const
{
    turn(*this, scope, x, places, {0, frequencyDims(x.dim(2))}, y);
}

void Rope::rotateBackward(const BackScope& scope, const Tensor& dy, const TokenPlaces& places, Tensor& dx) const
{
    turn(*this, scope.forward(), dy, places, {0, frequencyDims(dy.dim(2)), -1.0}, dx);
}

void Rope::rotateLast(const Scope& scope, const Tensor& x, const TokenPlaces& places, Index dims, Tensor& y) const
{
    turn(*this, scope, x, places, {x.dim(2) - dims, dims - dims % 2}, y);
}

void Rope::rotateLastBackward(const BackScope& scope, const Tensor& dy, const TokenPlaces& places, Index dims, Tensor& dx) const
{
    turn(*this, scope.forward(), dy, places, {dy.dim(2) - dims, dims - dims % 2, -1.0}, dx);
}

std::optional<TurnedPair> Rope::turnedPair(Index dim, Index dHead, Index position, Index textLength) const
{
    const Index pairs = rotatedDims(dHead) / 2;
    if (dim >= 2 * pairs)
        return {};
    const bool half = pairing == RopePairing::HalfSplit;
    const Index pair = half ? dim % pairs : dim / 2;
    const RopeAngles angles = anglesOf(frequencyDims(dHead), textLength);
    const double frequency = angles.frequencies[std::size_t(pair)], angle = double(position) * frequency;
    return TurnedPair{.pair = pair,
        .first = half ? pair : 2 * pair,
        .second = half ? pair + pairs : 2 * pair + 1,
        .frequency = frequency,
        .cosine = double(float(std::cos(angle) * angles.attentionFactor)),
        .sine = double(float(std::sin(angle) * angles.attentionFactor))};
}

void Rope::settle(Index trainedContext)
{
    context = trainedContext;
    std::visit(
        [&](auto& kind) {
            if constexpr (requires { kind.originalContext; })
                if (kind.originalContext == context)
                    kind.originalContext = 0;
        },
        scaling);
}

double Rope::latentGrowth() const
{
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.latentGrowth(); })
                return kind.latentGrowth();
            else
                return 1.0;
        },
        scaling);
}

void Rope::check(const BlockSizes& sizes) const
{
    const Index dims = sizes.dTurning > 0 ? sizes.dTurning : rotatedDims(sizes.dHead);
    std::visit(
        [&](const auto& kind) {
            if constexpr (requires { kind.check(dims); })
                kind.check(dims / 2);
        },
        scaling);
}

} // namespace core
