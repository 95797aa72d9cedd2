#include "core/run/passing_weights.h"

#include <algorithm>

namespace core {

std::size_t passingBytes(const Setup& setup, const Plan& planned)
{
    std::size_t most = 0, first = 0;
    for (const PlannedStep& step : planned.steps) {
        std::size_t bytes = 0;
        for (std::size_t i = first; i < step.weights; ++i)
            if (const WeightTensor* const tensor = setup.weights.find(planned.weights[i].name);
                tensor && tensor->shape().size() == 2)
                bytes += tensor->bytes(MatrixForm::Stored);
        most = std::max(most, bytes);
        first = step.weights;
    }
    return most;
}

} // namespace core
