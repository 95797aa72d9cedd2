// Latent attention: the absorbed form against the plain one, what the cache keeps, and what its heads share.

#include "core/layers/latent_absorbed.h"
#include "core/layers/latent_attention.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

constexpr const char* sizes = "attention.kind=latent latent.kv_rank=7 latent.d_rope=4 latent.d_nope=3 latent.d_value=9 ";

/// Logits of the small text in these steps through a cache; `patterns` decide which form runs.
std::vector<float> inSteps(const Setup& setup, const std::vector<Index>& steps, const std::vector<std::string>& patterns)
{
    TraceRequest request;
    request.patterns = patterns;
    KvCache cache(setup.config, 7);
    std::vector<float> logits;
    for (const Index step : steps) {
        const Index past = cache.tokens();
        const std::vector<TokenId> ids = smallText();
        const std::shared_ptr<Trace> trace = run(setup, {ids.begin() + past, ids.begin() + past + step}, request, &cache);
        logits.insert(logits.end(), trace->at("logits").values().begin(), trace->at("logits").values().end());
    }
    return logits;
}

} // namespace

class TestLatentAttention : public QObject
{
    Q_OBJECT

private slots:
    void absorbedIsPlain_data();
    void absorbedIsPlain();
    void theCacheKeepsLatentsAndOneKey();
    void headsShareTheKeyThatTurns();
    void onlyTheRopePartTurns();
    void theScaleIsThatOfTheWholeKey();
    void innerNormsAreTheirOwn();
    void queriesAreCompressedOnRequest();
};

void TestLatentAttention::absorbedIsPlain_data()
{
    QTest::addColumn<QString>("assignments");
    for (const char* assignments : {"position.kind=none", "position.kind=rope", "position.kind=rope latent.q_rank=5",
             "position.kind=rope rope.pairing=interleaved", "position.kind=rope rope.scaling=yarn rope.mscale_all_dim=0.7",
             "position.kind=rope sizes.heads=1", "position.kind=rope latent.d_rope=5", "latent.kv_rank=1",
             "position.kind=rope mask.kind=sliding_window", "position.kind=rope mask.kind=strided mask.stride=2",
             "position.kind=rope score.sinks=true", "score.soft_cap=2", "position.kind=rope score.scale=0.3",
             "position.kind=rope block.layout=parallel_shared_norm feed_forward.kind=gated", "bias.attention=false"})
        QTest::newRow(assignments) << assignments;
}

void TestLatentAttention::absorbedIsPlain()
{
    QFETCH(QString, assignments);
    const SetupPtr setup = smallSetup(choices(sizes + assignments.toStdString()));
    const std::shared_ptr<Trace> whole = run(*setup, smallText());
    const std::vector<float> pass(whole->at("logits").values().begin(), whole->at("logits").values().end());
    for (const std::vector<Index>& steps : {std::vector<Index>(7, 1), {3, 1, 2, 1}, {7}}) {
        const std::vector<float> absorbed = inSteps(*setup, steps, {"logits", "*.attn.pattern"});
        const std::vector<float> plain = inSteps(*setup, steps, {"*"});
        QVERIFY(relativeDifference(absorbed, pass) < 1e-5);
        QVERIFY(relativeDifference(plain, pass) < 1e-5);
        QVERIFY(absorbed != plain); // to the last digit they differ, or it was not another form
    }
}

void TestLatentAttention::theCacheKeepsLatentsAndOneKey()
{
    for (const std::vector<std::string>& patterns : {std::vector<std::string>{"logits"}, {"*"}}) {
        const SetupPtr setup = smallSetup(choices(sizes + std::string("position.kind=rope")));
        KvCache cache(setup->config, 9);
        TraceRequest request;
        request.patterns = patterns;
        run(*setup, {7, 2, 11}, request, &cache);
        run(*setup, {4}, request, &cache);
        QCOMPARE(cache.bytes(), std::size_t(2 /*layers*/ * (7 + 4) * 4 /*tokens*/ * 4));
    }
}

void TestLatentAttention::headsShareTheKeyThatTurns()
{
    const std::shared_ptr<Trace> trace = run(*smallSetup(choices(sizes + std::string("position.kind=rope"))), smallText());
    const Tensor& k = trace->at("blocks.1.attn.k");
    const Tensor& turned = trace->at("blocks.1.attn.rot_k");
    const Tensor& shared = trace->at("blocks.1.attn.k_rope");
    QCOMPARE(k.shape(), Shape({7, 6, 7}));
    QCOMPARE(trace->at("blocks.1.attn.v").shape(), Shape({7, 6, 9}));
    QCOMPARE(trace->at("blocks.1.attn.z").shape(), Shape({7, 6, 9}));
    QCOMPARE(trace->at("blocks.1.attn.c_kv").shape(), Shape({7, 7}));
    for (Index t = 0; t < 7; ++t)
        for (Index head = 0; head < 6; ++head)
            for (Index i = 0; i < 4; ++i) {
                QCOMPARE(k.at({t, head, 3 + i}), k.at({t, 0, 3 + i}));
                QCOMPARE(turned.at({t, head, 3 + i}), shared.at({t, i}));
            }
    QVERIFY(k.at({0, 0, 0}) != k.at({0, 1, 0}));
}

void TestLatentAttention::onlyTheRopePartTurns()
{
    const std::shared_ptr<Trace> trace = run(*smallSetup(choices(sizes + std::string("position.kind=rope"))), smallText());
    for (const char* side : {"q", "k"}) {
        const Tensor& x = trace->at(blockName(0, std::string("attn.") + side));
        const Tensor& turned = trace->at(blockName(0, std::string("attn.rot_") + side));
        for (Index t = 0; t < 7; ++t)
            for (Index head = 0; head < 6; ++head) {
                for (Index i = 0; i < 3; ++i)
                    QCOMPARE(turned.at({t, head, i}), x.at({t, head, i}));
                double before = 0, after = 0;
                for (Index i = 3; i < 7; ++i) {
                    before += std::pow(double(x.at({t, head, i})), 2);
                    after += std::pow(double(turned.at({t, head, i})), 2);
                }
                QVERIFY(std::abs(after / before - 1) < 1e-5);
                QVERIFY(t == 0 || turned.at({t, head, 3}) != x.at({t, head, 3}));
            }
    }
}

void TestLatentAttention::theScaleIsThatOfTheWholeKey()
{
    const auto scale = [](const std::string& assignments) { return resolve(choices(sizes + assignments), {}).block(0).scale(); };
    QVERIFY(std::abs(scale("") - 1 / std::sqrt(7.0)) < 1e-15);
    // DeepSeek-V2: under YaRN times the growth of mscale_all_dim, squared.
    const double growth = 0.1 * 0.7 * std::log(4.0) + 1;
    QVERIFY(std::abs(scale("position.kind=rope rope.scaling=yarn rope.factor=4 rope.mscale_all_dim=0.7")
                - growth * growth / std::sqrt(7.0))
        < 1e-12);
    QCOMPARE(scale("score.scale=0.3"), 0.3);
}

void TestLatentAttention::innerNormsAreTheirOwn()
{
    // RMS with a plain gain and eps 1e-6, whatever norm.* says.
    for (const char* norm : {"norm.kind=layer_norm norm.eps=0.5", "norm.kind=none", "norm.gain=one_plus_weight"}) {
        const SetupPtr setup = smallSetup(choices(sizes + std::string("latent.q_rank=5 ") + norm));
        const std::shared_ptr<Trace> trace = run(*setup, smallText());
        for (const auto& [name, slot] : {std::pair("c_kv", "kv_a_norm"), std::pair("c_q", "q_a_norm")}) {
            const Tensor& latent = trace->at(blockName(0, std::string("attn.") + name));
            const float* gain = setup->weights.at(blockName(0, std::string("attn.") + slot + ".weight")).values().data();
            for (Index t = 0; t < 7; ++t) {
                double square = 0;
                for (Index i = 0; i < latent.columns(); ++i)
                    square += std::pow(double(latent.at({t, i})) / double(gain[i]), 2) / double(latent.columns());
                QVERIFY2(std::abs(square - 1) < 1e-3, norm);
            }
        }
    }
}

void TestLatentAttention::queriesAreCompressedOnRequest()
{
    const SetupPtr with = smallSetup(choices(sizes + std::string("latent.q_rank=5")));
    const SetupPtr without = smallSetup(choices(sizes));
    QVERIFY(run(*with, smallText())->find("blocks.0.attn.c_q") && !run(*without, smallText())->find("blocks.0.attn.c_q"));
    QVERIFY(with->weights.find("blocks.0.attn.q_b.weight") && !with->weights.find("blocks.0.attn.q.weight"));
    QVERIFY(without->weights.find("blocks.0.attn.q.weight") && !without->weights.find("blocks.0.attn.q_a.weight"));
    // bias.attention means the first projections: q or q_a, and kv_a.
    QVERIFY(with->weights.find("blocks.0.attn.q_a.bias") && !with->weights.find("blocks.0.attn.q_b.bias"));
    QVERIFY(with->weights.find("blocks.0.attn.kv_a.bias") && !with->weights.find("blocks.0.attn.kv_b.bias"));
    QVERIFY(without->weights.find("blocks.0.attn.q.bias"));
}

QTEST_GUILESS_MAIN(TestLatentAttention)
#include "tst_latent_attention.moc"
