#include "core/files/library/reference_numbers.h"

#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "core/run/forward.h"
#include "core/text/base64.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QCryptographicHash>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace core;
using namespace support;

namespace {

std::string sha256(const std::string& path)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(readBytes(path)), QCryptographicHash::Sha256).toHex().toStdString();
}

ReferenceNumbers referenceNamed(const std::string& name)
{
    return readReferenceNumbers(referencesFolder() + "/" + name + ".json");
}

struct Answer
{
    SetupPtr setup;
    std::shared_ptr<Trace> trace;

    bool isOf(const ReferenceNumbers& reference) const { return isOfTriple(reference, *trace, *setup, sha256); }
};

Answer answerOf(
    const std::string& model, const std::string& text, const std::string& assignments = {}, const TraceRequest& request = {})
{
    Answer answer{configure(openModel(model), assigned(assignments)), nullptr};
    answer.trace = forward(*answer.setup, {answer.setup->model->tokenizer->encode(text)}, request);
    return answer;
}

} // namespace

class TestReferenceNumbers : public QObject
{
    Q_OBJECT

private slots:
    void everyFileIsReadAndSmall();
    void everyTripleOfAModelThatIsThereAgrees_data();
    void everyTripleOfAModelThatIsThereAgrees();
    void anythingElseIsNoTriple();
    void anotherFileIsNoTriple();
    void aPlantedDifferenceIsSeen();
    void whatIsMissingIsInfinitelyFar();
    void malformedFilesAreRefused();
};

void TestReferenceNumbers::everyFileIsReadAndSmall()
{
    const std::vector<ReferenceNumbers> all = readReferenceFolder(referencesFolder());
    QVERIFY(all.size() >= 5);
    for (const ReferenceNumbers& reference : all) {
        const std::string path = referencesFolder() + "/" + reference.name + ".json";
        QVERIFY2(std::filesystem::file_size(path) <= 100'000, path.c_str());
        QCOMPARE(reference.program, std::string("transformers"));
        QVERIFY(std::filesystem::exists(std::string(TEST_DATA) + "/../../" + reference.script));
        QVERIFY(!reference.version.empty() && !reference.torch.empty() && !reference.streamRms.empty());
        for (const ReferenceFile& file : reference.files)
            QCOMPARE(file.sha256.size(), std::size_t(64));
    }
    QVERIFY(readReferenceFolder("/no/such/folder").empty());
}

void TestReferenceNumbers::everyTripleOfAModelThatIsThereAgrees_data()
{
    QTest::addColumn<QString>("name");
    const std::vector<ModelListing> models = listModels(); // those that were fetched, too
    for (const ReferenceNumbers& reference : readReferenceFolder(referencesFolder()))
        if (std::ranges::find(models, reference.model, &ModelListing::id) != models.end())
            QTest::newRow(reference.name.c_str()) << QString::fromStdString(reference.name);
}

void TestReferenceNumbers::everyTripleOfAModelThatIsThereAgrees()
{
    QFETCH(QString, name);
    const ReferenceNumbers reference = referenceNamed(name.toStdString());
    const Answer answer = answerOf(reference.model, reference.text);
    QVERIFY(answer.isOf(reference));
    const ReferenceDifference difference = differenceFrom(reference, *answer.trace);
    qInfo("logits within %g of %g, RMS within %g", difference.logits, difference.largestLogit, difference.rms);
    QVERIFY(difference.agrees());
    QVERIFY(difference.rms > 0 && difference.rms < 1e-5);
    QCOMPARE(difference.hasLogits, reference.model != "minilm");
}

void TestReferenceNumbers::anythingElseIsNoTriple()
{
    const ReferenceNumbers reference = referenceNamed("main-en");
    QVERIFY(answerOf("main", reference.text).isOf(reference));
    QVERIFY(!answerOf("main", reference.text + " chair").isOf(reference));
    QVERIFY(!answerOf("main", reference.text, "norm.eps=1e-3").isOf(reference));
    QVERIFY(!answerOf("main", reference.text, "sizes.layers=3").isOf(reference));
    QVERIFY(!answerOf("main", reference.text, "norm.kind=layer_norm weights=trained").isOf(reference));
    QVERIFY(!answerOf("main-seed2", reference.text).isOf(reference));
    QVERIFY(!answerOf("main@1100", reference.text).isOf(reference));
    Intervention scale;
    scale.at = "blocks.3.mlp_out";
    QVERIFY(!answerOf("main", reference.text, {}, {.patterns = {}, .interventions = {scale}}).isOf(reference));
}

void TestReferenceNumbers::anotherFileIsNoTriple()
{
    const ReferenceNumbers reference = referenceNamed("main-en");
    const std::string source = openModel("main")->path;
    const TemporaryFolder folder;
    for (const char* file : {"config.json", "model.safetensors", "tokenizer.json"})
        folder.write(file, readBytes(source + "/" + file));
    QVERIFY(answerOf(folder.path(), reference.text).isOf(reference)); // wherever its files are
    std::string bytes = readBytes(folder.path("model.safetensors"));
    bytes.back() ^= 1;
    folder.write("model.safetensors", bytes);
    QVERIFY(!answerOf(folder.path(), reference.text).isOf(reference));
}

void TestReferenceNumbers::aPlantedDifferenceIsSeen()
{
    const ReferenceNumbers reference = referenceNamed("main-en");
    const Answer answer = answerOf("main", reference.text);
    const double allowed = ReferenceDifference::tolerance * differenceFrom(reference, *answer.trace).largestLogit;
    ReferenceNumbers wrong = reference;
    wrong.logits[1392 * 4 + 17] += float(2 * allowed);
    const ReferenceDifference ofLogits = differenceFrom(wrong, *answer.trace);
    QVERIFY(!ofLogits.agrees() && std::abs(ofLogits.logits - 2 * allowed) < 0.1 * allowed);
    wrong = reference;
    wrong.streamRms[2][6] *= 1.001;
    const ReferenceDifference ofStream = differenceFrom(wrong, *answer.trace);
    QVERIFY(!ofStream.agrees() && ofStream.rms > 9e-4);
    wrong = reference;
    wrong.largest = 1;
    wrong.largestIds.assign(reference.ids.size(), 5);
    for (std::size_t token = 0; token < reference.ids.size(); ++token)
        wrong.largestLogits.push_back(reference.logits[token * 1392 + 5]);
    QVERIFY(differenceFrom(wrong, *answer.trace).agrees());
    wrong.largestLogits.back() -= 1.f;
    QVERIFY(!differenceFrom(wrong, *answer.trace).agrees());
}

void TestReferenceNumbers::whatIsMissingIsInfinitelyFar()
{
    const ReferenceNumbers reference = referenceNamed("main-en");
    const Answer answer = answerOf("main", reference.text, {}, {.patterns = {"blocks.*.resid_post"}});
    const ReferenceDifference difference = differenceFrom(reference, *answer.trace);
    QVERIFY(std::isinf(difference.logits) && difference.rms < 1e-5 && !difference.agrees());
}

void TestReferenceNumbers::malformedFilesAreRefused()
{
    const TemporaryFolder folder;
    const Json good = readJson(referencesFolder() + "/main-en.json");
    const auto refused = [&](const std::function<void(Json&)>& change) {
        Json json = good;
        change(json);
        const std::string path = folder.write("one.json", writeJson(json));
        return refusalOf([&] { readReferenceNumbers(path); }).where;
    };
    QVERIFY(refused([](Json&) {}).empty());
    QVERIFY(!refused([](Json& json) { json["format"] = 2; }).empty());
    QVERIFY(!refused([](Json& json) { json["ids"] = Json::array(); }).empty());
    QVERIFY(!refused([](Json& json) { json["files"] = Json::object(); }).empty());
    QVERIFY(!refused([](Json& json) { json["stream_rms"][1].erase(0); }).empty());
    QVERIFY(!refused([](Json& json) { json["choices"] = {{"seed", 1}}; }).empty());
    QVERIFY(!refused([](Json& json) { json["logits"]["values"] = "no base64!"; }).empty());
    QVERIFY(!refused([](Json& json) { json["logits"]["values"] = toBase64("eight by"); }).empty());
    QVERIFY(!refused([](Json& json) { json["logits"]["every"] = 0; }).empty());
}

QTEST_GUILESS_MAIN(TestReferenceNumbers)
#include "tst_reference_numbers.moc"
