// The engine against what `transformers` computed with the same weights (tests/data/golden).

#include "core/files/model_files.h"
#include "core/files/trace_file.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QDir>
#include <QTest>

using namespace core;
using namespace support;

class TestGolden : public QObject
{
    Q_OBJECT

private slots:
    void everyTensorAgreesWithTransformers_data();
    void everyTensorAgreesWithTransformers();
};

void TestGolden::everyTensorAgreesWithTransformers_data()
{
    QTest::addColumn<QString>("folder");
    const QDir golden(TEST_DATA "/golden");
    for (const QString& name : golden.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (golden.exists(name + "/reference.safetensors"))
            QTest::newRow(qPrintable(name)) << golden.filePath(name);
}

void TestGolden::everyTensorAgreesWithTransformers()
{
    QFETCH(QString, folder);
    const QString gguf = folder + "/model.gguf";
    const ModelPtr model = openModel((QFile::exists(gguf) ? gguf : folder).toStdString());
    const std::shared_ptr<Trace> reference = readTrace((folder + "/reference.safetensors").toStdString());
    const std::shared_ptr<Trace> trace = run(*configure(model, {}), reference->ids);

    QVERIFY(reference->entries().size() > 5 && reference->find("blocks.0.attn.pattern"));
    QCOMPARE(reference->find("logits") != nullptr, trace->find("logits") != nullptr); // an encoder may have no head
    double worst = 0;
    for (const TraceEntry& entry : reference->entries()) {
        const Tensor* ours = trace->find(entry.name());
        QVERIFY2(ours, entry.name().c_str());
        QCOMPARE(ours->shape(), entry.tensor.shape());
        const double error = relativeDifference(ours->values(), entry.tensor.values());
        QVERIFY2(error <= 1e-5, (entry.name() + " differs by " + std::to_string(error * 1e6) + "e-6").c_str());
        worst = std::max(worst, error);
    }
    qInfo("%zu tensors, largest difference %.1e of the largest value", reference->entries().size(), worst);
}

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
