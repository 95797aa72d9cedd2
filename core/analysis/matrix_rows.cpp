#include "core/analysis/matrix_rows.h"

#include "core/analysis/symmetric_eigen.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr Index rowsAtOnce = 64;

} // namespace

MatrixRows rowsOf(const WeightTensor& tensor)
{
    return {
        tensor.shape()[0], tensor.shape()[1], [&tensor](Index first, Index count, float* to) { tensor.read(first, count, to); }};
}

MatrixRows differenceRows(const WeightTensor& a, const WeightTensor& b)
{
    const Index columns = a.shape()[1];
    return {a.shape()[0], columns, [&a, &b, columns](Index first, Index count, float* to) {
                std::vector<float> base(std::size_t(count * columns));
                a.read(first, count, base.data());
                b.read(first, count, to);
                for (std::size_t i = 0; i < base.size(); ++i)
                    to[i] -= base[i];
            }};
}

void forEachRows(const MatrixRows& matrix, const RunControl& control,
    const std::function<void(Index first, const ConstMatrixView& rows)>& with)
{
    Matrix some(std::min(matrix.rows, rowsAtOnce), matrix.columns);
    for (Index first = 0; first < matrix.rows; first += rowsAtOnce) {
        control.check();
        const Index count = std::min(rowsAtOnce, matrix.rows - first);
        matrix.read(first, count, some.data());
        with(first, {some.data(), count, matrix.columns, Eigen::OuterStride<>(matrix.columns)});
    }
}

double squaresOf(const ConstMatrixView& rows)
{
    double sum = 0;
    for (Index i = 0; i < rows.rows(); ++i)
        for (Index j = 0; j < rows.cols(); ++j)
            sum += double(rows(i, j)) * double(rows(i, j));
    return sum;
}

double normOf(const MatrixRows& matrix, const RunControl& control)
{
    double squares = 0;
    forEachRows(matrix, control, [&](Index, const ConstMatrixView& rows) { squares += squaresOf(rows); });
    return std::sqrt(squares);
}

std::vector<double> singularValues(const MatrixRows& matrix, const RunControl& control)
{
    const Index rows = matrix.rows, columns = matrix.columns, least = std::min(rows, columns);
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(least, least);
    if (columns <= rows) {
        forEachRows(matrix, control, [&](Index, const ConstMatrixView& some) {
            const Eigen::MatrixXd part = some.cast<double>();
            gram.selfadjointView<Eigen::Lower>().rankUpdate(part.transpose());
        });
    } else {
        Eigen::MatrixXd whole(rows, columns);
        forEachRows(matrix, control,
            [&](Index first, const ConstMatrixView& some) { whole.middleRows(first, some.rows()) = some.cast<double>(); });
        for (Index first = 0; first < columns; first += least) {
            control.check();
            gram.selfadjointView<Eigen::Lower>().rankUpdate(whole.middleCols(first, std::min(least, columns - first)));
        }
    }
    control.check();
    const Eigen::VectorXd squares = symmetricEigen(gram, EigenPart::Values).values;
    std::vector<double> values;
    for (Index i = least; i-- > 0;)
        values.push_back(std::sqrt(std::max(0.0, squares[i])));
    return values;
}

} // namespace core
