// The program as outside scripts see it: a subprocess without a display, its exit codes, its one line of error, its JSON.

#include "core/files/traces/trace_file.h"
#include "tests/core/support/model_copy.h"
#include "tests/test_data.h"

#include <QBuffer>
#include <QDebug>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <functional>
#include <set>

class TestCommandLine : public QObject
{
    Q_OBJECT
private slots:
    void everyCommandExplainsItself_data();
    void everyCommandExplainsItself();
    void wrongWordsAreExitOne_data();
    void wrongWordsAreExitOne();
    void namesOfModelsAreNotAllListed();
    void badInputIsExitTwo_data();
    void badInputIsExitTwo();
    void anUnwritableOutputIsExitThree_data();
    void anUnwritableOutputIsExitThree();
    void infoIsWhatTheContractSays();
    void allSetsApplyTogether();
    void bundledModelsTellWhatTheyAre();
    void aStepOfTheTrainingRunsWithItsWeights();
    void infoSaysTheWidthsThatRun();
    void infoSaysWhoseWeightsRun();
    void figuresBeginWithTheDefaultModel();
    void aModelIsAPlainWord();
    void withoutAHeadTheOneOfTheWindowIsDrawn();
    void aTraceThatIsTooLargeSaysHowManyTokensFit();
    void listsHaveIds_data();
    void listsHaveIds();
    void tokenizeGoesThereAndBack();
    void tokenizeNeedsNoWeights();
    void aBadLineIsNamed_data();
    void aBadLineIsNamed();
    void generateIsGreedyAndRepeatable();
    void traceHoldsWhatWasAskedFor();
    void whatWasAssumedIsSaidWhereItSucceeded();
    void saveOpensAgainBitForBit();
    void exportWritesEveryFormatWithItsRecipe();
    void withoutAFormatTheEndingSaysIt();
    void verifyFindsAnEditedFigure_data();
    void verifyFindsAnEditedFigure();
    void verifyFindsAnotherModel();
    void renderDrawsARecipeAlone();
    void twoSlotsAreDrawnInEveryMode();
    void galleryDrawsThePagesItIsAskedFor();
    void everyHeadIsAFile();
    void theDialogsOptionsAreHereToo();
    void numbersLeaveInThreeFormats();
    void interventionsAreInTheTraceAndInTheFigure();
    void aRecordedRunIsDrawnAsItIs();
    void theWindowOpensASession();
    void benchReportsRatiosOfOneRun();
    void messagesSpeakChinese();
    void interruptIsExit130();

private:
    struct Result
    {
        int exitCode = -1;
        QByteArray out, err;
        QJsonDocument json() const { return QJsonDocument::fromJson(out); }
    };
    Result run(const QStringList& arguments, const QByteArray& input = {});
    QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_folder;
};

namespace {

const QStringList tiny{"--model", "untrained", "--set", "sizes.layers=2"};

QString golden(const QString& name) { return QString(TEST_DATA) + "/golden/" + name; }

/// A copy of a golden model folder in which one file is changed.
void copyModel(const QString& from, const QString& to, const QString& file, const std::function<void(QByteArray&)>& change)
{
    QDir().mkpath(to);
    for (const QFileInfo& entry : QDir(from).entryInfoList(QDir::Files)) {
        QFile source(entry.filePath());
        QVERIFY(source.open(QIODevice::ReadOnly));
        QByteArray bytes = source.readAll();
        if (entry.fileName() == file)
            change(bytes);
        QFile target(to + "/" + entry.fileName());
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(bytes);
    }
}

QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

TestCommandLine::Result TestCommandLine::run(const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    environment.insert("CUTAWAY_DATA_DIR", path("data"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(CUTAWAY, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, "crashed or hung: " + process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

void TestCommandLine::everyCommandExplainsItself_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command :
        {"trace", "export", "info", "generate", "tokenize", "list", "bench", "save", "verify", "render", "gallery"})
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
        "position.kind=learned", "-o", "x.svg"} << "rope: there is nothing to draw: Nothing turns here";
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
                                         << "no format has this ending (expected svg, pdf, png, ";
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

void TestCommandLine::infoIsWhatTheContractSays()
{
    const Result result = run({"info", "--model", "untrained", "--json"});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject info = result.json().object();
    QCOMPARE(info["model"].toString(), QString("untrained"));
    for (const char* key : {"family", "choices", "parameters", "flops_per_token", "attention_flops_per_token_per_position",
             "kv_cache_bytes_per_token", "tensors", "ordinary_ids"})
        QVERIFY2(info.contains(QString(key)), key);

    // The shapes of its tensors say how many parameters it has and what a token costs.
    double total = 0, products = 0;
    for (const QJsonValue& tensor : info["tensors"].toArray()) {
        const QJsonArray shape = tensor["shape"].toArray();
        double elements = 1;
        for (const QJsonValue& length : shape)
            elements *= length.toDouble();
        total += elements;
        const QString name = tensor["name"].toString();
        const bool isTable
            = name == "pos_embed.weight" || (name == "embed.weight" && !info["choices"]["output"]["tied"].toBool());
        if (shape.size() == 2 && !isTable)
            products += elements;
        QVERIFY(!tensor["dtype"].toString().isEmpty());
        QVERIFY(QStringList({"file", "seed", "identity"}).contains(tensor["source"].toString()));
    }
    QCOMPARE(info["parameters"]["total"].toDouble(), total);
    double parts = 0;
    for (const char* part : {"embedding", "attention", "mixer", "feed_forward", "norm", "output"})
        parts += info["parameters"][part].toDouble();
    QCOMPARE(parts, total);
    QCOMPARE(info["flops_per_token"].toDouble(), 2 * products);
    const QJsonObject sizes = info["choices"]["sizes"].toObject();
    QCOMPARE(info["kv_cache_bytes_per_token"].toInt(),
        sizes["layers"].toInt() * 2 * sizes["kv_heads"].toInt() * sizes["d_head"].toInt() * 4);
    QCOMPARE(info["attention_flops_per_token_per_position"].toInt(),
        4 * sizes["layers"].toInt() * sizes["heads"].toInt() * sizes["d_head"].toInt());

    const Result text = run({"info", "--model", "untrained"});
    QCOMPARE(text.exitCode, 0);
    QVERIFY(text.out.contains("norm.kind"));
}

void TestCommandLine::allSetsApplyTogether()
{
    // Alone, 8 key heads for 4 heads are illegal: only both together are legal, in either order.
    for (const QStringList& sets : {QStringList{"--set", "sizes.heads=16", "--set", "sizes.kv_heads=8"},
             QStringList{"--set", "sizes.kv_heads=8", "--set", "sizes.heads=16"}}) {
        const Result result = run(QStringList{"info", "--model", "untrained", "--json"} + sets);
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(result.json()["choices"]["sizes"]["kv_heads"].toInt(), 8);
        QCOMPARE(result.json()["choices"]["attention"]["kind"].toString(), QString("grouped_query"));
    }
}

void TestCommandLine::bundledModelsTellWhatTheyAre()
{
    const Result result = run({"list", "models", "--json"});
    QCOMPARE(result.exitCode, 0);
    int bundled = 0;
    for (const QJsonValue& row : result.json().array()) {
        const QString id = row["id"].toString();
        QVERIFY2(row.toObject().contains("choices") && row["parameters"]["total"].toDouble() > 0, qPrintable(id));
        QVERIFY2(!row.toObject().contains("problem"), qPrintable(id));
        if (!row["bundled"].toBool())
            continue;
        ++bundled;
        for (const char* key : {"purpose", "purpose_zh", "title"})
            QVERIFY2(!row[QString(key)].toString().isEmpty(), qPrintable(id));
        QVERIFY2(row["losses"]["held_out"].toDouble() > 0, qPrintable(id));
        if (id == "main") {
            QCOMPARE(row["parameters"]["total"].toInt(), 576'864);
            QVERIFY(row["snapshots"].toArray().contains(1300));
            QVERIFY(row["scores"]["induction"].toDouble() > 0.5);
            QVERIFY(row["losses"]["second_copy"].toDouble() < row["losses"]["held_out"].toDouble());
        }
    }
    QVERIFY(bundled > 0);
    QVERIFY(run({"list", "models", "--lang", "zh_CN"}).out.contains("归一化"));

    // A folder that cannot be opened does not hide the others.
    QDir().mkpath(path("data/models/broken"));
    write("data/models/broken/config.json", "{");
    const Result withBroken = run({"list", "models", "--json"});
    QCOMPARE(withBroken.exitCode, 0);
    QCOMPARE(withBroken.json().array().size(), result.json().array().size() + 1);
    QVERIFY(withBroken.out.contains("\"problem\""));
    QDir(path("data/models/broken")).removeRecursively();
}

void TestCommandLine::aStepOfTheTrainingRunsWithItsWeights()
{
    const auto pattern = [&](const QString& model) {
        const Result result = run({"trace", "--model", model, "--text", "猫在沙发上睡觉", "--record", "blocks.2.attn.pattern",
            "-o", "step.safetensors"});
        return result.exitCode == 0 ? core::readTrace(path("step.safetensors").toStdString()) : nullptr;
    };
    const auto before = pattern("main@600"), after = pattern("main");
    QVERIFY(before && after);
    QCOMPARE(before->model, std::string("main@600"));
    QCOMPARE(after->ids.size(), std::size_t(5)); // words, not bytes
    const core::Tensor& then = before->at("blocks.2.attn.pattern");
    QVERIFY(!std::equal(then.values().begin(), then.values().end(), after->at("blocks.2.attn.pattern").values().begin()));

    const Result unknown = run({"info", "--model", "main@601"});
    QCOMPARE(unknown.exitCode, 2);
    QCOMPARE(unknown.err.count('\n'), 1);
    QVERIFY(unknown.err.contains("600, ") && unknown.err.contains("found 601"));
}

void TestCommandLine::infoSaysTheWidthsThatRun()
{
    const auto choicesOf = [this](const QString& choice) {
        const Result result = run({"info", "--model", "untrained", "--set", "sizes.d_model=40", "--set", choice, "--json"});
        return result.json().object()["choices"].toObject();
    };
    const QJsonObject ssm = choicesOf("mixer.kind=selective_ssm")["mixer"].toObject();
    QCOMPARE(ssm["d_inner"].toInt(), 80);
    QCOMPARE(ssm["dt_rank"].toInt(), 3);
    QCOMPARE(choicesOf("mixer.kind=linear_recurrence")["mixer"].toObject()["d_inner"].toInt(), 40);
    const QJsonObject mixture = choicesOf("feed_forward.kind=mixture");
    QCOMPARE(mixture["mixture"].toObject()["d_expert"].toInt(), mixture["sizes"].toObject()["d_ff"].toInt());
}

void TestCommandLine::infoSaysWhoseWeightsRun()
{
    const QJsonDocument own = run({"info", "--model", "main", "--json"}).json();
    QCOMPARE(own["weights"]["how"].toString(), QString("trained"));
    QCOMPARE(own["weights"]["model"].toString(), QString("main"));
    QCOMPARE(own["ordinary_ids"].toArray(), (QJsonArray{260, 1391}));
    QVERIFY(own.object().contains("unseen_ids"));
    QVERIFY(own["weights"]["identity"].toArray().isEmpty() && own["weights"]["seeded"].toArray().isEmpty());

    const QStringList sandwich{"info", "--model", "main", "--set", "norm.kind=layer_norm", "--set", "norm.eps=1"};
    const QJsonDocument kept = run(sandwich + QStringList{"--json"}).json();
    QCOMPARE(kept["weights"]["how"].toString(), QString("kept"));
    const QJsonValue change = kept["weights"]["changed"][0];
    QCOMPARE(change["key"].toString(), QString("norm.kind"));
    QCOMPARE(change["trained_with"].toString(), QString("rms_norm"));
    QCOMPARE(change["run_as"].toString(), QString("layer_norm"));
    QCOMPARE(kept["weights"]["changed"].toArray().size(), 1);
    QVERIFY(kept["weights"]["identity"].toArray().contains("blocks.0.ln1.bias"));
    QVERIFY(run(sandwich).out.contains("trained with rms_norm, run as layer_norm"));

    QCOMPARE(run(sandwich + QStringList{"--set", "weights=trained"}).exitCode, 1);
    QCOMPARE(run({"info", "--model", "untrained", "--json"}).json()["weights"]["how"].toString(), QString("seeded"));
}

void TestCommandLine::figuresBeginWithTheDefaultModel()
{
    QCOMPARE(run({"export", "--figure", "attention", "--text", "猫在沙发上睡觉", "-o", "default.svg"}).exitCode, 0);
    const QByteArray figure = readAll(path("default.svg"));
    QVERIFY(figure.contains("--model &apos;main&apos;") || figure.contains("--model 'main'")
        || figure.contains("\"model\":\"main\""));
}

void TestCommandLine::aModelIsAPlainWord()
{
    QCOMPARE(run({"info", "untrained", "--json"}).out, run({"info", "--model", "untrained", "--json"}).out);
    QCOMPARE(run({"generate", "untrained", "--text", "The cat", "-n", "2"}).out,
        run({"generate", "--model", "untrained", "--text", "The cat", "-n", "2"}).out);
    QCOMPARE(run({"tokenize", "untrained", "--text", "The cat"}).exitCode, 0);
    QCOMPARE(run({"trace", "untrained", "--text", "The cat", "-o", "word.safetensors"}).exitCode, 0);
    QCOMPARE(run({"export", "untrained", "--figure", "attention", "-o", "word.svg"}).exitCode, 0);
    QCOMPARE(run({"save", "untrained", "-o", "word-model"}).exitCode, 0);
}

void TestCommandLine::withoutAHeadTheOneOfTheWindowIsDrawn()
{
    const auto selection = [&](const QStringList& more) {
        const Result result = run(QStringList{"export", "main", "--figure", "attention", "--text",
                                      "Repeat: red dog chair cup. Again: red dog", "-o", "opened.json"}
            + more);
        return result.exitCode == 0 ? QJsonDocument::fromJson(readAll(path("opened.json"))).object()["selection"].toObject()
                                    : QJsonObject();
    };
    const QJsonObject opened = selection({}); // as prompts.json of the model says
    QCOMPARE(opened["layer"].toInt(), 2);
    QCOMPARE(opened["head"].toInt(), 1);
    QCOMPARE(opened["query"].toInt(), 10);
    QCOMPARE(opened["key"].toInt(), 4);
    QCOMPARE(selection({"--layer", "1"})["head"].toInt(), 0); // what was said stays
    QCOMPARE(selection({"--query", "3"})["query"].toInt(), 3);
}

void TestCommandLine::aTraceThatIsTooLargeSaysHowManyTokensFit()
{
    const Result result = run({"trace", "untrained", "--text", "The cat sat on the mat because it was tired", "--max-memory",
        "300K", "-o", "large.safetensors"});
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains("KiB, room for 5") && result.err.contains(" tokens, found "), result.err.constData());
}

void TestCommandLine::listsHaveIds_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("id");
    QTest::newRow("models") << QStringList{"models"} << "untrained";
    QTest::newRow("figures") << QStringList{"figures"} << "attention";
    QTest::newRow("families") << QStringList{"families"} << "norm.kind";
    QTest::newRow("tensors") << QStringList{"tensors", "--model", "untrained"} << "blocks.0.attn.pattern";
    QTest::newRow("lessons") << QStringList{"lessons"} << "";
}

void TestCommandLine::listsHaveIds()
{
    QFETCH(QStringList, words);
    QFETCH(QString, id);
    const Result result = run(QStringList{"list", "--json"} + words);
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.json().isArray());
    QStringList ids;
    for (const QJsonValue& row : result.json().array())
        ids += row["id"].toString();
    QVERIFY(!ids.contains(QString()));
    QVERIFY2(id.isEmpty() || ids.contains(id), qPrintable(ids.join(' ')));
    QCOMPARE(run(QStringList{"list"} + words).exitCode, 0);
}

void TestCommandLine::tokenizeGoesThereAndBack()
{
    const Result one = run({"tokenize", "--model", "untrained", "--text", "The cat sat", "--json"});
    QCOMPARE(one.exitCode, 0);
    QVERIFY(one.json().array().size() >= 3);
    const QByteArray texts = "\"The cat sat\"\n\"猫坐在垫子上\"\n\"\"\n";
    const Result lines = run({"tokenize", "--model", "untrained", "--lines", "-", "--json"}, texts);
    QCOMPARE(lines.exitCode, 0);
    QCOMPARE(lines.out.count('\n'), 3);
    QCOMPARE(lines.out.left(lines.out.indexOf('\n') + 1), one.out);
    const Result back = run({"tokenize", "--model", "untrained", "--decode"}, lines.out);
    QCOMPARE(back.out, texts);

    // One array as an argument is the same.
    const QString ids = QString::fromUtf8(one.out).trimmed();
    QCOMPARE(run({"tokenize", "--model", "untrained", "--decode", "--text", ids}).out, QByteArray("\"The cat sat\"\n"));
}

void TestCommandLine::tokenizeNeedsNoWeights()
{
    QCOMPARE(run({"save", "untrained", "-o", "whole"}).exitCode, 0);
    QVERIFY(QDir(path(".")).mkpath("vocabulary"));
    QVERIFY(QFile::copy(path("whole/tokenizer.json"), path("vocabulary/tokenizer.json")));
    const Result whole = run({"tokenize", "whole", "--text", "The cat sat", "--json"});
    QCOMPARE(whole.exitCode, 0);
    QCOMPARE(run({"tokenize", "--model", "vocabulary", "--text", "The cat sat", "--json"}).out, whole.out);
    QVERIFY(QFile::copy(path("whole/config.json"), path("vocabulary/config.json")));
    QCOMPARE(run({"tokenize", "vocabulary", "--text", "The cat sat", "--json"}).out, whole.out);
    QVERIFY(QDir(path(".")).mkpath("empty"));
    QCOMPARE(run({"tokenize", "empty", "--text", "a"}).exitCode, 2);
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

void TestCommandLine::generateIsGreedyAndRepeatable()
{
    const QStringList words = QStringList{"generate"} + tiny + QStringList{"--text", "The cat", "-n", "5", "--json"};
    const Result first = run(words);
    QVERIFY2(first.exitCode == 0, first.err.constData());
    QCOMPARE(first.json()["ids"].toArray().size(), 5);
    QVERIFY(first.json()["prompt_ids"].toArray().size() >= 2);
    QVERIFY(first.json()["text"].isString());
    QCOMPARE(run(words).out, first.out);
    const Result text = run(QStringList{"generate"} + tiny + QStringList{"--text", "The cat", "-n", "5"});
    QCOMPARE(QString::fromUtf8(text.out).chopped(1), first.json()["text"].toString());
}

void TestCommandLine::traceHoldsWhatWasAskedFor()
{
    const QStringList words = QStringList{"trace"} + tiny + QStringList{"--text", "The cat sat", "-o", path("run.safetensors")};
    const Result result = run(words + QStringList{"--record", "blocks.1.attn.pattern", "--record", "logits"});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QByteArray bytes = readAll(path("run.safetensors"));
    quint64 length = 0;
    memcpy(&length, bytes.constData(), 8);
    QJsonObject header = QJsonDocument::fromJson(bytes.mid(8, qsizetype(length))).object();
    QCOMPARE(header["__metadata__"].toObject()["cutaway.schema"].toString(), QString("1"));
    QCOMPARE(header["__metadata__"].toObject()["program"].toString().toUtf8(), run({"--version"}).out.trimmed());
    header.remove("__metadata__");
    QCOMPARE(header.keys(), (QStringList{"blocks.1.attn.pattern", "logits"}));
}

void TestCommandLine::whatWasAssumedIsSaidWhereItSucceeded()
{
    const core::ModelCopy model("families/arcee-plain");
    model.setConfig({{"model_type", "of_tomorrow"}});
    const QString folder = QString::fromStdString(model.path());
    const Result sound = run({"trace", "--model", folder, "--ids", "1,2", "-o", path("assumed.safetensors")});
    QCOMPARE(sound.exitCode, 0);
    QVERIFY2(sound.err.contains("of_tomorrow") && sound.err.contains("read as that"), sound.err.constData());
    QVERIFY(run({"generate", "--model", folder, "--ids", "1,2", "-n", "1"}).err.contains("of_tomorrow"));
    const Result bad = run({"trace", "--model", folder, "--ids", "1,99", "-o", path("assumed.safetensors")});
    QCOMPARE(bad.exitCode, 2);
    QCOMPARE(bad.err.count('\n'), 1);
    const Result info = run({"info", "--model", folder});
    QVERIFY(info.out.contains("of_tomorrow") && info.err.isEmpty());
}

void TestCommandLine::saveOpensAgainBitForBit()
{
    const QStringList set{"--set", "norm.placement=post", "--set", "position.kind=rope"};
    QCOMPARE(run(QStringList{"save"} + tiny + set + QStringList{"-o", path("saved")}).exitCode, 0);
    const auto traceOf = [&](const QStringList& model, const QString& file) {
        const Result result
            = run(QStringList{"trace"} + model + QStringList{"--ids", "5,6,7", "--record", "*", "-o", path(file)});
        if (result.exitCode != 0)
            qWarning() << result.err;
        const QByteArray bytes = readAll(path(file));
        quint64 length = 0;
        memcpy(&length, bytes.constData(), 8);
        return bytes.mid(qsizetype(8 + length));
    };
    const QByteArray before = traceOf(tiny + set, "before.safetensors");
    QVERIFY(before.size() > 1000);
    QCOMPARE(traceOf({"--model", path("saved")}, "after.safetensors"), before);
}

void TestCommandLine::exportWritesEveryFormatWithItsRecipe()
{
    const Result result = run(QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--format", "svg,pdf,png",
                                  "--lang", "zh_CN", "-o", path("fig-{figure}-{lang}.{ext}")}
        + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(readAll(path("fig-attention-zh_CN.png")).startsWith("\x89PNG"));
    QVERIFY(readAll(path("fig-attention-zh_CN.pdf")).startsWith("%PDF"));
    const QByteArray svg = readAll(path("fig-attention-zh_CN.svg"));
    QVERIFY(svg.contains("<svg"));
    for (const char* ext : {"svg", "pdf", "png"}) {
        const Result same = run({"verify", path(QString("fig-attention-zh_CN.") + ext)});
        QVERIFY2(same.exitCode == 0, (same.out + same.err).constData());
    }
}

void TestCommandLine::withoutAFormatTheEndingSaysIt()
{
    const QStringList draw = QStringList{"export", "--figure", "attention", "--text", "The cat sat"} + tiny;
    for (const auto& [file, start] : {std::pair{"ending.png", "\x89PNG"}, {"ending.pdf", "%PDF"}, {"ending.json", "{"},
             {"ending.csv", "series,"}, {"ending.SVG", "<"}}) {
        const Result result = run(draw + QStringList{"-o", path(file)});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(readAll(path(file)).startsWith(start), file);
    }
    QCOMPARE(run(draw + QStringList{"-o", path("ending-{figure}.{ext}")}).exitCode, 0);
    QVERIFY(readAll(path("ending-attention.svg")).contains("<svg"));
}

/// The recipe names a path: what stands there may have become another model.
void TestCommandLine::verifyFindsAnotherModel()
{
    const auto save = [&](const char* seed) {
        const Result saved = run(QStringList{"save", "--model", "untrained", "--set", seed, "-o", path("model")} + tiny);
        QVERIFY2(saved.exitCode == 0, saved.err.constData());
    };
    save("seed=1");
    const QString file = path("model.svg");
    QCOMPARE(run({"export", "--figure", "attention", "--model", path("model"), "--text", "The cat", "-o", file}).exitCode, 0);
    QCOMPARE(run({"verify", file}).exitCode, 0);
    save("seed=2");
    QCOMPARE(run({"verify", file}).exitCode, 4);
    save("seed=1");
    QCOMPARE(run({"verify", file}).exitCode, 0);
}

void TestCommandLine::renderDrawsARecipeAlone()
{
    QVERIFY(run({"export", "--figure", "attention", "--model", "untrained", "--text", "a cat", "--head", "1", "--preset", "a4",
                    "--format", "svg,json,tex", "-o", path("one.{ext}")})
                .exitCode
        == 0);
    const auto read = [&](const char* name) {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(read("one.tex").contains("\\includegraphics[width=170mm]{one}"));
    QCOMPARE(run({"render", path("one.json"), "-o", path("again.svg")}).exitCode, 0);
    QCOMPARE(read("again.svg"), read("one.svg"));
    QCOMPARE(run({"render", path("one.svg"), "-o", path("again.json")}).exitCode, 0);
    QCOMPARE(read("again.json"), read("one.json"));
    const Result verified = run({"verify", path("one.json")});
    QCOMPARE(verified.exitCode, 2);
    QVERIFY(verified.err.contains("render"));
    QCOMPARE(run({"render", path("one.json"), "-o", path("again.tiff")}).exitCode, 1);
}

void TestCommandLine::twoSlotsAreDrawnInEveryMode()
{
    const QStringList words
        = QStringList{"export", "--figure", "output", "--text", "The cat sat", "--b-set", "norm.placement=post"} + tiny;
    std::set<QByteArray> pictures;
    for (const char* mode : {"a", "b", "ab", "delta", "abdelta"}) {
        const QString file = path(QString("slots-%1.svg").arg(mode));
        QCOMPARE(run(words + QStringList{"--slot", mode, "-o", path("slots-{slot}.svg")}).exitCode, 0);
        pictures.insert(readAll(file));
        QCOMPARE(run({"verify", file}).exitCode, 0);
    }
    QCOMPARE(pictures.size(), std::size_t(5));
    QCOMPARE(run(words + QStringList{"--slot", "c", "-o", path("x.svg")}).exitCode, 1);
    QCOMPARE(
        run(QStringList{"export", "--figure", "output", "--text", "The cat", "--slot", "b", "-o", path("x.svg")} + tiny).exitCode,
        1);

    // Another slot B in the recipe is another picture.
    QByteArray svg = readAll(path("slots-b.svg"));
    const qsizetype b = svg.indexOf("&quot;b&quot;");
    const qsizetype post = svg.indexOf("post", std::max<qsizetype>(0, b));
    QVERIFY(post > 0);
    svg.replace(post, 4, "none");
    QFile edited(path("edited-b.svg"));
    QVERIFY(edited.open(QIODevice::WriteOnly));
    edited.write(svg);
    edited.close();
    QCOMPARE(run({"verify", path("edited-b.svg")}).exitCode, 4);
}

void TestCommandLine::galleryDrawsThePagesItIsAskedFor()
{
    const Result result = run({"gallery", "--quick", "--model", "untrained", "--view", "output", "-o", path("gallery")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QStringList pictures = QDir(path("gallery")).entryList({"*.png"});
    QCOMPARE(pictures.size(), 8); // two languages: light and dark window, the figure, and the figure of two runs
    const QByteArray index = readAll(path("gallery/index.html"));
    for (const QString& picture : pictures)
        QVERIFY(index.contains(picture.toUtf8()));
}

void TestCommandLine::verifyFindsAnEditedFigure_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QStringList>("words");
    for (const char* format : {"svg", "pdf", "png"}) {
        QTest::addRow("%s", format) << QString(format) << QStringList{};
        QTest::addRow("%s transparent, Chinese, own words", format)
            << QString(format)
            << QStringList{"--transparent", "--lang", "zh_CN", "--caption", "一句话", "--font-scale", "1.2", "--width", "200"};
        QTest::addRow("%s A, B and their difference", format)
            << QString(format) << QStringList{"--b-set", "position.kind=alibi", "--slot", "abdelta"};
    }
}

void TestCommandLine::verifyFindsAnEditedFigure()
{
    QFETCH(QString, format);
    QFETCH(QStringList, words);
    const QString file = path("edited." + format);
    const QStringList draw{
        "export", "--figure", "attention", "--text", "The cat sat", "--head", "1", "--format", format, "-o", file};
    QCOMPARE(run(draw + words + tiny).exitCode, 0);
    const QByteArray whole = readAll(file);
    const auto verified = [&](const QByteArray& bytes) {
        write("edited." + format, bytes);
        return run({"verify", file}).exitCode;
    };
    QCOMPARE(verified(whole), 0);

    // One drawn number: a digit of a text, a coordinate of a path, a pixel, a byte of the page.
    QList<QByteArray> drawings;
    if (format == "svg") {
        const qsizetype text = whole.lastIndexOf("</text>");
        const qsizetype coordinate = whole.indexOf(" d=\"M", whole.indexOf("</defs>")) + 5;
        drawings << QByteArray(whole).insert(text, "9")
                 << QByteArray(whole).replace(coordinate, 1, whole[coordinate] == '7' ? "8" : "7");
    } else if (format == "png") {
        QImage image = QImage::fromData(whole, "PNG");
        image.setPixelColor(image.width() / 2, image.height() / 2, Qt::magenta);
        QBuffer buffer;
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        QVERIFY(image.save(&buffer, "PNG"));
        drawings << buffer.data();
    } else {
        const qsizetype page = whole.indexOf("stream", whole.indexOf("/Length")) + 40;
        drawings << QByteArray(whole).replace(page, 1, whole[page] == 'x' ? "y" : "x");
    }
    for (const QByteArray& drawing : drawings)
        QCOMPARE(verified(drawing), 4);

    // Its recipe: another head, or something that is not drawn at all.
    const auto withRecipe = [&](const QByteArray& from, const QByteArray& to) {
        if (format == "png") {
            QImage image = QImage::fromData(whole, "PNG");
            image.setText("cutaway-recipe", QString::fromUtf8(image.text("cutaway-recipe").toUtf8().replace(from, to)));
            QBuffer buffer;
            return buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
        }
        if (format == "pdf") { // the compressed attachment, edited in its place
            for (qsizetype at = whole.indexOf("stream\n"); at >= 0; at = whole.indexOf("stream\n", at + 7)) {
                const qsizetype begin = at + 7, length = whole.indexOf("endstream", begin) - begin;
                const QByteArray packed = QByteArray(4, '\0') + whole.mid(begin, length); // qUncompress wants a size in front
                const QByteArray text = packed.mid(4).startsWith('\x78') ? qUncompress(packed) : QByteArray();
                if (!text.contains(from))
                    continue;
                const qsizetype room = length - (whole[begin + length - 1] == '\n' ? 1 : 0); // as many bytes as before
                for (int spaces = 0; spaces < 100; ++spaces)
                    for (int level = 1; level <= 9; ++level) {
                        QByteArray other = QByteArray(text).replace(from, to) + QByteArray(spaces, ' ');
                        other.replace("\"version\":\"0.1.0\"", "\"version\":\"0\""); // makes room
                        if (const QByteArray edited = qCompress(other, level).mid(4); edited.size() == room)
                            return QByteArray(whole).replace(begin, room, edited);
                    }
            }
            return whole;
        }
        const auto coded = [](const QByteArray& text) { return QByteArray(text).replace("\"", "&quot;"); };
        return QByteArray(whole).replace(coded(from), coded(to));
    };
    QVERIFY(withRecipe("\"head\":1", "\"head\":2") != whole);
    QCOMPARE(verified(withRecipe("\"head\":1", "\"head\":2")), 4);
    if (format != "pdf") {
        QVERIFY(withRecipe("\"step\":-1", "\"step\":11") != whole);
        QCOMPARE(verified(withRecipe("\"step\":-1", "\"step\":11")), 4);
    }
    QCOMPARE(verified(whole), 0);
}

void TestCommandLine::everyHeadIsAFile()
{
    const QStringList draw = QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--preset", "beamer"} + tiny;
    QCOMPARE(
        run(draw + QStringList{"--all", "heads", "--layer", "1", "-o", path("all/h{head}.svg")}).exitCode, 3); // no such folder
    QDir(m_folder.path()).mkpath("all");
    QVERIFY(run(draw + QStringList{"--all", "heads", "-o", path("all/one.svg")}).err.contains("{head}"));
    const Result result
        = run(draw + QStringList{"--head", "all", "--layer", "all", "-o", path("all/{layer}-{head}-{slot}.{ext}")});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QStringList files = QDir(path("all")).entryList(QDir::Files, QDir::Name);
    const qsizetype heads = files.size() / 2;
    QVERIFY(heads > 1 && files.size() == 2 * heads && files[0] == "0-0-a.svg");
    QVERIFY(readAll(path("all/" + files[0])) != readAll(path("all/" + files[1])));
    QCOMPARE(run({"verify", path("all/" + files.last())}).exitCode, 0);
}

void TestCommandLine::theDialogsOptionsAreHereToo()
{
    const Result result
        = run(QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--width", "100", "--height", "80",
                  "--font-scale", "1.5", "--languages", "en,zh_CN", "--caption", "Mine & <yours>", "--alt-text", "A map",
                  "--no-title", "--no-color-bar", "-o", path("o-{lang}.{ext}")}
            + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QByteArray english = readAll(path("o-en.svg")), chinese = readAll(path("o-zh_CN.svg"));
    QVERIFY(english.contains("width=\"377.95\" height=\"302.36\""));
    QVERIFY(english.contains("Mine &amp; &lt;yours&gt;") && english.contains("<desc>A map</desc>"));
    QVERIFY(english != chinese && !chinese.isEmpty());
    QCOMPARE(run({"verify", path("o-zh_CN.svg")}).exitCode, 0);
    for (const QStringList& wrong :
        {QStringList{"--font-scale", "9"}, {"--width", "1"}, {"--all", "tokens"}, {"--languages", "fr"}})
        QCOMPARE(
            run(QStringList{"export", "--figure", "attention", "--text", "a", "-o", path("w.svg")} + wrong + tiny).exitCode, 1);
}

void TestCommandLine::numbersLeaveInThreeFormats()
{
    const Result result = run(QStringList{"export", "--figure", "attention", "--text", "The cat sat", "--lang", "zh_CN",
                                  "--format", "csv,npy,safetensors", "-o", path("n.{ext}")}
        + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(readAll(path("n.csv")).startsWith("series,"));
    QVERIFY(!QDir(m_folder.path()).entryList({"n*.npy"}).isEmpty());
    const QByteArray tensors = readAll(path("n.safetensors"));
    QVERIFY(tensors.mid(8, 4000).contains("__metadata__"));
}

void TestCommandLine::interventionsAreInTheTraceAndInTheFigure()
{
    QDir(m_folder.path()).mkpath("lists");
    const QStringList text{"--text", "The cat sat"};
    QCOMPARE(run(QStringList{"trace", "-o", path("plain.safetensors")} + tiny + text).exitCode, 0);
    write("lists/zero.json", R"([{"at": "blocks.0.attn.pattern", "slice": {"head": 0}, "op": "zero"}])");
    write("lists/from.json", R"([{"at": "blocks.1.resid_pre", "op": "from", "source": "../plain.safetensors"}])");
    const QStringList lists{"--intervene", "lists/zero.json", "--intervene", "lists/from.json"};

    const Result result = run(QStringList{"trace", "-o", path("changed.safetensors")} + tiny + text + lists);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const std::shared_ptr<core::Trace> plain = core::readTrace(path("plain.safetensors").toStdString());
    const std::shared_ptr<core::Trace> changed = core::readTrace(path("changed.safetensors").toStdString());
    const auto same = [&](const char* name) { return std::ranges::equal(changed->at(name).values(), plain->at(name).values()); };
    QVERIFY(!same("blocks.0.attn.pattern") && !same("blocks.0.resid_post"));
    QVERIFY(same("blocks.1.resid_pre") && same("logits")); // patched back
    QCOMPARE(changed->replaced, (std::vector<std::string>{"blocks.0.attn.pattern", "blocks.1.resid_pre"}));
    QCOMPARE(changed->interventions.size(), std::size_t(2));
    QCOMPARE(changed->interventions[1]["source"].get<std::string>(), std::string("plain.safetensors")); // as seen from here

    // The figure shows the changed run, and is drawn again from its own list.
    const QStringList figure = QStringList{"export", "--figure", "attention"} + tiny + text;
    QCOMPARE(run(figure + lists + QStringList{"-o", path("lists/changed.svg")}).exitCode, 0);
    QCOMPARE(run(figure + QStringList{"-o", path("plain.svg")}).exitCode, 0);
    QCOMPARE(run({"verify", path("lists/changed.svg")}).exitCode, 0);
    QVERIFY(readAll(path("lists/changed.svg")) != readAll(path("plain.svg")));
    QFile::remove(path("plain.safetensors"));
    QCOMPARE(run({"verify", path("lists/changed.svg")}).exitCode, 2);
}

void TestCommandLine::aRecordedRunIsDrawnAsItIs()
{
    const QString record = path("recorded/run.safetensors");
    QDir(m_folder.path()).mkpath("recorded");
    const QStringList text{"--text", "The cat sat"}, figure{"export", "--figure", "attention", "--layer", "1", "--head", "1"};
    QCOMPARE(run(QStringList{"trace", "--record", "*", "-o", record} + tiny + text).exitCode, 0);
    QCOMPARE(run(figure + tiny + text + QStringList{"--format", "csv", "-o", path("of-model.csv")}).exitCode, 0);
    const QStringList recorded{"--model", record};
    const Result drawn = run(figure + recorded + QStringList{"--format", "csv,svg", "-o", path("of-record.{ext}")});
    QVERIFY2(drawn.exitCode == 0, drawn.err.constData());
    QVERIFY(readAll(path("of-record.csv")).contains("0."));
    QCOMPARE(readAll(path("of-record.csv")), readAll(path("of-model.csv")));
    QCOMPARE(run({"verify", path("of-record.svg")}).exitCode, 0);

    // Under another name too.
    QVERIFY(QFile::copy(record, path("recorded/run.st")));
    QCOMPARE(run(figure + QStringList{"--model", path("recorded/run.st"), "--format", "csv", "-o", path("st.csv")}).exitCode, 0);
    QCOMPARE(readAll(path("st.csv")), readAll(path("of-model.csv")));

    write("none.json", R"([{"at": "logits", "op": "zero"}])");

    // Beside another recorded run; nothing that would run it anew; layers and heads of its own.
    QCOMPARE(run(figure + recorded + QStringList{"--b-model", record, "-o", path("two.svg")}).exitCode, 0);
    for (const QStringList& wrong : {QStringList{"--text", "a"}, {"--set", "norm.kind=rms_norm"}, {"--intervene", "none.json"},
             {"--b-model", "untrained"}, {"--layer", "9"}, {"--head", "9"}}) {
        const Result refused = run(figure + recorded + wrong + QStringList{"-o", path("w.svg")});
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(refused.err.count('\n'), 1);
    }
    const Result info = run({"info", "--model", record});
    QCOMPARE(info.exitCode, 2);
    QVERIFY(info.err.contains("a recorded run"));
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

void TestCommandLine::benchReportsRatiosOfOneRun()
{
    const Result result = run(QStringList{"bench", "--tokens", "4,8", "--threads", "1", "--ui", "--json"} + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject report = result.json().object();
    for (const char* key : {"sgemm_gflops", "decode_ms_per_token", "read_gb_per_s", "share_of_read_bandwidth",
             "toggle_to_pixels_ms", "hover_ms", "open_view_ms", "start_to_first_picture_ms"})
        QVERIFY2(report[QString(key)].toDouble() > 0, key);
    QCOMPARE(report["forward"].toArray().size(), 2);
    // By the contract's formula, from what `info` says of the same model.
    const QJsonObject info = run(QStringList{"info", "--json"} + tiny).json().object();
    for (const QJsonValue& row : report["forward"].toArray()) {
        const double tokens = row["tokens"].toDouble();
        const double flops = tokens * info["flops_per_token"].toDouble()
            + tokens * tokens * info["attention_flops_per_token_per_position"].toDouble();
        const double gflops = flops / row["forward_trace_ms"].toDouble() * 1e-6;
        QVERIFY(qAbs(row["gflops"].toDouble() / gflops - 1) < 1e-9);
        QVERIFY(qAbs(row["share_of_sgemm"].toDouble() - gflops / report["sgemm_gflops"].toDouble()) < 1e-9);
        QVERIFY(row["forward_ms"].toDouble() > 0 && row["weights_bytes"].toDouble() > 0 && row["trace_bytes"].toDouble() > 0);
    }
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

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
