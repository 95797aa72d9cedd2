// Masks: the cells that each kind means, and that a token depends on exactly the tokens it sees.

#include "core/layers/attention_mask.h"
#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

/// Every mask and a few of its sizes, in a decoder and in an encoder.
std::vector<std::string> everyMask()
{
    std::vector<std::string> result;
    for (const std::string& assignments : everyKindAndParameter())
        if (assignments.find("mask.kind=") != std::string::npos)
            for (const char* topology : {"", " topology=encoder"})
                result.push_back(assignments + topology);
    for (const char* more :
        {"mask.kind=sliding_window mask.window=2", "mask.kind=block_local mask.block=2", "mask.kind=strided mask.stride=2",
            "mask.kind=sinks_window mask.sinks=2 mask.window=2", "mask.kind=prefix mask.prefix=3"})
        for (const char* topology : {"", " topology=encoder", " topology=prefix_decoder"})
            result.push_back(std::string(more) + topology);
    return result;
}

std::string rowsOf(const AttentionMask& mask, Index tokens)
{
    std::string text;
    for (Index query = 0; query < tokens; ++query, text += '/')
        for (Index key = 0; key < tokens; ++key)
            text += maskSees(mask, query, key) ? '1' : '0';
    return text;
}

double logitsDiffer(const std::string& a, const std::string& b)
{
    return relativeDifference(run(*smallSetup(choices(a)), smallText())->at("logits").values(),
        run(*smallSetup(choices(b)), smallText())->at("logits").values());
}

} // namespace

class TestAttentionMask : public QObject
{
    Q_OBJECT

private slots:
    void cellsAreThoseOfTheKind_data();
    void cellsAreThoseOfTheKind();
    void rangesHoldExactlyWhatTheySee();
    void aTokenDependsOnExactlyWhatItSees();
    void depthWidensWhatATokenDependsOn();
    void aWindowAsLongAsTheTextIsFull();
    void masksThatMeetAreTheSame_data();
    void masksThatMeetAreTheSame();
    void aTextLongerThanThePaintedMaskIsRefused();
};

void TestAttentionMask::cellsAreThoseOfTheKind_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<QString>("cells");
    const auto row = [](const char* assignments, const char* cells) { QTest::newRow(assignments) << assignments << cells; };
    row("mask.kind=bidirectional", "11111/11111/11111/11111/11111/");
    row("mask.kind=causal", "10000/11000/11100/11110/11111/");
    row("topology=encoder mask.kind=causal", "10000/11000/11100/11110/11111/"); // what was said is taken as it is
    row("mask.kind=prefix mask.prefix=2", "11000/11000/11100/11110/11111/");
    row("topology=prefix_decoder mask.prefix=4", "11110/11110/11110/11110/11111/");
    row("mask.kind=sliding_window mask.window=2", "10000/11000/01100/00110/00011/");
    row("topology=encoder mask.kind=sliding_window mask.window=2", "11000/11100/01110/00111/00011/");
    row("mask.kind=block_local mask.block=2", "10000/11000/00100/00110/00001/");
    row("topology=encoder mask.kind=block_local mask.block=2", "11000/11000/00110/00110/00001/");
    row("mask.kind=strided mask.stride=3", "10000/11000/11100/11110/01111/");
    row("mask.kind=strided mask.stride=2", "10000/11000/11100/01110/10111/");
    row("topology=encoder mask.kind=strided mask.stride=2", "11101/11110/11111/01111/10111/");
    row("mask.kind=sinks_window mask.sinks=1 mask.window=2", "10000/11000/11100/10110/10011/");
    row("topology=encoder mask.kind=sinks_window mask.sinks=1 mask.window=2", "11000/11100/11110/10111/10011/");
}

void TestAttentionMask::cellsAreThoseOfTheKind()
{
    QFETCH(QString, assignments);
    QFETCH(QString, cells);
    QCOMPARE(QString::fromStdString(rowsOf(resolve(choices(assignments.toStdString()), {}).block(0).mask, 5)), cells);
}

void TestAttentionMask::rangesHoldExactlyWhatTheySee()
{
    for (const std::string& assignments : everyMask()) {
        const AttentionMask mask = resolve(choices(assignments), {}).block(0).mask;
        for (Index query = 0; query < 9; ++query)
            for (Index keys = query + 1; keys <= 9; ++keys) {
                const KeyRange range = maskRange(mask, query, keys);
                QVERIFY(range.first >= 0 && range.last <= keys);
                for (Index key = 0; key < keys; ++key) {
                    const bool inside = key >= range.first && key < range.last;
                    QVERIFY2(!maskSees(mask, query, key) || inside, assignments.c_str());
                    QVERIFY2(!maskIsContiguous(mask) || maskSees(mask, query, key) == inside, assignments.c_str());
                }
            }
    }
}

void TestAttentionMask::aTokenDependsOnExactlyWhatItSees()
{
    // Another token in one place, through one layer: the logits that change are those of the queries that see it.
    for (const std::string& assignments : everyMask()) {
        const SetupPtr setup = smallSetup(choices(assignments + " sizes.layers=1"));
        const std::shared_ptr<Trace> before = run(*setup, smallText());
        for (Index key = 0; key < 7; ++key) {
            std::vector<TokenId> ids = smallText();
            ids[std::size_t(key)] = 4;
            const std::shared_ptr<Trace> after = run(*setup, ids);
            for (Index query = 0; query < 7; ++query) {
                const double difference = relativeDifference(after->at("logits").values().subspan(std::size_t(query * 13), 13),
                    before->at("logits").values().subspan(std::size_t(query * 13), 13));
                const bool sees = query == key || maskSees(setup->config.block(0).mask, query, key);
                QVERIFY2(sees ? difference > 1e-6 : difference == 0,
                    (assignments + " " + std::to_string(query) + "," + std::to_string(key)).c_str());
            }
        }
    }
}

void TestAttentionMask::depthWidensWhatATokenDependsOn()
{
    // Through n layers of a window of w a token depends on n·(w − 1) tokens before it.
    for (const Index layers : {1, 2, 3}) {
        const SetupPtr setup
            = smallSetup(choices("mask.kind=sliding_window mask.window=3 sizes.layers=" + std::to_string(layers)));
        std::vector<TokenId> ids{7, 2, 11, 0, 2, 12, 5, 1, 9, 4};
        const std::shared_ptr<Trace> before = run(*setup, ids);
        ids[0] = 3;
        const std::shared_ptr<Trace> after = run(*setup, ids);
        for (Index query = 0; query < 10; ++query) {
            const bool differs = before->at("logits").at({query, 0}) != after->at("logits").at({query, 0});
            QCOMPARE(differs, query <= 2 * layers);
        }
    }
}

void TestAttentionMask::aWindowAsLongAsTheTextIsFull()
{
    QCOMPARE(logitsDiffer("mask.kind=sliding_window mask.window=7", "mask.kind=causal"), 0.0);
    QVERIFY(logitsDiffer("mask.kind=sliding_window mask.window=6", "mask.kind=causal") > 0);
    QCOMPARE(logitsDiffer("topology=encoder mask.kind=sliding_window mask.window=7", "mask.kind=bidirectional"), 0.0);
    // A window of one sees itself alone: z is the value of the token.
    const std::shared_ptr<Trace> alone = run(*smallSetup(choices("mask.kind=sliding_window mask.window=1")), smallText());
    QCOMPARE(relativeDifference(alone->at("blocks.0.attn.z").values(), alone->at("blocks.0.attn.v").values()), 0.0);
}

void TestAttentionMask::masksThatMeetAreTheSame_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    const auto row = [](const char* one, const char* other) { QTest::addRow("%s is %s", one, other) << one << other; };
    row("mask.kind=prefix mask.prefix=0", "mask.kind=causal");
    row("mask.kind=prefix mask.prefix=1", "mask.kind=causal");
    row("mask.kind=prefix mask.prefix=7", "mask.kind=bidirectional");
    row("mask.kind=block_local mask.block=7", "mask.kind=causal");
    row("mask.kind=block_local mask.block=1", "mask.kind=sliding_window mask.window=1");
    row("mask.kind=strided mask.stride=1", "mask.kind=causal");
    row("mask.kind=strided mask.stride=7", "mask.kind=causal");
    row("mask.kind=sinks_window mask.sinks=0 mask.window=3", "mask.kind=sliding_window mask.window=3");
    row("mask.kind=sinks_window mask.sinks=7 mask.window=1", "mask.kind=causal");
    row("topology=encoder mask.kind=sinks_window mask.sinks=7 mask.window=1", "mask.kind=bidirectional");
    row("mask.schedule=wf", "mask.kind@0=sliding_window mask.kind@1=causal");
    row("topology=encoder mask.schedule=fw", "topology=encoder mask.kind@1=sliding_window");
}

void TestAttentionMask::masksThatMeetAreTheSame()
{
    QFETCH(QString, one);
    QFETCH(QString, other);
    // To the last digits only: a kind that is not contiguous leaves cells out one by one.
    QVERIFY(logitsDiffer(one.toStdString(), other.toStdString()) < 1e-6);
}

void TestAttentionMask::aTextLongerThanThePaintedMaskIsRefused()
{
    Choices said = choices("mask.kind=painted");
    said.set("mask.painted", parseJson("[[1,0,0],[1,1,0]]", "x")); // two queries, three keys
    QVERIFY(run(*smallSetup(said), {1, 2})->find("logits"));
    try {
        run(*smallSetup(said), {1, 2, 3});
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::BadInput);
        QCOMPARE(error.parts().where, std::string("mask.painted"));
    }
}

QTEST_GUILESS_MAIN(TestAttentionMask)
#include "tst_attention_mask.moc"
