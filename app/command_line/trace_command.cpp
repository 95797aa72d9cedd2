#include "app/command_line/command.h"

#include "app/base/model_names.h"

#include "core/check/run_check.h"
#include "core/experiments/steering.h"
#include "core/files/traces/trace_file.h"
#include "core/run/forward.h"
#include "core/run/gradient_trace.h"
#include "core/trace/trace_request.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

namespace app {

namespace {

constexpr Option traceOptions[] = {modelOption, setOption, textOption, chatOption, idsOption, decoderTextOption, decoderIdsOption,
    {"--record", "PATTERN",
        QT_TRANSLATE_NOOP("commandLine", "which tensors, e.g. 'blocks.*.attn.pattern[0,5]'; may be repeated; without it all")},
    interveneOption,
    {"--gradient", "METRIC",
        QT_TRANSLATE_NOOP("commandLine",
            "also write grad.NAME, the derivative of the metric by each number of a tensor, e.g. of 'logit: Paris@-1'; "
            "grad.weights.NAME where a pattern asks for it")},
    {"--max-memory", "BYTES",
        QT_TRANSLATE_NOOP("commandLine",
            "memory for the trace and the weights; without it half of the machine's. A larger trace is refused, larger weights "
            "are read layer by layer")},
    {"--check", nullptr,
        QT_TRANSLATE_NOOP("commandLine",
            "compute every tensor that is recorded once more in plain loops and print the largest difference and its place; exit "
            "4 "
            "where it is more than rounding")},
    {"-o", "FILE", QT_TRANSLATE_NOOP("commandLine", "the safetensors file to write")}, languageOption, helpOption};

/// Whether the trace has a tensor that the pattern names.
bool hasAny(const core::Trace& trace, const std::string& pattern)
{
    const auto named = core::parseNamePattern(pattern);
    return std::ranges::any_of(
        trace.entries(), [&](const core::TraceEntry& entry) { return named && core::matchesPattern(named->name, entry.name()); });
}

QByteArray shortest(double value) { return QByteArray::number(value, 'g', 3); }

/// Prints what plain loops find, and gives the exit code.
int printCheck(const core::Trace& trace, const core::Setup& setup, const core::RunControl& control)
{
    const core::RunCheck check = core::checkRun(trace, setup, control);
    std::printf("%zu tensors: largest difference %s at %s, %s of the largest value at %s\n", check.tensors,
        shortest(check.absolute.value).constData(), core::placeText(check.absolute).c_str(),
        shortest(check.relative.value).constData(), core::placeText(check.relative).c_str());
    for (const std::string& name : check.withoutTwin)
        std::printf("%s: not computed by plain loops\n", name.c_str());
    return check.agrees() ? Done : Different;
}

int runTrace(const Arguments& arguments, const std::stop_token& stop)
{
    const std::string file = arguments.required("-o");
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    core::TraceRequest request;
    request.patterns = arguments.all("--record");
    request.interventions = interventionsOf(arguments, "--intervene", file);
    request.openRun = core::openRecordedRun;
    if (const auto budget = arguments.text("--max-memory"))
        request.maxBytes = bytesOf("--max-memory", *budget);
    const core::ForwardInput input = inputOf(arguments, *setup);

    core::RunControl control;
    control.stop = stop;
    const bool isChecked = arguments.has("--check");
    const auto metric = arguments.text("--gradient");
    if (metric && isChecked)
        throw core::Error(
            {core::ErrorKind::Usage, "", "--check", CUTAWAY_TR("plain loops compute no gradients"), "", "--gradient"});
    const core::SwappedRun run = metric
        ? core::steeredGradients(setup, input, {request, core::parseMetric(*metric, *setup)}, openModel, control)
        : core::steeredForward(setup, input, request, openModel, {control});
    const std::shared_ptr<const core::Trace>& trace = run.trace;
    if (isChecked)
        core::requireCheckable(*trace, *run.setup);
    core::writeTrace(*trace, file);
    for (const std::string& pattern : request.patterns) // that a name is planned does not make it be computed
        if (!hasAny(*trace, pattern))
            std::fprintf(stderr, "%s\n",
                QCoreApplication::translate(
                    "commandLine", "%1: no tensor of this name was computed: no token was routed to that expert")
                    .arg(QString::fromStdString(pattern))
                    .toUtf8()
                    .constData());
    sayNotes(*setup->model);
    return isChecked ? printCheck(*trace, *run.setup, control) : Done;
}

} // namespace

extern const Command traceCommand;
const Command traceCommand{"trace", QT_TRANSLATE_NOOP("commandLine", "writes every tensor of one pass into a safetensors file"),
    "M (--text T [--chat] | --ids 1,2,3) [--set K=V …] [--record P …] [--intervene FILE.json …] [--check] -o FILE",
    "cutaway trace smollm2 --text 'The capital of France is' --record 'blocks.*.attn.pattern' -o run.safetensors", traceOptions,
    1, nullptr, runTrace};

} // namespace app
