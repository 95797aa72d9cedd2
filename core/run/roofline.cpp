#include "core/run/roofline.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>

namespace core {

namespace {

/// "blocks.3.attn.q" as "blocks.*.attn.q".
std::string ofAllLayers(const std::string& tensor)
{
    std::string operation;
    for (std::size_t i = 0; i < tensor.size(); ++i) {
        const bool begins = i == 0 || tensor[i - 1] == '.';
        const std::size_t end = std::min(tensor.find('.', i), tensor.size());
        const bool isNumber = begins && std::all_of(tensor.begin() + std::ptrdiff_t(i), tensor.begin() + std::ptrdiff_t(end),
                                            [](unsigned char letter) { return std::isdigit(letter); });
        operation += isNumber ? '*' : tensor[i];
        if (isNumber)
            i = end - 1;
    }
    return operation;
}

/// Bytes of a number of these weights as they are stored; of all weights where there are none.
class BytesPerNumber
{
public:
    explicit BytesPerNumber(const Setup& setup)
        : m_weights(setup.weights)
    {
        m_ofAll = of(setup.specs);
    }
    double of(std::span<const WeightSpec> specs) const
    {
        double bytes = 0, numbers = 0;
        for (const WeightSpec& spec : specs)
            if (const WeightTensor* const tensor = m_weights.find(spec.name)) {
                bytes += double(tensor->bytes(MatrixForm::Stored));
                numbers += double(elements(tensor->shape()));
            }
        return numbers > 0 ? bytes / numbers : m_ofAll;
    }

private:
    const Weights& m_weights;
    double m_ofAll = sizeof(float);
};

/// Names of the tensors that take memory of a trace.
std::set<std::string> written(const Plan& plan)
{
    std::set<std::string> recorded, names;
    for (const PlannedTensor& tensor : plan.tensors) {
        const bool isShared = recorded.contains(tensor.aliasOf);
        if (tensor.recorded || isShared)
            recorded.insert(tensor.name);
        if (tensor.recorded && !isShared)
            names.insert(tensor.name);
    }
    return names;
}

} // namespace

std::vector<BoundStep> roofline(const Setup& setup, const Plan& plan, const MachineLimits& limits)
{
    const BytesPerNumber bytesPerNumber(setup);
    std::set<std::string> unwritten = written(plan);
    std::vector<BoundStep> bounds;
    std::size_t weights = 0;
    for (const PlannedStep& step : plan.steps) {
        const std::span<const WeightSpec> specs(plan.weights.data() + weights, step.weights - weights);
        weights = step.weights;
        double bytes = double(step.read) * bytesPerNumber.of(specs);
        if (step.productFlops == 0)
            bytes = std::min(bytes, double(step.size) * double(sizeof(float)));
        if (unwritten.erase(step.tensor) > 0)
            bytes += double(step.size) * double(sizeof(float));
        bounds.push_back({step.tensor,
            std::max((step.productFlops + step.attentionFlops) / limits.flopsPerSecond, bytes / limits.bytesPerSecond)});
    }
    return bounds;
}

std::vector<OperationTime> operationTimes(std::span<const BoundStep> bounds, std::span<const MadeAt> made)
{
    std::map<std::string, OperationTime> operations;
    const auto of = [&](const std::string& tensor) -> OperationTime& {
        const std::string operation = ofAllLayers(tensor);
        return operations.try_emplace(operation, OperationTime{operation, 0, 0}).first->second;
    };
    double before = 0;
    std::size_t next = 0;
    for (const BoundStep& bound : bounds) {
        OperationTime& operation = of(bound.tensor);
        operation.bound += bound.seconds;
        const auto found = std::find_if(made.begin() + std::ptrdiff_t(next), made.end(),
            [&](const MadeAt& one) { return one.tensor == bound.tensor; });
        if (found == made.end())
            continue;
        operation.seconds += found->seconds - before;
        before = found->seconds;
        next = std::size_t(found - made.begin()) + 1;
    }
    std::vector<OperationTime> times;
    for (auto& [name, time] : operations)
        times.push_back(std::move(time));
    std::ranges::stable_sort(times, std::greater(), &OperationTime::loss);
    return times;
}

} // namespace core
