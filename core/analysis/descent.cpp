#include "core/analysis/descent.h"

#include "core/analysis/symmetric_eigen.h"
#include "core/base/engine_use.h"
#include "core/base/seeded_numbers.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr int maxRounds = 300;
constexpr Index directions = 8; // more than are asked for: the leading two settle sooner
constexpr double settled = 1e-12;
constexpr double flat = 1e-10; // of the steep curvature: the rounding of float32 numbers, no direction

Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& columns)
{
    const Eigen::HouseholderQR<Eigen::MatrixXd> factors(columns);
    return factors.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), columns.cols());
}

Eigen::MatrixXd firstGuess(Index rows, Index columns)
{
    Eigen::MatrixXd guess(rows, columns);
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column)
            guess(row, column) = double(normalNumber(rowStream(1, "curvature", std::uint64_t(row)), std::uint64_t(column)));
    return guess;
}

} // namespace

double Quadratic::loss(const std::array<double, 2>& weights) const
{
    return (steep * weights[0] * weights[0] + shallow * weights[1] * weights[1]) / 2;
}

double Quadratic::condition() const { return shallow > 0 ? steep / shallow : std::numeric_limits<double>::infinity(); }

Quadratic Quadratic::scaled() const
{
    const double mean = (steep + shallow) / 2;
    return {steep / mean, shallow / mean};
}

std::vector<DescentStep> descend(const Quadratic& quadratic, const std::array<double, 2>& start, double rate, int steps)
{
    std::vector<DescentStep> all{{start, quadratic.loss(start)}};
    for (int step = 0; step < steps; ++step) {
        std::array<double, 2> next = all.back().weights;
        next[0] -= rate * quadratic.steep * next[0];
        next[1] -= rate * quadratic.shallow * next[1];
        const double loss = quadratic.loss(next);
        if (!std::isfinite(loss))
            break;
        all.push_back({next, loss});
    }
    return all;
}

double distanceLeft(const std::vector<DescentStep>& steps)
{
    const auto distance = [](const DescentStep& step) { return std::hypot(step.weights[0], step.weights[1]); };
    return distance(steps.back()) / distance(steps.front());
}

Quadratic leadingCurvatures(const ConstMatrixView& vectors, const RunControl& control)
{
    countEngineUse();
    if (vectors.size() == 0 || !vectors.allFinite())
        return {0, 0};
    const Eigen::MatrixXd rows = vectors.cast<double>();
    const Index count = std::min({directions, rows.rows(), rows.cols()});
    Eigen::MatrixXd basis = orthonormal(firstGuess(rows.cols(), count));
    Eigen::VectorXd values = Eigen::VectorXd::Zero(count); // ascending
    for (int round = 0; round < maxRounds; ++round) {
        control.check();
        const Eigen::MatrixXd seen = rows * basis;
        const SymmetricEigen found =
            symmetricEigen(seen.transpose() * seen / double(rows.rows()), EigenPart::ValuesAndVectors);
        const double change = (found.values - values).tail(std::min<Index>(2, count)).cwiseAbs().maxCoeff();
        values = found.values;
        if (!(values(count - 1) > 0))
            return {0, 0};
        if (round > 0 && change <= settled * values(count - 1))
            break;
        basis = orthonormal(rows.transpose() * (seen * found.vectors));
    }
    const double steep = values(count - 1), second = count > 1 ? values(count - 2) : 0;
    return {steep, second > flat * steep ? second : 0};
}

std::optional<NormCurvatures> normCurvatures(const Trace& trace, const NormSlot& slot, const RunControl& control)
{
    const Tensor* const normalised = trace.find(slot.name + ".normalized");
    if (!normalised)
        return {};
    Matrix before(normalised->rows(), normalised->columns());
    for (Index token = 0; token < before.rows(); ++token) {
        control.check();
        const std::optional<NormSteps> steps = normSteps(trace, slot, token, {});
        if (!steps || Index(steps->before.size()) != before.cols())
            return {};
        std::copy(steps->before.begin(), steps->before.end(), before.row(token).data());
    }
    const ConstMatrixView view(before.data(), before.rows(), before.cols(), Eigen::OuterStride<>(before.cols()));
    return NormCurvatures{leadingCurvatures(view, control), leadingCurvatures(normalised->matrix(), control)};
}

} // namespace core
