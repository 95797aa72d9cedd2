#include "core/experiments/weight_gradients.h"

#include "core/analysis/matrix_rows.h"
#include "core/run/gradient_trace.h"

#include <cmath>

namespace core {

namespace {

constexpr std::string_view ending = ".weight";

} // namespace

std::size_t WeightGradients::bytes() const
{
    std::size_t sum = metric.text.size();
    for (const WeightGradient& one : matrices)
        sum += sizeof one + one.name.size() + one.part.size();
    return sum;
}

WeightGradients weightGradients(const Measurement& measured, const RunControl& control)
{
    const auto trace = traceWithGradients(
        measured.setup, measured.input, requestOf(measured, {"grad.weights.*.weight"}), measured.metric, control);
    WeightGradients result{.metric = measured.metric, .value = trace->metricValue, .matrices = {}};
    double all = 0;
    for (const WeightSpec& spec : measured.setup.specs) {
        const Tensor* const gradient = trace->find("grad.weights." + spec.name);
        const WeightTensor* const weight = measured.setup.weights.find(spec.name);
        if (!gradient || gradient->rank() != 2 || !weight || !spec.name.ends_with(ending))
            continue;
        const NameParts parts = partsOfName(spec.name);
        const double squares = squaresOf(gradient->matrix());
        WeightGradient one{.name = spec.name,
            .part = std::string(parts.layer < 0 ? std::string_view(spec.name) : parts.rest),
            .layer = parts.layer,
            .isOfEncoder = parts.isOfEncoder,
            .shape = gradient->shape(),
            .norm = std::sqrt(squares),
            .size = normOf(rowsOf(*weight), control),
            .share = squares};
        one.part.resize(one.part.size() - ending.size());
        all += squares;
        result.matrices.push_back(std::move(one));
    }
    for (WeightGradient& one : result.matrices)
        one.share = all > 0 ? one.share / all : 0;
    return result;
}

} // namespace core
