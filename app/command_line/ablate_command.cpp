#include "app/command_line/experiment_words.h"

#include "core/experiments/ablation.h"

namespace app {

namespace {

constexpr Option ablateOptions[] = {modelOption, setOption, textOption, chatOption, idsOption, decoderTextOption,
    decoderIdsOption,
    metricOption,
    {"--over", "heads|branches|experts|neurons@L",
        QT_TRANSLATE_NOOP("commandLine", "what is taken out, one at a time; neurons@3 are those of layer 3")},
    {"--with", "zero|mean|reference",
        QT_TRANSLATE_NOOP("commandLine",
            "what comes in its place: zero (the default), its mean over the tokens of this text, or its mean over those of --texts")},
    textsOption, jsonOption, csvOption, languageOption, helpOption};

core::AblatedTo replacementOf(const std::string& word)
{
    if (word == "zero")
        return core::AblatedTo::Zero;
    if (word == "mean")
        return core::AblatedTo::Mean;
    if (word != "reference")
        refuse("--with", CUTAWAY_TR("unknown value"), "zero, mean, reference", word);
    return core::AblatedTo::Reference;
}

int runAblate(const Arguments& arguments, const std::stop_token& stop)
{
    requireOneForm(arguments);
    core::AblationRequest request = core::ablationOver(arguments.required("--over"));
    request.to = replacementOf(arguments.text("--with").value_or("zero"));
    if ((request.to == core::AblatedTo::Reference) != arguments.has("--texts"))
        refuse("--texts", CUTAWAY_TR("the texts go with --with reference"), "--with reference --texts FILE");
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    request.texts = textsOf(arguments, *setup->model);
    core::RunControl control;
    control.stop = stop;
    const core::ChangedRuns runs(measurementOf(arguments, *setup), control);
    printMap(arguments, core::ablate(runs, request, control));
    sayNotes(*setup->model);
    return Done;
}

} // namespace

extern const Command ablateCommand;
const Command ablateCommand{"ablate",
    QT_TRANSLATE_NOOP("commandLine", "takes heads, branches, experts or neurons out one at a time and measures what that does"),
    "M --text T --metric METRIC --over heads|branches|experts|neurons@L [--with zero|mean|reference --texts FILE] [--json|--csv]",
    "cutaway ablate main --text 'Repeat: red dog chair cup. Again: red dog' --metric 'log_prob: chair@-1' --over heads",
    ablateOptions, 1,
    nullptr, runAblate};

} // namespace app
