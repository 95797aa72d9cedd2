#include "core/analysis/token_geometry.h"

#include "core/base/engine_use.h"

#include <Eigen/SVD>

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
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinV);
    for (Index component = 0; component < std::min<Index>(2, svd.matrixV().cols()); ++component) {
        Eigen::VectorXd direction = svd.matrixV().col(component);
        Index largest = 0;
        direction.cwiseAbs().maxCoeff(&largest);
        if (direction(largest) < 0)
            direction = -direction;
        plane.points.col(component) = centred * direction;
        const double singular = svd.singularValues()(component);
        plane.explained[std::size_t(component)] = singular * singular / variance;
    }
    return plane;
}

} // namespace core
