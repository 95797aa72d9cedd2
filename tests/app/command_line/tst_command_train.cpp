// `cutaway train` as scripts run it: the examples of the contract, the same bytes on any number of threads and after an interruption,
// what it prints, and what it refuses in one line.

#include "tests/app/command_line/program_test.h"
#include "tests/test_data.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>
#include <QThread>

#include <cmath>
#include <csignal>

namespace {

/// Lines of part 7 of the contract that are commands.
QStringList examples()
{
    const QString contract = QString::fromUtf8(readAll(QStringLiteral(TEST_DATA "/../../docs/contract.md")));
    QStringList found;
    for (const QString& line : contract.section(QStringLiteral("\n## 7."), 1).section(QStringLiteral("\n## "), 0, 0).split('\n'))
        if (line.startsWith(QLatin1String("    cutaway ")))
            found << line.mid(12);
    return found;
}

QList<QJsonObject> linesOf(const QByteArray& out)
{
    QList<QJsonObject> lines;
    for (const QByteArray& line : out.split('\n'))
        if (!line.isEmpty())
            lines << QJsonDocument::fromJson(line).object();
    return lines;
}

} // namespace

class TestCommandTrain : public ProgramTest
{
    Q_OBJECT

    QStringList command(const QString& folder, const QStringList& more = {}) const
    {
        return QStringList{"train", "untrained", "--set", "sizes.layers=2", "--set", "sizes.d_ff=512", "--data", "cats.txt", "--steps",
                   "8", "--batch", "4x32", "--rate", "3e-3", "-o", folder}
            + more;
    }

#if defined(Q_OS_UNIX)
    /// Begins in the folder "killed", and is killed some time after one of the next points.
    void killedAtRandom(const QStringList& more, QRandomGenerator& random) const
    {
        QProcess process;
        process.setWorkingDirectory(path({}));
        process.start(CUTAWAY, command("killed", more + QStringList{"--checkpoint", QString::number(random.bounded(1, 4))}));
        const int points = random.bounded(1, 8);
        QByteArray out;
        while (out.count('\n') < points && process.waitForReadyRead(60'000))
            out += process.readAllStandardOutput();
        QThread::usleep(random.bounded(30'000));
        process.kill();
        process.waitForFinished(60'000);
    }
#endif

private slots:
    void initTestCase()
    {
        QByteArray text;
        const QByteArrayList who{"cat", "dog", "bird"}, what{"sat", "slept", "stood"};
        for (int i = 0; i < 300; ++i)
            text += "The " + who[i % 3] + " " + what[i / 2 % 3] + " on the mat and the " + who[i / 7 % 3] + " sat on it.\n";
        write("cats.txt", text);
    }

    void theExamplesOfTheContractRun()
    {
        QCOMPARE(examples().size(), 3);
        for (const QString& line : examples()) {
            const QStringList words = QProcess::splitCommand(line);
            const Result result = run(words);
            QVERIFY2(result.exitCode == 0, result.err.constData());
            const QList<QJsonObject> lines = linesOf(result.out);
            QCOMPARE(lines.size(), words[words.indexOf(QStringLiteral("--steps")) + 1].toInt() + 1);
        }
    }

    void reportsAreThePointsOfTheHistory()
    {
        const Result result = run(command("reports", {"--json", "--snapshots", "0,3"}));
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QList<QJsonObject> lines = linesOf(result.out);
        QCOMPARE(lines.size(), 9);
        const QJsonObject history = QJsonDocument::fromJson(readAll(path("reports/history.json"))).object();
        const QJsonObject points = history["points"].toObject();
        for (int i = 0; i < lines.size(); ++i)
            for (const QString& key : {QStringLiteral("step"), QStringLiteral("loss"), QStringLiteral("held_out")})
                QCOMPARE(lines[i][key], points[key].toArray()[i]);
        QCOMPARE(lines.last()["step"].toInt(), 8);
        QVERIFY(lines.last()["loss"].toDouble() < lines.first()["loss"].toDouble());
        QVERIFY(lines.last()["tokens_per_second"].toDouble() > 0);
        QVERIFY(result.err.contains("step 8 of 8"));
        QCOMPARE(QDir(path("reports/snapshots")).entryList(QDir::Files), (QStringList{"0.safetensors", "3.safetensors"}));
        QCOMPARE(run({"generate", "reports@3", "--text", "The cat", "-n", "2"}).exitCode, 0);
        QCOMPARE(run({"generate", "reports", "--text", "The cat", "-n", "2"}).exitCode, 0);
    }

    void theCorpusCanBeReadAndTrainedOn()
    {
        const Result documents = run({"corpus", "--documents", "30", "--held-out", "--seed", "3"});
        QVERIFY2(documents.exitCode == 0, documents.err.constData());
        QCOMPARE(documents.out.count('\n'), 30);
        QCOMPARE(run({"corpus", "--documents", "30", "--held-out", "--seed", "3"}).out, documents.out);
        QVERIFY(run({"corpus", "--documents", "30", "--seed", "3"}).out != documents.out);
        write("documents.jsonl", documents.out);
        QCOMPARE(
            run({"train", "main", "--data", "documents.jsonl", "--steps", "1", "--batch", "2x16", "-o", "read"}).exitCode, 0);
        QList<QJsonObject> lines = linesOf(run({"corpus", "--documents", "30", "--held-out", "--seed", "3", "--json"}).out);
        QCOMPARE(lines.size(), 30);
        for (const char* const key : {"kind", "text", "ids", "nats", "questions"})
            QVERIFY2(lines.first().contains(QLatin1String(key)), key);
        QCOMPARE(QJsonDocument::fromJson("[" + documents.out.split('\n').first() + "]").array()[0], lines.first()["text"]);

        const Result pairs = run({"corpus", "--pairs", "40"});
        lines = linesOf(pairs.out);
        QCOMPARE(lines.size(), 40);
        QVERIFY(!lines.first()["text"].toString().isEmpty() && !lines.first()["answer"].toString().isEmpty());
        write("pairs.jsonl", pairs.out);
        QCOMPARE(
            run({"train", "translator", "--data", "pairs.jsonl", "--steps", "1", "--batch", "2x16", "-o", "answering"}).exitCode, 0);

        const Result rows = run({"corpus", "--batch", "2x16", "--held-out"});
        QCOMPARE(rows.out.count('\n'), 2);
        QCOMPARE(QJsonDocument::fromJson(rows.out.split('\n').first()).array().size(), 17);
        const Result both = run({"corpus", "--batch", "2x16", "--pairs", "2"});
        QCOMPARE(both.exitCode, 1);
        QVERIFY(both.err.contains("give one of them"));
    }

    void aTrainedFolderHasAHistoryToDraw()
    {
        QCOMPARE(run(command("data/models/drawn")).exitCode, 0); // among the user's models, so by its name
        const Result info = run({"info", "drawn", "--json"});
        QVERIFY(info.json().object()["unseen_ids"].toArray().size() > 10);
        QCOMPARE(info.json().object()["weights"].toObject()["how"].toString(), QString("trained"));
        const Result figure = run({"export", "drawn", "--figure", "training", "--text", "The cat", "-o", "t.csv"});
        QVERIFY2(figure.exitCode == 0, figure.err.constData());
        QVERIFY(readAll(path("t.csv")).count('\n') >= 9);
    }

    void theBundledCorpusTellsItsEntropy()
    {
        write("stories.json", R"({"stories": 0.5, "first": 1, "pool": 40, "steps": 2, "rows": 2, "length": 32})");
        const Result result
            = run({"train", "main", "--fresh", "--set", "sizes.layers=1", "--data", "corpus", "--recipe", "stories.json", "-o", "told", "--json"});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QList<QJsonObject> lines = linesOf(result.out);
        QCOMPARE(lines.size(), 3);
        QVERIFY(std::abs(lines.first()["entropy"].toDouble() - 1.1) < 0.05);
        const QJsonObject training
            = QJsonDocument::fromJson(readAll(path("told/history.json"))).object()["training"].toObject();
        QCOMPARE(training["task"].toString(), QString("next"));
        QCOMPARE(training["entropy"], lines.first()["entropy"]);
        QCOMPARE(training["pool"].toInt(), 40);
    }

    void benchTellsTheSpeedOfSteps()
    {
        const Result result = run({"bench", "--train", "--model", "untrained", "--set", "sizes.layers=1", "--set", "sizes.d_model=16",
            "--batch", "2x8", "--json"});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonObject train = result.json().object()["train"].toObject();
        QCOMPARE(train["rows"].toInt(), 2);
        QCOMPARE(train["tokens"].toInt(), 8);
        QVERIFY(std::abs(train["tokens_per_second"].toDouble() * train["ms_per_step"].toDouble() / 16e3 - 1) < 1e-6);
        QVERIFY(train["share_of_sgemm"].toDouble() > 0);
        QVERIFY(train["peak_rss_bytes"].toDouble() >= 0 && train["weights_bytes"].toDouble() > 4 * 16 * 16);
    }

    void theNumberOfThreadsChangesNoByte()
    {
        QByteArray weights, snapshot;
        for (const QString& threads : {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("5")}) {
            const QString folder = "threads-" + threads;
            QCOMPARE(run(command(folder, {"--threads", threads, "--snapshots", "5"})).exitCode, 0);
            const QByteArray now = readAll(path(folder + "/model.safetensors"));
            QVERIFY(now.size() > 1000);
            QVERIFY2(weights.isEmpty() || weights == now, qPrintable(threads));
            weights = now;
            const QByteArray then = readAll(path(folder + "/snapshots/5.safetensors"));
            QVERIFY2(snapshot.isEmpty() || snapshot == then, qPrintable(threads));
            snapshot = then;
        }
    }

    void anInterruptedTrainingGoesOnToTheSameBytes()
    {
#if defined(Q_OS_UNIX)
        const QStringList steps{"--steps", "30"};
        QCOMPARE(run(command("whole", steps)).exitCode, 0);
        QProcess process;
        process.setWorkingDirectory(path({}));
        process.start(CUTAWAY, command("parts", steps + QStringList{"--json"}));
        QByteArray out;
        while (out.count('\n') < 5 && process.waitForReadyRead(60'000))
            out += process.readAllStandardOutput();
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 130);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("parts/checkpoint.safetensors") && said.contains("--resume"), said.constData());
        QVERIFY(QFile::exists(path("parts/checkpoint.safetensors")));
        QVERIFY(QFile::exists(path("parts/history.json")));
        QCOMPARE(run({"info", "parts"}).exitCode, 0);
        const Result refused = run(command("parts", steps));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY(refused.err.contains("--resume"));
        const Result rest = run(command("parts", steps + QStringList{"--resume", "--threads", "1"}));
        QVERIFY2(rest.exitCode == 0, rest.err.constData());
        QVERIFY(readAll(path("whole/model.safetensors")) == readAll(path("parts/model.safetensors")));
        QVERIFY(!QFile::exists(path("parts/checkpoint.safetensors")));
        const Result again = run(command("parts", steps + QStringList{"--resume"}));
        QCOMPARE(again.exitCode, 0);
        QVERIFY(again.err.contains("has ended"));
#else
        QSKIP("no signals here");
#endif
    }

    /// Without a word, at any moment: between two steps, within one, while files are written.
    void aKilledTrainingGoesOnToTheSameBytes()
    {
#if defined(Q_OS_UNIX)
        const QStringList steps{"--steps", "40", "--tokenizer", "characters", "--snapshots", "20", "--json"};
        QCOMPARE(run(command("unstopped", steps)).exitCode, 0);
        QRandomGenerator random(25);
        int kills = 0;
        for (; kills < 6 && !QFile::exists(path("killed/model.safetensors")); ++kills)
            killedAtRandom(steps, random); // until there is a first checkpoint
        for (; kills < 12 && QFile::exists(path("killed/checkpoint.safetensors")); ++kills)
            killedAtRandom(steps + QStringList{"--resume", "--threads", QString::number(1 + kills % 3)}, random);
        const Result rest = run(command("killed", steps + QStringList{"--resume"}));
        QVERIFY2(rest.exitCode == 0, rest.err.constData());
        for (const char* file : {"model.safetensors", "snapshots/20.safetensors", "tokenizer.json", "config.json"}) {
            const QByteArray whole = readAll(path("unstopped/") + file);
            QVERIFY(whole.size() > 100);
            QVERIFY2(whole == readAll(path("killed/") + file), file);
        }
        const auto points = [&](const QString& folder) {
            return QJsonDocument::fromJson(readAll(path(folder + "/history.json"))).object()["points"].toObject();
        };
        QCOMPARE(points("unstopped")["step"].toArray().size(), 41);
        QCOMPARE(points("killed"), points("unstopped"));
        QVERIFY(QDir(path("killed")).entryList({"*.part-*"}, QDir::Files).isEmpty());
#else
        QSKIP("no signals here");
#endif
    }

    void charactersOfTheFileBecomeTokens()
    {
        QCOMPARE(run(command("by-characters", {"--tokenizer", "characters"})).exitCode, 0);
        const Result ids = run({"tokenize", "--model", "by-characters", "--text", "The cat", "--json"});
        QVERIFY2(ids.exitCode == 0, ids.err.constData());
        QVERIFY2(ids.out.count(',') == 6, ids.out.constData()); // seven tokens
        QCOMPARE(run({"generate", "by-characters", "--text", "The cat", "-n", "3"}).exitCode, 0);
        QCOMPARE(run(command("by-pieces", {"--tokenizer", "bpe-300"})).exitCode, 0);
        QVERIFY(readAll(path("by-pieces/config.json")) != readAll(path("by-characters/config.json")));
        const Result trained = run({"train", "main", "--data", "cats.txt", "--tokenizer", "characters", "-o", "never"});
        QCOMPARE(trained.exitCode, 1);
        QVERIFY2(trained.err.contains("--fresh"), trained.err.constData());
    }

    void twoProcessesDoNotTrainInOneFolder()
    {
        QProcess first;
        first.setWorkingDirectory(path({}));
        first.start(CUTAWAY, command("shared", {"--steps", "100000", "--json"}));
        QVERIFY(first.waitForReadyRead(60'000));
        const Result second = run(command("shared"));
        first.kill(); // without a word: nothing is locked afterwards
        QVERIFY(first.waitForFinished(60'000));
        QCOMPARE(second.exitCode, 2);
        QCOMPARE(second.err.count('\n'), 1);
        QVERIFY2(second.err.contains("another process"), second.err.constData());
        QCOMPARE(run(command("shared")).exitCode, 0);
    }

    void aRecipeIsReadAndOptionsGoFirst()
    {
        write("recipe.json", R"({"optimizer": "sgd", "lr": 0.5, "steps": 3, "rows": 2, "length": 8, "snapshots": [1]})");
        QCOMPARE(run({"train", "--data", "cats.txt", "--recipe", "recipe.json", "--rate", "0.25", "-o", "by-recipe"}).exitCode, 0);
        const QJsonObject training
            = QJsonDocument::fromJson(readAll(path("by-recipe/history.json"))).object()["training"].toObject();
        QCOMPARE(training["lr"].toDouble(), 0.25);
        QCOMPARE(training["optimizer"].toString(), QString("sgd"));
        QCOMPARE(training["batch_tokens"].toInt(), 16);
        QVERIFY(QFile::exists(path("by-recipe/snapshots/1.safetensors")));
    }

    void freshWeightsForgetTheTraining()
    {
        const auto firstLoss = [&](const QStringList& more) {
            const Result result = run(QStringList{"train", "main", "--data", "repeats", "--steps", "1", "--batch", "2x32", "--json", "-o",
                                          QString("first-%1").arg(more.size())}
                + more);
            return linesOf(result.out).value(0)["loss"].toDouble();
        };
        const double trained = firstLoss({}), fresh = firstLoss({"--fresh"});
        QVERIFY2(trained > 0 && trained < fresh - 1, qPrintable(QString("%1, %2").arg(trained).arg(fresh)));
    }

    void whatIsWrongIsOneLine_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("exitCode");
        const auto row = [](const char* name, const QStringList& words, const char* says, int exitCode) {
            QTest::newRow(name) << words << says << exitCode;
        };
        write("empty.txt", "");
        write("binary.txt", QByteArray("some text\0and more of it", 24));
        write("latin.txt", "caf\xe9 and more text, long enough");
        write("lines.jsonl", "\"one\"\n{\"title\": 1}\n");
        write("recipe.json", R"({"lr": -1})");
        const auto data = [](const char* file) { return QStringList{"--data", file}; };
        row("empty", data("empty.txt"), "empty.txt: the file has no text", 2);
        row("binary", data("binary.txt"), "binary.txt: byte 9", 2);
        row("not UTF-8", data("latin.txt"), "latin.txt: byte 3", 2);
        row("not of the form", data("lines.jsonl"), "line 2", 2);
        row("no file", data("nowhere.txt"), "nowhere.txt", 2);
        row("id outside the vocabulary", {"--set", "sizes.vocab=50"}, "expected 0 to 49", 2);
        row("rate nan", {"--rate", "nan"}, "lr", 2);
        row("rate inf", {"--rate", "inf"}, "found inf", 2);
        row("negative rate", {"--rate=-0.1"}, "lr", 2);
        row("negative rate in a recipe", {"--recipe", "recipe.json", "--rate", "1"}, "recipe.json: lr", 2);
        row("no number", {"--rate", "fast"}, "--rate", 1);
        row("no batch", {"--batch", "16"}, "--batch", 1);
        row("empty batch", {"--batch", "0x16"}, "rows", 2);
        row("unknown schedule", {"--schedule", "steps"}, "--schedule", 1);
        row("loss no number", {"--rate", "1e30", "--clip", "0", "--schedule", "constant"}, "step ", 2);
        row("an encoder", {"--set", "topology=encoder"}, "hides others", 2);
        row("characters of no file", {"--data", "corpus", "--tokenizer", "characters"}, "--data FILE", 1);
        row("unknown tokenizer", {"--tokenizer", "nowhere"}, "nowhere", 2);
        row("nothing to go on from", {"--resume"}, "checkpoint", 2);
        row("not a folder", {"-o", "cats.txt/below"}, "cannot be written", 3);
    }

    void whatIsWrongIsOneLine()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        QFETCH(int, exitCode);
        static int number = 0;
        const Result result = run(command(QString("wrong-%1").arg(++number), words));
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY2(result.err.contains(says.toUtf8()), result.err.constData());
        QVERIFY(result.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCommandTrain)
#include "tst_command_train.moc"
