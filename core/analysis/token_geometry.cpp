#include "core/analysis/token_geometry.h"

#include "core/analysis/symmetric_eigen.h"
#include "core/base/engine_use.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

Matrix cosineSimilarities(const ConstMatrixView& vectors)
{
    countEngineUse();
    Eigen::MatrixXd units = vectors.cast<double>();
    for (Index row = 0; row < units.rows(); ++row) {
        const double length = units.row(row).norm();
        if (length > 0 && std::isfinite(length))
            units.row(row) /= length;
        else
            units.row(row).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    const Eigen::MatrixXd cosines = units * units.transpose();
    Matrix result(cosines.rows(), cosines.cols());
    for (Index i = 0; i < cosines.rows(); ++i)
        for (Index j = 0; j < cosines.cols(); ++j)
            result(i, j) = std::isnan(cosines(i, j)) ? std::numeric_limits<float>::quiet_NaN()
                                                     : std::clamp(float(cosines(i, j)), -1.F, 1.F);
    return result;
}

PrincipalPlane principalPlane(const ConstMatrixView& vectors)
{
    countEngineUse();
    PrincipalPlane plane;
    if (vectors.size() == 0 || !vectors.allFinite())
        return plane;
    Eigen::MatrixXd centred = vectors.cast<double>();
    centred.rowwise() -= Eigen::RowVectorXd(centred.colwise().mean());
    plane.points = Eigen::MatrixXd::Zero(centred.rows(), 2);
    const double variance = centred.squaredNorm();
    // Of equal rows the mean is off by a rounding error: that is no spread.
    if (variance <= 1e-24 * vectors.cast<double>().squaredNorm())
        return plane;
    // The right singular vectors are the eigenvectors of XᵀX, and Xᵀ times those of XXᵀ, whichever is smaller.
    const bool isWide = centred.cols() > centred.rows();
    const SymmetricEigen found = symmetricEigen(
        isWide ? Eigen::MatrixXd(centred * centred.transpose()) : Eigen::MatrixXd(centred.transpose() * centred),
        EigenPart::ValuesAndVectors);
    const Index count = found.values.size();
    for (Index component = 0; component < std::min<Index>(2, count); ++component) {
        const double square = found.values(count - 1 - component);
        if (square <= 1e-24 * variance)
            break; // no spread in a further direction
        Eigen::VectorXd direction = found.vectors.col(count - 1 - component);
        if (isWide)
            direction = (centred.transpose() * direction).normalized();
        Index largest = 0;
        direction.cwiseAbs().maxCoeff(&largest);
        if (direction(largest) < 0)
            direction = -direction;
        plane.points.col(component) = centred * direction;
        plane.explained[std::size_t(component)] = square / variance;
    }
    return plane;
}

} // namespace core
