#pragma once

// WeightMatrices: the matrices of a block as numbers to look at, their singular values, and how large each is over the layers.

#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/run/model.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A block: of the encoder of two stacks, or of the decoder or the only stack.
struct BlockPlace
{
    BlockPlace(Index layerOfStack, bool isOfEncoderStack = false)
        : layer(layerOfStack)
        , isOfEncoder(isOfEncoderStack)
    {
    }
    Index layer;
    bool isOfEncoder;

    /// "encoder.blocks.3.attn.q".
    std::string nameOf(std::string_view rest) const;
};

/// Every block in the order of a pass: those of an encoder first.
std::vector<BlockPlace> blockPlaces(const Setup& setup);

/// Names within a block, "mlp.experts.3", of the experts of a mixture that have matrices: those that are chosen from, then the
/// shared ones, "mlp.shared.0". Empty where the layer has none.
std::vector<std::string> blockExperts(const Setup& setup, const BlockPlace& block);

/// Names within a block, "attn.q", of its projections in the order of a pass; of a mixture those of one expert, counted as
/// blockExperts() does (the last one where it has fewer).
std::vector<std::string> blockMatrices(const Setup& setup, const BlockPlace& block, Index expert);

/// The weights of a projection, "attn.q", or of an expert's, "mlp.experts.3.up"; nullptr where the layer has no such matrix.
const WeightTensor* blockMatrix(const Setup& setup, const BlockPlace& block, std::string_view name);

/// Names of the matrices that are in no block, "embed", "encoder.pos_embed", in the order of a pass; one with several names by the
/// first of them.
std::vector<std::string> outsideMatrices(const Setup& setup);

/// The weights of this name, "embed", or "blocks.3.attn.q"; nullptr where it is no matrix of the setup.
const WeightTensor* matrixNamed(const Setup& setup, std::string_view name);

struct BlockMatrix
{
    std::string name; // "attn.q"
    Index rows = 0, columns = 0;       // [out, in], as the engine multiplies it
    Index blockRows = 1, blockColumns = 1; // of the matrix that one cell stands for: its largest magnitude, with its sign
    std::shared_ptr<const Matrix> cells = nullptr;
    double norm = 0;    // ‖W‖, the root of the sum of squares
    double largest = 0; // magnitude
};

struct BlockMatrices
{
    std::vector<BlockMatrix> all;

    std::size_t bytes() const;
};

/// More cells than that are put together in blocks.
inline constexpr Index maxWeightCells = Index(1) << 24;

/// Throws Error when a file cannot be read, Stopped.
BlockMatrices blockMatricesOf(const Setup& setup, const BlockPlace& block, Index expert, const RunControl& control);

/// The singular values of a matrix, the largest first; none when it is wider and higher than `maxSpectrum`.
struct Spectrum
{
    std::string name;
    Index rows = 0, columns = 0;
    std::vector<double> values;

    /// How many of them hold this share of the sum of their squares.
    Index holding(double share) const;

    /// The sum of the squares over the largest square: into how many directions the matrix writes as much as into its first. 0
    /// without values, and of a matrix of zeros.
    double stableRank() const;

    /// How many are larger than max(rows, columns) · 2⁻²³ · the largest: the others are what rounding to float32 leaves.
    Index rank() const;
};
inline constexpr Index maxSpectrum = 1024;

std::vector<Spectrum> spectraOf(const Setup& setup, const BlockPlace& block, Index expert, const RunControl& control);

/// ‖W‖ of one matrix in each layer of a stack; NaN where a layer has none of this name.
struct NormsOfMatrix
{
    std::string name;
    std::vector<double> norms;
};

/// How the weights of a matrix are spread: `shares` of them in equal bins from −range to range, the outer ones with all beyond.
struct WeightSpread
{
    std::string name;
    double range = 0; // the least power of two that is four times the RMS of the widest matrix of the layer
    double rms = 0; // root mean square of the weights
    std::vector<double> shares = {}; // [spreadBins], sum 1
};
inline constexpr std::size_t spreadBins = 64;

/// Throws Error when a file cannot be read, Stopped.
std::vector<WeightSpread> weightSpreads(const Setup& setup, const BlockPlace& block, Index expert, const RunControl& control);

std::vector<NormsOfMatrix> matrixNorms(const Setup& setup, Index expert, bool isOfEncoder, const RunControl& control);

} // namespace core
