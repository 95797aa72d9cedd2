#include "core/analysis/input_geometry.h"

#include <algorithm>

namespace core {

namespace {

constexpr Index maxInPlane = 128; // tokens

} // namespace

InputCosines inputCosines(const Trace& trace)
{
    InputCosines cosines;
    if (const std::optional<InputVectors> input = inputVectors(trace)) {
        cosines.before = cosineSimilarities(std::as_const(input->token).matrix());
        if (!input->isPlain())
            cosines.after = cosineSimilarities(std::as_const(input->entering).matrix());
    }
    return cosines;
}

InputPlane inputPlane(const Trace& trace)
{
    InputPlane result;
    const std::optional<InputVectors> input = inputVectors(trace);
    if (!input)
        return result;
    const Index tokens = std::min(input->token.rows(), maxInPlane);
    result.tokens = int(tokens);
    result.isMoved = input->isAdded();
    Matrix points = input->start().matrix().topRows(tokens); // [point, d_model]
    if (result.isMoved) {
        points.conservativeResize(2 * tokens, Eigen::NoChange);
        points.bottomRows(tokens) = input->sum().topRows(tokens);
    }
    result.plane = principalPlane({points.data(), points.rows(), points.cols(), Eigen::OuterStride<>(points.cols())});
    return result;
}

} // namespace core
