// Whole trainings of a tiny model: the loss falls, a stop changes no bit, what is written opens, what is wrong is refused.

#include "core/train/training.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/training_history.h"
#include "core/train/checkpoint.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>

using namespace core;
using namespace support;

namespace {

struct Files : TemporaryFolder
{
    std::string text = write("cats.txt", tinyText());

    TrainingRequest request(const std::string& folder, const TrainingRecipe& recipe = tinyRecipe()) const
    {
        return {.setup = tinySetup(), .recipe = recipe, .text = text, .folder = path(folder)};
    }
};

/// Trains until the report of this step, stops there, and says what was thrown.
bool stopsAt(const TrainingRequest& request, Index step)
{
    std::stop_source stop;
    TrainingWatch watch;
    watch.control.stop = stop.get_token();
    watch.onReport = [&](const TrainingReport& report) {
        if (report.step == step)
            stop.request_stop();
    };
    try {
        train(request, watch);
    } catch (const Stopped&) {
        return true;
    }
    return false;
}

std::string weightsOf(const std::string& folder) { return readBytes(folder + "/model.safetensors"); }

std::string partOf(const std::string& folder, const char* key)
{
    return writeJson(parseJson(readBytes(folder + "/history.json"), "history.json").at(key));
}

} // namespace

class TestTraining : public QObject
{
    Q_OBJECT
private slots:
    void theLossFallsToLessThanHalf()
    {
        const Files files;
        QVERIFY(train(files.request("cats", tinyRecipe(100))));
        const TrainingHistory history = readTrainingHistory(files.path("cats/history.json"));
        const double first = double(history.column("loss")->data()[0]);
        QVERIFY2(*history.last("loss") < 0.5 * first, qPrintable(QString::number(first)));
        QVERIFY(*history.last("held_out") < 0.5 * double(history.column("held_out")->data()[0]));
    }

    void aFolderOpensLikeThoseThatComeWithTheProgram()
    {
        const Files files;
        TrainingRecipe recipe = tinyRecipe();
        recipe.snapshots = {0, 5};
        train(files.request("cats", recipe));
        QCOMPARE(snapshotSteps(files.path("cats")), (std::vector<long>{0, 5}));
        const ModelPtr last = openModel(files.path("cats")), step = openModel(files.path("cats") + "@5");
        QVERIFY(last->trained && step->trained);
        QVERIFY(last->tokenizer != nullptr);
        const auto logits = [](const ModelPtr& model) {
            const auto trace = forward(*configure(model, {}), {.ids = {300, 301, 302}}, {.patterns = {"logits"}});
            const std::span<const float> values = trace->at("logits").values();
            return std::vector<float>(values.begin(), values.end());
        };
        QVERIFY(logits(last) != logits(step));
        const TrainingHistory history = readTrainingHistory(files.path("cats/history.json"));
        QCOMPARE(history.model, std::string("cats"));
        QCOMPARE(history.points(), 13); // before each update, and at the end
        for (const char* column : {"step", "loss", "held_out", "learning_rate", "gradient", "gradient_layers", "activation",
                 "max_score", "attention_ratio", "feed_forward_ratio", "z", "induction", "previous", "second_copy"})
            QVERIFY2(history.column(column) != nullptr, column);
        QCOMPARE(*history.last("step"), 12.0);
        QVERIFY(!std::filesystem::exists(files.path("cats/checkpoint.safetensors")));
        QVERIFY(!std::filesystem::exists(files.path("cats/training.lock")));
    }

    /// Counted in tensors of passes, of which a whole step has hundreds.
    void aStopIsHeardWithinAPass()
    {
        const Files files;
        std::stop_source stop;
        std::atomic<int> made = 0, after = 0;
        TrainingWatch watch;
        watch.control.stop = stop.get_token();
        watch.control.onMade = [&](std::string_view) {
            after += stop.stop_requested() ? 1 : 0;
            if (++made == 400)
                stop.request_stop();
        };
        watch.isKept = [] { return false; };
        QVERIFY_EXCEPTION_THROWN(train(files.request("cats"), watch), Stopped);
        QVERIFY2(after <= 20, qPrintable(QString::number(after))); // of the layer in hand, on each thread
        QVERIFY(!std::filesystem::exists(files.path("cats/model.safetensors"))); // as nobody wants it
    }

    void aStepThatIsInterruptedIsMadeAnew()
    {
        const Files files;
        train(files.request("whole"));
        std::stop_source interruption;
        std::atomic<int> made = 0, after = 0;
        std::vector<Index> steps;
        TrainingWatch watch;
        watch.control.onMade = [&](std::string_view) {
            after += interruption.stop_requested() ? 1 : 0;
            if (++made % 700 == 0)
                interruption.request_stop();
        };
        watch.interruption = [&] {
            interruption = std::stop_source();
            return interruption.get_token();
        };
        watch.onStep = [&](const TrainingMoment& moment) { steps.push_back(moment.step); };
        QVERIFY(train(files.request("cats"), watch));
        QVERIFY2(steps.size() > 14, qPrintable(QString::number(steps.size()))); // 14 without
        QVERIFY(std::is_sorted(steps.begin(), steps.end()));
        QVERIFY2(after <= 20 * int(steps.size() - 14), qPrintable(QString::number(after)));
        QVERIFY(weightsOf(files.path("cats")) == weightsOf(files.path("whole")));
        QCOMPARE(partOf(files.path("cats"), "points"), partOf(files.path("whole"), "points"));
    }

    void aMomentCanBeCopiedAndSaved()
    {
        const Files files;
        std::vector<Index> steps;
        ModelPtr early;
        TrainingWatch watch;
        watch.onStep = [&](const TrainingMoment& moment) {
            steps.push_back(moment.step);
            QCOMPARE(moment.history().is_null(), moment.step == 0);
            if (moment.step != 3)
                return;
            early = moment.weights.copied("early");
            moment.save();
            QCOMPARE(trainingHistoryIn(moment.history(), "now").points(), 3);
        };
        QVERIFY(train(files.request("cats"), watch));
        QCOMPARE(steps.size(), std::size_t(14)); // before the first, after each of 12, and at the last point
        QCOMPARE(steps.back(), 12);
        QVERIFY(early && early->trained);
        const auto numbers = [](const Model& model) {
            const std::span<const float> values = model.weights.at("embed.weight").values().values();
            return std::vector<float>(values.begin(), values.end());
        };
        QVERIFY(numbers(*early) != numbers(*openModel(files.path("cats")))); // later steps leave it alone
    }

    void theSeedDecidesEveryNumber()
    {
        const Files files;
        TrainingRecipe other = tinyRecipe();
        other.seed = 2;
        train(files.request("a"));
        train(files.request("b"));
        train(files.request("c", other));
        QVERIFY(weightsOf(files.path("a")) == weightsOf(files.path("b")));
        QCOMPARE(partOf(files.path("a"), "points"), partOf(files.path("b"), "points"));
        QVERIFY(weightsOf(files.path("a")) != weightsOf(files.path("c")));
    }

    void aTrainingThatWasStoppedIsTheSame_data()
    {
        QTest::addColumn<bool>("isSgd");
        QTest::addColumn<double>("dropout");
        QTest::newRow("AdamW") << false << 0.0;
        QTest::newRow("SGD") << true << 0.0;
        QTest::newRow("dropout") << false << 0.2;
    }

    void aTrainingThatWasStoppedIsTheSame()
    {
        QFETCH(bool, isSgd);
        QFETCH(double, dropout);
        const Files files;
        TrainingRecipe recipe = tinyRecipe();
        recipe.dropout = dropout;
        recipe.optimizer = isSgd ? OptimizerKind::Sgd : OptimizerKind::AdamW;
        train(files.request("whole", recipe));
        TrainingRequest request = files.request("parts", recipe);
        QVERIFY(stopsAt(request, 3));
        QVERIFY(hasCheckpoint(request.folder));
        QVERIFY(openModel(request.folder)->trained); // a stopped one opens, too
        request.resumes = true;
        QVERIFY(stopsAt(request, 4));
        QVERIFY(stopsAt(request, 9));
        QVERIFY(train(request));
        QVERIFY(weightsOf(files.path("whole")) == weightsOf(files.path("parts")));
        QCOMPARE(partOf(files.path("parts"), "points"), partOf(files.path("whole"), "points"));
        QCOMPARE(partOf(files.path("parts"), "unseen_ids"), partOf(files.path("whole"), "unseen_ids"));
        QVERIFY(!hasCheckpoint(request.folder));
        QVERIFY(!train(request)); // it has ended
    }

    void checkpointsOnTheWayChangeNothing()
    {
        const Files files;
        train(files.request("a"));
        train(files.request("b"), {.control = {}, .onReport = {}, .checkpointSeconds = 0});
        QVERIFY(weightsOf(files.path("a")) == weightsOf(files.path("b")));
    }

    void aLossThatIsNoNumberEndsIt()
    {
        const Files files;
        TrainingRecipe recipe = tinyRecipe(40);
        recipe.rate = 1e30;
        recipe.clip = 0;
        recipe.schedule = RateSchedule::Constant;
        for (Index step = 0; step < recipe.steps; ++step)
            recipe.snapshots.push_back(step);
        const Error::Parts parts = refusalOf([&] { train(files.request("cats", recipe)); });
        QVERIFY(parts.kind == ErrorKind::BadInput);
        QVERIFY2(QString::fromStdString(parts.where).startsWith("step "), parts.where.c_str());
        QVERIFY(parts.problem.find("no number") != std::string::npos);
        QVERIFY2(parts.found.find(" in ") == 3, parts.found.c_str()); // the tensor
        const int step = std::stoi(parts.where.substr(5));
        const auto weightsBefore = [&](int of) {
            return readBytes(files.path("cats/snapshots/" + std::to_string(of) + ".safetensors"));
        };
        QVERIFY(weightsOf(files.path("cats")) == weightsBefore(step - 1));
        QVERIFY(weightsOf(files.path("cats")) != weightsBefore(step));
        QVERIFY(openModel(files.path("cats"))->trained);
        readTrainingHistory(files.path("cats/history.json"));
    }

    void whatCannotBeTrainedIsRefused()
    {
        const Files files;
        const auto problem = [&](TrainingRequest request) { return refusalOf([&] { train(request); }); };
        TrainingRequest request = files.request("cats");
        request.setup = tinySetup("topology=encoder output.head=masked_language"); // a tokenizer without a mask
        QVERIFY(problem(request).problem.find("hides others") != std::string::npos);
        request.setup = tinySetup("topology=encoder output.head=none");
        QCOMPARE(problem(request).where, std::string("output.head"));
        request.setup = tinySetup("position.kind=learned sizes.context=8");
        QCOMPARE(problem(request).where, std::string("length"));
        request = files.request("cats");
        request.recipe.rate = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(problem(request).where, std::string("lr"));
        request.recipe.rate = -1;
        QCOMPARE(problem(request).where, std::string("lr"));
        QVERIFY(!std::filesystem::exists(request.folder));
        request = files.request("cats");
        request.text = files.write("empty.txt", "");
        QCOMPARE(problem(request).file, request.text);
        QVERIFY(!std::filesystem::exists(request.folder));
        request = files.request("cats");
        request.resumes = true;
        QVERIFY(problem(request).problem.find("no checkpoint") != std::string::npos);
        request.resumes = false;
        train(request);
        QVERIFY(problem(request).problem.find("a model already") != std::string::npos);
    }

    void aTokenWithoutARowInTheTableIsRefused()
    {
        const Files files;
        TrainingRequest request = files.request("cats");
        request.setup = tinySetup("sizes.vocab=100"); // the tokenizer has more
        const Error::Parts parts = refusalOf([&] { train(request); });
        QVERIFY(parts.kind == ErrorKind::BadInput);
        QVERIFY2(parts.expected == "0 to 99", parts.expected.c_str());
    }

    void stepsBeforeAnErrorAreKept()
    {
        const Files files;
        TrainingRequest request = files.request("cats");
        TrainingWatch watch;
        watch.onReport = [&](const TrainingReport& report) {
            if (report.step == 4) // somebody writes into the text
                files.write("cats.txt", "now something else");
        };
        QVERIFY(refusalOf([&] { train(request, watch); }).kind == ErrorKind::BadInput);
        QVERIFY(hasCheckpoint(request.folder));
        files.write("cats.txt", tinyText());
        request.resumes = true;
        QVERIFY(train(request));
        train(files.request("whole"));
        QVERIFY(weightsOf(files.path("whole")) == weightsOf(request.folder));
    }

    void anotherRecipeDoesNotGoOn()
    {
        const Files files;
        TrainingRequest request = files.request("cats");
        QVERIFY(stopsAt(request, 3));
        request.resumes = true;
        request.recipe.momentum = 0.5;
        QCOMPARE(refusalOf([&] { train(request); }).where, std::string("momentum"));
        request = files.request("cats");
        request.resumes = true;
        request.text = files.write("dogs.txt", tinyText() + "And a dog.");
        QCOMPARE(refusalOf([&] { train(request); }).where, std::string("data"));
        request = files.request("cats");
        request.resumes = true;
        request.setup = tinySetup("norm.placement=post");
        QCOMPARE(refusalOf([&] { train(request); }).where, std::string("choices"));
    }

    void everyKindOfMixerAndMixtureTrains_data()
    {
        QTest::addColumn<QString>("choice");
        for (const char* choice : {"feed_forward.kind=mixture mixture.experts=4 mixture.top_k=2", "mixer.kind=retention",
                 "mixer.kind=selective_ssm", "mixer.kind=gated_recurrence", "attention.kind=multi_query", "norm.kind=batch_norm",
                 "position.kind=learned", "topology=prefix_decoder mask.prefix=3", "output.tied=false"})
            QTest::newRow(choice) << choice;
    }

    void everyKindOfMixerAndMixtureTrains()
    {
        QFETCH(QString, choice);
        const Files files;
        TrainingRequest request = files.request("cats", tinyRecipe(30));
        request.recipe.zLoss = 1e-4;
        request.recipe.balance = 1e-2;
        request.setup = tinySetup(choice.toStdString());
        QVERIFY(train(request));
        const TrainingHistory history = readTrainingHistory(files.path("cats/history.json"));
        QVERIFY(*history.last("loss") < 0.8 * double(history.column("loss")->data()[0]));
        QVERIFY(choice.contains("mixture") == (history.column("expert_load") != nullptr));
    }

    void encodersAndTwoStacksTrain_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("data");
        QTest::newRow("encoder, a file") << "topology=encoder output.head=masked_language" << "";
        QTest::newRow("encoder, the corpus") << "topology=encoder output.head=masked_language" << "corpus";
        QTest::newRow("two stacks, a file") << "topology=encoder_decoder" << "";
        QTest::newRow("two stacks, answers") << "topology=encoder_decoder" << "agreement";
        QTest::newRow("two stacks, the corpus") << "topology=encoder_decoder" << "corpus";
        QTest::newRow("decoder, the corpus") << "topology=causal_decoder" << "corpus";
    }

    void encodersAndTwoStacksTrain()
    {
        QFETCH(QString, choice);
        QFETCH(QString, data);
        const Files files;
        TrainingRequest request = files.request("cats", tinyRecipe(15));
        request.recipe.rate = 3e-2;
        // The tokenizer of main, nothing of its weights.
        const auto fresh = std::make_shared<Model>(*openModel("main"));
        fresh->weights = {};
        fresh->generated = std::make_shared<GeneratedWeights>();
        fresh->trained = fresh->sizesFixed = false;
        request.setup = configure(fresh,
            assigned("sizes.layers=1 sizes.d_model=16 sizes.heads=2 sizes.d_ff=32 sizes.context=64 block.embedding_scale=1 "
                + choice.toStdString()));
        if (!data.isEmpty())
            request.text = data.toStdString();
        std::optional<double> entropy;
        TrainingWatch watch;
        watch.onReport = [&](const TrainingReport& report) { entropy = report.entropy; };
        QVERIFY(train(request, watch));
        const TrainingHistory history = readTrainingHistory(files.path("cats/history.json"));
        QVERIFY(*history.last("held_out") < double(history.column("held_out")->data()[0]) - 0.2);
        QCOMPARE(entropy.has_value(), data == "corpus" && choice.contains("causal"));
        if (entropy)
            QCOMPARE(history.training.value("task", ""), std::string("next"));
        QVERIFY(openModel(files.path("cats"))->trained);
    }
};

QTEST_GUILESS_MAIN(TestTraining)
#include "tst_training.moc"
