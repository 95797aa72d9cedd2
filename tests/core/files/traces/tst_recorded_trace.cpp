// What tools/record.py wrote from a model whose weights are nowhere (tests/data/recorded, tools/fixtures/recorded.py):
// an OLMo-2 in bfloat16, three layers, six heads on three keys and values, in two files.

#include "core/files/traces/trace_file.h"
#include "tests/test_data.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>

using namespace core;

namespace {

const std::string file = std::string(TEST_DATA) + "/recorded/olmo2.safetensors";

/// Largest |a + b - c|.
float largestDifference(const Tensor& a, const Tensor& b, const Tensor& c)
{
    float largest = 0;
    for (Index i = 0; i < c.size(); ++i)
        largest = std::max(largest, std::abs(a.data()[i] + b.data()[i] - c.data()[i]));
    return largest;
}

} // namespace

class TestRecordedTrace : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_trace = readTrace(file); }
    void opensByTheNameOfItsSeveralFiles();
    void axesAndShapesAreThoseOfTheTrace();
    void streamGoesFromBlockToBlockBitForBit();
    void branchesAddUpToTheStream();
    void patternIsCausalAndItsRowsAreOne();
    void halfPrecisionStaysExact();

private:
    const Tensor& tensor(const std::string& name) const;

    std::shared_ptr<Trace> m_trace;
};

const Tensor& TestRecordedTrace::tensor(const std::string& name) const
{
    for (const TraceEntry& entry : m_trace->entries())
        if (entry.name() == name)
            return entry.tensor;
    qFatal("no tensor %s", name.c_str());
}

void TestRecordedTrace::opensByTheNameOfItsSeveralFiles()
{
    QCOMPARE(m_trace->model, std::string("a model elsewhere"));
    QCOMPARE(m_trace->ids.size(), std::size_t(8));
    QCOMPARE(m_trace->tokens[1], std::string(" cat"));
    QCOMPARE(m_trace->dtype, std::string("BF16"));
    QCOMPARE(readTrace(file + ".index.json")->entries().size(), m_trace->entries().size());
}

void TestRecordedTrace::axesAndShapesAreThoseOfTheTrace()
{
    QCOMPARE(tensor("blocks.1.attn.q").shape(), (Shape{8, 6, 4}));
    QCOMPARE(tensor("blocks.1.attn.v").shape(), (Shape{8, 3, 4}));
    QCOMPARE(tensor("blocks.1.attn.v").axes(), (Axes{"token", "kv_head", "d_head"}));
    QCOMPARE(tensor("blocks.2.attn.pattern").axes(), (Axes{"head", "query", "key"}));
    QCOMPARE(tensor("blocks.0.mlp.post").shape(), (Shape{8, 34}));
    QCOMPARE(tensor("blocks.0.ln1_post.out").axes(), (Axes{"token", "d_model"})); // the norms are on the branches
    QCOMPARE(tensor("logits").axes(), (Axes{"token", "vocabulary"}));
}

void TestRecordedTrace::streamGoesFromBlockToBlockBitForBit()
{
    for (int layer = 0; layer < 2; ++layer) {
        const Tensor& left = tensor("blocks." + std::to_string(layer) + ".resid_post");
        const Tensor& entered = tensor("blocks." + std::to_string(layer + 1) + ".resid_pre");
        QCOMPARE(std::memcmp(left.data(), entered.data(), std::size_t(left.size()) * sizeof(float)), 0);
    }
    const Tensor& embed = tensor("embed");
    QCOMPARE(std::memcmp(embed.data(), tensor("blocks.0.resid_pre").data(), std::size_t(embed.size()) * sizeof(float)), 0);
}

void TestRecordedTrace::branchesAddUpToTheStream()
{
    for (int layer = 0; layer < 3; ++layer) {
        const std::string at = "blocks." + std::to_string(layer) + ".";
        Tensor middle("sum", {"token", "d_model"}, {8, 24});
        for (Index i = 0; i < middle.size(); ++i)
            middle.data()[i] = tensor(at + "resid_pre").data()[i] + tensor(at + "attn_out").data()[i];
        const float largest = largestDifference(middle, tensor(at + "mlp_out"), tensor(at + "resid_post"));
        QVERIFY2(largest < 0.06f, std::to_string(largest).c_str()); // two roundings to bfloat16 of numbers up to 8
    }
}

void TestRecordedTrace::patternIsCausalAndItsRowsAreOne()
{
    const Tensor& pattern = tensor("blocks.1.attn.pattern");
    QCOMPARE(pattern.shape(), (Shape{6, 8, 8}));
    for (Index row = 0; row < 48; ++row) {
        float sum = 0;
        for (Index key = 0; key < 8; ++key) {
            sum += pattern.data()[row * 8 + key];
            QVERIFY(key <= row % 8 || pattern.data()[row * 8 + key] == 0);
        }
        QVERIFY(std::abs(sum - 1) < 0.02f); // bfloat16
    }
}

void TestRecordedTrace::halfPrecisionStaysExact()
{
    for (const TraceEntry& entry : m_trace->entries())
        for (Index i = 0; i < entry.tensor.size(); ++i)
            QCOMPARE(std::bit_cast<std::uint32_t>(entry.tensor.data()[i]) & 0xFFFFu, 0u);
}

QTEST_APPLESS_MAIN(TestRecordedTrace)
#include "tst_recorded_trace.moc"
