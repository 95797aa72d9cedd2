// A run over a text that begins as an earlier one takes the beginning from it, and is that of a full run to the last bit.

#include "core/run/kept_beginning.h"

#include "core/base/row_products.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"
#include "tests/test_data.h"

#include <QDir>
#include <QTest>

#include <cstring>

using namespace core;
using namespace support;

namespace {

/// Tokens of the small vocabulary.
std::vector<TokenId> text(Index tokens)
{
    std::vector<TokenId> ids;
    for (Index i = 0; i < tokens; ++i)
        ids.push_back(TokenId((5 * i + i * i / 7) % 13));
    return ids;
}

/// A text of so many tokens that differs from text() from `from` on.
std::vector<TokenId> changedFrom(Index from, Index tokens)
{
    std::vector<TokenId> ids = text(tokens);
    for (Index i = from; i < tokens; ++i)
        ids[std::size_t(i)] = (ids[std::size_t(i)] + 1) % 13;
    return ids;
}

/// How much of this text a run takes from the earlier one.
Index keptOf(const Setup& setup, const ForwardInput& input, const TraceRequest& request = {})
{
    const TraceMatcher matcher(request);
    const Plan planned = plan(setup.config, Index(input.ids.size()), request);
    InterventionList interventions(request.interventions);
    interventions.bind(planned.tensors);
    return keptBeginning({setup, input, planned, matcher, interventions});
}

/// The first tensor that is not the same bits in both, or is in one of them only.
std::string firstOther(const Trace& a, const Trace& b)
{
    if (a.entries().size() != b.entries().size())
        return "other tensors";
    for (const TraceEntry& entry : a.entries()) {
        const Tensor* const other = b.find(entry.name());
        if (!other || other->shape() != entry.tensor.shape())
            return entry.name() + " has another shape";
        if (std::memcmp(other->data(), entry.tensor.data(), std::size_t(other->size()) * sizeof(float)) != 0)
            return entry.name();
    }
    return {};
}

/// The earlier run with another number in one tensor, of the first token.
std::shared_ptr<const Trace> marked(const Trace& trace, const std::string& name)
{
    std::vector<TraceEntry> entries;
    for (const TraceEntry& entry : trace.entries()) {
        entries.push_back(entry);
        if (entry.name() != name)
            continue;
        Tensor copy(name, entry.tensor.axes(), entry.tensor.shape());
        std::copy_n(entry.tensor.data(), copy.size(), copy.data());
        copy.data()[0] = 1234.f;
        entries.back().tensor = copy;
    }
    return std::make_shared<const Trace>(trace.withEntries(std::move(entries)));
}

} // namespace

class TestKeptBeginning : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void lengthsDecideHowMuchIsKept_data();
    void lengthsDecideHowMuchIsKept();
    void whatIsKeptIsNotComputedAgain();
    void everyChoiceEqualsTheFullRun();
    void longTextsEqualTheFullRun();
    void whatCouldChangeTheBeginningKeepsNothing();
    void storedWeightsEqualTheFullRun();
    void anotherFormOfTheWeightsIsComputedAnew();
};

void TestKeptBeginning::initTestCase()
{
    if (!computesRowsAlike(maxRowsOfTile))
        QSKIP("products of this build are summed by the number of rows");
}

void TestKeptBeginning::lengthsDecideHowMuchIsKept_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("same"); // tokens from the first on
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("kept");
    QTest::newRow("a token more") << 40 << 40 << 41 << 32; // nine rows are left
    QTest::newRow("many tokens more") << 40 << 40 << 60 << 40;
    QTest::newRow("fewer tokens") << 40 << 30 << 30 << 21;
    QTest::newRow("the last other") << 40 << 39 << 40 << 31;
    QTest::newRow("the middle other") << 40 << 20 << 40 << 20;
    QTest::newRow("the first other") << 40 << 0 << 40 << 0;
    QTest::newRow("few tokens") << 8 << 7 << 8 << 0;
    QTest::newRow("few tokens before") << 8 << 8 << 40 << 0;
    QTest::newRow("few rows in the last tile") << 512 << 512 << 515 << 0;
    QTest::newRow("few rows in the last tile before") << 515 << 515 << 600 << 0;
    QTest::newRow("a tile and more") << 600 << 600 << 601 << 592;
    QTest::newRow("a tile is left") << 600 << 89 << 601 << 89;
    QTest::newRow("few rows behind a tile are left") << 600 << 88 << 601 << 80; // 513 would be
}

void TestKeptBeginning::lengthsDecideHowMuchIsKept()
{
    QFETCH(int, before);
    QFETCH(int, same);
    QFETCH(int, tokens);
    QFETCH(int, kept);
    const SetupPtr setup = smallSetup(choices("position.kind=rope sizes.context=1024"));
    const auto earlier = std::make_shared<Trace>();
    earlier->ids = text(before);
    QCOMPARE(keptOf(*setup, {changedFrom(same, tokens), {}, earlier, setup}), Index(kept));
}

void TestKeptBeginning::whatIsKeptIsNotComputedAgain()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::shared_ptr<Trace> earlier = run(*setup, text(30));
    const std::vector<TokenId> ids = changedFrom(20, 31);
    const std::shared_ptr<Trace> alone = run(*setup, ids);
    for (const char* name : {"blocks.0.attn.q", "blocks.1.mlp.pre", "blocks.1.attn.out", "logits"}) {
        const auto trace = forward(*setup, {ids, {}, marked(*earlier, name), setup});
        QCOMPARE(trace->at(name).data()[0], 1234.f);
        QVERIFY(trace->at(name).data() != earlier->at(name).data());
        QCOMPARE(trace->ids, ids);
        QCOMPARE(trace->tokens, alone->tokens);
    }
}

void TestKeptBeginning::everyChoiceEqualsTheFullRun()
{
    int kept = 0;
    for (const std::string& assignments : everyChoice()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::optional<Index> most = longestText(setup->config);
        if (setup->config.hasEncoder() || (most && *most < 32))
            continue;
        const std::shared_ptr<Trace> earlier = run(*setup, text(30));
        for (const std::vector<TokenId>& ids : {changedFrom(30, 32), changedFrom(19, 30), changedFrom(17, 28)}) {
            const ForwardInput input{ids, {}, earlier, setup};
            kept += keptOf(*setup, input) > 0;
            const std::string other = firstOther(*forward(*setup, input), *run(*setup, ids));
            QVERIFY2(other.empty(), (assignments + ": " + other).c_str());
        }
    }
    QVERIFY2(kept > 500, QByteArray::number(kept).constData());
}

void TestKeptBeginning::longTextsEqualTheFullRun()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope sizes.context=1024 sizes.heads=2"));
    std::shared_ptr<Trace> earlier = run(*setup, text(530));
    for (const auto& [same, tokens] : {std::pair{530, 531}, {400, 540}, {120, 150}, {150, 700}, {600, 540}}) {
        const ForwardInput input{changedFrom(same, tokens), {}, earlier, setup};
        QVERIFY(keptOf(*setup, input) > 0);
        const std::shared_ptr<Trace> trace = forward(*setup, input);
        const std::string other = firstOther(*trace, *run(*setup, input.ids));
        QVERIFY2(other.empty(), (std::to_string(tokens) + ": " + other).c_str());
        earlier = trace; // what is kept may have been kept before
    }
}

void TestKeptBeginning::whatCouldChangeTheBeginningKeepsNothing()
{
    const SetupPtr setup = smallSetup(choices("position.kind=rope"));
    const std::shared_ptr<Trace> earlier = run(*setup, text(30));
    const std::vector<TokenId> ids = text(40);
    QCOMPARE(keptOf(*setup, {ids, {}, earlier, setup}), Index(30));
    for (const char* other : {"position.kind=alibi", "activation.kind=relu", "output.tied=false"}) // another than before
        QCOMPARE(keptOf(*smallSetup(choices(other)), {ids, {}, earlier, setup}), Index(0));
    QCOMPARE(keptOf(*smallSetup(choices("position.kind=rope"), 2), {ids, {}, earlier, setup}), Index(0)); // other weights
    TraceRequest scaled;
    scaled.interventions = {{.at = "blocks.1.attn.q", .op = InterventionOp::Scale, .value = {{}, {1.5f}}}};
    QCOMPARE(keptOf(*setup, {ids, {}, earlier, setup}, scaled), Index(0));
    QCOMPARE(keptOf(*setup, {ids, {}, run(*setup, text(30), scaled), setup}), Index(0));
    QVERIFY(firstOther(*forward(*setup, {ids, {}, earlier, setup}, scaled), *run(*setup, ids, scaled)).empty());
    for (const char* mixing : {"mask.kind=bidirectional", "norm.kind=batch_norm", "feed_forward.kind=mixture",
             "mixer.kind=retention", "position.kind=rope attention.kind=latent", "position.kind=rope rope.scaling=dynamic_ntk"}) {
        const SetupPtr other = smallSetup(choices(mixing));
        const auto before = std::make_shared<Trace>();
        before->ids = text(30);
        QVERIFY2(keptOf(*other, {ids, {}, before, other}) == 0, mixing);
    }
}

namespace {

/// A quantised model; every tensor of a run whose weights may take so many bytes.
struct Quantised
{
    SetupPtr setup = configure(openModel(TEST_DATA "/golden/gguf-q8_0/model.gguf"), {});

    std::shared_ptr<Trace> run(const std::vector<TokenId>& ids, MatrixForm form, std::shared_ptr<const Trace> earlier = {}) const
    {
        TraceRequest request;
        const std::size_t weights = WeightsInMemory::bytes(*setup, form) * (form == MatrixForm::Packed ? 2 : 1);
        request.maxBytes = plan(setup->config, Index(ids.size())).traceBytes() + weights;
        return forward(*setup, {ids, {}, earlier, earlier ? setup : nullptr}, request);
    }
};

} // namespace

void TestKeptBeginning::storedWeightsEqualTheFullRun()
{
    for (const MatrixForm form : {MatrixForm::Stored, MatrixForm::Packed}) {
        const Quantised model;
        const std::shared_ptr<Trace> earlier = model.run(text(30), form);
        for (const std::vector<TokenId>& ids : {changedFrom(30, 31), changedFrom(20, 30), changedFrom(15, 60)}) {
            const std::shared_ptr<Trace> trace = model.run(ids, form, marked(*earlier, "blocks.0.mlp.pre"));
            QCOMPARE(trace->at("blocks.0.mlp.pre").data()[0], 1234.f);
            const std::string other = firstOther(*model.run(ids, form, earlier), *model.run(ids, form));
            QVERIFY2(other.empty(), other.c_str());
        }
    }
}

void TestKeptBeginning::anotherFormOfTheWeightsIsComputedAnew()
{
    const Quantised model;
    const auto first = [](const std::shared_ptr<Trace>& trace) { return trace->at("blocks.0.mlp.pre").data()[0]; };
    const auto markedRun = [&](MatrixForm form) { return marked(*model.run(text(30), form), "blocks.0.mlp.pre"); };
    const std::shared_ptr<const Trace> stored = markedRun(MatrixForm::Stored);
    QVERIFY(first(model.run(text(40), MatrixForm::Packed, stored)) != 1234.f); // packed for this run
    QCOMPARE(first(model.run(text(40), MatrixForm::Packed, markedRun(MatrixForm::Packed))), 1234.f);
}

QTEST_GUILESS_MAIN(TestKeptBeginning)
#include "tst_kept_beginning.moc"
