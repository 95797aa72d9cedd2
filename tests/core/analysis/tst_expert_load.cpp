#include "core/analysis/expert_load.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

Tensor tensor(const std::string& name, Index experts, const std::vector<float>& values)
{
    Tensor result(name, {"token", "expert"}, {Index(values.size()) / experts, experts});
    std::copy(values.begin(), values.end(), result.data());
    return result;
}

bool isNear(double a, double b) { return std::abs(a - b) < 1e-6; }

} // namespace

class TestExpertLoad : public QObject
{
    Q_OBJECT

private slots:
    void loadIsTheShareOfTokensThatChose();
    void whatIsDroppedWasChosenAndCounts();
    void sigmoidsCountByTheirShare();
    void anEvenRouterHasALossOfTopK();
    void oneExpertForAllHasALossOfTheirNumber();
    void zLossIsTheMeanSquareOfLogZ();
    void anEvenLoadVariesByNothing();
    void oneExpertForAllVariesMost();
    void noChoiceHasNoBalance();
    void aTraceGivesAReportForEachRouter();
    void allRoutersTogetherAreAveragedFirst();
    void differentNumbersOfExpertsHaveNoCommonLoss();
};

void TestExpertLoad::loadIsTheShareOfTokensThatChose()
{
    const Tensor gates = tensor("gates", 3, {0.6f, 0.4f, 0, 0.5f, 0, 0.5f, 0.9f, 0.1f, 0, 0.2f, 0.8f, 0});
    QCOMPARE(expertLoad(gates, nullptr), (std::vector<double>{1, 0.75, 0.25}));
}

void TestExpertLoad::whatIsDroppedWasChosenAndCounts()
{
    const Tensor gates = tensor("gates", 2, {1, 0, 0, 0, 0, 1, 1, 0}), dropped = tensor("dropped", 2, {0, 0, 1, 0, 0, 0, 0, 0});
    QCOMPARE(expertLoad(gates, &dropped), (std::vector<double>{0.75, 0.25}));
    QCOMPARE(droppedShare(gates, dropped), 0.25);
    QCOMPARE(droppedShare(gates, tensor("dropped", 2, {0, 0, 0, 0, 0, 0, 0, 0})), 0.0);
}

void TestExpertLoad::sigmoidsCountByTheirShare()
{
    const std::vector<double> mean = expertProbability(tensor("probs", 2, {0.25f, 0.75f, 0.25f, 0.25f}));
    QVERIFY(isNear(mean[0], 0.375) && isNear(mean[1], 0.625));
}

void TestExpertLoad::anEvenRouterHasALossOfTopK()
{
    const std::vector<double> load{0.5, 0.5, 0.5, 0.5}, probability{0.25, 0.25, 0.25, 0.25}; // top 2 of 4
    QCOMPARE(loadBalancingLoss(load, probability), 2.0);
}

void TestExpertLoad::oneExpertForAllHasALossOfTheirNumber()
{
    const std::vector<double> load{0, 1, 0}, probability{0, 1, 0};
    QCOMPARE(loadBalancingLoss(load, probability), 3.0);
}

void TestExpertLoad::zLossIsTheMeanSquareOfLogZ()
{
    const double a = std::log(std::exp(1.0) + std::exp(2.0)), b = 90 + std::log(2.0);
    QVERIFY(std::abs(routerZLoss(tensor("logits", 2, {1, 2, 90, 90})) - (a * a + b * b) / 2) < 1e-3);
    QCOMPARE(routerZLoss(tensor("logits", 1, {3})), 9.0);
}

void TestExpertLoad::anEvenLoadVariesByNothing()
{
    const LoadBalance even = balanceOf(std::vector<double>{3, 3, 3, 3});
    QCOMPARE(even.variation, 0.0);
    QVERIFY(isNear(even.entropy, std::log(4.0)) && isNear(even.evenEntropy, std::log(4.0)));
    QCOMPARE(even.largestOverFair, 1.0);
    QCOMPARE(even.minOverFair, 1.0);
    // Of 1, 2, 3: mean 2, deviation √(2/3).
    const LoadBalance uneven = balanceOf(std::vector<double>{1, 2, 3});
    QVERIFY(isNear(uneven.variation, std::sqrt(2.0 / 3.0) / 2.0));
    QVERIFY(isNear(uneven.entropy, -(std::log(1.0 / 6) / 6 + std::log(1.0 / 3) / 3 + std::log(0.5) / 2)));
    QCOMPARE(uneven.largestOverFair, 1.5);
    QCOMPARE(uneven.minOverFair, 0.5);
}

void TestExpertLoad::oneExpertForAllVariesMost()
{
    const LoadBalance balance = balanceOf(std::vector<double>{0, 8, 0, 0});
    QVERIFY(isNear(balance.variation, std::sqrt(3.0)));
    QCOMPARE(balance.entropy, 0.0);
    QCOMPARE(balance.largestOverFair, 4.0);
    QCOMPARE(balance.minOverFair, 0.0);
}

void TestExpertLoad::noChoiceHasNoBalance()
{
    QVERIFY(std::isnan(balanceOf(std::vector<double>{0, 0}).variation));
    QVERIFY(std::isnan(balanceOf(std::vector<double>{}).entropy));
}

void TestExpertLoad::aTraceGivesAReportForEachRouter()
{
    Trace trace;
    const auto add = [&](const std::string& name, const std::vector<float>& values) {
        trace.add({tensor(name, 2, values), {}, false});
    };
    add("encoder.blocks.0.mlp.router_probs", {0.5f, 0.5f});
    add("encoder.blocks.0.mlp.gates", {0.5f, 0});
    add("blocks.3.mlp.router_logits", {0, 0, 0, 0});
    add("blocks.3.mlp.router_probs", {0.5f, 0.5f, 0.5f, 0.5f});
    add("blocks.3.mlp.dropped", {0, 0, 1, 0});
    add("blocks.3.mlp.gates", {1, 0, 0, 0});
    add("blocks.4.mlp.gates", {1, 0, 0, 1}); // without probabilities
    const std::vector<RouterReport> reports = routerReports(trace);
    QCOMPARE(reports.size(), std::size_t(2));
    QCOMPARE(reports[0].scope, std::string("encoder.blocks.0.mlp"));
    QVERIFY(std::isnan(reports[0].zLoss));
    QCOMPARE(reports[0].droppedShare, 0.0);
    QCOMPARE(reports[1].scope, std::string("blocks.3.mlp"));
    QCOMPARE(reports[1].tokens, Index(2));
    QCOMPARE(reports[1].load, (std::vector<double>{1, 0}));
    QCOMPARE(reports[1].probability, (std::vector<double>{0.5, 0.5}));
    QCOMPARE(reports[1].balanceLoss, 1.0);
    QVERIFY(isNear(reports[1].zLoss, std::log(2.0) * std::log(2.0)));
    QCOMPARE(reports[1].droppedShare, 0.5);
    QVERIFY(routerReports(Trace()).empty());
}

void TestExpertLoad::allRoutersTogetherAreAveragedFirst()
{
    // Each router sends all to one expert, but not to the same: together they are even.
    RouterReport first, second;
    first.tokens = second.tokens = 5;
    first.load = first.probability = {1, 0};
    second.load = second.probability = {0, 1};
    QCOMPARE(loadBalancingLoss(std::vector{first, second}), 1.0);
    QCOMPARE(loadBalancingLoss(std::vector{first, first}), 2.0);
}

void TestExpertLoad::differentNumbersOfExpertsHaveNoCommonLoss()
{
    RouterReport first, second;
    first.tokens = second.tokens = 1;
    first.load = first.probability = {1, 0};
    second.load = second.probability = {0, 1, 0};
    QVERIFY(std::isnan(loadBalancingLoss(std::vector{first, second})));
    QVERIFY(std::isnan(loadBalancingLoss(std::vector<RouterReport>{})));
}

QTEST_GUILESS_MAIN(TestExpertLoad)
#include "tst_expert_load.moc"
