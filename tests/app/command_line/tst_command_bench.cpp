// `bench`: its numbers are measured, and stand to each other as the contract says.

#include "tests/app/command_line/program_test.h"
#include "tests/test_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

class TestCommandBench : public ProgramTest
{
    Q_OBJECT
private slots:
    void benchReportsRatiosOfOneRun();
    void benchMeasuresALargeModelBesideItsBounds();
    void benchMeasuresTheCostOfWatchingATraining();
};

void TestCommandBench::benchReportsRatiosOfOneRun()
{
    const Result result = run(QStringList{"bench", "--tokens", "4,8", "--threads", "1", "--ui", "--json"} + tiny);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject report = result.json().object();
    for (const char* key :
        {"sgemm_gflops", "decode_ms_per_token", "read_gb_per_s", "share_of_read_bandwidth", "toggle_to_pixels_ms", "hover_ms",
            "open_view_ms", "start_to_first_picture_ms", "zoom_map_4096_ms", "pan_map_4096_ms", "open_wall_48x64_ms", "wall_48x64_to_head_ms",
            "zoom_wall_48x64_ms", "pan_wall_48x64_slowest_ms", "page_experts_128_ms"})
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
        QVERIFY(row["roofline_ms"].toDouble() > 0 && row["losses"].toArray().size() == 5);
        const double share = row["roofline_ms"].toDouble() / row["forward_trace_ms"].toDouble();
        QVERIFY(qAbs(row["roofline_share"].toDouble() - share) < 1e-9);
        QVERIFY(row["forward_ms"].toDouble() > 0 && row["weights_bytes"].toDouble() > 0 && row["trace_bytes"].toDouble() > 0);
    }
}

void TestCommandBench::benchMeasuresALargeModelBesideItsBounds()
{
    const Result result = run({"bench", "--large", TEST_DATA "/golden/gguf-q8_0/model.gguf", "--threads", "1", "--json"});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject large = result.json()["large"].toObject();
    for (const char* key : {"open", "first_picture", "trace", "one_more_token"}) {
        const QJsonObject row = large[QString(key)].toObject();
        QVERIFY2(row["ms"].toDouble() > 0 && row["bound_ms"].toDouble() > 0, key);
        QVERIFY2(qAbs(row["share"].toDouble() - row["bound_ms"].toDouble() / row["ms"].toDouble()) < 1e-9, key);
    }
    QVERIFY(large["trace"].toObject()["share_of_sgemm"].toDouble() > 0);
    const QJsonObject memory = large["memory"].toObject();
    QCOMPARE(memory["bound_bytes"].toDouble(),
        memory["stored_bytes"].toDouble() + memory["trace_bytes"].toDouble() + memory["cache_bytes"].toDouble());
    QVERIFY(memory["peak_bytes"].toDouble() > 0);
    QCOMPARE(run({"bench", "--large", "nowhere.gguf"}).exitCode, 2);
}

void TestCommandBench::benchMeasuresTheCostOfWatchingATraining()
{
    const Result result = run({"bench", "--train", "--ui", "--batch", "2x8", "--threads", "1", "--json"});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonArray rows = result.json()["train_window"].toArray();
    QCOMPARE(rows.size(), 3);
    for (const QJsonValue& row : rows) {
        QVERIFY(!row["view"].toString().isEmpty());
        QVERIFY(row["pictures_per_second"].toDouble() > 0);
        QVERIFY(row["alone_seconds"].toDouble() > 0);
        QVERIFY(row["processor_seconds"].toDouble() > 0 && row["alone_processor_seconds"].toDouble() > 0);
        QVERIFY(row["rounds"].toInt() % 2 == 1); // one has the cost in the middle
        QVERIFY(row["least_cost"].toDouble() <= row["cost"].toDouble() && row["cost"].toDouble() <= row["most_cost"].toDouble());
        QVERIFY(qAbs(row["cost"].toDouble() - (1 - row["alone_seconds"].toDouble() / row["seconds"].toDouble())) < 1e-9);
    }
    QVERIFY(result.json()["train"]["ms_per_step"].toDouble() > 0);
}

QTEST_GUILESS_MAIN(TestCommandBench)
#include "tst_command_bench.moc"
