#include "app/command_line/experiment_words.h"

#include "core/experiments/patching.h"

namespace app {

namespace {

constexpr Option patchOptions[] = {modelOption, setOption, textOption, chatOption, idsOption, decoderTextOption, decoderIdsOption,
    otherTextOption, otherIdsOption, otherDecoderTextOption, otherDecoderIdsOption, metricOption,
    {"--over", "stream|attention|feed_forward|heads",
        QT_TRANSLATE_NOOP("commandLine", "what is put back from the first text into the run of the other, one token at a time")},
    jsonOption, csvOption, languageOption, helpOption};

int runPatch(const Arguments& arguments, const std::stop_token& stop)
{
    requireOneForm(arguments);
    const core::PatchedPart part = core::patchedPart(arguments.required("--over"));
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    const core::ForwardInput clean = inputOf(arguments, *setup);
    core::RunControl control;
    control.stop = stop;
    const core::Patches patches = core::patch(measurementOf(arguments, *setup, "b-"), {clean, part}, control);
    printMap(arguments, patches.map, {{"clean", patches.clean}});
    sayNotes(*setup->model);
    return Done;
}

} // namespace

extern const Command patchCommand;
const Command patchCommand{"patch",
    QT_TRANSLATE_NOOP("commandLine", "puts places of one text's run into that of another and measures how far its answer comes back"),
    "M --text CLEAN --b-text OTHER --metric METRIC --over stream|attention|feed_forward|heads [--json|--csv]",
    "cutaway patch smollm2 --text 'The capital of France is' --b-text 'The capital of Italy is' --metric 'logit_difference: Paris, "
    "Rome@-1' --over stream",
    patchOptions, 1, nullptr, runPatch};

} // namespace app
