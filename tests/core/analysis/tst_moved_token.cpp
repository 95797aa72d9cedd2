#include "core/analysis/moved_token.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

const OrderOfKind* kindOf(const OrderExperiment& experiment, const char* id)
{
    const auto found
        = std::find_if(experiment.kinds.begin(), experiment.kinds.end(), [&](const OrderOfKind& kind) { return kind.id == id; });
    return found == experiment.kinds.end() ? nullptr : &*found;
}

OrderExperiment experimentOn(const char* choices, const TokenMove& move, const RunControl& control = {})
{
    const SetupPtr setup = support::smallSetup(support::choices(choices));
    return orderExperiment(*setup, *support::run(*setup, support::smallText()), move, control);
}

} // namespace

class TestMovedToken : public QObject
{
    Q_OBJECT

private slots:
    void withoutPositionsTheOrderSaysNothing();
    void theModelsOwnKindIsAmongThem();
    void aKindHasTheNumbersOfTheModel();
    void whatDoesNotGoTogetherIsLeftOut();
    void oneTokenCannotBeMoved();
    void aStopEndsIt();
};

void TestMovedToken::withoutPositionsTheOrderSaysNothing()
{
    const OrderExperiment experiment = experimentOn("position.kind=learned", {1, 6, 1});
    QCOMPARE(experiment.order, (std::vector<Index>{0, 2, 3, 4, 5, 6, 1}));
    QCOMPARE(experiment.ofLayers, 2);
    QVERIFY(kindOf(experiment, "none") && kindOf(experiment, "alibi") && kindOf(experiment, "none_masked"));
    QVERIFY(kindOf(experiment, "none")->largest < 1e-5);
    QVERIFY(kindOf(experiment, "alibi")->largest > 1e-3);
    QVERIFY(kindOf(experiment, "none_masked")->largest > 1e-3); // a causal mask tells the order
    for (const OrderOfKind& kind : experiment.kinds) {
        QCOMPARE(kind.change.size(), std::size_t(7));
        QVERIFY(kind.before->find("blocks.1.attn.pattern") && kind.after->find("blocks.1.attn.pattern"));
    }
    QVERIFY(experiment.bytes() > 0);
}

void TestMovedToken::theModelsOwnKindIsAmongThem()
{
    QVERIFY(kindOf(experimentOn("position.kind=learned", {0, 3, 0}), "learned"));
    QVERIFY(!kindOf(experimentOn("position.kind=rope", {0, 3, 0}), "learned"));
}

void TestMovedToken::aKindHasTheNumbersOfTheModel()
{
    const OrderExperiment own = experimentOn("position.kind=rope rope.base=30", {0, 3, 0}),
                          other = experimentOn("position.kind=none rope.base=30", {0, 3, 0}),
                          plain = experimentOn("position.kind=none", {0, 3, 0});
    QCOMPARE(kindOf(other, "rope")->change, kindOf(own, "rope")->change);
    QVERIFY(kindOf(other, "rope")->change != kindOf(plain, "rope")->change);
}

void TestMovedToken::whatDoesNotGoTogetherIsLeftOut()
{
    const OrderExperiment experiment = experimentOn(
        "attention.kind=latent position.kind=rope latent.kv_rank=7 latent.d_rope=4 latent.d_nope=3 latent.d_value=9", {1, 2, 0});
    QVERIFY(!kindOf(experiment, "alibi"));
    QVERIFY(kindOf(experiment, "none"));
}

void TestMovedToken::oneTokenCannotBeMoved()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    QVERIFY(orderExperiment(*setup, *support::run(*setup, {3}), {0, 0, 0}).kinds.empty());
}

void TestMovedToken::aStopEndsIt()
{
    std::stop_source source;
    source.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, experimentOn("position.kind=learned", {1, 2, 0}, {source.get_token(), {}}));
}

QTEST_GUILESS_MAIN(TestMovedToken)
#include "tst_moved_token.moc"
