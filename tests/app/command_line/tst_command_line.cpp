// The program as outside scripts see it: a subprocess without a display, its exit codes, its one line of error, what it says.

#include "tests/app/command_line/program_test.h"
#include "tests/test_data.h"
#include "widgets/plot/figure_style.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <csignal>

class TestCommandLine : public ProgramTest
{
    Q_OBJECT
private slots:
    void infoSaysInWhichFormWeightsAreInMemory();
    void everyCommandExplainsItself_data();
    void everyCommandExplainsItself();
    void wrongWordsAreExitOne_data();
    void wrongWordsAreExitOne();
    void namesOfModelsAreNotAllListed();
    void badInputIsExitTwo_data();
    void badInputIsExitTwo();
    void anUnwritableOutputIsExitThree_data();
    void anUnwritableOutputIsExitThree();
    void aTraceThatIsTooLargeSaysHowManyTokensFit();
    void aBadLineIsNamed_data();
    void aBadLineIsNamed();
    void theWindowOpensASession();
    void whatAnOptionNamesMustBeThere();
    void messagesSpeakChinese();
    void interruptIsExit130();
};

void TestCommandLine::everyCommandExplainsItself_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command : {"trace", "export", "info", "generate", "tokenize", "list", "bench", "save", "verify", "render",
             "gallery", "completions", "manual"})
        QTest::newRow(command) << command;
}

void TestCommandLine::everyCommandExplainsItself()
{
    QFETCH(QString, command);
    const Result result = run({command, "--help"});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.out.contains("Example:\n  cutaway " + command.toUtf8()));
    QVERIFY(result.err.isEmpty());
    QVERIFY(run({"--help"}).out.contains("cutaway " + command.toUtf8()));
    QCOMPARE(run({"untrained", "--help"}).out, run({"--help"}).out);
    if (command == "export")
        for (const widgets::FigurePreset& preset : widgets::figurePresets())
            QVERIFY2(result.out.contains(' ' + QByteArray(preset.id)), preset.id);
}

void TestCommandLine::wrongWordsAreExitOne_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("unknown command") << QStringList{"trase"} << "trase";
    QTest::newRow("unknown option") << QStringList{"info", "--modell", "untrained"} << "--modell";
    QTest::newRow("mistyped option") << QStringList{"trace", "--recrod", "x"} << "expected --record, found --recrod";
    QTest::newRow("word too many") << QStringList{"info", "untrained", "extra"} << "found extra";
    QTest::newRow("model said twice") << QStringList{"info", "untrained", "--model", "main"} << "expected untrained, found main";
    QTest::newRow("mistyped tensor") << QStringList{"trace", "--model", "untrained", "--text", "a", "--record",
        "blocks.*.atn.pattern", "-o", "x.safetensors"}
                                     << "expected blocks.*.attn.pattern, ";
    QTest::newRow("unknown key is what was found")
        << QStringList{"info", "--model", "untrained", "--set", "norm.knid=rms_norm"} << "found norm.knid)";
    QTest::newRow("key without a value") << QStringList{"info", "--model", "untrained", "--set", "norm.kind="} << "found \"\")";
    QTest::newRow("list with an empty place") << QStringList{"bench", "--tokens", "64,,"} << "--tokens";
    QTest::newRow("unknown word of a template")
        << QStringList{"export", "--figure", "attention", "-o", "x.{ex}"} << "found {ex})";
    QTest::newRow("missing value") << QStringList{"info", "--model"} << "--model";
    QTest::newRow("missing model") << QStringList{"info"} << "--model";
    QTest::newRow("missing output") << QStringList{"trace", "--model", "untrained", "--text", "a"} << "expected -o FILE, ";
    QTest::newRow("missing text") << QStringList{"generate", "--model", "untrained"} << "--text";
    QTest::newRow("text and ids") << QStringList{"generate", "--model", "untrained", "--text", "a", "--ids", "1"} << "--text";
    QTest::newRow("unknown key") << QStringList{"info", "--model", "untrained", "--set", "norm.knid=rms_norm"} << "norm.knid";
    QTest::newRow("unknown value") << QStringList{"info", "--model", "untrained", "--set", "norm.kind=rms"} << "rms_norm";
    QTest::newRow("illegal pair") << QStringList{"info", "--model", "untrained", "--set", "sizes.heads=4", "--set",
        "sizes.kv_heads=3"} << "kv_heads";
    QTest::newRow("pattern without a match")
        << QStringList{"trace", "--model", "untrained", "--text", "a", "--record", "blocks.*.attn.patern", "-o", "x.safetensors"}
        << "attn.patern";
    write("nowhere.json", R"([{"at": "blocks.0.attn.patern", "op": "zero"}])");
    QTest::newRow("intervention without a match") << QStringList{"trace", "--model", "untrained", "--text", "a", "--intervene",
        "nowhere.json", "-o", "x.safetensors"} << "nowhere.json: [0].at: ";
    const auto gradient = [](const QString& metric, const QStringList& more = {}) {
        return QStringList{"trace", "--model", "untrained", "--text", "a b", "-o", "x.safetensors", "--gradient", metric} + more;
    };
    QTest::newRow("unknown metric") << gradient("los") << "unknown metric";
    QTest::newRow("metric without its position") << gradient("logit:#1") << "needs a position";
    QTest::newRow("gradient of a weight that is none")
        << gradient("loss", {"--record", "grad.weights.blocks.0.atn.*"}) << "matches no weight";
    QTest::newRow("gradient beside a check") << gradient("loss", {"--check"}) << "plain loops compute no gradients";
    QTest::newRow("unknown figure") << QStringList{"export", "--figure", "atention", "-o", "x.svg"} << "atention";
    QTest::newRow("unknown page of a figure")
        << QStringList{"export", "--figure", "alibi", "--option", "show=zzz", "-o", "x.svg"} << "penalty, beyond, order, terms";
    QTest::newRow("unknown page of the embeddings")
        << QStringList{"export", "--figure", "embeddings", "--option", "show=zzz", "-o", "x.svg"} << "sum, similarity, plane";
    QTest::newRow("unknown option of a figure")
        << QStringList{"export", "--figure", "attention", "--option", "shw=x", "-o", "x.svg"} << "stage, scale, lines, brackets";
    QTest::newRow("pair that no head has") << QStringList{"export", "--figure", "rope", "--set", "position.kind=rope", "--option",
        "pair=99", "-o", "x.svg"} << "--option pair: not a number in the legal range (expected 0 – ";
    QTest::newRow("kind that was not run") << QStringList{"export", "--figure", "alibi", "--text", "a cat", "--option",
        "show=order", "--option", "kind=foo", "-o", "x.svg"}
                                           << "expected none, ";
    QTest::newRow("figure that a choice would give") << QStringList{"export", "--figure", "rope", "--set",
        "position.kind=learned", "-o", "x.svg"} << "rope: there is nothing to draw: No rotation here";
    QTest::newRow("the choice that would give it") << QStringList{"export", "--figure", "rope", "--set", "position.kind=learned",
        "-o", "x.svg"} << "(expected --set position.kind=rope)";
    QTest::newRow("unknown word of an option")
        << QStringList{"export", "--figure", "residual", "--option", "norm=l1", "-o", "x.svg"} << "rms, l2";
    QTest::newRow("option of a figure that has none")
        << QStringList{"export", "--figure", "flow", "--option", "x=y", "-o", "x.svg"} << "no options";
    QTest::newRow("unknown page of the window") << QStringList{"main", "--view", "zzz", "--screenshot", "x.png"} << "zzz";
    QTest::newRow("unknown page of the gallery")
        << QStringList{"gallery", "--view", "nope", "--quick", "--model", "main", "-o", "g"} << "flow, ";
    QTest::newRow("unknown format") << QStringList{"export", "--figure", "attention", "--format", "gif", "-o", "x.gif"} << "gif";
    QTest::newRow("two files of one name") << QStringList{"export", "--figure", "attention", "--format", "svg,pdf", "-o", "x"}
                                           << "{ext}";
    QTest::newRow("ending of no format") << QStringList{"export", "--figure", "attention", "-o", "x.gif"}
                                         << "no format has this extension (expected svg, pdf, png, ";
    QTest::newRow("no ending") << QStringList{"export", "--figure", "attention", "-o", "x"} << "{ext}, found x)";
    QTest::newRow("ending of another format")
        << QStringList{"export", "--figure", "attention", "--format", "pdf", "-o", "x.png"} << "expected pdf, found x.png";
    QTest::newRow("layer beyond the model") << QStringList{"export", "--figure", "attention", "--layer", "999", "-o", "x.svg"}
                                            << "--layer";
    QTest::newRow("figure of what the model has not")
        << QStringList{"export", "--figure", "attention", "--set", "mixer.kind=retention", "-o", "x.svg"} << "Retention";
    QTest::newRow("target without a decoder of its own") << QStringList{"export", "--figure", "attention", "--text", "a",
        "--decoder-text", "b", "-o", "x.svg"} << "--decoder-text";
    QTest::newRow("unknown list") << QStringList{"list", "things"} << "things";
    QTest::newRow("unknown language") << QStringList{"list", "models", "--lang", "de"} << "de";
    QTest::newRow("number out of range") << QStringList{"generate", "--model", "untrained", "--text", "a", "--top-p", "2"}
                                         << "--top-p";
}

void TestCommandLine::wrongWordsAreExitOne()
{
    QFETCH(QStringList, words);
    QFETCH(QString, mentions);
    const Result result = run(words);
    QVERIFY2(result.exitCode == 1, (QByteArray::number(result.exitCode) + " " + result.err).constData());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(mentions.toUtf8()), result.err.constData());
    QVERIFY(result.out.isEmpty());
}

void TestCommandLine::namesOfModelsAreNotAllListed()
{
    for (const QStringList& words :
        {QStringList{"unt"}, {"info", "--model", "untraind"}, {"tokenize", "--text", "a", "--model", "mai"}}) {
        const Result result = run(words);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.count(',') <= 3 && result.err.size() < 200, result.err.constData());
    }
    QDir().mkpath(path("one"));
    QVERIFY(QFile::copy(golden("gguf-f32/model.gguf"), path("one/model.gguf")));
    QVERIFY(run({"info", "--model", path("one")}).out.contains("only GGUF file of the folder: model.gguf"));
}

void TestCommandLine::badInputIsExitTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("missing file") << QStringList{"info", "--model", "nothing.gguf"} << "nothing.gguf";
    QTest::newRow("unknown name") << QStringList{"info", "--model", "nothing"} << "nothing";
    QTest::newRow("unknown name for the window") << QStringList{"nosuchmodel"} << "found nosuchmodel";
    QTest::newRow("missing file for the window") << QStringList{"nosuch.gguf"} << "found no nosuch.gguf in ";
    QTest::newRow("mistyped name") << QStringList{"info", "--model", "Main"} << "(expected main, ";
    QTest::newRow("missing folder") << QStringList{"info", "--model", "/nope/model.gguf"} << "found no nope in /)";
    QTest::newRow("name of a hub") << QStringList{"info", "--model", "meta-llama/Llama-3.2-1B"} << "nothing is fetched";
    QTest::newRow("address") << QStringList{"info", "--model", "https://example.org/a/b"} << "nothing is fetched";

    copyModel(golden("gpt2"), path("truncated"), "model.safetensors", [](QByteArray& bytes) { bytes.truncate(100); });
    QTest::newRow("truncated header") << QStringList{"info", "--model", path("truncated")} << "model.safetensors";
    copyModel(golden("gpt2"), path("shape"), "config.json", [](QByteArray& bytes) {
        QJsonObject config = QJsonDocument::fromJson(bytes).object();
        config["n_embd"] = config["n_embd"].toInt() * 2;
        bytes = QJsonDocument(config).toJson();
    });
    QTest::newRow("wrong shape") << QStringList{"info", "--model", path("shape")} << "expected";
    QFile gguf(path("short.gguf"));
    QVERIFY(gguf.open(QIODevice::WriteOnly));
    gguf.write(readAll(golden("gguf-f32/model.gguf")).left(64));
    gguf.close();
    QTest::newRow("truncated gguf") << QStringList{"info", "--model", path("short.gguf")} << "short.gguf";
    QTest::newRow("id beyond the vocabulary")
        << QStringList{"generate", "--model", "untrained", "--ids", "2000000000"} << "2000000000";
    QTest::newRow("text without words") << QStringList{"trace", "--model", "untrained", "--text", "", "-o", "x.safetensors"}
                                        << "";
    QTest::newRow("over the budget") << QStringList{"trace", "--model", "untrained", "--text", "a b c", "--max-memory", "16",
        "-o", "x.safetensors"} << "";
    const auto gradient = [](const QString& metric, const QStringList& more = {}) {
        return QStringList{"trace", "--model", "untrained", "--text", "a b", "-o", "x.safetensors", "--gradient", metric} + more;
    };
    QTest::newRow("metric without a gradient") << gradient("rank:#1@-1") << "the metric has no gradient";
    QTest::newRow("position beyond the text") << gradient("logit:#1@99") << "no such position";
    QTest::newRow("text of several tokens") << gradient("logit:zq xv@-1") << "not one token";
    QTest::newRow("id beyond the vocabulary of a metric") << gradient("logit:#2000000000@-1") << "outside the vocabulary";
    QTest::newRow("gradient of a model without logits")
        << gradient("loss", {"--set", "topology=encoder", "--set", "output.head=none"}) << "no logits";
    QTest::newRow("gradients over the budget") << gradient("loss", {"--max-memory", "200K"}) << "trace and its gradients";
    write("broken.json", R"([{"at": "embed", "op": "zero")");
    for (const char* list : {"broken.json", "missing.json"})
        QTest::newRow(list) << QStringList{"trace", "--model", "untrained", "--text", "a", "--intervene", list, "-o",
            "x.safetensors"} << list;
    QTest::newRow("missing lines") << QStringList{"tokenize", "--model", "untrained", "--lines", "nope.jsonl"}
                                   << "found No such file";
    write("plain.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    QTest::newRow("no recipe") << QStringList{"verify", "plain.svg"} << "expected a figure that Cutaway wrote, found SVG";
    write("table.csv", "series,row\n");
    QTest::newRow("numbers cannot be verified") << QStringList{"verify", "table.csv"} << "expected SVG, PDF, PNG, found csv";
    QTest::newRow("not a figure") << QStringList{"verify", golden("README.md")} << "README.md";
    QTest::newRow("not a recipe") << QStringList{"render", golden("README.md"), "-o", "x.svg"} << "README.md";
}

void TestCommandLine::badInputIsExitTwo()
{
    QFETCH(QStringList, words);
    QFETCH(QString, mentions);
    const Result result = run(words);
    QVERIFY2(result.exitCode == 2, (QByteArray::number(result.exitCode) + " " + result.err).constData());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(mentions.toUtf8()), result.err.constData());
    QVERIFY(!QFile::exists(path("x.safetensors")));
}

void TestCommandLine::anUnwritableOutputIsExitThree_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("trace") << QStringList{"trace", "--model", "untrained", "--text", "a", "-o", "no/such/folder/x.safetensors"};
    QTest::newRow("export") << QStringList{"export", "--figure", "attention", "-o", "no/such/folder/x.svg"};
    QTest::newRow("save") << QStringList{"save", "--model", "untrained", "-o", "/proc/no/such/folder"};
}

void TestCommandLine::anUnwritableOutputIsExitThree()
{
    QFETCH(QStringList, words);
    const Result result = run(words);
    QVERIFY2(result.exitCode == 3, (QByteArray::number(result.exitCode) + " " + result.err).constData());
    QCOMPARE(result.err.count('\n'), 1);
}

void TestCommandLine::aTraceThatIsTooLargeSaysHowManyTokensFit()
{
    const Result result = run({"trace", "untrained", "--text", "The cat sat on the mat because it was tired", "--max-memory",
        "1150K", "-o", "large.safetensors"});
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("KiB, room for 5") && result.err.contains(" tokens, found "), result.err.constData());
}

void TestCommandLine::aBadLineIsNamed_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<bool>("decode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("not JSON") << QByteArray("\"a\"\nhello world\n") << false << QByteArray("-: line 2: byte 0: ");
    QTest::newRow("blank") << QByteArray("\"a\"\n\n\"b\"\n") << false << QByteArray("-: line 2: ");
    QTest::newRow("not UTF-8") << QByteArray("\"a\"\n\"\xff\"\n") << false << QByteArray("-: line 2: byte 1: ");
    QTest::newRow("wrong type") << QByteArray("\"a\"\n[1]\n") << false << QByteArray("-: line 2: ");
    QTest::newRow("not an id") << QByteArray("[1]\n[2]\n[3,\"x\"]\n") << true << QByteArray("-: line 3: [1]: ");
    QTest::newRow("beyond the vocabulary") << QByteArray("[1]\n[2000000000]\n") << true
                                           << QByteArray("-: line 2: [0]: the id is");
}

void TestCommandLine::aBadLineIsNamed()
{
    QFETCH(QByteArray, lines);
    QFETCH(bool, decode);
    QFETCH(QByteArray, says);
    QStringList words{"tokenize", "--model", "untrained", "--lines", "-"};
    if (decode)
        words << "--decode";
    const Result result = run(words, lines);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.startsWith(says) && result.err.count('\n') == 1, result.err.constData());
}

void TestCommandLine::theWindowOpensASession()
{
    write("session.json", R"({"model": "untrained", "choices": {"norm": {"kind": "rms_norm"}}, "text": "The cat sat",
        "b": {"choices": {"norm": {"kind": "none"}}}, "figure": "norm", "selection": {"layer": 1}})");
    const Result shot = run({"session.json", "--screenshot", "session.png"});
    QVERIFY2(shot.exitCode == 0, shot.err.constData());
    QVERIFY2(shot.err.isEmpty(), shot.err.constData());
    QVERIFY(!QImage(path("session.png")).isNull());
    write("session.json", R"({"model": "untrained", "text": 3})");
    const Result wrong = run({"session.json", "--screenshot", "session.png"});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY(wrong.err.startsWith("session.json: recipe: text: "));
}

/// A file that is no tokenizer is bad input; experts of a dense model are none.
void TestCommandLine::whatAnOptionNamesMustBeThere()
{
    write("bad.json", R"({"a": 1})");
    for (const QString option : {"also=bad.json", "tokenizer=bad.json", "also=nowhere.json"}) {
        const Result refused = run({"export", "untrained", "--figure", "tokens", "--option", option, "-o", "bad.png"});
        QVERIFY2(refused.exitCode == 2, qPrintable(option));
        QCOMPARE(refused.err.count('\n'), 1);
        QVERIFY2(refused.err.contains(option.section('=', 1).toUtf8()), refused.err.constData());
    }
    QVERIFY(!QFile::exists(path("bad.png")));
    const QStringList expert{"export", "untrained", "--figure", "weights", "--option", "expert=1", "-o", "expert.png"};
    const Result dense = run(expert);
    QCOMPARE(dense.exitCode, 1);
    QVERIFY2(dense.err.contains("expert"), dense.err.constData());
    QCOMPARE(run(expert + QStringList{"--set", "feed_forward.kind=mixture"}).exitCode, 0);
}

void TestCommandLine::messagesSpeakChinese()
{
    const Result english = run({"info", "--modell", "x"});
    const Result chinese = run({"info", "--modell", "x", "--lang", "zh_CN"});
    QCOMPARE(chinese.exitCode, 1);
    QVERIFY(chinese.err != english.err);
    QVERIFY(chinese.err.contains("选项"));
}

void TestCommandLine::interruptIsExit130()
{
    QProcess process;
    process.start(CUTAWAY, {"generate", "--model", "untrained", "--text", "The cat", "-n", "1000000"});
    QVERIFY(process.waitForStarted());
    QTest::qWait(500);
    ::kill(pid_t(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10'000));
    // A short context may have ended the text before: then it is no interrupt that was measured.
    if (process.exitCode() == 2)
        QSKIP("the text outgrew the model before the interrupt");
    QCOMPARE(process.exitCode(), 130);
}

void TestCommandLine::infoSaysInWhichFormWeightsAreInMemory()
{
    const QStringList info{"info", "--model", TEST_DATA "/golden/gguf-q8_0/model.gguf"};
    const QJsonDocument json = run(info + QStringList{"--json"}).json();
    const QJsonValue held = json["weights_in_memory"];
    QCOMPARE(held["form"].toString(), QString("float32")); // a small model
    double float32 = 0, stored = 0;
    for (const QJsonValue& tensor : json["tensors"].toArray()) {
        QCOMPARE(tensor["form"].toString(), QString("float32"));
        float32 += tensor["bytes"].toDouble();
        stored += tensor["stored_bytes"].toDouble();
        QCOMPARE(tensor["stored_bytes"].toDouble() < tensor["bytes"].toDouble(), tensor["dtype"].toString() == "Q8_0");
    }
    QCOMPARE(held["float32_bytes"].toDouble(), float32);
    QCOMPARE(held["stored_bytes"].toDouble(), stored);
    QVERIFY(run(info).out.contains("× Q8_0"));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
