// The commands of many runs: the examples of docs/contract.md as they stand, what they print, what they refuse.

#include "core/base/kernels.h"
#include "core/files/formats/safetensors.h"
#include "core/files/traces/trace_file.h"
#include "tests/app/command_line/program_test.h"
#include "tests/test_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace {

const QString repeated = QStringLiteral("Repeat: red dog chair cup. Again: red dog");

QString page(const char* name) { return QString::fromUtf8(readAll(QStringLiteral(TEST_DATA "/../../docs/") + name)); }

QStringList commandsIn(const QString& text)
{
    QStringList found;
    for (const QString& line : text.split('\n'))
        if (line.startsWith(QLatin1String("    cutaway ")))
            found << line.mid(12);
    return found;
}

/// Lines of the contract that are commands: those of part 6.
QStringList examples()
{
    return commandsIn(page("contract.md").section(QStringLiteral("\n## 6."), 1).section(QStringLiteral("\n## "), 0, 0));
}

/// The words of a line as a shell has them: what stands between ' may have " in it.
QStringList wordsOf(const QString& line)
{
    return QProcess::splitCommand(QString(line).replace(QLatin1Char('"'), QLatin1String("\"\"\"")).replace('\'', '"'));
}

} // namespace

class TestCommandExperiments : public ProgramTest
{
    Q_OBJECT
private slots:
    void theExamplesOfTheContractRun_data()
    {
        QTest::addColumn<QString>("line");
        for (const QString& line : examples())
            QTest::newRow(line.left(60).toUtf8().constData()) << line;
    }

    void theExamplesOfTheContractRun()
    {
        QFETCH(QString, line);
        const QStringList words = wordsOf(line);
        const Result result = run(words);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        if (words.contains(QStringLiteral("--json")))
            QVERIFY2(result.json().object()["rows"].toArray().size() > 1 || result.json().object().contains("edges"),
                result.out.left(300).constData());
        if (words.contains(QStringLiteral("--csv")))
            QVERIFY(result.out.count('\n') > 2);
    }

    void theCommandsOfTheWalkRun_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* const name : {"circuits.md", "circuits.zh-CN.md"})
            QTest::newRow(name) << name;
    }

    /// In their order: one reads what another wrote. SmolLM2 is not everywhere.
    void theCommandsOfTheWalkRun()
    {
        QFETCH(QString, name);
        const QStringList lines = commandsIn(page(qPrintable(name)));
        int runs = 0;
        for (const QString& line : lines) {
            QStringList words = wordsOf(line);
            if (words.contains(QStringLiteral("smollm2")))
                continue;
            const Result result = run(words);
            QVERIFY2(result.exitCode == 0, qPrintable(line + ": " + result.err));
            ++runs;
        }
        QVERIFY2(runs > 3, qPrintable(QString::number(runs)));
    }

    /// What the page says comes out.
    void theNumbersOfTheWalkAreThoseOfItsCommands()
    {
        const QString text = page("circuits.md");
        const QStringList lines = commandsIn(text);
        const auto json = [&](const QString& begin) {
            const QStringList found = lines.filter(QRegularExpression("^" + begin + "(?!.*smollm2)"));
            const Result result = run(wordsOf(found.value(0)) + QStringList{"--json"});
            return result.exitCode == 0 ? result.json().object() : QJsonObject();
        };
        const auto says = [&](double number, int decimals) {
            const QString said = QString::number(std::abs(number), 'f', decimals);
            return text.contains(number < 0 ? QStringLiteral("−") + said : said);
        };
        const QJsonObject ablated = json("ablate");
        double worst = 0, second = 0;
        for (const QJsonValue& row : ablated["rows"].toArray()) {
            const double change = row["value"].toDouble() - ablated["untouched"].toDouble();
            if (row["at"] == QLatin1String("blocks.1.attn.z[2]"))
                worst = change;
            else
                second = std::max(second, std::abs(change));
        }
        QVERIFY2(says(worst, 1) && says(second, 3), qPrintable(QStringLiteral("%1 %2").arg(worst).arg(second)));
        const QJsonObject paths = json("paths");
        QVERIFY(says(paths["untouched"].toDouble(), 1) && says(paths["replaced"].toDouble(), 1));
        for (const QJsonValue& node : paths["nodes"].toArray())
            if (node["id"] == QLatin1String("blocks.1.attn.z[2]"))
                QVERIFY(says(node["direct"].toDouble(), 1) && says(node["total"].toDouble(), 1));
        QStringList rows;
        for (const QString& row : text.split('\n').filter(QRegularExpression("^\\| `blocks")))
            rows << row;
        QCOMPARE(rows.size(), 4);
        for (const QString& row : rows) {
            const QStringList ends = row.split('`');
            bool found = false;
            for (const QJsonValue& edge : paths["edges"].toArray())
                if (edge["from"].toString() == ends[1] && edge["to"].toString() == ends[3])
                    found = row.endsWith(QStringLiteral("| %1 |").arg(edge["effect"].toDouble(), 0, 'f', 1));
            QVERIFY2(found, qPrintable(row));
        }
    }

    void aWeightOfAnotherModelIsInTheTraceAndInTheFigure()
    {
        const QStringList text{"--text", "red dog chair. red dog"};
        write("swap.json", R"([{"at": "weights.blocks.1.attn.k.weight", "op": "from", "source": {"model": "main@0"}}])");
        QCOMPARE(run(QStringList{"trace", "main", "-o", path("own.safetensors")} + text).exitCode, 0);
        const Result result // plain loops compute the same with that weight
            = run(QStringList{"trace", "main", "--intervene", "swap.json", "--check", "-o", path("swapped.safetensors")} + text);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const std::shared_ptr<core::Trace> own = core::readTrace(path("own.safetensors").toStdString());
        const std::shared_ptr<core::Trace> swapped = core::readTrace(path("swapped.safetensors").toStdString());
        const auto same
            = [&](const char* name) { return std::ranges::equal(swapped->at(name).values(), own->at(name).values()); };
        QVERIFY(same("blocks.1.attn.q") && !same("blocks.1.attn.k") && !same("logits"));
        QCOMPARE(swapped->interventions[0]["source"]["model"].get<std::string>(), std::string("main@0"));
        QVERIFY(swapped->replaced.empty());

        const QStringList figure = QStringList{"export", "main", "--figure", "weight_change", "--b-model", "main@0"} + text;
        QCOMPARE(run(figure + QStringList{"--intervene", "swap.json", "-o", path("swapped.svg")}).exitCode, 0);
        QVERIFY(readAll(path("swapped.svg")).contains("L1 W_K from main@0"));
        QCOMPARE(run({"verify", path("swapped.svg")}).exitCode, 0);

        write("wide.json", R"([{"at": "weights.embed.weight", "op": "from", "source": {"model": "untrained"}}])");
        const Result refused = run(QStringList{"trace", "main", "--intervene", "wide.json", "-o", path("w.safetensors")} + text);
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.count('\n') == 1 && refused.err.contains("another shape"), refused.err.constData());
    }

    /// The example of the contract: its list, and the command below it.
    void directionsAreAddedAsTheContractSays()
    {
        const QString contract = QString::fromUtf8(readAll(QStringLiteral(TEST_DATA "/../../docs/contract.md")));
        const QString part = contract.section(QStringLiteral("* **Directions**"), 1).section(QStringLiteral("\n* "), 0, 0);
        const QString list = part.section(QStringLiteral("\n      ["), 1).section(QStringLiteral("}]\n"), 0, 0);
        const QString line = part.section(QStringLiteral("\n      cutaway "), 1).section('\n', 0, 0);
        QVERIFY(!list.isEmpty() && !line.isEmpty());
        write("steer.json", QByteArray("[" + list.toUtf8() + "}]"));
        std::vector<core::TensorToWrite> vectors;
        for (const char* const name : {"direction", "other"})
            vectors.push_back(
                {name, {96}, [](core::Index row, core::Index rows, float* out) { std::fill_n(out, rows, float(row % 3)); }});
        core::writeSafetensors(path("steer.safetensors").toStdString(), vectors, {});
        const Result steered = run(wordsOf(line));
        QVERIFY2(steered.exitCode == 0, steered.err.constData());
        const std::shared_ptr<core::Trace> trace = core::readTrace(path("steered.safetensors").toStdString());
        QCOMPARE(trace->interventions.size(), std::size_t(4));
        QCOMPARE(trace->replaced, (std::vector<std::string>{"blocks.0.resid_post", "blocks.1.resid_pre", "blocks.2.resid_pre"}));

        const QStringList figure{"export", "main", "--figure", "residual", "--text", "red dog", "--intervene", "steer2.json"};
        write("steer2.json",
            R"([{"at": "blocks.1.resid_pre", "op": "add", "value": 4, "source": {"text": "a dog", "less": "a cup"}},
            {"at": "blocks.0.resid_post", "op": "add", "source": {"file": "steer.safetensors", "name": "direction"}}])");
        const Result drawn = run(figure + QStringList{"-o", path("steered.svg")});
        QVERIFY2(drawn.exitCode == 0, drawn.err.constData());
        const QByteArray svg = readAll(path("steered.svg"));
        QVERIFY(svg.contains("L1 resid_pre + 4 · (“a dog” − “a cup”)") && svg.contains("steer.safetensors: direction"));
        QCOMPARE(run({"verify", path("steered.svg")}).exitCode, 0);
        QVERIFY(run({"trace", "main", "--text", "red dog", "--intervene", "missing.json", "-o", "m.safetensors"}).exitCode == 2);
        write("missing.json", R"([{"at": "blocks.1.resid_pre", "op": "add", "source": "gone.npy"}])");
        const Result missing = run({"trace", "main", "--text", "red dog", "--intervene", "missing.json", "-o", "m.safetensors"});
        QVERIFY2(missing.exitCode == 2 && missing.err.count('\n') == 1, missing.err.constData());
    }

    void aScanIsDrawnAndADamagedOneIsOneLine()
    {
        QCOMPARE(run({"scan", "main", "--texts", "pronouns", "--at", "blocks.1.attn.z[2]", "--top", "3", "-o", "s.safetensors"})
                     .exitCode,
            0);
        const Result drawn = run({"export", "--figure", "scan", "--model", "s.safetensors", "--option", "unit=4", "-o", "s.csv"});
        QVERIFY2(drawn.exitCode == 0, drawn.err.constData());
        QCOMPARE(readAll(path("s.csv")).count("\ntop,") + readAll(path("s.csv")).count("\nbottom,"), 6);
        QVERIFY(
            run({"export", "--figure", "scan", "--model", "s.safetensors", "--text", "The cat", "-o", "t.svg"}).exitCode != 0);
        write("cut.safetensors", readAll(path("s.safetensors")).left(30000));
        const Result cut = run({"export", "--figure", "scan", "--model", "cut.safetensors", "-o", "c.svg"});
        QCOMPARE(cut.exitCode, 2);
        QCOMPARE(cut.err.count('\n'), 1);
    }

    void thereAreExamples() { QVERIFY(examples().size() >= 6); }

    void aRowIsAnInterventionOfItsOwn()
    {
        const Result map
            = run({"ablate", "main", "--text", repeated, "--metric", "logit: chair@-1", "--over", "heads", "--json"});
        QCOMPARE(map.exitCode, 0);
        const QJsonArray rows = map.json().object()["rows"].toArray();
        QCOMPARE(rows.size(), 16);
        const QJsonObject row = rows[6].toObject();
        QCOMPARE(row["at"].toString(), QString("blocks.1.attn.z[2]"));
        write("list.json", QByteArray("[{\"at\": \"") + row["at"].toString().toUtf8() + "\", \"op\": \"zero\"}]");
        QCOMPARE(
            run({"trace", "main", "--text", repeated, "--intervene", "list.json", "--record", "logits", "-o", "run.safetensors"})
                .exitCode,
            0);
        const Result untouched
            = run({"sweep", "main", "--text", repeated, "--metric", "logit: chair@-1", "--over", "weights=keep", "--json"});
        const double alone = untouched.json().object()["rows"].toArray()[0].toObject()["value"].toDouble();
        const double beside = map.json().object()["untouched"].toDouble(); // of a pass over several runs
        if (&core::kernels::best() == &core::kernels::baseline()) // which sums in another order
            QVERIFY2(
                std::abs(alone - beside) <= 1e-6 * std::abs(alone), qPrintable(QStringLiteral("%1, %2").arg(alone).arg(beside)));
        else
            QCOMPARE(alone, beside);
        QVERIFY(row["value"].toDouble() < map.json().object()["untouched"].toDouble() - 1); // the previous-token head
    }

    void theTableNamesTheLargestChangeFirst()
    {
        const Result table = run({"ablate", "main", "--text", repeated, "--metric", "log_prob: chair@-1", "--over", "branches"});
        QCOMPARE(table.exitCode, 0);
        QVERIFY2(table.out.contains("mlp_out") && table.out.contains("attn_out"), table.out.constData());
    }

    void theFigureOfASweepHasTheNumbersOfTheCommand()
    {
        const QStringList text{"--text", repeated};
        const QStringList command
            = QStringList{"sweep", "main", "--over", "rope.base=100,1000,10000", "--seeds", "2", "--metric", "logit: chair@-1"}
            + text;
        const Result json = run(command + QStringList{"--json"}), csv = run(command + QStringList{"--csv"});
        QVERIFY2(json.exitCode == 0 && csv.exitCode == 0, json.err.constData());
        const Result drawn = run(QStringList{"export", "main", "--figure", "sweep", "--option", "over=rope.base=100,1000,10000",
                                     "--option", "seeds=2", "--option", "metric=logit: chair@-1", "-o", path("sweep.csv")}
            + text);
        QVERIFY2(drawn.exitCode == 0, drawn.err.constData());
        QCOMPARE(readAll(path("sweep.csv")), csv.out);
        const QList<QByteArray> lines = csv.out.trimmed().split('\n');
        const QJsonArray rows = json.json().object()["rows"].toArray();
        QCOMPARE(lines.size(), rows.size() + 1);
        for (int i = 0; i < rows.size(); ++i)
            QCOMPARE(lines[i + 1].split(',').last().toDouble(), rows[i].toObject()["value"].toDouble());
        QVERIFY(rows.size() == 6 && rows[0].toObject()["value"] != rows[4].toObject()["value"]);
    }

    void aScanIsWrittenAndGoesOn()
    {
        const QStringList words{
            "scan", "main", "--texts", "pronouns", "--at", "blocks.2.attn.z[1]", "--top", "3", "-o", "s.safetensors"};
        QCOMPARE(run(words).exitCode, 0);
        const QByteArray bytes = readAll(path("s.safetensors"));
        QVERIFY(bytes.contains("cutaway.scan") && bytes.contains("top.value"));
        QCOMPARE(run(words).exitCode, 0);
        QCOMPARE(readAll(path("s.safetensors")), bytes);
    }

    void anUnknownMetricOfASweepNamesTheMetrics()
    {
        const Result result = run({"sweep", "main", "--text", repeated, "--over", "sizes.layers=1,2", "--metric", "nosuch"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.err.startsWith("--metric nosuch: ") && result.err.contains("log_prob"), result.err.constData());
        QVERIFY(!result.err.contains("--record"));
    }

    void whatIsWrongIsOneLine_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exitCode");
        const QStringList text{"main", "--text", repeated};
        const auto row
            = [](const char* name, const QStringList& words, int exitCode) { QTest::newRow(name) << words << exitCode; };
        row("no metric", QStringList{"ablate"} + text + QStringList{"--over", "heads"}, 1);
        row("unknown metric", QStringList{"ablate"} + text + QStringList{"--over", "heads", "--metric", "accuracy"}, 1);
        row("several tokens", QStringList{"ablate"} + text + QStringList{"--over", "heads", "--metric", "logit:red dog chair@0"},
            2);
        row("no such position", QStringList{"ablate"} + text + QStringList{"--over", "heads", "--metric", "entropy@99"}, 2);
        row("unknown part", QStringList{"ablate"} + text + QStringList{"--over", "hats", "--metric", "loss"}, 1);
        row("no experts", QStringList{"ablate"} + text + QStringList{"--over", "experts", "--metric", "loss"}, 2);
        row("reference alone",
            QStringList{"ablate"} + text + QStringList{"--over", "heads", "--metric", "loss", "--with", "reference"}, 1);
        row("no texts",
            QStringList{"ablate"} + text
                + QStringList{"--over", "heads", "--metric", "loss", "--with", "reference", "--texts", "nowhere.txt"},
            2);
        row("both forms", QStringList{"ablate"} + text + QStringList{"--over", "heads", "--metric", "loss", "--json", "--csv"},
            1);
        row("other length",
            QStringList{"patch"} + text + QStringList{"--b-text", "red dog", "--metric", "loss", "--over", "stream"}, 2);
        row("unknown place", QStringList{"patch"} + text + QStringList{"--b-text", repeated, "--metric", "loss", "--over", "x"},
            1);
        row("illegal choice",
            QStringList{"sweep"} + text + QStringList{"--metric", "loss", "--over", "norm.kind=layer_norm,square"}, 1);
        row("loss of one token", {"ablate", "translator", "--text", "The dogs run.", "--over", "heads", "--metric", "loss"}, 2);
        row("no tensor", QStringList{"scan", "main", "--texts", "pronouns", "--at", "blocks.9.mlp.post", "-o", "s.safetensors"},
            1);
        row("cannot be written",
            QStringList{"scan", "main", "--texts", "pronouns", "--at", "blocks.0.mlp_out", "-o", "no/such/folder/s.safetensors"},
            3);
    }

    void whatIsWrongIsOneLine()
    {
        QFETCH(QStringList, words);
        QFETCH(int, exitCode);
        const Result result = run(words);
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY(result.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCommandExperiments)
#include "tst_command_experiments.moc"
