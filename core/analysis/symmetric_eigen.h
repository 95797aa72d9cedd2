#pragma once

// Eigenvalues and eigenvectors of symmetric matrices, for every analysis that needs them: the solver's templates take the compiler
// longer than all of their callers together, so they are compiled in one place.

#include <Eigen/Core>

namespace core {

struct SymmetricEigen
{
    Eigen::VectorXd values; // [component], ascending
    Eigen::MatrixXd vectors; // [row, component], orthonormal columns; empty where only values are asked for
};

enum class EigenPart { Values, ValuesAndVectors };

/// Of a symmetric matrix of finite numbers, whose lower triangle is read (QR iteration on the tridiagonal form; Golub & Van Loan,
/// Matrix Computations, 8.3).
SymmetricEigen symmetricEigen(const Eigen::MatrixXd& matrix, EigenPart part);

} // namespace core
