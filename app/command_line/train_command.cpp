#include "app/command_line/train_words.h"

#include "core/base/thread_pool.h"
#include "core/train/checkpoint.h"
#include "core/train/training.h"
#include "core/train/training_record.h"

#include <QCoreApplication>

#include <chrono>
#include <cmath>
#include <cstdio>

namespace app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double progressSeconds = 2; // between two lines on standard error
constexpr long maxThreads = 1024;

constexpr Option trainOptions[] = {modelOption, setOption, freshOption,
    {"--data", "corpus|FILE",
        QT_TRANSLATE_NOOP("commandLine", "UTF-8 text, a .jsonl of texts, a set of texts, or corpus; a twentieth is held out")},
    tokenizerOption, recipeOption, {"--steps", "N", QT_TRANSLATE_NOOP("commandLine", "updates of the weights (1000)")}, batchOption,
    {"--rate", "R", QT_TRANSLATE_NOOP("commandLine", "learning rate (0.001)")},
    {"--schedule", "cosine|constant", QT_TRANSLATE_NOOP("commandLine", "of the rate, after the warm-up (cosine)")},
    {"--warmup", "N", QT_TRANSLATE_NOOP("commandLine", "steps in which the rate grows (a tenth, at most 100)")},
    {"--optimizer", "adamw|sgd", QT_TRANSLATE_NOOP("commandLine", "AdamW, or SGD with momentum (adamw)")},
    {"--weight-decay", "X", QT_TRANSLATE_NOOP("commandLine", "decay of matrices other than embeddings (0.01)")},
    {"--clip", "X", QT_TRANSLATE_NOOP("commandLine", "largest length of a gradient, 0: any (1)")},
    {"--z-loss", "X", QT_TRANSLATE_NOOP("commandLine", "factor of the mean of (log of the softmax denominator)² (0)")},
    {"--balance", "X", QT_TRANSLATE_NOOP("commandLine", "factor of the load balancing of experts (0)")},
    {"--dropout", "P", QT_TRANSLATE_NOOP("commandLine", "share of what branches add to the stream that is dropped (0)")},
    {"--attention-dropout", "P", QT_TRANSLATE_NOOP("commandLine", "share of attention weights that is dropped (0)")},
    {"--seed", "S", QT_TRANSLATE_NOOP("commandLine", "of the rows, and of weights that no file brings (1)")},
    {"--snapshots", "N,N", QT_TRANSLATE_NOOP("commandLine", "steps whose weights are kept; none: no step")},
    {"--checkpoint", "N", QT_TRANSLATE_NOOP("commandLine", "steps from one checkpoint to the next (as many as two minutes take)")},
    {"--resume", nullptr, QT_TRANSLATE_NOOP("commandLine", "go on from the checkpoint in the folder, with the same command line")},
    {"--threads", "N", QT_TRANSLATE_NOOP("commandLine", "threads; their number changes no result")},
    {"-o", "FOLDER", QT_TRANSLATE_NOOP("commandLine", "the folder to write")}, jsonOption, languageOption, helpOption};

QString translated(const char* english) { return QCoreApplication::translate("commandLine", english); }

QString timeText(double seconds)
{
    if (seconds < 90)
        return translated(QT_TRANSLATE_NOOP("commandLine", "%1 s left")).arg(std::ceil(seconds));
    if (seconds < 5400)
        return translated(QT_TRANSLATE_NOOP("commandLine", "%1 min left")).arg(std::ceil(seconds / 60));
    return translated(QT_TRANSLATE_NOOP("commandLine", "%1 h left")).arg(seconds / 3600, 0, 'f', 1);
}

void sayProgress(const core::TrainingReport& report)
{
    const QString line
        = translated(QT_TRANSLATE_NOOP("commandLine", "step %1 of %2, loss %3, held out %4, %5 tokens/s, %6"))
              .arg(report.step)
              .arg(report.steps)
              .arg(report.loss, 0, 'g', 4)
              .arg(report.heldOut, 0, 'g', 4)
              .arg(report.tokensPerSecond, 0, 'f', 0)
              .arg(timeText(report.secondsLeft));
    std::fprintf(stderr, "%s\n", line.toUtf8().constData());
}

/// Prints what is reached: each point as JSON, and now and then a line for a person.
class Reports
{
public:
    explicit Reports(bool isJson)
        : m_isJson(isJson)
    {
    }

    void operator()(const core::TrainingReport& report)
    {
        if (m_isJson) {
            core::Json line{{"step", report.step}, {"loss", core::recorded(report.loss)},
                {"held_out", core::recorded(report.heldOut)}, {"tokens_per_second", core::recorded(report.tokensPerSecond)}};
            if (report.entropy)
                line["entropy"] = core::recorded(*report.entropy);
            printJson(line);
            std::fflush(stdout);
        }
        const Clock::time_point now = Clock::now();
        const bool isDue = std::chrono::duration<double>(now - m_last).count() >= progressSeconds;
        if (!isDue && report.step < report.steps)
            return;
        sayProgress(report);
        m_last = now;
    }

private:
    bool m_isJson;
    Clock::time_point m_last = Clock::now();
};

/// A line on standard error about the folder of a training.
void sayOfTraining(const char* line, const std::string& folder)
{
    std::fprintf(stderr, "%s\n", translated(line).arg(QString::fromStdString(folder)).toUtf8().constData());
}

int runTrain(const Arguments& arguments, const std::stop_token& stop)
{
    const std::string folder = arguments.required("-o"), data = arguments.required("--data");
    if (arguments.has("--threads"))
        core::ThreadPool::setThreads(int(arguments.integer("--threads", 1, 1, maxThreads)));
    core::TrainingRequest request{.setup = nullptr, .recipe = recipeOf(arguments), .text = data, .folder = folder};
    core::TrainingWatch watch;
    watch.control.stop = stop;
    request.setup = trainingSetupOf(arguments, request.recipe, watch.control);
    request.resumes = arguments.has("--resume");
    watch.checkpointSteps = arguments.integer("--checkpoint", 0, 1, maxSteps);
    watch.onReport = Reports(arguments.has("--json"));
    bool isNew = false;
    try {
        isNew = core::train(request, watch);
    } catch (const core::Stopped&) {
        if (!core::hasCheckpoint(folder))
            throw; // it had not begun
        sayOfTraining(QT_TRANSLATE_NOOP("commandLine",
                          "cancelled: %1/checkpoint.safetensors has all steps so far; the same command with --resume goes on"),
            folder);
        return Cancelled;
    }
    if (!isNew)
        sayOfTraining(QT_TRANSLATE_NOOP("commandLine", "%1: this training has ended"), folder);
    sayNotes(*request.setup->model);
    return Done;
}

} // namespace

extern const Command trainCommand;
const Command trainCommand{"train",
    QT_TRANSLATE_NOOP("commandLine", "trains a model on a text, into a folder with its history and snapshots"),
    "[M] [--set K=V …] --data corpus|FILE [--steps N] [--batch ROWSxLENGTH] [--rate R] [--resume] -o FOLDER",
    "cutaway train untrained --set sizes.layers=2 --data book.txt --steps 500 --rate 3e-3 -o my-model",
    trainOptions, 1, nullptr, runTrain};

} // namespace app
