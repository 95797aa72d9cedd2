// What a number writes into the logits, against runs with one more of it.

#include "core/analysis/written_words.h"

#include "core/run/forward.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

class TestWrittenWords : public QObject
{
    Q_OBJECT
private slots:
    /// Behind the last branches of a parallel block without a final norm all is linear.
    void oneMoreAddsWhatItSays()
    {
        const SetupPtr setup
            = smallSetup(choices("norm.final=false block.layout=parallel_two_norms block.residual_scale=0.7 output.tied=false"));
        const ForwardInput input{smallText(), {}};
        const Index layer = setup->config.layers() - 1, last = Index(input.ids.size()) - 1;
        const auto logits = [&](const std::vector<Intervention>& changes) {
            TraceRequest request{.patterns = {"logits"}};
            request.interventions = changes;
            return forward(*setup, input, request)->at("logits");
        };
        const Tensor before = logits({});
        constexpr Index number = 3;
        for (const auto& [at, axis] : {std::pair{"attn.z[2]", axis::dHead}, {"mlp.post", axis::dMlp},
                 {"resid_post", axis::dModel}, {"attn_out", axis::dModel}}) {
            const std::string name = blockName(layer, at);
            QVERIFY2(writesWords(*setup, name), at);
            const WrittenWords words = writtenWords(*setup, name, number, 4);
            const Tensor after
                = logits({{.at = name, .slice = {{axis, number, number}}, .op = InterventionOp::Add, .value = {{}, {1.f}}}});
            const auto added = [&](TokenId id) { return double(after.row(last)[id]) - double(before.row(last)[id]); };
            QCOMPARE(words.up.size(), std::size_t(4));
            double most = added(0), mean = 0;
            for (Index id = 0; id < setup->config.vocabulary; ++id) {
                most = std::max(most, added(TokenId(id)));
                mean += added(TokenId(id)) / double(setup->config.vocabulary);
            }
            QVERIFY(std::abs(mean) > 1e-3);
            QVERIFY2(std::abs(words.up.front().lift - (most - mean)) < 1e-4, at);
            for (const std::vector<TokenLift>& list : {words.up, words.down})
                for (const TokenLift& one : list)
                    QVERIFY2(std::abs(one.lift - (added(one.id) - mean)) < 1e-4, at);
        }
    }

    void whatHasNoVectorWritesNothing()
    {
        const SetupPtr mixture = smallSetup(choices("feed_forward.kind=mixture")),
                       other = smallSetup(choices("output.head=none"));
        for (const char* at : {"blocks.0.mlp.gates", "blocks.0.mlp.post", "blocks.0.attn.q", "blocks.9.attn.z", "embed"})
            QVERIFY2(!writesWords(*mixture, at), at);
        QVERIFY(writesWords(*mixture, "blocks.0.attn.z") && !writesWords(*other, "blocks.0.attn.z"));
    }
};

QTEST_APPLESS_MAIN(TestWrittenWords)
#include "tst_written_words.moc"
