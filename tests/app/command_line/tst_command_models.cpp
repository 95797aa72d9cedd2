// The commands about models and runs: info, list, tokenize, generate, trace, save.

#include "core/files/traces/trace_file.h"
#include "tests/app/command_line/program_test.h"
#include "tests/core/support/model_copy.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cstring>

class TestCommandModels : public ProgramTest
{
    Q_OBJECT
private slots:
    void infoIsWhatTheContractSays();
    void allSetsApplyTogether();
    void bundledModelsTellWhatTheyAre();
    void aStepOfTheTrainingRunsWithItsWeights();
    void infoSaysTheWidthsThatRun();
    void infoSaysWhoseWeightsRun();
    void aModelIsAPlainWord();
    void listsHaveIds_data();
    void listsHaveIds();
    void tokenizeGoesThereAndBack();
    void tokenizeNeedsNoWeights();
    void generateIsGreedyAndRepeatable();
    void traceHoldsWhatWasAskedFor();
    void aTraceIsCheckedByPlainLoops();
    void whatWasAssumedIsSaidWhereItSucceeded();
    void saveOpensAgainBitForBit();
    void theAtlasIsListedAndRuns();
    void whatTheAtlasCannotRunIsRefused();
};

void TestCommandModels::infoIsWhatTheContractSays()
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

void TestCommandModels::allSetsApplyTogether()
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

void TestCommandModels::bundledModelsTellWhatTheyAre()
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

void TestCommandModels::aStepOfTheTrainingRunsWithItsWeights()
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

void TestCommandModels::infoSaysTheWidthsThatRun()
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

void TestCommandModels::infoSaysWhoseWeightsRun()
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

void TestCommandModels::aModelIsAPlainWord()
{
    QCOMPARE(run({"info", "untrained", "--json"}).out, run({"info", "--model", "untrained", "--json"}).out);
    QCOMPARE(run({"generate", "untrained", "--text", "The cat", "-n", "2"}).out,
        run({"generate", "--model", "untrained", "--text", "The cat", "-n", "2"}).out);
    QCOMPARE(run({"tokenize", "untrained", "--text", "The cat"}).exitCode, 0);
    QCOMPARE(run({"trace", "untrained", "--text", "The cat", "-o", "word.safetensors"}).exitCode, 0);
    QCOMPARE(run({"export", "untrained", "--figure", "attention", "-o", "word.svg"}).exitCode, 0);
    QCOMPARE(run({"save", "untrained", "-o", "word-model"}).exitCode, 0);
}

void TestCommandModels::listsHaveIds_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("id");
    QTest::newRow("models") << QStringList{"models"} << "untrained";
    QTest::newRow("figures") << QStringList{"figures"} << "attention";
    QTest::newRow("families") << QStringList{"families"} << "norm.kind";
    QTest::newRow("tensors") << QStringList{"tensors", "--model", "untrained"} << "blocks.0.attn.pattern";
    QTest::newRow("lessons") << QStringList{"lessons"} << "";
}

void TestCommandModels::listsHaveIds()
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

void TestCommandModels::tokenizeGoesThereAndBack()
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

void TestCommandModels::tokenizeNeedsNoWeights()
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
    QCOMPARE(run({"tokenize", "vocabulary/tokenizer.json", "--text", "The cat sat", "--json"}).out, whole.out);
    QCOMPARE(run({"tokenize", "bpe-300", "--text", "猫", "--json"}).json().array().size(), qsizetype(3)); // its bytes
    for (const QStringList& refused :
        {QStringList{"tokenize", "nothing.json", "--text", "a"}, {"tokenize", "noise.json", "--text", "a"},
            {"tokenize", "noise.model", "--text", "a"}, {"tokenize", "whole", "--text", ""}}) {
        QFile noise(path(refused[1]));
        if (refused[1].startsWith(QLatin1String("noise")) && noise.open(QIODevice::WriteOnly))
            noise.write("no tokenizer");
        noise.close();
        const Result result = run(refused);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.err.count('\n'), 1);
    }
}

void TestCommandModels::generateIsGreedyAndRepeatable()
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

void TestCommandModels::traceHoldsWhatWasAskedFor()
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

void TestCommandModels::aTraceIsCheckedByPlainLoops()
{
    const QStringList words = QStringList{"trace"} + tiny + QStringList{"--text", "The cat sat", "--check"};
    const Result sound = run(words + QStringList{"--record", "blocks.1.attn.*", "-o", path("checked.safetensors")});
    QVERIFY2(sound.exitCode == 0, sound.err.constData());
    static const QRegularExpression line(
        R"(^\d+ tensors: largest difference \S+ at blocks\.1\.attn\.\S+\[[\d, ]+\], (\S+) of the largest value at blocks\.1\.attn\.)");
    const QRegularExpressionMatch found = line.match(QString::fromUtf8(sound.out));
    QVERIFY2(found.hasMatch(), sound.out.constData());
    QVERIFY(found.captured(1).toDouble() > 0 && found.captured(1).toDouble() < 1e-4);
    QVERIFY(QFile::exists(path("checked.safetensors")));

    const Result refused = run(words + QStringList{"--set", "norm.kind=batch_norm", "-o", path("refused.safetensors")});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("found norm.kind=batch_norm"), refused.err.constData());
    QVERIFY(!QFile::exists(path("refused.safetensors")));
}

void TestCommandModels::whatWasAssumedIsSaidWhereItSucceeded()
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

void TestCommandModels::saveOpensAgainBitForBit()
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

void TestCommandModels::theAtlasIsListedAndRuns()
{
    const QJsonArray rows = run({"list", "atlas", "--json"}).json().array();
    QCOMPARE(rows.size(), qsizetype(118));
    const auto found = std::find_if(rows.begin(), rows.end(), [](const QJsonValue& one) { return one["id"] == "llama-2-70b"; });
    QVERIFY(found != rows.end());
    const QJsonObject row = found->toObject();
    QCOMPARE(row["name"].toString(), QString("Llama 2 70B"));
    QCOMPARE(row["year"].toInt(), 2023);
    QCOMPARE(row["sizes"]["kv_heads"].toInt(), 8);
    QCOMPARE(row["choices"]["norm"]["kind"].toString(), QString("rms_norm"));
    QCOMPARE(row["certainty"].toString(), QString("config"));
    QVERIFY(row["source"].toString().contains("2307.09288"));
    QVERIFY(run({"list", "atlas"}).out.contains("llama-2-70b  "));

    const Result info = run({"info", "--model", "atlas:llama-2-70b", "--json"});
    QCOMPARE(info.exitCode, 0);
    const QJsonObject full = info.json()["full_size"].toObject();
    QCOMPARE(full["parameters"]["total"].toDouble(), 68976648192.0);
    QCOMPARE(full["weight_bytes"]["float16"].toDouble(), 2 * 68976648192.0);
    const QJsonObject cache = full["kv_cache_bytes"].toArray().last().toObject();
    QCOMPARE(cache["tokens"].toInt(), 4096);
    QCOMPARE(cache["float16"].toDouble(), 2.0 * 4096 * 80 * 2 * 8 * 128);
    QVERIFY(info.json()["parameters"]["total"].toDouble() <= 5e6);
    QCOMPARE(info.json()["trained"].toBool(), false);
    QVERIFY(run({"info", "atlas:llama-2-70b"}).out.contains("Llama 2 70B"));

    QCOMPARE(run({"trace", "--model", "atlas:llama-2-70b", "--ids", "5,6,7", "-o", path("t.safetensors")}).exitCode, 0);
    QCOMPARE(core::readTrace(path("t.safetensors").toStdString())->replicaOf, std::string("Llama 2 70B"));
    QCOMPARE(
        run({"export", "--figure", "attention", "--model", "atlas:llama-2-70b", "--ids", "5,6,7", "-o", path("a.svg")}).exitCode,
        0);
    QVERIFY(readAll(path("a.svg")).contains("Untrained replica of Llama 2 70B"));
}

void TestCommandModels::whatTheAtlasCannotRunIsRefused()
{
    for (const auto& [name, reason] : {std::pair{"atlas:chatglm-6b", "rope_2d"}, {"atlas:llama-2-7bb", "atlas:llama-2-7b"}}) {
        const Result result = run({"info", "--model", name});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(reason) && result.err.count('\n') == 1, result.err);
    }
}

QTEST_GUILESS_MAIN(TestCommandModels)
#include "tst_command_models.moc"
