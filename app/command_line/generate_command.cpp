#include "app/command_line/command.h"

#include "core/run/generate.h"

#include <cstdio>

namespace app {

namespace {

constexpr Option generateOptions[] = {modelOption, setOption, textOption, chatOption, idsOption, decoderTextOption,
    decoderIdsOption,
    {"-n", "COUNT", QT_TRANSLATE_NOOP("commandLine", "how many tokens at most (32)")},
    {"--temperature", "T", QT_TRANSLATE_NOOP("commandLine", "0 always takes the most probable token (0)")},
    {"--top-k", "K", QT_TRANSLATE_NOOP("commandLine", "sample from the K most probable tokens; 0 = all (0)")},
    {"--top-p", "P", QT_TRANSLATE_NOOP("commandLine", "sample from the top tokens with this total probability (1)")},
    {"--min-p", "P", QT_TRANSLATE_NOOP("commandLine", "drop tokens below this share of the most probable one; 0 = none (0)")},
    {"--repetition-penalty", "R",
        QT_TRANSLATE_NOOP(
            "commandLine", "divide the positive logits of tokens in the text by R, multiply the negative ones (1)")},
    {"--seed", "N", QT_TRANSLATE_NOOP("commandLine", "seed of the draws (0)")}, jsonOption, languageOption, helpOption};

int runGenerate(const Arguments& arguments, const std::stop_token& stop)
{
    core::GenerateOptions wanted;
    wanted.count = arguments.integer("-n", 32, 0, 1'000'000);
    wanted.sampler.temperature = arguments.number("--temperature", 0, 0, 1000);
    wanted.sampler.topK = arguments.integer("--top-k", 0, 0, 1'000'000'000);
    wanted.sampler.topP = arguments.number("--top-p", 1, 0, 1);
    wanted.sampler.minP = arguments.number("--min-p", 0, 0, 1);
    wanted.sampler.repetitionPenalty = arguments.number("--repetition-penalty", 1, 0, 1000);
    wanted.sampler.seed = std::uint64_t(arguments.integer("--seed", 0, 0, 0x7fffffffffffffff));

    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    const core::ForwardInput prompt = inputOf(arguments, *setup);
    const core::Tokenizer* tokenizer = setup->model->tokenizer.get();
    const bool json = arguments.has("--json");
    core::RunControl control;
    control.stop = stop;

    // Bytes of an incomplete character wait for the token that completes it.
    std::vector<core::TokenId> shownIds;
    std::string shown;
    const auto show = [&](core::TokenId id) {
        shownIds.push_back(id);
        const std::string text = tokenizer->decode(shownIds);
        if (json || !text.starts_with(shown) || text.ends_with("\xef\xbf\xbd"))
            return;
        std::fwrite(text.data() + shown.size(), 1, text.size() - shown.size(), stdout);
        std::fflush(stdout);
        shown = text;
    };
    const std::vector<core::TokenId> ids = core::generate(*setup, {prompt.ids, prompt.decoderIds}, wanted, control,
        tokenizer ? std::function<void(core::TokenId)>(show) : std::function<void(core::TokenId)>());
    const std::string text = tokenizer ? tokenizer->decode(ids) : std::string();

    if (json)
        printJson({{"prompt_ids", prompt.ids}, {"ids", ids}, {"text", text}});
    else if (tokenizer)
        print(text.starts_with(shown) ? std::string_view(text).substr(shown.size()) : std::string_view());
    else
        printJson(ids);
    sayNotes(*setup->model);
    return Done;
}

} // namespace

extern const Command generateCommand;
const Command generateCommand{"generate", QT_TRANSLATE_NOOP("commandLine", "continues a text token by token"),
    "M (--text T [--chat] | --ids 1,2,3) [-n 32] [--temperature T] [--top-k K] [--top-p P] [--min-p P] [--repetition-penalty R] "
    "[--seed "
    "N] [--json]",
    "cutaway generate smollm2 --text 'The capital of France is Paris. The capital of Italy is' -n 4",
    generateOptions, 1, nullptr, runGenerate};

} // namespace app
