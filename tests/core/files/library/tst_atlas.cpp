// The atlas: its rows are those of the table that it was made of, sizes give the published parameters, and every row runs as a
// small replica with the same choices.

#include "core/files/library/atlas.h"

#include "core/files/library/replica.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <set>

using namespace core;

namespace {

using Row = QHash<QString, QString>;

QStringList cellsOf(const QString& line)
{
    QStringList cells{QString()};
    bool isQuoted = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar letter = line[i];
        if (letter == '"' && isQuoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.last() += line[++i];
        else if (letter == '"')
            isQuoted = !isQuoted;
        else if (letter == ',' && !isQuoted)
            cells << QString();
        else
            cells.last() += letter;
    }
    return cells;
}

/// The rows of a CSV file by the names of its head; lines that begin with # are comments.
QVector<Row> rowsOf(const char* name)
{
    QFile file(QStringLiteral(TEST_DATA "/atlas/%1").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QVector<Row> rows;
    QStringList head;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
        if (line.startsWith('#'))
            continue;
        const QStringList cells = cellsOf(line.trimmed());
        if (head.isEmpty()) {
            head = cells;
            continue;
        }
        Row row;
        for (qsizetype i = 0; i < head.size(); ++i)
            row[head[i]] = cells.value(i);
        rows << row;
    }
    return rows;
}

const AtlasModel& modelOf(const QString& id)
{
    const AtlasModel* const model = findAtlasModel(id.toStdString());
    Q_ASSERT(model);
    return *model;
}

/// A size of the table, 0 where it is empty.
Index number(const QString& cell) { return cell.isEmpty() || cell == "-" ? 0 : cell.toLongLong(); }

double ratioOf(Index a, Index b) { return double(a) / double(b); }

} // namespace

class TestAtlas : public QObject
{
    Q_OBJECT
private slots:
    void everyNumberIsThatOfTheTable();
    void everyChoiceIsThatOfTheTable();
    void theLargeTableOfTheCourseHasItsRows();
    void theLlamaTableHasItsNumbers();
    void sizesGiveThePublishedParameters_data();
    void sizesGiveThePublishedParameters();
    void everyRowRunsAsAReplica_data();
    void everyRowRunsAsAReplica();
    void whatCannotRunIsRefusedWithTheReason();
    void dropoutAndDecayHaveTheirSource();
    void everyFaultOfTheFileIsNamed_data();
    void everyFaultOfTheFileIsNamed();
};

void TestAtlas::everyNumberIsThatOfTheTable()
{
    const QVector<Row> rows = rowsOf("atlas.csv");
    QCOMPARE(std::size_t(rows.size()), atlas().size());
    static const std::pair<const char*, const char*> sizes[]
        = {{"layers", "layers"}, {"encoder_layers", "encoder_layers"}, {"d_model", "d_model"}, {"heads", "heads"},
            {"d_head", "d_head"}, {"d_ff", "d_ff"}, {"vocab", "vocabulary"}, {"context", "context"}};
    for (const Row& row : rows) {
        const AtlasModel& model = modelOf(row["id"]);
        for (const auto& [size, column] : sizes)
            QVERIFY2(model.size(size) == number(row[column]), qPrintable(row["id"] + ' ' + column));
        if (row["attention_kind"] != "latent")
            QCOMPARE(model.size("kv_heads"), number(row["kv_heads"]));
        QCOMPARE(QString::fromStdString(model.name), row["name"]);
        QCOMPARE(Index(model.year), number(row["year"]));
        QCOMPARE(Index(model.month), number(row["month"]));
        QCOMPARE(Index(model.parameters), number(row["parameters_total"]));
        QCOMPARE(Index(model.active), number(row["parameters_active"]));
        QCOMPARE(Index(model.tokens), number(row["tokens_trained"]));
        QCOMPARE(QString::fromStdString(model.source), row["source"]);
        QCOMPARE(QString::fromStdString(model.certainty), row["certainty"]);
        QCOMPARE(QString::fromStdString(model.course), row["course_row"]);
        for (const auto& [key, column] : {std::pair{"mixture.experts", "experts"}, {"mixture.top_k", "top_k"},
                 {"mixture.shared", "shared_experts"}, {"mixture.d_expert", "d_expert"}})
            QVERIFY2(row[column].isEmpty() ? !model.choices.has(key) : model.choices.value(key) == Json(number(row[column])),
                qPrintable(row["id"] + ' ' + column));
        QCOMPARE(model.choices.has("rope.base") ? model.choices.value("rope.base").get<double>() : 0.0,
            double(number(row["rope_base"])));
    }
}

void TestAtlas::everyChoiceIsThatOfTheTable()
{
    static const QHash<QString, QString> words{{"rope_partial", "rope"}, {"rope_nope", "rope"}, {"t5_relative", "t5_buckets"},
        {"transformer_xl_relative", "transformer_xl"}, {"rope_2d", ""}, {"swiglu", "silu"}, {"geglu", "gelu"}};
    for (const Row& row : rowsOf("atlas.csv")) {
        const AtlasModel& model = modelOf(row["id"]);
        const auto check = [&](const char* key, const QString& column) {
            QString word = words.value(row[column], row[column]);
            if (row["id"] == "gpt-oss-120b" && column == "activation")
                word = "swiglu_clamped";
            QVERIFY2(QString::fromStdString(model.word(key)) == word, qPrintable(row["id"] + ' ' + column));
        };
        check("topology", "topology");
        check("norm.placement", "norm_placement");
        check("position.kind", "position_kind");
        check("activation.kind", "activation");
        check("block.layout", "block_layout");
        if (row["attention_kind"] != "none")
            check("attention.kind", "attention_kind");
        const QString norm = row["norm_kind"];
        QCOMPARE(QString::fromStdString(model.word("norm.kind")), norm.startsWith("layer_norm") ? "layer_norm" : norm);
        if (norm.startsWith("layer_norm"))
            QCOMPARE(model.choices.value("norm.bias").get<bool>(), norm == "layer_norm" || norm == "layer_norm_1p");
        QCOMPARE(model.choices.has("output.tied"), !row["tied"].isEmpty());
        if (!row["tied"].isEmpty())
            QCOMPARE(model.choices.value("output.tied").get<bool>(), row["tied"] == "true");
        if (!row["qk_norm"].isEmpty())
            QCOMPARE(model.word("score.qk_norm") != "none", row["qk_norm"] == "true");
        QCOMPARE(model.choices.has("score.soft_cap"), row["soft_cap"].contains("attention"));
        QCOMPARE(model.choices.has("output.soft_cap"), row["soft_cap"].contains("logits"));
        const QString kind = QString::fromStdString(model.word("feed_forward.kind"));
        if (!row["gated"].isEmpty() && kind != "none" && kind != "channel_mix")
            QCOMPARE(kind, row["gated"] == "false" ? "plain" : row["experts"].isEmpty() ? "gated" : "mixture");
        if (!row["biases"].isEmpty()) {
            QCOMPARE(model.choices.value("bias.attention").get<bool>(), row["biases"] == "all" || row["biases"] == "qkv");
            QCOMPARE(
                model.choices.value("bias.feed_forward").get<bool>(), row["biases"] == "all" || row["biases"].startsWith("ffn"));
        }
        QCOMPARE(model.choices.has("mask.window"), row["window_schedule"].contains("sliding"));
    }
}

void TestAtlas::theLargeTableOfTheCourseHasItsRows()
{
    const QVector<Row> rows = rowsOf("published_models.csv");
    QCOMPARE(rows.size(), qsizetype(28));
    std::set<int> places;
    for (const AtlasModel& model : atlas()) {
        if (!model.tables.contains("large"))
            continue;
        places.insert(model.tables.at("large"));
        const Row& row = rows[model.tables.at("large") - 1];
        const QByteArray id = QByteArray::fromStdString(model.id);
        QVERIFY2(model.size("layers") == number(row["L"]), id);
        QVERIFY2(model.size("heads") == number(row["N"]), id);
        QVERIFY2(model.size("d_model") == number(row["H"]), id);
        QString size = row["parameters"];
        size.chop(1); // B
        // The name of Gemma 7B does not count its embedding.
        const double rounding = model.id == "gemma-7b" ? 0.25 : 0.08;
        QVERIFY2(std::abs(double(model.parameters) / 1e9 - size.toDouble()) < rounding * size.toDouble(), id);
        if (row["norm"].endsWith("Norm") && row["norm"] != "DeepNorm")
            QCOMPARE(QString::fromStdString(model.word("norm.kind")), row["norm"] == "RMSNorm" ? "rms_norm" : "layer_norm");
        if (row["placement"] == "pre")
            QCOMPARE(model.word("norm.placement"), std::string("pre"));
    }
    QCOMPARE(places.size(), std::size_t(28));
    QCOMPARE(*places.rbegin(), 28);
}

void TestAtlas::theLlamaTableHasItsNumbers()
{
    static const QHash<QString, QString> names{{"LLaMA", "llama"}, {"LLaMA-2", "llama-2"}, {"LLaMA-3", "llama-3"}};
    const QVector<Row> rows = rowsOf("llama_family.csv");
    QCOMPARE(rows.size(), qsizetype(10));
    for (const Row& row : rows) {
        const AtlasModel& model = modelOf(names[row["model"]] + '-' + row["parameters"].toLower());
        QCOMPARE(model.tables.at("llama"), int(&row - rows.data()) + 1);
        for (const auto& [size, column] : {std::pair{"d_model", "width"}, {"heads", "heads"}, {"layers", "layers"},
                 {"kv_heads", "kv"}, {"d_ff", "ffn"}, {"context", "context"}, {"vocab", "vocabulary"}})
            QVERIFY2(model.size(size) == number(row[column]), model.id.c_str());
        QString tokens = row["tokens"];
        tokens.chop(1); // T
        QCOMPARE(double(model.tokens), tokens.toDouble() * 1e12);
        QCOMPARE(QStringLiteral("%1-%2").arg(model.year).arg(model.month, 2, 10, QLatin1Char('0')), row["released"]);
    }
}

void TestAtlas::sizesGiveThePublishedParameters_data()
{
    QTest::addColumn<QString>("id");
    for (const AtlasModel& model : atlas())
        if (model.check && !model.unsupported.contains("position.kind"))
            QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
}

/// The check of the table counts norms, biases, position tables and the router.
void TestAtlas::sizesGiveThePublishedParameters()
{
    QFETCH(QString, id);
    const AtlasModel& model = modelOf(id);
    const std::optional<ModelConfig> config = publishedConfig(model);
    QVERIFY(config);
    const double ratio = double(costOf(*config).parameters) / double(model.parameters);
    QVERIFY2(std::abs(ratio - *model.check) < 0.006, qPrintable(QStringLiteral("%1 instead of %2").arg(ratio).arg(*model.check)));
    if (model.active > 0) {
        const double active = double(costOf(*config).active) / double(model.active);
        QVERIFY2(active > 0.85 && active < 1.15, qPrintable(QString::number(active)));
    }
}

void TestAtlas::everyRowRunsAsAReplica_data()
{
    QTest::addColumn<QString>("id");
    for (const AtlasModel& model : atlas())
        if (!noReplica(model))
            QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
}

void TestAtlas::everyRowRunsAsAReplica()
{
    QFETCH(QString, id);
    const AtlasModel published = withSizes(modelOf(id));
    const ModelPtr model = openModel("atlas:" + id.toStdString());
    QVERIFY(!model->trained && model->tokenizer);
    QCOMPARE(model->replicaOf, published.name);
    const SetupPtr setup = configure(model, {});
    const ModelConfig& config = setup->config;
    const BlockConfig& last = config.blocks.back();
    QVERIFY(costOf(config).parameters <= maxReplicaParameters);
    QVERIFY(config.layers() <= maxReplicaLayers && config.layers() <= published.size("layers"));

    // The same choices, those of each kind of layer.
    const Choices all = describe(config);
    for (const char* key : {"topology", "norm.kind", "norm.placement", "block.layout", "activation.kind", "attention.kind",
             "score.qk_norm", "score.soft_cap", "output.soft_cap", "output.tied", "bias.attention", "bias.attention_output",
             "bias.feed_forward", "bias.output", "rope.fraction", "norm.gain", "norm.bias", "norm.embedding", "score.sinks"})
        if (published.choices.has(key))
            QVERIFY2(all.value(key, int(config.layers()) - 1).is_null()
                    || all.value(key, int(config.layers()) - 1) == published.choices.value(key),
                key);
    for (const auto& [key, values] : published.pattern) {
        std::set<std::string> wanted, found;
        for (const Json& value : values)
            wanted.insert(value.dump());
        for (Index layer = 0; layer < config.layers(); ++layer)
            found.insert(all.value(key, int(layer)).is_number() ? Json(all.value(key, int(layer)).get<Index>()).dump()
                                                                : all.value(key, int(layer)).dump());
        QVERIFY2(found == wanted || key == "rope.base", key.c_str());
    }

    // The same ratios.
    if (published.size("heads") > 0 && published.size("kv_heads") > 0)
        QCOMPARE(ratioOf(last.heads, last.kvHeads), ratioOf(published.size("heads"), published.size("kv_heads")));
    const double width = double(last.heads)
        * double(published.choices.has("latent.d_value") ? all.value("latent.d_value", 1).get<Index>() : last.dHead);
    if (published.size("heads") > 0)
        QVERIFY2(std::abs(width / double(config.dModel) / published.headRatio() - 1) < 0.03, "heads");
    if (published.size("d_ff") > 0 && published.word("mixer.kind") != "selective_ssm")
        QVERIFY2(std::abs(ratioOf(last.dFf, config.dModel) / published.feedForwardRatio() - 1) < 0.03, "d_ff");
    if (published.hasExperts()) {
        const auto of = [&](const char* key) { return published.choices.value(key).get<double>(); };
        const ExpertCounts experts = expertsOf(last.feedForward);
        QVERIFY(experts.experts > 0 && experts.experts <= maxReplicaExperts);
        const double chosen = of("mixture.top_k") / of("mixture.experts") * double(experts.experts);
        QVERIFY(std::abs(double(experts.chosen) - std::max(1.0, chosen)) <= 0.5);
        QCOMPARE(experts.shared, Index(of("mixture.shared")));
    }

    const auto trace = forward(*setup, {.ids = {5, 6, 7, 8, 9}});
    QCOMPARE(trace->replicaOf, published.name);
    for (const float logit : trace->at("logits").values())
        QVERIFY(std::isfinite(logit));
}

void TestAtlas::whatCannotRunIsRefusedWithTheReason()
{
    int refused = 0;
    for (const AtlasModel& model : atlas())
        refused += noReplica(model).has_value();
    QCOMPARE(refused, 1); // two-dimensional rotary positions
    const auto messageOf = [](const std::string& name) -> std::string {
        try {
            openModel(name);
        } catch (const Error& error) {
            return error.kind() == ErrorKind::BadInput ? error.what() : "another kind";
        }
        return {};
    };
    QVERIFY(QString::fromStdString(messageOf("atlas:chatglm-6b")).startsWith("atlas:chatglm-6b: position.kind: "));
    QVERIFY(messageOf("atlas:chatglm-6b").find("found rope_2d") != std::string::npos);
    AtlasModel unsized = modelOf("llama-2-34b");
    unsized.sizesFrom.clear();
    QCOMPARE(noReplica(unsized)->parts().where, std::string("sizes.layers, sizes.d_model, sizes.heads"));
    QVERIFY(messageOf("atlas:llama-2-7").find("atlas:llama-2-7b") != std::string::npos);
    QVERIFY(messageOf("atlas:").find("no model of the atlas") != std::string::npos);
}

void TestAtlas::dropoutAndDecayHaveTheirSource()
{
    int known = 0;
    for (const AtlasModel& model : atlas()) {
        const AtlasTraining& training = model.training;
        QVERIFY2(training.certainty.empty() == training.source.empty(), model.id.c_str());
        QVERIFY2(!training.certainty.empty() == (training.dropout || training.weightDecay), model.id.c_str());
        known += !training.certainty.empty();
    }
    QVERIFY(known > 30);
    QCOMPARE(*modelOf("gpt-1").training.weightDecay, 0.01);
    QCOMPARE(*modelOf("opt-175b").training.dropout, 0.1);
    QVERIFY(!modelOf("llama-7b").training.dropout);
}

void TestAtlas::everyFaultOfTheFileIsNamed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    const auto file = [](const char* row) { return QByteArray(R"({"format": 1, "models": [)") + row + "]}"; };
    QTest::newRow("no models") << QByteArray(R"({"format": 1})") << QByteArray("models");
    QTest::newRow("another format") << QByteArray(R"({"format": 2, "models": []})") << QByteArray("format");
    QTest::newRow("no name") << file(R"({"id": "a"})") << QByteArray("name");
    QTest::newRow("certainty") << file(
        R"({"id": "a", "name": "A", "year": 2020, "source": "s", "certainty": "sure", "choices": {}})")
                               << QByteArray("certainty");
    QTest::newRow("choice") << file(
        R"({"id": "a", "name": "A", "year": 2020, "source": "s", "certainty": "config", "choices": {"norm": {"kind": "nice"}}})")
                            << QByteArray("choices");
    QTest::newRow("training") << file(
        R"({"id": "a", "name": "A", "year": 2020, "source": "s", "certainty": "config", "choices": {}, "training": {"dropout": 7, "source": "s", "certainty": "config"}})")
                              << QByteArray("dropout");
    QTest::newRow("sizes from nobody") << file(
        R"({"id": "a", "name": "A", "year": 2020, "source": "s", "certainty": "config", "choices": {}, "sizes_from": "b"})")
                                       << QByteArray("sizes_from");
    QTest::newRow("pattern") << file(
        R"({"id": "a", "name": "A", "year": 2020, "source": "s", "certainty": "config", "choices": {}, "pattern": {"norm.kind": []}})")
                             << QByteArray("norm.kind");
}

void TestAtlas::everyFaultOfTheFileIsNamed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    const TemporaryFolder folder;
    try {
        readAtlas(folder.write("models.json", text.toStdString()));
        QFAIL("was read");
    } catch (const Error& error) {
        QVERIFY2(error.kind() == ErrorKind::BadInput && QByteArray(error.what()).contains(where), error.what());
    }
}

QTEST_GUILESS_MAIN(TestAtlas)
#include "tst_atlas.moc"
