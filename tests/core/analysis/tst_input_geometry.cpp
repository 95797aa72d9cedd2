#include "core/analysis/input_geometry.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestInputGeometry : public QObject
{
    Q_OBJECT

private slots:
    void cosinesAreOfTheEmbeddingsAndOfWhatEnters();
    void withoutAnythingAddedThereIsOneMap();
    void thePlaneHasTwoRowsATokenWhereSomethingIsAdded();
    void aLongTextIsCut();
    void aTraceWithoutEmbeddingsHasNone();
};

void TestInputGeometry::cosinesAreOfTheEmbeddingsAndOfWhatEnters()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=learned"));
    const auto trace = support::run(*setup, support::smallText());
    const InputCosines cosines = inputCosines(*trace);
    QCOMPARE(cosines.before.rows(), Index(7));
    QCOMPARE(cosines.after.cols(), Index(7));
    const Tensor& enters = trace->at("blocks.0.resid_pre");
    double product = 0, a = 0, b = 0;
    for (Index i = 0; i < enters.columns(); ++i) {
        product += double(enters.row(2)[i]) * double(enters.row(5)[i]);
        a += double(enters.row(2)[i]) * double(enters.row(2)[i]);
        b += double(enters.row(5)[i]) * double(enters.row(5)[i]);
    }
    QVERIFY(std::abs(double(cosines.after(2, 5)) - product / std::sqrt(a * b)) < 1e-6);
    QVERIFY(std::abs(cosines.before(2, 5) - cosines.after(2, 5)) > 1e-4F);
}

void TestInputGeometry::withoutAnythingAddedThereIsOneMap()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=none"));
    const auto trace = support::run(*setup, support::smallText());
    QCOMPARE(inputCosines(*trace).after.size(), Index(0));
    const InputPlane plane = inputPlane(*trace);
    QVERIFY(!plane.isMoved);
    QCOMPARE(plane.plane.points.rows(), Index(7));
}

void TestInputGeometry::thePlaneHasTwoRowsATokenWhereSomethingIsAdded()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=learned"));
    const InputPlane plane = inputPlane(*support::run(*setup, support::smallText()));
    QVERIFY(plane.isMoved);
    QCOMPARE(plane.tokens, 7);
    QCOMPARE(plane.plane.points.rows(), Index(14));
}

void TestInputGeometry::aLongTextIsCut()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=none"));
    std::vector<TokenId> ids;
    for (int i = 0; i < 140; ++i)
        ids.push_back(TokenId(i % 13));
    const InputPlane plane = inputPlane(*support::run(*setup, ids));
    QCOMPARE(plane.tokens, 128);
    QCOMPARE(plane.plane.points.rows(), Index(128));
}

void TestInputGeometry::aTraceWithoutEmbeddingsHasNone()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText(), {.patterns = {"blocks.1.resid_post"}});
    QCOMPARE(inputCosines(*trace).before.size(), Index(0));
    QVERIFY(inputPlane(*trace).plane.isEmpty());
}

QTEST_GUILESS_MAIN(TestInputGeometry)
#include "tst_input_geometry.moc"
