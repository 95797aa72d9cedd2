#include "core/analysis/sinusoid_terms.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestSinusoidTerms : public QObject
{
    Q_OBJECT

private slots:
    void theFourAddUpToTheScore();
    void theyAreThoseThatARunWithSinusoidsRecords();
    void withLatentAttentionThereAreNone();
};

void TestSinusoidTerms::theFourAddUpToTheScore()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=rope"));
    const TracePtr terms = sinusoidTerms(*setup, *support::run(*setup, support::smallText()));
    QVERIFY(terms && hasSinusoidTerms(*terms));
    const Tensor& score = terms->at(blockName(0, sinusoidTermNames[4]));
    for (Index i = 0; i < score.size(); ++i) {
        double sum = 0;
        for (std::size_t term = 0; term < 4; ++term)
            sum += double(terms->at(blockName(0, sinusoidTermNames[term])).data()[i]);
        if (std::isfinite(score.data()[i]))
            QVERIFY(std::abs(sum - double(score.data()[i])) < 1e-3 * (1 + std::abs(sum)));
    }
}

void TestSinusoidTerms::theyAreThoseThatARunWithSinusoidsRecords()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=sinusoidal"));
    const auto plain = support::run(*setup, support::smallText());
    const auto own = support::run(*setup, support::smallText(), {.patterns = {"blocks.0.attn.scores_*"}});
    QVERIFY(!hasSinusoidTerms(*plain)); // they are recorded on request
    QVERIFY(hasSinusoidTerms(*own));
    const TracePtr terms = sinusoidTerms(*setup, *plain);
    for (const char* name : sinusoidTermNames)
        QVERIFY(support::relativeDifference(terms->at(blockName(0, name)).values(), own->at(blockName(0, name)).values()) < 1e-6);
}

void TestSinusoidTerms::withLatentAttentionThereAreNone()
{
    const SetupPtr setup = support::smallSetup(support::choices(
        "attention.kind=latent position.kind=rope latent.kv_rank=7 latent.d_rope=4 latent.d_nope=3 latent.d_value=9"));
    QVERIFY(!sinusoidTerms(*setup, *support::run(*setup, support::smallText())));
}

QTEST_GUILESS_MAIN(TestSinusoidTerms)
#include "tst_sinusoid_terms.moc"
