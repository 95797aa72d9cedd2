// What an earlier run computed alike is taken from it, and the result is that of a full run.

#include "core/run/earlier_run.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <set>
#include <sstream>

using namespace core;
using namespace support;

class TestEarlierRun : public QObject
{
    Q_OBJECT

private slots:
    void blocksThatDidNotChangeAreShared_data();
    void blocksThatDidNotChangeAreShared();
    void everyToggleEqualsTheFullRun();
    void aChangedRunIsNotShared();
    void interventionsShareWhatIsBeforeThem_data();
    void interventionsShareWhatIsBeforeThem();
};

void TestEarlierRun::blocksThatDidNotChangeAreShared_data()
{
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<int>("shared"); // blocks whose tensors are those of the run before
    QTest::newRow("nothing changed") << "" << 4;
    QTest::newRow("the last norm") << "norm.final=false" << 4;
    QTest::newRow("one layer") << "rope.base@2=50" << 2;
    QTest::newRow("fewer layers") << "sizes.layers=3" << 3;
    QTest::newRow("every layer") << "activation.kind=relu" << 0;
    QTest::newRow("the embedding") << "block.embedding_scale=2" << 0;
    QTest::newRow("other weights") << "seed=99" << 0;
}

void TestEarlierRun::blocksThatDidNotChangeAreShared()
{
    QFETCH(QString, assignment);
    QFETCH(int, shared);
    const auto model = std::make_shared<Model>();
    model->sizesFixed = false;
    model->choices = choices("sizes.layers=4 position.kind=rope activation.kind=silu");
    const SetupPtr before = configure(model, {});
    const std::shared_ptr<Trace> earlier = run(*before, smallText());
    Choices said;
    if (!assignment.isEmpty())
        said.setText(assignment.toStdString(), 4);
    const SetupPtr setup = configure(model, said);
    const std::shared_ptr<Trace> alone = run(*setup, smallText());
    const std::shared_ptr<Trace> trace = forward(*setup, {smallText(), {}, earlier, before});

    QCOMPARE(trace->entries().size(), alone->entries().size());
    for (std::size_t i = 0; i < trace->entries().size(); ++i) {
        const Tensor& tensor = trace->entries()[i].tensor;
        QCOMPARE(tensor.name(), alone->entries()[i].name());
        QCOMPARE(relativeDifference(tensor.values(), alone->entries()[i].tensor.values()), 0.0);
    }
    int same = 0;
    for (Index layer = 0; layer < setup->config.layers(); ++layer)
        same += trace->at(blockName(layer, "mlp.post")).data() == earlier->at(blockName(layer, "mlp.post")).data();
    QCOMPARE(same, shared);
}

void TestEarlierRun::everyToggleEqualsTheFullRun()
{
    // From the small model to every choice and back, in all layers and in the last one only: what is taken from the run before
    // is to the last bit what would have been computed.
    const auto model = std::make_shared<Model>();
    model->sizesFixed = false;
    model->choices = smallChoices();
    const SetupPtr before = configure(model, {});
    const std::shared_ptr<Trace> earlier = run(*before, smallText());
    const auto alike = [](const Trace& a, const Trace& b) {
        if (a.entries().size() != b.entries().size())
            return false;
        return std::all_of(a.entries().begin(), a.entries().end(), [&](const TraceEntry& entry) {
            const Tensor* other = b.find(entry.name());
            return other && other->shape() == entry.tensor.shape()
                && relativeDifference(entry.tensor.values(), other->values()) == 0;
        });
    };
    std::size_t toggles = 0, shared = 0;
    for (const std::string& assignments : everyChoice())
        for (const bool lastOnly : {false, true}) {
            Choices said;
            bool isOfModel = false;
            std::istringstream words(assignments);
            for (std::string word; words >> word;) {
                isOfModel |= !findChoiceKey(word.substr(0, word.find('=')))->perLayer;
                said.setText(lastOnly && !isOfModel ? word.insert(word.find('='), "@1") : word, 2);
            }
            if (lastOnly && isOfModel)
                continue;
            const SetupPtr setup = configure(model, said);
            const std::shared_ptr<Trace> alone = run(*setup, smallText());
            ForwardInput there{smallText(), {}, earlier, before}, back{smallText(), {}, alone, setup};
            there.decoderIds = smallText();
            const std::shared_ptr<Trace> toggled = forward(*setup, there);
            QVERIFY2(alike(*toggled, *alone), assignments.c_str());
            QVERIFY2(alike(*forward(*before, back), *earlier), assignments.c_str());
            ++toggles;
            const Tensor* first = toggled->find("blocks.0.mlp.post");
            shared += lastOnly && first && first->data() == earlier->at("blocks.0.mlp.post").data();
        }
    QVERIFY(toggles > 500);
    QVERIFY(shared > 200);
}

void TestEarlierRun::aChangedRunIsNotShared()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=2 position.kind=rope"));
    const auto at = [](const std::shared_ptr<Trace>& trace) { return trace->at("blocks.0.mlp.post").data(); };
    const std::shared_ptr<Trace> earlier = run(*setup, smallText());
    QVERIFY(at(forward(*setup, {smallText(), {}, earlier, setup})) == at(earlier));
    std::vector<TokenId> other = smallText();
    other.back() = (other.back() + 1) % 13;
    QVERIFY(at(forward(*setup, {other, {}, earlier, setup})) != at(earlier));
}

void TestEarlierRun::interventionsShareWhatIsBeforeThem_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("shared"); // blocks of three
    QTest::newRow("before the blocks") << "pos_embed" << 0;
    QTest::newRow("what enters the first block") << "blocks.0.resid_pre" << 0;
    QTest::newRow("inside the second") << "blocks.1.attn.pattern" << 1;
    QTest::newRow("what enters the second") << "blocks.1.resid_pre" << 1;
    QTest::newRow("what leaves the second") << "blocks.1.resid_post" << 1;
    QTest::newRow("on request only") << "blocks.2.mlp.input" << 2;
    QTest::newRow("after the blocks") << "ln_final.scale" << 3;
    QTest::newRow("logits") << "logits" << 3;
    QTest::newRow("several places, the first counts") << "blocks.*.mlp.post" << 0;
}

void TestEarlierRun::interventionsShareWhatIsBeforeThem()
{
    QFETCH(QString, name);
    QFETCH(int, shared);
    const SetupPtr setup = smallSetup(choices("sizes.layers=3 position.kind=learned"));
    TraceRequest scaled;
    scaled.interventions = {{.at = name.toStdString(), .op = InterventionOp::Scale, .value = {{}, {1.5f}}}};
    const auto alike = [](const Trace& a, const Trace& b) {
        QCOMPARE(a.entries().size(), b.entries().size());
        for (std::size_t i = 0; i < a.entries().size(); ++i) {
            QCOMPARE(a.entries()[i].name(), b.entries()[i].name());
            QCOMPARE(a.entries()[i].replaced, b.entries()[i].replaced);
            QCOMPARE(relativeDifference(a.entries()[i].tensor.values(), b.entries()[i].tensor.values()), 0.0);
        }
        QCOMPARE(a.replaced, b.replaced);
    };
    const auto sharedBlocks = [](const Trace& a, const Trace& b) {
        int same = 0;
        for (Index layer = 0; layer < 3; ++layer)
            same += a.at(blockName(layer, "attn.v")).data() == b.at(blockName(layer, "attn.v")).data();
        return same;
    };

    const std::shared_ptr<Trace> plain = run(*setup, smallText());
    const std::shared_ptr<Trace> touched = run(*setup, smallText(), scaled);
    QVERIFY(relativeDifference(touched->at("logits").values(), plain->at("logits").values()) > 1e-6);

    // From the model's own run to the intervened one, and back.
    const std::shared_ptr<Trace> there = forward(*setup, {smallText(), {}, plain, setup}, scaled);
    alike(*there, *touched);
    QCOMPARE(sharedBlocks(*there, *plain), shared);
    const std::shared_ptr<Trace> back = forward(*setup, {smallText(), {}, touched, setup});
    alike(*back, *plain);
    QCOMPARE(sharedBlocks(*back, *touched), shared);

    // What was replaced counts also where it was not recorded.
    TraceRequest bare;
    bare.patterns = {"*embed", "*.attn.v", "*.resid_post"};
    scaled.patterns = bare.patterns;
    const std::shared_ptr<Trace> bareTouched = run(*setup, smallText(), scaled);
    alike(*forward(*setup, {smallText(), {}, bareTouched, setup}, bare), *run(*setup, smallText(), bare));
}

QTEST_GUILESS_MAIN(TestEarlierRun)
#include "tst_earlier_run.moc"
