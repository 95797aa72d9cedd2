#pragma once

// Geometry of token vectors: the cosine of every pair, and the plane of their first two principal components.

#include "core/base/tensor.h"

#include <array>

namespace core {

/// cos(row i, row j) of every pair of rows [row, row], within −1 … 1. NaN where a vector is all 0 or not finite.
Matrix cosineSimilarities(const ConstMatrixView& vectors);

struct PrincipalPlane
{
    Eigen::MatrixXd points; // [row, 2]: along the first two principal components, from the mean of all rows
    std::array<double, 2> explained{0, 0}; // their shares of the variance, 0 … 1; both 0 where all rows are one

    bool isEmpty() const { return points.rows() == 0; }
};

/// The rows, centred, on the two directions in which they vary most (singular value decomposition of the rows, by way of their smaller product). A component points to where
/// its largest weight is positive, so that a picture of the same numbers is the same. Empty when there are no rows, or where one
/// of the numbers is not finite.
PrincipalPlane principalPlane(const ConstMatrixView& vectors);

} // namespace core
