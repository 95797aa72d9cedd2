// Interventions on the way back (core/layers/passed_back.h): what a tape keeps of them, read by its names.

#include "core/layers/passed_back.h"

#include "core/run/tape_names.h"
#include "core/trace/tensor_slice.h"

#include <algorithm>

namespace core {

namespace {

Tensor copyOf(const BackScope& scope, const Tensor& tensor)
{
    Tensor copy = scope.make(tensor);
    std::copy_n(tensor.data(), tensor.size(), copy.data());
    return copy;
}

/// Back through a mean: each number that went into it gains the mean of what the others gain, times its weight.
void addShared(const Tensor& weights, const Tensor& gradient, Tensor& sum)
{
    Index outer = 1, inner = 1;
    const int tokens = tokenAxis(weights.axes());
    for (int axis = 0; axis < weights.rank(); ++axis)
        (axis < tokens ? outer : inner) *= axis == tokens ? 1 : weights.dim(axis);
    const Index count = weights.dim(tokens);
    for (Index i = 0; i < outer; ++i)
        for (Index j = 0; j < inner; ++j) {
            const auto place = [&](Index t) { return (i * count + t) * inner + j; };
            double all = 0;
            Index members = 0;
            for (Index t = 0; t < count; ++t)
                if (weights.data()[place(t)] != 0.f) {
                    all += double(gradient.data()[place(t)]);
                    ++members;
                }
            for (Index t = 0; t < count && members > 0; ++t)
                sum.data()[place(t)] += weights.data()[place(t)] * float(all / double(members));
        }
}

/// Through all interventions at a tensor, the last one first.
void passBack(const BackScope& scope, std::string_view name, Tensor& gradient)
{
    std::size_t count = 0;
    while (scope.find(passedName(name, count)))
        ++count;
    while (count-- > 0) {
        const Tensor& passed = scope.tape(passedName(name, count));
        const Tensor* const shared = scope.find(sharedName(name, count));
        const Tensor after = shared ? copyOf(scope, gradient) : Tensor();
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.data()[i] *= passed.data()[i];
        if (shared)
            addShared(*shared, after, gradient);
    }
}

} // namespace

bool isChanged(const BackScope& scope, std::string_view name) { return scope.find(untouchedName(name)) != nullptr; }

const Tensor& computed(const BackScope& scope, std::string_view name)
{
    const Tensor* const untouched = scope.find(untouchedName(name));
    return untouched ? *untouched : scope.tape(name);
}

const Tensor& read(const BackScope& scope, std::string_view name, const Tensor& x)
{
    return isChanged(scope, name) ? scope.tape(name) : x;
}

Tensor through(const BackScope& scope, std::string_view name, const Tensor& gradient)
{
    if (!isChanged(scope, name)) {
        scope.record(name, gradient);
        return gradient;
    }
    Tensor passed = copyOf(scope, gradient);
    throughCopy(scope, name, passed);
    return passed;
}

void throughCopy(const BackScope& scope, std::string_view name, Tensor& gradient)
{
    scope.recordCopy(name, gradient);
    if (!isChanged(scope, name))
        return;
    passBack(scope, name, gradient);
    scope.recordCopy(untouchedName(name), gradient);
}

} // namespace core
