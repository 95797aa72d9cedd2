// Masks of a run and how far information travels through them: by hand, and for windows by their law.

#include "core/analysis/attention_masks.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace core;

namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

void addScores(Trace& trace, const std::string& name, Index queries, Index keys, const std::function<bool(Index, Index)>& sees)
{
    Tensor scores(name, {axis::head, axis::query, axis::key}, {2, queries, keys});
    for (Index h = 0; h < 2; ++h)
        for (Index i = 0; i < queries; ++i)
            for (Index j = 0; j < keys; ++j)
                scores.data()[(h * queries + i) * keys + j] = sees(i, j) ? 0.5F : hidden;
    trace.add({scores, {}});
}

bool causal(Index query, Index key) { return key <= query; }

auto window(Index width)
{
    return [width](Index query, Index key) { return key <= query && query - key < width; };
}

} // namespace

class TestAttentionMasks : public QObject
{
    Q_OBJECT

private slots:
    void namesAreThoseOfTheContract()
    {
        QCOMPARE(attentionName(AttentionPart::Self, 3, "q"), std::string("blocks.3.attn.q"));
        QCOMPARE(attentionName(AttentionPart::Encoder, 0, "pattern"), std::string("encoder.blocks.0.attn.pattern"));
        QCOMPARE(attentionName(AttentionPart::Cross, 1, "scores"), std::string("blocks.1.cross_attn.scores"));
    }

    void equalMasksAreOneWithTheirLayersAndCells()
    {
        Trace trace;
        addScores(trace, "blocks.0.attn.scores", 5, 5, window(2));
        addScores(trace, "blocks.1.attn.scores", 5, 5, causal);
        addScores(trace, "blocks.2.attn.scores", 5, 5, window(2));
        const AttentionMasks all = attentionMasks(trace, {});
        QCOMPARE(all.masks.size(), std::size_t(2));
        QCOMPARE(all.masks[0].layers, (std::vector<int>{0, 2}));
        QCOMPARE(all.masks[0].count, Index(9)); // 1 + 2 + 2 + 2 + 2
        QCOMPARE(all.masks[1].count, Index(15));
        for (Index i = 0; i < 5; ++i)
            for (Index j = 0; j < 5; ++j)
                QCOMPARE((*all.masks[1].cells)(i, j), causal(i, j) ? 1.F : hidden);
    }

    void throughWindowsTheLastTokenHearsSoManyMoreInEachLayer()
    {
        Trace trace;
        for (int layer = 0; layer < 4; ++layer)
            addScores(trace, attentionName(AttentionPart::Self, layer, "scores"), 20, 20, window(4));
        const AttentionMasks all = attentionMasks(trace, {});
        QCOMPARE(all.reaches.size(), std::size_t(1));
        QCOMPARE(all.reaches[0].tokens, (std::vector<Index>{1, 4, 7, 10, 13})); // 1 + 3 a layer
        QCOMPARE(all.reaches[0].all, Index(20));
    }

    void oneFullLayerReachesAll()
    {
        Trace trace;
        addScores(trace, "blocks.0.attn.scores", 12, 12, window(3));
        addScores(trace, "blocks.1.attn.scores", 12, 12, causal);
        QCOMPARE(attentionMasks(trace, {}).reaches[0].tokens, (std::vector<Index>{1, 3, 12}));
    }

    void blocksNeverHearEachOther()
    {
        Trace trace;
        for (int layer = 0; layer < 3; ++layer)
            addScores(trace, attentionName(AttentionPart::Self, layer, "scores"), 10, 10,
                [](Index query, Index key) { return key <= query && query / 4 == key / 4; });
        QCOMPARE(attentionMasks(trace, {}).reaches[0].tokens, (std::vector<Index>{1, 2, 2, 2}));
    }

    void stacksAreKeptApart()
    {
        Trace trace;
        const auto sees = [](Index, Index) { return true; };
        addScores(trace, "encoder.blocks.0.attn.scores", 4, 4, sees);
        addScores(trace, "blocks.0.attn.scores", 3, 3, causal);
        addScores(trace, "blocks.0.cross_attn.scores", 3, 4, sees);
        const AttentionMasks all = attentionMasks(trace, {});
        QCOMPARE(all.masks.size(), std::size_t(3));
        QCOMPARE(all.masks[0].part, AttentionPart::Encoder);
        QCOMPARE(all.masks[2].part, AttentionPart::Cross);
        QCOMPARE(all.masks[2].count, Index(12));
        QCOMPARE(all.reaches.size(), std::size_t(2)); // across stacks there is nothing to travel
        for (const AttentionPart part : {AttentionPart::Self, AttentionPart::Encoder, AttentionPart::Cross})
            QVERIFY(hasPart(trace, part));
        Trace one;
        addScores(one, "blocks.0.attn.scores", 1, 1, sees);
        QVERIFY(!hasPart(one, AttentionPart::Cross));
        QVERIFY(!hasPart(one, AttentionPart::Encoder));
        QCOMPARE(attentionMasks(one, {}).reaches[0].tokens, (std::vector<Index>{1, 1}));
        QVERIFY(attentionMasks(Trace(), {}).masks.empty());
    }

    void thePatternOfAllHeadsIsTheirMean()
    {
        Trace trace;
        Tensor pattern("blocks.0.cross_attn.pattern", {axis::head, axis::query, axis::key}, {2, 1, 3});
        const float numbers[] = {0.5F, 0.25F, 0.25F, 0.F, 0.75F, 0.25F};
        std::copy_n(numbers, 6, pattern.data());
        trace.add({pattern, {}});
        QCOMPARE(patternOf(trace, pattern.name(), 1)(0, 1), 0.75F);
        const Matrix mean = patternOf(trace, pattern.name(), -1);
        QCOMPARE(mean(0, 0), 0.25F);
        QCOMPARE(mean(0, 1), 0.5F);
        QCOMPARE(patternOf(trace, pattern.name(), 2).size(), Index(0));
        QCOMPARE(patternOf(trace, "blocks.1.cross_attn.pattern", 0).size(), Index(0));
    }
};

QTEST_APPLESS_MAIN(TestAttentionMasks)
#include "tst_attention_masks.moc"
