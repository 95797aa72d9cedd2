#include "tests/core/support/reference_comparison.h"

#include "core/files/library/model_files.h"
#include "core/files/traces/trace_file.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <algorithm>

namespace support {

using namespace core;

ReferenceComparison compareWithReference(
    const std::string& model, const std::string& referenceFile, double tolerance, const std::vector<std::string>& without)
{
    const std::shared_ptr<Trace> reference = readTrace(referenceFile);
    ForwardInput input;
    input.ids = reference->ids;
    input.decoderIds = reference->decoderIds;
    const std::shared_ptr<Trace> ours = forward(*configure(openModel(model), {}), input);

    ReferenceComparison result{.reference = reference, .ours = ours};
    for (const TraceEntry& entry : reference->entries()) {
        if (std::find(without.begin(), without.end(), entry.name()) != without.end())
            continue;
        const Tensor* tensor = ours->find(entry.name());
        if (!tensor || tensor->shape() != entry.tensor.shape()) {
            result.problem = entry.name() + (tensor ? " has another shape" : " is missing");
            return result;
        }
        const double error = relativeDifference(tensor->values(), entry.tensor.values());
        ++result.tensors;
        result.worst = std::max(result.worst, error);
        if (!(error <= tolerance)) {
            result.problem = entry.name() + " differs by " + std::to_string(error * 1e6) + "e-6";
            return result;
        }
    }
    return result;
}

} // namespace support
