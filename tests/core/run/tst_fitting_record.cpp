// What is recorded where everything would not fit, and a layer that is recorded alone.

#include "core/run/fitting_record.h"

#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;
using namespace support;

class TestFittingRecord : public QObject
{
    Q_OBJECT

private slots:
    void itFitsWithOneLayerMore();
    void whereLessFitsThePatternsGiveWay();
    void aLayerAloneIsThatOfTheWholeRun_data();
    void aLayerAloneIsThatOfTheWholeRun();
    void whatIsNotAloneIsRefused();
};

void TestFittingRecord::itFitsWithOneLayerMore()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=6"));
    const std::size_t whole = plan(setup->config, 7).traceBytes();
    TraceRequest request;
    request.maxBytes = whole - 1;
    const auto less = fittingRecord(*setup, 7, 7, request);
    QVERIFY(less.has_value());
    const auto trace = run(*setup, smallText(), *less);
    const auto ordinary = run(*setup, smallText());
    const Trace& all = *ordinary;
    QVERIFY(trace->bytes() < whole);
    for (Index layer = 0; layer < 6; ++layer) {
        for (const char* kept : {"resid_pre", "resid_mid", "resid_post", "attn_out", "mlp_out", "attn.pattern"})
            QVERIFY2(same(trace->at(blockName(layer, kept)), all.at(blockName(layer, kept))), kept);
        QVERIFY(!trace->find(blockName(layer, "mlp.pre")) && lacksLayer(*setup, *trace, layer));
        QVERIFY(!lacksLayer(*setup, all, layer));
        QVERIFY(withLayer(*setup, *trace, layer)->bytes() <= request.maxBytes);
    }
    for (const char* kept : {"embed", "logits", "log_z"})
        QVERIFY(trace->find(kept));
    request.maxBytes = 1;
    QVERIFY(!fittingRecord(*setup, 7, 7, request));
    request.patterns = {"embed"};
    QVERIFY(!fittingRecord(*setup, 7, 7, request)); // it says what it wants
}

/// A long text: the patterns of all layers are more than everything else.
void TestFittingRecord::whereLessFitsThePatternsGiveWay()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=6"));
    std::vector<TokenId> text;
    for (TokenId id = 0; id < 60; ++id)
        text.push_back(id * 5 % 13);
    const auto bytesOf = [&](const std::vector<std::string>& patterns) {
        TraceRequest request;
        request.patterns = patterns;
        return plan(setup->config, 60, request).traceBytes();
    };
    const std::size_t ofLayer = bytesOf({"blocks.3.*"}), ofNone = bytesOf({"embed", "logits", "log_z", "ln_final.*"});
    const std::size_t patterns = bytesOf({"*.attn.pattern"}), stream = bytesOf({"*.resid_post"});
    TraceRequest request;
    std::vector<bool> hasBranches;
    for (const std::size_t room : {patterns / 2, stream + stream / 2}) {
        request.maxBytes = ofNone + ofLayer + room;
        const auto less = fittingRecord(*setup, 60, 60, request);
        QVERIFY(less.has_value());
        const auto trace = run(*setup, text, *less);
        QVERIFY(trace->find("logits") && !trace->find("blocks.2.attn.pattern") && trace->find("blocks.2.resid_post"));
        hasBranches.push_back(trace->find("blocks.2.mlp_out") != nullptr);
        const auto more = withLayer(*setup, *trace, 2, request.maxBytes);
        QVERIFY(more->bytes() <= request.maxBytes);
        QVERIFY(same(more->at("blocks.2.attn.pattern"), run(*setup, text)->at("blocks.2.attn.pattern")));
    }
    QVERIFY((hasBranches == std::vector{true, false}));
}

void TestFittingRecord::aLayerAloneIsThatOfTheWholeRun_data()
{
    QTest::addColumn<QString>("choice");
    for (const char* choice : {"sizes.layers=4", "sizes.layers=4 norm.placement=post", "sizes.layers=4 position.kind=rope",
             "sizes.layers=4 position.kind=learned norm.kind=rms_norm", "sizes.layers=4 position.kind=t5_buckets",
             "sizes.layers=4 feed_forward.kind=mixture"})
        QTest::newRow(choice) << choice;
}

void TestFittingRecord::aLayerAloneIsThatOfTheWholeRun()
{
    QFETCH(QString, choice);
    Choices said;
    try {
        said = choices(choice.toStdString());
    } catch (const Error& error) {
        QFAIL(error.what());
    }
    const SetupPtr setup = smallSetup(said);
    const auto all = run(*setup, smallText());
    TraceRequest request;
    request.maxBytes = plan(setup->config, 7).traceBytes() - 1;
    const auto less = fittingRecord(*setup, 7, 7, request);
    QVERIFY(less.has_value());
    const auto trace = run(*setup, smallText(), *less);
    for (Index layer = 0; layer < 4; ++layer) {
        const auto more = withLayer(*setup, *trace, layer);
        QVERIFY(!lacksLayer(*setup, *more, layer));
        QCOMPARE(lacksLayer(*setup, *more, (layer + 1) % 4), true);
        for (const TraceEntry& entry : all->entries()) {
            const bool isThere = partsOfName(entry.name()).layer == layer || trace->find(entry.name());
            QCOMPARE(more->find(entry.name()) != nullptr, isThere);
            if (isThere)
                QVERIFY2(same(more->at(entry.name()), entry.tensor), entry.name().c_str());
        }
        QVERIFY(more->tokens == trace->tokens && more->choices == trace->choices && more->layers() == 4);
    }
}

void TestFittingRecord::whatIsNotAloneIsRefused()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=4"));
    TraceRequest patterns;
    patterns.patterns = {"*.attn.pattern"};
    const auto noStream = run(*setup, smallText(), patterns);
    QVERIFY_EXCEPTION_THROWN(withLayer(*setup, *noStream, 2), Error);
    TraceRequest changed = intervening("blocks.1.mlp_out", InterventionOp::Zero);
    changed.patterns = {"*resid_post"};
    QVERIFY_EXCEPTION_THROWN(withLayer(*setup, *run(*setup, smallText(), changed), 2), Error);
}

QTEST_APPLESS_MAIN(TestFittingRecord)
#include "tst_fitting_record.moc"
