#include "app/command_line/experiment_words.h"

#include "core/experiments/sweep.h"

#include <QLocale>

namespace app {

namespace {

constexpr Option sweepOptions[] = {modelOption, setOption, textOption, chatOption, idsOption, decoderTextOption, decoderIdsOption,
    {"--over", "KEY=V,V,…", QT_TRANSLATE_NOOP("commandLine", "a choice and its values, e.g. sizes.layers=1,2,4,8")},
    {"--seeds", "N", QT_TRANSLATE_NOOP("commandLine", "each value with the seeds 0 to N − 1")},
    {"--metric", "METRIC|TENSOR",
        QT_TRANSLATE_NOOP("commandLine", "a metric as in `ablate`, or a name of the trace, of which the mean is taken")},
    jsonOption, csvOption, languageOption, helpOption};

void printRows(const std::vector<core::SweepRow>& rows)
{
    for (const core::SweepRow& row : rows)
        printRow(row.value + (row.seed ? "  #" + std::to_string(*row.seed) : ""),
            QLocale().toString(row.result, 'g', 6).toStdString());
}

int runSweep(const Arguments& arguments, const std::stop_token& stop)
{
    core::SweepRequest request = core::sweepOver(arguments.required("--over"));
    request.measured = arguments.required("--metric");
    request.seeds = int(arguments.integer("--seeds", 0, 0, 10'000));
    requireOneForm(arguments);
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    core::RunControl control;
    control.stop = stop;
    request.input = inputOf(arguments, *setup);
    const std::vector<core::SweepRow> rows = core::sweep(setup->model, setup->said, request, control);
    if (arguments.has("--json"))
        printJson(core::toJson(request, rows));
    else if (arguments.has("--csv"))
        printText(core::toCsv(request, rows));
    else
        printRows(rows);
    sayNotes(*setup->model);
    return Done;
}

} // namespace

extern const Command sweepCommand;
const Command sweepCommand{"sweep",
    QT_TRANSLATE_NOOP("commandLine", "measures a text over the values of a choice, and over seeds"),
    "M --text T --over KEY=V,V,… [--seeds N] --metric METRIC|TENSOR [--json|--csv]",
    "cutaway sweep untrained --text 'The cat sat on the mat' --over sizes.layers=1,2,4,8 --seeds 3 --metric 'entropy@-1' --csv",
    sweepOptions, 1, nullptr, runSweep};

} // namespace app
