#include "core/run/generate.h"

#include "core/run/forward.h"

namespace core {

namespace {

void checkTopology(const ModelConfig& config)
{
    if (config.topology == Topology::Encoder)
        throw Error({ErrorKind::Usage, {}, "topology", CUTAWAY_TR("an encoder does not generate"), "causal_decoder", "encoder"});
}

} // namespace

std::vector<TokenId> generate(const Setup& setup, std::span<const TokenId> prompt, const GenerateOptions& options,
    const RunControl& control, const std::function<void(TokenId)>& onToken)
{
    checkTopology(setup.config);
    validate(options.sampler);
    if (options.count <= 0)
        return {};

    const std::optional<TokenId> end
        = options.stopAtEnd && setup.model->tokenizer ? setup.model->tokenizer->endOfSequence() : std::nullopt;
    TraceRequest lastLogitsOnly;
    lastLogitsOnly.nothing = true;
    KvCache cache(setup.config, Index(prompt.size()) + options.count);
    RunControl ofOnePass{control.stop, {}};

    std::vector<TokenId> picked;
    ForwardInput input{{prompt.begin(), prompt.end()}, {}};
    while (Index(picked.size()) < options.count) {
        const double done = double(picked.size()) / double(options.count), share = 1.0 / double(options.count);
        ofOnePass.onProgress = [&](double fraction, std::string_view stage) { control.progress(done + fraction * share, stage); };
        const std::shared_ptr<const Trace> trace = forward(setup, input, lastLogitsOnly, ofOnePass, &cache);

        picked.push_back(sample(trace->lastLogits, options.sampler, picked.size()));
        if (onToken)
            onToken(picked.back());
        if (end && picked.back() == *end)
            break;
        input.ids = {picked.back()};
    }
    return picked;
}

} // namespace core
