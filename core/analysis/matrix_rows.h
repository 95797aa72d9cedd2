#pragma once

// MatrixRows: a matrix that is read a few rows at a time, so that one of a file is never held whole, and what is computed of it.

#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/base/weights.h"

#include <functional>
#include <vector>

namespace core {

struct MatrixRows
{
    Index rows = 0, columns = 0; // both above 0
    std::function<void(Index first, Index count, float* to)> read; // rows [first, first + count), row-major
};

/// The rows of a stored matrix, which must outlive the result. REQUIRES: rank 2.
MatrixRows rowsOf(const WeightTensor& tensor);

/// b − a, number by number; both must outlive the result. REQUIRES: rank 2 and equal shapes.
MatrixRows differenceRows(const WeightTensor& a, const WeightTensor& b);

/// Calls `with` for one group of rows after the other. Throws Error when a file cannot be read, Stopped.
void forEachRows(const MatrixRows& matrix, const RunControl& control,
    const std::function<void(Index first, const ConstMatrixView& rows)>& with);

/// The sum of the squares of all numbers.
double squaresOf(const ConstMatrixView& rows);

/// The Frobenius norm: the root of the sum of all squares. Throws as forEachRows().
double normOf(const MatrixRows& matrix, const RunControl& control);

/// The singular values, the largest first: the roots of the eigenvalues of W Wᵀ, or of Wᵀ W, whichever is smaller, in double.
/// Throws as forEachRows().
std::vector<double> singularValues(const MatrixRows& matrix, const RunControl& control);

} // namespace core
