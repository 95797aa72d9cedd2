// Every family against what `transformers` computed with the same tiny checkpoints (tests/data/families, made by
// tools/fixtures/families.py).

#include "core/base/error.h"
#include "core/files/families/family.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/reference_comparison.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

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
    try {
        const auto found = compareWithReference(folder.toStdString(), (folder + "/reference.safetensors").toStdString(), 1e-4);
        QVERIFY2(found.problem.empty(), found.problem.c_str());
        QVERIFY(found.tensors > 2);
        qInfo("%zu tensors, largest difference %.1e of the largest value", found.tensors, found.worst);
    } catch (const Error& error) {
        QFAIL(error.what());
    }
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
