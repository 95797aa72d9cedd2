#pragma once

// Descent: gradient descent on a quadratic of two weights, step by step, and the quadratic that a linear layer sees through the
// vectors it reads: the curvature of its squared error is their second moment.

#include "core/analysis/norm_steps.h"
#include "core/base/run_control.h"
#include "core/base/tensor.h"

#include <array>
#include <optional>
#include <vector>

namespace core {

/// loss(w) = (steep · w[0]² + shallow · w[1]²) / 2, with its minimum at 0. REQUIRES: steep ≥ shallow ≥ 0, steep > 0.
struct Quadratic
{
    double steep = 1;
    double shallow = 1;

    double loss(const std::array<double, 2>& weights) const;
    double condition() const; // steep / shallow; infinite where one direction is flat
    double largestRate() const { return 2 / steep; } // descent converges below it, and diverges above it

    /// The same with a mean curvature of 1, so that one rate means the same for two of them.
    Quadratic scaled() const;
};

struct DescentStep
{
    std::array<double, 2> weights{0, 0}; // along the steep and the shallow direction
    double loss = 0;
};

/// The start and so many steps against the gradient, fewer where a number leaves what a float64 holds.
std::vector<DescentStep> descend(const Quadratic& quadratic, const std::array<double, 2>& start, double rate, int steps);

/// Distance from the minimum at the end as a part of that at the start. REQUIRES: a step, which does not start at the minimum.
double distanceLeft(const std::vector<DescentStep>& steps);

/// The two largest curvatures of the squared error of a linear layer that reads these vectors [token, feature]: eigenvalues of
/// the mean of x xᵀ. Both 0 where there are no vectors or a number is not finite; the second 0 where all lie along one direction.
Quadratic leadingCurvatures(const ConstMatrixView& vectors, const RunControl& control);

/// The same of the vectors that a norm reads, and of those that it leaves before gain and bias.
struct NormCurvatures
{
    Quadratic before, after;
};

/// Empty when the trace does not hold what goes in and what comes out.
std::optional<NormCurvatures> normCurvatures(const Trace& trace, const NormSlot& slot, const RunControl& control);

} // namespace core
