// Weighted values against their definition, and rollout against its laws and two layers by hand.

#include "core/analysis/attention_flow.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

Tensor patternOf(int layer, Index heads, const std::vector<float>& numbers)
{
    const auto tokens = Index(std::lround(std::sqrt(double(numbers.size()) / double(heads))));
    Tensor tensor(
        attentionName(AttentionPart::Self, layer, "pattern"), {axis::head, axis::query, axis::key}, {heads, tokens, tokens});
    std::copy(numbers.begin(), numbers.end(), tensor.data());
    return tensor;
}

} // namespace

class TestAttentionFlow : public QObject
{
    Q_OBJECT

private slots:
    void lengthsAreThoseOfTheVectorsThatAreWritten_data()
    {
        QTest::addColumn<QString>("choices");
        for (const char* choices : {"", "attention.kind=grouped_query sizes.kv_heads=2", "attention.kind=multi_query",
                 "topology=encoder_decoder", "attention.kind=latent", "position.kind=shaw shaw.clip=2"})
            QTest::newRow(choices) << choices;
    }
    void lengthsAreThoseOfTheVectorsThatAreWritten()
    {
        QFETCH(QString, choices);
        const SetupPtr setup = support::smallSetup(support::choices(choices.toStdString()));
        const auto trace = support::run(*setup, support::smallText());
        const AttentionPart part = choices.startsWith(QLatin1String("topology")) ? AttentionPart::Encoder : AttentionPart::Self;
        QCOMPARE(QString::fromStdString(missingForValues(*trace, *setup, part, 1)), QString());
        const WeightedValues all = weightedValues(*trace, *setup, part, 1, {});
        const Tensor &pattern = trace->at(attentionName(part, 1, "pattern")), &values = trace->at(attentionName(part, 1, "v"));
        const Tensor& output = setup->weights.at(attentionName(part, 1, "o.weight")).values();
        QCOMPARE(Index(all.heads.size()), pattern.dim(0));
        const bool isShaw = choices.contains(QLatin1String("shaw"));
        const Tensor places = isShaw ? setup->weights.at("blocks.1.attn.rel_v.weight").values() : Tensor();
        const Index width = values.dim(2), group = pattern.dim(0) / values.dim(1);
        for (Index head = 0; head < pattern.dim(0); ++head)
            for (Index query = 0; query < pattern.dim(1); ++query)
                for (Index key = 0; key < pattern.dim(2); ++key) {
                    double squares = 0;
                    for (Index out = 0; out < output.dim(0); ++out) {
                        double sum = 0;
                        for (Index d = 0; d < width; ++d)
                            sum += (double(values.at({key, head / group, d}))
                                       + (isShaw ? double(places.at({std::clamp<Index>(key - query, -2, 2) + 2, d})) : 0))
                                * double(output.at({out, head * width + d}));
                        squares += sum * sum;
                    }
                    const double expected = double(pattern.at({head, query, key})) * std::sqrt(squares);
                    QVERIFY(std::abs(double((*all.of(int(head)))(query, key)) - expected) < 1e-4 * (1 + expected));
                }
        QVERIFY(!all.of(99));
    }

    void whatIsMissingIsNamed()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        const auto trace = support::run(*setup, support::smallText(), TraceRequest{.patterns = {"blocks.*.attn.pattern"}});
        QCOMPARE(missingForValues(*trace, *setup, AttentionPart::Self, 1), std::string("blocks.1.attn.v"));
        QCOMPARE(missingForValues(*trace, *setup, AttentionPart::Cross, 1), std::string("blocks.1.cross_attn.pattern"));
    }

    void rolloutOfTwoLayersByHand()
    {
        Trace trace;
        trace.add({patternOf(0, 2, {1, 0, 1, 0, 1, 0, 0, 1}), {}}); // the mean looks at both, half and half
        trace.add({patternOf(1, 1, {1, 0, 1, 0}), {}});
        const Matrix first = rollout(trace, AttentionPart::Self, 0, {});
        QCOMPARE(first(0, 0), 1.F);
        QCOMPARE(first(1, 0), 0.25F);
        QCOMPARE(first(1, 1), 0.75F);
        const Matrix second = rollout(trace, AttentionPart::Self, 1, {});
        QCOMPARE(second(1, 0), 0.5F * 1 + 0.5F * 0.25F);
        QCOMPARE(second(1, 1), 0.5F * 0.75F);
    }

    void rowsOfARolloutSumToOneAndSeeNothingLater()
    {
        const SetupPtr setup = support::smallSetup(support::choices("score.sinks=true"));
        const auto trace = support::run(*setup, support::smallText());
        const Matrix rolled = rollout(*trace, AttentionPart::Self, 1, {});
        for (Index query = 0; query < rolled.rows(); ++query) {
            QVERIFY(std::abs(double(rolled.row(query).sum()) - 1) < 1e-5);
            for (Index key = query + 1; key < rolled.cols(); ++key)
                QCOMPARE(rolled(query, key), 0.F);
        }
        QCOMPARE(rollout(*trace, AttentionPart::Self, 2, {}).size(), Index(0));
        QCOMPARE(rollout(*trace, AttentionPart::Cross, 0, {}).size(), Index(0));
    }

    void aStopEndsIt()
    {
        const SetupPtr setup = support::smallSetup(support::smallChoices());
        const auto trace = support::run(*setup, support::smallText());
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped, weightedValues(*trace, *setup, AttentionPart::Self, 1, {source.get_token(), {}}));
        QVERIFY_THROWS_EXCEPTION(Stopped, rollout(*trace, AttentionPart::Self, 1, {source.get_token(), {}}));
    }
};

QTEST_APPLESS_MAIN(TestAttentionFlow)
#include "tst_attention_flow.moc"
