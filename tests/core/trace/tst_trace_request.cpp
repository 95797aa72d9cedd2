#include "core/trace/trace.h"
#include "core/trace/trace_request.h"
#include "core/trace/trace_too_large.h"
#include "core/run/passing_weights.h"
#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

TraceRequest recording(std::vector<std::string> patterns)
{
    TraceRequest request;
    request.patterns = std::move(patterns);
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
    void theRefusalSaysHowManyTokensFit();
    void weightsOverBudgetAreReadAgainAndGiveTheSameNumbers();
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
    for (const std::string& assignments : everySetOfNames()) {
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

    // A pattern with heads may meet tensors without: they are kept whole.
    const std::shared_ptr<Trace> wide = run(*setup, smallText(), recording({"blocks.1.attn.*[2]"}));
    QCOMPARE(wide->at("blocks.1.attn.out").shape(), whole->at("blocks.1.attn.out").shape());
    QCOMPARE(wide->at("blocks.1.attn.pattern").shape(), Shape({1, 7, 7}));
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
    const Plan planned = plan(setup->config, 7);
    const std::size_t bytes = planned.traceBytes() + passingBytes(*setup, planned);
    TraceRequest request;
    request.maxBytes = bytes;
    QVERIFY(run(*setup, smallText(), request));

    const SetupPtr fresh = smallSetup(smallChoices());
    request.maxBytes = bytes - 1;
    QCOMPARE(kindOf(*fresh, request), ErrorKind::BadInput);
    QCOMPARE(fresh->weights.bytesInUse(), std::size_t(0)); // no weight was touched
    try {
        run(*fresh, smallText(), request);
    } catch (const Error& error) {
        QVERIFY2(
            !error.parts().expected.starts_with("at most " + error.parts().found), error.what()); // whole MiB, never the same
    }
}

void TestTraceRequest::theRefusalSaysHowManyTokensFit()
{
    const SetupPtr setup = smallSetup(smallChoices());
    for (const Index fits : {6, 3, 1, 0}) {
        TraceRequest request;
        const Plan planned = plan(setup->config, std::max<Index>(fits, 1));
        request.maxBytes = fits > 0 ? planned.traceBytes() + passingBytes(*setup, planned) : 1;
        try {
            run(*setup, smallText(), request);
            QFAIL("not refused");
        } catch (const TraceTooLarge& error) {
            QCOMPARE(error.fitting(), fits);
            QCOMPARE(error.tokens(), Index(7));
            QVERIFY2(error.parts().expected.ends_with("room for " + std::to_string(fits) + " tokens"), error.what());
        }
    }
}

void TestTraceRequest::weightsOverBudgetAreReadAgainAndGiveTheSameNumbers()
{
    const auto kept = run(*smallSetup(smallChoices()), smallText(), {});
    const SetupPtr setup = smallSetup(smallChoices());
    const auto vectorsOnly = [&] {
        return std::all_of(setup->specs.begin(), setup->specs.end(),
            [&](const WeightSpec& spec) { return spec.shape.size() < 2 || setup->weights.at(spec.name).bytesInUse() == 0; });
    };
    TraceRequest request;
    const Plan planned = plan(setup->config, 7);
    request.maxBytes = planned.traceBytes() + passingBytes(*setup, planned) + 1;
    const auto again = run(*setup, smallText(), request);
    QVERIFY(vectorsOnly());
    QCOMPARE(again->entries().size(), kept->entries().size());
    for (const TraceEntry& entry : kept->entries())
        QVERIFY2(std::ranges::equal(again->at(entry.name()).values(), entry.tensor.values()), entry.name().c_str());

    run(*setup, smallText(), {});
    QVERIFY(!vectorsOnly()); // with room they stay
}

QTEST_GUILESS_MAIN(TestTraceRequest)
#include "tst_trace_request.moc"
