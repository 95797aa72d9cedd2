// The engine against what `transformers` computed with the same weights (tests/data/golden).

#include "tests/core/support/reference_comparison.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

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
    const auto found = compareWithReference(
        (QFile::exists(gguf) ? gguf : folder).toStdString(), (folder + "/reference.safetensors").toStdString(), 1e-5);
    QVERIFY2(found.problem.empty(), found.problem.c_str());
    QVERIFY(found.tensors > 5 && found.reference->find("blocks.0.attn.pattern"));
    // An encoder may have no head.
    QCOMPARE(found.reference->find("logits") != nullptr, found.ours->find("logits") != nullptr);
    qInfo("%zu tensors, largest difference %.1e of the largest value", found.tensors, found.worst);
}

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
