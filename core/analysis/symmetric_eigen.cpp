#include "core/analysis/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace core {

SymmetricEigen symmetricEigen(const Eigen::MatrixXd& matrix, EigenPart part)
{
    const bool withVectors = part == EigenPart::ValuesAndVectors;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
        matrix, withVectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
    return {solver.eigenvalues(), withVectors ? solver.eigenvectors() : Eigen::MatrixXd()};
}

} // namespace core
