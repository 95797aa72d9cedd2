#include "core/base/error.h"
#include "core/base/kernels.h"
#include "core/run/cost.h"
#include "core/run/kv_cache.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace core;
using namespace support;

namespace {

/// A pass over these tokens of the last stack; the source of an encoder–decoder is the small text at every step.
std::shared_ptr<Trace> runLastStack(const Setup& setup, const std::vector<TokenId>& ids, KvCache* cache)
{
    ForwardInput input{setup.config.hasEncoder() ? smallText() : ids, {}};
    input.decoderIds = ids;
    return forward(setup, input, {}, {}, cache);
}

/// Tensors that a step need not have, or not of the same rows: those of the source, the lists of experts, scores of a mixer's
/// parallel form.
bool isByStep(const TraceEntry& entry)
{
    const std::string& name = entry.name();
    const bool ofSource = name.starts_with("encoder.") || name.ends_with("cross_attn.k") || name.ends_with("cross_attn.v")
        || name.ends_with("cross_attn.k_normed");
    return !ofSource && entry.tensor.axes()[0] != axis::routedToken && name.find("mixer.scores") == std::string::npos;
}

/// Largest finite |x|.
double largest(std::span<const float> numbers)
{
    double most = 1e-30;
    for (const float number : numbers)
        if (std::isfinite(number))
            most = std::max(most, std::abs(double(number)));
    return most;
}

/// Largest difference of what the new tokens compute, in steps of these sizes, from one pass over all; every tensor that has
/// a row for each token or query, against its largest value.
double stepsAgainstWhole(const Setup& setup, const std::vector<Index>& steps)
{
    const std::vector<TokenId> ids = smallText();
    const std::shared_ptr<Trace> whole = runLastStack(setup, ids, nullptr);
    KvCache cache(setup.config, Index(ids.size()));
    double worst = 0;
    Index past = 0;
    for (const Index step : steps) {
        const std::vector<TokenId> part(ids.begin() + past, ids.begin() + past + step);
        const std::shared_ptr<Trace> trace = runLastStack(setup, part, &cache);
        for (const TraceEntry& entry : trace->entries()) {
            if (!isByStep(entry))
                continue;
            const Tensor& now = entry.tensor;
            const Tensor& all = whole->at(entry.name());
            const bool byHead = now.axes()[0] == axis::head; // [head, query, key] or [head, query], else [token, …]
            const Index heads = byHead ? now.dim(0) : 1;
            const Index width = now.size() / heads / step, wholeWidth = all.size() / heads / Index(ids.size());
            std::vector<float> expected;
            for (Index head = 0; head < heads; ++head)
                for (Index t = 0; t < step; ++t) {
                    const float* row = all.data() + (head * Index(ids.size()) + past + t) * wholeWidth;
                    expected.insert(expected.end(), row, row + width);
                }
            worst = std::max(worst, relativeDifference(now.values(), expected) * largest(expected) / largest(all.values()));
        }
        past += step;
    }
    return cache.tokens() == Index(ids.size()) ? worst : 1e9;
}

/// Where a token sees later ones, or computes differently in a longer text, a step cannot equal the pass.
bool canStep(const ModelConfig& config) { return (natureOf(config) & (DependsOnLength | MixesTokens | LooksAhead)) == 0; }

} // namespace

class TestKvCache : public QObject
{
    Q_OBJECT

private slots:
    void cachedStepsEqualTheWholePass_data();
    void cachedStepsEqualTheWholePass();
    void kindsThatCannotStepAreThese();
    void everyPairOfKindsIsCachedRight();
    void upToTheTrainedLengthScalingsStepToo();
    void truncatingGoesBack();
    void whatHasAStateGoesBackToTheBeginningOnly();
    void bytesAreThoseOfTheFormulas_data();
    void bytesAreThoseOfTheFormulas();
    void overflowIsRefused();
};

void TestKvCache::cachedStepsEqualTheWholePass_data()
{
    QTest::addColumn<QString>("assignments");
    for (const std::string& assignments : everyChoice())
        if (canStep(resolve(choices(assignments), {})))
            QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
    for (const char* assignments : {"position.kind=rope position.kind@1=none mask.schedule=wf sizes.kv_heads@0=2",
             "mixer.kind@1=retention position.kind=rope", "mixer.kind@0=selective_ssm feed_forward.kind@0=none",
             "topology=encoder_decoder position.kind=t5_buckets attention.kind=multi_query",
             "topology=encoder_decoder score.qk_norm=rms_head score.sinks=true", "sizes.heads=1 sizes.d_head=1",
             "attention.kind=latent position.kind=rope score.qk_norm=rms_head score.clip_qkv=0.5"})
        QTest::newRow(assignments) << assignments;
}

void TestKvCache::cachedStepsEqualTheWholePass()
{
    QFETCH(QString, assignments);
    const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
    for (const std::vector<Index>& steps :
        {std::vector<Index>{1, 1, 1, 1, 1, 1, 1}, std::vector<Index>{4, 1, 2}, std::vector<Index>{7}}) {
        const double worst = stepsAgainstWhole(*setup, steps);
        // The norm behind retention enlarges what rounding leaves of sums that are almost 0, in the plainest loops to 4e-5.
        const bool isPlain = &core::kernels::best() == &core::kernels::baseline();
        const double bound = isPlain && assignments.contains(QLatin1String("retention")) ? 1e-4 : 1e-5;
        QVERIFY2(worst <= bound, qPrintable(QString::number(worst)));
    }
}

void TestKvCache::kindsThatCannotStepAreThese()
{
    std::set<std::string> found;
    for (const ChoiceKey* family : familyKeys())
        for (const std::string& kind : family->words)
            if (!canStep(resolve(choices((family->ofKey.empty() ? "" : family->ofKey + "=" + family->ofKinds.front() + " ")
                                     + family->id + "=" + kind),
                    {})))
                found.insert(family->id + "=" + kind);
    QCOMPARE(found,
        (std::set<std::string>{"norm.kind=batch_norm", "mask.kind=bidirectional", "mask.kind=prefix", "mask.kind=painted",
            "rope.scaling=dynamic_ntk", "rope.scaling=longrope"}));
}

void TestKvCache::everyPairOfKindsIsCachedRight()
{
    std::size_t checked = 0;
    for (const std::string& assignments : everyPair({"position.kind", "rope.scaling", "mask.kind", "attention.kind",
             "block.layout", "norm.placement", "mixer.kind", "feed_forward.kind", "topology", "score.qk_norm", "score.sinks"})) {
        const SetupPtr setup = smallSetup(choices(assignments));
        if (!canStep(setup->config))
            continue;
        const double worst = stepsAgainstWhole(*setup, {3, 1, 1, 2});
        QVERIFY2(worst <= 1e-5, (assignments + " " + std::to_string(worst * 1e6) + "e-6").c_str());
        ++checked;
    }
    QVERIFY(checked > 25);
}

void TestKvCache::upToTheTrainedLengthScalingsStepToo()
{
    for (const char* scaling : {"dynamic_ntk", "longrope"})
        for (const auto& [original, equal] : {std::pair("7", true), std::pair("5", false)})
            QCOMPARE(stepsAgainstWhole(*smallSetup(choices(std::string("position.kind=rope rope.scaling=") + scaling
                                           + " rope.original_context=" + original)),
                         {3, 1, 3})
                    <= 1e-5,
                equal);
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

void TestKvCache::whatHasAStateGoesBackToTheBeginningOnly()
{
    for (const char* kind : {"retention", "linear_recurrence", "selective_ssm"}) {
        const SetupPtr setup = smallSetup(choices(std::string("mixer.kind@1=") + kind));
        KvCache cache(setup->config, 9);
        const std::shared_ptr<Trace> first = run(*setup, {7, 2, 11}, {}, &cache);
        QVERIFY(!cache.truncate(2));
        QCOMPARE(cache.tokens(), Index(3));
        QVERIFY(cache.truncate(3) && cache.truncate(0));
        const std::shared_ptr<Trace> again = run(*setup, {7, 2, 11}, {}, &cache);
        QCOMPARE(relativeDifference(again->at("logits").values(), first->at("logits").values()), 0.0);
    }
}

void TestKvCache::bytesAreThoseOfTheFormulas_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<int>("perToken"); // numbers of one layer
    QTest::addColumn<int>("fixed");    // whatever the length
    const auto row = [](const char* assignments, int perToken, int fixed) {
        QTest::newRow(assignments) << assignments << perToken << fixed;
    };
    // 2·n_h·d_h·l, 2·n_g·d_h·l, 2·d_h·l, (d_c + d_rope)·l
    row("attention.kind=multi_head", 2 * 6 * 5, 0);
    row("attention.kind=grouped_query sizes.kv_heads=2", 2 * 2 * 5, 0);
    row("attention.kind=multi_query", 2 * 5, 0);
    row("attention.kind=latent latent.kv_rank=7 latent.d_rope=4 position.kind=rope", 7 + 4, 0);
    row("attention.kind=latent latent.kv_rank=7 latent.d_rope=4 score.qk_norm=rms_head", 7 + 4, 0);
    row("mask.kind=sliding_window mask.window=2", 2 * 6 * 5, 0); // all are kept
    row("position.kind=shaw", 2 * 6 * 5, 0);
    row("mixer.kind=retention", 6 * 5, 6 * 5 * 5); // keys for the divisor of a row, and the state
    row("mixer.kind=linear_recurrence mixer.d_inner=7", 0, 3 * 7 + 18); // two sums, their largest exponent; the last input
    row("mixer.kind=selective_ssm mixer.d_inner=7 mixer.d_state=3 mixer.d_conv=4", 0, 7 * 3 + 3 * 7);
    row("feed_forward.kind=channel_mix", 2 * 6 * 5, 18); // the last input
    row("topology=encoder_decoder", 2 * 6 * 5, 2 * 6 * 5 * 7); // keys and values of the source
}

void TestKvCache::bytesAreThoseOfTheFormulas()
{
    QFETCH(QString, assignments);
    QFETCH(int, perToken);
    QFETCH(int, fixed);
    const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
    KvCache cache(setup->config, 20);
    QCOMPARE(cache.bytes(), std::size_t(0));
    int tokens = 0;
    for (const int step : {3, 1, 5}) {
        runLastStack(*setup, std::vector<TokenId>(std::size_t(step), 4), &cache);
        tokens += step;
        QCOMPARE(cache.bytes(), std::size_t(2 /*layers*/ * (perToken * tokens + fixed) * 4));
    }
    QCOMPARE(costOf(setup->config).cacheBytesPerToken, std::int64_t(2 * perToken * 4));
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
