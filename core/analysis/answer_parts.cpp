#include "core/analysis/answer_parts.h"

#include "core/analysis/logit_lens.h"

namespace core {

std::optional<TokenProbability> answerAt(const Setup& setup, const Trace& trace, Index position, const RunControl& control)
{
    if (setup.config.outputHead == OutputHead::None)
        return std::nullopt;
    const LensPlace end{setup.config.layers() - 1, position};
    const std::vector<LensTokens> read = lensTokens(setup, trace, {&end, 1}, 1, control);
    return read.front().empty() ? std::nullopt : std::optional(read.front().front());
}

std::optional<Attribution> answerParts(const Setup& setup, const Trace& trace, Index position, const RunControl& control)
{
    if (attributionGap(setup, trace) != NoAttribution::Possible)
        return std::nullopt;
    const std::optional<TokenProbability> answer = answerAt(setup, trace, position, control);
    return answer ? std::optional(attribution(setup, trace, position, answer->id)) : std::nullopt;
}

std::optional<HeadParts> answerHeadParts(
    const Setup& setup, const Trace& trace, Index layer, Index position, const RunControl& control)
{
    if (attributionGap(setup, trace) != NoAttribution::Possible)
        return std::nullopt;
    const std::optional<TokenProbability> answer = answerAt(setup, trace, position, control);
    return answer ? std::optional(headParts(setup, trace, layer, position, answer->id)) : std::nullopt;
}

} // namespace core
