// Every family against what `transformers` computed with the same tiny checkpoints (tests/data/families, made by
// tools/fixtures/families.py).

#include "core/base/error.h"
#include "core/files/family.h"
#include "core/files/model_files.h"
#include "core/files/trace_file.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QDir>
#include <QTest>

#include <set>

using namespace core;
using namespace support;

class TestFamilies : public QObject
{
    Q_OBJECT

private slots:
    void everyTensorAgreesWithTransformers_data();
    void everyTensorAgreesWithTransformers();
    void everyFamilyHasTwoCheckpoints();
};

namespace {

const QDir folders(TEST_DATA "/families");

QStringList checkpoints()
{
    QStringList names;
    for (const QString& name : folders.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (folders.exists(name + "/reference.safetensors"))
            names << name;
    return names;
}

} // namespace

void TestFamilies::everyTensorAgreesWithTransformers_data()
{
    QTest::addColumn<QString>("folder");
    for (const QString& name : checkpoints())
        QTest::newRow(qPrintable(name)) << folders.filePath(name);
}

void TestFamilies::everyTensorAgreesWithTransformers()
{
    QFETCH(QString, folder);
    ModelPtr model;
    try {
        model = openModel(folder.toStdString());
    } catch (const Error& error) {
        QFAIL(error.what());
    }
    const std::shared_ptr<Trace> reference = readTrace((folder + "/reference.safetensors").toStdString());
    const SetupPtr setup = configure(model, {});
    ForwardInput input;
    input.ids = reference->ids;
    input.decoderIds = reference->decoderIds;
    const std::shared_ptr<Trace> trace = forward(*setup, input);

    QVERIFY(reference->entries().size() > 2);
    double worst = 0;
    for (const TraceEntry& entry : reference->entries()) {
        const Tensor* ours = trace->find(entry.name());
        QVERIFY2(ours, entry.name().c_str());
        QCOMPARE(ours->shape(), entry.tensor.shape());
        const double error = relativeDifference(ours->values(), entry.tensor.values());
        QVERIFY2(error <= 1e-4, (entry.name() + " differs by " + std::to_string(error * 1e4) + "e-4").c_str());
        worst = std::max(worst, error);
    }
    qInfo("%zu tensors, largest difference %.1e of the largest value", reference->entries().size(), worst);
}

void TestFamilies::everyFamilyHasTwoCheckpoints()
{
    std::map<std::string, int> counts;
    for (const QString& name : checkpoints())
        try {
            ++counts[openModel(folders.filePath(name).toStdString())->family];
        } catch (const Error& error) {
            QFAIL(error.what());
        }
    for (const Family& family : huggingFaceFamilies())
        QVERIFY2(counts[family.id] >= 2, family.id.c_str());
}

QTEST_GUILESS_MAIN(TestFamilies)
#include "tst_families.moc"
