#include "core/base/error.h"
#include "core/run/kv_cache.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <set>

using namespace core;
using namespace support;

namespace {

/// Largest difference of what the new tokens compute, in steps of these sizes, from one pass over all; every tensor that has
/// a row for each token or query.
double stepsAgainstWhole(const Setup& setup, const std::vector<Index>& steps)
{
    const std::vector<TokenId> ids = smallText();
    const std::shared_ptr<Trace> whole = run(setup, ids);
    KvCache cache(setup.config, Index(ids.size()));
    double worst = 0;
    Index past = 0;
    for (const Index step : steps) {
        const std::vector<TokenId> part(ids.begin() + past, ids.begin() + past + step);
        const std::shared_ptr<Trace> trace = run(setup, part, {}, &cache);
        for (const TraceEntry& entry : trace->entries()) {
            const Tensor& now = entry.tensor;
            const Tensor& all = whole->at(entry.name());
            const bool byHead = now.axes()[0] == axis::head; // [head, query, key], else [token, …]
            const Index width = byHead ? now.columns() : now.size() / step;
            for (Index head = 0; head < (byHead ? now.dim(0) : 1); ++head)
                for (Index t = 0; t < step; ++t) {
                    const float* a = now.data() + (head * step + t) * width;
                    const float* b
                        = all.data() + (byHead ? (head * Index(ids.size()) + past + t) * all.columns() : (past + t) * width);
                    worst = std::max(worst, relativeDifference({a, std::size_t(width)}, {b, std::size_t(width)}));
                }
        }
        past += step;
    }
    return cache.tokens() == Index(ids.size()) ? worst : 1e9;
}

} // namespace

class TestKvCache : public QObject
{
    Q_OBJECT

private slots:
    void cachedStepsEqualTheWholePass_data();
    void cachedStepsEqualTheWholePass();
    void everyCombinationOfAttentionIsCachedRight();
    void truncatingGoesBack();
    void bytesAreThoseOfTheTokensHeld();
    void overflowIsRefused();
};

void TestKvCache::cachedStepsEqualTheWholePass_data()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyKindAndParameter())
        QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
    QTest::newRow("layers differ") << "position.kind=rope position.kind@1=none mask.schedule=wf sizes.kv_heads@0=2";
}

void TestKvCache::cachedStepsEqualTheWholePass()
{
    QFETCH(QString, assignments);
    const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
    // Where a token sees later ones, or computes differently in a longer text, a step cannot equal the pass.
    const bool seesLater = infoOf(setup->config.block(0).mask).id == "bidirectional";
    if (seesLater || natureOf(setup->config) & (DependsOnLength | MixesTokens))
        return;
    for (const std::vector<Index>& steps :
        {std::vector<Index>{1, 1, 1, 1, 1, 1, 1}, std::vector<Index>{4, 1, 2}, std::vector<Index>{7}})
        QVERIFY2(stepsAgainstWhole(*setup, steps) <= 1e-5, QTest::currentDataTag());
}

void TestKvCache::everyCombinationOfAttentionIsCachedRight()
{
    eachCombination(
        {"position.kind", "mask.kind", "attention.kind", "block.layout", "norm.placement"}, [&](const std::string& assignments) {
            if (assignments.find("bidirectional") == std::string::npos && !isRefused(choices(assignments)))
                QVERIFY2(stepsAgainstWhole(*smallSetup(choices(assignments)), {3, 1, 1, 2}) <= 1e-5, assignments.c_str());
        });
}

void TestKvCache::truncatingGoesBack()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    KvCache cache(setup->config, 9);
    run(*setup, {7, 2, 11}, {}, &cache);
    const std::shared_ptr<Trace> first = run(*setup, {0, 2}, {}, &cache);
    cache.truncate(3);
    QCOMPARE(cache.tokens(), Index(3));
    const std::shared_ptr<Trace> again = run(*setup, {0, 2}, {}, &cache);
    QCOMPARE(relativeDifference(again->at("logits").values(), first->at("logits").values()), 0.0);
    cache.truncate(99);
    QCOMPARE(cache.tokens(), Index(5));
}

void TestKvCache::bytesAreThoseOfTheTokensHeld()
{
    const SetupPtr setup = smallSetup(choices("sizes.kv_heads=2"));
    KvCache cache(setup->config, 9);
    QCOMPARE(cache.bytes(), std::size_t(0));
    run(*setup, {7, 2, 11}, {}, &cache);
    QCOMPARE(cache.bytes(), std::size_t(2 /*layers*/ * 2 /*k, v*/ * 2 /*heads*/ * 5 * 3 /*tokens*/ * 4));
}

void TestKvCache::overflowIsRefused()
{
    const SetupPtr setup = smallSetup(smallChoices());
    KvCache cache(setup->config, 2);
    run(*setup, {1, 2}, {}, &cache);
    QVERIFY_EXCEPTION_THROWN(run(*setup, {1}, {}, &cache), Error);
    QCOMPARE(cache.tokens(), Index(2));
}

QTEST_GUILESS_MAIN(TestKvCache)
#include "tst_kv_cache.moc"
