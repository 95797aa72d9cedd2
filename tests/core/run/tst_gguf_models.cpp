// Every architecture of GGUF files against what `transformers` computed with the checkpoint that the file was made from
// (tests/data/gguf_models, made by tools/fixtures/gguf_models.py).

#include "core/base/error.h"
#include "core/files/families/family.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/reference_comparison.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

using namespace core;
using namespace support;

class TestGgufModels : public QObject
{
    Q_OBJECT

private slots:
    void everyTensorAgreesWithTransformers_data();
    void everyTensorAgreesWithTransformers();
    void everyTokenizerCutsAText_data() { everyTensorAgreesWithTransformers_data(); }
    void everyTokenizerCutsAText();
    void everyArchitectureHasAFile();
};

namespace {

const QDir files(TEST_DATA "/gguf_models");

QStringList models() { return files.entryList({"*.gguf"}, QDir::Files); }

} // namespace

void TestGgufModels::everyTensorAgreesWithTransformers_data()
{
    QTest::addColumn<QString>("file");
    for (const QString& name : models())
        QTest::newRow(qPrintable(name)) << files.filePath(name);
}

void TestGgufModels::everyTensorAgreesWithTransformers()
{
    QFETCH(QString, file);
    const QString folder = TEST_DATA "/families/" + QFileInfo(file).baseName(); // up to the first dot
    // Converters leave BERT's head behind.
    const std::vector<std::string> without
        = folder.contains("bert") ? std::vector<std::string>{"logits"} : std::vector<std::string>{};
    try {
        const auto found
            = compareWithReference(file.toStdString(), (folder + "/reference.safetensors").toStdString(), 1e-4, without);
        QVERIFY2(found.problem.empty(), found.problem.c_str());
        QVERIFY(found.tensors > 2);
        qInfo("%zu tensors, largest difference %.1e of the largest value", found.tensors, found.worst);
    } catch (const Error& error) {
        QFAIL(error.what());
    }
}

void TestGgufModels::everyTokenizerCutsAText()
{
    QFETCH(QString, file);
    const ModelPtr model = openModel(file.toStdString());
    QVERIFY(model->tokenizer);
    const std::vector<TokenId> ids = model->tokenizer->encode("cab");
    QVERIFY(!ids.empty());
    QCOMPARE(QString::fromStdString(model->tokenizer->decode(ids, /*skipSpecial=*/true)).trimmed(), QString("cab"));
}

void TestGgufModels::everyArchitectureHasAFile()
{
    std::map<std::string, int> counts;
    for (const QString& name : models())
        ++counts[openModel(files.filePath(name).toStdString())->family];
    for (const Family& family : ggufFamilies())
        QVERIFY2(counts[family.id] >= 1, family.id.c_str());
}

QTEST_GUILESS_MAIN(TestGgufModels)
#include "tst_gguf_models.moc"
