// `trace --gradient` in memory: the program needs little more than twice what weights and trace take, also where every gradient is
// written.

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "core/run/weights_in_memory.h"
#include "tests/app/command_line/program_test.h"

#include <QTest>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isInstrumented = true; // its memory is that of the instruments
#else
constexpr bool isInstrumented = false;
#endif

/// The most memory that the program held at once, in bytes; 0 where it failed.
double peakOf(const QStringList& arguments)
{
    std::vector<std::string> words{CUTAWAY};
    for (const QString& word : arguments)
        words.push_back(word.toStdString());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::unsetenv("MALLOC_PERTURB_"); // with it, memory that nobody uses is written to
    pid_t child = 0;
    int status = 0;
    rusage usage{};
    if (::posix_spawn(&child, CUTAWAY, nullptr, nullptr, pointers.data(), environ) != 0
        || ::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 0;
    return double(usage.ru_maxrss) * 1024;
}

} // namespace

class TestCommandGradient : public ProgramTest
{
    Q_OBJECT
private slots:
    void theWayBackTakesLittleMoreThanWeightsAndTrace_data();
    void theWayBackTakesLittleMoreThanWeightsAndTrace();
};

void TestCommandGradient::theWayBackTakesLittleMoreThanWeightsAndTrace_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("patterns");
    const QStringList everything{"*", "grad.*"}, ofWeights{"grad.weights.*"};
    QTest::newRow("weights") << "mixer.kind=attention" << ofWeights;
    QTest::newRow("everything") << "mixer.kind=attention" << everything;
    QTest::newRow("everything, a mixture") << "feed_forward.kind=mixture" << everything;
    QTest::newRow("everything, a state space") << "mixer.kind=selective_ssm" << everything;
}

void TestCommandGradient::theWayBackTakesLittleMoreThanWeightsAndTrace()
{
    QFETCH(QString, kind);
    QFETCH(QStringList, patterns);
    if (isInstrumented)
        QSKIP("memory of an instrumented program is not its own");
    constexpr int tokens = 384;
    const QStringList sizes{"sizes.layers=6", "sizes.d_model=320", "sizes.heads=8", "sizes.d_ff=1280", "sizes.vocab=4000", kind};
    core::Choices said;
    QStringList model{"--model", "untrained"}, ids;
    for (const QString& choice : sizes) {
        said.setText(choice.toStdString(), 6);
        model << "--set" << choice;
    }
    for (int t = 0; t < tokens; ++t)
        ids << QString::number((t * 7919 + 3) % 4000);
    core::TraceRequest request;
    QStringList gradient{"--gradient", "loss"};
    for (const QString& pattern : patterns) {
        gradient << "--record" << pattern;
        if (!pattern.startsWith("grad."))
            request.patterns.push_back(pattern.toStdString());
    }
    const core::SetupPtr setup = core::configure(core::openModel("untrained"), said);
    const double weights = double(core::WeightsInMemory::bytes(*setup, core::MatrixForm::Packed));
    const double trace = double(core::plan(setup->config, tokens, request).traceBytes());

    const QStringList file{"-o", path("run.safetensors")};
    const double program = peakOf(QStringList{"trace", "--model", "untrained", "--ids", "1,2"} + file);
    const double all = peakOf(QStringList{"trace", "--ids", ids.join(',')} + model + gradient + file);
    QVERIFY(program > 0 && all > 2 * program);
    const double share = (all - program) / (weights + trace);
    QVERIFY2(share <= 2.2, qPrintable(QStringLiteral("%1 times %2 MB").arg(share).arg((weights + trace) / 1e6)));
}

QTEST_GUILESS_MAIN(TestCommandGradient)
#include "tst_command_gradient.moc"
