#include "core/analysis/head_table.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;

class TestHeadTable : public QObject
{
    Q_OBJECT

private slots:
    void everyHeadHasTheScoresOfItsPattern();
    void headsThatWereLeftOutKeepTheirNumbers();
    void oneHeadAloneHasTheSameScores();
    void anEqualRunHasNotChanged();
    void theMostChangedHeadIsFirst();
    void layersOfOtherHeadsAreLeftOut();
    void aStopEndsIt();
};

void TestHeadTable::everyHeadHasTheScoresOfItsPattern()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText());
    const std::vector<ScoredHead> heads = scoredHeads(*trace);
    QCOMPARE(heads.size(), std::size_t(2 * 6));
    QCOMPARE(heads[7].layer, 1);
    QCOMPARE(heads[7].head, 1);
    const HeadScores expected = attentionScores(trace->at("blocks.1.attn.pattern"), trace->ids)[1];
    QCOMPARE(heads[7].scores.entropy, expected.entropy);
    QCOMPARE(heads[7].scores.firstToken, expected.firstToken);
    QCOMPARE(headsOfLayer(setup.get(), *trace, 1), 6);
    QCOMPARE(headsOfLayer(nullptr, *trace, 1), 6);
    QCOMPARE(headsOfLayer(nullptr, *trace, 2), 0);
}

void TestHeadTable::headsThatWereLeftOutKeepTheirNumbers()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto some = support::run(*setup, support::smallText(), {.patterns = {"blocks.1.attn.pattern[2,4]"}});
    const auto all = support::run(*setup, support::smallText());
    const std::vector<ScoredHead> heads = scoredHeads(*some);
    QCOMPARE(heads.size(), std::size_t(2));
    QCOMPARE(heads[1].layer, 1);
    QCOMPARE(heads[1].head, 4);
    QCOMPARE(heads[1].scores.entropy, scoredHeads(*all)[6 + 4].scores.entropy);
    QCOMPARE(changedHeads({*some, setup.get()}, {*all, setup.get()}).size(), std::size_t(2));
}

void TestHeadTable::oneHeadAloneHasTheSameScores()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText(), {.patterns = {"blocks.*.attn.pattern[1,3]"}});
    for (const ScoredHead& head : scoredHeads(*trace)) {
        const std::optional<HeadScores> alone = scoresOfHead(*trace, head.layer, head.head);
        QVERIFY(alone);
        QCOMPARE(alone->entropy, head.scores.entropy);
        QCOMPARE(alone->distance, head.scores.distance);
        QCOMPARE(alone->induction, head.scores.induction);
    }
    QVERIFY(!scoresOfHead(*trace, 0, 2));
    QVERIFY(!scoresOfHead(*trace, 5, 1));
}

void TestHeadTable::anEqualRunHasNotChanged()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText()), same = support::run(*setup, support::smallText());
    const std::vector<ChangedHead> changed = changedHeads({*trace, setup.get()}, {*same, setup.get()});
    QCOMPARE(changed.size(), std::size_t(12));
    QCOMPARE(changed.front().divergence, 0.0);
}

void TestHeadTable::theMostChangedHeadIsFirst()
{
    const SetupPtr a = support::smallSetup(support::smallChoices()),
                   b = support::smallSetup(support::choices("position.kind=alibi"));
    const auto before = support::run(*a, support::smallText()), after = support::run(*b, support::smallText());
    const std::vector<ChangedHead> changed = changedHeads({*before, a.get()}, {*after, b.get()});
    QCOMPARE(changed.size(), std::size_t(12));
    QVERIFY(changed.front().divergence > changed.back().divergence);
    for (std::size_t i = 1; i < changed.size(); ++i)
        QVERIFY(changed[i - 1].divergence >= changed[i].divergence);
}

void TestHeadTable::layersOfOtherHeadsAreLeftOut()
{
    const SetupPtr a = support::smallSetup(support::smallChoices()), b = support::smallSetup(support::choices("sizes.heads=3"));
    const auto six = support::run(*a, support::smallText()), three = support::run(*b, support::smallText());
    QVERIFY(changedHeads({*six, a.get()}, {*three, b.get()}).empty());
    QVERIFY(changedHeads({*six}, {*three}).empty());
}

void TestHeadTable::aStopEndsIt()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText());
    std::stop_source source;
    source.request_stop();
    QVERIFY_THROWS_EXCEPTION(Stopped, scoredHeads(*trace, {source.get_token(), {}}));
    QVERIFY_THROWS_EXCEPTION(Stopped, changedHeads({*trace, setup.get()}, {*trace, setup.get()}, {source.get_token(), {}}));
}

QTEST_GUILESS_MAIN(TestHeadTable)
#include "tst_head_table.moc"
