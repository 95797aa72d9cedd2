// Models beside the program, in the build a link to resources/models; and what is made of a copy of them.

#include "core/files/library/bundled_models.h"

#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace core;

namespace {

namespace fs = std::filesystem;

const std::string bundledMain = bundledModelsFolder() + "/main";

Choices said(const std::vector<std::string>& assignments)
{
    Choices result;
    for (const std::string& assignment : assignments)
        result.setText(assignment, 4);
    return result;
}

/// A folder with two models: main, and one "trained" with these choices: the same numbers, saved as such.
void makeZoo(const TemporaryFolder& folder, const std::string& name, const std::vector<std::string>& choices, double rate)
{
    fs::create_directories(folder.path(name));
    for (const char* model : {"main", name.c_str()}) {
        fs::create_directories(folder.path(model));
        for (const char* file : {"config.json", "model.safetensors", "tokenizer.json", "history.json"})
            fs::copy_file(
                bundledMain + "/" + file, folder.path(std::string(model) + "/" + file), fs::copy_options::skip_existing);
    }
    const Choices changed = said(choices);
    saveModel(*configure(openModel(bundledMain), changed), folder.path(name));
    fs::copy_file(bundledMain + "/tokenizer.json", folder.path(name + "/tokenizer.json"), fs::copy_options::overwrite_existing);
    Json history = readJson(bundledMain + "/history.json");
    for (const auto& [key, value] : changed.all())
        history["choices"][key] = value;
    history["training"]["lr"] = rate;
    folder.write(name + "/history.json", history.dump());
}

} // namespace

class TestBundledModels : public QObject
{
    Q_OBJECT

private slots:
    void theDefaultIsMainWhereItIs();
    void everyBundledModelOpensAndAgreesWithItsHistory();
    void theyTakeAtMost100Megabytes();
    void theUsersOwnModelGoesFirst();
    void aStepIsASnapshot();
    void aFolderOfCheckpointsIsATraining();
    void checkpointsOfOtherProgramsAreSteps();
    void unknownStepsAreRefusedWithThoseThatExist();
    void aSiblingTrainedWithTheChoiceIsUsed();
    void aMixtureIsTheBalancedOne();
    void othersAreNoSiblings();
};

void TestBundledModels::theDefaultIsMainWhereItIs()
{
    QCOMPARE(defaultModel(), std::string("main"));
    const std::vector<ModelListing> models = listModels();
    const auto first = std::find_if(models.begin(), models.end(), [](const ModelListing& model) { return model.bundled; });
    QVERIFY(first != models.end());
    QCOMPARE(first->id, std::string("main"));
}

void TestBundledModels::everyBundledModelOpensAndAgreesWithItsHistory()
{
    for (const ModelListing& listing : listModels()) {
        if (!listing.bundled)
            continue;
        const ModelPtr model = openModel(listing.id);
        const std::optional<TrainingHistory> history = trainingHistoryOf(listing.path);
        QVERIFY2(history && model->trained && model->tokenizer, listing.id.c_str());
        QCOMPARE(model->name, listing.id);
        QCOMPARE(history->model, listing.id);
        QVERIFY2(resolve(history->choices, {}) == resolve(model->choices, {}), listing.id.c_str());
        const SetupPtr setup = configure(model, {});
        Index parameters = 0;
        for (const WeightSpec& spec : setup->specs)
            parameters += elements(spec.shape);
        QCOMPARE(parameters, Index(history->parameters));
        QVERIFY2(setup->origin.how == WeightsOrigin::How::Trained && setup->origin.seeded.empty(), listing.id.c_str());
        QVERIFY2(model->notes.empty(), listing.id.c_str());
    }
}

/// Models, snapshots, histories, held-out rows and tokenizers that come with the program.
void TestBundledModels::theyTakeAtMost100Megabytes()
{
    std::uintmax_t bytes = 0;
    for (const fs::path& folder : {fs::path(bundledModelsFolder()), fs::path(bundledModelsFolder()).parent_path() / "tokenizers"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(
                 fs::canonical(folder), fs::directory_options::follow_directory_symlink))
            bytes += entry.is_regular_file() ? entry.file_size() : 0;
    QVERIFY2(bytes > 10'000'000 && bytes < 100'000'000, std::to_string(bytes).c_str());
}

void TestBundledModels::theUsersOwnModelGoesFirst()
{
    const TemporaryFolder data;
    qputenv("CUTAWAY_DATA_DIR", QByteArray::fromStdString(data.path()));
    fs::create_directories(data.path("models"));
    fs::copy(TEST_DATA "/golden/llama", data.path("models/main"));
    QCOMPARE(openModel("main")->family, std::string("llama"));
    const std::vector<ModelListing> models = listModels();
    QCOMPARE(std::count_if(models.begin(), models.end(), [](const ModelListing& model) { return model.id == "main"; }),
        std::ptrdiff_t(1));
    qunsetenv("CUTAWAY_DATA_DIR");
}

void TestBundledModels::aStepIsASnapshot()
{
    const std::vector<long> steps = snapshotSteps(bundledMain);
    QVERIFY(steps.size() > 1 && std::is_sorted(steps.begin(), steps.end()));
    const ModelPtr last = openModel("main");
    for (const long step : steps) {
        const std::string name = "main@" + std::to_string(step);
        const ModelPtr model = openModel(name);
        QCOMPARE(model->name, name);
        QVERIFY(model->choices == last->choices);
        QVERIFY(!model->siblings); // those were trained to the end
        const Tensor &now = model->weights.at("ln_final.weight").values(), &then = last->weights.at("ln_final.weight").values();
        QVERIFY(!std::equal(now.values().begin(), now.values().end(), then.values().begin()));
    }
    const std::string path = bundledMain + "@" + std::to_string(steps[0]);
    QCOMPARE(openModel(path)->family, std::string("cutaway"));
}

/// As the Trainer of transformers leaves them: with the finished model beside them, or without.
void TestBundledModels::aFolderOfCheckpointsIsATraining()
{
    const TemporaryFolder folder;
    const SetupPtr small = configure(openModel("untrained"), {});
    for (const long step : {500L, 1000L, 20L}) {
        Choices said;
        said.setText("seed=" + std::to_string(step), 4);
        saveModel(*configure(openModel("untrained"), said), folder.path("run/checkpoint-" + std::to_string(step)));
    }
    std::filesystem::create_directories(folder.path("run/checkpoint-x"));
    std::filesystem::create_directories(folder.path("run/checkpoint-7")); // without a model
    QCOMPARE(snapshotSteps(folder.path("run")), (std::vector<long>{20, 500, 1000}));
    const auto firstOf = [](const ModelPtr& model) { return model->weights.at("embed.weight").values().data()[0]; };
    const ModelPtr last = openModel(folder.path("run")), step = openModel(folder.path("run@500"));
    QCOMPARE(last->name, std::string("run"));
    QCOMPARE(firstOf(last), firstOf(openModel(folder.path("run/checkpoint-1000"))));
    QCOMPARE(firstOf(step), firstOf(openModel(folder.path("run/checkpoint-500"))));
    QVERIFY(firstOf(step) != firstOf(last));
    QCOMPARE(refusalOf([&] { openModel(folder.path("run@7")); }).expected, std::string("20, 500, 1000"));
    saveModel(*small, folder.path("run")); // the finished one
    QCOMPARE(firstOf(openModel(folder.path("run"))), small->weights.at("embed.weight").values().data()[0]);
    QCOMPARE(firstOf(openModel(folder.path("run@20"))), firstOf(openModel(folder.path("run/checkpoint-20"))));
}

void TestBundledModels::checkpointsOfOtherProgramsAreSteps()
{
    const TemporaryFolder folder;
    const SetupPtr small = configure(openModel("untrained"), {});
    const std::vector<std::string> names{"step100", "step_200", "global_step300", "epoch-4", "500"};
    for (const std::string& name : names)
        saveModel(*small, folder.path("run/" + name));
    saveModel(*small, folder.path("run/best"));
    saveModel(*small, folder.path("run/step-7b"));
    QCOMPARE(snapshotSteps(folder.path("run")), (std::vector<long>{4, 100, 200, 300, 500}));
    QCOMPARE(openModel(folder.path("run@300"))->name, folder.path("run@300"));
    QCOMPARE(openModel(folder.path("run"))->name, std::string("run"));

    QCOMPARE(stepOfTraining(folder.path("run/step_200")), folder.path("run@200"));
    QCOMPARE(stepOfTraining(folder.path("run/global_step300/")), folder.path("run@300"));
    QCOMPARE(stepOfTraining(folder.path("run/best")), std::string());
    QCOMPARE(stepOfTraining(folder.path("run/step9")), std::string());
    saveModel(*small, folder.path("one/checkpoint-3"));
    QCOMPARE(stepOfTraining(folder.path("one/checkpoint-3")), std::string()); // alone it is a model
}

void TestBundledModels::unknownStepsAreRefusedWithThoseThatExist()
{
    for (const char* name : {"main@7", "main@", "main@x", "main@../main", "main@-1", "main@00"}) {
        const Error::Parts parts = refusalOf([&] { openModel(name); });
        QCOMPARE(parts.kind, ErrorKind::BadInput);
        QVERIFY2(parts.expected.starts_with(std::to_string(snapshotSteps(bundledMain)[0]) + ", "), parts.expected.c_str());
    }
    QVERIFY(refusalOf([] { openModel("nothing@7"); }).expected.find("main") != std::string::npos);
    QVERIFY(!refusalOf([] { openModel(TEST_DATA "/golden/llama@7"); }).problem.empty());
}

void TestBundledModels::aSiblingTrainedWithTheChoiceIsUsed()
{
    const TemporaryFolder folder;
    makeZoo(folder, "post", {"norm.placement=post"}, 0.004);
    const ModelPtr model = openModel(folder.path("main"));
    const SetupPtr post = configure(model, said({"weights=trained_or_keep", "norm.placement=post"}));
    QVERIFY(post->origin.how == WeightsOrigin::How::Trained);
    QCOMPARE(post->origin.model, std::string("post"));
    QCOMPARE(post->model.get(), model.get());
    QCOMPARE(post->weights.share("embed.weight")->source().dtype(), std::string("F32")); // as it was saved, not main's F16
    // The same again costs no new tensor, and going back is the model's own.
    const SetupPtr again = configure(model, said({"weights=trained", "norm.placement=post"}));
    QCOMPARE(again->weights.share("embed.weight").get(), post->weights.share("embed.weight").get());
    QCOMPARE(configure(model, said({"weights=trained_or_keep"}))->origin.model, std::string("main"));
}

/// Without experts nothing was balanced: that is no difference to a sibling whose experts were.
void TestBundledModels::aMixtureIsTheBalancedOne()
{
    const SetupPtr mixture = configure(openModel(bundledMain), said({"weights=trained_or_keep", "feed_forward.kind=mixture"}));
    QVERIFY(mixture->origin.how == WeightsOrigin::How::Trained);
    QCOMPARE(mixture->origin.model, std::string("experts"));
    const ModelPtr unbalanced = openModel(bundledModelsFolder() + "/experts-unbalanced");
    const SetupPtr own = configure(unbalanced, said({"weights=trained_or_keep"}));
    QCOMPARE(own->origin.model, std::string("experts-unbalanced"));
}

void TestBundledModels::othersAreNoSiblings()
{
    const TemporaryFolder folder;
    makeZoo(folder, "post", {"norm.placement=post"}, 0.004);
    const Choices wish = said({"weights=trained_or_keep", "norm.placement=post"});
    const auto ownerOf = [&] { return configure(openModel(folder.path("main")), wish)->origin.model; };
    QCOMPARE(ownerOf(), std::string("post"));

    const std::string tokenizer = readBytes(folder.path("post/tokenizer.json"));
    folder.write("post/tokenizer.json", tokenizer + "\n"); // other tokens
    QCOMPARE(ownerOf(), std::string("main"));
    folder.write("post/tokenizer.json", tokenizer);
    const std::string history = readBytes(folder.path("post/history.json"));
    folder.write("post/history.json", "{");
    QCOMPARE(ownerOf(), std::string("main"));
    folder.write("post/history.json", history);
    QCOMPARE(ownerOf(), std::string("post"));
    fs::remove(folder.path("main/history.json")); // a folder like any other
    QVERIFY(!openModel(folder.path("main"))->siblings);
}

QTEST_GUILESS_MAIN(TestBundledModels)
#include "tst_bundled_models.moc"
