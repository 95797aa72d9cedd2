#include "core/run/same_weights.h"

#include "core/analysis/token_order.h"
#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

SetupPtr setupOf(const std::vector<std::string>& assignments)
{
    Choices said;
    for (const char* size : {"sizes.layers=3", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=64"})
        said.setText(size, 3);
    for (const std::string& assignment : assignments)
        said.setText(assignment, 3);
    return configure(openModel("untrained"), said);
}

const std::vector<TokenId> ids{5, 9, 3, 77, 20, 9};

bool sameNumbers(const Tensor& a, const Tensor& b)
{
    return a.shape() == b.shape() && std::equal(a.values().begin(), a.values().end(), b.values().begin());
}

/// The largest part of its length by which a token's vector changes when token 1 is moved to the end.
double changeOf(const Setup& setup)
{
    const std::vector<Index> order = movedOrder(Index(ids.size()), 1, Index(ids.size()) - 1);
    const auto before = forward(setup, {.ids = ids});
    const auto after = forward(setup, {.ids = reordered<TokenId>(ids, order)});
    const std::vector<double> change = changeOfMoved(before->at("blocks.2.resid_post"), after->at("blocks.2.resid_post"), order);
    return *std::max_element(change.begin(), change.end());
}

} // namespace

class TestSameWeights : public QObject
{
    Q_OBJECT

private slots:
    void anotherKindRunsAsIfItHadBeenConfigured();
    void fewerBlocksGiveTheSameNumbers();
    void withoutPositionsMovingTokensMovesTheirResults();
    void whatDoesNotGoTogetherIsRefused();
    void affordableIsAtLeastOneBlockAndAtMostAll();
};

void TestSameWeights::anotherKindRunsAsIfItHadBeenConfigured()
{
    const SetupPtr rope = setupOf({"position.kind=rope"}), alibi = setupOf({"position.kind=alibi"});
    const auto expected = forward(*alibi, {.ids = ids});
    const auto found = forward(withSameWeights(*rope, {.position = Alibi{}, .hasOutput = true}), {.ids = ids});
    QVERIFY(sameNumbers(found->at("blocks.2.attn.pattern"), expected->at("blocks.2.attn.pattern")));
    QVERIFY(sameNumbers(found->at("logits"), expected->at("logits")));
    QVERIFY(!sameNumbers(forward(*rope, {.ids = ids})->at("logits"), expected->at("logits")));
}

void TestSameWeights::fewerBlocksGiveTheSameNumbers()
{
    const SetupPtr rope = setupOf({"position.kind=rope"});
    const auto whole = forward(*rope, {.ids = ids});
    const auto part = forward(withSameWeights(*rope, {.position = Rope{}, .layers = 2}), {.ids = ids});
    QVERIFY(sameNumbers(part->at("blocks.1.resid_post"), whole->at("blocks.1.resid_post")));
    QVERIFY(!part->find("blocks.2.resid_post"));
    QVERIFY(!part->find("logits"));
}

void TestSameWeights::withoutPositionsMovingTokensMovesTheirResults()
{
    const SetupPtr setup = setupOf({"position.kind=rope"});
    QVERIFY(changeOf(withSameWeights(*setup, {.position = NoPosition{}, .seesAll = true})) < 1e-5);
    QVERIFY(changeOf(withSameWeights(*setup, {.position = NoPosition{}})) > 1e-3); // a causal mask tells the order
    for (const PositionEncoding& position : {PositionEncoding(Alibi{}), PositionEncoding(Rope{}), PositionEncoding(Sinusoidal{})})
        QVERIFY(changeOf(withSameWeights(*setup, {.position = position, .seesAll = true})) > 1e-3);
}

void TestSameWeights::whatDoesNotGoTogetherIsRefused()
{
    const SetupPtr latent = setupOf({"attention.kind=latent", "position.kind=rope"});
    QVERIFY_EXCEPTION_THROWN(withSameWeights(*latent, {.position = Alibi{}}), Error);
}

void TestSameWeights::affordableIsAtLeastOneBlockAndAtMostAll()
{
    const SetupPtr setup = setupOf({});
    QCOMPARE(affordableLayers(setup->config, 6, 1), Index(1));
    QCOMPARE(affordableLayers(setup->config, 6, 1e12), Index(3));
    ModelConfig body = setup->config;
    body.outputHead = OutputHead::None;
    const Plan whole = plan(body, 6);
    QCOMPARE(affordableLayers(setup->config, 6, 0.7 * (whole.productFlops + whole.attentionFlops)), Index(2));
}

QTEST_GUILESS_MAIN(TestSameWeights)
#include "tst_same_weights.moc"
