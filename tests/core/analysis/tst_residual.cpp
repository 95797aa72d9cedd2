#include "core/analysis/residual.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

void add(Trace& trace, const std::string& name, const std::vector<float>& values)
{
    Tensor tensor(name, {"token", "d_model"}, {Index(values.size()) / 2, 2});
    std::copy(values.begin(), values.end(), tensor.data());
    trace.add({tensor, {}, false});
}

} // namespace

class TestResidual : public QObject
{
    Q_OBJECT

private slots:
    void normsAreThoseOfEachPosition();
    void whatTwoLayersShareIsListedOnce();
    void traceWithoutAStreamGivesNothing();
    void normsAreComparedWithWhatGoesIn();
    void postNormsReadTheSum();
};

void TestResidual::normsAreThoseOfEachPosition()
{
    Trace trace;
    add(trace, "blocks.0.resid_pre", {3, 4, 0, 1});
    const std::vector<StreamPoint> points = streamNorms(trace);
    QCOMPARE(points.size(), std::size_t(1));
    QCOMPARE(points[0].norms, (std::vector<double>{5, 1}));
}

void TestResidual::whatTwoLayersShareIsListedOnce()
{
    Trace trace;
    for (const char* name : {"blocks.0.resid_pre", "blocks.0.resid_mid", "blocks.0.resid_post", "blocks.1.resid_pre",
             "blocks.1.resid_post", "blocks.3.resid_pre"})
        add(trace, name, {1, 0});
    std::vector<std::string> names;
    for (const StreamPoint& point : streamNorms(trace))
        names.push_back(point.name);
    QCOMPARE(names,
        (std::vector<std::string>{
            "blocks.0.resid_pre", "blocks.0.resid_mid", "blocks.0.resid_post", "blocks.1.resid_post", "blocks.3.resid_pre"}));
}

void TestResidual::traceWithoutAStreamGivesNothing()
{
    QVERIFY(streamNorms(Trace()).empty());
    QVERIFY(normEffects(Trace()).empty());
}

void TestResidual::normsAreComparedWithWhatGoesIn()
{
    Trace trace;
    add(trace, "blocks.0.resid_pre", {4, 8});
    add(trace, "blocks.0.ln1.out", {-1, 1});
    add(trace, "blocks.0.attn.out", {0, 0}); // not a norm
    add(trace, "blocks.0.ln2.out", {1, 1});
    add(trace, "blocks.0.resid_post", {10, 10});
    add(trace, "ln_final.out", {2, 4});
    const std::vector<NormEffect> effects = normEffects(trace);
    QCOMPARE(effects.size(), std::size_t(3));
    QCOMPARE(effects[0].input, std::string("blocks.0.resid_pre"));
    QCOMPARE(effects[0].meanBefore, 6.0);
    QCOMPARE(effects[0].deviationBefore, 2.0);
    QCOMPARE(effects[0].deviationAfter, 1.0);
    QCOMPARE(effects[1].input, std::string("blocks.0.resid_pre")); // no resid_mid: a parallel block
    QCOMPARE(effects[2].input, std::string("blocks.0.resid_post"));
    QCOMPARE(effects[2].meanAfter, 3.0);
}

void TestResidual::postNormsReadTheSum()
{
    Trace trace;
    add(trace, "blocks.0.resid_pre", {1, 1});
    add(trace, "blocks.0.resid_mid_sum", {5, 7});
    add(trace, "blocks.0.ln1.out", {0, 0});
    add(trace, "blocks.1.ln1.out", {0, 0}); // nothing that goes in was recorded
    QCOMPARE(normEffects(trace)[0].meanBefore, 6.0);
    QVERIFY(std::isnan(normEffects(trace)[1].meanBefore));
}

QTEST_GUILESS_MAIN(TestResidual)
#include "tst_residual.moc"
