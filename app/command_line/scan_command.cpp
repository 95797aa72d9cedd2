#include "app/command_line/experiment_words.h"

#include "core/experiments/scan.h"

namespace app {

namespace {

constexpr long keptHits = 10;

constexpr Option scanOptions[] = {modelOption, setOption, textsOption,
    {"--at", "TENSOR",
        QT_TRANSLATE_NOOP("commandLine", "what is watched: a tensor with a number for each token, e.g. blocks.3.mlp.post")},
    {"--along", "norm|SOURCE",
        QT_TRANSLATE_NOOP("commandLine",
            "one number for each vector of the tensor: its length, of a head that of what it adds to the stream; or how far it goes "
            "along a direction, said as the source of an intervention, e.g. {\"towards\": \" chair\"}")},
    {"--top", "K", QT_TRANSLATE_NOOP("commandLine", "how many tokens of each kind are kept for each number (10)")},
    {"-o", "FILE.safetensors", QT_TRANSLATE_NOOP("commandLine", "the file to write; a scan that was stopped goes on where it was")},
    languageOption, helpOption};

int runScan(const Arguments& arguments, const std::stop_token& stop)
{
    const std::string file = arguments.required("-o");
    const core::ScanRequest request{
        arguments.required("--at"), core::Index(arguments.integer("--top", keptHits, 1, 1000)), arguments.required("--texts"),
        arguments.text("--along").value_or("")};
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    core::RunControl control;
    control.stop = stop;
    core::scan(*setup, request, file, control);
    sayNotes(*setup->model);
    return Done;
}

} // namespace

extern const Command scanCommand;
const Command scanCommand{"scan",
    QT_TRANSLATE_NOOP("commandLine", "finds the texts that drive each number of a tensor most and least"),
    "M --texts FILE --at TENSOR [--along norm|SOURCE] [--top K] -o FILE.safetensors",
    "cutaway scan main --texts agreement --at blocks.3.mlp.post -o scan.safetensors", scanOptions, 1, nullptr, runScan};

} // namespace app
