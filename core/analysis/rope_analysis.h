#pragma once

// Rotation of the vectors of one head by rotary positions, pair by pair: a pair is a point of the complex plane, its rotation the
// product with e^{ipθ}. Angles come from core/layers/rope.h; what runs is there, what explains it is here.

#include "core/layers/rope.h"

#include <array>
#include <complex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The two numbers of a pair, first + i·second.
using PairPoint = std::complex<double>;

/// Which numbers of a head's vector turn, and how.
struct Rotation
{
    Rope rope;
    Index offset = 0; // the first dimension that turns (latent attention: behind d_nope)
    Index dims = 0; // that turn, an even number
    Index frequencyDims = 0; // d of the exponents: dims, or one less
    RopeAngles angles; // for the length of the text

    Index pairs() const { return dims / 2; }
    std::pair<Index, Index> dimsOf(Index pair) const; // within the head's vector
    Index pairOf(Index dim) const; // −1: this one does not turn
};

/// `frequencyDims` of the vector turn, an odd number rounded up. REQUIRES: with offset they fit the vector of a head.
Rotation rotationOf(const Rope& rope, Index offset, Index frequencyDims, Index length);

/// Tokens a full turn takes, of each pair: 2π/θ.
std::vector<double> wavelengths(const RopeAngles& angles);

/// [pairs]. REQUIRES: the vector has all dimensions that turn.
std::vector<PairPoint> pairPoints(std::span<const float> vector, const Rotation& rotation);

/// z·e^{ipθ}, times the attention factor of the scaling.
PairPoint turned(PairPoint z, const RopeAngles& angles, Index pair, double position);

/// The whole vector at a position; what does not turn is copied.
std::vector<double> turnedVector(std::span<const float> vector, const Rotation& rotation, double position);

/// Half-split on a vector and interleaved on the same vector with its numbers reordered are one rotation: the largest
/// difference between the two in float32.
double reorderingError(std::span<const float> vector, const Rotation& rotation, double position);

/// A query and a key, or the mean over many, as far as their score needs them: q·conj(k) of each pair, and what does not turn.
struct PairProducts
{
    std::vector<PairPoint> pairs; // [pairs]
    double rest = 0; // Σ over the dimensions that do not turn
};

PairProducts pairProducts(std::span<const float> q, std::span<const float> k, const Rotation& rotation);

/// Mean over all (query, key) with key ≤ query of vectors [token, width] that stand `stride` floats apart.
PairProducts meanPairProducts(
    const float* q, Index qStride, const float* k, Index kStride, Index tokens, Index width, const Rotation& rotation);

/// What each pair adds to q·k at a distance query − key: Re(q·conj(k)·e^{iθ·distance}), attention factor included. [pairs]
std::vector<double> pairTerms(const PairProducts& products, const RopeAngles& angles, double distance);

/// Σ of pairTerms, and the rest.
double productAt(const PairProducts& products, const RopeAngles& angles, double distance);

/// R of an angle, row by row, in the precision of the model.
using Turn = std::array<float, 4>;
Turn turnMatrix(double angle);
Turn transposed(const Turn& m);
Turn product(const Turn& a, const Turn& b);

/// The largest |R_i·R_jᵀ − R_{i−j}| over all numbers of all pairs, in float32.
double relativeError(const RopeAngles& angles, Index i, Index j);

/// The angles under one kind of scaling.
struct ScaledAngles
{
    RopeScaling kind;
    RopeAngles angles;
};

/// Every kind with this factor and trained length, the kind in use with its other parameters, for a text of `length` tokens.
std::vector<ScaledAngles> everyScaling(const Rotation& rotation, double factor, Index trained, Index length);

/// The factor that the scaling in use states; 0: none.
double scalingFactor(const RopeScaling& scaling);

/// The length that the scaling in use takes for trained: the one it states, else the context.
Index trainedLength(const Rope& rope);

} // namespace core
