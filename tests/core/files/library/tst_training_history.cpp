#include "core/files/library/training_history.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

/// Three points of two layers with two heads; the last loss was no number.
const char* const good = R"({"format": 1, "model": "small", "purpose": "to learn", "purpose_zh": "学习", "parameters": 7,
    "choices": {"sizes.layers": 2, "norm.kind": "rms_norm"}, "training": {"seed": 1, "lr": 0.5}, "seconds": 2.5,
    "unseen_ids": [9, 3],
    "points": {"step": [0, 1, 4], "loss": [3.5, 2.5, null], "gradient_layers": [[1, 2], [3, 4], [5, null]],
               "induction": [[[0, 0.25], [0, 0]], null, [[0.5, 0.125], [null, 0.75]]]}})";

} // namespace

class TestTrainingHistory : public QObject
{
    Q_OBJECT

private slots:
    void everythingIsRead();
    void everyFaultIsNamedWithItsPlace_data();
    void everyFaultIsNamedWithItsPlace();
    void aFolderNeedNotHaveOne();
};

void TestTrainingHistory::everythingIsRead()
{
    const TemporaryFolder folder;
    const TrainingHistory history = readTrainingHistory(folder.write("history.json", good));
    QCOMPARE(history.model, std::string("small"));
    QCOMPARE(wordsIn(history.purpose, "zh_CN"), std::string("学习"));
    QCOMPARE(wordsIn(history.purpose, "de"), std::string("to learn")); // no words of its own
    QCOMPARE(history.parameters, std::int64_t(7));
    QVERIFY(history.choices.value("norm.kind") == Json("rms_norm"));
    QVERIFY(history.training["lr"] == 0.5);
    QVERIFY((history.unseenIds == std::vector<std::int32_t>{3, 9}));
    QCOMPARE(history.points(), Index(3));

    QVERIFY(std::isnan(history.column("loss")->at({2})));
    QVERIFY(!history.last("loss"));
    QCOMPARE(history.last("step"), std::optional<double>(4));
    QVERIFY((history.column("gradient_layers")->axes() == Axes{"point", "layer"}));
    QCOMPARE(history.column("gradient_layers")->at({1, 1}), 4.f);
    QVERIFY((history.column("induction")->axes() == Axes{"point", "layer", "head"}));
    QCOMPARE(history.column("induction")->at({0, 0, 1}), 0.25f);
    QVERIFY(std::isnan(history.column("induction")->at({1, 1, 0}))); // a whole point that was not measured
    QCOMPARE(history.best("induction"), std::optional<double>(0.75));
    QVERIFY(!history.column("previous") && !history.best("previous"));
}

void TestTrainingHistory::everyFaultIsNamedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* at, const char* value, const char* where) {
        QTest::newRow(name) << QByteArray(at) << QByteArray(value) << QString(where);
    };
    row("another format", "/format", "2", "format");
    row("purpose of wrong type", "/purpose", "1", "purpose");
    row("unknown choice", "/choices/norm.knid", R"("rms_norm")", "norm.knid");
    row("illegal choice", "/choices/norm.kind", R"("rms")", "norm.kind");
    row("training of wrong type", "/training", "[]", "training");
    row("negative id", "/unseen_ids/0", "-1", "unseen_ids[0]");
    row("points of wrong type", "/points", "[]", "points");
    row("no steps", "/points", R"({"loss": [1]})", "points");
    row("no points", "/points", R"({"step": []})", "points");
    row("steps that fall", "/points/step/2", "1", "points.step[2]");
    row("column of wrong type", "/points/loss", "3", "points.loss");
    row("short column", "/points/loss", "[1, 2]", "points.loss");
    row("text in a column", "/points/loss/1", R"("x")", "points.loss[1]");
    row("ragged layers", "/points/gradient_layers/1", "[3, 4, 5]", "points.gradient_layers[1]");
    row("ragged heads", "/points/induction/2/1", "[1]", "points.induction[2][1]");
    row("a number for a row", "/points/gradient_layers/1", "3", "points.gradient_layers[1]");
    row("too deep", "/points/loss", "[[[[1]]], null, null]", "points.loss");
}

void TestTrainingHistory::everyFaultIsNamedWithItsPlace()
{
    QFETCH(QByteArray, at);
    QFETCH(QByteArray, value);
    QFETCH(QString, where);
    Json json = Json::parse(good);
    json[Json::json_pointer(at.toStdString())] = Json::parse(value.toStdString());
    const TemporaryFolder folder;
    const std::string path = folder.write("history.json", json.dump());
    const Error::Parts parts = refusalOf([&] { readTrainingHistory(path); });
    QVERIFY(!parts.problem.empty() && parts.kind == ErrorKind::BadInput);
    QCOMPARE(parts.file, path);
    QCOMPARE(QString::fromStdString(parts.where), where);
}

void TestTrainingHistory::aFolderNeedNotHaveOne()
{
    const TemporaryFolder folder;
    QVERIFY(!trainingHistoryOf(folder.path()));
    folder.write("history.json", "{}");
    QVERIFY(!refusalOf([&] { trainingHistoryOf(folder.path()); }).problem.empty());
}

QTEST_GUILESS_MAIN(TestTrainingHistory)
#include "tst_training_history.moc"
