#include "core/files/traces/trace_file.h"

#include "core/files/formats/safetensors.h"
#include "core/files/library/model_files.h"
#include "core/files/traces/trace_axes.h"
#include "core/run/forward.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>
#include <filesystem>
#include <limits>

using namespace core;

namespace {

Tensor counting(const std::string& name, Axes axes, Shape shape)
{
    Tensor tensor(name, std::move(axes), std::move(shape));
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.data()[i] = float(i) + 0.5f;
    return tensor;
}

Trace sample()
{
    Trace trace;
    trace.model = "a \"model\"";
    trace.choices = {{"norm", {{"kind", "rms_norm"}}}};
    trace.ids = {3, 1, 2};
    trace.tokens = {"a", " \xE5\x89\x96", "\n"};
    trace.seed = 18446744073709551615u;
    trace.dtype = "Q4_1";
    trace.add({counting("embed", {"token", "d_model"}, {3, 4}), {}, false});
    trace.add({counting("blocks.0.attn.pattern", {"head", "query", "key"}, {2, 3, 3}), {5, 7}, false});
    trace.add({counting("blocks.0.resid_mid", {"token", "d_model"}, {3, 4}), {}, true});
    Tensor scores = counting("blocks.0.attn.scores", {"head", "query", "key"}, {2, 3, 3});
    scores.data()[1] = -std::numeric_limits<float>::infinity();
    scores.data()[2] = std::nanf("");
    trace.add({scores, {}, false});
    trace.interventions = {{{"at", "blocks.0.resid_mid"}, {"op", "zero"}}, {{"at", "*.attn.q"}, {"op", "mean"}}};
    trace.replaced = {"blocks.0.attn.q", "blocks.0.resid_mid"}; // the first was not recorded
    return trace;
}

void compare(const Trace& a, const Trace& b)
{
    QCOMPARE(a.model, b.model);
    QVERIFY(a.choices == b.choices);
    QCOMPARE(a.ids, b.ids);
    QCOMPARE(a.tokens, b.tokens);
    QCOMPARE(a.seed, b.seed);
    QCOMPARE(a.dtype, b.dtype);
    QVERIFY(a.interventions == b.interventions);
    QCOMPARE(a.replaced, b.replaced);
    QCOMPARE(a.entries().size(), b.entries().size());
    for (std::size_t i = 0; i < a.entries().size(); ++i) {
        const TraceEntry& x = a.entries()[i];
        const TraceEntry& y = b.entries()[i];
        QCOMPARE(x.name(), y.name()); // the order of computation is kept
        QCOMPARE(x.tensor.axes(), y.tensor.axes());
        QCOMPARE(x.tensor.shape(), y.tensor.shape());
        QCOMPARE(x.heads, y.heads);
        QCOMPARE(x.replaced, y.replaced);
        QCOMPARE(std::memcmp(x.tensor.data(), y.tensor.data(), std::size_t(x.tensor.size()) * sizeof(float)), 0);
    }
}

} // namespace

class TestTraceFile : public QObject
{
    Q_OBJECT

private slots:
    void tracesSurviveTheRoundTrip();
    void largeTracesAreShardedAndReadAgain();
    void axesFollowFromTheNames();
    void theTableOfAxesAgreesWithTheEngine();
    void filesOfOtherProgramsOpen();
    void missingTokensAreIdsOrPositions();
    void bothStacksOfAnotherProgramHavePositions();
    void badTracesAreRefused_data();
    void badTracesAreRefused();
};

void TestTraceFile::tracesSurviveTheRoundTrip()
{
    const TemporaryFolder folder;
    writeTrace(sample(), folder.path("run.safetensors"));
    compare(*readTrace(folder.path("run.safetensors")), sample());
}

void TestTraceFile::largeTracesAreShardedAndReadAgain()
{
    const TemporaryFolder folder;
    writeTrace(sample(), folder.path("run.safetensors"), /*fileBytes=*/100);
    QVERIFY(!std::filesystem::exists(folder.path("run.safetensors")));
    QVERIFY(std::filesystem::exists(folder.path("run-00001-of-00004.safetensors")));
    compare(*readTrace(folder.path("run.safetensors")), sample());
    compare(*readTrace(folder.path("run.safetensors.index.json")), sample());
}

void TestTraceFile::axesFollowFromTheNames()
{
    QCOMPARE(axesOf("blocks.12.attn.pattern"), (Axes{"head", "query", "key"}));
    QCOMPARE(axesOf("blocks.0.attn.k"), (Axes{"token", "kv_head", "d_head"}));
    QCOMPARE(axesOf("blocks.0.attn.out"), (Axes{"token", "d_model"}));
    QCOMPARE(axesOf("ln_final.scale"), Axes{"token"});
    QCOMPARE(axesOf("encoder.blocks.0.mlp.post"), (Axes{"token", "d_mlp"}));
    QCOMPARE(axesOf("logits"), (Axes{"token", "vocabulary"}));
    QVERIFY(axesOf("my_logits_and_more").empty());
}

void TestTraceFile::theTableOfAxesAgreesWithTheEngine()
{
    for (const char* name : {"untrained", "untrained-gpt2-small"}) {
        Choices said;
        said.set("sizes.layers", 1);
        said.set("norm.placement", "sandwich");
        for (const PlannedTensor& tensor : plan(configure(openModel(name), said)->config, 4).tensors)
            QVERIFY2(axesOf(tensor.name) == tensor.axes, tensor.name.c_str());
    }
}

void TestTraceFile::filesOfOtherProgramsOpen()
{
    const TemporaryFolder folder;
    const auto numbers = [](Index, Index rows, float* out) { std::fill_n(out, rows * 2, 1.f); };
    writeSafetensors(folder.path("x.safetensors"), {{"blocks.0.resid_pre", {3, 2}, numbers}, {"own", {2, 1, 2}, numbers}},
        {{"cutaway.schema", "1"}});
    const std::shared_ptr<Trace> trace = readTrace(folder.path("x.safetensors"));
    QCOMPARE(trace->at("blocks.0.resid_pre").axes(), (Axes{"token", "d_model"}));
    QCOMPARE(trace->at("own").rank(), 3);
    QVERIFY(trace->ids.empty());
}

void TestTraceFile::missingTokensAreIdsOrPositions()
{
    const TemporaryFolder folder;
    const auto numbers = [](Index, Index rows, float* out) { std::fill_n(out, rows * 2, 1.f); };
    const std::vector<TensorToWrite> tensors
        = {{"own", {5, 2}, numbers}, {"blocks.0.cross_attn.k", {4, 1, 2}, numbers}, {"blocks.0.resid_pre", {3, 2}, numbers}};
    const std::string file = folder.path("x.safetensors");
    writeSafetensors(file, tensors, {{"cutaway.schema", "1"}});
    QCOMPARE(readTrace(file)->tokens, (std::vector<std::string>{"0", "1", "2"}));
    QVERIFY(readTrace(file)->decoderTokens.empty());
    writeSafetensors(file, tensors, {{"cutaway.schema", "1"}, {"ids", "[5,9,14]"}});
    QCOMPARE(readTrace(file)->tokens, (std::vector<std::string>{"#5", "#9", "#14"}));
    writeSafetensors(file, tensors, {{"cutaway.schema", "1"}, {"ids", "[5,9,14]"}, {"tokens", R"(["a","b","c"])"}});
    QCOMPARE(readTrace(file)->tokens, (std::vector<std::string>{"a", "b", "c"}));
}

void TestTraceFile::bothStacksOfAnotherProgramHavePositions()
{
    const TemporaryFolder folder;
    const auto numbers = [](Index, Index rows, float* out) { std::fill_n(out, rows * 2, 1.f); };
    const std::vector<TensorToWrite> tensors
        = {{"encoder.blocks.0.resid_pre", {2, 2}, numbers}, {"blocks.0.attn.pattern", {2, 3, 2}, numbers}};
    const std::string file = folder.path("x.safetensors");
    writeSafetensors(file, tensors, {{"cutaway.schema", "1"}});
    QCOMPARE(readTrace(file)->tokens, (std::vector<std::string>{"0", "1"}));
    QCOMPARE(readTrace(file)->decoderTokens, (std::vector<std::string>{"0", "1", "2"}));
    writeSafetensors(file, tensors, {{"cutaway.schema", "1"}, {"ids", "[5,9]"}, {"decoder_ids", "[0,7,8]"}});
    QCOMPARE(readTrace(file)->tokens, (std::vector<std::string>{"#5", "#9"}));
    QCOMPARE(readTrace(file)->decoderTokens, (std::vector<std::string>{"#0", "#7", "#8"}));
}

void TestTraceFile::badTracesAreRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* key, const char* value, const char* where) {
        QTest::newRow(qPrintable(QString(key) + " " + value)) << key << value << where;
    };
    row("cutaway.schema", "2", "cutaway.schema");
    row("cutaway.schema", "", "cutaway.schema");
    row("ids", "[1,", "ids");
    row("ids", "{}", "ids");
    row("ids", "[1.5]", "ids");
    row("ids", "[-1]", "ids");
    row("ids", "[3000000000]", "ids");
    row("tokens", "[1]", "tokens");
    row("tokens", "[\"a\",\"b\"]", "tokens");
    row("choices", "[]", "choices");
    row("axes", "[]", "axes");
    row("axes", "{\"embed\":[\"token\"]}", "axes.embed");
    row("axes", "{\"embed\":[1,2]}", "axes.embed");
    row("heads", "{\"embed\":[\"a\"]}", "heads.embed");
    row("replaced", "[1]", "replaced");
}

void TestTraceFile::badTracesAreRefused()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, where);
    const TemporaryFolder folder;
    std::map<std::string, std::string> metadata = {{"cutaway.schema", "1"}, {"ids", "[1,2,3]"}};
    metadata[key.toStdString()] = value.toStdString();
    const std::string path = folder.path("x.safetensors");
    writeSafetensors(path, {{"embed", {3, 1}, [](Index, Index rows, float* out) { std::fill_n(out, rows, 0.f); }}}, metadata);
    const Error::Parts parts = refusalOf([&] { readTrace(path); });
    QVERIFY2(!parts.problem.empty(), "was accepted");
    QCOMPARE(parts.file, path);
    QVERIFY2(parts.where.rfind("__metadata__." + where.toStdString(), 0) == 0, parts.where.c_str());
}

QTEST_GUILESS_MAIN(TestTraceFile)
#include "tst_trace_file.moc"
