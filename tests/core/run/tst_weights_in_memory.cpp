// In which form weights are in memory, and that every form gives the numbers of the decoded weights.

#include "core/run/weights_in_memory.h"

#include "core/base/error.h"
#include "core/files/formats/stored_numbers.h"
#include "core/files/library/model_files.h"
#include "core/run/backward.h"
#include "core/run/generate.h"
#include "core/run/passing_weights.h"
#include "core/run/roofline.h"
#include "core/trace/trace_too_large.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

#include <filesystem>
#include <utility>

using namespace core;
using namespace support;

namespace {

const QDir golden(TEST_DATA "/golden");

QString quantised() { return golden.filePath("gguf-q8_0/model.gguf"); }

/// A matrix of any size without numbers.
class SizeOnly : public TensorSource
{
public:
    SizeOnly(Shape shape, const BlockFormat* format)
        : m_shape(std::move(shape))
        , m_format(format)
    {
    }
    const Shape& shape() const override { return m_shape; }
    std::string dtype() const override { return "any"; }
    std::string origin() const override { return "file"; }
    void read(Index, Index rows, float* out) const override { std::fill_n(out, rows * m_shape[1], 0.f); }
    const BlockFormat* blocks() const override { return m_format; }
    void readBlocks(Index, Index rows, std::byte* out) const override
    {
        std::fill_n(out, std::size_t(rows * m_shape[1]) / m_format->blockNumbers * m_format->blockBytes, std::byte(0));
    }

private:
    Shape m_shape;
    const BlockFormat* m_format;
};

constexpr int q8 = 8, noBlocks = -1; // numbers of types in GGUF

Setup oneMatrix(Index out, Index in, int type)
{
    Setup setup;
    const Shape shape{out, in};
    setup.specs.push_back({.name = "a", .shape = shape});
    const BlockFormat* const format = type == noBlocks ? nullptr : findGgufFormat(std::uint32_t(type));
    setup.weights.set("a", std::make_shared<WeightTensor>(std::make_shared<SizeOnly>(shape, format)));
    return setup;
}

std::vector<TokenId> tenTokens()
{
    std::vector<TokenId> ids;
    for (TokenId id = 1; id <= 10; ++id)
        ids.push_back(id);
    return ids;
}

/// Every tensor of a run whose weights may take so many bytes.
std::shared_ptr<Trace> runIn(const Setup& setup, std::size_t weightBytes)
{
    TraceRequest request;
    request.maxBytes = plan(setup.config, 10).traceBytes() + weightBytes;
    return run(setup, tenTokens(), request);
}

/// A file or a folder.
SetupPtr opened(const QString& model) { return configure(openModel(model.toStdString()), {}); }

std::size_t storedBytes(const Setup& setup) { return WeightsInMemory::bytes(setup, MatrixForm::Stored); }
std::size_t packedBytes(const Setup& setup) { return WeightsInMemory::bytes(setup, MatrixForm::Packed); }

/// What matrices take that pass.
std::size_t passingOf(const Setup& setup) { return passingBytes(setup, plan(setup.config, 10)); }

/// Bytes of the matrices that are in memory.
std::size_t heldBytes(const Setup& setup)
{
    std::size_t bytes = 0;
    for (const WeightSpec& spec : setup.specs)
        if (spec.shape.size() == 2 && spec.sharedWith.empty())
            bytes += setup.weights.at(spec.name).bytesInUse();
    return bytes;
}

} // namespace

class TestWeightsInMemory : public QObject
{
    Q_OBJECT

private slots:
    void sizesAndRoomDecide_data();
    void sizesAndRoomDecide();
    void whatIsHeldIsUsed();
    void everyFormGivesTheSameNumbers_data();
    void everyFormGivesTheSameNumbers();
    void theWayBackGivesTheSameNumbers();
    void oneTokenMoreGivesTheSameNumbers();
    void matricesThatPassCount();
    void aFileThatChangesIsAnError_data();
    void aFileThatChangesIsAnError();
    void theRooflineReadsStoredWeightsOnce();
    void operationsLoseWhatTheyTakeBesideTheirBound();
};

void TestWeightsInMemory::sizesAndRoomDecide_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("room"); // in float32 sizes of the matrix
    QTest::addColumn<QString>("word");
    const int small = 1024, middle = 8192, large = 32768; // 4 MiB, 256 MiB and 4 GiB in float32
    QTest::newRow("small, room for both") << small << q8 << 2.0 << "float32";
    QTest::newRow("small, no room for float32") << small << q8 << 0.5 << "stored";
    QTest::newRow("small, no room at all") << small << q8 << 0.1 << "read when used";
    QTest::newRow("middle, room for both") << middle << q8 << 2.0 << "float32 and stored";
    QTest::newRow("middle, room for one") << middle << q8 << 1.0 << "float32";
    QTest::newRow("large, room for both") << large << q8 << 2.0 << "stored";
    QTest::newRow("large, no room for float32") << large << q8 << 0.3 << "stored";
    QTest::newRow("large, no room at all") << large << q8 << 0.2 << "read when used";
    QTest::newRow("large float32") << large << noBlocks << 1.0 << "float32";
    QTest::newRow("large float32, no room") << large << noBlocks << 0.9 << "read when used";
}

void TestWeightsInMemory::sizesAndRoomDecide()
{
    QFETCH(int, width);
    QFETCH(int, type);
    QFETCH(double, room);
    QFETCH(QString, word);
    const Setup setup = oneMatrix(width, width, type);
    const std::size_t numbers = std::size_t(width) * std::size_t(width);
    QCOMPARE(packedBytes(setup), 4 * numbers);
    QCOMPARE(storedBytes(setup), type == noBlocks ? 4 * numbers : numbers / 32 * 34);
    const auto held = WeightsInMemory::of(setup, std::size_t(room * 4.0 * double(numbers)));
    QCOMPARE(QString::fromUtf8(held.word().data(), qsizetype(held.word().size())), word);
    QCOMPARE(held.wordOf(setup.weights.at("a")), held.word());
    const std::size_t bytes = held.bytesOf(setup.weights.at("a"));
    QVERIFY(double(bytes) <= room * 4.0 * double(numbers));
    QCOMPARE(bytes > 0, word != "read when used");
}

void TestWeightsInMemory::whatIsHeldIsUsed()
{
    const Setup setup = oneMatrix(64, 64, q8);
    const WeightTensor& tensor = setup.weights.at("a");
    const auto roomy = WeightsInMemory::of(setup, 1 << 20), tight = WeightsInMemory::of(setup, storedBytes(setup)),
               none = WeightsInMemory::of(setup, 1);
    QVERIFY(!tensor.heldMatrix(MatrixForm::Packed));
    none.matrixOf(tensor, 9);
    QVERIFY(!tensor.heldMatrix(MatrixForm::Packed)); // it passed
    const auto stored = tight.matrixOf(tensor, 9);
    QCOMPARE(tensor.bytesInUse(), stored->bytes());
    QCOMPARE(none.matrixOf(tensor, 9), stored);
    const auto packed = roomy.matrixOf(tensor, 9);
    QVERIFY(packed->bytes() > stored->bytes());
    QCOMPARE(tight.matrixOf(tensor, 9), packed);
    QCOMPARE(tight.matrixOf(tensor, 1), stored);
    QCOMPARE(none.matrixOf(tensor, 9), packed);
    QCOMPARE(tensor.bytesInUse(), packed->bytes() + stored->bytes());
}

void TestWeightsInMemory::everyFormGivesTheSameNumbers_data()
{
    QTest::addColumn<QString>("folder");
    for (const QString& name : golden.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const SetupPtr setup = opened(golden.filePath(name));
        if (storedBytes(*setup) < packedBytes(*setup))
            QTest::newRow(qPrintable(name)) << golden.filePath(name);
    }
}

void TestWeightsInMemory::everyFormGivesTheSameNumbers()
{
    QFETCH(QString, folder);
    const SetupPtr packed = opened(folder), stored = opened(folder), passing = opened(folder);
    const auto expected = runIn(*packed, 2 * packedBytes(*packed));
    const auto found = runIn(*stored, storedBytes(*stored)), again = runIn(*stored, storedBytes(*stored)),
               passed = runIn(*passing, passingOf(*passing));
    QVERIFY(heldBytes(*stored) > 0 && heldBytes(*stored) < heldBytes(*packed));
    QVERIFY(heldBytes(*stored) <= storedBytes(*stored));
    QCOMPARE(heldBytes(*passing), std::size_t(0));
    QVERIFY2(firstDifference(*found, *again).empty(), firstDifference(*found, *again).c_str());
    QVERIFY2(firstDifference(*found, *passed).empty(), firstDifference(*found, *passed).c_str());
    for (const TraceEntry& entry : expected->entries()) {
        const double difference = relativeDifference(found->at(entry.name()).values(), entry.tensor.values());
        QVERIFY2(difference <= 1e-5, (entry.name() + ": " + std::to_string(difference * 1e6) + "e-6").c_str());
    }
}

void TestWeightsInMemory::theWayBackGivesTheSameNumbers()
{
    const QString file = quantised();
    std::vector<Gradients> found;
    for (const bool isStored : {false, true}) {
        const SetupPtr setup = opened(file);
        const ForwardInput input{tenTokens(), {}};
        GradientRequest request{.weights = {"*"}};
        request.held = WeightsInMemory::of(*setup, isStored ? storedBytes(*setup) : 2 * packedBytes(*setup));
        QCOMPARE(request.held.word(), std::string_view(isStored ? "stored" : "float32"));
        const auto tape = forward(*setup, input, tapeRequest({}));
        // The run's own weights are those of the machine's budget: the way back alone is in another form.
        const SetupPtr fresh = opened(file);
        Tensor ofLogits("grad", tape->at("logits").axes(), tape->at("logits").shape());
        for (Index i = 0; i < ofLogits.size(); ++i)
            ofLogits.data()[i] = float(i % 7) - 3.f;
        found.push_back(backward({*fresh, input, *tape}, ofLogits, request));
        QCOMPARE(heldBytes(*fresh) < packedBytes(*fresh) / 2, isStored);
    }
    QVERIFY(!found[0].tensors.empty() && !found[0].weights.empty());
    for (std::size_t i = 0; i < found[0].tensors.size(); ++i) {
        const Tensor &a = found[0].tensors[i].tensor, &b = found[1].tensors[i].tensor;
        QVERIFY2(relativeDifference(b.values(), a.values()) <= 1e-5, a.name().c_str());
    }
    for (const auto& [name, gradient] : found[0].weights)
        QVERIFY2(relativeDifference(found[1].weights.at(name).values(), gradient.values()) <= 1e-5, name.c_str());
}

void TestWeightsInMemory::oneTokenMoreGivesTheSameNumbers()
{
    const QString file = quantised();
    std::vector<std::vector<float>> last;
    for (const bool isStored : {false, true}) {
        const SetupPtr setup = opened(file);
        TraceRequest nothing;
        nothing.nothing = true;
        KvCache cache(setup->config, 11);
        for (const auto& ids : {tenTokens(), std::vector<TokenId>{3}}) {
            const std::size_t room = isStored ? storedBytes(*setup) : 2 * packedBytes(*setup);
            nothing.maxBytes = cache.bytes() + room; // nothing is recorded
            const auto trace = forward(*setup, {ids, {}}, nothing, {}, &cache);
            if (ids.size() == 1)
                last.push_back(trace->lastLogits);
        }
        QCOMPARE(heldBytes(*setup) <= storedBytes(*setup), isStored);
    }
    QVERIFY(relativeDifference(last[1], last[0]) <= 1e-5);
}

/// The products that read their matrices at once: the three of the queries, keys and values, gate and up.
void TestWeightsInMemory::matricesThatPassCount()
{
    const SetupPtr setup = opened(quantised());
    std::size_t largest = 0;
    for (const WeightSpec& spec : setup->specs)
        if (spec.shape.size() == 2)
            largest = std::max(largest, setup->weights.at(spec.name).bytes(MatrixForm::Stored));
    const std::size_t passing = passingOf(*setup);
    QVERIFY(passing >= largest && passing < storedBytes(*setup));
    QVERIFY(runIn(*setup, passing));
    QCOMPARE(heldBytes(*setup), std::size_t(0));
    try {
        runIn(*setup, passing - 1);
        QFAIL("not refused");
    } catch (const TraceTooLarge& error) {
        QVERIFY2(error.parts().problem.find("matrices of one step") != std::string::npos, error.what());
        QVERIFY(error.fitting() < 10);
    }
}

void TestWeightsInMemory::aFileThatChangesIsAnError_data()
{
    QTest::addColumn<bool>("isShorter");
    QTest::addColumn<bool>("stays");
    QTest::addColumn<QString>("after"); // a tensor of the run; empty: before it
    for (const char* after : {"", "blocks.0.mlp.out"})
        for (const bool isShorter : {true, false})
            for (const bool stays : {true, false})
                QTest::addRow("%s %s, %s", isShorter ? "shorter" : "written to", *after ? "while it runs" : "before it runs",
                    stays ? "stored" : "read when used")
                    << isShorter << stays << QString(after);
}

void TestWeightsInMemory::aFileThatChangesIsAnError()
{
    QFETCH(bool, isShorter);
    QFETCH(bool, stays);
    QFETCH(QString, after);
    const TemporaryFolder folder;
    const std::string bytes = readBytes(quantised().toStdString());
    const std::string path = folder.write("model.gguf", bytes);
    const SetupPtr setup = configure(openModel(path), {});
    bool isChanged = false;
    const auto change = [&] {
        if (std::exchange(isChanged, true))
            return;
        if (isShorter)
            std::filesystem::resize_file(path, bytes.size() / 2);
        else
            folder.write("model.gguf", bytes + "more");
    };
    RunControl control;
    control.onMade = [&](std::string_view tensor) {
        if (tensor == after.toStdString())
            change();
    };
    if (after.isEmpty())
        change();
    TraceRequest request;
    request.maxBytes = plan(setup->config, 10).traceBytes() + (stays ? storedBytes(*setup) : passingOf(*setup));
    const Error::Parts refusal = refusalOf([&] { forward(*setup, {tenTokens(), {}}, request, control); });
    QVERIFY(isChanged);
    QCOMPARE(refusal.file, path);
    QVERIFY(!refusal.problem.empty());
}

/// The sum of the bounds of a pass over ten tokens.
static double sumOfBounds(const Setup& setup, const TraceRequest& request, const MachineLimits& limits)
{
    double seconds = 0;
    for (const BoundStep& step : roofline(setup, plan(setup.config, 10, request), limits))
        seconds += step.seconds;
    return seconds;
}

void TestWeightsInMemory::theRooflineReadsStoredWeightsOnce()
{
    const SetupPtr setup = opened(quantised());
    TraceRequest nothing;
    nothing.nothing = true;
    const MachineLimits onlyFlops{1, 1e300}, onlyBytes{1e300, 1};
    const Plan all = plan(setup->config, 10);
    QCOMPARE(sumOfBounds(*setup, {}, onlyFlops), all.productFlops + all.attentionFlops);

    // Of the table of the tokens, the rows of these are read; but where it is the output matrix, too, that reads all of it.
    const std::size_t stored = storedBytes(*setup), table = setup->weights.at("embed.weight").bytes(MatrixForm::Stored);
    const double read = sumOfBounds(*setup, nothing, onlyBytes);
    QVERIFY(table > 0 && read >= double(stored - table) && read <= double(stored + table));
    QVERIFY(read < 0.5 * double(packedBytes(*setup)));

    const double recorded = sumOfBounds(*setup, {}, onlyBytes) - read;
    QVERIFY2(recorded <= double(all.traceBytes()) && recorded >= 0.8 * double(all.traceBytes()),
        qPrintable(QString::number(recorded / double(all.traceBytes()))));
}

void TestWeightsInMemory::operationsLoseWhatTheyTakeBesideTheirBound()
{
    const std::vector<BoundStep> bounds{{"embed", 1}, {"blocks.0.attn.q", 2}, {"blocks.11.attn.q", 2}, {"logits", 1}};
    const std::vector<MadeAt> made{
        {"embed", 1.5}, {"blocks.0.attn.q", 4.5}, {"unplanned", 5}, {"blocks.11.attn.q", 8}, {"logits", 9}};
    const std::vector<OperationTime> times = operationTimes(bounds, made);
    QCOMPARE(times.size(), std::size_t(3));
    const auto is = [](const OperationTime& time, const char* operation, double seconds, double bound) {
        return time.operation == operation && time.seconds == seconds && time.bound == bound;
    };
    QVERIFY(is(times[0], "blocks.*.attn.q", 6.5, 4));
    QVERIFY(is(times[1], "embed", 1.5, 1));
    QVERIFY(is(times[2], "logits", 1, 1));

    // Of a real pass: all of its time, and every step is found.
    const SetupPtr setup = opened(quantised());
    std::vector<MadeAt> clock;
    RunControl control;
    control.onMade = [&](std::string_view tensor) { clock.push_back({std::string(tensor), double(clock.size() + 1)}); };
    forward(*setup, {tenTokens(), {}}, {}, control);
    double seconds = 0;
    for (const OperationTime& time : operationTimes(roofline(*setup, plan(setup->config, 10), {1e9, 1e9}), clock)) {
        QVERIFY2(time.seconds > 0 && time.bound >= 0, time.operation.c_str());
        seconds += time.seconds;
    }
    QCOMPARE(seconds, double(clock.size()));
}

QTEST_GUILESS_MAIN(TestWeightsInMemory)
#include "tst_weights_in_memory.moc"
