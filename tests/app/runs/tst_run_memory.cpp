// What a run takes of the memory, known before it computes anything.

#include "app/runs/run_memory.h"

#include "core/files/library/model_files.h"
#include "core/run/weights_in_memory.h"
#include "tests/test_data.h"

#include <QTest>

using app::RunMemory;

namespace {

core::SetupPtr storedModel() { return core::configure(core::openModel(TEST_DATA "/golden/gguf-q8_0/model.gguf"), {}); }

} // namespace

class TestRunMemory : public QObject
{
    Q_OBJECT

private slots:
    void weightsThatDoNotFitAreRead()
    {
        const core::SetupPtr setup = storedModel();
        const std::size_t stored = core::WeightsInMemory::bytes(*setup, core::MatrixForm::Stored);
        const core::ForwardInput input{.ids = {1}};
        core::TraceRequest request;
        const std::size_t recorded = core::plan(setup->config, 1).traceBytes();
        QVERIFY(2 * recorded < stored);
        request.maxBytes = stored / 2 - 1;
        QCOMPARE(app::besideWeights(request, *setup, input).maxBytes, request.maxBytes); // more than twice as much
        const auto memory = app::largeMemoryOf(*setup, input, request);
        QVERIFY(memory && memory->readsWeights);
        QCOMPARE(memory->tokens, core::Index(1));
        QCOMPARE(memory->recorded, recorded);
        QCOMPARE(memory->weights, stored);
        QCOMPARE(memory->allowed, request.maxBytes);
        const auto trace = core::forward(*setup, input, request);
        QVERIFY(app::memoryOf(*setup, *trace, request.maxBytes).readsWeights);

        request.maxBytes = stored / 2 + 1; // the weights have room besides
        const core::TraceRequest more = app::besideWeights(request, *setup, input);
        QCOMPARE(more.maxBytes, request.maxBytes + stored);
        QVERIFY(!app::largeMemoryOf(*setup, input, more));
        QVERIFY(!app::memoryOf(*setup, *trace, request.maxBytes).readsWeights);
    }

    void aLargeRecordIsKnownBefore()
    {
        core::Choices said;
        said.setText("sizes.layers=2", 1);
        const core::SetupPtr setup = core::configure(core::openModel("untrained"), said);
        core::TraceRequest request;
        request.maxBytes = std::size_t(8) << 30;
        core::ForwardInput input{.ids = std::vector<core::TokenId>(4000, 3)};
        const auto memory = app::largeMemoryOf(*setup, input, request);
        QVERIFY(memory && !memory->readsWeights);
        QCOMPARE(memory->recorded, core::plan(setup->config, 4000).traceBytes());
        request.maxBytes = memory->recorded - 1;
        QVERIFY(!app::largeMemoryOf(*setup, input, request)); // it will be refused
        input.ids.resize(200);
        QVERIFY(!app::largeMemoryOf(*setup, input, request));
    }
};

QTEST_APPLESS_MAIN(TestRunMemory)
#include "tst_run_memory.moc"
