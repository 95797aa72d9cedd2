// OpenedScan: a file with its model, with another of that name, and without.

#include "core/experiments/opened_scan.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace support;

namespace {

Scan smallScan()
{
    const SetupPtr setup = configure(openModel("main"), {});
    return scanTexts(*setup, {"blocks.1.attn.z[2]", 3, "capitals"});
}

} // namespace

class TestOpenedScan : public QObject
{
    Q_OBJECT
private slots:
    void theModelOfItsNameIsThereWhenItHasTheTensor()
    {
        const TemporaryFolder folder;
        Scan scan = smallScan();
        writeScan(scan, folder.path("s.safetensors"));
        QVERIFY(openScan(folder.path("s.safetensors")).setup);
        scan.at = "blocks.9.attn.z[2]";
        writeScan(scan, folder.path("s.safetensors"));
        QVERIFY(!openScan(folder.path("s.safetensors")).setup);
        scan.at = "blocks.1.mlp.post"; // of another width
        writeScan(scan, folder.path("s.safetensors"));
        QVERIFY(!openScan(folder.path("s.safetensors")).setup);
        scan = smallScan();
        scan.model = "nobody/has-this";
        writeScan(scan, folder.path("s.safetensors"));
        QVERIFY(!openScan(folder.path("s.safetensors")).setup);
    }

    void theTraceHasTheTokensOfTheHitThatStandsOutMost()
    {
        const TemporaryFolder folder;
        const Scan scan = smallScan();
        writeScan(scan, folder.path("s.safetensors"));
        const TracePtr trace = traceOfScan(folder.path("s.safetensors"));
        QVERIFY(isOfScan(*trace));
        const std::size_t peak = peakChannel(scan);
        for (std::size_t channel = 0; channel < scan.channels.size(); ++channel)
            QVERIFY(peakOf(scan, channel) <= peakOf(scan, peak));
        std::vector<TokenId> ids = scan.channels[peak].top.front().ids;
        std::erase(ids, -1);
        QCOMPARE(trace->ids, ids);
        const Tensor& values = trace->at(scanValues);
        QCOMPARE(values.size(), Index(ids.size()));
        QVERIFY(std::find(values.data(), values.data() + values.size(), scan.channels[peak].top.front().value)
            != values.data() + values.size());
        QVERIFY(!isOfScan(Trace()));
    }

    void aDamagedFileIsRefused()
    {
        const TemporaryFolder folder;
        writeScan(smallScan(), folder.path("s.safetensors"));
        folder.write("cut.safetensors", readBytes(folder.path("s.safetensors")).substr(0, 5000));
        QVERIFY(!refusalOf([&] { openScan(folder.path("cut.safetensors")); }).problem.empty());
        QVERIFY(!refusalOf([&] { traceOfScan(bundledModelsFolder() + "/main/config.json"); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestOpenedScan)
#include "tst_opened_scan.moc"
