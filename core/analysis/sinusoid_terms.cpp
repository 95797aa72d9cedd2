#include "core/analysis/sinusoid_terms.h"

#include "core/base/error.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"

#include <algorithm>

namespace core {

bool hasSinusoidTerms(const Trace& trace)
{
    return std::all_of(sinusoidTermNames.begin(), sinusoidTermNames.end(),
        [&](const char* name) { return trace.find(blockName(0, name)) != nullptr; });
}

TracePtr sinusoidTerms(const Setup& setup, const Trace& trace, const RunControl& control)
{
    TraceRequest request;
    for (const char* name : sinusoidTermNames)
        request.patterns.push_back(blockName(0, name));
    const auto* own = std::get_if<Sinusoidal>(&setup.config.block(0).position);
    try {
        return forward(
            withSameWeights(setup, {.position = own ? *own : Sinusoidal{}, .layers = 1}), inputOf(trace), request, control);
    } catch (const Error&) {
        return nullptr;
    }
}

} // namespace core
