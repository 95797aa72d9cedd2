#include "core/experiments/reference_means.h"

#include "core/run/forward.h"

namespace core {

namespace {

void addTo(ReferenceMeans::Mean& mean, const Tensor& tensor)
{
    const Index tokens = tensor.dim(0), each = tokens > 0 ? tensor.size() / tokens : 0;
    mean.shape = {tensor.shape().begin() + 1, tensor.shape().end()};
    mean.sum.resize(std::size_t(elements(mean.shape)));
    mean.tokens += double(tokens);
    for (Index t = 0; t < tokens; ++t)
        for (Index i = 0; i < each; ++i)
            mean.sum[std::size_t(i)] += double(tensor.data()[t * each + i]);
}

} // namespace

InterventionValue ReferenceMeans::valueOf(const std::string& tensor, Index head, Index number) const
{
    const auto found = tensors.find(tensor);
    if (found == tensors.end() || found->second.tokens == 0) // an expert that no token went to
        return {.shape = {}, .numbers = {0.f}};
    const Mean& mean = found->second;
    const Index width = mean.shape.back(), row = head >= 0 ? head : 0;
    const auto at = [&](Index i) { return float(mean.sum[std::size_t(row * width + i)] / mean.tokens); };
    InterventionValue value;
    if (number >= 0)
        value.numbers = {at(number)};
    else {
        value.shape = {width};
        for (Index i = 0; i < width; ++i)
            value.numbers.push_back(at(i));
    }
    return value;
}

ReferenceMeans referenceMeans(const Setup& setup, const std::vector<std::vector<TokenId>>& texts,
    const std::vector<std::string>& names, const RunControl& control)
{
    if (texts.empty())
        throw Error({ErrorKind::BadInput, "", "--texts", CUTAWAY_TR("there are no texts to take the mean over"), "1 or more", "0"});
    ReferenceMeans means;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        control.check();
        TraceRequest request{.patterns = names};
        std::shared_ptr<const Trace> trace;
        try {
            trace = forward(setup, {.ids = texts[i]}, request, {.stop = control.stop, .onProgress = {}});
        } catch (const Error& error) {
            Error::Parts parts = error.parts();
            parts.where = CUTAWAY_TR("text") + (" " + std::to_string(i + 1)) + (parts.where.empty() ? "" : ", " + parts.where);
            throw Error(std::move(parts));
        }
        for (const std::string& name : names)
            if (const Tensor* tensor = trace->find(name))
                addTo(means.tensors[name], *tensor);
    }
    return means;
}

} // namespace core
