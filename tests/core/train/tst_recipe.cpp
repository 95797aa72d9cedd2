// Recipes as JSON and back, what they refuse, and the rate of each step against its formula.

#include "core/train/recipe.h"

#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

bool isNear(double a, double b) { return std::abs(a - b) < 1e-12; }

} // namespace

class TestRecipe : public QObject
{
    Q_OBJECT
private slots:
    void everyKeyComesBack()
    {
        TrainingRecipe recipe;
        recipe.seed = 7;
        recipe.steps = 11;
        recipe.rows = 3;
        recipe.length = 5;
        recipe.passes = 2;
        recipe.optimizer = OptimizerKind::Sgd;
        recipe.schedule = RateSchedule::Constant;
        recipe.rate = 0.1;
        recipe.floor = 0.2;
        recipe.warmup = 4;
        recipe.beta1 = 0.8;
        recipe.momentum = 0.7;
        recipe.noDecay = {"*.o.weight"};
        recipe.zLoss = 1e-4;
        recipe.balance = 0.01;
        recipe.dropout = 0.1;
        recipe.attentionDropout = 0.2;
        recipe.curriculum.halvings = 3;
        recipe.snapshots = {0, 9};
        recipe.purpose = {{"", "to try"}, {"zh", "试"}};
        QVERIFY(readRecipe(recipeJson(recipe), "r.json") == recipe);
        QVERIFY(!(recipe == TrainingRecipe()));
        recipe.steps = 12; // what is not named stays
        QVERIFY(readRecipe({{"steps", 11}}, "r.json", recipe).momentum == 0.7);
    }

    void whatIsWrongIsRefused_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("where");
        QTest::newRow("negative rate") << R"({"lr": -1e-3})" << "lr";
        QTest::newRow("text") << R"({"lr": "fast"})" << "lr";
        QTest::newRow("no steps") << R"({"steps": 0})" << "steps";
        QTest::newRow("all dropped") << R"({"dropout": 1})" << "dropout";
        QTest::newRow("all of attention dropped") << R"({"attention_dropout": 1})" << "attention_dropout";
        QTest::newRow("a beta of 1") << R"({"beta2": 1})" << "beta2";
        QTest::newRow("unknown key") << R"({"learning": 1})" << "learning";
        QTest::newRow("unknown word") << R"({"optimizer": "lion"})" << "optimizer";
        QTest::newRow("no object") << "[1]" << "";
    }

    void whatIsWrongIsRefused()
    {
        QFETCH(QString, json);
        QFETCH(QString, where);
        const Json document = parseJson(json.toStdString(), "r.json");
        const Error::Parts parts = refusalOf([&] { readRecipe(document, "r.json"); });
        QVERIFY(!parts.problem.empty());
        QVERIFY(parts.kind == ErrorKind::BadInput);
        QCOMPARE(parts.file, std::string("r.json"));
        QCOMPARE(parts.where, where.toStdString());
    }

    void noNumberIsNoRate()
    {
        TrainingRecipe recipe;
        recipe.rate = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(refusalOf([&] { checkRecipe(recipe); }).found, std::string("nan"));
        recipe.rate = std::numeric_limits<double>::infinity();
        QCOMPARE(refusalOf([&] { checkRecipe(recipe); }).where, std::string("lr"));
    }

    void aCosineFallsToItsFloor()
    {
        TrainingRecipe recipe;
        recipe.steps = 100;
        recipe.rate = 2.0;
        recipe.floor = 0.1;
        recipe.warmup = 0;
        QVERIFY(isNear(learningRate(recipe, 0), 2.0));
        QVERIFY(isNear(learningRate(recipe, 50), 2.0 * 0.55));
        QVERIFY(isNear(learningRate(recipe, 100), 0.2));
        recipe.warmup = 4;
        QVERIFY(isNear(learningRate(recipe, 0), 0.5));
        QVERIFY(learningRate(recipe, 4) > learningRate(recipe, 2));
    }

    void aConstantRateStaysAfterTheWarmUp()
    {
        TrainingRecipe recipe;
        recipe.schedule = RateSchedule::Constant;
        recipe.rate = 3.0;
        recipe.warmup = 3;
        const std::vector<double> rates{1.0, 2.0, 3.0, 3.0};
        for (std::size_t step = 0; step < rates.size(); ++step)
            QVERIFY(isNear(learningRate(recipe, Index(step)), rates[step]));
    }

    void aPassTakesRowsThatFit()
    {
        TrainingRecipe recipe;
        recipe.rows = 16;
        recipe.length = 64;
        QCOMPARE(recipe.rowsPerPass(256), 4);
        recipe.length = 4096;
        QCOMPARE(recipe.rowsPerPass(256), 1);
        recipe.length = 1;
        QCOMPARE(recipe.rowsPerPass(256), 16);
        recipe.passes = 5;
        QCOMPARE(recipe.rowsPerPass(256), 4);
        recipe.steps = 50;
        QCOMPARE(recipe.warmupSteps(), 5);
        recipe.steps = 5000;
        QCOMPARE(recipe.warmupSteps(), 100);
    }
};

QTEST_GUILESS_MAIN(TestRecipe)
#include "tst_recipe.moc"
