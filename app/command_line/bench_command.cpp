#include "app/command_line/bench_engine.h"
#include "app/command_line/bench_large.h"
#include "app/command_line/bench_sweep.h"
#include "app/command_line/bench_train.h"
#include "app/command_line/bench_train_window.h"
#include "app/command_line/bench_window.h"
#include "app/command_line/command.h"
#include "app/command_line/train_words.h"

#include "core/base/thread_pool.h"

#include <QCoreApplication>
#include <QLocale>

namespace app {

namespace {

constexpr Option benchOptions[]
    = {modelOption, setOption, {"--tokens", "64,512", QT_TRANSLATE_NOOP("commandLine", "lengths to measure")},
        {"--threads", "N", QT_TRANSLATE_NOOP("commandLine", "threads to compute with (default: one per core)")},
        {"--busy", nullptr, QT_TRANSLATE_NOOP("commandLine", "measure again with one busy thread")},
        {"--long", nullptr, QT_TRANSLATE_NOOP("commandLine", "measure the memory of 4,096 tokens instead")},
        {"--large", "FILE",
            QT_TRANSLATE_NOOP("commandLine", "measure opening, a trace and single tokens of one large model instead")},
        {"--sweep", nullptr,
            QT_TRANSLATE_NOOP("commandLine", "measure ablations and patches of 12 tokens beside plain loops instead")},
        {"--train", nullptr, QT_TRANSLATE_NOOP("commandLine", "measure steps of a training instead, of 16 rows of 128 tokens")},
        batchOption,
        {"--ui", nullptr,
            QT_TRANSLATE_NOOP("commandLine", "measure the window too: start, toggle, hover, opening a page; pictures of a training")},
        jsonOption, languageOption, helpOption};

QString decimals(const core::Json& value, int places) { return QLocale().toString(value.get<double>(), 'f', places); }

/// The share of the roofline, and the operations that lose most.
void printRoofline(const core::Json& row)
{
    if (row.contains("roofline_share"))
        print(QCoreApplication::translate("commandLine", "  roofline %1 ms, of which the pass reaches %2")
                  .arg(decimals(row["roofline_ms"], 1), decimals(row["roofline_share"], 3))
                  .toStdString());
    for (const core::Json& loss : row.value("losses", core::Json::array()))
        print(QCoreApplication::translate("commandLine", "  %1: %2 ms, bound %3 ms")
                  .arg(QString::fromStdString(loss["operation"].get<std::string>()), decimals(loss["ms"], 2),
                      decimals(loss["bound_ms"], 2))
                  .toStdString());
}

void printLarge(const core::Json& large)
{
    const auto line = [](const char* name, const core::Json& times) {
        print(QCoreApplication::translate("commandLine", "%1 %2 ms, bound %3 ms: %4")
                  .arg(QString::fromStdString(say(name)), decimals(times["ms"], 1), decimals(times["bound_ms"], 1),
                      decimals(times["share"], 3))
                  .toStdString());
    };
    line(QT_TRANSLATE_NOOP("commandLine", "opening"), large["open"]);
    line(QT_TRANSLATE_NOOP("commandLine", "first picture"), large["first_picture"]);
    line(QT_TRANSLATE_NOOP("commandLine", "64 tokens with patterns and stream"), large["trace"]);
    print(QCoreApplication::translate("commandLine", "  %1 of the fastest plain product")
              .arg(decimals(large["trace"]["share_of_sgemm"], 3))
              .toStdString());
    printRoofline(large["trace"]);
    if (large.contains("one_more_token"))
        line(QT_TRANSLATE_NOOP("commandLine", "one more token"), large["one_more_token"]);
    const core::Json& memory = large["memory"];
    print(QCoreApplication::translate("commandLine", "memory %1 MiB, weights, trace and cache %2 MiB: %3")
              .arg(decimals(memory["peak_bytes"].get<double>() / 1048576, 0),
                  decimals(memory["bound_bytes"].get<double>() / 1048576, 0), decimals(memory["share"], 3))
              .toStdString());
}

void printReport(const core::Json& report)
{
    const QLocale locale;
    const auto number = [&](const core::Json& value, int decimals) {
        return locale.toString(value.get<double>(), 'f', decimals).toStdString();
    };
    if (report.contains("sgemm_gflops"))
        print(say(QT_TRANSLATE_NOOP("commandLine", "fastest plain product")) + "  " + number(report["sgemm_gflops"], 1)
            + " GFLOP/s"
            + (report.contains("sgemm") && report["sgemm"]["void"] == true
                    ? "  " + say(QT_TRANSLATE_NOOP("commandLine", "(disturbed)"))
                    : ""));
    for (const core::Json& row : report.value("forward", core::Json::array())) {
        print(QCoreApplication::translate(
                  "commandLine", "%1 tokens: pass %2 ms, with trace %3 ms = %4 of the product; memory %5 of weights and trace")
                  .arg(locale.toString(row["tokens"].get<int>()), QString::fromStdString(number(row["forward_ms"], 1)),
                      QString::fromStdString(number(row["forward_trace_ms"], 1)),
                      QString::fromStdString(number(row["share_of_sgemm"], 3)),
                      QString::fromStdString(number(row["memory_ratio"], 2)))
                  .toStdString()
            + (row["forward_trace"]["void"] == true ? "  " + say(QT_TRANSLATE_NOOP("commandLine", "(disturbed)")) : ""));
        printRoofline(row);
    }
    if (report.contains("large"))
        printLarge(report["large"]);
    for (const core::Json& row : report.value("beside_busy_process", core::Json::array()))
        print(QCoreApplication::translate("commandLine", "%1 tokens with a busy thread: %2 ms = %3 times as long")
                  .arg(locale.toString(row["tokens"].get<int>()), QString::fromStdString(number(row["forward_trace_ms"], 1)),
                      QString::fromStdString(number(row["ratio"], 2)))
                  .toStdString());
    if (report.contains("decode_ms_per_token"))
        print(QCoreApplication::translate("commandLine", "one more token %1 ms = %2 of the memory's read speed (%3 GB/s)")
                  .arg(QString::fromStdString(number(report["decode_ms_per_token"], 2)),
                      QString::fromStdString(number(report["share_of_read_bandwidth"], 2)),
                      QString::fromStdString(number(report["read_gb_per_s"], 1)))
                  .toStdString());
    if (report.contains("long_text"))
        print(QCoreApplication::translate("commandLine", "%1 tokens: %2 MiB beyond the weights, %3 MiB with one head's pattern")
                  .arg(locale.toString(report["long_text"]["tokens"].get<int>()),
                      QString::fromStdString(number(report["long_text"]["bytes_recording_nothing"].get<double>() / 1048576, 0)),
                      QString::fromStdString(number(report["long_text"]["bytes_recording_one_head"].get<double>() / 1048576, 0)))
                  .toStdString());
    for (const core::Json& row : report.value("sweep", core::Json::array()))
        print(QCoreApplication::translate("commandLine", "%1: %2 runs in %3 ms, %4 of a plain loop")
                  .arg(QString::fromStdString(row["what"].get<std::string>()), locale.toString(row["runs"].get<int>()),
                      QString::fromStdString(number(row["ms"], 0)), QString::fromStdString(number(row["share"], 2)))
                  .toStdString());
    if (report.contains("train")) {
        const core::Json& row = report["train"];
        print(QCoreApplication::translate("commandLine", "%1 rows of %2 tokens: a step in %3 ms, %4 tokens/s = %5 of the product")
                  .arg(locale.toString(row["rows"].get<int>()), locale.toString(row["tokens"].get<int>()),
                      QString::fromStdString(number(row["ms_per_step"], 1)),
                      QString::fromStdString(number(row["tokens_per_second"], 0)),
                      QString::fromStdString(number(row["share_of_sgemm"], 3)))
                  .toStdString());
    }
    for (const core::Json& row : report.value("train_window", core::Json::array()))
        print(QCoreApplication::translate("commandLine", "%1: %2 pictures a second of a training, which cost %3 % of its speed")
                  .arg(QString::fromStdString(row["view"].get<std::string>()), decimals(row["pictures_per_second"], 1),
                      decimals(100 * row["cost"].get<double>(), 1))
                  .toStdString());
    for (const core::Json& row : report.value("toggles", core::Json::array()))
        print(QCoreApplication::translate("commandLine", "%1 for the first time: %2 ms")
                  .arg(QString::fromStdString(row["choice"].get<std::string>()), QString::fromStdString(number(row["ms"], 1)))
                  .toStdString());
    for (const char* key :
        {"start_to_first_picture_ms", "toggle_to_pixels_ms", "toggle_to_pixels_60_tokens_ms", "toggle_to_pixels_abdelta_ms",
            "toggle_to_pixels_abdelta_60_tokens_ms", "hover_ms", "open_view_ms", "zoom_map_412_ms", "pan_map_412_ms",
            "zoom_map_4096_ms", "pan_map_4096_ms", "open_wall_48x64_ms", "wall_48x64_to_head_ms", "head_to_wall_48x64_ms",
            "zoom_wall_48x64_ms", "zoom_wall_48x64_slowest_ms", "pan_wall_48x64_ms", "pan_wall_48x64_slowest_ms",
            "zoom_flow_48_ms", "pan_flow_48_ms", "zoom_experts_128_ms", "pan_experts_128_ms"})
        if (report.contains(key))
            print(std::string(key) + "  " + number(report[key], 1));
}

int runBench(const Arguments& arguments, const std::stop_token& stop)
{
    BenchRequest request;
    request.stop = stop;
    if (arguments.has("--tokens"))
        request.tokens = integerList("--tokens", *arguments.text("--tokens"), 1, 1'000'000);
    request.withBusyProcess = arguments.has("--busy");
    if (arguments.has("--threads"))
        core::ThreadPool::setThreads(int(arguments.integer("--threads", 1, 1, 1024)));

    core::Json report = core::Json::object();
    const bool isTraining = arguments.has("--train");
    if (arguments.has("--ui"))
        report = isTraining ? benchTrainWindow(batchOf(arguments), stop)
                            : benchWindow(); // first: nothing has been computed in this process yet
    const bool isLong = arguments.has("--long");
    if (const auto large = arguments.text("--large")) {
        report.update(benchLarge(request, *large));
        arguments.has("--json") ? printJson(report) : printReport(report);
        return Done;
    }
    request.setup = setupOf(arguments,
        arguments.text("--model").value_or(isTraining ? "main"
                : isLong                              ? "untrained-smollm2"
                                                      : "untrained-gpt2-small"));
    report.update(isTraining           ? benchTrain(request, batchOf(arguments))
            : arguments.has("--sweep") ? benchSweep(request)
            : isLong                   ? benchLongText(request)
                                       : benchEngine(request));
    if (arguments.has("--json"))
        printJson(report);
    else
        printReport(report);
    return Done;
}

} // namespace

extern const Command benchCommand;
const Command benchCommand{"bench",
    QT_TRANSLATE_NOOP("commandLine", "measures passes against the plain matrix product of this machine"),
    "[--model M] [--tokens 64,512] [--threads N] [--busy] [--long] [--large FILE] [--sweep] [--train] [--ui] [--json]",
    "cutaway bench --tokens 64,512 --json", benchOptions, 0, [](const Arguments& arguments) { return arguments.has("--ui"); },
    runBench};

} // namespace app
