// Interventions that do not fit the model are refused before any weight is touched.

#include "core/files/traces/trace_file.h"
#include "core/run/intervention_list.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <filesystem>

using namespace core;
using namespace support;

namespace {

/// The Error that a run with this list ends in; an empty problem when it ends in none. No weight may be touched before.
Error::Parts refused(const std::string& json, const std::string& file = "list.json")
{
    const SetupPtr fresh = smallSetup(smallChoices());
    const Error::Parts parts = refusalOf([&] { run(*fresh, smallText(), intervening(json, file)); });
    if (fresh->weights.bytesInUse() > 0)
        return {};
    return parts;
}

} // namespace

class TestInterventionRefusals : public QObject
{
    Q_OBJECT

private slots:
    void whatDoesNotFitTheModelIsRefusedFirst_data();
    void whatDoesNotFitTheModelIsRefusedFirst();
    void sourcesThatDoNotFitAreRefusedFirst();
    void whatIsOffDoesNothing();
    void whatDoesNotFitIsLeftOutAndSaidWhereThatIsWanted();
};

void TestInterventionRefusals::whatDoesNotFitTheModelIsRefusedFirst_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* json, const char* where, const char* expected) {
        QTest::newRow(json) << QString("[{\"at\":\"embed\",\"op\":\"zero\"},{%1}]").arg(json) << where << expected;
    };
    row(R"("at":"blocks.1.attn.patern","op":"zero")", "[1].at", "blocks.1.attn.pattern, ");
    row(R"("at":"blocks.2.attn.z","op":"zero")", "[1].at", "blocks.0.attn.z, ");
    row(R"("at":"blocks.1.attn.rot_q","op":"zero")", "[1].at", "blocks.1.attn.");
    row(R"("at":"embed[0]","op":"zero")", "[1].at", "embed, ");
    row(R"("at":"blocks.1.attn.z[]","op":"zero")", "[1].at", "name[0,3]");
    row(R"("at":"blocks.1.attn.z[6]","op":"zero")", "[1].slice.head", "0 to 5");
    row(R"("at":"blocks.1.attn.z[1]","op":"zero","slice":{"head":1})", "[1].slice", "");
    row(R"("at":"blocks.1.attn.z","op":"zero","slice":{"query":1})", "[1].slice.query", "token, head, d_head");
    row(R"("at":"blocks.1.attn.z","op":"zero","slice":{"token":[2,7]})", "[1].slice.token", "0 to 6");
    row(R"("at":"blocks.1.attn.z","op":"set","value":[1,2])", "[1].value", "7 \u00d7 6 \u00d7 5, 5");
    row(R"("at":"blocks.1.attn.z","op":"add","value":[[1,2,3,4,5]],"slice":{"token":[1,2]})", "[1].value",
        "2 \u00d7 6 \u00d7 5, 5");
}

void TestInterventionRefusals::whatDoesNotFitTheModelIsRefusedFirst()
{
    QFETCH(QString, json);
    QFETCH(QString, where);
    QFETCH(QString, expected);
    const Error::Parts parts = refused(json.toStdString());
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.kind, ErrorKind::Usage);
    QCOMPARE(parts.file, std::string("list.json"));
    QCOMPARE(QString::fromStdString(parts.where), where);
    QVERIFY2(QString::fromStdString(parts.expected).startsWith(expected), parts.expected.c_str());
    // A plan refuses the same.
    QVERIFY(!refusalOf([&] { plan(smallSetup(smallChoices())->config, 7, intervening(json.toStdString())); }).problem.empty());
}

void TestInterventionRefusals::sourcesThatDoNotFitAreRefusedFirst()
{
    const TemporaryFolder folder;
    const std::shared_ptr<Trace> brief = run(*smallSetup(smallChoices()), {1, 2, 3}, everything());
    writeTrace(*brief, folder.path("brief.safetensors"));
    folder.write("not-a-trace.safetensors", "nothing");
    const std::string list = folder.path("list.json");
    const auto from
        = [&](const std::string& rest) { return refused(R"([{"at":"embed","op":"from","source":)" + rest + "}]", list); };

    const Error::Parts shape = from(R"("brief.safetensors")");
    QCOMPARE(shape.kind, ErrorKind::Usage);
    QCOMPARE(shape.file, list);
    QCOMPARE(shape.where, std::string("[0].source"));
    QCOMPARE(QString::fromStdString(shape.expected + ", not " + shape.found), QString("7 \u00d7 18, not 3 \u00d7 18"));
    QVERIFY(from(R"("brief.safetensors","slice":{"token":[4,6]})").problem.empty()); // the slice fits

    for (const char* bad :
        {R"("missing.safetensors")", R"("not-a-trace.safetensors")", R"({"file":"brief.safetensors","name":"x"})"}) {
        const Error::Parts parts = from(bad);
        QVERIFY2(!parts.problem.empty(), bad);
        QCOMPARE(parts.kind, ErrorKind::BadInput);
        QVERIFY(parts.file.starts_with(folder.path()) && parts.file.ends_with("safetensors"));
    }
}

void TestInterventionRefusals::whatIsOffDoesNothing()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::shared_ptr<Trace> plain = run(*setup, smallText(), everything());
    const std::shared_ptr<Trace> off = run(*setup, smallText(),
        intervening(R"([{"at":"blocks.0.attn.z","op":"zero","off":true},{"at":"no.such","op":"zero","off":true}])"));
    QCOMPARE(firstDifference(*off, *plain), std::string());
    QVERIFY(off->interventions.is_null() && off->replaced.empty());
}

void TestInterventionRefusals::whatDoesNotFitIsLeftOutAndSaidWhereThatIsWanted()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    TraceRequest request = intervening(R"([{"at":"blocks.9.attn.z","op":"zero"},{"at":"blocks.0.attn.z[99]","op":"zero"},
        {"at":"blocks.1.attn.z[0]","op":"zero"},{"at":"blocks.0.attn.z[0,","op":"zero"},{"at":"log_z","op":"zero"}])");
    QVERIFY_EXCEPTION_THROWN(run(*setup, smallText(), request), Error);
    request.skipsUnfit = true;
    const std::shared_ptr<Trace> lenient = run(*setup, smallText(), request);
    const std::shared_ptr<Trace> alone = run(*setup, smallText(), intervening(R"([{"at":"blocks.1.attn.z[0]","op":"zero"}])"));
    QCOMPARE(firstDifference(*lenient, *alone), std::string());
    QVERIFY(lenient->interventions == alone->interventions);
    std::vector<std::size_t> left;
    for (const UnfitIntervention& one : unfitInterventions(setup->config, Index(smallText().size()), 0, request)) {
        left.push_back(one.number);
        QVERIFY(!one.why.problem.empty());
    }
    QVERIFY(left == (std::vector<std::size_t>{0, 1, 3, 4}));
}

QTEST_GUILESS_MAIN(TestInterventionRefusals)
#include "tst_intervention_refusals.moc"
