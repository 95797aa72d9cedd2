#include "app/session/look_history.h"

#include <QTest>

using app::Look;
using app::LookHistory;

namespace {

Look at(const char* page, int layer, int query = 3, int step = -1)
{
    return {page, {.layer = layer, .query = query, .step = step}, {}};
}

} // namespace

class TestLookHistory : public QObject
{
    Q_OBJECT
private slots:
    void backAndForwardAreAsInABrowser();
    void theSameLookTwiceIsOne();
    void aNewLookForgetsWhatWasAhead();
    void aRunOfArrowKeysIsOneLook();
    void aStepAfterAPauseIsALookOfItsOwn();
    void aClickFarAwayIsNeverMerged();
    void theStepsOfAPassAreARun();
    void aLongHistoryForgetsItsBeginning();
};

void TestLookHistory::backAndForwardAreAsInABrowser()
{
    LookHistory history;
    QVERIFY(!history.canGoBack() && !history.canGoForward());
    history.look(at("attention", 0), 0);
    QVERIFY(!history.canGoBack());
    history.look(at("residual", 0), 10'000);
    history.look(at("residual", 3), 20'000);
    QCOMPARE(history.back(), at("residual", 0));
    QCOMPARE(history.back(), at("attention", 0));
    QVERIFY(!history.canGoBack());
    QCOMPARE(history.forward(), at("residual", 0));
    QCOMPARE(history.forward(), at("residual", 3));
    QVERIFY(!history.canGoForward());
}

void TestLookHistory::theSameLookTwiceIsOne()
{
    LookHistory history;
    history.look(at("attention", 0), 0);
    history.look(at("attention", 0), 9'000);
    QVERIFY(!history.canGoBack());
}

void TestLookHistory::aNewLookForgetsWhatWasAhead()
{
    LookHistory history;
    history.look(at("attention", 0), 0);
    history.look(at("output", 0), 1'000);
    history.back();
    history.look(at("training", 0), 2'000);
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back(), at("attention", 0));
}

void TestLookHistory::aRunOfArrowKeysIsOneLook()
{
    LookHistory history;
    history.look(at("attention", 0), 0);
    for (int query = 4; query < 12; ++query)
        history.look(at("attention", 0, query), 1'000 + query * 100);
    QCOMPARE(history.back(), at("attention", 0));
    QCOMPARE(history.forward(), at("attention", 0, 11));
    QVERIFY(!history.canGoForward());
}

void TestLookHistory::aStepAfterAPauseIsALookOfItsOwn()
{
    LookHistory history;
    history.look(at("attention", 0), 0);
    history.look(at("attention", 0, 4), 1'000);
    history.look(at("attention", 0, 5), 1'500);
    QCOMPARE(history.back(), at("attention", 0, 4));
}

void TestLookHistory::aClickFarAwayIsNeverMerged()
{
    LookHistory history;
    history.look(at("attention", 0, 3), 0);
    history.look(at("attention", 0, 4), 100);
    history.look(at("attention", 0, 9), 200);
    QCOMPARE(history.back(), at("attention", 0, 4));
    QCOMPARE(history.back(), at("attention", 0, 3));
}

void TestLookHistory::theStepsOfAPassAreARun()
{
    LookHistory history;
    history.look(at("attention", 2), 0);
    history.look(at("attention", 0, 3, 0), 5'000); // the beginning of the pass
    for (int step = 1; step < 9; ++step)
        history.look(at("attention", step / 4, 3, step), 6'000 + step * 100);
    QCOMPARE(history.back(), at("attention", 0, 3, 0));
    QCOMPARE(history.back(), at("attention", 2));
}

void TestLookHistory::aLongHistoryForgetsItsBeginning()
{
    LookHistory history;
    for (int i = 0; i < 1000; ++i)
        history.look(at(i % 2 ? "attention" : "output", i), i * 1'000);
    int steps = 0;
    for (; history.canGoBack(); ++steps)
        history.back();
    QCOMPARE(steps, 199);
}

QTEST_GUILESS_MAIN(TestLookHistory)
#include "tst_look_history.moc"
