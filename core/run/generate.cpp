#include "core/run/generate.h"

#include "core/run/forward.h"

#include <algorithm>

namespace core {

void requireGenerating(const ModelConfig& config)
{
    if (config.topology == Topology::Encoder)
        throw Error({ErrorKind::Usage, {}, "topology", CUTAWAY_TR("an encoder does not generate"),
            "causal_decoder, prefix_decoder, encoder_decoder", "encoder"});
    if (config.outputHead == OutputHead::None)
        throw Error({ErrorKind::Usage, {}, "output.head", CUTAWAY_TR("a model without logits does not generate"),
            "linear, masked_language", "none"});
    if (!config.generates())
        throw Error(
            {ErrorKind::Usage, {}, "norm.kind", CUTAWAY_TR("a norm over all tokens sees the future, so it does not generate"),
                "layer_norm, rms_norm, none", "batch_norm"});
}

std::vector<TokenId> generate(const Setup& setup, const Prompt& prompt, const GenerateOptions& options, const RunControl& control,
    const std::function<void(TokenId)>& onToken)
{
    requireGenerating(setup.config);
    validate(options.sampler);
    if (options.count <= 0)
        return {};

    const std::optional<TokenId> end
        = options.stopAtEnd && setup.model->tokenizer ? setup.model->tokenizer->endOfSequence() : std::nullopt;
    TraceRequest lastLogitsOnly;
    lastLogitsOnly.nothing = true;
    const bool hasEncoder = setup.config.hasEncoder();
    KvCache cache(
        setup.config, Index(hasEncoder ? std::max<std::size_t>(1, prompt.decoderIds.size()) : prompt.ids.size()) + options.count);
    RunControl ofOnePass{control.stop, {}};

    std::vector<TokenId> picked;
    ForwardInput input{prompt.ids, {}};
    input.decoderIds = prompt.decoderIds;
    if (hasEncoder && input.decoderIds.empty())
        input.decoderIds = {setup.model->decoderStart};
    std::vector<TokenId> text = hasEncoder ? input.decoderIds : prompt.ids; // so far, for the repetition penalty
    while (Index(picked.size()) < options.count) {
        const double done = double(picked.size()) / double(options.count), share = 1.0 / double(options.count);
        ofOnePass.onProgress = [&](double fraction, std::string_view stage) { control.progress(done + fraction * share, stage); };
        const std::shared_ptr<const Trace> trace = forward(setup, input, lastLogitsOnly, ofOnePass, &cache);

        picked.push_back(sample(trace->lastLogits, options.sampler, picked.size(), text));
        text.push_back(picked.back());
        if (onToken)
            onToken(picked.back());
        if (end && picked.back() == *end)
            break;
        (hasEncoder ? input.decoderIds : input.ids) = {picked.back()};
    }
    return picked;
}

} // namespace core
