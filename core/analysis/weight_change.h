#pragma once

// WeightChange: ΔW, the matrices of one model less those of another with the same shapes: how large it is in each block, and its
// singular values.

#include "core/analysis/weight_matrices.h"

namespace core {

/// ΔW = W_B − W_A of one matrix in each block of A; NaN where B has none of this name and shape there, or A none of this name. Of
/// a matrix in no block there is one number.
struct MatrixChange
{
    std::string name; // "attn.q"; in no block "embed"
    std::vector<double> norms; // ‖ΔW‖, the root of the sum of squares
    std::vector<double> before; // ‖W_A‖

    /// ‖ΔW‖ / ‖W_A‖; NaN where there is no difference, infinite where W_A is 0 and W_B is not.
    double relative(std::size_t row) const;
};

struct WeightChange
{
    std::vector<BlockPlace> rows; // of A, as blockPlaces() has them
    std::vector<MatrixChange> blocks; // a number for each row
    std::vector<MatrixChange> outside; // in no block
};

/// Of every matrix that A has, in the order of a pass; of a mixture those of one expert, as in blockMatrices(). Throws Error when a
/// file cannot be read, Stopped.
WeightChange weightChange(const Setup& a, const Setup& b, Index expert, const RunControl& control);

/// The singular values of ΔW of the matrices of a block that both have in the same shape; none of one that is wider and higher
/// than `maxSpectrum`. Throws Error when a file cannot be read, Stopped.
std::vector<Spectrum> changeSpectra(
    const Setup& a, const Setup& b, const BlockPlace& block, Index expert, const RunControl& control);

/// The same of the matrices in no block.
std::vector<Spectrum> outsideSpectra(const Setup& a, const Setup& b, const RunControl& control);

} // namespace core
