#include "core/run/trace.h"
#include "core/run/trace_request.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

TraceRequest recording(std::vector<std::string> patterns)
{
    TraceRequest request;
    request.patterns = std::move(patterns);
    return request;
}

TraceRequest intervening(const std::string& at, const std::function<void(Tensor&)>& change)
{
    TraceRequest request;
    request.intervenesAt = [at](const std::string& name) { return name == at; };
    request.intervene = [change](Tensor& tensor) {
        change(tensor);
        return true;
    };
    return request;
}

std::vector<std::string> names(const Trace& trace)
{
    std::vector<std::string> result;
    for (const TraceEntry& entry : trace.entries())
        result.push_back(entry.name());
    return result;
}

ErrorKind kindOf(const Setup& setup, const TraceRequest& request)
{
    try {
        run(setup, smallText(), request);
    } catch (const Error& error) {
        return error.kind();
    }
    return ErrorKind::Output; // none
}

} // namespace

class TestTraceRequest : public QObject
{
    Q_OBJECT

private slots:
    void patternsMatchLikeInAShell_data();
    void patternsMatchLikeInAShell();
    void onlyWhatIsAskedForIsRecorded();
    void whatIsRecordedDoesNotChangeTheNumbers();
    void headsInBracketsAreKeptAlone();
    void patternsThatMatchNothingAreRefused_data();
    void patternsThatMatchNothingAreRefused();
    void aTraceOverBudgetIsRefusedBeforeAnythingIsComputed();
    void copyingAValueOntoItselfChangesNothing();
    void theRunGoesOnFromAReplacedValue();
    void whatIsBeforeAnInterventionStays();
    void replacedTensorsAreMarked();
    void interventionsWorkWhereNothingIsRecorded();
};

void TestTraceRequest::patternsMatchLikeInAShell_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* pattern, const char* name, bool matches) {
        QTest::addRow("%s ~ %s", pattern, name) << pattern << name << matches;
    };
    row("logits", "logits", true);
    row("logit", "logits", false);
    row("*", "blocks.3.attn.q", true);
    row("blocks.*.attn.pattern", "blocks.13.attn.pattern", true);
    row("blocks.?.attn.pattern", "blocks.13.attn.pattern", false);
    row("*.attn.*", "blocks.1.attn.z", true);
    row("*attn", "blocks.1.attn.z", false);
    row("**a**b", "xaxb", true);
    row("*ab*ab*c", "abababc", true);
    row("*ab*ab*ab*c", "ababc", false);
    row("", "logits", false);
    row("?", "", false);
    row("*", "", true);
}

void TestTraceRequest::patternsMatchLikeInAShell()
{
    QFETCH(QString, pattern);
    QFETCH(QString, name);
    QFETCH(bool, matches);
    QCOMPARE(matchesPattern(pattern.toStdString(), name.toStdString()), matches);
}

void TestTraceRequest::onlyWhatIsAskedForIsRecorded()
{
    const SetupPtr setup = smallSetup(smallChoices());
    QCOMPARE(names(*run(*setup, smallText(), recording({"*.resid_post", "embed"}))),
        std::vector<std::string>({"embed", "blocks.0.resid_post", "blocks.1.resid_post"}));
    TraceRequest nothing;
    nothing.nothing = true;
    QVERIFY(run(*setup, smallText(), nothing)->entries().empty());
    // On request means: not without being asked.
    QVERIFY(!run(*setup, smallText())->find("blocks.0.mlp.input"));
    QVERIFY(run(*setup, smallText(), recording({"*.mlp.input"}))->find("blocks.0.mlp.input"));
}

void TestTraceRequest::whatIsRecordedDoesNotChangeTheNumbers()
{
    for (const std::string& assignments : everyKindAndParameter()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> whole = run(*setup, smallText());
        for (const TraceEntry& entry : whole->entries()) {
            const std::shared_ptr<Trace> alone = run(*setup, smallText(), recording({entry.name()}));
            QCOMPARE(alone->entries().size(), std::size_t(1));
            const double error = relativeDifference(alone->at(entry.name()).values(), entry.tensor.values());
            QVERIFY2(error <= 1e-6, (assignments + " " + entry.name()).c_str());
        }
    }
}

void TestTraceRequest::headsInBracketsAreKeptAlone()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::shared_ptr<Trace> whole = run(*setup, smallText());
    const std::shared_ptr<Trace> some = run(*setup, smallText(), recording({"blocks.1.attn.pattern[4,1]", "*.attn.z[5]"}));
    const TraceEntry* pattern = some->findEntry("blocks.1.attn.pattern");
    QVERIFY(pattern && !some->find("blocks.0.attn.pattern"));
    QCOMPARE(pattern->heads, std::vector<Index>({1, 4}));
    QCOMPARE(pattern->tensor.shape(), Shape({2, 7, 7}));
    const Tensor& z = some->at("blocks.0.attn.z");
    QCOMPARE(z.shape(), Shape({7, 1, 5}));
    for (Index query = 0; query < 7; ++query) {
        for (Index key = 0; key < 7; ++key)
            QCOMPARE(pattern->tensor.at({1, query, key}), whole->at("blocks.1.attn.pattern").at({4, query, key}));
        for (Index d = 0; d < 5; ++d)
            QCOMPARE(z.at({query, 0, d}), whole->at("blocks.0.attn.z").at({query, 5, d}));
    }
}

void TestTraceRequest::patternsThatMatchNothingAreRefused_data()
{
    QTest::addColumn<QString>("pattern");
    for (const char* pattern :
        {"blocks.2.*", "*.attn.rot_q", "logit", "", "embed[0]", "*.attn.pattern[6]", "*.attn.pattern[-1]", "*.attn.pattern[]",
            "*.attn.pattern[a]", "*.attn.pattern[1,]", "*.attn.pattern[99999999999999999999]", "]", "[", "[]"})
        QTest::newRow(pattern) << pattern;
}

void TestTraceRequest::patternsThatMatchNothingAreRefused()
{
    QFETCH(QString, pattern);
    QCOMPARE(kindOf(*smallSetup(smallChoices()), recording({"embed", pattern.toStdString()})), ErrorKind::Usage);
}

void TestTraceRequest::aTraceOverBudgetIsRefusedBeforeAnythingIsComputed()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::size_t bytes = plan(setup->config, 7).traceBytes();
    TraceRequest request;
    request.maxBytes = bytes;
    QVERIFY(run(*setup, smallText(), request));

    const SetupPtr fresh = smallSetup(smallChoices());
    request.maxBytes = bytes - 1;
    QCOMPARE(kindOf(*fresh, request), ErrorKind::BadInput);
    QCOMPARE(fresh->weights.bytesInUse(), std::size_t(0)); // no weight was touched
}

void TestTraceRequest::copyingAValueOntoItselfChangesNothing()
{
    // The path through an intervention computes the same as the path without, at every name of every kind.
    for (const std::string& assignments : everyKindAndParameter()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> plain = run(*setup, {3, 1, 12});
        for (const TraceEntry& at : plain->entries()) {
            int calls = 0;
            const std::shared_ptr<Trace> touched = run(*setup, {3, 1, 12}, intervening(at.name(), [&](Tensor&) { ++calls; }));
            QVERIFY2(calls == 1, (assignments + " " + at.name()).c_str());
            for (const TraceEntry& entry : touched->entries())
                QVERIFY2(relativeDifference(entry.tensor.values(), plain->at(entry.name()).values()) <= 1e-5,
                    (assignments + ": " + at.name() + " changed " + entry.name()).c_str());
        }
    }
}

void TestTraceRequest::theRunGoesOnFromAReplacedValue()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope norm.placement=sandwich feed_forward.kind=gated"));
    const std::shared_ptr<Trace> plain = run(*setup, smallText());
    const auto zero = [](Tensor& tensor) { std::fill_n(tensor.data(), tensor.size(), 0.f); };

    // Nothing is added where the branch is silenced: the stream stays, bit for bit.
    const std::shared_ptr<Trace> silenced = run(*setup, smallText(), intervening("blocks.0.attn_out", zero));
    QCOMPARE(relativeDifference(silenced->at("blocks.0.resid_mid").values(), plain->at("blocks.0.resid_pre").values()), 0.0);

    // A head of which nobody reads: z of head 2 at zero is the same as its column block of W_O at zero.
    const std::shared_ptr<Trace> headless = run(*setup, smallText(), intervening("blocks.1.attn.z", [](Tensor& z) {
        for (Index t = 0; t < z.dim(0); ++t)
            std::fill_n(z.data() + (t * 6 + 2) * 5, 5, 0.f);
    }));
    QVERIFY(relativeDifference(headless->at("logits").values(), plain->at("logits").values()) > 1e-3);
    QCOMPARE(headless->at("blocks.1.attn.z").at({3, 2, 1}), 0.f);

    // A pattern that looks at the first token only makes z the first token's value.
    const std::shared_ptr<Trace> first = run(*setup, smallText(), intervening("blocks.1.attn.pattern", [](Tensor& pattern) {
        for (Index i = 0; i < pattern.size(); ++i)
            pattern.data()[i] = i % pattern.columns() == 0 ? 1.f : 0.f;
    }));
    for (Index t = 0; t < 7; ++t)
        for (Index d = 0; d < 5; ++d)
            QVERIFY(std::abs(first->at("blocks.1.attn.z").at({t, 3, d}) - first->at("blocks.1.attn.v").at({0, 3, d})) < 1e-6f);

    // Every value before the end has its consequence in what comes out.
    for (const TraceEntry& entry : plain->entries()) {
        if (entry.name() == "logits" || entry.name() == "log_z" || entry.tensor.size() == 0)
            continue;
        const std::shared_ptr<Trace> changed = run(*setup, smallText(), intervening(entry.name(), [](Tensor& tensor) {
            for (Index i = 0; i < tensor.size(); ++i)
                tensor.data()[i] *= 1.f + 0.3f * float(i % 5);
        }));
        QVERIFY2(relativeDifference(changed->at("logits").values(), plain->at("logits").values()) > 1e-6, entry.name().c_str());
    }
}

void TestTraceRequest::whatIsBeforeAnInterventionStays()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::shared_ptr<Trace> plain = run(*setup, smallText());
    const std::vector<std::string> order = names(*plain);
    for (const std::string& at : order) {
        const std::shared_ptr<Trace> changed
            = run(*setup, smallText(), intervening(at, [](Tensor& tensor) { tensor.data()[0] = 5.f; }));
        for (const std::string& before : order) {
            if (before == at)
                break;
            // Attention and norms finish several tensors in one sweep, in their own order.
            QVERIFY2(relativeDifference(changed->at(before).values(), plain->at(before).values()) <= 1e-6,
                (at + " changed " + before).c_str());
        }
    }
}

void TestTraceRequest::replacedTensorsAreMarked()
{
    const SetupPtr setup = smallSetup(smallChoices());
    TraceRequest request = intervening("blocks.0.attn.out", [](Tensor&) {});
    const std::shared_ptr<Trace> trace = run(*setup, smallText(), request);
    for (const TraceEntry& entry : trace->entries())
        QCOMPARE(entry.replaced, entry.name() == "blocks.0.attn.out");
    request.intervene = [](Tensor&) { return false; };
    QVERIFY(!run(*setup, smallText(), request)->findEntry("blocks.0.attn.out")->replaced);
}

void TestTraceRequest::interventionsWorkWhereNothingIsRecorded()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const auto zero = [](Tensor& tensor) { std::fill_n(tensor.data(), tensor.size(), 0.f); };
    for (const char* at : {"blocks.0.attn.pattern", "blocks.0.attn.scores_content", "blocks.1.ln1.scale", "blocks.1.mlp.input",
             "blocks.0.resid_mid"}) {
        TraceRequest request = intervening(at, [&](Tensor& tensor) {
            std::string(at).ends_with("scale") ? std::fill_n(tensor.data(), tensor.size(), 2.f), void() : zero(tensor);
        });
        const std::shared_ptr<Trace> recorded = run(*setup, smallText(), request);
        request.patterns = {"logits"};
        const std::shared_ptr<Trace> bare = run(*setup, smallText(), request);
        QVERIFY2(relativeDifference(bare->at("logits").values(), recorded->at("logits").values()) <= 1e-6, at);
        QVERIFY2(relativeDifference(bare->at("logits").values(), run(*setup, smallText())->at("logits").values()) > 1e-4, at);
    }
}

QTEST_GUILESS_MAIN(TestTraceRequest)
#include "tst_trace_request.moc"
