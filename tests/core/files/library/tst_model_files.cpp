#include "core/files/library/model_files.h"

#include "core/files/formats/safetensors.h"
#include "core/files/library/built_in_models.h"
#include "core/io/atomic_file.h"
#include "core/io/shown_text.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QTest>

#include <filesystem>
#if !defined(_WIN32)
#include <sys/stat.h>
#endif

using namespace core;

namespace {

const std::string golden = TEST_DATA "/golden/";

} // namespace

class TestModelFiles : public QObject
{
    Q_OBJECT

private slots:
    void builtInModelsAreListedFirstAndCanBeSetUp();
    void fetchedModelsAreFoundByName();
    void filesAreOpenedByThemselves();
    void otherFilesAreRefused_data();
    void otherFilesAreRefused();
    void savedUntrainedModelsStayUntrained();
    void theStartOfATargetIsKept();
    void linksAreFollowedAndPipesAreLeft();
    void unknownChoicesInASavedModelAreTheFilesFault();
    void savingWhereNothingCanBeWrittenIsAnOutputError();
    void textOfFilesIsShownHarmless();
    void namesAreListed();
};

void TestModelFiles::builtInModelsAreListedFirstAndCanBeSetUp()
{
    QCOMPARE(listModels().front().id, std::string("untrained"));
    for (const ModelListing& listing : builtInModels()) {
        const ModelPtr model = openModel(listing.id);
        QVERIFY(!model->trained && !model->sizesFixed && !listing.title.empty());
        const SetupPtr setup = configure(model, {});
        QVERIFY(setup->config.vocabulary >= Index(model->tokenizer->vocabularySize()));
        QCOMPARE(setup->weights.at("embed.weight").source().origin(), std::string("seed"));
    }
    QCOMPARE(configure(openModel("untrained-gpt2-small"), {})->config.vocabulary, Index(50257));
}

void TestModelFiles::fetchedModelsAreFoundByName()
{
    const TemporaryFolder data;
    qputenv("CUTAWAY_DATA_DIR", QByteArray::fromStdString(data.path()));
    std::filesystem::create_directories(data.path("models/mine"));
    std::filesystem::create_directories(data.path("models/nothing"));
    std::filesystem::copy_file(golden + "gguf-q8_0/model.gguf", data.path("models/mine/any.gguf"));
    QCOMPARE(userDataFolder(), data.path());
    QCOMPARE(openModel("mine")->name, std::string("mine"));
    QCOMPARE(listModels().back().id, std::string("mine"));
    QVERIFY(!refusalOf([] { openModel("nothing"); }).problem.empty());
    std::filesystem::copy_file(golden + "gguf-q8_0/model.gguf", data.path("models/mine/other.gguf"));
    QVERIFY(refusalOf([] { openModel("mine"); }).problem.find("several") != std::string::npos);
    qunsetenv("CUTAWAY_DATA_DIR");
}

void TestModelFiles::filesAreOpenedByThemselves()
{
    QCOMPARE(openModel(golden + "llama/model.safetensors")->family, std::string("llama"));
    QCOMPARE(openModel(golden + "llama/config.json")->family, std::string("llama"));
    QCOMPARE(openModel(golden + "llama-sharded/model.safetensors.index.json")->family, std::string("llama"));
    QCOMPARE(openModel(golden + "gguf-q4_0/model.gguf")->dtype, std::string("Q4_0"));
    QCOMPARE(openModel(golden + "llama/")->name, std::string("llama"));
}

void TestModelFiles::otherFilesAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("problem");
    QTest::newRow("text") << "notes.txt" << QByteArray("hello") << "not a model file";
    QTest::newRow("empty") << "empty" << QByteArray() << "not a model file";
    QTest::newRow("pickle") << "model.pt" << QByteArray("PK\3\4") << "pickle";
    QTest::newRow("weights alone") << "model.safetensors" << QByteArray("x")
                                   << "a recorded run, or weights without a config.json next to them: not a model";
    QTest::newRow("empty gguf") << "model.gguf" << QByteArray() << "not a GGUF file";
}

void TestModelFiles::otherFilesAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, problem);
    const TemporaryFolder folder;
    const std::string path = folder.write(name.toStdString(), bytes.toStdString());
    const Error::Parts parts = refusalOf([&] { openModel(path); });
    QVERIFY2(parts.problem.find(problem.toStdString()) != std::string::npos, parts.problem.c_str());
    QVERIFY(refusalOf([&] { openModel(folder.path("nothing")); }).expected.find("untrained") != std::string::npos);
}

void TestModelFiles::savedUntrainedModelsStayUntrained()
{
    const TemporaryFolder folder;
    Choices said;
    said.set("sizes.layers", 2);
    said.set("norm.placement", "sandwich");
    const SetupPtr before = configure(openModel("untrained"), said);
    saveModel(*before, folder.path("saved"));
    const ModelPtr model = openModel(folder.path("saved"));
    QVERIFY(!model->trained);
    QVERIFY(configure(model, {})->config == before->config);
    QVERIFY(model->tokenizer);
    const std::string text = "the cat sat";
    QCOMPARE(model->tokenizer->encode(text), before->model->tokenizer->encode(text));

    saveModel(*configure(model, {}), folder.path("again"));
    for (const char* name : {"config.json", "model.safetensors", "tokenizer.json"})
        QVERIFY2(readBytes(folder.path("saved/") + name) == readBytes(folder.path("again/") + name), name);
    int files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path("saved")))
        ++files;
    QCOMPARE(files, 3);
}

void TestModelFiles::theStartOfATargetIsKept()
{
    const TemporaryFolder folder;
    saveModel(*configure(openModel("untrained"), {}), folder.path("saved"));
    QCOMPARE(openModel(folder.path("saved"))->decoderStart, TokenId(0));
    Json config = readJson(folder.path("saved/config.json"));
    config["decoder_start_token_id"] = 7;
    folder.write("saved/config.json", config.dump());
    const ModelPtr model = openModel(folder.path("saved"));
    QCOMPARE(model->decoderStart, TokenId(7));
    saveModel(*configure(model, {}), folder.path("again"));
    QCOMPARE(openModel(folder.path("again"))->decoderStart, TokenId(7));
}

void TestModelFiles::linksAreFollowedAndPipesAreLeft()
{
#if !defined(_WIN32)
    const TemporaryFolder folder;
    const std::string target = folder.write("target", "old"), link = folder.path("link"), pipe = folder.path("pipe");
    std::filesystem::create_symlink(target, link);
    AtomicFile file(link);
    file.write("new");
    file.commit();
    QVERIFY(std::filesystem::is_symlink(link));
    QCOMPARE(readBytes(target), std::string("new"));
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(refusalOf([&] { AtomicFile{pipe}; }).kind == ErrorKind::Output);
    QVERIFY(std::filesystem::is_fifo(pipe));
#else
    QSKIP("no links and pipes among the files of Windows");
#endif
}

void TestModelFiles::unknownChoicesInASavedModelAreTheFilesFault()
{
    const TemporaryFolder folder;
    saveModel(*configure(openModel("untrained"), {}), folder.path("saved"));
    for (const char* choices :
        {R"({"norm":{"kind":"nothing"}})", R"({"norms":{"kind":"rms_norm"}})", R"({"sizes":{"heads":5}})", "[]"}) {
        folder.write("saved/config.json", std::string(R"({"model_type":"cutaway","choices":)") + choices + "}");
        const Error::Parts parts = refusalOf([&] { openModel(folder.path("saved")); });
        QVERIFY2(!parts.problem.empty(), choices);
        QVERIFY(parts.kind == ErrorKind::BadInput);
        QVERIFY2(parts.file.ends_with("config.json") || parts.file.ends_with("model.safetensors"), parts.file.c_str());
    }
}

void TestModelFiles::savingWhereNothingCanBeWrittenIsAnOutputError()
{
    const TemporaryFolder folder;
    folder.write("file", "");
    const SetupPtr setup = configure(openModel("untrained"), {});
    QCOMPARE(refusalOf([&] { saveModel(*setup, folder.path("file/below")); }).kind, ErrorKind::Output);
}

void TestModelFiles::textOfFilesIsShownHarmless()
{
    QCOMPARE(shownText("a\n\x7f\xC3\xA4\xFF"), std::string("a\\x0a\\x7f\xC3\xA4\\xff"));
    QCOMPARE(shownText("\xE2\x80\xAE"), std::string("\\xe2\\x80\\xae")); // turns the direction of the text
    QCOMPARE(shownText(std::string(300, 'a'), 200), std::string(200, 'a') + "...");
    QVERIFY(isPlainText("blk.0 \xE5\x89\x96") && !isPlainText("a\xED\xA0\x80"));
}

void TestModelFiles::namesAreListed()
{
    QCOMPARE(joinedWords(std::vector<std::string>()), std::string());
    QCOMPARE(joinedWords(std::vector<std::string>{"a", "b\n", "c"}), std::string("a, b\n, c"));
    QCOMPARE(joinedWords(std::vector<int>{1, 2}, [](int number) { return std::to_string(number); }), std::string("1, 2"));
    QCOMPARE(shownList({"a", "b\n"}, 2), std::string("a, b\\x0a"));
    QCOMPARE(shownList({"a", "b", "c", "d"}, 2), std::string("a, b, and 2 more"));
}

QTEST_GUILESS_MAIN(TestModelFiles)
#include "tst_model_files.moc"
