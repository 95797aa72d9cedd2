// The parts of attention of a model with two stacks: their names, tokens, blocks and heads.

#include "core/analysis/attention_part.h"

#include "core/analysis/head_table.h"
#include "core/run/stream_ids.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

constexpr AttentionPart allParts[] = {AttentionPart::Self, AttentionPart::Encoder, AttentionPart::Cross};

/// Seven tokens of the source, five of the target; the encoder is deeper.
std::shared_ptr<Trace> twoStacks(const Setup& setup)
{
    auto trace = forward(setup, {.ids = support::smallText(), .sequenceStarts = {}, .decoderIds = {3, 1, 4, 1, 5}});
    trace->tokens.assign(trace->ids.size(), "source");
    trace->decoderTokens.assign(trace->decoderIds.size(), "target");
    return trace;
}

SetupPtr setupOfTwo() { return support::smallSetup(support::choices("topology=encoder_decoder sizes.encoder_layers=3")); }

} // namespace

class TestAttentionPart : public QObject
{
    Q_OBJECT

private slots:
    void namesAndWordsGoBothWays()
    {
        for (const AttentionPart part : allParts) {
            QCOMPARE(partOfName(attentionName(part, 2, "pattern")), part);
            QCOMPARE(attentionPart(wordOf(part)), part);
        }
        QCOMPARE(partOfName("encoder.blocks.2.mlp.out"), AttentionPart::Self);
        QCOMPARE(partOfName("embed"), AttentionPart::Self);
    }

    void everyPartHasItsTokensLayersAndBlocks()
    {
        const SetupPtr setup = setupOfTwo();
        const auto trace = twoStacks(*setup);
        for (const AttentionPart part : allParts) {
            QVERIFY(hasPart(*trace, part));
            QCOMPARE(partIn(*trace, part), part);
            const Tensor& pattern = trace->at(attentionName(part, 1, "pattern"));
            QCOMPARE(Index(tokensOfPart(*trace, part, true).size()), pattern.dim(1));
            QCOMPARE(Index(tokensOfPart(*trace, part, false).size()), pattern.dim(2));
            QCOMPARE(Index(idsOfPart(*trace, part, false).size()), pattern.dim(2));
            QCOMPARE(layersOf(*trace, part), Index(part == AttentionPart::Encoder ? 3 : 2));
            QVERIFY(blockOfPart(setup.get(), part, 1));
        }
        QVERIFY(blockOfPart(setup.get(), AttentionPart::Encoder, 2));
        QVERIFY(!blockOfPart(setup.get(), AttentionPart::Self, 2));
        QVERIFY(!blockOfPart(nullptr, AttentionPart::Self, 0));
    }

    void theEncoderOfAnEncoderIsItsOnlyStack()
    {
        const SetupPtr setup = support::smallSetup(support::choices("topology=encoder"));
        const auto trace = support::run(*setup, support::smallText());
        QCOMPARE(partIn(*trace, AttentionPart::Encoder), AttentionPart::Self);
        QCOMPARE(scoredHeads(*trace, {}, AttentionPart::Encoder).size(), scoredHeads(*trace).size());
        const SetupPtr decoder = support::smallSetup(support::smallChoices());
        QCOMPARE(partIn(*support::run(*decoder, support::smallText()), AttentionPart::Encoder), AttentionPart::Encoder);
    }

    void headsOfAPartHaveTheScoresOfItsPattern()
    {
        const SetupPtr setup = setupOfTwo();
        const auto trace = twoStacks(*setup);
        for (const AttentionPart part : allParts) {
            const std::vector<ScoredHead> heads = scoredHeads(*trace, {}, part);
            QCOMPARE(Index(heads.size()), layersOf(*trace, part) * headsOfLayer(setup.get(), *trace, 1, part));
            const ScoredHead& last = heads.back();
            const Tensor& pattern = trace->at(attentionName(part, last.layer, "pattern"));
            double entropy = 0;
            for (Index query = 0; query < pattern.dim(1); ++query)
                for (Index key = 0; key < pattern.dim(2); ++key)
                    if (const double weight = double(pattern.at({last.head, query, key})); weight > 0)
                        entropy -= weight * std::log(weight) / double(pattern.dim(1));
            QVERIFY(std::abs(last.scores.entropy - entropy) < 1e-6);
            QCOMPARE(scoresOfHead(*trace, last.layer, last.head, part)->entropy, last.scores.entropy);
        }
    }

    void changesOfAPartAreItsOwn()
    {
        const SetupPtr setup = setupOfTwo();
        const auto trace = twoStacks(*setup);
        auto other = std::make_shared<Trace>();
        for (TraceEntry entry : trace->entries()) {
            if (entry.name() == "blocks.1.cross_attn.pattern") {
                Tensor even(entry.name(), entry.tensor.axes(), entry.tensor.shape());
                std::fill_n(even.data(), even.size(), 1.F / float(even.columns()));
                entry.tensor = even;
            }
            other->add(std::move(entry));
        }
        const auto most = [&](AttentionPart part) {
            return changedHeads({*trace, setup.get()}, {*other, setup.get()}, {}, part).front();
        };
        QVERIFY(most(AttentionPart::Cross).divergence > 0);
        QCOMPARE(most(AttentionPart::Cross).layer, 1);
        QCOMPARE(most(AttentionPart::Self).divergence, 0.0);
        QCOMPARE(most(AttentionPart::Encoder).divergence, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestAttentionPart)
#include "tst_attention_part.moc"
