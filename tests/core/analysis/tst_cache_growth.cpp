// Cache growth: what the running cache holds is what the formulas say, for every kind and several widths.

#include "core/analysis/cache_growth.h"
#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

/// By the formula of the kind, written down once more: numbers of one token in one layer.
Index byFormula(const BlockConfig& block)
{
    if (const Latent* latent = std::get_if<Latent>(&block.sharing))
        return latent->kvRank + latent->dRope;
    if (std::holds_alternative<MultiHead>(block.sharing))
        return 2 * block.heads * block.dHead;
    if (std::holds_alternative<MultiQuery>(block.sharing))
        return 2 * block.dHead;
    return 2 * block.kvHeads * block.dHead;
}

} // namespace

class TestCacheGrowth : public QObject
{
    Q_OBJECT

private slots:
    void theRunningCacheGrowsByTheFormula_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<Index>("numbers");
        // Two layers of six heads of width 5.
        QTest::newRow("MHA") << "attention.kind=multi_head" << Index(2 * 6 * 5);
        QTest::newRow("GQA") << "attention.kind=grouped_query sizes.kv_heads=3" << Index(2 * 3 * 5);
        QTest::newRow("GQA of two") << "attention.kind=grouped_query sizes.kv_heads=2" << Index(2 * 2 * 5);
        QTest::newRow("MQA") << "attention.kind=multi_query" << Index(2 * 5);
        QTest::newRow("MLA") << "attention.kind=latent latent.kv_rank=7 latent.d_rope=4" << Index(7 + 4);
        QTest::newRow("wide MLA") << "attention.kind=latent latent.kv_rank=13 latent.d_rope=2" << Index(13 + 2);
        QTest::newRow("wide heads") << "attention.kind=multi_head sizes.d_head=8" << Index(2 * 6 * 8);
        QTest::newRow("one wide head") << "attention.kind=multi_query sizes.d_head=10" << Index(2 * 10);
    }
    void theRunningCacheGrowsByTheFormula()
    {
        QFETCH(QString, said);
        QFETCH(Index, numbers);
        const SetupPtr setup = smallSetup(choices(said.toStdString()));
        QCOMPARE(byFormula(setup->config.block(0)), numbers);
        const std::int64_t perToken = numbers * setup->config.layers();
        QCOMPARE(cacheNumbersPerToken(setup->config), perToken);

        const CacheGrowth growth = measuredCacheGrowth(*setup, {smallText()}, 12);
        QCOMPARE(growth.promptTokens, Index(7));
        QCOMPARE(growth.sizes.size(), std::size_t(6)); // after the prompt, and five tokens
        for (std::size_t step = 0; step < growth.sizes.size(); ++step) {
            QCOMPARE(growth.sizes[step].tokens, Index(7 + step));
            QCOMPARE(growth.sizes[step].bytes, std::int64_t((7 + Index(step)) * perToken * 4));
        }
        QCOMPARE(growth.bytesPerToken(), perToken * 4);
    }

    void aTokenIsGeneratedEvenWhereThePromptIsLongEnough()
    {
        const CacheGrowth growth = measuredCacheGrowth(*smallSetup(choices("")), {smallText()}, 3);
        QCOMPARE(growth.sizes.size(), std::size_t(2));
        QCOMPARE(growth.sizes.back().tokens, Index(8));
    }

    void whatDoesNotGenerateIsRefused()
    {
        const SetupPtr setup = smallSetup(choices("topology=encoder"));
        QVERIFY_EXCEPTION_THROWN(measuredCacheGrowth(*setup, {smallText()}, 12), Error);
    }

    void growthStaysWithinTheTable()
    {
        const SetupPtr setup = smallSetup(choices("position.kind=learned sizes.context=9"));
        QCOMPARE(growthWithinReason(*setup, 7, 128), Index(9));
        QCOMPARE(measuredCacheGrowth(*setup, {smallText()}, 9).sizes.back().tokens, Index(9));
        QCOMPARE(growthWithinReason(*smallSetup(choices("position.kind=rope sizes.d_head=8")), 7, 128), Index(128));
    }

    void aStepReadsAllWeights()
    {
        const SetupPtr setup = smallSetup(choices(""));
        std::int64_t bytes = 0;
        for (const WeightSpec& spec : setup->specs)
            bytes += spec.sharedWith.empty() ? elements(spec.shape) * 4 : 0;
        QCOMPARE(weightBytesPerStep(setup->config), bytes);
    }

    void pairsAreThoseTheMaskSees()
    {
        for (const AttentionMask& mask : {AttentionMask(Causal{}), AttentionMask(Bidirectional{}), AttentionMask(BlockLocal{4}),
                 AttentionMask(BlockLocal{3, true}), AttentionMask(Strided{3}), AttentionMask(SinksWindow{2, 3})}) {
            std::int64_t pairs = 0;
            for (Index query = 0; query < 11; ++query)
                for (Index key = 0; key < 11; ++key)
                    pairs += maskSees(mask, query, key) ? 1 : 0;
            QCOMPARE(pairsSeen(mask, 11), pairs);
        }
        // Cost n · m of blocks that see each other whole: n² / g.
        QCOMPARE(pairsSeen(BlockLocal{4, true}, 12), std::int64_t(12 * 4));
        QCOMPARE(pairsSeen(Bidirectional{}, 12), std::int64_t(12 * 12));
    }
};

QTEST_GUILESS_MAIN(TestCacheGrowth)
#include "tst_cache_growth.moc"
