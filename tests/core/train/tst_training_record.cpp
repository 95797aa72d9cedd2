// Histories of trainings: which steps are points, how numbers are kept, and that what is written is read.

#include "core/train/training_record.h"

#include "core/files/library/training_history.h"
#include "core/train/joined_history.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;
using namespace support;

class TestTrainingRecord : public QObject
{
    Q_OBJECT
private slots:
    void longTrainingsHaveFewPoints()
    {
        for (Index step = 0; step <= 220; ++step)
            QVERIFY(isPoint(step, 220));
        for (const Index steps : {221, 1000, 4400, 100000}) {
            Index points = 0;
            for (Index step = 0; step <= steps; ++step)
                points += isPoint(step, steps);
            QVERIFY2(points > 150 && points <= 224, qPrintable(QString("%1: %2").arg(steps).arg(points)));
            QVERIFY(isPoint(0, steps) && isPoint(23, steps) && isPoint(steps, steps));
        }
        QVERIFY(isPoint(124, 4400) && !isPoint(125, 4400)); // as the histories that come with the program
    }

    void twoTrainingsHaveOneCurve()
    {
        const Json first{{"points", {{"step", {0, 1, 2}}, {"loss", {3, 2, 1}}, {"z", {7, 8, 9}}}},
            {"training", Json::object()}, {"seconds", 4}, {"unseen_ids", {1, 3, 4, 9}}};
        const Json second{{"points", {{"step", {0, 1}}, {"loss", {1, 0.5}}}}, {"training", {{"steps", 1}}}, {"seconds", 2},
            {"unseen_ids", {2, 3, 9}}};
        QVERIFY(joinedHistory(Json(), second, "x") == second);
        const Json joined = joinedHistory(first, second, "norm.placement=post");
        QVERIFY(joined.at("points").at("step") == Json({0, 1, 2, 3}));
        QVERIFY(joined.at("points").at("loss") == Json({3, 2, 1, 0.5}));
        QVERIFY(joined.at("points").at("z") == Json({7, 8, 9, nullptr}));
        QVERIFY(joined.at("seconds") == Json(6.0));
        QVERIFY(joined.at("unseen_ids") == Json({3, 9})); // what one of them saw was seen
        QCOMPARE(lastStepOf(joined), std::int64_t(3));
        const Json thrice = joinedHistory(joined, second, "mask.kind=prefix");
        QCOMPARE(thrice.at("training").at("changes").size(), std::size_t(2));
        QVERIFY(thrice.at("training").at("changes")[0] == Json({{"step", 2}, {"change", "norm.placement=post"}}));
        QCOMPARE(lastStepOf(thrice), std::int64_t(4));
    }

    void aCurveGoesOnFromTheLastStepNotFromTheLastPoint()
    {
        Json first{{"points", {{"step", {0, 20, 24}}, {"loss", {3, 2, 1}}}}, {"training", {{"made", 26}}}};
        const Json second{{"points", {{"step", {0, 1}}, {"loss", {1, 0.5}}}}, {"training", {{"made", 1}}}};
        const Json joined = joinedHistory(first, second, "");
        QVERIFY(joined.at("points").at("step") == Json({0, 20, 24, 26, 27}));
        QVERIFY(joined.at("points").at("loss") == Json({3, 2, 1, 1, 0.5}));
        QVERIFY(joined.at("training").at("changes")[0].at("step") == Json(26));
        QCOMPARE(lastStepOf(joined), std::int64_t(27));
        for (const Json& none : {Json("26"), Json(-3), Json(2), Json(1e300), Json(nullptr)}) { // of a file
            first["training"]["made"] = none;
            QCOMPARE(lastStepOf(first), std::int64_t(24));
        }
    }

    void numbersHaveFourDigits()
    {
        QVERIFY(recorded(1.23456) == Json(1.235));
        QVERIFY(recorded(123456.0) == Json(123500.0));
        QVERIFY(recorded(std::numeric_limits<double>::quiet_NaN()).is_null());
        QVERIFY(recorded(std::vector<double>{1.0, INFINITY}) == Json::array({1.0, nullptr}));
    }

    void aHistoryIsRead()
    {
        const TemporaryFolder folder;
        const TrainedWeights weights(*tinySetup(), {});
        TrainingRecord record;
        record.seen = {3, 5};
        record.seconds = 12.4;
        for (const int step : {0, 1})
            record.add({{"step", step}, {"loss", recorded(7.0 - step)}, {"held_out", nullptr},
                {"gradient_layers", recorded({1.0, 2.0})}, {"induction", Json::array({Json::array({0.5, 0.25}), nullptr})}});
        TrainingRecipe recipe = tinyRecipe();
        recipe.warmup = -1;
        const Json history = historyJson({"cats", "cats.txt"}, weights, recipe, record);
        const TrainingHistory read = readTrainingHistory(folder.write("history.json", writeJson(history)));
        QCOMPARE(read.model, std::string("cats"));
        QCOMPARE(read.parameters, std::int64_t(weights.count()));
        QCOMPARE(read.seconds, 12.0);
        QCOMPARE(read.points(), 2);
        QCOMPARE(*read.last("loss"), 6.0);
        QVERIFY(!read.last("held_out"));
        QCOMPARE(read.column("induction")->shape(), (Shape{2, 2, 2}));
        QCOMPARE(read.unseenIds.size(), std::size_t(weights.setup().config.vocabulary - 2));
        QVERIFY(read.training["batch_tokens"] == 64);
        QVERIFY(read.training["warmup"] == 1);
        QVERIFY(read.training["task"] == "text"); // not of the corpus whose entropy is drawn
        QVERIFY(read.choices.value("sizes.d_model") == 16);
        QVERIFY(read.purpose == (WordsByLanguage{{"", "cats · cats.txt"}})); // a language has its words in its file alone
    }

    void columnsComeBackOrAreRefused()
    {
        TrainingRecord record;
        record.add({{"step", 0}, {"loss", 1.5}});
        QVERIFY(TrainingRecord::of(record.columns(), "f").columns() == record.columns());
        const Json uneven{{"step", {0, 1}}, {"loss", {1.5}}};
        QVERIFY(!refusalOf([&] { TrainingRecord::of(uneven, "f"); }).problem.empty());
        QVERIFY(!refusalOf([&] { TrainingRecord::of(Json{{"step", 1}}, "f"); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestTrainingRecord)
#include "tst_training_record.moc"
