#include "core/analysis/answer_parts.h"

#include "core/analysis/logit_lens.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestAnswerParts : public QObject
{
    Q_OBJECT

private slots:
    void theAnswerIsTheMostProbableToken();
    void withoutLogitsItIsReadOutOfTheStream();
    void partsAreThoseOfTheAnswer();
    void whatIsNoSumHasNone();
    void lensTokensAreThoseOfTheLogits();
};

void TestAnswerParts::theAnswerIsTheMostProbableToken()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText());
    const Tensor& logits = trace->at("logits");
    const auto best = topK({logits.row(3), std::size_t(logits.columns())}, 1);
    QCOMPARE(answerAt(*setup, *trace, 3)->id, best.front().id);
    QVERIFY(!answerAt(*support::smallSetup(support::choices("output.head=none")), *trace, 3));
}

void TestAnswerParts::withoutLogitsItIsReadOutOfTheStream()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto all = support::run(*setup, support::smallText());
    const auto stream = support::run(*setup, support::smallText(), {.patterns = {"blocks.*.resid_*"}});
    QCOMPARE(answerAt(*setup, *stream, 2)->id, answerAt(*setup, *all, 2)->id);
    const auto nothing = support::run(*setup, support::smallText(), {.patterns = {"embed"}});
    QVERIFY(!answerAt(*setup, *nothing, 2));
    QVERIFY(answerAt(*setup, *nothing, 6)); // the last logits are kept
}

void TestAnswerParts::partsAreThoseOfTheAnswer()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.placement=pre output.head=linear"));
    const auto trace = support::run(*setup, support::smallText());
    const TokenId token = answerAt(*setup, *trace, 4)->id;
    const std::optional<Attribution> parts = answerParts(*setup, *trace, 4);
    QVERIFY(parts);
    QCOMPARE(parts->logit, attribution(*setup, *trace, 4, token).logit);
    const std::optional<HeadParts> heads = answerHeadParts(*setup, *trace, 1, 4);
    QVERIFY(heads);
    QCOMPARE(heads->heads, headParts(*setup, *trace, 1, 4, token).heads);
    QCOMPARE(heads->heads.size(), std::size_t(6));
}

void TestAnswerParts::whatIsNoSumHasNone()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.placement=post"));
    const auto trace = support::run(*setup, support::smallText());
    QVERIFY(!answerParts(*setup, *trace, 4));
    QVERIFY(!answerHeadParts(*setup, *trace, 1, 4));
}

void TestAnswerParts::lensTokensAreThoseOfTheLogits()
{
    const SetupPtr setup = support::smallSetup(support::smallChoices());
    const auto trace = support::run(*setup, support::smallText());
    const std::vector<LensPlace> places{{1, 2}, {0, 2}, {-1, 5}};
    const std::vector<LensTokens> read = lensTokens(*setup, *trace, places, 3);
    const Tensor logits = lensLogits(*setup, *trace, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        QCOMPARE(read[i].size(), std::size_t(3));
        QCOMPARE(read[i].front().id, topK({logits.row(Index(i)), std::size_t(logits.columns())}, 1).front().id);
    }
    const auto part = support::run(*setup, support::smallText(), {.patterns = {"blocks.0.resid_post"}});
    const std::vector<LensTokens> some = lensTokens(*setup, *part, places, 3);
    QVERIFY(some[0].empty() && !some[1].empty() && some[2].empty());
}

QTEST_GUILESS_MAIN(TestAnswerParts)
#include "tst_answer_parts.moc"
