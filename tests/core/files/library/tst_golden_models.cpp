#include "core/base/error.h"
#include "core/files/formats/gguf.h"
#include "core/files/formats/safetensors.h"
#include "core/files/library/model_files.h"
#include "core/files/traces/trace_file.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

#include <cmath>

using namespace core;

namespace {

const std::string golden = TEST_DATA "/golden/";

std::string modelPath(const QString& folder)
{
    const std::string path = golden + folder.toStdString();
    return folder.startsWith("gguf") ? path + "/model.gguf" : path;
}

} // namespace

/// The tiny models that transformers made: each opens, and every weight is where the family's table says.
class TestGoldenModels : public QObject
{
    Q_OBJECT

private slots:
    void everyModelOpens_data();
    void everyModelOpens();
    void everyReferenceIsATrace_data() { everyModelOpens_data(); }
    void everyReferenceIsATrace();
    void embeddingRowsAreThoseOfTheReference_data() { everyModelOpens_data(); }
    void embeddingRowsAreThoseOfTheReference();
    void fusedColumnsOfGpt2BecomeRowsOfQueryKeyValue();
    void configurationsOfBothGenerationsMeanTheSame();
    void tyingFollowsTheFile();
    void savedModelsOpenAgainBitForBit_data() { everyModelOpens_data(); }
    void savedModelsOpenAgainBitForBit();
};

void TestGoldenModels::everyModelOpens_data()
{
    QTest::addColumn<QString>("folder");
    const QDir directory(QString::fromStdString(golden));
    for (const QString& name : directory.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        QTest::newRow(qPrintable(name)) << name;
}

void TestGoldenModels::everyModelOpens()
{
    QFETCH(QString, folder);
    const ModelPtr model = openModel(modelPath(folder));
    QVERIFY(model->trained && model->sizesFixed);
    QCOMPARE(model->family, std::string(folder.startsWith("gpt2") ? "gpt2" : folder.startsWith("bert") ? "bert" : "llama"));
    const SetupPtr setup = configure(model, {});
    QVERIFY(!setup->specs.empty());
    for (const WeightSpec& spec : setup->specs) {
        const WeightTensor& weight = setup->weights.at(spec.name);
        QCOMPARE(weight.shape(), spec.shape);
        QCOMPARE(weight.source().origin(), std::string("file"));
        const Tensor& values = weight.values();
        double squares = 0;
        for (const float value : values.values()) {
            QVERIFY(std::isfinite(value));
            squares += double(value) * value;
        }
        QVERIFY(squares > 0);
    }
}

void TestGoldenModels::everyReferenceIsATrace()
{
    QFETCH(QString, folder);
    const std::shared_ptr<Trace> trace = readTrace(golden + folder.toStdString() + "/reference.safetensors");
    QCOMPARE(trace->ids.size(), std::size_t(9));
    QCOMPARE(trace->find("logits") == nullptr, folder.contains("no-head"));
    QCOMPARE(trace->at("blocks.0.attn.pattern").axes(), (Axes{"head", "query", "key"}));
    QVERIFY(trace->layers() >= 2);
}

void TestGoldenModels::embeddingRowsAreThoseOfTheReference()
{
    QFETCH(QString, folder);
    const ModelPtr model = openModel(modelPath(folder));
    const std::shared_ptr<Trace> trace = readTrace(golden + folder.toStdString() + "/reference.safetensors");
    const Tensor& expected = trace->at("embed");
    const WeightTensor& embedding = model->weights.at("embed.weight");
    std::vector<float> row(std::size_t(expected.columns()));
    for (Index token = 0; token < expected.rows(); ++token) {
        embedding.read(trace->ids[std::size_t(token)], 1, row.data());
        for (Index i = 0; i < expected.columns(); ++i)
            QVERIFY(row[std::size_t(i)] == expected.row(token)[i]); // dequantised numbers too, bit for bit
    }
}

void TestGoldenModels::fusedColumnsOfGpt2BecomeRowsOfQueryKeyValue()
{
    const ModelPtr model = openModel(golden + "gpt2");
    const StoredTensors stored = Safetensors::open(golden + "gpt2/model.safetensors").byName();
    const StoredTensor& fused = stored.at("transformer.h.1.attn.c_attn.weight"); // [in, q|k|v]
    const Index in = fused.shape[0];
    const Index columns = fused.shape[1];
    std::vector<float> numbers(std::size_t(in * columns));
    fused.read(0, in * columns, numbers.data());
    Index first = 0;
    for (const char* part : {"q", "k", "v"}) {
        const Tensor& weight = model->weights.at(std::string("blocks.1.attn.") + part + ".weight").values();
        QCOMPARE(weight.shape(), (Shape{columns / 3, in}));
        for (Index row = 0; row < columns / 3; ++row)
            for (Index i = 0; i < in; ++i)
                QVERIFY(weight.at({row, i}) == numbers[std::size_t(i * columns + first + row)]);
        first += columns / 3;
    }
}

void TestGoldenModels::configurationsOfBothGenerationsMeanTheSame()
{
    for (const char* folder : {"llama", "llama-v4-keys"}) {
        const Choices choices = openModel(golden + folder)->choices;
        QCOMPARE(choices.value("rope.base").get<double>(), 7000.0);
        QCOMPARE(choices.value("sizes.d_head").get<int>(), 10);
        QCOMPARE(choices.value("rope.pairing").get<std::string>(), std::string("half_split"));
    }
    QCOMPARE(openModel(golden + "llama-multi-query-f16")->choices.value("activation.kind").get<std::string>(),
        std::string("gelu_tanh"));
    QCOMPARE(openModel(golden + "gpt2-untied-f16")->choices.value("norm.eps").get<double>(), 1e-3);
    QCOMPARE(openModel(golden + "gpt2-untied-f16")->choices.value("sizes.d_ff").get<int>(), 77);
    QCOMPARE(
        openModel(golden + "gguf-f32/model.gguf")->choices.value("rope.pairing").get<std::string>(), std::string("interleaved"));
}

void TestGoldenModels::tyingFollowsTheFile()
{
    QVERIFY(openModel(golden + "gpt2")->choices.value("output.tied").get<bool>());
    QVERIFY(!openModel(golden + "gpt2-untied-f16")->choices.value("output.tied").get<bool>());
    QVERIFY(!openModel(golden + "llama")->choices.value("output.tied").get<bool>());
    QVERIFY(openModel(golden + "llama-tied-biases-bf16")->choices.value("output.tied").get<bool>());
    QVERIFY(openModel(golden + "gguf-q4_1/model.gguf")->choices.value("output.tied").get<bool>());
    QVERIFY(!openModel(golden + "gguf-q8_0/model.gguf")->choices.value("output.tied").get<bool>());
}

void TestGoldenModels::savedModelsOpenAgainBitForBit()
{
    QFETCH(QString, folder);
    QTemporaryDir temporary;
    const std::string saved = temporary.path().toStdString() + "/saved";
    const SetupPtr before = configure(openModel(modelPath(folder)), {});
    saveModel(*before, saved);
    const ModelPtr model = openModel(saved);
    const SetupPtr after = configure(model, {});
    QVERIFY(after->config == before->config);
    QCOMPARE(model->family, std::string("cutaway"));
    QCOMPARE(model->weights.all().size(), before->specs.size());
    for (const WeightSpec& spec : before->specs) {
        const Tensor& a = before->weights.at(spec.name).values();
        const Tensor& b = after->weights.at(spec.name).values();
        QCOMPARE(b.shape(), a.shape());
        QCOMPARE(std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(float)), 0);
    }
}

QTEST_GUILESS_MAIN(TestGoldenModels)
#include "tst_golden_models.moc"
