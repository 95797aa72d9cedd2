#include "core/analysis/attention_scores.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

Tensor patternOf(Index heads, Index queries, Index keys)
{
    Tensor pattern("pattern", {"head", "query", "key"}, {heads, queries, keys});
    std::fill_n(pattern.data(), pattern.size(), 0.f);
    return pattern;
}

void set(Tensor& pattern, Index head, Index query, Index key, float weight)
{
    pattern.data()[(head * pattern.dim(1) + query) * pattern.dim(2) + key] = weight;
}

} // namespace

class TestAttentionScores : public QObject
{
    Q_OBJECT

private slots:
    void evenAttentionHasTheEntropyOfItsLength();
    void aPreviousTokenHeadScoresOne();
    void aSinkHeadScoresOne();
    void anInductionHeadScoresOne();
    void cachedQueriesStandAtTheEnd();
    void distanceIsTheMeanOverQueries();
    void rowsThatSeeNothingCountAsZero();
    void onlyRepeatedTokensCanBeInduced();
};

void TestAttentionScores::onlyRepeatedTokensCanBeInduced()
{
    QVERIFY(hasRepeats(std::vector<TokenId>{3, 1, 3}));
    QVERIFY(!hasRepeats(std::vector<TokenId>{3, 1, 2}));
    QVERIFY(!hasRepeats({}));
}

void TestAttentionScores::evenAttentionHasTheEntropyOfItsLength()
{
    Tensor pattern = patternOf(2, 3, 3);
    for (Index query = 0; query < 3; ++query)
        for (Index key = 0; key <= query; ++key)
            set(pattern, 1, query, key, 1.f / float(query + 1));
    const std::vector<HeadScores> scores = attentionScores(pattern, {});
    QVERIFY(std::abs(scores[1].entropy - (std::log(2.0) + std::log(3.0)) / 3) < 1e-6);
    QCOMPARE(scores[0].entropy, 0.0);
}

void TestAttentionScores::aPreviousTokenHeadScoresOne()
{
    Tensor pattern = patternOf(1, 4, 4);
    set(pattern, 0, 0, 0, 1);
    for (Index query = 1; query < 4; ++query)
        set(pattern, 0, query, query - 1, 1);
    const HeadScores score = attentionScores(pattern, {}).front();
    QCOMPARE(score.previousToken, 1.0);
    QVERIFY(std::abs(score.firstToken - 1.0 / 3) < 1e-12); // of query 1 only
    QCOMPARE(score.distance, 0.75);
}

void TestAttentionScores::aSinkHeadScoresOne()
{
    Tensor pattern = patternOf(1, 4, 4);
    for (Index query = 0; query < 4; ++query)
        set(pattern, 0, query, 0, 1);
    QCOMPARE(attentionScores(pattern, {}).front().firstToken, 1.0);
}

void TestAttentionScores::anInductionHeadScoresOne()
{
    const std::vector<TokenId> ids = {7, 8, 9, 7, 8}; // the second 7 looks at the first 8, the second 8 at the 9
    Tensor pattern = patternOf(1, 5, 5);
    set(pattern, 0, 3, 1, 1);
    set(pattern, 0, 4, 2, 0.5f);
    QCOMPARE(attentionScores(pattern, ids).front().induction, 0.75);
    QCOMPARE(attentionScores(pattern, std::vector<TokenId>{1, 2, 3, 4, 5}).front().induction, 0.0);
    QCOMPARE(attentionScores(pattern, std::vector<TokenId>{7, 7}).front().induction, 0.0); // ids of another text
}

void TestAttentionScores::cachedQueriesStandAtTheEnd()
{
    Tensor pattern = patternOf(1, 1, 5);
    set(pattern, 0, 0, 3, 1);
    const HeadScores score = attentionScores(pattern, {}).front();
    QCOMPARE(score.previousToken, 1.0);
    QCOMPARE(score.distance, 1.0);
}

void TestAttentionScores::distanceIsTheMeanOverQueries()
{
    Tensor pattern = patternOf(1, 2, 4); // queries 2 and 3
    set(pattern, 0, 0, 0, 0.5f);
    set(pattern, 0, 0, 2, 0.5f);
    set(pattern, 0, 1, 0, 1);
    QCOMPARE(attentionScores(pattern, {}).front().distance, (0.5 * 2 + 3) / 2);
}

void TestAttentionScores::rowsThatSeeNothingCountAsZero()
{
    const HeadScores score = attentionScores(patternOf(1, 3, 3), {}).front();
    QCOMPARE(score.entropy, 0.0);
    QCOMPARE(score.distance, 0.0);
}

QTEST_GUILESS_MAIN(TestAttentionScores)
#include "tst_attention_scores.moc"
