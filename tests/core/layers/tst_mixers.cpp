// Mixers beside attention and RWKV's channel mixing: each against its paper's formula in nested loops and double precision, and
// what follows from it for texts, caches and packed sequences.

#include "core/files/traces/trace_axes.h"
#include "core/layers/channel_mix.h"
#include "core/layers/gated_recurrence.h"
#include "core/layers/linear_recurrence.h"
#include "core/layers/retention.h"
#include "core/layers/selective_ssm.h"
#include "core/layers/state_space_dual.h"
#include "core/layers/token_shift.h"
#include "core/run/forward.h"
#include "core/run/model.h"
#include "tests/core/layers/mixer_twins.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace core;
using namespace twins;

namespace {

constexpr const char* kinds[] = {"mixer.kind=retention", "mixer.kind=retention sizes.heads=1 sizes.d_head=6",
    "mixer.kind=retention sizes.heads=2 sizes.d_head=3", "mixer.kind=retention sizes.heads=2 sizes.d_head=1",
    "mixer.kind=linear_recurrence", "mixer.kind=linear_recurrence mixer.d_inner=7", "mixer.kind=selective_ssm",
    "mixer.kind=selective_ssm mixer.d_inner=7 mixer.d_state=3 mixer.d_conv=2",
    "mixer.kind=selective_ssm mixer.d_conv=1 mixer.d_state=1",
    "mixer.kind=selective_ssm mixer.d_state=3 mixer.inner_norm=rms mixer.inner_eps=0.1 mixer.dt_rank=5 mixer.bias=true",
    "mixer.kind=selective_ssm mixer.inner_norm=rms_no_gain mixer.d_state=5", "mixer.kind=state_space_dual",
    "mixer.kind=state_space_dual sizes.heads=6 sizes.d_head=4 mixer.groups=3 mixer.d_state=5 mixer.d_conv=3 mixer.bias=true "
    "mixer.dt_min=0.3 mixer.dt_max=0.8",
    "mixer.kind=gated_recurrence", "mixer.kind=gated_recurrence mixer.d_inner=15 mixer.d_conv=2", "feed_forward.kind=channel_mix",
    "feed_forward.kind=channel_mix mixer.kind=linear_recurrence", "feed_forward.kind=none mixer.kind=selective_ssm"};

void everyKind()
{
    QTest::addColumn<QString>("choices");
    for (const char* kind : kinds)
        QTest::newRow(kind) << QString::fromUtf8(kind);
}

constexpr const char* allMixers[] = {"retention", "linear_recurrence", "selective_ssm", "state_space_dual", "gated_recurrence"};

/// Rows [from, from + rows) of a tensor of [token, …], or of [head, query, key] head by head.
std::vector<float> rowsOf(const Tensor& x, Index from, Index rows)
{
    const bool byHead = x.axes()[0] == axis::head;
    const Index outer = byHead ? x.dim(0) : 1, all = byHead ? x.dim(1) : x.dim(0), width = x.size() / outer / all;
    std::vector<float> result;
    for (Index head = 0; head < outer; ++head)
        result.insert(result.end(), x.data() + (head * all + from) * width, x.data() + (head * all + from + rows) * width);
    return result;
}

} // namespace

class TestMixers : public QObject
{
    Q_OBJECT

private slots:
    void eachKindIsItsFormula_data() { everyKind(); }
    void eachKindIsItsFormula();
    void cachedStepsEqualTheWholePass_data() { everyKind(); }
    void cachedStepsEqualTheWholePass();
    void laterTokensChangeNothingBefore_data() { everyKind(); }
    void laterTokensChangeNothingBefore();
    void packedSequencesAreSeparate_data() { everyKind(); }
    void packedSequencesAreSeparate();
    void notRecordingChangesNothing_data() { everyKind(); }
    void notRecordingChangesNothing();
    void parallelRetentionIsRecurrentRetention();
    void theStateIsRecordedOnRequestOnly();
    void theLastStateContinuesTheRun();
    void aReplacedStateActs();
    void largeExponentsStayFinite();
    void seededModelsNeitherExplodeNorForget();
};

void TestMixers::eachKindIsItsFormula()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    const BlockConfig& block = small.setup.config.block(0);
    for (const Index tokens : {1, 2, 7, 70}) {
        const std::shared_ptr<Trace> trace = small.run(textOf(tokens));
        const auto check = [&](const std::string& place, auto&& compute) {
            const auto input = trace->at("blocks.0." + place + ".input").values();
            Naive naive{small, tokens};
            compute(naive, Numbers(input.begin(), input.end()));
            for (const auto& [name, numbers] : naive.made) {
                const double worst = difference(trace->at("blocks.0." + place + "." + name).values(), numbers);
                QVERIFY2(worst <= 1e-5,
                    qPrintable(QString("%1.%2, %3 tokens: %4").arg(place.c_str(), name.c_str()).arg(tokens).arg(worst)));
            }
            const std::size_t recorded = std::size_t(std::count_if(trace->entries().begin(), trace->entries().end(),
                [&](const TraceEntry& entry) { return entry.name().starts_with("blocks.0." + place + "."); }));
            QCOMPARE(recorded, naive.made.size() + 1); // nothing but these and the input
        };
        if (std::holds_alternative<Retention>(block.mixer))
            check("mixer", [](Naive& naive, const Numbers& x) { naive.retention(x); });
        if (std::holds_alternative<LinearRecurrence>(block.mixer))
            check("mixer", [](Naive& naive, const Numbers& x) { naive.linearRecurrence(x); });
        if (const auto* ssm = std::get_if<SelectiveSsm>(&block.mixer))
            check("mixer", [&](Naive& naive, const Numbers& x) { naive.selectiveSsm(x, *ssm); });
        if (const auto* dual = std::get_if<StateSpaceDual>(&block.mixer))
            check("mixer", [&](Naive& naive, const Numbers& x) { naive.stateSpaceDual(x, *dual); });
        if (const auto* gated = std::get_if<GatedRecurrence>(&block.mixer))
            check("mixer", [&](Naive& naive, const Numbers& x) { naive.gatedRecurrence(x, *gated); });
        if (std::holds_alternative<ChannelMix>(block.feedForward))
            check("mlp", [](Naive& naive, const Numbers& x) { naive.channelMix(x); });
        for (const TraceEntry& entry : trace->entries()) // what a trace file without axes is read as
            if (entry.name().find(".mixer.") != std::string::npos && !axesOf(entry.name()).empty())
                QCOMPARE(axesOf(entry.name()), entry.tensor.axes());
    }
}

void TestMixers::cachedStepsEqualTheWholePass()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    const std::vector<TokenId> ids = textOf(9);
    const std::shared_ptr<Trace> whole = small.run(ids);
    for (const std::vector<Index>& steps : {std::vector<Index>(9, 1), {4, 5}, {1, 8}, {9}}) {
        KvCache cache(small.setup.config, 9);
        for (const Index step : steps) {
            const Index past = cache.tokens();
            const std::shared_ptr<Trace> trace = small.run({ids.begin() + past, ids.begin() + past + step}, &cache);
            for (const TraceEntry& entry : trace->entries()) {
                if (entry.tensor.axes()[0] == axis::head) // rows of scores end earlier in a shorter text
                    continue;
                const double worst = difference(entry.tensor.values(), rowsOf(whole->at(entry.name()), past, step));
                QVERIFY2(worst <= 1e-5, qPrintable(QString("%1 after %2: %3").arg(entry.name().c_str()).arg(past).arg(worst)));
            }
        }
        QCOMPARE(cache.tokens(), Index(9));
    }
}

void TestMixers::laterTokensChangeNothingBefore()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    std::vector<TokenId> ids = textOf(9);
    const std::shared_ptr<Trace> before = small.run(ids);
    ids[6] = (ids[6] + 1) % 13;
    const std::shared_ptr<Trace> after = small.run(ids);
    for (const TraceEntry& entry : before->entries())
        if (!entry.name().ends_with("scores_content")) // complete also where masked
            QVERIFY2(rowsOf(entry.tensor, 0, 6) == rowsOf(after->at(entry.name()), 0, 6), entry.name().c_str());
    QVERIFY(rowsOf(before->at("logits"), 7, 1) != rowsOf(after->at("logits"), 7, 1)); // and the next token sees it
}

void TestMixers::packedSequencesAreSeparate()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    const std::vector<TokenId> ids = textOf(9);
    const std::shared_ptr<Trace> packed = small.run(ids, nullptr, {0, 4, 5});
    for (const auto& [from, to] : {std::pair<Index, Index>(0, 4), {4, 5}, {5, 9}}) {
        const std::shared_ptr<Trace> alone = small.run({ids.begin() + from, ids.begin() + to});
        for (const TraceEntry& entry : alone->entries()) {
            if (entry.tensor.axes()[0] == axis::head)
                continue;
            const double worst = difference(rowsOf(packed->at(entry.name()), from, to - from), entry.tensor.values());
            QVERIFY2(worst <= 5e-5, qPrintable(QString("%1 from %2: %3").arg(entry.name().c_str()).arg(from).arg(worst)));
        }
    }
}

void TestMixers::notRecordingChangesNothing()
{
    QFETCH(QString, choices);
    const Small small(choices.toStdString());
    for (const Index tokens : {9, 70})
        QCOMPARE(difference(small.run(textOf(tokens), nullptr, {}, {"logits"})->at("logits").values(),
                     small.run(textOf(tokens))->at("logits").values()),
            0.0);
}

void TestMixers::parallelRetentionIsRecurrentRetention()
{
    // Where an intervention changes the state, be it by as little as rounding does, the recurrent form computes z.
    const Small small("mixer.kind=retention");
    for (const std::vector<Index>& starts : {std::vector<Index>{0}, {0, 30}}) {
        ForwardInput input{textOf(70)};
        input.sequenceStarts = starts;
        TraceRequest request;
        const std::shared_ptr<Trace> parallel = forward(small.setup, input, request);
        const std::vector<float> almostOne{std::nextafter(1.f, 2.f)};
        request.interventions = {{.at = "blocks.0.mixer.state", .op = InterventionOp::Scale, .value = {{}, almostOne}}};
        const std::shared_ptr<Trace> recurrent = forward(small.setup, input, request);
        for (const char* name : {"mixer.scores", "mixer.z", "mixer.normalized", "mixer.out"}) {
            const std::string full = std::string("blocks.0.") + name;
            QVERIFY(difference(recurrent->at(full).values(), parallel->at(full).values()) <= 1e-5);
        }
        QVERIFY(difference(recurrent->at("blocks.0.mixer.z").values(), parallel->at("blocks.0.mixer.z").values()) > 0);
    }
}

void TestMixers::theStateIsRecordedOnRequestOnly()
{
    const std::map<std::string, Shape> shapes = {{"retention", {4, 3, 5, 5}}, {"linear_recurrence", {4, 1, 3, 18}},
        {"selective_ssm", {4, 1, 16, 36}}, {"state_space_dual", {4, 3, 16, 5}}, {"gated_recurrence", {4, 1, 1, 18}}};
    for (const auto& [kind, shape] : shapes) {
        const Small small("mixer.kind=" + kind);
        QVERIFY(!small.run(textOf(4), nullptr, {}, {})->find("blocks.0.mixer.state"));
        const std::shared_ptr<Trace> asked = small.run(textOf(4), nullptr, {}, {"blocks.0.mixer.state"});
        QCOMPARE(asked->at("blocks.0.mixer.state").shape(), shape);
        QCOMPARE(asked->at("blocks.0.mixer.state").axes(), (Axes{axis::token, axis::head, axis::dState, axis::dHead}));
    }
}

void TestMixers::theLastStateContinuesTheRun()
{
    for (const char* kind : allMixers) {
        const Small small(std::string("mixer.kind=") + kind);
        const std::vector<TokenId> ids = textOf(9);
        KvCache cache(small.setup.config, 9);
        small.run({ids.begin(), ids.begin() + 8}, &cache, {}, {"logits"});
        const std::shared_ptr<Trace> step = small.run({ids.begin() + 8, ids.end()}, &cache);
        const std::shared_ptr<Trace> whole = small.run(ids);
        QVERIFY2(
            difference(step->at("blocks.0.mixer.state").values(), rowsOf(whole->at("blocks.0.mixer.state"), 8, 1)) <= 1e-5, kind);
    }
}

void TestMixers::aReplacedStateActs()
{
    for (const char* kind : allMixers) {
        const Small small(std::string("mixer.kind=") + kind);
        TraceRequest request;
        const std::shared_ptr<Trace> before = forward(small.setup, {textOf(5)}, request);
        std::vector<float> factors; // of the last axis
        const Index width = small.run(textOf(5))->at("blocks.0.mixer.state").columns();
        for (Index i = 0; i < width; ++i)
            factors.push_back(i % 2 == 0 ? 2.f : 1.f);
        request.interventions = {
            {.at = "blocks.0.mixer.state", .slice = {{"token", 2, 2}}, .op = InterventionOp::Scale, .value = {{width}, factors}}};
        const std::shared_ptr<Trace> after = forward(small.setup, {textOf(5)}, request);
        const Tensor &a = before->at("blocks.0.mixer.out"), &b = after->at("blocks.0.mixer.out");
        QVERIFY2(difference(rowsOf(b, 0, 2), rowsOf(a, 0, 2)) <= 1e-5, kind);
        QVERIFY2(difference(rowsOf(b, 2, 2), rowsOf(a, 2, 2)) > 1e-3, kind); // the recurrence reads it a token later
    }
}

void TestMixers::largeExponentsStayFinite()
{
    const Small small("mixer.kind=linear_recurrence");
    TraceRequest request;
    request.patterns = {"*"};
    const Shape shape = small.run(textOf(9))->at("blocks.0.mixer.k").shape();
    std::vector<float> exponents;
    for (Index i = 0; i < elements(shape); ++i)
        exponents.push_back(i % 3 == 0 ? 80.f : i % 3 == 1 ? -80.f : 300.f);
    request.interventions = {{.at = "blocks.0.mixer.k", .op = InterventionOp::Set, .value = {shape, exponents}}};
    const std::shared_ptr<Trace> trace = forward(small.setup, {textOf(9)}, request);
    for (const char* name : {"blocks.0.mixer.wkv", "blocks.0.mixer.state", "logits"})
        for (const float number : trace->at(name).values())
            QVERIFY2(std::isfinite(number), name);
    // A mean of values is between them.
    const Tensor &wkv = trace->at("blocks.0.mixer.wkv"), &v = trace->at("blocks.0.mixer.v");
    for (Index i = 0; i < v.columns(); ++i) {
        float low = INFINITY, high = -INFINITY;
        for (Index t = 0; t < v.rows(); ++t) {
            low = std::min(low, v.row(t)[i]);
            high = std::max(high, v.row(t)[i]);
            QVERIFY(wkv.row(t)[i] >= low - 1e-5f && wkv.row(t)[i] <= high + 1e-5f);
        }
    }
}

void TestMixers::seededModelsNeitherExplodeNorForget()
{
    for (const char* kind : allMixers) {
        Small small(std::string("mixer.kind=") + kind);
        GeneratedWeights generated;
        small.setup.weights = resolveWeights(small.setup.specs, {}, 3, generated);
        std::vector<TokenId> ids = textOf(200);
        const std::shared_ptr<Trace> trace = small.run(ids);
        ids[180] = (ids[180] + 1) % 13;
        const std::shared_ptr<Trace> other = small.run(ids);
        const Tensor &out = trace->at("blocks.0.mixer.out"), &changed = other->at("blocks.0.mixer.out");
        for (const float number : out.values())
            QVERIFY2(std::abs(number) < 20.f, kind);
        double square = 0;
        for (const float number : out.values())
            square += double(number) * double(number) / double(out.size());
        QVERIFY2(square > 1e-4, kind);
        QVERIFY2(difference(rowsOf(changed, 199, 1), rowsOf(out, 199, 1)) > 1e-4, kind); // 19 tokens later
    }
}

QTEST_GUILESS_MAIN(TestMixers)
#include "tst_mixers.moc"
