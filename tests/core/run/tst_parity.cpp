// The engine against the reference model (tools/reference/model.py, float64) over combinations in which every value of every
// choice occurs: tests/data/parity, made by tools/fixtures/parity_golden.py. `./dev parity` runs the whole sweep.

#include "core/files/library/model_files.h"
#include "core/files/traces/trace_file.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

#include <set>

using namespace core;
using namespace support;

class TestParity : public QObject
{
    Q_OBJECT

private slots:
    void everyTensorAgreesWithTheReference_data();
    void everyTensorAgreesWithTheReference();
    void everyKindOccurs();
};

namespace {

QDir folders() { return QDir(TEST_DATA "/parity", {}, QDir::Name, QDir::Dirs | QDir::NoDotAndDotDot); }

} // namespace

void TestParity::everyTensorAgreesWithTheReference_data()
{
    QTest::addColumn<QString>("folder");
    for (const QString& name : folders().entryList())
        QTest::newRow(qPrintable(name)) << folders().filePath(name);
}

void TestParity::everyTensorAgreesWithTheReference()
{
    QFETCH(QString, folder);
    const std::shared_ptr<Trace> reference = readTrace((folder + "/reference.safetensors").toStdString());
    const SetupPtr setup = configure(openModel(folder.toStdString()), {});
    ForwardInput input{reference->ids};
    input.decoderIds = reference->decoderIds;
    const std::shared_ptr<Trace> trace = forward(*setup, input, {.patterns = {"*"}});

    std::set<std::string> theirs, ours;
    for (const TraceEntry& entry : reference->entries())
        theirs.insert(entry.name());
    for (const TraceEntry& entry : trace->entries())
        ours.insert(entry.name());
    QCOMPARE(ours, theirs);

    double worst = 0;
    std::string where;
    for (const TraceEntry& entry : reference->entries()) {
        const Tensor& tensor = trace->at(entry.name());
        QCOMPARE(tensor.shape(), entry.tensor.shape());
        const std::string scale = scaleBeside(entry.name());
        const double error = relativeDifference(
            tensor.values(), entry.tensor.values(), scale.empty() ? 1e-30 : largestValue(reference->at(scale).values()));
        QVERIFY2(error <= 1e-4, (entry.name() + " differs by " + std::to_string(error * 1e6) + "e-6").c_str());
        if (error > worst)
            where = entry.name(), worst = error;
    }
    qInfo("%zu tensors, largest difference %.1e of the largest value: %s", theirs.size(), worst, where.c_str());
}

void TestParity::everyKindOccurs()
{
    std::set<std::string> missing;
    for (const ChoiceKey* family : familyKeys())
        for (const std::string& kind : family->words)
            missing.insert(family->id + "=" + kind);
    for (const QString& name : folders().entryList()) {
        const SetupPtr setup = configure(openModel(folders().filePath(name).toStdString()), {});
        const Choices used = describe(setup->config);
        for (const ChoiceKey* family : familyKeys())
            for (const std::string& kind : family->words)
                for (int layer = 0; layer < int(setup->config.blocks.size()); ++layer)
                    if (used.value(family->id, layer) == kind)
                        missing.erase(family->id + "=" + kind);
    }
    QVERIFY2(missing.empty(), missing.empty() ? "" : missing.begin()->c_str());
}

QTEST_GUILESS_MAIN(TestParity)
#include "tst_parity.moc"
